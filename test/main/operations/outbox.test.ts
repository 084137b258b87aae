// The outbox, reconciliation and the choice of options on a desk with a fake service, in real time.
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { RateOption } from '../../../src-contract/partner-api';
import type { ShipmentOutcome } from '../../../src-main/connections/service-interface';
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
const offlineError = () =>
	new AppError('partner.unreachable', 'offline', { disposition: 'retry', retryable: true, retryAfterMs: 5 });
const refusedKeyError = () => new AppError('partner.unauthorised', 'The key is refused.', { disposition: 'stop' });
const cheapest = { kind: 'cheapest' } as const;

let openedDesk: ShippingDesk | undefined;
afterEach(async () => {
	await openedDesk?.outbox.close();
	openedDesk = undefined;
});
function open(client: TestClient): ShippingDesk {
	openedDesk = openShippingDesk({ rates: async () => ({ errors: false, message: '', data: [option(9)] }), ...client });
	return openedDesk;
}
const queue = ({ shipments }: ShippingDesk, reference: string, limitEur = 10) =>
	shipments.queue({ ...exampleDraft, reference }, cheapest, limitEur, undefined).id;
const statesOf = ({ database }: ShippingDesk) =>
	database.all<{ state: string }>('SELECT state FROM shipment ORDER BY id').map(({ state }) => state);

