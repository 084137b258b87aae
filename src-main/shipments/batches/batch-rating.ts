// Prices of a batch: asks the service for the rates of each row, and chooses an option by the batch's rule.
import { AppError } from '../../../src-contract/errors';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { BatchPlan } from '../../../src-contract/model/batch';
import type { ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import type { RateOption } from '../../../src-contract/partner-api';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import type { Connection } from '../../connections/port';
import { chooseOption } from '../option-rules';
import { type ChosenOption, type RatedRow, ROWS_PER_COMMIT } from './batch-rows';
import type { BatchStore } from './batch-store';

/** Requests for rates at a time. */
const MAX_CONCURRENT_REQUESTS = 4;
/** Countries of which the products are asked for. */
const MAX_COUNTRIES = 12;
const SLOW_DOWN_MS = 5_000;
const MAX_SLOW_DOWN_MS = MINUTE_MS;

export interface BatchRatingDependencies {
	store: Pick<BatchStore, 'plan' | 'unsent' | 'saveOptions'>;
	client: Pick<Connection, 'rates'>;
	connectionId: () => string;
	isClosing: () => boolean;
	/** A row was rated. */
	onProgress: (batchId: number) => void;
}

export function createBatchRating({ store, client, connectionId, isClosing, onProgress }: BatchRatingDependencies) {
	/** Progress by batch. */
	const rating = new Map<number, { done: number; total: number }>();

	const optionsFor = async (composition: ShipmentDraft): Promise<RateOption[]> =>
		(await client.rates(quoteInputOf(composition))).data;

	/** A service that asks to slow down is asked again when it says; the screen shows the progress. */
	async function retryWhileRateLimited<Result>(work: () => Promise<Result>): Promise<Result> {
		for (;;) {
			try {
				return await work();
			} catch (error) {
				const isBusy = error instanceof AppError && error.code === 'partner.busy';
				if (!isBusy || isClosing()) throw error;
				const waitMs = Math.min(error.retryAfterMs ?? SLOW_DOWN_MS, MAX_SLOW_DOWN_MS);
				await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
			}
		}
	}

	/** @throws what prevents rates for all rows */
	async function choose(composition: ShipmentDraft, rule: BatchPlan['rule']): Promise<ChosenOption | string> {
		try {
			const askedOf = connectionId();
			const option = chooseOption(await retryWhileRateLimited(() => optionsFor(composition)), rule);
			if (typeof option === 'string') return option;
			const { carrier, product, productId, price } = option;
			return { carrier, product, productId, price, connectionId: askedOf };
		} catch (error) {
			// The service answered, and not with prices: that may concern this row alone. Other errors concern all rows.
			const isOfThisRow =
				error instanceof AppError && (error.disposition === 'reject' || error.disposition === 'unknown');
			if (isOfThisRow) return error.message;
			throw error;
		}
	}

	return {
		isRating: (id: number): boolean => rating.has(id),
		progress: (id: number): { done: number; total: number } | null => rating.get(id) ?? null,

		async rate(id: number): Promise<void> {
			const { rule } = store.plan(id);
			const unsent = store.unsent(id);
			const unrated = unsent.filter(({ isRated }) => !isRated);
			// The rows that an earlier try did not reach; when all have a price, all are asked for again.
			const rows = unrated.length > 0 ? unrated : unsent;
			const progress = { done: 0, total: rows.length };
			rating.set(id, progress);
			try {
				for (let at = 0; at < rows.length && !isClosing(); at += ROWS_PER_COMMIT) {
					const chosen: RatedRow[] = [];
					const waiting = rows.slice(at, at + ROWS_PER_COMMIT);
					const work = async () => {
						for (let row = waiting.shift(); row && !isClosing(); row = waiting.shift()) {
							const { position, composition } = row;
							chosen.push({ position, composition, option: await choose(composition, rule) });
							progress.done += 1;
							onProgress(id);
						}
					};
					const ends = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
					store.saveOptions(id, rule, chosen);
					const failed = ends.find((end) => end.status === 'rejected');
					if (failed) throw failed.reason;
				}
			} finally {
				rating.delete(id);
			}
		},

		/** Products that are offered on the routes of a batch: one row of each country is asked for. */
		async products(id: number): Promise<{ productId: number; name: string }[]> {
			const byCountry = new Map(store.unsent(id).map((row) => [row.composition.to.countryCode, row.composition]));
			const found = new Map<number, string>();
			// Options may share a product id: it is named after the cheapest, which the rule then chooses.
			for (const composition of [...byCountry.values()].slice(0, MAX_COUNTRIES))
				for (const { productId, carrier, product } of await optionsFor(composition))
					if (!found.has(productId)) found.set(productId, `${carrier} ${product}`);
			return [...found]
				.map(([productId, name]) => ({ productId, name }))
				.sort((one, other) => one.name.localeCompare(other.name));
		},
	};
}
