import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { RateOption } from '../../../src-contract/partner-api';
import type { ShipmentOutcome } from '../../../src-main/connections/port';
import { canRepeat } from '../../../src-main/operations/reconciliation';
import { chooseOption } from '../../../src-main/shipments/option-rules';
import { exampleDraft } from '../../fixtures/shipment-draft';
import { openShippingDesk, type ShippingDesk, type TestClient } from '../../fixtures/shipping-desk';

const option = (price: number, changes: Partial<RateOption> = {}): RateOption => ({
	carrier: 'C',
	product: 'P',
	productId: 1,
	price,
	maxEstimatedTransitTimeInWorkingsDays: 3,
	...changes,
});
let number = 0;
function booking(): ShipmentOutcome {
	number += 1;
	const shipment = { id: number, status: 's', carrier: 'C', product: 'P', price: 9, trackingNumber: `T${number}` };
	return { kind: 'booked', message: '', shipment: { ...shipment, trackingUrl: '' }, documents: [], warnings: [] };
}
const offlineError = () =>
	new AppError('partner.unreachable', 'offline', { disposition: 'retry', retryable: true, retryAfterMs: 5 });
const noKey = () => new AppError('partner.unauthorised', 'The key is refused.', { disposition: 'stop' });
const cheapest = { kind: 'cheapest' } as const;

let desk: ShippingDesk | undefined;
afterEach(async () => {
	await desk?.outbox.close();
	desk = undefined;
});
function open(client: TestClient): ShippingDesk {
	desk = openShippingDesk({ rates: async () => ({ errors: false, message: '', data: [option(9)] }), ...client });
	return desk;
}
const queue = ({ shipments }: ShippingDesk, reference: string, limitEur = 10) =>
	shipments.queue({ ...exampleDraft, reference }, cheapest, limitEur, undefined).id;
const statesOf = ({ database }: ShippingDesk) =>
	database.all<{ state: string }>('SELECT state FROM shipment ORDER BY id').map(({ state }) => state);

