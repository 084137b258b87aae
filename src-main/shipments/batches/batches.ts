// Batches of orders: rated, started, paused, stopped, and gone on with after a crash at the very row. The outbox sends them, one
// after the other, among what the desk queued.

import { AppError } from '../../../src-contract/errors';
import { say } from '../../../src-contract/i18n';
import { MINUTE_MS } from '../../../src-contract/lib/units';
import type { BatchPlan, BatchProgress, BatchRow, BatchSummary } from '../../../src-contract/model/batch';
import { type KeptComposition, quoteInputOf } from '../../../src-contract/model/shipment';
import type { Connection } from '../../connections/port';
import type { Journal } from '../../operations/journal';
import type { Outbox } from '../../operations/outbox';
import type { Queued } from '../../operations/queue';
import type { Database } from '../../platform/database';
import type { Printers } from '../../printing/printers';
import type { Routing } from '../../printing/routing';
import { chooseOption } from '../option-rules';
import type { BatchStore, ChosenOption, RatedRow, SendableRow } from './batch-store';

/** So many questions for prices at a time. */
const ASKED_AT_ONCE = 4;
/** So many rows are written in one commit: the window is not held up for longer. */
const ROWS_IN_A_COMMIT = 20;
const TOLD_EVERY_MS = 250;
const MOST_COUNTRIES = 12;
/** The service answered, and not with prices. */
const OF_A_ROW = new Set(['partner.rejected', 'partner.failed', 'partner.unreadable']);
const SLOW_DOWN_MS = 5_000;
const LONGEST_SLOW_DOWN_MS = MINUTE_MS;
/** While the disk is full or the database is held. */
const STORAGE_PAUSE_MS = 5_000;

export interface BatchesDependencies {
	database: Database;
	store: BatchStore;
	journal: Journal;
	client: Pick<Connection, 'rates'>;
	outbox: () => Pick<Outbox, 'wake' | 'resume' | 'status'>;
	serviceUrl: () => string;
	routing: Pick<Routing, 'find'>;
	printers: Pick<Printers, 'all' | 'standIn'>;
	push: (progress: BatchProgress) => void;
	onChange: () => void;
	onFault: (error: unknown) => void;
}

const breathe = () => new Promise((resolve) => setImmediate(resolve));