describe('the outbox', () => {
	it('sends in queue order when the service is online again', async () => {
		let isDown = true;
		const sent: string[] = [];
		const desk = open({
			rates: async () => {
				if (isDown) throw offlineError();
				return { errors: false, message: '', data: [option(9)] };
			},
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				return booking();
			},
		});
		for (const reference of ['a', 'b', 'c']) queue(desk, reference);
		await expect.poll(() => desk.outbox.status()).toMatchObject({ queued: 3, reason: 'offline', isStopped: false });
		expect(sent).toEqual([]);
		isDown = false;
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked', 'booked']);
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(desk.outbox.status()).toEqual({
			queued: 0,
			held: 0,
			refused: 0,
			reason: '',
			retryAt: null,
			isStopped: false,
		});
	});

	it('keeps the queue position of a shipment that was not sent', async () => {
		const sent: string[] = [];
		let attempts = 0;
		const desk = open({
			createShipment: async ({ reference }) => {
				attempts += 1;
				if (attempts === 1) return { kind: 'rejected', error: offlineError() };
				sent.push(reference ?? '');
				return booking();
			},
		});
		for (const reference of ['a', 'b']) queue(desk, reference);
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked']);
		expect(sent).toEqual(['a', 'b']);
		expect(desk.journal.history(1).map(({ state }) => state)).toEqual([
			'composed',
			'queued',
			'sending',
			'queued',
			'sending',
			'booked',
		]);
	});

	it('holds a shipment over its price limit, continues with the next, and sends it once its price is allowed', async () => {
		const desk = open({ createShipment: async () => booking() });
		queue(desk, 'dear', 8.99);
		queue(desk, 'fine', 9);
		await expect.poll(() => statesOf(desk)).toEqual(['held', 'booked']);
		expect(desk.journal.summary(1)).toMatchObject({
			message: expect.stringMatching(/now costs 9\.00 EUR\. The limit is 8\.99 EUR/),
			limitEur: 8.99,
		});
		desk.shipments.release(1, 9.5);
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked']);
	});

	it('holds a shipment that no carrier offers or whose rates request is refused', async () => {
		let isRefused = false;
		const desk = open({
			rates: async () => {
				if (isRefused) throw new AppError('partner.rejected', 'toZipcode: is wrong', { disposition: 'reject' });
				return { errors: false, message: '', data: [] };
			},
		});
		queue(desk, 'a');
		await expect.poll(() => statesOf(desk)).toEqual(['held']);
		expect(desk.journal.summary(1).message).toContain('No carrier takes these parcels');
		isRefused = true;
		queue(desk, 'b');
		await expect.poll(() => statesOf(desk)).toEqual(['held', 'held']);
		expect(desk.journal.summary(2).message).toContain('toZipcode: is wrong');
	});

	it('stops when the key is refused, reports the reason, and continues when the key is accepted', async () => {
		let isRefused = true;
		let rateRequests = 0;
		const desk = open({
			rates: async () => {
				rateRequests += 1;
				if (isRefused) throw refusedKeyError();
				return { errors: false, message: '', data: [option(9)] };
			},
			createShipment: async () => booking(),
		});
		for (const reference of ['a', 'b', 'c']) queue(desk, reference);
		await expect.poll(() => desk.outbox.status().isStopped).toBe(true);
		desk.outbox.start();
		desk.outbox.wake();
		expect(desk.outbox.status().reason).toBe('The key is refused.');
		expect(rateRequests).toBe(1);
		isRefused = false;
		desk.outbox.resume();
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked', 'booked']);
	});

	it('sends shipments only to the service they were queued for, and reports that they wait', async () => {
		let isDown = true;
		const settings = { connectionId: 'https://one.example' };
		const desk = openShippingDesk(
			{
				rates: async () => {
					if (isDown) throw offlineError();
					return { errors: false, message: '', data: [option(9)] };
				},
				createShipment: async () => booking(),
			},
			settings,
		);
		openedDesk = desk;
		queue(desk, 'a');
		await expect.poll(() => desk.outbox.status().reason).toBe('offline');
		Object.assign(settings, { connectionId: 'https://other.example' });
		isDown = false;
		queue(desk, 'b');
		await expect.poll(() => statesOf(desk)).toEqual(['queued', 'booked']);
		await expect
			.poll(() => desk.outbox.status().reason)
			.toBe('1 shipment waits for https://one.example, which is not the current service.');
		Object.assign(settings, { connectionId: 'https://one.example' });
		desk.outbox.resume();
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked']);
	});

	it('stops after three unknown outcomes in a row', async () => {
		let isFailing = true;
		const desk = open({ createShipment: async () => (isFailing ? { kind: 'unknown', message: 'lost' } : booking()) });
		for (const reference of ['a', 'b', 'c', 'd', 'e']) queue(desk, reference);
		await expect.poll(() => desk.outbox.status().isStopped).toBe(true);
		expect(statesOf(desk)).toEqual(['unknown', 'unknown', 'unknown', 'queued', 'queued']);
		expect(desk.outbox.status().reason).toMatch(/3 shipments in a row are unconfirmed/);
		isFailing = false;
		desk.outbox.resume();
		await expect.poll(() => statesOf(desk).slice(3)).toEqual(['booked', 'booked']);
	});

	it('books nothing more while a booking is not saved', async () => {
		const sent: string[] = [];
		const desk = open({
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				return booking();
			},
		});
		const { recordBooking } = desk.journal;
		Object.assign(desk.journal, {
			recordBooking: () => {
				throw new AppError('storage.full', 'The disk is full');
			},
		});
		queue(desk, 'a');
		queue(desk, 'b');
		await expect.poll(() => desk.submission.hasUnwrittenOutcome()).toBe(true);
		desk.outbox.wake();
		// Far more turns of the event loop than a rates request and a booking take here.
		for (let turns = 0; turns < 100; turns += 1) await new Promise(setImmediate);
		expect(sent).toEqual(['a']);
		Object.assign(desk.journal, { recordBooking });
		await desk.submission.drain();
		await expect.poll(() => statesOf(desk)).toEqual(['booked', 'booked']);
		expect(sent).toEqual(['a', 'b']);
	});

	it('ignores the refusal of an old key after the key changed', async () => {
		let refuse: (error: Error) => void = () => {};
		let rateRequests = 0;
		const desk = open({
			rates: () => {
				rateRequests += 1;
				if (rateRequests > 1) return Promise.resolve({ errors: false, message: '', data: [option(9)] });
				return new Promise((_resolve, reject) => {
					refuse = reject;
				});
			},
			createShipment: async () => booking(),
		});
		queue(desk, 'a');
		await expect.poll(() => rateRequests).toBe(1);
		desk.outbox.resume();
		refuse(refusedKeyError());
		await expect.poll(() => statesOf(desk)).toEqual(['booked']);
	});

	it('skips a shipment with an unknown outcome and continues', async () => {
		const outcomes: ShipmentOutcome[] = [{ kind: 'unknown', message: 'lost', answer: { status: 500, text: '{}' } }];
		const desk = open({ createShipment: async () => outcomes.shift() ?? booking() });
		queue(desk, 'a');
		queue(desk, 'b');
		await expect.poll(() => statesOf(desk)).toEqual(['unknown', 'booked']);
		expect(desk.journal.listAnswers(1)).toMatchObject([{ status: 500, text: '{}' }]);
	});

	it('withdraws a shipment that is not sent yet', async () => {
		const desk = open({
			rates: async () => {
				throw refusedKeyError();
			},
		});
		const id = queue(desk, 'a');
		await expect.poll(() => desk.outbox.status().isStopped).toBe(true);
		expect(desk.shipments.withdraw(id).state).toBe('abandoned');
		expect(desk.outbox.status().queued).toBe(0);
	});

	it('waits while the disk is full, and loses nothing', async () => {
		const desk = open({ createShipment: async () => booking() });
		const { recordQueuedIntent } = desk.journal;
		Object.assign(desk.journal, {
			recordQueuedIntent: () => {
				throw new AppError('storage.full', 'The disk is full');
			},
		});
		queue(desk, 'a');
		await expect.poll(() => desk.outbox.status().reason).toBe('The disk is full');
		expect(statesOf(desk)).toEqual(['queued']);
		Object.assign(desk.journal, { recordQueuedIntent });
		desk.outbox.wake();
		await expect.poll(() => statesOf(desk)).toEqual(['booked']);
	});
});