describe('the outbox', () => {
	it('sends in queue order when the service is online again', async () => {
		let isDown = true;
		const sent: string[] = [];
		const one = open({
			rates: async () => {
				if (isDown) throw offlineError();
				return { errors: false, message: '', data: [option(9)] };
			},
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				return booking();
			},
		});
		for (const reference of ['a', 'b', 'c']) queue(one, reference);
		await expect.poll(() => one.outbox.status()).toMatchObject({ queued: 3, reason: 'offline', isStopped: false });
		expect(sent).toEqual([]);
		isDown = false;
		await expect.poll(() => statesOf(one), { timeout: 5000 }).toEqual(['booked', 'booked', 'booked']);
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(one.outbox.status()).toEqual({
			queued: 0,
			held: 0,
			refused: 0,
			reason: '',
			retryAt: null,
			isStopped: false,
		});
	});

	it('keeps the place of what surely was not sent', async () => {
		const sent: string[] = [];
		let attempts = 0;
		const one = open({
			createShipment: async ({ reference }) => {
				attempts += 1;
				if (attempts === 1) return { kind: 'rejected', error: offlineError() };
				sent.push(reference ?? '');
				return booking();
			},
		});
		for (const reference of ['a', 'b']) queue(one, reference);
		await expect.poll(() => statesOf(one), { timeout: 5000 }).toEqual(['booked', 'booked']);
		expect(sent).toEqual(['a', 'b']);
		expect(one.journal.history(1).map(({ state }) => state)).toEqual([
			'composed',
			'queued',
			'sending',
			'queued',
			'sending',
			'booked',
		]);
	});

	it('holds what costs more than was allowed, goes on with the next, and sends it once that is allowed', async () => {
		const one = open({ createShipment: async () => booking() });
		queue(one, 'dear', 8.99);
		queue(one, 'fine', 9);
		await expect.poll(() => statesOf(one)).toEqual(['held', 'booked']);
		expect(one.journal.summary(1)).toMatchObject({
			message: expect.stringMatching(/now costs 9\.00 EUR\. The limit is 8\.99 EUR/),
			limitEur: 8.99,
		});
		one.shipments.release(1, 9.5);
		await expect.poll(() => statesOf(one)).toEqual(['booked', 'booked']);
	});

	it('holds what is not offered, or refused at the question for its price', async () => {
		let isRefused = false;
		const one = open({
			rates: async () => {
				if (isRefused) throw new AppError('partner.rejected', 'toZipcode: is wrong', { disposition: 'reject' });
				return { errors: false, message: '', data: [] };
			},
		});
		queue(one, 'a');
		await expect.poll(() => statesOf(one)).toEqual(['held']);
		expect(one.journal.summary(1).message).toContain('No carrier takes these parcels');
		isRefused = true;
		queue(one, 'b');
		await expect.poll(() => statesOf(one)).toEqual(['held', 'held']);
		expect(one.journal.summary(2).message).toContain('toZipcode: is wrong');
	});

	it('stops as a whole at a key that is refused, says so, and goes on when that is mended', async () => {
		let isRefused = true;
		let asked = 0;
		const one = open({
			rates: async () => {
				asked += 1;
				if (isRefused) throw noKey();
				return { errors: false, message: '', data: [option(9)] };
			},
			createShipment: async () => booking(),
		});
		for (const reference of ['a', 'b', 'c']) queue(one, reference);
		await expect.poll(() => one.outbox.status().isStopped).toBe(true);
		one.outbox.start();
		one.outbox.wake();
		expect(one.outbox.status().reason).toBe('The key is refused.');
		expect(asked).toBe(1);
		isRefused = false;
		one.outbox.resume();
		await expect.poll(() => statesOf(one)).toEqual(['booked', 'booked', 'booked']);
	});

	it('sends nothing to another service than it was queued for, and says that it waits', async () => {
		let isDown = true;
		const changing = { connectionId: 'https://one.example' };
		const one = openShippingDesk(
			{
				rates: async () => {
					if (isDown) throw offlineError();
					return { errors: false, message: '', data: [option(9)] };
				},
				createShipment: async () => booking(),
			},
			changing,
		);
		desk = one;
		queue(one, 'a');
		await expect.poll(() => one.outbox.status().reason).toBe('offline');
		Object.assign(changing, { connectionId: 'https://other.example' });
		isDown = false;
		queue(one, 'b');
		await expect.poll(() => statesOf(one)).toEqual(['queued', 'booked']);
		await expect
			.poll(() => one.outbox.status().reason)
			.toBe('1 shipment waits for https://one.example, which is not the current service.');
		Object.assign(changing, { connectionId: 'https://one.example' });
		one.outbox.resume();
		await expect.poll(() => statesOf(one)).toEqual(['booked', 'booked']);
	});

	it('stops when one after the other comes to an unknown end', async () => {
		let isFailing = true;
		const one = open({ createShipment: async () => (isFailing ? { kind: 'unknown', message: 'lost' } : booking()) });
		for (const reference of ['a', 'b', 'c', 'd', 'e']) queue(one, reference);
		await expect.poll(() => one.outbox.status().isStopped).toBe(true);
		expect(statesOf(one)).toEqual(['unknown', 'unknown', 'unknown', 'queued', 'queued']);
		expect(one.outbox.status().reason).toMatch(/3 shipments in a row are unconfirmed/);
		isFailing = false;
		one.outbox.resume();
		await expect.poll(() => statesOf(one).slice(3)).toEqual(['booked', 'booked']);
	});

	it('buys nothing more while a booking is not written down', async () => {
		const sent: string[] = [];
		const one = open({
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				return booking();
			},
		});
		const { recordBooking } = one.journal;
		Object.assign(one.journal, {
			recordBooking: () => {
				throw new AppError('storage.full', 'The disk is full');
			},
		});
		queue(one, 'a');
		queue(one, 'b');
		await expect.poll(() => one.submission.hasUnwritten()).toBe(true);
		one.outbox.wake();
		// Far more turns of the event loop than a price and a request take here.
		for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
		expect(sent).toEqual(['a']);
		Object.assign(one.journal, { recordBooking });
		await one.submission.drain();
		await expect.poll(() => statesOf(one)).toEqual(['booked', 'booked']);
		expect(sent).toEqual(['a', 'b']);
	});

	it('takes no refusal of an old key for one of the new', async () => {
		let refuse: (error: Error) => void = () => {};
		let asked = 0;
		const one = open({
			rates: () => {
				asked += 1;
				if (asked > 1) return Promise.resolve({ errors: false, message: '', data: [option(9)] });
				return new Promise((_resolve, reject) => {
					refuse = reject;
				});
			},
			createShipment: async () => booking(),
		});
		queue(one, 'a');
		await expect.poll(() => asked).toBe(1);
		one.outbox.resume();
		refuse(noKey());
		await expect.poll(() => statesOf(one)).toEqual(['booked']);
	});

	it('does not repeat a shipment with an unknown outcome, and continues', async () => {
		const outcomes: ShipmentOutcome[] = [{ kind: 'unknown', message: 'lost', answer: { status: 500, text: '{}' } }];
		const one = open({ createShipment: async () => outcomes.shift() ?? booking() });
		queue(one, 'a');
		queue(one, 'b');
		await expect.poll(() => statesOf(one)).toEqual(['unknown', 'booked']);
		expect(one.journal.listAnswers(1)).toMatchObject([{ status: 500, text: '{}' }]);
	});

	it('is withdrawn until it goes', async () => {
		const one = open({
			rates: async () => {
				throw noKey();
			},
		});
		const id = queue(one, 'a');
		await expect.poll(() => one.outbox.status().isStopped).toBe(true);
		expect(one.shipments.withdraw(id).state).toBe('abandoned');
		expect(one.outbox.status().queued).toBe(0);
	});

	it('waits while the disk is full, and loses nothing', async () => {
		const one = open({ createShipment: async () => booking() });
		const intend = one.journal.recordQueuedIntent;
		Object.assign(one.journal, {
			recordQueuedIntent: () => {
				throw new AppError('storage.full', 'The disk is full');
			},
		});
		queue(one, 'a');
		await expect.poll(() => one.outbox.status().reason).toBe('The disk is full');
		expect(statesOf(one)).toEqual(['queued']);
		Object.assign(one.journal, { recordQueuedIntent: intend });
		one.outbox.wake();
		await expect.poll(() => statesOf(one)).toEqual(['booked']);
	});
});

