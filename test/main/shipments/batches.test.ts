// Batches of shipments from an order file: rated, sent, paused, stopped and resumed.
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { BatchOrder } from '../../../src-contract/model/order';
import type { RateOption } from '../../../src-contract/partner-api';
import type { ShipmentOutcome } from '../../../src-main/connections/service-interface';
import { DEFAULT_BATCH_PLAN } from '../../../src-main/shipments/batches/batch-store';
import { exampleDraft, recipient, testRequestTarget } from '../../fixtures/shipment-draft';
import { openShippingDesk, type ShippingDesk, type TestClient } from '../../fixtures/shipping-desk';

const option = (price: number, carrier = 'C', productId = 1): RateOption => ({
	carrier,
	product: 'P',
	productId,
	price,
});
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
const order = (number: number, changes: Partial<BatchOrder> = {}): BatchOrder => ({
	rowNumbers: String(number + 1),
	draft: { ...exampleDraft, reference: `SO-${number}`, to: { ...recipient, companyName: `Firm ${number}` } },
	fieldErrors: [],
	warnings: [],
	addressId: null,
	...changes,
});
const wrong = { fieldErrors: [{ path: 'incoterms', code: 'required', message: 'incoterms are required' }] };

let openedDesk: ShippingDesk | undefined;
afterEach(async () => {
	await openedDesk?.outbox.close();
	await openedDesk?.batches.close();
	openedDesk = undefined;
});
function open(client: TestClient = {}, rows = 4) {
	const sent: string[] = [];
	const desk = openShippingDesk({
		rates: async () => ({ errors: false, message: '', data: [option(9)] }),
		createShipment: async ({ reference }) => {
			sent.push(reference ?? '');
			return booking();
		},
		...client,
	});
	openedDesk = desk;
	const orders = Array.from({ length: rows }, (_, index) => order(index + 1));
	const id = desk.batchStore.create('orders.csv', { orders, leftOut: [] }, DEFAULT_BATCH_PLAN);
	const rowStates = () => desk.batchStore.rows(id, null, 0, 100).map(({ state }) => state);
	return { ...desk, id, sent, rowStates };
}