describe('reconciliation of an unknown outcome', () => {
	const sentAt = new Date('2026-11-21T10:00:00Z');
	const hours = (count: number) => new Date(sentAt.getTime() + count * 3_600_000);
	const day = 24 * 3_600_000;

	it.each([
		['repeats the request at a service that keeps keys', sentAt, { retentionMs: day, serviceTime: hours(1) }, true],
		[
			'does not repeat the request at a service that declares no retention time',
			sentAt,
			{ retentionMs: 0, serviceTime: hours(1) },
			false,
		],
		[
			'does not repeat the request when the key may have expired',
			sentAt,
			{ retentionMs: day, serviceTime: hours(24) },
			false,
		],
		[
			'repeats the request later when the clock of the service went back',
			sentAt,
			{ retentionMs: day, serviceTime: hours(-1) },
			'later',
		],
		['does not repeat the request when its time is unknown', null, { retentionMs: day, serviceTime: hours(1) }, false],
		[
			'does not repeat the request when the service time is unknown',
			sentAt,
			{ retentionMs: day, serviceTime: undefined },
			false,
		],
	])('%s', (_name, serviceTime, retention, expected) => {
		expect(canRepeat({ serviceTime }, retention)).toBe(expected);
	});

	function openWithAnswers(answers: ShipmentOutcome[], retentionMs = day) {
		const keys: string[] = [];
		const desk = open({
			serviceTime: () => new Date(),
			keyRetention: async () => ({ retentionMs, serviceTime: new Date() }),
			createShipment: async (_request, key) => {
				keys.push(key);
				return answers.shift() ?? booking();
			},
		});
		return { desk, keys };
	}
	const lost: ShipmentOutcome = { kind: 'unknown', message: 'lost' };

	it('uses the same key and saves the result', async () => {
		const { desk, keys } = openWithAnswers([lost, lost]);
		expect((await desk.shipments.create(exampleDraft, 1, true)).state).toBe('unknown');
		desk.reconciliation.reconcileNow();
		await expect.poll(() => keys.length).toBe(2);
		await expect.poll(() => statesOf(desk)).toEqual(['booked']);
		expect(new Set(keys).size).toBe(1);
		await desk.reconciliation.close();
	});

	it('does not take a refusal for the answer to the first request', async () => {
		const refused: ShipmentOutcome = {
			kind: 'rejected',
			error: new AppError('partner.rejected', 'not offered', { disposition: 'reject' }),
		};
		const { desk, keys } = openWithAnswers([lost, refused]);
		await desk.shipments.create(exampleDraft, 1, true);
		expect(desk.countOperations()).toEqual({ inFlight: 0, unknown: 1 });
		desk.reconciliation.reconcileNow();
		await expect.poll(() => keys.length).toBe(2);
		await expect.poll(() => desk.journal.summary(1).message).toMatch(/repeated: not offered.*still unconfirmed/);
		expect(statesOf(desk)).toEqual(['unknown']);
		await desk.reconciliation.close();
	});

	it('does not take a draft for the answer to the first request', async () => {
		const draft: ShipmentOutcome = { kind: 'draft', partnerId: '100012', message: '' };
		const { desk, keys } = openWithAnswers([lost, draft]);
		await desk.shipments.create(exampleDraft, 1, true);
		desk.reconciliation.reconcileNow();
		await expect.poll(() => keys.length).toBe(2);
		await expect.poll(() => desk.journal.summary(1).message).toMatch(/saved a draft \(100012\)\..*still unconfirmed/);
		expect(statesOf(desk)).toEqual(['unknown']);
		await desk.reconciliation.close();
	});

	it('is skipped for another account, which does not know the key', async () => {
		const keys: string[] = [];
		const settings = { apiKeyDigest: 'one' };
		const desk = openShippingDesk(
			{
				serviceTime: () => new Date(),
				keyRetention: async () => ({ retentionMs: day, serviceTime: new Date() }),
				createShipment: async (_request, key) => {
					keys.push(key);
					return lost;
				},
			},
			settings,
		);
		await desk.shipments.create(exampleDraft, 1, true);
		Object.assign(settings, { apiKeyDigest: 'other' });
		desk.reconciliation.reconcileNow();
		// Resolves when the reconciliation in progress has ended.
		await desk.reconciliation.close();
		expect(keys).toHaveLength(1);
		expect(desk.reconciliation.isReconciledAutomatically(desk.submission.kind, desk.journal.readIntent(1))).toBe(false);
	});

	it('is skipped at a service that does not keep keys', async () => {
		const { desk, keys } = openWithAnswers([lost], 0);
		await desk.shipments.create(exampleDraft, 1, true);
		desk.reconciliation.reconcileNow();
		await desk.reconciliation.close();
		expect(keys).toHaveLength(1);
		expect(statesOf(desk)).toEqual(['unknown']);
	});

	it('keeps the outcome unknown when a user resends the request and it is not sent', async () => {
		const { desk } = openWithAnswers([lost, { kind: 'rejected', error: offlineError() }], 0);
		await desk.shipments.create(exampleDraft, 1, true);
		await expect(desk.shipments.resolve({ id: 1, outcome: 'sendAgain' })).rejects.toThrow('offline');
		expect(desk.journal.summary(1)).toMatchObject({
			state: 'unknown',
			message: expect.stringContaining('Not carried out this time'),
		});
	});

	it('lets a user resend the request and saves the result', async () => {
		const { desk, keys } = openWithAnswers([lost], 0);
		await desk.shipments.create(exampleDraft, 1, true);
		expect((await desk.shipments.resolve({ id: 1, outcome: 'wait' })).state).toBe('unknown');
		expect((await desk.shipments.resolve({ id: 1, outcome: 'sendAgain' })).state).toBe('booked');
		expect(new Set(keys).size).toBe(1);
		await expect(desk.shipments.resolve({ id: 1, outcome: 'sendAgain' })).rejects.toThrow(/no longer unconfirmed/);
	});
});

