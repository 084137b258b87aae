// Batches of orders: rated, started, paused, stopped, and gone on with after a crash at the very row. The outbox sends them, one
// after the other, among what the desk queued.
import type { BatchPlan, BatchProgress, BatchRow, BatchSummary } from '../../src-contract/batch';
import { AppError } from '../../src-contract/errors';
import { type KeptComposition, toRatesRequest, totalValueEur } from '../../src-contract/shipment';
import type { PartnerClient } from '../partner/client';
import type { Printers } from '../printing/printers';
import type { Routing } from '../printing/routing';
import type { Database } from '../storage/database';
import type { BatchStore, ChosenOption, SendableRow } from './batch-store';
import { chooseOption } from './choice';
import type { Journal, Queued } from './journal';
import type { Outbox } from './outbox';

/** So many questions for prices at a time. */
const ASKED_AT_ONCE = 4;
/** So many rows are written in one commit: the window is not held up for longer. */
const ROWS_IN_A_COMMIT = 20;
const TOLD_EVERY_MS = 250;
const MOST_COUNTRIES = 12;

export interface BatchesDependencies {
	database: Database;
	store: BatchStore;
	journal: Journal;
	client: Pick<PartnerClient, 'rates'>;
	outbox: () => Pick<Outbox, 'nudge' | 'status'>;
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
	const underWay = new Set<Promise<unknown>>();
	/** By batch: turns of this run, for how long the rest will take. */
	const turns = new Map<number, { first: number; last: number; count: number }>();
	let toldAtMs = Number.NEGATIVE_INFINITY;
	let tellLater: NodeJS.Timeout | undefined;
	let isClosing = false;

