// Codes for goods: what the nomenclature suggests for a description, and what this desk chose for it before.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { type GoodsMethods, type GoodsSuggestion, goodsKey, type RememberedCode } from '../../src-contract/model/goods';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import type { Database } from '../platform/database';

export interface GoodsDependencies {
	database: Database;
	/** The thread that holds the nomenclature. */
	nomenclature: WorkerClient<GoodsMethods>;
	/** Who chooses at this desk. */
	who: () => string;
	now: () => Date;
	log: (event: string, detail: Record<string, unknown>) => void;
}

export function createGoods({ database, nomenclature, who, now, log }: GoodsDependencies) {
	function remembered(description: string): RememberedCode | null {
		const row = database.get<{ code: string; goods: string; chosen_by: string; chosen_at: string }>(
			'SELECT * FROM customs_memory WHERE description = ?',
			goodsKey(description),
		);
		if (!row) return null;
		return { code: row.code, description: row.goods, chosenBy: row.chosen_by, chosenAt: row.chosen_at };
	}

	/** @returns what the code holds, or null when it is not of the nomenclature */
	const describe = (code: string): Promise<string | null> => nomenclature.describe(code);

	return {
		describe,

		/** A nomenclature that cannot be asked suggests nothing; what the desk remembers is told all the same. */
		async suggest(description: string): Promise<GoodsSuggestion> {
			const held = remembered(description);
			try {
				const { confidence, candidates } = await nomenclature.classify(description);
				return { confidence, candidates, remembered: held, failed: false };
			} catch (error) {
				log('goods.error', { error: String(error) });
				return { confidence: 'low', candidates: [], remembered: held, failed: true };
			}
		},

		/**
		 * Keeps the code for the description; a later choice takes its place.
		 * @throws `goods.unknownCode`
		 */
		async remember(description: string, code: string): Promise<RememberedCode> {
			const goods = await describe(code);
			if (goods === null) {
				throw new AppError(
					'goods.unknownCode',
					t(
						'{code} is not a code of the Harmonised System 2022. Nothing was kept. Choose one of the suggestions or correct it.',
						{ code },
					),
				);
			}
			database.run(
				`INSERT INTO customs_memory (description, code, goods, chosen_by, chosen_at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (description) DO UPDATE SET (code, goods, chosen_by, chosen_at) = (excluded.code, excluded.goods, excluded.chosen_by, excluded.chosen_at)`,
				goodsKey(description),
				code,
				goods,
				who(),
				now().toISOString(),
			);
			const saved = remembered(description);
			if (!saved) throw new Error('a code that was written is not found');
			return saved;
		},
	};
}
export type Goods = ReturnType<typeof createGoods>;
