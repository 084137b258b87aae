// HS codes for goods: suggests codes from the nomenclature for the description of goods, and remembers which code was chosen
// at this desk for a description.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import {
	type GoodsMethods,
	type GoodsSuggestion,
	goodsKey,
	hsDigits,
	NO_CLASSIFICATION,
	type RememberedCode,
} from '../../src-contract/model/goods';
import type { CheckedGoods, GoodsRestriction, GoodsRoute } from '../../src-contract/model/goods-restrictions';
import { territoryOf } from '../../src-contract/rules/customs-territory';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { Database } from '../platform/database';

export interface GoodsDependencies {
	database: Database;
	/** Worker thread with the nomenclature. */
	nomenclature: WorkerClient<GoodsMethods>;
	/** Name that is stored with a chosen code; empty if the desk has no name. */
	deskName: () => string;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

export function createGoods({ database, nomenclature, deskName, now, log }: GoodsDependencies) {
	/** The code that was chosen for this description of goods before; null when there is none. */
	function findRemembered(goodsText: string): RememberedCode | null {
		const row = database.get<{ code: string; goods: string; chosen_by: string; chosen_at: string }>(
			'SELECT * FROM customs_memory WHERE description = ?',
			goodsKey(goodsText),
		);
		if (!row) return null;
		return { code: row.code, description: row.goods, chosenBy: row.chosen_by, chosenAt: row.chosen_at };
	}

	/** @returns the description of a code, or null when the nomenclature does not contain it */
	const describe = (code: string): Promise<string | null> => nomenclature.describe(code);

	return {
		describe,

		/**
		 * What the destination of a route prohibits or restricts today. When the nomenclature fails, none, because shipping must not depend
		 * on it.
		 */
		async restrictions(
			{ from, to }: Pick<GoodsRoute, 'from' | 'to'>,
			items: readonly CheckedGoods[],
		): Promise<GoodsRestriction[]> {
			if (territoryOf(from).customs === territoryOf(to).customs) return [];
			try {
				const checked = items.map(({ description, hsCode }) => ({ description, hsCode: hsDigits(hsCode) }));
				return await nomenclature.restrictions({ from, to, onDate: now().toISOString().slice(0, 10) }, checked);
			} catch (error) {
				log('goods.error', { error: String(error) });
				return [];
			}
		},

		/**
		 * Suggests codes. When the nomenclature fails, the result has `hasFailed: true` and only the remembered code.
		 * @param goodsText description of the goods by the user
		 */
		async suggest(goodsText: string): Promise<GoodsSuggestion> {
			const rememberedCode = findRemembered(goodsText);
			try {
				return { ...(await nomenclature.classify(goodsText)), rememberedCode, hasFailed: false };
			} catch (error) {
				log('goods.error', { error: String(error) });
				return { ...NO_CLASSIFICATION, rememberedCode, hasFailed: true };
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
			database.run(
				`INSERT INTO customs_memory (description, code, goods, chosen_by, chosen_at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (description) DO UPDATE SET (code, goods, chosen_by, chosen_at) = (excluded.code, excluded.goods, excluded.chosen_by, excluded.chosen_at)`,
				goodsKey(goodsText),
				code,
				codeDescription,
				deskName(),
				now().toISOString(),
			);
			const saved = findRemembered(goodsText);
			if (!saved) throw new Error(`The HS code ${code} was not found after it was stored`);
			return saved;
		},
	};
}
export type Goods = ReturnType<typeof createGoods>;