describe('reconciliation of unknown outcomes', () => {
	const sent = new Date('2026-11-21T10:00:00Z');
	const hours = (count: number) => new Date(sent.getTime() + count * 3_600_000);
	const day = 24 * 3_600_000;

	it.each([
		['at a service that keeps keys', sent, { retentionMs: day, serviceTime: hours(1) }, true],
		['not at one that does not say so', sent, { retentionMs: 0, serviceTime: hours(1) }, false],
		['not when the key may be gone', sent, { retentionMs: day, serviceTime: hours(24) }, false],
		['later when the clock went back', sent, { retentionMs: day, serviceTime: hours(-1) }, 'later'],
		['not when it is not known when it went', null, { retentionMs: day, serviceTime: hours(1) }, false],
		['not when its clock is not known', sent, { retentionMs: day, serviceTime: undefined }, false],
	])('%s', (_name, serviceTime, kept, expected) => {
		expect(canRepeat({ serviceTime }, kept)).toBe(expected);
	});

	function deskWithUnknown(answers: ShipmentOutcome[], retentionMs = day) {
		const keys: string[] = [];
		const one = open({
			serviceTime: () => new Date(),
			keyRetention: async () => ({ retentionMs, serviceTime: new Date() }),
			createShipment: async (_request, key) => {
				keys.push(key);
				return answers.shift() ?? booking();
			},
		});
		return { one, keys };
	}
	const lost: ShipmentOutcome = { kind: 'unknown', message: 'lost' };

	it('uses the same key, and writes what it finds', async () => {
		const { one, keys } = deskWithUnknown([lost, lost]);
		expect((await one.shipments.create(exampleDraft, 1, true)).state).toBe('unknown');
		one.reconciliation.reconcileNow();
		await expect.poll(() => keys.length).toBe(2);
		await expect.poll(() => statesOf(one)).toEqual(['booked']);
		expect(new Set(keys).size).toBe(1);
		await one.reconciliation.close();
	});

	it('takes no refusal for an answer about the first request', async () => {
		const refused: ShipmentOutcome = {
			kind: 'rejected',
			error: new AppError('partner.rejected', 'not offered', { disposition: 'reject' }),
		};
		const { one, keys } = deskWithUnknown([lost, refused]);
		await one.shipments.create(exampleDraft, 1, true);
		expect(one.countOperations()).toEqual({ inFlight: 0, unknown: 1 });
		one.reconciliation.reconcileNow();
		await expect.poll(() => keys.length).toBe(2);
		await expect.poll(() => one.journal.summary(1).message).toMatch(/repeated: not offered.*still unconfirmed/);
		expect(statesOf(one)).toEqual(['unknown']);
		await one.reconciliation.close();
	});

	it('takes no draft for an answer about the first request', async () => {
		const draft: ShipmentOutcome = { kind: 'draft', partnerId: '100012', message: '' };
		const { one, keys } = deskWithUnknown([lost, draft]);
		await one.shipments.create(exampleDraft, 1, true);
		one.reconciliation.reconcileNow();
		await expect.poll(() => keys.length).toBe(2);
		await expect.poll(() => one.journal.summary(1).message).toMatch(/saved a draft \(100012\)\..*still unconfirmed/);
		expect(statesOf(one)).toEqual(['unknown']);
		await one.reconciliation.close();
	});

	it('is not done from another account, which does not know the key', async () => {
		const keys: string[] = [];
		const changing = { account: 'one' };
		const one = openShippingDesk(
			{
				serviceTime: () => new Date(),
				keyRetention: async () => ({ retentionMs: day, serviceTime: new Date() }),
				createShipment: async (_request, key) => {
					keys.push(key);
					return lost;
				},
			},
			changing,
		);
		await one.shipments.create(exampleDraft, 1, true);
		Object.assign(changing, { account: 'other' });
		one.reconciliation.reconcileNow();
		// Resolves when what was begun is done.
		await one.reconciliation.close();
		expect(keys).toHaveLength(1);
		expect(one.reconciliation.isReconciledAutomatically(one.submission.kind, one.journal.readIntent(1))).toBe(false);
	});

	it('is not done at a service that does not keep keys', async () => {
		const { one, keys } = deskWithUnknown([lost], 0);
		await one.shipments.create(exampleDraft, 1, true);
		one.reconciliation.reconcileNow();
		await one.reconciliation.close();
		expect(keys).toHaveLength(1);
		expect(statesOf(one)).toEqual(['unknown']);
	});

	it('leaves the outcome unknown when the user sends it again and nothing is sent', async () => {
		const { one } = deskWithUnknown([lost, { kind: 'rejected', error: offlineError() }], 0);
		await one.shipments.create(exampleDraft, 1, true);
		await expect(one.shipments.resolve({ id: 1, outcome: 'sendAgain' })).rejects.toThrow('offline');
		expect(one.journal.summary(1)).toMatchObject({
			state: 'unknown',
			message: expect.stringContaining('Not sent this time'),
		});
	});

	it('lets the user send again, and stores the outcome', async () => {
		const { one, keys } = deskWithUnknown([lost], 0);
		await one.shipments.create(exampleDraft, 1, true);
		expect((await one.shipments.resolve({ id: 1, outcome: 'wait' })).state).toBe('unknown');
		expect((await one.shipments.resolve({ id: 1, outcome: 'sendAgain' })).state).toBe('booked');
		expect(new Set(keys).size).toBe(1);
		await expect(one.shipments.resolve({ id: 1, outcome: 'sendAgain' })).rejects.toThrow(/no longer unconfirmed/);
	});
});

