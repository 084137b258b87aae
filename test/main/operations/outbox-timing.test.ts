// The outbox on a simulated clock: when it sends, how long it pauses, when it stops, and what it holds.
// The journal is real; the test fakes the service and its answers.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import type { RateOption } from '../../../src-contract/partner-api';
import type { RatesInput, ShipmentOutcome } from '../../../src-main/connections/service-interface';
import { createJournal } from '../../../src-main/operations/journal';
import type { Operations } from '../../../src-main/operations/kinds';
import { createQueuedBooking } from '../../../src-main/operations/kinds/queued-booking';
import { createOutbox } from '../../../src-main/operations/outbox';
import type { QueueOptions } from '../../../src-main/operations/queue';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { chooseOption } from '../../../src-main/shipments/option-rules';
import { exampleDraft } from '../../fixtures/shipment-draft';

const SERVICE_TIME = new Date('2026-11-21T09:59:00Z');
const option: RateOption = { carrier: 'DHL', product: 'Express', productId: 11, price: 9 };
const shipment = { id: 7, status: 's', carrier: 'DHL', product: 'Express', trackingNumber: '3S1', trackingUrl: '' };
const booked: ShipmentOutcome = { kind: 'booked', message: '', shipment, documents: [], warnings: [] };
const unknown: ShipmentOutcome = { kind: 'unknown', message: 'No answer.' };
const rejected = (error: AppError): ShipmentOutcome => ({ kind: 'rejected', error });
const offline = (retryAfterMs?: number) =>
	new AppError('partner.unreachable', 'No connection.', { disposition: 'retry', retryAfterMs });
const refusedKey = () => new AppError('partner.unauthorised', 'The key is refused.', { disposition: 'stop' });

const START_MS = Date.parse('2026-11-21T10:00:00Z');
/** ISO 8601 time, `ms` milliseconds from now. */
const isoTimeIn = (ms: number): string => new Date(START_MS + performance.now() + ms).toISOString();