describe('a batch', () => {
	it('is rated, started, and done when every row has an outcome', async () => {
		const { batches, batchStore, journal, id, sent, rowStates } = open();
		expect(() => batches.start(id)).toThrow(/No row of this batch can be sent/);
		expect(await batches.rate(id)).toMatchObject({ counts: { rated: 4 }, ratedEur: 36, state: 'checked' });
		batches.start(id);
		await expect.poll(() => batchStore.state(id)).toBe('done');
		expect(rowStates()).toEqual(['booked', 'booked', 'booked', 'booked']);
		expect(sent).toEqual(['SO-1', 'SO-2', 'SO-3', 'SO-4']);
		expect(batches.progress(id)).toMatchObject({ bookedEur: 36, counts: { booked: 4 }, secondsLeft: null });
		const [row] = batchStore.rows(id, null, 0, 1);
		journal.markVoided(row?.shipment?.id ?? 0, 'void');
		expect(batches.progress(id)).toMatchObject({ bookedEur: 27, counts: { booked: 3, voided: 1 } });
		expect(() => batchStore.remove(id)).toThrow(/cannot be removed/);
	});

	it('sets values for all rows without a shipment, and keeps what the file did not show', async () => {
		const { batches, batchStore, rowStates, id: other } = open({}, 1);
		const unread = [{ path: 'contents.0.hsCode', code: 'unknown_hs_code', message: '9999.99 is not an HS code' }];
		const noParcel = {
			draft: { ...exampleDraft, parcels: [{ count: 1 }] },
			fieldErrors: [{ path: 'parcels.0.weightKg', code: 'unread', message: 'Weight (kg): "x" is not a number' }],
		} as unknown as Partial<BatchOrder>;
		const id = batchStore.create(
			'b',
			{ orders: [order(1, noParcel), order(2, { fieldErrors: unread }), order(3)], leftOut: [] },
			DEFAULT_BATCH_PLAN,
		);
		await batches.rate(id);
		const parcel = { lengthCm: 30, widthCm: 20, heightCm: 10, weightKg: 1.5 };
		const fill = { parcel, weightKg: null, rule: null, reasonForExport: 'gift', incoterms: null } as const;
		expect(await batches.fillRows(id, ['wrong', 'rated'], null, fill)).toEqual({ rowCount: 3 });
		const rows = batchStore.rows(id, null, 0, 10);
		expect(rows.map(({ state }) => state)).toEqual(['ready', 'wrong', 'ready']);
		expect(rows[1]?.fieldErrors).toEqual(unread);
		expect(batchStore.draft(id, 1)).toMatchObject({ parcels: [{ count: 1, ...parcel }], reasonForExport: 'gift' });
		// A row with a shipment stays as it is.
		await batches.rate(other);
		batches.start(other);
		await expect.poll(() => batchStore.state(other)).toBe('done');
		expect(rowStates()).toEqual(['booked']);
		batchStore.fillRows(other, [1], fill);
		expect(batchStore.draft(other, 1).reasonForExport).not.toBe('gift');
	});

	it('sets values for the chosen rows only, and a weight without a size', async () => {
		const { batches, batchStore, id } = open({}, 3);
		const fill = { parcel: null, weightKg: 7.5, rule: null, reasonForExport: null, incoterms: 'DDP' } as const;
		const before = batchStore.draft(id, 1).parcels[0];
		expect(await batches.fillRows(id, ['ready'], [1, 3, 99], fill)).toEqual({ rowCount: 2 });
		expect(batchStore.draft(id, 1)).toMatchObject({ parcels: [{ ...before, weightKg: 7.5 }], incoterms: 'DDP' });
		expect(batchStore.draft(id, 2).parcels[0]).toEqual(before);
		expect(batchStore.draft(id, 3).parcels[0]?.weightKg).toBe(7.5);
	});

	it('chooses the product of a row that has one, and the rule of the batch for the others', async () => {
		const options = [option(9), { ...option(12), productId: 77, carrier: 'DHL', product: 'Express' }];
		const booked: (number | undefined)[] = [];
		const { batches, batchStore, id } = open(
			{
				rates: async () => ({ errors: false, message: '', data: options }),
				createShipment: async (_draft, _key, { productId }) => {
					booked.push(productId);
					return booking();
				},
			},
			3,
		);
		const unchanged = { parcel: null, weightKg: null, reasonForExport: null, incoterms: null } as const;
		const express = { kind: 'product', productId: 77, name: 'DHL Express' } as const;
		const missing = { kind: 'product', productId: 5, name: 'DPD Classic' } as const;
		await batches.fillRows(id, ['ready'], [2], { ...unchanged, rule: express });
		await batches.fillRows(id, ['ready'], [3], { ...unchanged, rule: missing });
		expect(batchStore.row(id, 2)).toMatchObject({ wantedProduct: 'DHL Express', option: null });
		await batches.rate(id);
		const rows = () => batchStore.rows(id, null, 0, 10).map(({ option, rateError }) => option?.price ?? rateError);
		expect(rows()).toEqual([9, 12, expect.stringContaining('is not offered on this route')]);
		batches.start(id);
		await expect.poll(() => batchStore.state(id)).toBe('done');
		expect(booked).toEqual([1, 77]);
	});

	it('keeps the product of an edited row, and sets the rule of the batch again', async () => {
		const options = [option(9), { ...option(12), productId: 77, carrier: 'DHL', product: 'Express' }];
		const { batches, batchStore, id } = open({ rates: async () => ({ errors: false, message: '', data: options }) }, 3);
		const unchanged = { parcel: null, weightKg: null, reasonForExport: null, incoterms: null } as const;
		await batches.fillRows(id, ['ready'], [2], {
			...unchanged,
			rule: { kind: 'product', productId: 77, name: 'DHL Express' },
		});
		await batches.fillRows(id, ['ready'], [3], {
			...unchanged,
			rule: { kind: 'product', productId: 5, name: 'DPD Classic' },
		});
		const rows = () => batchStore.rows(id, null, 0, 10).map(({ option, rateError }) => option?.price ?? rateError);
		batches.editRow(id, 2, { ...batchStore.draft(id, 2), reference: 'X' });
		await batches.fillRows(id, ['ready'], [3], { ...unchanged, rule: 'batch' });
		await batches.rate(id);
		expect(rows()).toEqual([9, 12, 9]);
	});

	it('drops a price that was found with the earlier product of a row', async () => {
		const { batchStore, id } = open({}, 1);
		const ratable = batchStore.ratableRows(id);
		batchStore.fillRows(id, [1], {
			parcel: null,
			weightKg: null,
			reasonForExport: null,
			incoterms: null,
			rule: { kind: 'product', productId: 77, name: 'DHL Express' },
		});
		const { draft } = ratable[0] as (typeof ratable)[number];
		const priced = { carrier: 'C', product: 'P', productId: 1, price: 9, connectionId: 'x' };
		const { rule } = batchStore.plan(id);
		batchStore.saveRatingResults(id, rule, [{ position: 1, draft, rowRule: null, option: priced, rateError: '' }]);
		expect(batchStore.row(id, 1).option).toBeNull();
	});

	it('counts all rows that were left out, and keeps the first', () => {
		const { batchStore } = open({}, 1);
		const row = { rowNumbers: '1', reference: '', reason: 'x', isCancelled: false };
		const id = batchStore.create('b', { orders: [order(1)], leftOut: Array(250).fill(row) }, DEFAULT_BATCH_PLAN);
		const { leftOut, leftOutCount } = batchStore.summary(id);
		expect([leftOut.length, leftOutCount]).toEqual([200, 250]);
	});

	it('books no order again that already has a shipment, unless the user says so', async () => {
		const { batches, batchStore, id, sent, rowStates } = open({}, 2);
		await batches.rate(id);
		batches.start(id);
		await expect.poll(() => batchStore.state(id)).toBe('done');
		const again = batchStore.create(
			'orders.csv',
			{ orders: [order(1), order(2), order(3)], leftOut: [] },
			DEFAULT_BATCH_PLAN,
		);
		await batches.rate(again);
		expect(() => batches.start(again)).toThrow(
			/^2 orders already have a shipment: .*SO-1.*, .*SO-2.*\. Nothing was sent\.$/,
		);
		expect(batchStore.state(again)).toBe('checked');
		batches.start(again, 'leaveOut');
		await expect.poll(() => batchStore.state(again)).toBe('done');
		expect(sent).toEqual(['SO-1', 'SO-2', 'SO-3']);
		expect(batchStore.rows(again, null, 0, 9).map(({ state, rateError }) => [state, rateError !== ''])).toEqual([
			['ready', true],
			['ready', true],
			['booked', false],
		]);
		expect(rowStates()).toEqual(['booked', 'booked']);
		const third = batchStore.create('orders.csv', { orders: [order(1)], leftOut: [] }, DEFAULT_BATCH_PLAN);
		await batches.rate(third);
		batches.start(third, 'leaveOut');
		expect(batchStore.state(third)).toBe('checked');
		await batches.rate(third);
		batches.start(third, 'send');
		await expect.poll(() => batchStore.state(third)).toBe('done');
		expect(sent).toEqual(['SO-1', 'SO-2', 'SO-3', 'SO-1']);
	});

	it('gives each row its own outcome', async () => {
		const outcomes: ShipmentOutcome[] = [
			{ kind: 'rejected', error: new AppError('partner.rejected', 'zip code is wrong', { disposition: 'reject' }) },
			{ kind: 'unknown', message: 'lost' },
		];
		const client = { createShipment: async () => outcomes.shift() ?? booking() };
		const { batches, batchStore, journal, id, rowStates } = open(client);
		await batches.rate(id);
		batches.start(id);
		await expect.poll(() => batchStore.state(id)).toBe('done');
		expect(rowStates()).toEqual(['rejected', 'unknown', 'booked', 'booked']);
		const refused = batchStore.rows(id, 'rejected', 0, 10)[0];
		expect(refused?.shipment?.message).toBe('zip code is wrong');
		expect(journal.countRefused()).toBe(1);
		batches.editRow(id, refused?.position ?? 0, exampleDraft);
		expect(journal.countRefused()).toBe(0);
	});

	it('does not send an invalid row until it is edited', async () => {
		const desk = open();
		const id = desk.batchStore.create('b', { orders: [order(1), order(2, wrong)], leftOut: [] }, DEFAULT_BATCH_PLAN);
		await desk.batches.rate(id);
		desk.batches.start(id);
		await expect.poll(() => desk.batchStore.state(id)).toBe('done');
		expect(desk.batchStore.rows(id, null, 0, 10).map(({ state }) => state)).toEqual(['booked', 'wrong']);
		expect(desk.batches.editRow(id, 2, { ...exampleDraft, reference: 'EDITED' })).toMatchObject({ state: 'ready' });
		await desk.batches.rate(id);
		desk.batches.start(id);
		await expect.poll(() => desk.batchStore.row(id, 2).state).toBe('booked');
		expect(desk.sent).toEqual(['SO-1', 'EDITED']);
		expect(() => desk.batches.editRow(id, 1, exampleDraft)).toThrow(/now booked/);
	});

	it('is sent in the order of the carriers when labels are printed by carrier', async () => {
		const carriers = ['Zeta', 'Alpha', 'Zeta', 'Alpha'];
		let rateRequests = 0;
		const { batches, batchStore, id, sent } = open({
			rates: async () => {
				const carrier = carriers[rateRequests % 4] as string;
				rateRequests += 1;
				return { errors: false, message: '', data: [option(9, carrier)] };
			},
		});
		batches.savePlan(id, { ...DEFAULT_BATCH_PLAN, printOrder: 'carrier' });
		await batches.rate(id);
		const byCarrier = batchStore
			.rows(id, null, 0, 10)
			.map(({ reference, option: chosen }) => [chosen?.carrier, reference]);
		batches.start(id);
		await expect.poll(() => sent).toHaveLength(4);
		expect(sent).toEqual(byCarrier.sort().map(([, reference]) => reference));
	});

	it('is paused and resumed; when it is stopped, waiting rows are withdrawn and can be sent again', async () => {
		let continueBooking: () => void = () => {};
		const { batches, batchStore, id, sent, rowStates } = open({
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				await new Promise<void>((resolve) => {
					continueBooking = resolve;
				});
				return booking();
			},
		});
		await batches.rate(id);
		batches.start(id);
		await expect.poll(() => sent).toEqual(['SO-1']);
		batches.pause(id);
		expect(() => batches.savePlan(id, DEFAULT_BATCH_PLAN)).toThrow('Stop it first');
		continueBooking();
		await expect.poll(rowStates).toEqual(['booked', 'queued', 'queued', 'queued']);
		expect(sent).toEqual(['SO-1']);
		batches.start(id);
		await expect.poll(() => sent).toEqual(['SO-1', 'SO-2']);
		const stopped = batches.stop(id);
		continueBooking();
		await stopped;
		await expect.poll(rowStates).toEqual(['booked', 'booked', 'abandoned', 'abandoned']);
		expect(batchStore.state(id)).toBe('stopped');
		expect(batches.editRow(id, 3, batchStore.draft(id, 3)).state).toBe('ready');
	});

	it('holds a row whose price rose above the allowance, and continues', async () => {
		let price = 9;
		const { batches, batchStore, id, rowStates, shipments } = open({
			rates: async () => ({ errors: false, message: '', data: [option(price)] }),
		});
		await batches.rate(id);
		price = 9.46;
		batches.start(id);
		await expect.poll(() => batchStore.state(id)).toBe('done');
		expect(rowStates()).toEqual(['held', 'held', 'held', 'held']);
		shipments.release(batchStore.row(id, 1).shipment?.id ?? 0, 9.5);
		await expect.poll(rowStates).toEqual(['booked', 'held', 'held', 'held']);
	});

	it('reports why a row has no price, and discards the prices when the rule changes', async () => {
		const { batches, batchStore, id } = open();
		batches.savePlan(id, { ...DEFAULT_BATCH_PLAN, rule: { kind: 'fastest', withinEur: 5 } });
		await batches.rate(id);
		expect(batchStore.row(id, 1)).toMatchObject({
			state: 'ready',
			rateError: expect.stringContaining('No option costs 5.00 EUR'),
		});
		batches.savePlan(id, DEFAULT_BATCH_PLAN);
		expect(await batches.rate(id)).toMatchObject({ counts: { rated: 4 } });
		batches.savePlan(id, { ...DEFAULT_BATCH_PLAN, rule: { kind: 'product', productId: 1, name: 'C P' } });
		expect(batches.progress(id).counts).toMatchObject({ rated: 0, ready: 4 });
		expect(await batches.offeredProducts(id)).toEqual([{ productId: 1, name: 'C P' }]);
	});

	it('names a shared product id after the cheapest of its options', async () => {
		const { batches, id } = open({
			rates: async () => ({
				errors: false,
				message: '',
				data: [option(9, 'Economy'), option(20, 'Priority')],
			}),
		});
		expect(await batches.offeredProducts(id)).toEqual([{ productId: 1, name: 'Economy P' }]);
	});

	it('continues to queue when a full disk has space again, and does not end before', async () => {
		const { batches, batchStore, journal, id, rowStates } = open();
		await batches.rate(id);
		const { queue } = journal;
		let isFull = true;
		let attempts = 0;
		Object.assign(journal, {
			queue: (...parameters: Parameters<typeof queue>) => {
				attempts += 1;
				if (isFull) throw new AppError('storage.full', 'The disk is full');
				return queue(...parameters);
			},
		});
		batches.start(id);
		await expect.poll(() => attempts).toBeGreaterThan(0);
		expect(batchStore.state(id)).toBe('running');
		isFull = false;
		await expect.poll(rowStates).toEqual(['booked', 'booked', 'booked', 'booked']);
		await expect.poll(() => batchStore.state(id)).toBe('done');
	});

	it('withdraws a row that was being sent when the batch stopped and was not sent', async () => {
		let continueBooking: () => void = () => {};
		const { batches, batchStore, id, sent, rowStates } = open({
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				await new Promise<void>((resolve) => {
					continueBooking = resolve;
				});
				return {
					kind: 'rejected',
					error: new AppError('partner.unreachable', 'offline', { disposition: 'retry', retryable: true }),
				};
			},
		});
		await batches.rate(id);
		batches.start(id);
		await expect.poll(() => sent).toEqual(['SO-1']);
		await batches.stop(id);
		continueBooking();
		await expect.poll(rowStates).toEqual(['abandoned', 'abandoned', 'abandoned', 'abandoned']);
		expect(batchStore.state(id)).toBe('stopped');
	});

	it('rates the other rows when the rates request of one fails', async () => {
		const { batches, batchStore, id } = open({
			rates: async ({ totalValueEur, to }) => {
				if (to.countryCode === 'FR')
					throw new AppError('partner.failed', 'The service failed (500).', {
						disposition: 'unknown',
						retryable: true,
					});
				return { errors: false, message: String(totalValueEur), data: [option(9)] };
			},
		});
		batches.editRow(id, 2, { ...exampleDraft, to: { ...recipient, countryCode: 'FR' } });
		expect((await batches.rate(id)).counts).toMatchObject({ rated: 3, ready: 1 });
		expect(batchStore.row(id, 2).rateError).toContain('failed (500)');
	});

	it('sends no more rows per minute than its plan allows', async () => {
		const times: number[] = [];
		const { batches, batchStore, id } = open({
			createShipment: async () => {
				times.push(performance.now());
				return booking();
			},
		});
		batches.savePlan(id, { ...DEFAULT_BATCH_PLAN, perMinute: 600 });
		await batches.rate(id);
		batches.start(id);
		await expect.poll(() => batchStore.state(id)).toBe('done');
		// Three pauses of 0.1 s. Without them, all rows are sent within a few hundredths of a second.
		expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(150);
	});

	it('resumes after a crash at the same row, with the rows that were not queued yet', async () => {
		const { batches, batchStore, journal, database, id, sent, rowStates } = open();
		await batches.rate(id);
		// The state after a crash: running, one row was being sent, one is queued, two are not queued yet.
		batchStore.setState(id, 'running');
		const [first, second] = batchStore.ratedRowsToQueue(id);
		for (const row of [first, second]) {
			if (!row) continue;
			const entry = { connectionId: 'built-in', rule: DEFAULT_BATCH_PLAN.rule, limitEur: 10, batchId: id };
			batchStore.linkQueuedShipment(id, row.position, journal.queue(row.draft, entry, undefined));
		}
		journal.recordQueuedIntent(1, 1, testRequestTarget);
		journal.recoverInterrupted();
		expect(rowStates()).toEqual(['unknown', 'queued', 'rated', 'rated']);
		batches.resumeInterrupted();
		await expect.poll(() => batchStore.state(id)).toBe('done');
		expect(rowStates()).toEqual(['unknown', 'booked', 'booked', 'booked']);
		expect(sent).toEqual(['SO-2', 'SO-3', 'SO-4']);
		expect(database.all('SELECT * FROM shipment')).toHaveLength(4);
	});
});
