import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { Order } from '../../../src-contract/model/order';
import type { RateOption } from '../../../src-contract/partner-api';
import type { ShipmentOutcome } from '../../../src-main/connections/port';
import { DEFAULT_BATCH_PLAN } from '../../../src-main/shipments/batches/batch-store';
import { exampleDraft, recipient, testRequestTarget } from '../../fixtures/shipment-draft';
import { openShippingDesk, type ShippingDesk, type TestClient } from '../../fixtures/shipping-desk';

const option = (price: number, carrier = 'C', productId = 1): RateOption => ({
	carrier,
	product: 'P',
	productId,
	price,
});
let number = 0;
function booking(): ShipmentOutcome {
	number += 1;
	const shipment = { id: number, status: 's', carrier: 'C', product: 'P', price: 9, trackingNumber: `T${number}` };
	return { kind: 'booked', message: '', shipment: { ...shipment, trackingUrl: '' }, documents: [], warnings: [] };
}
const order = (at: number, changes: Partial<Order> = {}): Order => ({
	row: String(at + 1),
	draft: { ...exampleDraft, reference: `SO-${at}`, to: { ...recipient, companyName: `Firm ${at}` } },
	fieldErrors: [],
	warnings: [],
	addressId: null,
	...changes,
});
const wrong = { fieldErrors: [{ path: 'incoterms', code: 'required', message: 'incoterms are required' }] };

let desk: ShippingDesk | undefined;
afterEach(async () => {
	await desk?.outbox.close();
	await desk?.batches.close();
	desk = undefined;
});
function open(client: TestClient = {}, rows = 4) {
	const sent: string[] = [];
	const one = openShippingDesk({
		rates: async () => ({ errors: false, message: '', data: [option(9)] }),
		createShipment: async ({ reference }) => {
			sent.push(reference ?? '');
			return booking();
		},
		...client,
	});
	desk = one;
	const orders = Array.from({ length: rows }, (_, at) => order(at + 1));
	const id = one.batchStore.create('orders.csv', orders, DEFAULT_BATCH_PLAN);
	const rowStates = () => one.batchStore.rows(id, null, 0, 100).map(({ state }) => state);
	return { ...one, id, sent, rowStates };
}

describe('a batch', () => {
	it('is rated, started, and done when every row has its outcome', async () => {
		const { batches, batchStore, id, sent, rowStates } = open();
		expect(() => batches.start(id)).toThrow(/No row of this batch can be sent/);
		expect(await batches.rate(id)).toMatchObject({ counts: { rated: 4 }, ratedEur: 36, state: 'checked' });
		batches.start(id);
		await expect.poll(() => batchStore.state(id)).toBe('done');
		expect(rowStates()).toEqual(['booked', 'booked', 'booked', 'booked']);
		expect(sent).toEqual(['SO-1', 'SO-2', 'SO-3', 'SO-4']);
		expect(batches.progress(id)).toMatchObject({ bookedEur: 36, counts: { booked: 4 }, secondsLeft: null });
		expect(() => batchStore.remove(id)).toThrow(/cannot be removed/);
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

	it('sends no row that lacks something, until it is mended', async () => {
		const one = open();
		const id = one.batchStore.create('b', [order(1), order(2, wrong)], DEFAULT_BATCH_PLAN);
		await one.batches.rate(id);
		one.batches.start(id);
		await expect.poll(() => one.batchStore.state(id)).toBe('done');
		expect(one.batchStore.rows(id, null, 0, 10).map(({ state }) => state)).toEqual(['booked', 'wrong']);
		expect(one.batches.editRow(id, 2, { ...exampleDraft, reference: 'MENDED' })).toMatchObject({ state: 'ready' });
		await one.batches.rate(id);
		one.batches.start(id);
		await expect.poll(() => one.batchStore.row(id, 2).state).toBe('booked');
		expect(one.sent).toEqual(['SO-1', 'MENDED']);
		expect(() => one.batches.editRow(id, 1, exampleDraft)).toThrow(/now booked/);
	});

	it('goes by carrier when labels are to come out so', async () => {
		const carriers = ['Zeta', 'Alpha', 'Zeta', 'Alpha'];
		let asked = 0;
		const { batches, batchStore, id, sent } = open({
			rates: async () => {
				const carrier = carriers[asked % 4] as string;
				asked += 1;
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

	it('is paused and gone on with; stopped, what waits is withdrawn and can be sent again', async () => {
		let goOn: () => void = () => {};
		const { batches, batchStore, id, sent, rowStates } = open({
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				await new Promise<void>((resolve) => {
					goOn = resolve;
				});
				return booking();
			},
		});
		await batches.rate(id);
		batches.start(id);
		await expect.poll(() => sent).toEqual(['SO-1']);
		batches.pause(id);
		goOn();
		await expect.poll(rowStates).toEqual(['booked', 'queued', 'queued', 'queued']);
		expect(sent).toEqual(['SO-1']);
		batches.start(id);
		await expect.poll(() => sent).toEqual(['SO-1', 'SO-2']);
		const stopped = batches.stop(id);
		goOn();
		await stopped;
		await expect.poll(rowStates).toEqual(['booked', 'booked', 'abandoned', 'abandoned']);
		expect(batchStore.state(id)).toBe('stopped');
		expect(batches.editRow(id, 3, batchStore.draft(id, 3)).state).toBe('ready');
	});

	it('holds a row that became dearer than the allowance, and goes on', async () => {
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

	it('says why a row was not priced, and forgets the prices with the rule', async () => {
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
		expect(await batches.products(id)).toEqual([{ productId: 1, name: 'C P' }]);
	});

	it('names a product id that several options share after the cheapest of them', async () => {
		const { batches, id } = open({
			rates: async () => ({
				errors: false,
				message: '',
				data: [option(9, 'Economy'), option(20, 'Priority')],
			}),
		});
		expect(await batches.products(id)).toEqual([{ productId: 1, name: 'Economy P' }]);
	});

	it('goes on queuing when a disk that was full has room, and does not end before', async () => {
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
		await expect.poll(rowStates, { timeout: 8000 }).toEqual(['booked', 'booked', 'booked', 'booked']);
		await expect.poll(() => batchStore.state(id)).toBe('done');
	}, 15_000);

	it('withdraws what was on its way when it was stopped, and was not sent', async () => {
		let goOn: () => void = () => {};
		const { batches, batchStore, id, sent, rowStates } = open({
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				await new Promise<void>((resolve) => {
					goOn = resolve;
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
		goOn();
		await expect.poll(rowStates).toEqual(['abandoned', 'abandoned', 'abandoned', 'abandoned']);
		expect(batchStore.state(id)).toBe('stopped');
	});

	it('prices the other rows when one cannot be priced', async () => {
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

	it('keeps its pace', async () => {
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
		await expect.poll(() => batchStore.state(id), { timeout: 5000 }).toBe('done');
		// Three pauses of a tenth of a second; without them all go within a few hundredths.
		expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(150);
	});

	it('goes on at the very row after a crash, with rows that were not queued yet', async () => {
		const { batches, batchStore, journal, database, id, sent, rowStates } = open();
		await batches.rate(id);
		// As a crash leaves it: running, one row booked, one queued, two not queued yet.
		batchStore.setState(id, 'running');
		const [first, second] = batchStore.sendableRows(id);
		for (const row of [first, second]) {
			if (!row) continue;
			const entry = { connectionId: 'built-in', rule: DEFAULT_BATCH_PLAN.rule, limitEur: 10, batchId: id };
			batchStore.setShipment(id, row.position, journal.queue(row.draft, entry, undefined));
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