describe('a rule for the choice of an option', () => {
	const slow = option(8, { productId: 1, maxEstimatedTransitTimeInWorkingsDays: 5 });
	const quick = option(20, { productId: 2, maxEstimatedTransitTimeInWorkingsDays: 1 });
	const middle = option(12, { productId: 3, maxEstimatedTransitTimeInWorkingsDays: 2 });
	const withoutDays = option(6, { productId: 4, maxEstimatedTransitTimeInWorkingsDays: undefined });
	const all = [slow, quick, middle, withoutDays];

	it.each([
		['the cheapest option', cheapest, 4],
		['the fastest option up to a price', { kind: 'fastest', withinEur: 15 } as const, 3],
		[
			'the cheapest option within the price when none of these states its days',
			{ kind: 'fastest', withinEur: 7 } as const,
			4,
		],
		['one product', { kind: 'product', productId: 2, name: 'Quick' } as const, 2],
	])('chooses %s', (_name, rule, productId) => {
		expect(chooseOption(all, rule)).toMatchObject({ productId });
	});

	it('chooses the faster of two options with the same price, in any order', () => {
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
		['no option is offered', [], cheapest, /No carrier/],
		[
			'every option is too expensive',
			all,
			{ kind: 'fastest', withinEur: 5 } as const,
			/No option costs 5\.00 EUR.*cheapest costs 6\.00/,
		],
		[
			'the product is not offered',
			all,
			{ kind: 'product', productId: 9, name: 'Night' } as const,
			/Night is not offered/,
		],
	])('explains why it chooses none: %s', (_name, options, rule, reason) => {
		expect(chooseOption(options, rule)).toMatch(reason);
	});
});