export function createBatches(dependencies: BatchesDependencies) {
	const { database, store, journal, client, outbox, serviceUrl, routing, printers, push, onChange, onFault } =
		dependencies;
	/** By batch: how far its rating is. */
	const rating = new Map<number, { done: number; total: number }>();
	const stopping = new Set<number>();
	const underWay = new Set<Promise<unknown>>();
	/** By batch: turns of this run, for how long the rest will take. */
	const turns = new Map<number, { first: number; last: number; count: number }>();
	let toldAtMs = Number.NEGATIVE_INFINITY;
	let tellingTookMs = 0;
	/** By batch: its rows on their way into the queue. */
	const enqueuing = new Map<number, Promise<void>>();
	let tellLater: NodeJS.Timeout | undefined;
	let isClosing = false;

	function secondsLeft({ id, state, counts, plan }: BatchSummary): number | null {
		const left = counts.queued + counts.sending;
		if (state !== 'running' || left === 0) return null;
		const seen = turns.get(id);
		const eachMs = seen && seen.count > 1 ? (seen.last - seen.first) / (seen.count - 1) : undefined;
		const paceMs = plan.perMinute === 0 ? 0 : MINUTE_MS / plan.perMinute;
		if (eachMs === undefined && paceMs === 0) return null;
		return Math.round((left * Math.max(eachMs ?? 0, paceMs)) / 1000);
	}

	function progress(id: number): BatchProgress {
		const summary = store.summary(id);
		// What the queue waits for is what its batch waits for.
		const { reason } = outbox().status();
		const message = summary.state === 'running' && reason !== '' ? reason : summary.message;
		return { ...summary, message, secondsLeft: secondsLeft(summary), rating: rating.get(id) ?? null };
	}

	/** Never throws: it may be called by a timer, and of a batch that is gone. */
	function tell(id: number): void {
		clearTimeout(tellLater);
		if (isClosing) return;
		// A large batch takes its time to be counted: it is told of less often.
		const everyMs = Math.max(TOLD_EVERY_MS, 10 * tellingTookMs);
		const sinceMs = performance.now() - toldAtMs;
		if (sinceMs < everyMs) {
			tellLater = setTimeout(() => tell(id), everyMs - sinceMs);
			tellLater.unref();
			return;
		}
		toldAtMs = performance.now();
		try {
			push(progress(id));
		} catch (error) {
			onFault(error);
		}
		tellingTookMs = performance.now() - toldAtMs;
	}

	function told(id: number): BatchProgress {
		const now = progress(id);
		push(now);
		onChange();
		return now;
	}

	async function choose(row: Pick<SendableRow, 'composition'>, plan: BatchPlan): Promise<ChosenOption | string> {
		try {
			const askedOf = serviceUrl();
			const option = chooseOption(await patiently(() => optionsFor(row.composition)), plan.rule);
			if (typeof option === 'string') return option;
			const { carrier, product, productId, price } = option;
			return { carrier, product, productId, price, serviceUrl: askedOf };
		} catch (error) {
			// Of this row alone; what is of all of them stops the asking.
			if (error instanceof AppError && OF_A_ROW.has(error.code)) return error.message;
			throw error;
		}
	}

	const optionsFor = async (composition: SendableRow['composition']) =>
		(await client.rates(quoteInputOf(composition))).data;

	/** A service that asks to slow down is asked again when it says; a screen shows how far it is. */
	async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
		for (;;) {
			try {
				return await work();
			} catch (error) {
				const isBusy = error instanceof AppError && error.code === 'partner.busy';
				if (!isBusy || isClosing) throw error;
				const waitMs = Math.min(error.retryAfterMs ?? SLOW_DOWN_MS, LONGEST_SLOW_DOWN_MS);
				await new Promise((resolve) => setTimeout(resolve, waitMs).unref());
			}
		}
	}

	async function rateAll(id: number): Promise<void> {
		const plan = store.plan(id);
		const unsent = store.unsent(id);
		const unrated = unsent.filter(({ isRated }) => !isRated);
		// What an earlier try did not come to; when all have a price, all are asked again.
		const rows = unrated.length > 0 ? unrated : unsent;
		const far = { done: 0, total: rows.length };
		rating.set(id, far);
		try {
			for (let at = 0; at < rows.length && !isClosing; at += ROWS_IN_A_COMMIT) {
				const chosen: RatedRow[] = [];
				const waiting = rows.slice(at, at + ROWS_IN_A_COMMIT);
				const work = async () => {
					for (let row = waiting.shift(); row && !isClosing; row = waiting.shift()) {
						const { position, composition } = row;
						chosen.push({ position, composition, option: await choose(row, plan) });
						far.done += 1;
						tell(id);
					}
				};
				const ends = await Promise.allSettled(Array.from({ length: ASKED_AT_ONCE }, work));
				store.saveOptions(id, plan.rule, chosen);
				const failed = ends.find((end) => end.status === 'rejected');
				if (failed) throw failed.reason;
			}
		} finally {
			rating.delete(id);
		}
	}

	/** The printer decides on which stock a label comes out. @param known by what decides it */
	function stockOf({ composition, option }: SendableRow, known: Map<string, string>): string {
		const { carrier } = option;
		const { labelPrinterId, to } = composition;
		const key = [carrier, to.countryCode, labelPrinterId].join('|');
		const found = known.get(key);
		if (found !== undefined) return found;
		const { printerId } = routing.find({ kind: 'label', carrier, destination: to.countryCode, labelPrinterId });
		const printer = printers.all().find((one) => one.id === printers.standIn(printerId));
		const stock = `${printer?.stock ?? ''} ${printerId}`;
		known.set(key, stock);
		return stock;
	}

	function inOrder(rows: readonly SendableRow[], { printOrder }: BatchPlan): SendableRow[] {
		if (printOrder === 'listed') return [...rows];
		const known = new Map<string, string>();
		const keyOf = (row: SendableRow) => (printOrder === 'carrier' ? row.option.carrier : stockOf(row, known));
		return rows
			.map((row) => ({ row, key: keyOf(row) }))
			.sort((one, other) => one.key.localeCompare(other.key) || one.row.position - other.row.position)
			.map(({ row }) => row);
	}

	/** Rated rows go into the queue, in the order in which they are to be printed. A crash in between is gone on from. */
	async function enqueue(id: number): Promise<void> {
		const plan = store.plan(id);
		const rows = inOrder(store.sendable(id), plan);
		for (let at = 0; at < rows.length; at += ROWS_IN_A_COMMIT) {
			if (isClosing || store.state(id) !== 'running') return;
			database.transaction(() => {
				for (const { position } of rows.slice(at, at + ROWS_IN_A_COMMIT)) {
					// As it stands now: it may have been mended, or priced by another service.
					const [row] = store.sendable(id, position);
					if (!row || row.option.serviceUrl !== serviceUrl()) continue;
					const limitEur = row.option.price * (1 + plan.allowancePercent / 100);
					const entry = { serviceUrl: row.option.serviceUrl, rule: plan.rule, limitEur, batchId: id };
					store.setShipment(id, position, journal.queue(row.composition, entry, undefined));
				}
			});
			outbox().wake();
			await breathe();
		}
	}

	function endWhenDone(id: number): void {
		if (store.state(id) !== 'running' || store.hasQueued(id) || enqueuing.has(id)) return;
		store.setState(id, 'done');
		turns.delete(id);
		told(id);
	}

	function track<Result>(work: Promise<Result>): Promise<Result> {
		underWay.add(work);
		const done = () => underWay.delete(work);
		work.then(done, done);
		return work;
	}

	function requireNot(id: number, ...states: BatchSummary['state'][]): void {
		if (!states.includes(store.state(id))) return;
		throw new AppError('batch.underWay', say('This batch is being sent. Pause or stop it first; nothing was changed.'));
	}

	function requireRated(id: number): void {
		if (!rating.has(id)) return;
		throw new AppError(
			'batch.underWay',
			say('The prices of this batch are being asked for. Wait until they are there.'),
		);
	}

	/** Batches that run, and of which nothing waits any more. Never throws. */
	function ended(): void {
		if (isClosing) return;
		try {
			for (const id of store.running()) endWhenDone(id);
		} catch (error) {
			onFault(error);
		}
	}

	async function rest(forMs: number): Promise<void> {
		const end = performance.now() + forMs;
		while (!isClosing && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100).unref());
	}

	/** A disk that is full is tried again; what else stands in the way, a person has to know. */
	async function enqueueToTheEnd(id: number): Promise<void> {
		while (!isClosing) {
			try {
				await enqueue(id);
				return;
			} catch (error) {
				onFault(error);
				if (!(error instanceof AppError && error.code.startsWith('storage.'))) {
					store.setState(id, 'paused', (error as Error).message);
					return;
				}
				await rest(STORAGE_PAUSE_MS);
			}
		}
	}

	/** One at a time for each batch; until it is through, the batch does not end. Never throws. */
	function run(id: number): void {
		if (enqueuing.has(id)) return;
		const work = enqueueToTheEnd(id)
			.catch(onFault)
			.finally(() => {
				enqueuing.delete(id);
				ended();
				tell(id);
			});
		enqueuing.set(id, work);
		void track(work);
	}

	return {
		progress,

		/** Asks the price of every row that was not sent, and chooses by the batch's rule. @throws when the service cannot be asked */
		async rate(id: number): Promise<BatchProgress> {
			requireNot(id, 'running');
			if (rating.has(id)) return progress(id);
			await track(rateAll(id));
			return told(id);
		},

		/** What is offered on its lanes: the first of each country is asked for. */
		async products(id: number): Promise<{ productId: number; name: string }[]> {
			const byCountry = new Map(store.unsent(id).map((row) => [row.composition.to.countryCode, row.composition]));
			const found = new Map<number, string>();
			// Options may share a product id: it is named after the cheapest, which the rule then chooses.
			for (const composition of [...byCountry.values()].slice(0, MOST_COUNTRIES))
				for (const { productId, carrier, product } of await optionsFor(composition))
					if (!found.has(productId)) found.set(productId, `${carrier} ${product}`);
			return [...found]
				.map(([productId, name]) => ({ productId, name }))
				.sort((one, other) => one.name.localeCompare(other.name));
		},

		savePlan(id: number, plan: BatchPlan): BatchProgress {
			requireNot(id, 'running', 'paused');
			requireRated(id);
			store.savePlan(id, plan);
			return told(id);
		},

		/** Rated rows are sent, the first time or where it was left off. */
		start(id: number): BatchProgress {
			requireRated(id);
			if (stopping.has(id))
				throw new AppError(
					'batch.underWay',
					say('This batch is being stopped. Wait until it is, then start it again.'),
				);
			const isOfService = ({ option }: SendableRow) => option.serviceUrl === serviceUrl();
			if (!store.sendable(id).some(isOfService) && store.queued(id).length === 0)
				throw new AppError(
					'input.invalid',
					say('No row of this batch can be sent. Ask for the prices, or mend its rows.'),
				);
			store.setState(id, 'running');
			turns.delete(id);
			run(id);
			// Somebody who starts a batch has seen what stopped the queue.
			outbox().resume();
			return told(id);
		},

		pause(id: number): BatchProgress {
			if (store.state(id) === 'running') store.setState(id, 'paused');
			return told(id);
		},

		/** What waits is withdrawn; what is under way ends as it ends. */
		async stop(id: number): Promise<BatchProgress> {
			if (stopping.has(id)) return told(id);
			stopping.add(id);
			try {
				// A crash on the way leaves it paused: what waits still can be seen, and gone on with.
				store.setState(id, 'paused');
				await enqueuing.get(id);
				for (let isLeft = true; isLeft; ) {
					isLeft = database.transaction(() => {
						const queued = store.queued(id);
						for (const shipmentId of queued.slice(0, ROWS_IN_A_COMMIT))
							journal.withdraw(shipmentId, say('Its batch was stopped. Nothing was sent.'));
						if (queued.length <= ROWS_IN_A_COMMIT) store.setState(id, 'stopped');
						return queued.length > ROWS_IN_A_COMMIT;
					});
					await breathe();
				}
			} finally {
				stopping.delete(id);
			}
			return told(id);
		},

		/** Only what nothing was sent of. */
		remove(id: number): void {
			requireRated(id);
			store.remove(id);
		},

		mend(id: number, position: number, composition: KeptComposition): BatchRow {
			const row = store.mend(id, position, composition);
			told(id);
			return row;
		},

		/** Told by the outbox. */
		turned({ id, batchId }: Queued): void {
			if (batchId === null) return;
			// It was on its way when its batch was stopped, and was not sent after all.
			if (store.state(batchId) === 'stopped' && journal.summary(id).state === 'queued')
				journal.withdraw(id, say('Its batch was stopped. Nothing was sent.'));
			const at = performance.now();
			const seen = turns.get(batchId) ?? { first: at, last: at, count: 0 };
			turns.set(batchId, { first: seen.first, last: at, count: seen.count + 1 });
			ended();
			tell(batchId);
		},

		/** Told by the outbox: nothing is left that could go. */
		ended,

		perMinute: (id: number): number => store.plan(id).perMinute,

		/** What an earlier run of the station left off goes on. */
		resumeInterrupted(): void {
			try {
				for (const id of store.running()) run(id);
			} catch (error) {
				onFault(error);
				setTimeout(() => !isClosing && this.resumeInterrupted(), STORAGE_PAUSE_MS).unref();
			}
		},

		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(tellLater);
			await Promise.allSettled(underWay);
		},
	};
}
export type Batches = ReturnType<typeof createBatches>;
