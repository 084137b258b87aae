// What a desk that ships does when the ground gives way: its disk is full, another program holds its database, its clock is moved.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { ShipmentOutcome } from '../../../src-main/connections/port';
import { newFolder } from '../../fixtures/desk';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { anyShipment, openShippingDesk, type ShippingDesk, type TestClient } from '../../fixtures/shipping-desk';

let number = 0;
function booking(): ShipmentOutcome {
	number += 1;
	const shipment = { id: number, status: 's', carrier: 'C', product: 'P', price: 9, trackingNumber: `T${number}` };
	return { kind: 'booked', message: '', shipment: { ...shipment, trackingUrl: '' }, documents: [], warnings: [] };
}
const rates: NonNullable<TestClient['rates']> = async () => ({
	errors: false,
	message: '',
	data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }],
});
const cheapest = { kind: 'cheapest' } as const;
const queue = ({ shipments }: ShippingDesk, reference: string) =>
	shipments.queue({ ...exampleDraft, reference }, cheapest, 10, undefined);
const statesOf = ({ database }: ShippingDesk) =>
	database.all<{ state: string }>('SELECT state FROM shipment ORDER BY id').map(({ state }) => state);

describe("another program that holds the desk's database", () => {
	function heldDesk(client: TestClient) {
		const databaseFile = path.join(newFolder(), 'waybill.db');
		const desk = openShippingDesk({ rates, ...client }, { databaseFile, lockWaitMs: 20 });
		const other = new DatabaseSync(databaseFile);
		return { desk, hold: () => other.exec('BEGIN IMMEDIATE'), release: () => other.exec('ROLLBACK') };
	}

	it('sends nothing that it cannot write down first, and says who is in the way', async () => {
		let sent = 0;
		const { desk, hold, release } = heldDesk({
			createShipment: async () => {
				sent += 1;
				return booking();
			},
		});
		hold();
		await expect(desk.shipments.create(exampleDraft, 1, true)).rejects.toMatchObject({
			code: 'storage.busy',
			message: expect.stringMatching(/Another program, such as a backup, is using.*not saved.*try again/),
		});
		expect(sent).toBe(0);
		release();
		expect((await desk.shipments.create(exampleDraft, 1, true)).state).toBe('booked');
	});

	it('keeps a booking that is answered in the meantime, and stores it when the database is free', async () => {
		const { desk, hold, release } = heldDesk({
			createShipment: async () => {
				hold();
				return booking();
			},
		});
		await expect(desk.shipments.create(exampleDraft, 1, true)).rejects.toMatchObject({
			code: 'storage.busy',
			message: expect.stringMatching(/IS booked \(C T\d+\).*Close the other program.*keep the station running/),
		});
		expect(statesOf(desk)).toEqual(['sending']);
		release();
		await desk.submission.drain();
		expect(statesOf(desk)).toEqual(['booked']);
	});

	it('lets the queue wait, and go on', async () => {
		const { desk, hold, release } = heldDesk({ createShipment: async () => booking() });
		const { recordQueuedIntent } = desk.journal;
		let isHeld = false;
		Object.assign(desk.journal, {
			recordQueuedIntent: (...parameters: Parameters<typeof recordQueuedIntent>) => {
				if (!isHeld) hold();
				isHeld = true;
				return recordQueuedIntent(...parameters);
			},
		});
		queue(desk, 'a');
		queue(desk, 'b');
		await expect.poll(() => desk.outbox.status().reason).toMatch(/is using the database/);
		release();
		desk.outbox.wake();
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked']);
		await desk.outbox.close();
	});
});

describe('a disk without room', () => {
	it('refuses what it cannot keep, keeps what it took, and goes on when there is room', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-full-'));
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
		try {
			const filler = path.join(folder, 'filler');
			const desk = openShippingDesk(
				{ rates, createShipment: async () => booking() },
				{ databaseFile: path.join(folder, 'waybill.db') },
			);
			// Nothing goes while it fills up.
			Object.assign(desk.outbox, { wake: () => {} });
			let taken = 0;
			writeFileSync(filler, Buffer.alloc(6_500_000));
			const refused = await (async () => {
				for (;;) {
					const { state } = desk.shipments.queue({ ...exampleDraft, reference: `R${taken}` }, cheapest, 10, undefined);
					expect(state).toBe('queued');
					taken += 1;
				}
			})().catch((error) => error);
			expect(refused).toMatchObject({
				code: 'storage.full',
				message: expect.stringMatching(/disk is full.*Free some disk space/),
			});
			expect(taken).toBeGreaterThan(3);
			desk.outbox.start();
			// Full at the intent, or between the intent and what came of it.
			await expect.poll(() => desk.outbox.status().reason).toMatch(/disk is full|Free up disk space/);
			rmSync(filler);
			await expect.poll(() => statesOf(desk), { timeout: 12_000 }).toEqual(Array(taken).fill('booked'));
			expect(desk.journal.list(anyShipment, undefined, 500)).toHaveLength(taken);
			await desk.outbox.close();
			desk.database.close();
		} finally {
			execFileSync('umount', ['-l', folder]);
		}
	}, 30_000);
});

describe('a clock that is moved', () => {
	it('keeps the order of the queue and of the list, and every day finds its shipments', async () => {
		let now = new Date('2026-11-21T10:00:00Z');
		const sent: string[] = [];
		const desk = openShippingDesk(
			{
				rates,
				createShipment: async ({ reference }) => {
					sent.push(reference ?? '');
					return booking();
				},
			},
			{ now: () => now },
		);
		for (const [reference, at] of [
			['a', '2026-11-21T10:00:00Z'],
			['b', '2026-11-19T10:00:00Z'],
			['c', '2027-03-01T10:00:00Z'],
			['d', '2026-11-21T10:05:00Z'],
		] as const) {
			now = new Date(at);
			queue(desk, reference);
		}
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked', 'booked', 'booked']);
		expect(sent).toEqual(['a', 'b', 'c', 'd']);
		const references = (from: string, until: string) =>
			desk.journal.list({ ...anyShipment, from, until }, undefined, 10).map(({ reference }) => reference);
		expect(references('2026-11-21T00:00:00.000Z', '2026-11-22T00:00:00.000Z')).toEqual(['d', 'a']);
		expect(references('2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z')).toEqual(['b']);
		expect(desk.journal.history(1).map(({ state }) => state)).toEqual(['composed', 'queued', 'sending', 'booked']);
		await desk.outbox.close();
	});
});