describe('a rule', () => {
	const slow = option(8, { productId: 1, maxEstimatedTransitTimeInWorkingsDays: 5 });
	const quick = option(20, { productId: 2, maxEstimatedTransitTimeInWorkingsDays: 1 });
	const middle = option(12, { productId: 3, maxEstimatedTransitTimeInWorkingsDays: 2 });
	const silent = option(6, { productId: 4, maxEstimatedTransitTimeInWorkingsDays: undefined });
	const all = [slow, quick, middle, silent];

	it.each([
		['Cheapest option', cheapest, 4],
		['Fastest option up to a price', { kind: 'fastest', withinEur: 15 } as const, 3],
		['the fastest, the cheapest when none says its days', { kind: 'fastest', withinEur: 7 } as const, 4],
		['One product', { kind: 'product', productId: 2, name: 'Quick' } as const, 2],
	])('chooses %s', (_name, rule, productId) => {
		expect(chooseOption(all, rule)).toMatchObject({ productId });
	});

	it('chooses the faster of two equal prices, in whatever order they came', () => {
		const slower = option(5, { productId: 5, maxEstimatedTransitTimeInWorkingsDays: 4 });
		const faster = option(5, { productId: 6, maxEstimatedTransitTimeInWorkingsDays: 2 });
		expect(chooseOption([...all, slower, faster], cheapest)).toMatchObject({ productId: 6 });
		expect(chooseOption([...all, faster, slower], cheapest)).toMatchObject({ productId: 6 });
	});

	it('chooses the named option of several with one product id, and the cheapest of them when none has that name', () => {
		const dear = option(30, { productId: 7, carrier: 'Test Carrier', product: 'Priority' });
		const cheap = option(10, { productId: 7, carrier: 'Test Carrier', product: 'Economy' });
		const ofName = (name: string) => ({ kind: 'product', productId: 7, name }) as const;
		expect(chooseOption([cheap, dear], ofName('Test Carrier Priority'))).toMatchObject({ price: 30 });
		expect(chooseOption([dear, cheap], ofName('Test Carrier Express'))).toMatchObject({ price: 10 });
	});

	it.each([
		['nothing is offered', [], cheapest, /No carrier/],
		[
			'all is too dear',
			all,
			{ kind: 'fastest', withinEur: 5 } as const,
			/No option costs 5\.00 EUR.*cheapest costs 6\.00/,
		],
		['it is not offered', all, { kind: 'product', productId: 9, name: 'Night' } as const, /Night is not offered/],
	])('says why it chooses none: %s', (_name, options, rule, words) => {
		expect(chooseOption(options, rule)).toMatch(words);
	});
});
