// A desk that ships and prints is stopped before each of its effects in turn: every commit, the request to the service, and the
// arrival of its answer. A new desk then opens the same files. The campaigns of test/faults kill real processes at random moments;
// here no point between two effects is left out, and every run is the same.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../../src-main/platform/database';
import { composition } from '../../fixtures/composition';
import { folderPrinter, newFolder } from '../../fixtures/desk';
import { openShippingDesk, type ShippingDesk, type TestClient } from '../../fixtures/shipping-desk';
import { stopBefore } from './stop-before';

const HOUR_MS = 3_600_000;
const LABEL = new Uint8Array(Buffer.from('^XA^FO50,50^FDLABEL^FS^XZ'));

/** A service that counts what it books. @param keepsKeys whether a repeated request is answered with the first booking */
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
	return { bought: () => keys.length, client };
}

const WAYS = {
	'booked by hand': (desk: ShippingDesk) => desk.shipments.create(composition, 1, true),
	'sent by the queue': async (desk: ShippingDesk) =>
		desk.shipments.queue(composition, { kind: 'cheapest' }, 10, undefined),
};

interface Result {
	effects: number;
	isStopped: boolean;
	bought: number;
	states: string[];
	jobs: string[];
	/** Files that came out of the printer. */
	printed: number;
}

async function runStoppedBefore(last: number, keepsKeys: boolean, way: keyof typeof WAYS): Promise<Result> {
	const folder = newFolder();
	const databaseFile = path.join(folder, 'waybill.db');
	const labels = path.join(folder, 'labels');
	const printers = [folderPrinter(labels, { device: { driver: 'folder', folder: labels, format: 'zpl' } })];
	const service = bookingService(keepsKeys);
	const stop = stopBefore(last);
	const open = (client: TestClient, through?: (database: Database) => Database) =>
		openShippingDesk(client, { databaseFile, printers, ...(through && { through }) });

	/** @param isOver ends the wait before the desk has nothing left to do */
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
		await expect.poll(() => isOver() || isQuiet(), { interval: 5, timeout: 5000 }).toBe(true);
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
		return WAYS[way](first);
	};
	await work(first, begin, stop.isStopped);
	const isStopped = stop.isStopped();
	const effects = stop.effects();
	await close(first);

	const second = open(service.client(() => {}));
	second.journal.recoverInterrupted();
	second.jobs.recoverInterrupted();
	await work(second, async () => second.start());
	const texts = (sql: string) => second.database.all<{ state: string }>(sql).map(({ state }) => state);
	const result = {
		effects,
		isStopped,
		bought: service.bought(),
		states: texts('SELECT state FROM shipment'),
		jobs: texts('SELECT state FROM print_job'),
		printed: readdirSync(folder).includes('labels') ? readdirSync(labels).length : 0,
	};
	await close(second);
	rmSync(folder, { recursive: true });
	return result;
}

describe.each([
	{ keepsKeys: true, service: 'keeps idempotency keys' },
	{ keepsKeys: false, service: 'does not keep idempotency keys' },
])('at a service that $service', ({ keepsKeys }) => {
	it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
		'a shipment %s survives a stop before each of its effects',
		async (way) => {
			const whole = await runStoppedBefore(Number.POSITIVE_INFINITY, keepsKeys, way);
			expect(whole).toMatchObject({ isStopped: false, bought: 1, states: ['booked'], jobs: ['sent'], printed: 1 });
			// Intent, request, answer, booking, documents with their print job, claim, sent: less would mean that something is not counted.
			expect(whole.effects).toBeGreaterThanOrEqual(7);

			const seen = new Set<string>();
			for (let last = 1; last <= whole.effects; last += 1) {
				const at = `stopped before effect ${last} of ${whole.effects}`;
				const result = await runStoppedBefore(last, keepsKeys, way);
				expect(result.isStopped, at).toBe(true);
				const { bought, states, jobs, printed } = result;
				expect(states.length, at).toBeLessThanOrEqual(1);
				const state = states[0] ?? 'not recorded';
				seen.add(state);
				expect(bought, at).toBeLessThanOrEqual(1);
				expect(printed, at).toBeLessThanOrEqual(1);
				if (state === 'booked') {
					// Its label is printed once, or the user is asked whether it was.
					expect(bought, at).toBe(1);
					expect(jobs, at).toEqual([expect.stringMatching(/^(sent|doubtful)$/)]);
					if (jobs[0] === 'sent') expect(printed, at).toBe(1);
				} else {
					expect(jobs, at).toEqual([]);
					expect(printed, at).toBe(0);
					// Only an unknown outcome may hide a booking, and only where it cannot be asked about.
					if (keepsKeys || state !== 'unknown') expect(bought, `${at}: ${state}`).toBe(0);
				}
			}
			expect([...seen]).toContain('booked');
			expect(seen.has('unknown')).toBe(!keepsKeys);
		},
	);
});
