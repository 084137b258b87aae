// The shipment journal on a database file: what it stores of each shipment, and what it refuses to change.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ShipmentFilter, shipmentFilterSchema } from '../../../src-contract/model/shipment';
import type { BookedShipment } from '../../../src-contract/partner-api';
import { createJournal } from '../../../src-main/operations/journal';
import type { QueueOptions } from '../../../src-main/operations/queue';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { exampleDraft, recipient, testRequestTarget } from '../../fixtures/shipment-draft';

const NOW = '2026-11-21T10:00:00.000Z';
const LATER = '2026-11-22T11:00:00.000Z';
const anyShipment: ShipmentFilter = shipmentFilterSchema.parse({});
const label = new Uint8Array([1, 2, 3]);
const paper = new Uint8Array([4, 5]);
const entry: QueueOptions = { connectionId: 'built-in', rule: { kind: 'cheapest' }, limitEur: 8.99 };
const booking: BookedShipment = {
	id: 7,
	status: 'created_at_carrier',
	carrier: 'DHL',
	product: 'Express',
	price: 9.29,
	trackingNumber: '3SABC123',
	trackingUrl: 'https://example.com/3SABC123',
	labels: undefined,
};

function openJournal() {
	const database = openDatabase(
		path.join(mkdtempSync(path.join(tmpdir(), 'waybill-journal-')), 'waybill.db'),
		migrations,
	);
	const clock = { now: NOW };
	const stored: { id: number; bytes: Uint8Array }[] = [];
	const documents = {
		receive(id: number, bytes: Uint8Array): number {
			stored.push({ id, bytes });
			return stored.length;
		},
		hasReceivedDocuments: (id: number): boolean => stored.some((document) => document.id === id),
		discardReceived(id: number): void {
			stored.splice(0, stored.length, ...stored.filter((document) => document.id !== id));
		},
	};
	const journal = createJournal(database, documents, () => new Date(clock.now));
	const send = (reference = 'ORDER-1') =>
		journal.recordIntent({ ...exampleDraft, reference }, 11, testRequestTarget).id;
	return {
		database,
		journal,
		clock,
		stored,
		documents,
		send,
		queue: (reference: string, changes: Partial<QueueOptions> = {}) =>
			journal.queue({ ...exampleDraft, reference }, { ...entry, ...changes }, undefined),
		/** A shipment whose request got no readable answer. */
		unknown(reference?: string): number {
			const id = send(reference);
			journal.recordUnknown(id, 'No answer.');
			return id;
		},
		addBatch: (state: string) =>
			database.run(
				`INSERT INTO batch (name, state, rule, print_order, per_minute, allowance_percent, created_at)
				VALUES ('orders.csv', ?, '{}', 'listed', 0, 0, ?)`,
				state,
				NOW,
			),
		idsFound: (text: string) => journal.list({ ...anyShipment, text }, undefined, 10).map(({ id }) => id),
	};
}
const errorWithCode = (code: string, message: RegExp) =>
	expect.objectContaining({ code, message: expect.stringMatching(message) });

