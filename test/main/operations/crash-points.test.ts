// A desk books a shipment and prints its label, and stops before one of its effects: a commit, the request to the service, or the
// arrival of the answer. Then a new desk opens the same files. This is done for each effect. The campaigns of test/faults kill real
// processes at random moments; this test covers every point between two effects, and every run is identical.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src-main/platform/database';
import { folderPrinter, newFolder } from '../../fixtures/desk';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { openShippingDesk, type ShippingDesk, type TestClient } from '../../fixtures/shipping-desk';
import { stopBefore } from './stop-before';

const HOUR_MS = 3_600_000;
const LABEL = new Uint8Array(Buffer.from('^XA^FO50,50^FDLABEL^FS^XZ'));

/** A service that counts its bookings. @param keepsKeys whether a repeated request is answered with the first booking */
function bookingService(keepsKeys: boolean) {
	const keys: string[] = [];
	const numberOf = (key: string) => {
		const known = keys.indexOf(key);
		return known >= 0 && keepsKeys ? known + 1 : keys.push(key);
	};
	const client = (effect: () => void): TestClient => ({
		rates: async () => ({
			errors: false,
			message: '',
			data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }],
		}),
		serviceTime: () => new Date(),
		keyRetention: async () => ({ retentionMs: keepsKeys ? HOUR_MS : 0, serviceTime: new Date() }),
		async createShipment(_request, key) {
			effect();
			const number = numberOf(key);
			effect();
			const trackingNumber = `T${number}`;
			const shipment = { id: number, status: 's', carrier: 'C', product: 'P', price: 9, trackingNumber };
			return {
				kind: 'booked',
				message: '',
				shipment: { ...shipment, trackingUrl: '' },
				documents: [LABEL],
				warnings: [],
			};
		},
	});
	return { bookingCount: () => keys.length, client };
}

const SCENARIOS = {
	'booked by hand': (desk: ShippingDesk) => desk.shipments.create(exampleDraft, 1, true),
	'sent by the queue': async (desk: ShippingDesk) =>
		desk.shipments.queue(exampleDraft, { kind: 'cheapest' }, 10, undefined),
};

interface Result {
	effects: number;
	isStopped: boolean;
	bookings: number;
	states: string[];
	jobs: string[];
	/** Number of files that the printer wrote. */
	printed: number;
}

async function runStoppedBefore(stopAt: number, keepsKeys: boolean, scenario: keyof typeof SCENARIOS): Promise<Result> {
	const folder = newFolder();
	const databaseFile = path.join(folder, 'waybill.db');
	const labels = path.join(folder, 'labels');
	const printers = [folderPrinter(labels, { device: { driver: 'folder', folder: labels, format: 'zpl' } })];
	const service = bookingService(keepsKeys);
	const stop = stopBefore(stopAt);
	const open = (client: TestClient, wrapDatabase?: (database: Database) => Database) =>
		openShippingDesk(client, { databaseFile, printers, ...(wrapDatabase && { wrapDatabase }) });

	/** Runs `begin` and waits until the desk is idle. @param isOver ends the wait earlier */
	async function work(desk: ShippingDesk, begin: () => Promise<unknown>, isOver = () => false): Promise<void> {
		await begin().catch((error) => {
			if (!isOver()) throw error;
		});
		const count = (sql: string) => Number(desk.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`)?.n);
		const isQuiet = () =>
			count("shipment WHERE state IN ('queued', 'sending')") === 0 &&
			count("print_job WHERE state IN ('waiting', 'sending')") === 0 &&
			[...desk.documents.pendingIngestions()].length === 0 &&
			(!keepsKeys || count("shipment WHERE state = 'unknown'") === 0);
		await expect.poll(() => isOver() || isQuiet(), { interval: 5 }).toBe(true);
	}
	async function close(desk: ShippingDesk): Promise<void> {
		await desk.close().catch(() => {});
		await desk.queue.close().catch(() => {});
		desk.database.close();
	}

	const first = open(service.client(stop.effect), stop.guarded);
	const begin = () => {
		stop.count();
		first.start();
		return SCENARIOS[scenario](first);
	};
	await work(first, begin, stop.isStopped);
	const isStopped = stop.isStopped();
	const effects = stop.effects();
	await close(first);

	const second = open(service.client(() => {}));
	second.journal.recoverInterrupted();
	second.jobs.recoverInterrupted();
	await work(second, async () => second.start());
	const statesOf = (sql: string) => second.database.all<{ state: string }>(sql).map(({ state }) => state);
	const result = {
		effects,
		isStopped,
		bookings: service.bookingCount(),
		states: statesOf('SELECT state FROM shipment'),
		jobs: statesOf('SELECT state FROM print_job'),
		printed: readdirSync(folder).includes('labels') ? readdirSync(labels).length : 0,
	};
	await close(second);
	rmSync(folder, { recursive: true });
	return result;
}

describe.each([
	['keeps idempotency keys', true],
	['does not keep idempotency keys', false],
] as const)('at a service that %s', (_service, keepsKeys) => {
	it.each(Object.keys(SCENARIOS) as (keyof typeof SCENARIOS)[])(
		'a shipment %s survives a stop before each of its effects',
		async (scenario) => {
			const uninterrupted = await runStoppedBefore(Number.POSITIVE_INFINITY, keepsKeys, scenario);
			expect(uninterrupted).toMatchObject({
				isStopped: false,
				bookings: 1,
				states: ['booked'],
				jobs: ['sent'],
				printed: 1,
			});
			// Intent, request, answer, booking, documents with their print job, claim, sent. If there are fewer, an effect is not counted.
			expect(uninterrupted.effects).toBeGreaterThanOrEqual(7);

			const statesSeen = new Set<string>();
			for (let stopAt = 1; stopAt <= uninterrupted.effects; stopAt += 1) {
				const context = `stopped before effect ${stopAt} of ${uninterrupted.effects}`;
				const result = await runStoppedBefore(stopAt, keepsKeys, scenario);
				expect(result.isStopped, context).toBe(true);
				const { bookings, states, jobs, printed } = result;
				expect(states.length, context).toBeLessThanOrEqual(1);
				const state = states[0] ?? 'not recorded';
				statesSeen.add(state);
				expect(bookings, context).toBeLessThanOrEqual(1);
				expect(printed, context).toBeLessThanOrEqual(1);
				if (state === 'booked') {
					// Its label is printed once, or the user is asked whether it was printed.
					expect(bookings, context).toBe(1);
					expect(jobs, context).toEqual([expect.stringMatching(/^(sent|doubtful)$/)]);
					if (jobs[0] === 'sent') expect(printed, context).toBe(1);
				} else {
					expect(jobs, context).toEqual([]);
					expect(printed, context).toBe(0);
					// Only an unknown outcome may hide a booking, and only where reconciliation is not possible.
					if (keepsKeys || state !== 'unknown') expect(bookings, `${context}: ${state}`).toBe(0);
				}
			}
			expect([...statesSeen]).toContain('booked');
			expect(statesSeen.has('unknown')).toBe(!keepsKeys);
		},
	);
});