	function secondsLeft({ id, state, counts, plan }: BatchSummary): number | null {
		const left = counts.queued + counts.sending;
		if (state !== 'running' || left === 0) return null;
		const seen = turns.get(id);
		const eachMs = seen && seen.count > 1 ? (seen.last - seen.first) / (seen.count - 1) : undefined;
		const paceMs = plan.perMinute === 0 ? 0 : 60_000 / plan.perMinute;
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

	function tell(id: number): void {
		clearTimeout(tellLater);
		const sinceMs = performance.now() - toldAtMs;
		if (sinceMs >= TOLD_EVERY_MS) {
			toldAtMs = performance.now();
			push(progress(id));
			return;
		}
		tellLater = setTimeout(() => !isClosing && tell(id), TOLD_EVERY_MS - sinceMs);
		tellLater.unref();
	}

	function told(id: number): BatchProgress {
		const now = progress(id);
		push(now);
		onChange();
		return now;
	}

	async function choose(row: Pick<SendableRow, 'composition'>, plan: BatchPlan): Promise<ChosenOption | string> {
		try {
			const option = chooseOption(await optionsFor(row.composition), plan.rule);
			if (typeof option === 'string') return option;
			const { carrier, product, productId, price } = option;
			return { carrier, product, productId, price };
		} catch (error) {
			if (error instanceof AppError && error.code === 'partner.rejected') return error.message;
			throw error;
		}
	}

	const optionsFor = async ({ contents, ...rest }: SendableRow['composition']) =>
		(await client.rates(toRatesRequest({ ...rest, totalValueEur: totalValueEur(contents) }))).data;

	async function rateAll(id: number): Promise<void> {
		const plan = store.plan(id);
		const rows = store.unsent(id);
		const far = { done: 0, total: rows.length };
		rating.set(id, far);
		try {
			for (let at = 0; at < rows.length && !isClosing; at += ROWS_IN_A_COMMIT) {
				const slice = rows.slice(at, at + ROWS_IN_A_COMMIT);
				const chosen: { position: number; option: ChosenOption | string }[] = [];
				const waiting = [...slice];
				const work = async () => {
					for (let row = waiting.shift(); row; row = waiting.shift()) {
						chosen.push({ position: row.position, option: await choose(row, plan) });
						far.done += 1;
						tell(id);
					}
				};
				await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
				store.saveOptions(id, chosen);
			}
		} finally {
			rating.delete(id);
		}
	}

	/** The printer decides on which stock a label comes out. */
	function stockOf({ composition, option }: SendableRow): string {
		const { carrier } = option;
		const { labelPrinterId, to } = composition;
		const { printerId } = routing.find({ kind: 'label', carrier, destination: to.countryCode, labelPrinterId });
		const printer = printers.all().find((one) => one.id === printers.standIn(printerId));
		return `${printer?.stock ?? ''} ${printerId}`;
	}

	function inOrder(rows: readonly SendableRow[], { printOrder }: BatchPlan): SendableRow[] {
		if (printOrder === 'listed') return [...rows];
		const keyOf = (row: SendableRow) => (printOrder === 'carrier' ? row.option.carrier : stockOf(row));
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
				for (const { position, composition, option } of rows.slice(at, at + ROWS_IN_A_COMMIT)) {
					const limitEur = option.price * (1 + plan.allowancePercent / 100);
					const shipmentId = journal.queue(
						composition,
						{ serviceUrl: serviceUrl(), rule: plan.rule, limitEur, batchId: id },
						undefined,
					);
					store.setShipment(id, position, shipmentId);
				}
			});
			outbox().nudge();
			await breathe();
		}
		endWhenDone(id);
	}

	function endWhenDone(id: number): void {
		if (store.state(id) !== 'running' || store.hasQueued(id) || store.sendable(id).length > 0) return;
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
		throw new AppError('batch.underWay', 'This batch is being sent. Pause or stop it first; nothing was changed.');
	}

	const run = (id: number) =>
		track(enqueue(id)).catch((error) => {
			onFault(error);
			store.setState(id, 'paused', (error as Error).message);
			told(id);
		});

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
			for (const composition of [...byCountry.values()].slice(0, MOST_COUNTRIES))
				for (const { productId, carrier, product } of await optionsFor(composition))
					found.set(productId, `${carrier} ${product}`);
			return [...found]
				.map(([productId, name]) => ({ productId, name }))
				.sort((one, other) => one.name.localeCompare(other.name));
		},

		savePlan(id: number, plan: BatchPlan): BatchProgress {
			requireNot(id, 'running', 'paused');
			store.savePlan(id, plan);
			return told(id);
		},

		/** Rated rows are sent, the first time or where it was left off. */
		start(id: number): BatchProgress {
			if (rating.has(id))
				throw new AppError(
					'batch.underWay',
					'The prices of this batch are being asked for. Start it when they are there.',
				);
			if (store.sendable(id).length === 0 && store.queued(id).length === 0)
				throw new AppError('input.invalid', 'No row of this batch can be sent. Ask for the prices, or mend its rows.');
			store.setState(id, 'running');
			turns.delete(id);
			void run(id);
			outbox().nudge();
			return told(id);
		},

		pause(id: number): BatchProgress {
			if (store.state(id) === 'running') store.setState(id, 'paused');
			return told(id);
		},

		/** What waits is withdrawn; what is under way ends as it ends. */
		async stop(id: number): Promise<BatchProgress> {
			if (store.state(id) === 'running' || store.state(id) === 'paused') store.setState(id, 'stopped');
			const queued = store.queued(id);
			for (let at = 0; at < queued.length; at += ROWS_IN_A_COMMIT) {
				database.transaction(() => {
					for (const shipmentId of queued.slice(at, at + ROWS_IN_A_COMMIT)) {
						const { state } = journal.summary(shipmentId);
						if (state === 'queued' || state === 'held')
							journal.withdraw(shipmentId, 'Its batch was stopped. Nothing was sent.');
					}
				});
				await breathe();
			}
			return told(id);
		},

		mend(id: number, position: number, composition: KeptComposition): BatchRow {
			const row = store.mend(id, position, composition);
			told(id);
			return row;
		},

		/** Told by the outbox. */
		turned({ batchId }: Queued): void {
			if (batchId === null) return;
			const at = performance.now();
			const seen = turns.get(batchId) ?? { first: at, last: at, count: 0 };
			turns.set(batchId, { first: seen.first, last: at, count: seen.count + 1 });
			endWhenDone(batchId);
			tell(batchId);
		},

		perMinute: (id: number): number => store.plan(id).perMinute,

		/** What an earlier run of the station left off goes on. */
		resumeInterrupted(): void {
			for (const id of store.running()) void run(id);
		},

		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(tellLater);
			await Promise.allSettled(underWay);
		},
	};
}
export type Batches = ReturnType<typeof createBatches>;