/** Runs everything that waits for no timer. `setImmediate` is the real one, so that the outbox can yield without time passing. */
async function flushPending(): Promise<void> {
	for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

function openOutbox(settings: { perMinute?: number } = {}) {
	const database = openDatabase(
		path.join(mkdtempSync(path.join(tmpdir(), 'waybill-outbox-')), 'waybill.db'),
		migrations,
	);
	const documents = { receive: () => 0, hasReceivedDocuments: () => false, discardReceived: () => {} };
	const journal = createJournal(database, documents, () => new Date('2026-11-21T10:00:00Z'));
	const state = { connectionId: 'built-in', hasUnwrittenOutcome: false, perMinute: settings.perMinute ?? 0 };
	const sent: string[] = [];
	const errors: unknown[] = [];
	/** Reference of each processed shipment, and the outbox's reason to wait at that time. */
	const processed: { reference: string; reason: string }[] = [];
	const counts = { rateRequests: 0, idle: 0 };
	/** Reference of the last shipment whose rates were requested. A rates request has no reference: `queue` puts it into the city. */
	let lastReference = '';
	/** Ids reported to the desk as refused. */
	const refused: number[] = [];
	const service = {
		rates: async (): Promise<RateOption[]> => [option],
		outcome: async (): Promise<ShipmentOutcome> => booked,
		/** Called when the outbox has nothing left to send. */
		onIdle: (): void => {},
	};
	const client = {
		async rates({ to }: RatesInput) {
			counts.rateRequests += 1;
			lastReference = to.city ?? '';
			return { errors: false, message: '', data: await service.rates() };
		},
		serviceTime: () => SERVICE_TIME,
	};
	const submission: Pick<Operations['booking'], 'submit'> = {
		async submit(id: number) {
			sent.push(journal.summary(id).reference);
			const outcome = await service.outcome();
			if (outcome.kind === 'booked') journal.recordBooking(id, outcome.shipment, '', []);
			else if (outcome.kind === 'unknown') journal.recordUnknown(id, outcome.message);
			else if (outcome.kind === 'rejected' && outcome.error.code === 'partner.rejected')
				journal.recordRejection(id, outcome.error.message);
			else journal.recordNotCarriedOut(id, 'It was not sent.');
			const followUp = Promise.resolve();
			return outcome.kind === 'booked' || outcome.kind === 'draft'
				? { outcome: { kind: 'succeeded', result: outcome }, followUp }
				: { outcome, followUp };
		},
	};
	const connectionId = () => state.connectionId;
	const outbox = createOutbox({
		journal,
		createProcessor: (context) =>
			createQueuedBooking({
				...context,
				journal,
				client,
				submission,
				chooseOption,
				connectionId,
				apiKeyDigest: () => 'digest of the key',
				onRefused: (id) => refused.push(id),
			}),
		hasUnwrittenOutcome: () => state.hasUnwrittenOutcome,
		connectionId,
		connectionName: (id) => (id === 'built-in' ? 'builtIn' : id),
		perMinute: () => state.perMinute,
		now: () => new Date(START_MS + performance.now()),
		onProcessed: ({ id }) =>
			processed.push({ reference: journal.summary(id).reference, reason: outbox.status().reason }),
		onIdle() {
			counts.idle += 1;
			service.onIdle();
		},
		onChange: () => {},
		onError: (error) => errors.push(error),
	});
	const entry: QueueOptions = { connectionId: 'built-in', rule: { kind: 'cheapest' }, limitEur: 10 };
	const queue = (references: string, changes: Partial<QueueOptions> = {}) =>
		[...references].map((reference) =>
			journal.queue(
				{ ...exampleDraft, reference, to: { ...exampleDraft.to, city: reference } },
				{ ...entry, ...changes },
				undefined,
			),
		);
	const opened = {
		database,
		journal,
		outbox,
		state,
		service,
		counts,
		lastReference: () => lastReference,
		refused,
		sent,
		errors,
		processed,
		queue,
		stateOf: (id: number | undefined) => journal.summary(id ?? 0).state,
		/** Queues shipments of a running batch. */
		queueBatch(references: string): { batchId: number; ids: number[] } {
			const batchId = database.run(
				`INSERT INTO batch (name, state, rule, print_order, per_minute, allowance_percent, created_at)
				VALUES ('orders.csv', 'running', '{}', 'listed', 0, 0, '2026-11-21')`,
			);
			return { batchId, ids: queue(references, { batchId }) };
		},
		pauseBatch: (batchId: number) => database.run("UPDATE batch SET state = 'paused' WHERE id = ?", batchId),
		async run(): Promise<void> {
			outbox.start();
			await flushPending();
		},
		/** Answers each rates request with the next answer, and all further ones with the last. */
		answerRates(...answers: (Error | RateOption[])[]): void {
			service.rates = async () => {
				const answer = answers.length > 1 ? answers.shift() : answers[0];
				if (answer instanceof Error) throw answer;
				return answer ?? [];
			};
		},
		answerBooking(...outcomes: ShipmentOutcome[]): void {
			service.outcome = async () => (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? booked;
		},
	};
	openedOutbox = opened;
	return opened;
}
let openedOutbox: ReturnType<typeof openOutbox> | undefined;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
	// A pause is multiplied by a random factor: at the random number 0.5 it is 1.
	vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(async () => {
	void openedOutbox?.outbox.close();
	await flushPending();
	openedOutbox = undefined;
	vi.restoreAllMocks();
	vi.useRealTimers();
});

/** @returns the times in ms from now at which the outbox requests rates */
async function rateRequestTimes({ counts }: { counts: { rateRequests: number } }, durationMs: number, stepMs: number) {
	const times: number[] = [];
	let before = counts.rateRequests;
	for (let timeMs = stepMs; timeMs <= durationMs; timeMs += stepMs) {
		await vi.advanceTimersByTimeAsync(stepMs);
		await flushPending();
		if (counts.rateRequests > before) times.push(timeMs);
		before = counts.rateRequests;
	}
	return times;
}

/** Advances the clock in steps of 1 s, with the work of the outbox in between. */
async function elapse(ms: number): Promise<void> {
	for (let passedMs = 0; passedMs < ms; passedMs += 1000) {
		await vi.advanceTimersByTimeAsync(1000);
		await flushPending();
	}
}

describe('processing', () => {
	it('sends each shipment in order, then reports that the queue is empty', async () => {
		const { outbox, journal, queue, run, sent, processed, counts, errors } = openOutbox();
		const ids = queue('abc');
		expect(outbox.status()).toEqual({ queued: 3, held: 0, refused: 0, reason: '', retryAt: null, isStopped: false });
		await run();
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(ids.map((id) => journal.summary(id).state)).toEqual(['booked', 'booked', 'booked']);
		expect(processed.map(({ reference }) => reference)).toEqual(['a', 'b', 'c']);
		expect(processed.map(({ reason }) => reason)).toEqual(['', '', '']);
		expect(counts).toEqual({ rateRequests: 3, idle: 1 });
		expect(outbox.status()).toEqual({ queued: 0, held: 0, refused: 0, reason: '', retryAt: null, isStopped: false });
		expect(errors).toEqual([]);
	});

	it('stores the intent with its destination before the request', async () => {
		const { journal, queue, run, service } = openOutbox();
		const [id = 0] = queue('a');
		let intent: ReturnType<typeof journal.readIntent> | undefined;
		service.outcome = async () => {
			intent = journal.readIntent(id);
			return booked;
		};
		await run();
		expect(intent).toMatchObject({
			state: 'sending',
			productId: 11,
			connectionId: 'built-in',
			apiKeyDigest: 'digest of the key',
			serviceTime: SERVICE_TIME,
		});
	});

	it('runs once when it is started several times', async () => {
		const { outbox, queue, run, counts, sent } = openOutbox();
		queue('a');
		outbox.start();
		outbox.start();
		outbox.wake();
		await run();
		expect(sent).toEqual(['a']);
		expect(counts.rateRequests).toBe(1);
	});

	it('sends a shipment that is queued while the outbox becomes idle', async () => {
		const { outbox, queue, run, sent, service, counts } = openOutbox();
		queue('a');
		service.onIdle = () => {
			service.onIdle = () => {};
			queue('b');
			outbox.wake();
		};
		await run();
		expect(sent).toEqual(['a', 'b']);
		expect(counts.idle).toBe(2);
	});

	it('continues after the rejection of one shipment', async () => {
		const { queue, run, answerBooking, sent, stateOf, processed } = openOutbox();
		const [first, second] = queue('ab');
		answerBooking(
			rejected(new AppError('partner.rejected', 'The postcode is wrong.', { disposition: 'reject' })),
			booked,
		);
		await run();
		expect(sent).toEqual(['a', 'b']);
		expect([stateOf(first), stateOf(second)]).toEqual(['rejected', 'booked']);
		expect(processed.map(({ reason }) => reason)).toEqual(['', '']);
	});
});

describe('a shipment is held', () => {
	it('when it costs more than its limit; the next one is sent', async () => {
		const { outbox, journal, queue, run, sent, processed } = openOutbox();
		const [overpriced = 0] = queue('a', { limitEur: 8.99 });
		queue('b', { limitEur: 9 });
		await run();
		expect(sent).toEqual(['b']);
		expect(journal.summary(overpriced)).toMatchObject({
			state: 'held',
			message:
				'DHL Express now costs 9.00 EUR. The limit is 8.99 EUR. Nothing was sent. Approve the price, or withdraw the shipment.',
		});
		expect(outbox.status()).toEqual({ queued: 0, held: 1, refused: 0, reason: '', retryAt: null, isStopped: false });
		expect(processed).toEqual([
			{ reference: 'a', reason: '' },
			{ reference: 'b', reason: '' },
		]);
	});

	it.each<[string, Error | RateOption[], string]>([
		['no carrier offers it', [], 'No carrier takes these parcels on this route.'],
		[
			'the service refuses its rates',
			new AppError('partner.rejected', 'The postcode is wrong.', { disposition: 'reject' }),
			'The postcode is wrong.',
		],
	])('when %s', async (_name, answer, reason) => {
		const { journal, queue, run, sent, answerRates } = openOutbox();
		const [first = 0] = queue('ab');
		answerRates(answer, [option]);
		await run();
		expect(sent).toEqual(['b']);
		expect(journal.summary(first)).toMatchObject({
			state: 'held',
			message: `${reason} Nothing was booked. Approve the shipment to try again, or withdraw it.`,
		});
	});

	it('unless the user withdraws it during the rates request', async () => {
		const { journal, queue, run, sent, service, stateOf, errors } = openOutbox();
		const [overpriced = 0] = queue('ab', { limitEur: 8 });
		service.rates = async () => {
			service.rates = async () => [{ ...option, price: 7 }];
			journal.withdraw(overpriced, 'Withdrawn at the desk.');
			return [option];
		};
		await run();
		expect(sent).toEqual(['b']);
		expect(stateOf(overpriced)).toBe('abandoned');
		expect(errors).toEqual([]);
	});
});

describe('nothing is sent', () => {
	it('for a shipment that the user withdraws during the rates request', async () => {
		const { journal, queue, run, sent, service, stateOf, errors, counts } = openOutbox();
		const [id = 0] = queue('a');
		service.rates = async () => {
			journal.withdraw(id, 'Withdrawn at the desk.');
			return [option];
		};
		await run();
		expect(counts).toEqual({ rateRequests: 1, idle: 1 });
		expect(sent).toEqual([]);
		expect(stateOf(id)).toBe('abandoned');
		expect(errors).toEqual([]);
	});

	it('when the desk changes the service during the rates request', async () => {
		const { queue, run, sent, service, state, stateOf, counts } = openOutbox();
		const [id] = queue('a');
		service.rates = async () => {
			state.connectionId = 'https://other.example';
			return [option];
		};
		await run();
		expect(counts).toEqual({ rateRequests: 1, idle: 1 });
		expect(sent).toEqual([]);
		expect(stateOf(id)).toBe('queued');
	});

	it('when the station closes during the rates request', async () => {
		const { outbox, queue, run, sent, service, stateOf, errors, counts } = openOutbox();
		const [id] = queue('a');
		let answer: (options: RateOption[]) => void = () => {};
		service.rates = () => new Promise((resolve) => (answer = resolve));
		await run();
		expect(counts.rateRequests).toBe(1);
		let isClosed = false;
		const closing = outbox.close().then(() => {
			isClosed = true;
		});
		await flushPending();
		expect(isClosed).toBe(false);
		answer([option]);
		await flushPending();
		expect(isClosed).toBe(true);
		await closing;
		outbox.start();
		outbox.resume();
		await flushPending();
		expect(sent).toEqual([]);
		expect(stateOf(id)).toBe('queued');
		expect(counts.rateRequests).toBe(1);
		expect(errors).toEqual([]);
	});

	it('after the station closed during a failing rates request', async () => {
		const { outbox, queue, run, service, counts } = openOutbox();
		queue('a');
		let fail: (error: Error) => void = () => {};
		service.rates = () => new Promise((_resolve, reject) => (fail = reject));
		await run();
		const closing = outbox.close();
		fail(offline());
		await flushPending();
		await closing;
		expect(counts.rateRequests).toBe(1);
		expect(vi.getTimerCount()).toBe(0);
	});

	it('while a booking is not saved; the next attempt is 3 seconds later', async () => {
		const { outbox, queue, run, sent, state } = openOutbox();
		state.hasUnwrittenOutcome = true;
		queue('a');
		await run();
		expect(outbox.status()).toEqual({
			queued: 1,
			held: 0,
			refused: 0,
			retryAt: isoTimeIn(3000),
			reason: expect.stringMatching(/^A booking could not be saved yet/),
			isStopped: false,
		});
		state.hasUnwrittenOutcome = false;
		await vi.advanceTimersByTimeAsync(2999);
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		expect(sent).toEqual(['a']);
		expect(outbox.status().reason).toBe('');
	});
});

describe('the pause after a failed connection', () => {
	it('doubles from 1 second up to 30 seconds', async () => {
		const opened = openOutbox();
		opened.queue('a');
		opened.answerRates(offline());
		await opened.run();
		expect(opened.counts.rateRequests).toBe(1);
		expect(opened.outbox.status()).toEqual({
			queued: 1,
			held: 0,
			refused: 0,
			reason: 'No connection.',
			retryAt: isoTimeIn(1000),
			isStopped: false,
		});
		expect(await rateRequestTimes(opened, 100_000, 500)).toEqual([1000, 3000, 7000, 15_000, 31_000, 61_000, 91_000]);
		expect(opened.sent).toEqual([]);
	});

	it.each([
		[0, 750],
		[1, 1250],
	])('is randomized: with the random number %d it is %d ms', async (random, pauseMs) => {
		vi.spyOn(Math, 'random').mockReturnValue(random);
		const opened = openOutbox();
		opened.queue('a');
		opened.answerRates(offline(), [option]);
		await opened.run();
		expect(await rateRequestTimes(opened, 2000, 250)).toEqual([pauseMs]);
	});

	it('is reset after a successful booking', async () => {
		const opened = openOutbox();
		opened.queue('ab');
		opened.answerRates(offline(), offline(), [option], offline(), [option]);
		await opened.run();
		// Two failures, then the first shipment and immediately a third failure, then the second shipment.
		expect(await rateRequestTimes(opened, 10_000, 500)).toEqual([1000, 3000, 4000]);
		expect(opened.sent).toEqual(['a', 'b']);
		expect(opened.processed.map(({ reason }) => reason)).toEqual([
			'No connection.',
			'No connection.',
			'',
			'No connection.',
			'',
		]);
	});

	it('ends and is reset when the connection returns', async () => {
		const opened = openOutbox();
		opened.queue('a');
		opened.answerRates(offline());
		await opened.run();
		await vi.advanceTimersByTimeAsync(1000);
		await flushPending();
		expect(opened.counts.rateRequests).toBe(2);
		opened.outbox.resume();
		await flushPending();
		expect(opened.counts.rateRequests).toBe(3);
		expect(await rateRequestTimes(opened, 2500, 500)).toEqual([1000]);
	});

	it('is as long as the service requests, up to 15 minutes', async () => {
		const opened = openOutbox();
		opened.queue('a');
		opened.answerRates(offline(7000), offline(20), offline(3_600_000), [option]);
		await opened.run();
		expect(await rateRequestTimes(opened, 10_000, 500)).toEqual([7000, 9000]);
		// 899 s of the 15 minutes are left here.
		expect(await rateRequestTimes(opened, 1_000_000, 1000)).toEqual([899_000]);
		expect(opened.sent).toEqual(['a']);
	});

	it('follows a booking request that was not sent, which remains first in the queue', async () => {
		const opened = openOutbox();
		const [first] = opened.queue('ab');
		opened.answerBooking(rejected(offline(5000)), booked);
		await opened.run();
		expect(opened.sent).toEqual(['a']);
		expect(opened.stateOf(first)).toBe('queued');
		expect(opened.outbox.status()).toMatchObject({ queued: 2, reason: 'No connection.', isStopped: false });
		await vi.advanceTimersByTimeAsync(4999);
		expect(opened.sent).toEqual(['a']);
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		expect(opened.sent).toEqual(['a', 'a', 'b']);
	});
});

describe('a refused shipment', () => {
	it('is counted and listed until it is acknowledged, and the next one is sent', async () => {
		const { outbox, journal, queue, run, sent, refused, answerBooking } = openOutbox();
		const [first = 0, second = 0, third = 0] = queue('abc');
		answerBooking(
			rejected(new AppError('partner.rejected', 'The postal code is wrong.', { disposition: 'reject' })),
			booked,
		);
		await run();
		expect(sent).toEqual(['a', 'b', 'c']);
		expect([first, second, third].map((id) => journal.summary(id).state)).toEqual(['rejected', 'booked', 'booked']);
		expect(refused).toEqual([first]);
		expect(outbox.status()).toMatchObject({ refused: 1, queued: 0, reason: '' });
		expect(journal.listRefused()).toMatchObject([{ id: first, message: 'The postal code is wrong.' }]);
		journal.acknowledgeRefused([second]);
		expect(outbox.status().refused).toBe(1);
		journal.acknowledgeRefused([first]);
		expect(outbox.status().refused).toBe(0);
		expect(journal.listRefused()).toEqual([]);
	});

	it('is held and reported when its rates request is refused', async () => {
		const { outbox, journal, queue, run, sent, refused, answerRates } = openOutbox();
		const [first = 0] = queue('ab');
		answerRates(new AppError('partner.rejected', 'No such postal code.', { disposition: 'reject' }), [option]);
		await run();
		expect(sent).toEqual(['b']);
		expect(journal.summary(first).state).toBe('held');
		expect(refused).toEqual([first]);
		expect(outbox.status()).toMatchObject({ held: 1, refused: 1 });
		journal.release(first, 20);
		expect(outbox.status()).toMatchObject({ queued: 1, held: 0, refused: 0 });
	});
});

describe('a shipment that fails while others succeed', () => {
	const failed = (retryAfterMs?: number) =>
		new AppError('partner.failed', 'The service failed (500).', {
			disposition: 'unknown',
			retryable: true,
			retryAfterMs,
		});

	/** Rates requests fail for references in capitals. */
	function openWithFailing(references: string, error: () => AppError = failed) {
		const opened = openOutbox();
		const rateRequests: string[] = [];
		const isDown = { now: false };
		const ids = opened.queue(references);
		opened.service.rates = async () => {
			const reference = opened.lastReference();
			rateRequests.push(reference);
			if (isDown.now || /[A-Z]/.test(reference)) throw error();
			return [option];
		};
		const idOf = (reference: string) => ids[references.indexOf(reference)] ?? 0;
		return { ...opened, rateRequests, isDown, idOf };
	}

	it('is held after three failures, while the others are sent immediately', async () => {
		const { run, sent, rateRequests, idOf, journal, refused, outbox } = openWithFailing('Xabc');
		await run();
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(rateRequests).toEqual(['X', 'a', 'X', 'b', 'c']);
		expect(outbox.status()).toMatchObject({
			queued: 1,
			held: 0,
			reason: 'The service failed (500).',
			retryAt: isoTimeIn(5000),
		});
		await vi.advanceTimersByTimeAsync(4999);
		expect(journal.summary(idOf('X')).state).toBe('queued');
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		// The last answered request is repeated, to check that the service still answers.
		expect(rateRequests.slice(5)).toEqual(['X', 'c']);
		expect(journal.summary(idOf('X'))).toMatchObject({
			state: 'held',
			message:
				'The service failed (500). The service accepts requests for other shipments. Nothing was booked. Approve the shipment to try again, or withdraw it.',
		});
		expect(refused).toEqual([idOf('X')]);
		expect(outbox.status()).toMatchObject({ queued: 0, held: 1, refused: 1, reason: '', retryAt: null });
	});

	it('is held when its answers are unreadable', async () => {
		const { run, sent, idOf, journal } = openWithFailing(
			'Xab',
			() => new AppError('partner.unreadable', 'A web page.', { disposition: 'unknown' }),
		);
		await run();
		expect(sent).toEqual(['a', 'b']);
		await vi.advanceTimersByTimeAsync(5000);
		await flushPending();
		expect(journal.summary(idOf('X')).state).toBe('held');
	});

	it('does not block the shipments behind it, however many fail', async () => {
		const { run, sent, idOf, journal } = openWithFailing('ABCDEFGab');
		await run();
		expect(sent).toEqual([]);
		// Three shipments are tried before each pause; the pauses last 1 and 2 seconds.
		await vi.advanceTimersByTimeAsync(1000);
		await flushPending();
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(2000);
		await flushPending();
		expect(sent).toEqual(['a', 'b']);
		await vi.advanceTimersByTimeAsync(6000);
		await flushPending();
		expect([...'ABCDEFG'].map((reference) => journal.summary(idOf(reference)).state)).toEqual(Array(7).fill('held'));
	});

	it('is sent when the service answers again', async () => {
		const { run, sent, rateRequests, isDown, outbox, journal } = openWithFailing('abcdef');
		isDown.now = true;
		await run();
		await elapse(200_000);
		expect(sent).toEqual([]);
		expect(rateRequests.length).toBeGreaterThan(20);
		expect(outbox.status()).toMatchObject({ queued: 6, held: 0, refused: 0 });
		isDown.now = false;
		await elapse(30_000);
		expect([...sent].sort()).toEqual([...'abcdef']);
		expect(journal.count('booked')).toBe(6);
	});

	it('is retried without limit while no other shipment gets an answer', async () => {
		const { run, rateRequests, idOf, journal } = openWithFailing('X');
		await run();
		await elapse(120_000);
		expect(rateRequests.length).toBeGreaterThan(5);
		expect(journal.summary(idOf('X')).state).toBe('queued');
	});

	it('is not held in an outage that begins after others got answers', async () => {
		const { run, sent, isDown, queue, outbox } = openWithFailing('ab');
		await run();
		expect(sent).toEqual(['a', 'b']);
		isDown.now = true;
		queue('cd');
		await run();
		await elapse(300_000);
		expect(outbox.status()).toMatchObject({ queued: 2, held: 0, refused: 0 });
		isDown.now = false;
		await elapse(40_000);
		expect([...sent].sort()).toEqual(['a', 'b', 'c', 'd']);
	});

	it('waits as long as the service requests, then lets another shipment go first', async () => {
		const { run, sent, rateRequests } = openWithFailing('Xa', () => failed(4000));
		await run();
		expect(rateRequests).toEqual(['X']);
		await vi.advanceTimersByTimeAsync(3999);
		expect(rateRequests).toEqual(['X']);
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		expect(rateRequests.slice(0, 3)).toEqual(['X', 'a', 'X']);
		expect(sent).toEqual(['a']);
	});

	it('is held after three booking requests that the service did not process', async () => {
		const opened = openOutbox();
		const [bad = 0] = opened.queue('Xabc');
		opened.service.outcome = async () =>
			opened.sent.at(-1) === 'X'
				? rejected(new AppError('partner.unreadable', 'Not the service.', { disposition: 'unknown' }))
				: booked;
		await opened.run();
		await vi.advanceTimersByTimeAsync(5000);
		await flushPending();
		expect(opened.sent).toEqual(['X', 'a', 'X', 'b', 'c', 'X']);
		// No answer to another booking follows, and the outbox makes no booking to find out.
		expect(opened.stateOf(bad)).toBe('queued');
		opened.queue('d');
		await opened.run();
		expect(opened.sent.slice(6)).toEqual(['d']);
		expect(opened.stateOf(bad)).toBe('held');
	});

	it('is forgotten when it is withdrawn', async () => {
		const { run, sent, idOf, journal, outbox } = openWithFailing('Xab');
		await run();
		expect(sent).toEqual(['a', 'b']);
		journal.withdraw(idOf('X'), '');
		await run();
		expect(outbox.status()).toMatchObject({ queued: 0, held: 0, reason: '', retryAt: null });
	});
});

describe('the outbox stops', () => {
	it('when the rates request is unauthorised, until it is resumed', async () => {
		const { outbox, queue, run, counts, sent, answerRates } = openOutbox();
		queue('ab');
		answerRates(refusedKey(), [option]);
		await run();
		expect(outbox.status()).toEqual({
			queued: 2,
			held: 0,
			refused: 0,
			reason: 'The key is refused.',
			retryAt: null,
			isStopped: true,
		});
		outbox.start();
		outbox.wake();
		await vi.advanceTimersByTimeAsync(3_600_000);
		expect(counts.rateRequests).toBe(1);
		outbox.resume();
		await flushPending();
		expect(sent).toEqual(['a', 'b']);
		expect(outbox.status()).toEqual({ queued: 0, held: 0, refused: 0, reason: '', retryAt: null, isStopped: false });
	});

	it('when the booking is unauthorised; the shipment remains queued', async () => {
		const { outbox, queue, run, sent, stateOf, answerBooking } = openOutbox();
		const [first] = queue('ab');
		answerBooking(rejected(refusedKey()), booked);
		await run();
		expect(sent).toEqual(['a']);
		expect(stateOf(first)).toBe('queued');
		expect(outbox.status()).toMatchObject({ reason: 'The key is refused.', isStopped: true });
	});

	it('but not when it was resumed during the unauthorised request', async () => {
		const { outbox, queue, run, sent, service } = openOutbox();
		queue('a');
		let refuse: (error: Error) => void = () => {};
		service.rates = () => new Promise((_resolve, reject) => (refuse = reject));
		await run();
		service.rates = async () => [option];
		outbox.resume();
		refuse(refusedKey());
		await flushPending();
		expect(sent).toEqual(['a']);
		expect(outbox.status().isStopped).toBe(false);
	});

	it('after three unknown outcomes in a row, and then counts from 0 again', async () => {
		const { outbox, queue, run, sent, answerBooking } = openOutbox();
		queue('abcdef');
		answerBooking(unknown);
		await run();
		expect(sent).toEqual(['a', 'b', 'c']);
		expect(outbox.status()).toEqual({
			queued: 3,
			held: 0,
			refused: 0,
			retryAt: null,
			reason: 'The queue stopped because 3 shipments in a row are unconfirmed. Check them in Shipments, then resume.',
			isStopped: true,
		});
		answerBooking(unknown, unknown, booked);
		outbox.resume();
		await flushPending();
		expect(sent).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
		expect(outbox.status().isStopped).toBe(false);
	});

	it('but not when a booking succeeds between the unknown outcomes', async () => {
		const { outbox, queue, run, sent, answerBooking } = openOutbox();
		queue('abcde');
		answerBooking(unknown, unknown, booked, unknown, unknown);
		await run();
		expect(sent).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(outbox.status()).toMatchObject({ queued: 0, isStopped: false });
	});
});

describe('an internal error', () => {
	it.each<[string, Error, string]>([
		['an unexpected error', new Error('bug'), 'The queue was interrupted (bug).'],
		['a disk error', new AppError('storage.full', 'The disk is full.'), 'The disk is full.'],
	])('is reported, and the queue continues 3 seconds later: %s', async (_name, error, reason) => {
		const { outbox, queue, run, errors, sent, answerRates } = openOutbox();
		queue('a');
		answerRates(error, [option]);
		await run();
		expect(errors).toEqual([error]);
		expect(outbox.status()).toEqual({
			queued: 1,
			held: 0,
			refused: 0,
			reason,
			retryAt: isoTimeIn(3000),
			isStopped: false,
		});
		await vi.advanceTimersByTimeAsync(2999);
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		expect(sent).toEqual(['a']);
		expect(errors).toEqual([error]);
	});

	it('is reported when it occurs while the outbox becomes idle', async () => {
		const { outbox, journal, queue, run, service, errors, sent } = openOutbox();
		const { nextQueued } = journal;
		service.onIdle = () => {
			service.onIdle = () => {};
			Object.assign(journal, {
				nextQueued: () => {
					Object.assign(journal, { nextQueued });
					throw new AppError('storage.busy', 'The database is held.');
				},
			});
		};
		await run();
		expect(errors).toEqual([expect.objectContaining({ code: 'storage.busy' })]);
		expect(outbox.status().reason).toBe('The database is held.');
		queue('a');
		await vi.advanceTimersByTimeAsync(3000);
		await flushPending();
		expect(sent).toEqual(['a']);
	});
});

describe('a batch', () => {
	it('is sent at its rate per minute', async () => {
		const { queueBatch, run, sent } = openOutbox({ perMinute: 6 });
		queueBatch('abc');
		await run();
		expect(sent).toEqual(['a']);
		await vi.advanceTimersByTimeAsync(9_999);
		expect(sent).toEqual(['a']);
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		expect(sent).toEqual(['a', 'b']);
		await vi.advanceTimersByTimeAsync(9_999);
		expect(sent).toEqual(['a', 'b']);
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		expect(sent).toEqual(['a', 'b', 'c']);
	});

	it('is sent without a pause when it has no rate; a single shipment is never delayed', async () => {
		const unlimited = openOutbox({ perMinute: 0 });
		unlimited.queueBatch('abc');
		await unlimited.run();
		expect(unlimited.sent).toEqual(['a', 'b', 'c']);
		await unlimited.outbox.close();
		const single = openOutbox({ perMinute: 6 });
		single.queue('abc');
		await single.run();
		expect(single.sent).toEqual(['a', 'b', 'c']);
	});

	it('lets a single shipment go first, and keeps its rate', async () => {
		const { outbox, database, queueBatch, queue, run, sent } = openOutbox({ perMinute: 6 });
		const { ids } = queueBatch('abc');
		await run();
		expect(sent).toEqual(['a']);
		// The shipment was held and released: its position is before those of the batch.
		queue('x');
		database.run('UPDATE outbox SET position = position + 10 WHERE shipment_id IN (?, ?)', ids[1] ?? 0, ids[2] ?? 0);
		await vi.advanceTimersByTimeAsync(4000);
		outbox.wake();
		await flushPending();
		expect(sent).toEqual(['a', 'x']);
		await vi.advanceTimersByTimeAsync(5_999);
		expect(sent).toEqual(['a', 'x']);
		await vi.advanceTimersByTimeAsync(1);
		await flushPending();
		expect(sent).toEqual(['a', 'x', 'b']);
	});

	it('sends nothing more when it is paused between two shipments, and reports no error', async () => {
		const { outbox, queueBatch, pauseBatch, run, sent, errors, counts } = openOutbox({ perMinute: 6 });
		const { batchId } = queueBatch('ab');
		await run();
		pauseBatch(batchId);
		outbox.wake();
		await flushPending();
		await vi.advanceTimersByTimeAsync(60_000);
		expect(sent).toEqual(['a']);
		expect(counts).toEqual({ rateRequests: 1, idle: 1 });
		expect(errors).toEqual([]);
	});

	it('does not delay closing', async () => {
		const { outbox, queueBatch, run, sent, counts } = openOutbox({ perMinute: 6 });
		queueBatch('ab');
		await run();
		let isClosed = false;
		const closing = outbox.close().then(() => {
			isClosed = true;
		});
		await flushPending();
		expect(isClosed).toBe(true);
		await closing;
		await vi.advanceTimersByTimeAsync(60_000);
		expect(sent).toEqual(['a']);
		expect(counts.rateRequests).toBe(1);
	});
});

describe('the status of the outbox', () => {
	it('names the service that shipments wait for, unless there is another reason to wait', async () => {
		const { outbox, queue, run, answerRates } = openOutbox();
		queue('ab', { connectionId: 'https://one.example' });
		await run();
		expect(outbox.status()).toEqual({
			queued: 2,
			held: 0,
			refused: 0,
			retryAt: null,
			reason: '2 shipments wait for https://one.example, which is not the current service.',
			isStopped: false,
		});
		queue('c');
		answerRates(offline());
		await run();
		expect(outbox.status()).toMatchObject({ queued: 3, reason: 'No connection.' });
	});

	it('names the built-in service', async () => {
		const { outbox, queue, state, run } = openOutbox();
		queue('a');
		state.connectionId = 'https://one.example';
		await run();
		expect(outbox.status().reason).toBe('1 shipment waits for the built-in service, which is not the current service.');
	});
});