describe('a composed shipment', () => {
	it('is stored with the fields of the list of shipments', () => {
		const { journal } = openJournal();
		const id = journal.saveDraft(exampleDraft, undefined);
		expect(journal.summary(id)).toEqual({
			id,
			state: 'composed',
			reference: 'ORDER-1',
			recipient: 'Muster GmbH',
			destination: 'Berlin, DE',
			carrier: '',
			product: '',
			productId: null,
			priceEur: null,
			chosen: null,
			refusedAt: null,
			limitEur: null,
			trackingNumber: '',
			trackingUrl: '',
			message: '',
			createdAt: NOW,
			verifiedAt: null,
		});
		expect(journal.savedDraft(id)).toEqual(exampleDraft);
		expect(journal.draft(id)).toEqual(exampleDraft);
		expect(journal.history(id)).toEqual([{ state: 'composed', message: '', at: NOW }]);
		expect(journal.listAnswers(id)).toEqual([]);
	});

	it('shows the contact person when there is no company, and omits a missing city or country', () => {
		const { journal } = openJournal();
		const to = { ...recipient, companyName: '', city: '' };
		expect(journal.summary(journal.saveDraft({ ...exampleDraft, to }, undefined))).toMatchObject({
			recipient: 'Max Müster',
			destination: 'DE',
		});
		const nowhere = { ...to, countryCode: '' };
		expect(journal.summary(journal.saveDraft({ ...exampleDraft, to: nowhere }, undefined)).destination).toBe('');
	});

	it('is edited in place: list and search show the new content', () => {
		const { journal, idsFound } = openJournal();
		const id = journal.saveDraft(exampleDraft, undefined);
		const to = { ...recipient, companyName: '', contactPerson: 'Anna Other', city: 'Paris', countryCode: 'FR' };
		const changed = { ...exampleDraft, to, reference: 'ORDER-2' };
		expect(journal.saveDraft(changed, id)).toBe(id);
		expect(journal.summary(id)).toMatchObject({
			reference: 'ORDER-2',
			recipient: 'Anna Other',
			destination: 'Paris, FR',
		});
		expect(journal.saveDraft({ ...changed, to: { ...to, companyName: 'Firm', city: '' } }, id)).toBe(id);
		expect(journal.summary(id)).toMatchObject({ recipient: 'Firm', destination: 'FR' });
		expect(idsFound('ORDER-2')).toEqual([id]);
		expect(idsFound('ORDER-1')).toEqual([]);
		expect(journal.list({ ...anyShipment, countryCode: 'FR' }, undefined, 10)).toHaveLength(1);
		expect(journal.list(anyShipment, undefined, 10)).toHaveLength(1);
	});

	it('gets a new idempotency key only when its content changes', () => {
		const { journal } = openJournal();
		const id = journal.saveDraft(exampleDraft, undefined);
		const { idempotencyKey } = journal.readIntent(id);
		expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
		journal.saveDraft(exampleDraft, id);
		expect(journal.readIntent(id).idempotencyKey).toBe(idempotencyKey);
		journal.saveDraft({ ...exampleDraft, insured: true }, id);
		expect(journal.readIntent(id).idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
		expect(journal.readIntent(id).idempotencyKey).not.toBe(idempotencyKey);
	});

	it('cannot be edited after it was sent', () => {
		const { journal, send } = openJournal();
		const id = send();
		expect(() => journal.saveDraft({ ...exampleDraft, reference: 'OTHER' }, id)).toThrow(
			errorWithCode('shipment.stateChanged', /^This shipment is now being sent\. Nothing was changed/),
		);
		expect(journal.summary(id).reference).toBe('ORDER-1');
	});

	it('is not found under an unused id', () => {
		const { journal } = openJournal();
		expect(() => journal.summary(99)).toThrow(errorWithCode('shipment.notFound', /not found/));
	});

	it('is found by its reference: the newest shipment that was not sent', () => {
		const { journal, send } = openJournal();
		expect(journal.findDraftByReference('order-1')).toBeUndefined();
		journal.saveDraft(exampleDraft, undefined);
		const newest = journal.saveDraft({ ...exampleDraft, insured: true }, undefined);
		send('ORDER-1');
		expect(journal.findDraftByReference('order-1')).toMatchObject({ id: newest, state: 'composed' });
		journal.saveDraft({ ...exampleDraft, reference: '' }, undefined);
		expect(journal.findDraftByReference('')).toBeUndefined();
	});
});

describe('the intent of a request', () => {
	it('is stored with all data of the request', () => {
		const { journal } = openJournal();
		const destination = { connectionId: 'https://one.example', apiKeyDigest: 'digest', serviceTime: new Date(LATER) };
		const { id, idempotencyKey } = journal.recordIntent(exampleDraft, 11, destination);
		expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
		expect(journal.readIntent(id)).toEqual({
			id,
			state: 'sending',
			draft: exampleDraft,
			productId: 11,
			isBooking: true,
			idempotencyKey,
			connectionId: 'https://one.example',
			serviceTime: new Date(LATER),
			apiKeyDigest: 'digest',
		});
		expect(journal.partnerReference(id)).toEqual({ connectionId: 'https://one.example', partnerId: null });
		expect(journal.history(id)).toEqual([
			{ state: 'composed', message: '', at: NOW },
			{ state: 'sending', message: '', at: NOW },
		]);
	});

	it('may be for a draft, without a product and without the service time', () => {
		const { journal } = openJournal();
		const { id } = journal.recordIntent(exampleDraft, undefined, testRequestTarget, { isBooking: false });
		expect(journal.readIntent(id)).toMatchObject({ productId: undefined, isBooking: false, serviceTime: null });
	});

	it('uses the composed shipment and its idempotency key', () => {
		const { journal } = openJournal();
		const id = journal.saveDraft(exampleDraft, undefined);
		const { idempotencyKey } = journal.readIntent(id);
		expect(journal.recordIntent(exampleDraft, 11, testRequestTarget, { id })).toEqual({ id, idempotencyKey });
		expect(() => journal.recordIntent(exampleDraft, 11, testRequestTarget, { id })).toThrow(
			errorWithCode('shipment.stateChanged', /is now being sent/),
		);
		expect(journal.history(id)).toHaveLength(2);
	});

	it('is stored in one commit with related rows, or not at all', () => {
		const { journal, database } = openJournal();
		const seen: number[] = [];
		const { id } = journal.recordIntent(exampleDraft, 11, testRequestTarget, {
			furtherChanges: (sent) => void seen.push(sent),
		});
		expect(seen).toEqual([id]);
		const furtherChanges = () => {
			throw new Error('the row of the batch is gone');
		};
		expect(() => journal.recordIntent(exampleDraft, 11, testRequestTarget, { furtherChanges })).toThrow(
			'the row of the batch is gone',
		);
		expect(database.all('SELECT id FROM shipment')).toEqual([{ id }]);
		expect(journal.list(anyShipment, undefined, 10)).toHaveLength(1);
	});

	it('becomes an unknown outcome at the next start if the station stopped before the answer', () => {
		const { journal, send, clock } = openJournal();
		const first = send('A');
		const second = send('B');
		const composed = journal.saveDraft(exampleDraft, undefined);
		clock.now = LATER;
		expect(journal.recoverInterrupted()).toBe(2);
		for (const id of [first, second]) {
			const message = expect.stringMatching(/^Waybill stopped while sending this shipment/);
			expect(journal.summary(id)).toMatchObject({ state: 'unknown', message });
			expect(journal.history(id).at(-1)).toEqual({ state: 'unknown', message, at: LATER });
		}
		expect(journal.summary(composed).state).toBe('composed');
		expect(journal.listUnknown().map(({ id }) => id)).toEqual([second, first]);
		expect(journal.recoverInterrupted()).toBe(0);
	});

	it('is indexed at the next start when an older version stored it', () => {
		const { journal, database, idsFound } = openJournal();
		const id = journal.saveDraft(exampleDraft, undefined);
		database.write('DELETE FROM shipment_index WHERE rowid = ?', id);
		database.run('INSERT INTO shipment_unindexed (shipment_id) VALUES (?)', id);
		expect(idsFound('ORDER-1')).toEqual([]);
		journal.recoverInterrupted();
		expect(idsFound('ORDER-1')).toEqual([id]);
		expect(database.all('SELECT shipment_id FROM shipment_unindexed')).toEqual([]);
	});
});

describe('a booking', () => {
	it('is stored with the data of the service, its label and its report entry', () => {
		const { journal, stored, send, database, clock, idsFound } = openJournal();
		const id = send();
		clock.now = LATER;
		journal.recordBooking(id, booking, 'Booked.', [label, paper]);
		expect(journal.summary(id)).toMatchObject({
			state: 'booked',
			carrier: 'DHL',
			product: 'Express',
			priceEur: 9.29,
			limitEur: null,
			trackingNumber: '3SABC123',
			trackingUrl: 'https://example.com/3SABC123',
			message: 'Booked.',
			createdAt: NOW,
		});
		expect(journal.partnerReference(id).partnerId).toBe('7');
		expect(stored).toEqual([
			{ id, bytes: label },
			{ id, bytes: paper },
		]);
		expect(journal.history(id).at(-1)).toEqual({ state: 'booked', message: 'Booked.', at: LATER });
		expect(
			database.all('SELECT shipment_id, carrier, product, country, price_cents, grams FROM shipment_figures'),
		).toEqual([{ shipment_id: id, carrier: 'DHL', product: 'Express', country: 'DE', price_cents: 929, grams: 5500 }]);
		expect(idsFound('3SABC123')).toEqual([id]);
		expect(idsFound('123')).toEqual([id]);
		expect(journal.facets()).toEqual({ carriers: ['DHL'], countries: ['DE'] });
	});

	it('has no price and no label when the service sent none', () => {
		const { journal, stored, send } = openJournal();
		const id = send();
		journal.recordBooking(id, { ...booking, price: undefined }, '', []);
		expect(journal.summary(id)).toMatchObject({ state: 'booked', priceEur: null });
		expect(stored).toEqual([]);
	});

	it('keeps the chosen option, and its message names the differences', () => {
		const { journal, queue, database } = openJournal();
		const chosen = { carrier: 'DHL', product: 'Parcel', priceEur: 7.5 };
		const { id } = journal.recordIntent(exampleDraft, 11, testRequestTarget, { chosen });
		expect(journal.summary(id)).toMatchObject({ productId: null, chosen: { ...chosen, productId: 11 } });
		journal.recordBooking(id, { ...booking, productId: 12, price: 750 }, 'Booked.', []);
		const message = 'Booked. Booked at 750.00 EUR; 7.50 EUR was chosen. Booked as DHL Express; DHL Parcel was chosen.';
		expect(journal.summary(id)).toMatchObject({ productId: 12, chosen: { ...chosen, productId: 11 }, message });
		expect(journal.history(id).at(-1)).toMatchObject({ state: 'booked', message });
		expect(database.get('SELECT difference_cents FROM shipment_figures')).toEqual({ difference_cents: 74_250 });
		expect(database.all("SELECT differing, difference_cents AS cents FROM report_sum WHERE kind = 'carrier'")).toEqual([
			{ differing: 1, cents: 74_250 },
		]);

		const queued = queue('A');
		journal.recordQueuedIntent(queued, 11, testRequestTarget, { carrier: 'DHL', product: 'Express', priceEur: null });
		journal.recordBooking(queued, booking, 'Booked.', []);
		expect(journal.summary(queued)).toMatchObject({
			message: 'Booked.',
			chosen: { carrier: 'DHL', product: 'Express', priceEur: null, productId: 11 },
		});
		expect(database.all("SELECT differing, difference_cents AS cents FROM report_sum WHERE kind = 'carrier'")).toEqual([
			{ differing: 1, cents: 74_250 },
		]);
	});

	it('is not stored when its label cannot be stored', () => {
		const { journal, send, documents, database } = openJournal();
		const id = send();
		Object.assign(documents, {
			receive: () => {
				throw new Error('the disk is full');
			},
		});
		expect(() => journal.recordBooking(id, booking, '', [label])).toThrow('the disk is full');
		expect(journal.summary(id)).toMatchObject({ state: 'sending', trackingNumber: '', priceEur: null });
		expect(journal.history(id)).toHaveLength(2);
		expect(database.all('SELECT * FROM shipment_figures')).toEqual([]);
	});

	it('is counted once when its response is stored twice', () => {
		const { journal, send, database } = openJournal();
		const id = send();
		journal.recordBooking(id, booking, '', []);
		expect(() => journal.recordBooking(id, booking, '', [])).toThrow(
			errorWithCode('shipment.stateChanged', /is now booked/),
		);
		expect(database.all("SELECT shipments, cents FROM report_sum WHERE kind = 'carrier'")).toEqual([
			{ shipments: 1, cents: 929 },
		]);
		expect(journal.count('booked')).toBe(1);
		expect(journal.count('sending')).toBe(0);
	});

	it('has the seconds to its first label in the report', () => {
		const { journal, database, clock } = openJournal();
		const { id } = journal.recordIntent({ ...exampleDraft, begunAt: NOW }, 11, testRequestTarget);
		journal.recordBooking(id, booking, '', []);
		clock.now = '2026-11-21T10:00:42.000Z';
		journal.recordFirstLabel(id);
		expect(database.all('SELECT label_seconds FROM shipment_figures')).toEqual([{ label_seconds: 42 }]);
	});
});

describe('a response', () => {
	it('for a draft is stored with the id at the service', () => {
		const { journal, send } = openJournal();
		const id = send();
		journal.recordPartnerDraft(id, '12', 'Kept.');
		expect(journal.summary(id)).toMatchObject({ state: 'draft', message: 'Kept.' });
		expect(journal.partnerReference(id)).toEqual({ connectionId: 'built-in', partnerId: '12' });
	});

	it('that rejects the shipment is stored with its reason', () => {
		const { journal, send } = openJournal();
		const id = send();
		journal.recordRejection(id, 'The postcode is wrong.');
		expect(journal.summary(id)).toMatchObject({ state: 'rejected', message: 'The postcode is wrong.' });
	});

	it('without a result leaves the outcome unknown', () => {
		const { journal, unknown } = openJournal();
		expect(journal.summary(unknown())).toMatchObject({ state: 'unknown', message: 'No answer.' });
	});

	it('without a result but with a label keeps the label until a user marks the shipment as booked', () => {
		const { journal, send, stored, idsFound } = openJournal();
		const id = send();
		journal.recordUnknown(id, 'Errors beside a booking.', { trackingNumber: '3SABC123', documents: [label, label] });
		expect(journal.summary(id)).toMatchObject({ state: 'unknown', trackingNumber: '3SABC123' });
		expect(idsFound('3SABC123')).toEqual([id]);
		expect(stored).toEqual([
			{ id, bytes: label },
			{ id, bytes: label },
		]);
		journal.resolveBooked(id, '3SABC123');
		expect(stored).toHaveLength(2);
		expect(journal.summary(id)).toMatchObject({
			state: 'booked',
			message: 'Marked as booked. The document that the service sent was saved as its label.',
		});
	});

	it('with a label replaces the label of an earlier answer to the same request', () => {
		const { journal, send, stored, unknown } = openJournal();
		const otherLabel = new Uint8Array([9]);
		const id = unknown();
		journal.updateUnknownMessage(id, 'Asked again.', { trackingNumber: '3SABC123', documents: [otherLabel] });
		expect(journal.summary(id)).toMatchObject({ state: 'unknown', trackingNumber: '3SABC123' });
		// The same note again, without documents: the received label stays.
		journal.updateUnknownMessage(id, 'Asked again.', {});
		expect(stored).toEqual([{ id, bytes: otherLabel }]);
		expect(journal.summary(id).trackingNumber).toBe('3SABC123');
		journal.recordBooking(id, booking, '', [label]);
		expect(stored).toEqual([{ id, bytes: label }]);
		const second = send();
		journal.recordUnknown(second, '', { documents: [otherLabel] });
		journal.recordBooking(second, { ...booking, id: 8 }, '', []);
		expect(stored).toContainEqual({ id: second, bytes: otherLabel });
	});

	it.each(['resolveNotBooked', 'markSendingAgain'] as const)(
		'loses its label when a user resolves the shipment by %s',
		(method) => {
			const { journal, send, stored, idsFound } = openJournal();
			const id = send();
			journal.recordUnknown(id, '', { trackingNumber: '3SABC123', documents: [label] });
			expect(stored).toHaveLength(1);
			journal[method](id);
			expect(stored).toEqual([]);
			expect(journal.summary(id).trackingNumber).toBe('');
			expect(idsFound('3SABC123')).toEqual([]);
		},
	);

	it('is stored unchanged, in order, up to 20,000 characters', () => {
		const { journal, send, clock } = openJournal();
		const id = send();
		journal.storeAnswer(id, { status: 502, text: 'x'.repeat(20_001) });
		clock.now = LATER;
		journal.storeAnswer(id, { status: 0, text: 'cut' });
		expect(journal.listAnswers(id)).toEqual([
			{ at: NOW, status: 502, text: 'x'.repeat(20_000) },
			{ at: LATER, status: 0, text: 'cut' },
		]);
	});
});

describe('a request that was not sent', () => {
	it('returns a shipment to the state composed', () => {
		const { journal, send } = openJournal();
		const id = send();
		journal.recordNotCarriedOut(id, 'No connection.');
		expect(journal.summary(id)).toMatchObject({ state: 'composed', message: 'No connection.' });
		expect(journal.nextQueued('built-in')).toBeUndefined();
	});

	it('returns a queued shipment to its position in the queue', () => {
		const { journal, queue } = openJournal();
		const first = queue('A');
		queue('B');
		journal.recordQueuedIntent(first, 11, testRequestTarget);
		journal.recordNotCarriedOut(first, 'No connection.');
		expect(journal.summary(first)).toMatchObject({ state: 'queued', limitEur: 8.99 });
		expect(journal.nextQueued('built-in')?.id).toBe(first);
	});
});

describe('an unknown outcome', () => {
	it('resolved as booked has the tracking number from the user, and is counted', () => {
		const { journal, unknown, database, idsFound } = openJournal();
		const id = unknown();
		journal.resolveBooked(id, '3SFOUND99');
		expect(journal.summary(id)).toMatchObject({
			state: 'booked',
			trackingNumber: '3SFOUND99',
			message: expect.stringMatching(/^Marked as booked\./),
		});
		expect(database.all('SELECT shipment_id, price_cents FROM shipment_figures')).toEqual([
			{ shipment_id: id, price_cents: null },
		]);
		expect(idsFound('3SFOUND99')).toEqual([id]);
	});

	it('resolved as not booked is abandoned', () => {
		const { journal, unknown } = openJournal();
		const id = unknown();
		journal.resolveNotBooked(id);
		expect(journal.summary(id)).toMatchObject({ state: 'abandoned', message: 'Marked as not booked.' });
	});

	it('resolved as not booked can be sent again under the same key', () => {
		const { journal, unknown } = openJournal();
		const id = unknown();
		const { idempotencyKey } = journal.readIntent(id);
		journal.markSendingAgain(id);
		expect(journal.readIntent(id)).toMatchObject({ state: 'sending', idempotencyKey });
		expect(journal.summary(id).message).toBe('Marked as not booked and sent again.');
	});

	it('stores a repeated note once', () => {
		const { journal, unknown, clock } = openJournal();
		const id = unknown();
		clock.now = LATER;
		journal.updateUnknownMessage(id, 'Not there yet.');
		journal.updateUnknownMessage(id, 'Not there yet.');
		expect(journal.summary(id)).toMatchObject({ state: 'unknown', message: 'Not there yet.' });
		expect(journal.history(id).slice(2)).toEqual([
			{ state: 'unknown', message: 'No answer.', at: NOW },
			{ state: 'unknown', message: 'Not there yet.', at: LATER },
		]);
	});

	it('is required before a user can resolve a shipment', () => {
		const { journal, send } = openJournal();
		const id = send();
		const refused = errorWithCode('shipment.alreadyResolved', /no longer unconfirmed\. Nothing was changed/);
		expect(() => journal.resolveBooked(id, '3S1')).toThrow(refused);
		expect(() => journal.resolveNotBooked(id)).toThrow(refused);
		expect(() => journal.markSendingAgain(id)).toThrow(refused);
		expect(() => journal.updateUnknownMessage(id, 'x')).toThrow(refused);
		expect(journal.summary(id)).toMatchObject({ state: 'sending', message: '', trackingNumber: '' });
		expect(journal.history(id)).toHaveLength(2);
	});
});

describe('the queue', () => {
	it('returns shipments in the order in which they were queued', () => {
		const { journal, queue } = openJournal();
		expect(journal.nextQueued('built-in')).toBeUndefined();
		const first = queue('A', { limitEur: 0.29, rule: { kind: 'fastest', withinEur: 15 } });
		const second = queue('B');
		expect(journal.nextQueued('built-in')).toEqual({
			id: first,
			position: 1,
			rule: { kind: 'fastest', withinEur: 15 },
			limitEur: 0.29,
			batchId: null,
		});
		expect(journal.queuedShipment(second)).toMatchObject({ position: 2, limitEur: 8.99 });
		expect(journal.summary(first)).toMatchObject({ state: 'queued', limitEur: 0.29, message: '' });
		expect(journal.listWaiting().map(({ id }) => id)).toEqual([first, second]);
		expect(journal.count('queued')).toBe(2);
		journal.recordQueuedIntent(first, 11, testRequestTarget);
		expect(journal.nextQueued('built-in')?.id).toBe(second);
		expect(journal.summary(first).limitEur).toBeNull();
	});

	it('accepts a composed shipment once', () => {
		const { journal } = openJournal();
		const id = journal.saveDraft(exampleDraft, undefined);
		expect(journal.queuedShipment(id)).toBeUndefined();
		expect(journal.queue(exampleDraft, entry, id)).toBe(id);
		expect(() => journal.queue(exampleDraft, entry, id)).toThrow(
			errorWithCode('shipment.stateChanged', /is now queued/),
		);
		expect(journal.history(id).map(({ state }) => state)).toEqual(['composed', 'queued']);
	});

	it('stores the intent of a queued shipment as a booking of the chosen product', () => {
		const { journal, queue, send } = openJournal();
		const id = queue('A');
		journal.recordQueuedIntent(id, 12, { ...testRequestTarget, serviceTime: new Date(LATER) });
		expect(journal.readIntent(id)).toMatchObject({
			state: 'sending',
			productId: 12,
			isBooking: true,
			serviceTime: new Date(LATER),
		});
		const composed = journal.saveDraft(exampleDraft, undefined);
		expect(() => journal.recordQueuedIntent(composed, 12, testRequestTarget)).toThrow(
			errorWithCode('shipment.stateChanged', /is now a draft/),
		);
		expect(journal.summary(composed).state).toBe('composed');
		expect(() => journal.recordQueuedIntent(send(), 12, testRequestTarget)).toThrow(
			errorWithCode('shipment.stateChanged', /is now being sent/),
		);
	});

	it('keeps shipments for another service waiting, and reports that service', () => {
		const { journal, queue } = openJournal();
		const otherService = 'https://other.example';
		queue('A', { connectionId: otherService });
		queue('B', { connectionId: otherService });
		const here = queue('C');
		expect(journal.nextQueued('built-in')?.id).toBe(here);
		expect(journal.queuedForOtherService('built-in')).toEqual({ connectionId: otherService, count: 2 });
		expect(journal.nextQueued(otherService)?.id).toBe(1);
		expect(journal.queuedForOtherService(otherService)).toEqual({ connectionId: 'built-in', count: 1 });
		journal.withdraw(here, 'no');
		expect(journal.queuedForOtherService(otherService)).toBeUndefined();
	});

	it.each([
		['running', true],
		['done', true],
		['paused', false],
		['stopped', false],
		['checked', false],
	])('returns a shipment of a batch that is %s: %s', (state, isReturned) => {
		const { journal, queue, addBatch } = openJournal();
		const batchId = addBatch(state);
		const inBatch = queue('A', { batchId });
		const alone = queue('B');
		expect(journal.queuedShipment(inBatch)?.batchId).toBe(batchId);
		// The shipments of a batch are listed with the batch instead.
		expect(journal.listWaiting().map(({ id }) => id)).toEqual([alone]);
		journal.withdraw(alone, 'no');
		expect(journal.nextQueued('built-in')?.id).toBe(isReturned ? inBatch : undefined);
	});

	it('returns a single shipment before those of a batch, and the first queued of each', () => {
		const { journal, queue, addBatch } = openJournal();
		const batchId = addBatch('running');
		const inBatch = [queue('A', { batchId }), queue('B', { batchId })];
		const single = [queue('C'), queue('D')];
		const order: number[] = [];
		for (let next = journal.nextQueued('built-in'); next; next = journal.nextQueued('built-in', order))
			order.push(next.id);
		expect(order).toEqual([...single, ...inBatch]);
	});

	it('holds a shipment until a user allows its price', () => {
		const { journal, queue } = openJournal();
		const id = queue('A');
		journal.hold(id, 'It costs 12.00 EUR now.');
		expect(journal.summary(id)).toMatchObject({
			state: 'held',
			limitEur: 8.99,
			message: 'It costs 12.00 EUR now.',
		});
		expect(journal.nextQueued('built-in')).toBeUndefined();
		expect(journal.listWaiting()).toMatchObject([{ id, state: 'held' }]);
		journal.release(id, 12.5);
		expect(journal.summary(id)).toMatchObject({
			state: 'queued',
			limitEur: 12.5,
			message: 'A price of up to 12.50 EUR was approved.',
		});
		expect(journal.nextQueued('built-in')).toMatchObject({ id, limitEur: 12.5 });
	});

	it('does not change the limit of a shipment that is not held', () => {
		const { journal, queue } = openJournal();
		const id = queue('A');
		expect(() => journal.release(id, 99)).toThrow(errorWithCode('shipment.stateChanged', /is now queued/));
		expect(journal.queuedShipment(id)?.limitEur).toBe(8.99);
	});

	it('abandons a withdrawn shipment', () => {
		const { journal, queue } = openJournal();
		const id = queue('A');
		journal.withdraw(id, 'Withdrawn at the desk.');
		expect(journal.summary(id)).toMatchObject({
			state: 'abandoned',
			limitEur: null,
			message: 'Withdrawn at the desk.',
		});
		expect(journal.nextQueued('built-in')).toBeUndefined();
		expect(journal.listWaiting()).toEqual([]);
	});
});

describe('the shipment of an order', () => {
	it.each<[string, (opened: ReturnType<typeof openJournal>) => number, boolean]>([
		['queued', ({ queue }) => queue('order-7'), true],
		[
			'held',
			({ queue, journal }) => {
				const id = queue('order-7');
				journal.hold(id, '');
				return id;
			},
			true,
		],
		['sending', ({ send }) => send('order-7'), true],
		['unknown', ({ unknown }) => unknown('order-7'), true],
		[
			'booked',
			({ send, journal }) => {
				const id = send('order-7');
				journal.recordBooking(id, booking, '', []);
				return id;
			},
			true,
		],
		['composed', ({ journal }) => journal.saveDraft({ ...exampleDraft, reference: 'order-7' }, undefined), false],
		[
			'rejected',
			({ send, journal }) => {
				const id = send('order-7');
				journal.recordRejection(id, '');
				return id;
			},
			false,
		],
		[
			'draft',
			({ send, journal }) => {
				const id = send('order-7');
				journal.recordPartnerDraft(id, '1', '');
				return id;
			},
			false,
		],
		[
			'abandoned',
			({ queue, journal }) => {
				const id = queue('order-7');
				journal.withdraw(id, '');
				return id;
			},
			false,
		],
	])('in the state %s: found only if it is booked, or may still be booked', (state, createShipment, isFound) => {
		const opened = openJournal();
		const id = createShipment(opened);
		expect(opened.journal.summary(id).state).toBe(state);
		expect(opened.journal.findActiveByReference('ORDER-7')?.id).toBe(isFound ? id : undefined);
	});

	it('is the newest shipment with the reference of the order; an empty reference finds none', () => {
		const { journal, send } = openJournal();
		send('ORDER-7');
		const newest = send('order-7');
		send('ORDER-8');
		send('');
		expect(journal.findActiveByReference('Order-7')?.id).toBe(newest);
		expect(journal.findActiveByReference('ORDER-9')).toBeUndefined();
		expect(journal.findActiveByReference('')).toBeUndefined();
	});
});

describe('the list of shipments', () => {
	it('is sorted newest first, paged and filtered by day', () => {
		const { journal, send, clock } = openJournal();
		const first = send('A');
		clock.now = LATER;
		const second = send('B');
		const third = send('C');
		const idsOf = (filter: Partial<ShipmentFilter>, before?: number, limit = 10) =>
			journal.list({ ...anyShipment, ...filter }, before, limit).map(({ id }) => id);
		expect(idsOf({})).toEqual([third, second, first]);
		expect(idsOf({}, third, 1)).toEqual([second]);
		expect(idsOf({ from: '2026-11-22T00:00:00Z' })).toEqual([third, second]);
		expect(idsOf({ until: '2026-11-22T00:00:00Z' })).toEqual([first]);
	});
});
