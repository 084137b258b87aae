// HS codes for goods: suggests codes from the nomenclature for the description of goods, and remembers which code was chosen
// for a description.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import {
	type GoodsMethods,
	type GoodsSuggestion,
	hsDigits,
	NO_CLASSIFICATION,
	type RememberedCode,
} from '../../src-contract/model/goods';
import {
	type CheckedGoods,
	type GoodsRestriction,
	type GoodsRoute,
	isCheckable,
} from '../../src-contract/model/goods-restrictions';
import { territoryOf } from '../../src-contract/rules/customs-territory';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { DecisionStore, FoundDecision } from './goods-decisions/decision-store';

export interface GoodsDependencies {
	decisions: Pick<DecisionStore, 'find' | 'record'>;
	/** Worker thread with the nomenclature. */
	nomenclature: WorkerClient<GoodsMethods>;
	/** Name that is stored with a chosen code; empty if the desk has no name. */
	deskName: () => string;
	/** Called when a code was remembered. */
	onRemembered: () => void;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

const toRememberedCode = ({ goods, codeDescription, ...decision }: FoundDecision): RememberedCode => ({
	...decision,
	description: codeDescription,
	decidedFor: goods,
});

export function createGoods({ decisions, nomenclature, deskName, onRemembered, now, log }: GoodsDependencies) {
	/** @returns the description of a code, or null when the nomenclature does not contain it */
	const describe = (code: string): Promise<string | null> => nomenclature.describe(code);
	const logError = (error: unknown) => log('goods.error', { error: String(error) });

	/** Adds the description of the code. @returns null when another desk of the site chose a code that does not exist */
	async function describeDecision(decision: FoundDecision): Promise<RememberedCode | null> {
		const description = decision.codeDescription || (await describe(decision.code));
		return description === null ? null : toRememberedCode({ ...decision, codeDescription: description });
	}

	return {
		describe,

		/** Whether the nomenclature contains the code. True when it fails, because shipping must not depend on it. */
		isKnownCode: async (code: string): Promise<boolean> => {
			try {
				return (await describe(code)) !== null;
			} catch (error) {
				logError(error);
				return true;
			}
		},

		/**
		 * What the destination of a route prohibits or restricts today.
		 * @returns null when the nomenclature fails, because shipping must not depend on it
		 */
		async restrictions(
			{ from, to }: Pick<GoodsRoute, 'from' | 'to'>,
			items: readonly CheckedGoods[],
		): Promise<GoodsRestriction[] | null> {
			const checked = items.map(({ description, hsCode }) => ({ description, hsCode: hsDigits(hsCode) }));
			if (territoryOf(from).customs === territoryOf(to).customs || !checked.some(isCheckable)) return [];
			try {
				return await nomenclature.restrictions({ from, to, onDate: now().toISOString().slice(0, 10) }, checked);
			} catch (error) {
				logError(error);
				return null;
			}
		},

		/**
		 * Suggests codes. When the nomenclature fails, the result has `hasFailed: true` and only the remembered code.
		 * @param goodsText description of the goods by the user
		 */
		async suggest(goodsText: string): Promise<GoodsSuggestion> {
			const decision = await decisions.find(goodsText);
			try {
				const classification = await nomenclature.classify(goodsText);
				const rememberedCode = decision ? await describeDecision(decision) : null;
				return { ...classification, rememberedCode, hasFailed: false };
			} catch (error) {
				logError(error);
				return { ...NO_CLASSIFICATION, rememberedCode: decision ? toRememberedCode(decision) : null, hasFailed: true };
			}
		},

		/**
		 * The code that was chosen for the same description or the same goods words, for goods that no user looks at.
		 * @returns undefined when there is none, or when the code cannot be checked against the nomenclature
		 */
		async findDecidedCode(goodsText: string): Promise<string | undefined> {
			const decision = await decisions.find(goodsText);
			if (!decision || decision.match === 'similar') return undefined;
			try {
				return (await describeDecision(decision))?.code;
			} catch (error) {
				logError(error);
				return undefined;
			}
		},

		/**
		 * Remembers the code for a description of goods. A later choice for the same description replaces the code.
		 * @param goodsText description of the goods by the user
		 * @throws `goods.unknownCode` when the nomenclature does not contain the code
		 */
		async remember(goodsText: string, code: string): Promise<RememberedCode> {
			const codeDescription = await describe(code);
			if (codeDescription === null) {
				throw new AppError(
					'goods.unknownCode',
					t(
						'{code} is not a code of the Harmonised System 2022. Nothing was saved. Choose a suggestion or correct the code.',
						{ code },
					),
				);
			}
			const saved = decisions.record({
				goods: goodsText,
				code,
				codeDescription,
				chosenBy: deskName(),
				chosenAt: now().toISOString(),
			});
			onRemembered();
			return toRememberedCode(saved);
		},
	};
}
export type Goods = ReturnType<typeof createGoods>;
