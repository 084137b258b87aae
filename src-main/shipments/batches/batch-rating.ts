// Rates a batch: requests rates for each row and selects an option by the rule of the row or the batch.
import { AppError } from '../../../src-contract/errors';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { BatchPlan } from '../../../src-contract/model/batch';
import type { ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import type { RateOption } from '../../../src-contract/partner-api';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import type { Connection } from '../../connections/service-interface';
import { chooseOption } from '../option-rules';
import { type RatingResult, ROWS_PER_COMMIT } from './batch-rows';
import type { BatchStore } from './batch-store';

/** Maximum number of concurrent rate requests. */
const MAX_CONCURRENT_REQUESTS = 4;
/** Maximum number of destination countries for which products are requested. */
const MAX_COUNTRIES = 12;
/** Pause after a rate-limit error without a Retry-After time. */
const RATE_LIMIT_PAUSE_MS = 5_000;
const MAX_RATE_LIMIT_PAUSE_MS = MINUTE_MS;

export interface BatchRatingDependencies {
	store: Pick<BatchStore, 'plan' | 'ratableRows' | 'saveRatingResults'>;
	client: Pick<Connection, 'rates'>;
	connectionId: () => string;
	isClosing: () => boolean;
	/** A row was rated. */
	onProgress: (batchId: number) => void;
}

export function createBatchRating({ store, client, connectionId, isClosing, onProgress }: BatchRatingDependencies) {
	/** Numbers of rated rows (`done`) and of rows to rate (`total`), by the id of each batch that is being rated. */
	const progressById = new Map<number, { done: number; total: number }>();

	const optionsFor = async (draft: ShipmentDraft): Promise<RateOption[]> =>
		(await client.rates(quoteInputOf(draft))).data;

	/**
	 * Repeats a request while the service answers with a rate-limit error. Waits as long as the service requests, up to
	 * `MAX_RATE_LIMIT_PAUSE_MS`.
	 */
	async function retryWhileRateLimited<Result>(request: () => Promise<Result>): Promise<Result> {
		for (;;) {
			try {
				return await request();
			} catch (error) {
				const isRateLimited = error instanceof AppError && error.code === 'partner.busy';
				if (!isRateLimited || isClosing()) throw error;
				const waitMs = Math.min(error.retryAfterMs ?? RATE_LIMIT_PAUSE_MS, MAX_RATE_LIMIT_PAUSE_MS);
				await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
			}
		}
	}

	/** @throws an error that affects all rows */
	async function selectOption(
		draft: ShipmentDraft,
		rule: BatchPlan['rule'],
	): Promise<Pick<RatingResult, 'option' | 'rateError'>> {
		try {
			const ratingConnectionId = connectionId();
			const optionOrReason = chooseOption(await retryWhileRateLimited(() => optionsFor(draft)), rule);
			if (typeof optionOrReason === 'string') return { option: null, rateError: optionOrReason };
			const { carrier, product, productId, price } = optionOrReason;
			const option = { carrier, product, productId, price, connectionId: ratingConnectionId };
			return { option, rateError: '' };
		} catch (error) {
			// An error in the service's answer may affect only this row. Other errors affect all rows.
			const isRowError =
				error instanceof AppError && (error.disposition === 'reject' || error.disposition === 'unknown');
			if (isRowError) return { option: null, rateError: error.message };
			throw error;
		}
	}

	return {
		isRating: (id: number): boolean => progressById.has(id),
		progress: (id: number): { done: number; total: number } | null => progressById.get(id) ?? null,

		/**
		 * Rates the rows without a shipment and without errors that have no selected option. If all have one, rates all of them
		 * again.
		 * @throws an error that affects all rows; the results before the error are saved
		 */
		async rate(id: number): Promise<void> {
			const { rule } = store.plan(id);
			const allRows = store.ratableRows(id);
			const rowsWithoutOption = allRows.filter(({ hasOption }) => !hasOption);
			const rows = rowsWithoutOption.length > 0 ? rowsWithoutOption : allRows;
			const progress = { done: 0, total: rows.length };
			progressById.set(id, progress);
			try {
				for (let start = 0; start < rows.length && !isClosing(); start += ROWS_PER_COMMIT) {
					const ratingResults: RatingResult[] = [];
					const pendingRows = rows.slice(start, start + ROWS_PER_COMMIT);
					const ratePendingRows = async () => {
						for (let row = pendingRows.shift(); row && !isClosing(); row = pendingRows.shift()) {
							const { position, draft, rowRule } = row;
							ratingResults.push({ position, draft, rowRule, ...(await selectOption(draft, rowRule ?? rule)) });
							progress.done += 1;
							onProgress(id);
						}
					};
					const runs = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_REQUESTS }, ratePendingRows));
					store.saveRatingResults(id, rule, ratingResults);
					const failedRun = runs.find(({ status }) => status === 'rejected');
					if (failedRun?.status === 'rejected') throw failedRun.reason;
				}
			} finally {
				progressById.delete(id);
			}
		},

		/**
		 * Products that the service offers for the batch, by name. Requests rates for one row of each destination country,
		 * up to `MAX_COUNTRIES`.
		 */
		async offeredProducts(id: number): Promise<{ productId: number; name: string }[]> {
			const draftByCountry = new Map(store.ratableRows(id).map((row) => [row.draft.to.countryCode, row.draft]));
			const nameById = new Map<number, string>();
			// Several options may share a product id. Options are sorted by price, so the first name is that of the cheapest
			// option. A product rule then prefers the option with this name.
			for (const draft of [...draftByCountry.values()].slice(0, MAX_COUNTRIES))
				for (const { productId, carrier, product } of await optionsFor(draft))
					if (!nameById.has(productId)) nameById.set(productId, `${carrier} ${product}`);
			return [...nameById]
				.map(([productId, name]) => ({ productId, name }))
				.sort((left, right) => left.name.localeCompare(right.name));
		},
	};
}
