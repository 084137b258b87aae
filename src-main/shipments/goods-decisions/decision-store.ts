// The decisions of this desk and of its site in the desk's database: finds the decision for a description, records decisions, and
// exchanges them with the site.
import { type DecisionMatch, goodsKey } from '../../../src-contract/model/goods';
import type { SentDecision, SiteDecision } from '../../../src-contract/model/shared-decisions';
import type { Database } from '../../platform/database';
import { yieldToEventLoop } from '../../platform/event-loop';
import { createDecisionIndex, type DecisionIndex, type IndexedDecision } from './decision-index';

/** Number of decisions that are added to the index before the main process handles other events: 3 to 6 ms. */
const DECISIONS_PER_YIELD = 200;

const COLUMNS = 'goods, code, code_description AS codeDescription, chosen_by AS chosenBy, chosen_at AS chosenAt';

export interface Decision {
	/** The description as it was typed. */
	goods: string;
	/** HS code, six to ten digits. */
	code: string;
	/** Empty if the decision was received from the site. */
	codeDescription: string;
	/** Name of the desk; may be empty. */
	chosenBy: string;
	/** ISO 8601. */
	chosenAt: string;
}
export type FoundDecision = Decision & { match: DecisionMatch };

/** @param onReceived called when `applyReceived` stored decisions */
export function createDecisionStore(database: Database, onReceived: () => void) {
	/** Undefined until the first lookup by words. */
	let index: DecisionIndex | undefined;
	let indexBuilt: Promise<DecisionIndex> | undefined;

	/** Adds all decisions to a new index. Decisions that are recorded meanwhile are added by `addToIndex`. */
	async function buildIndex(): Promise<DecisionIndex> {
		const newIndex = createDecisionIndex();
		index = newIndex;
		for (let lastKey = ''; ; ) {
			const page = database.all<IndexedDecision>(
				'SELECT goods_key AS key, goods, chosen_at AS chosenAt FROM goods_decision WHERE goods_key > ? ORDER BY goods_key LIMIT ?',
				lastKey,
				DECISIONS_PER_YIELD,
			);
			for (const decision of page) newIndex.add(decision);
			const last = page.at(-1);
			if (!last) return newIndex;
			lastKey = last.key;
			await yieldToEventLoop();
		}
	}
	/** Builds the index once; again after an error of the database. */
	function loadIndex(): Promise<DecisionIndex> {
		indexBuilt ??= buildIndex().catch((error) => {
			index = undefined;
			indexBuilt = undefined;
			throw error;
		});
		return indexBuilt;
	}

	const findByKey = (key: string): Decision | undefined =>
		database.get<Decision>(`SELECT ${COLUMNS} FROM goods_decision WHERE goods_key = ?`, key);

	/** Stores decisions of the site, except where this desk has a later decision that it has not sent yet. */
	function storeReceived(decisions: readonly SiteDecision[]): void {
		for (const { key, goods, code, chosenBy, chosenAt } of decisions) {
			database.run(
				`INSERT INTO goods_decision VALUES (?, ?, ?, '', ?, ?, 0, 0)
				ON CONFLICT (goods_key) DO UPDATE SET goods = excluded.goods, code = excluded.code,
					code_description = CASE WHEN code = excluded.code THEN code_description ELSE '' END,
					chosen_by = excluded.chosen_by, chosen_at = excluded.chosen_at,
					is_own = is_own AND code = excluded.code AND chosen_at = excluded.chosen_at, is_pending = 0
				WHERE is_pending = 0 OR excluded.chosen_at > chosen_at`,
				key,
				goods,
				code,
				chosenBy,
				chosenAt,
			);
		}
	}
	function addToIndex(decisions: readonly IndexedDecision[]): void {
		if (index) for (const decision of decisions) index.add(decision);
	}

	return {
		/** The decision for the same description, or else the newest for the same goods words, or else for similar goods. */
		async find(description: string): Promise<FoundDecision | undefined> {
			const decision = findByKey(goodsKey(description));
			if (decision) return { ...decision, match: 'description' };
			const found = (await loadIndex()).find(description);
			const other = found && findByKey(found.key);
			return other && { ...other, match: found.match };
		},

		/**
		 * Records a decision of this desk. It replaces an earlier decision for the same description, also one that was made at a desk
		 * whose clock is ahead: `chosenAt` is then set just after it.
		 */
		record(decision: Decision): FoundDecision {
			const key = goodsKey(decision.goods);
			const earlier = findByKey(key);
			const afterEarlier = earlier ? new Date(Date.parse(earlier.chosenAt) + 1).toISOString() : '';
			const chosenAt = decision.chosenAt > afterEarlier ? decision.chosenAt : afterEarlier;
			database.run(
				'INSERT OR REPLACE INTO goods_decision VALUES (?, ?, ?, ?, ?, ?, 1, 1)',
				key,
				decision.goods,
				decision.code,
				decision.codeDescription,
				decision.chosenBy,
				chosenAt,
			);
			addToIndex([{ key, goods: decision.goods, chosenAt }]);
			return { ...decision, chosenAt, match: 'description' };
		},

		/** Id of the site database that was used last, and the version of the newest decision received from it. */
		syncState: (): { origin: string; version: number } =>
			database.get<{ origin: string; version: number }>('SELECT origin, version FROM goods_decision_sync') ?? {
				origin: '',
				version: 0,
			},

		/** Prepares the first exchange with a site database: everything will be sent to it and received from it. */
		restartSync(origin: string): void {
			database.transaction(() => {
				database.run('UPDATE goods_decision SET is_pending = 1');
				database.run('UPDATE goods_decision_sync SET origin = ?, version = 0', origin);
			});
		},

		/** At most `limit` decisions that the site has not confirmed. */
		pending: (limit: number): SentDecision[] =>
			database
				.all<Omit<SentDecision, 'isOwn'> & { isOwn: number }>(
					`SELECT goods_key AS key, goods, code, chosen_at AS chosenAt, is_own AS isOwn
					FROM goods_decision WHERE is_pending = 1 LIMIT ?`,
					limit,
				)
				.map((row) => ({ ...row, isOwn: row.isOwn === 1 })),

		/** Stores decisions that were received, and the version up to which the desk then has all decisions of the site. */
		applyReceived(decisions: readonly SiteDecision[], version: number): void {
			database.transaction(() => {
				storeReceived(decisions);
				database.run('UPDATE goods_decision_sync SET version = ?', version);
			});
			addToIndex(decisions);
			if (decisions.length > 0) onReceived();
		},

		/**
		 * Stores the site's confirmation of sent decisions. A decision that was replaced since it was sent stays pending.
		 * @param current the decisions that the site now has for the same descriptions
		 */
		confirmSent(sent: readonly SentDecision[], current: readonly SiteDecision[]): void {
			database.transaction(() => {
				for (const { key, code, chosenAt } of sent)
					database.run(
						'UPDATE goods_decision SET is_pending = 0 WHERE goods_key = ? AND code = ? AND chosen_at = ?',
						key,
						code,
						chosenAt,
					);
				storeReceived(current);
			});
			addToIndex(current);
		},
	};
}
export type DecisionStore = ReturnType<typeof createDecisionStore>;
