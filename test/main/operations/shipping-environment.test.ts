// A shipping desk when its disk is full, another program locks its database, or its clock is changed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import type { ShipmentOutcome } from '../../../src-main/connections/service-interface';
import { newFolder } from '../../fixtures/desk';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { anyShipment, openShippingDesk, type ShippingDesk, type TestClient } from '../../fixtures/shipping-desk';

let lastNumber = 0;
function booking(): ShipmentOutcome {
	lastNumber += 1;
	const shipment = {
		id: lastNumber,
		status: 's',
		carrier: 'C',
		product: 'P',
		price: 9,
		trackingNumber: `T${lastNumber}`,
	};
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

describe('a desk whose database another program locks', () => {
	function lockableDesk(client: TestClient) {
		const databaseFile = path.join(newFolder(), 'waybill.db');
		const desk = openShippingDesk({ rates, ...client }, { databaseFile, lockWaitMs: 20 });
		const otherProgram = new DatabaseSync(databaseFile);
		return { desk, lock: () => otherProgram.exec('BEGIN IMMEDIATE'), unlock: () => otherProgram.exec('ROLLBACK') };
	}

	it('sends nothing before it can save the intent, and reports the lock', async () => {
		let sent = 0;
		const { desk, lock, unlock } = lockableDesk({
			createShipment: async () => {
				sent += 1;
				return booking();
			},
		});
		lock();
		await expect(desk.shipments.create(exampleDraft, 1, true)).rejects.toMatchObject({
			code: 'storage.busy',
			message: expect.stringMatching(/Another program, such as a backup, is using.*not saved.*try again/),
		});
		expect(sent).toBe(0);
		unlock();
		expect((await desk.shipments.create(exampleDraft, 1, true)).state).toBe('booked');
	});

	it('keeps a booking whose answer arrives during the lock, and saves it afterwards', async () => {
		const { desk, lock, unlock } = lockableDesk({
			createShipment: async () => {
				lock();
				return booking();
			},
		});
		expect(await desk.shipments.create(exampleDraft, 1, true)).toMatchObject({
			state: 'booked',
			isUnsaved: true,
			message: expect.stringMatching(/IS booked \(C T\d+\).*Close the other program.*keep Waybill running/),
		});
		expect(statesOf(desk)).toEqual(['sending']);
		unlock();
		await desk.submission.drain();
		expect(statesOf(desk)).toEqual(['booked']);
	});

	it('pauses the queue during the lock, and continues afterwards', async () => {
		const { desk, lock, unlock } = lockableDesk({ createShipment: async () => booking() });
		const { recordQueuedIntent } = desk.journal;
		let isLocked = false;
		Object.assign(desk.journal, {
			recordQueuedIntent: (...parameters: Parameters<typeof recordQueuedIntent>) => {
				if (!isLocked) lock();
				isLocked = true;
				return recordQueuedIntent(...parameters);
			},
		});
		queue(desk, 'a');
		queue(desk, 'b');
		await expect.poll(() => desk.outbox.status().reason).toMatch(/is using the database/);
		unlock();
		desk.outbox.wake();
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked']);
		await desk.outbox.close();
	});
});

describe('a desk with a full disk', () => {
	it('refuses what it cannot save, keeps what it saved, and continues when there is space', async () => {
		const folder = mkdtempSync(path.join(tmpdir(), 'waybill-full-'));
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
		try {
			const filler = path.join(folder, 'filler');
			const desk = openShippingDesk(
				{ rates, createShipment: async () => booking() },
				{ databaseFile: path.join(folder, 'waybill.db') },
			);
			// Nothing is sent while the disk fills up.
			Object.assign(desk.outbox, { wake: () => {} });
			let queuedCount = 0;
			writeFileSync(filler, Buffer.alloc(6_500_000));
			const refused = await (async () => {
				for (;;) {
					const { state } = desk.shipments.queue(
						{ ...exampleDraft, reference: `R${queuedCount}` },
						cheapest,
						10,
						undefined,
					);
					expect(state).toBe('queued');
					queuedCount += 1;
				}
			})().catch((error) => error);
			expect(refused).toMatchObject({
				code: 'storage.full',
				message: expect.stringMatching(/disk is full.*Free some disk space/),
			});
			expect(queuedCount).toBeGreaterThan(3);
			desk.outbox.start();
			// The disk is full at the intent, or between the intent and its outcome.
			await expect.poll(() => desk.outbox.status().reason).toMatch(/disk is full|Free up disk space/);
			rmSync(filler);
			await expect.poll(() => statesOf(desk)).toEqual(Array(queuedCount).fill('booked'));
			expect(desk.journal.list(anyShipment, undefined, 500)).toHaveLength(queuedCount);
			await desk.outbox.close();
			desk.database.close();
		} finally {
			execFileSync('umount', ['-l', folder]);
		}
	});
});

describe('a desk with a changed clock', () => {
	it('keeps the order of the queue and of the list, and lists the shipments of a day', async () => {
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
