// Shipments of a desk at a partner service on a socket: the queue behind refused shipments, labels in unusual forms, and the
// verification of a label that was received in such a form.
import bwipjs from 'bwip-js/node';
import { PDFDocument } from 'pdf-lib';
import { afterEach, describe, expect, it } from 'vitest';
import { createPartnerClient } from '../../../src-main/connections/partner-v1/client';
import { createScanVerification } from '../../../src-main/documents/scan-verification';
import { booked, json, type PartnerServer, RATES, startPartnerServer } from '../../fixtures/partner-server';
import { exampleDraft, recipient } from '../../fixtures/shipment-draft';
import { openShippingDesk, type ShippingDesk } from '../../fixtures/shipping-desk';

const BAD_CITY = 'Nowhere';
const REASON = 'No service to this postal code.';

let server: PartnerServer | undefined;
let openedDesk: ShippingDesk | undefined;
afterEach(async () => {
	await openedDesk?.close();
	await server?.close();
	openedDesk = undefined;
	server = undefined;
});

/** @param answer answers a request for rates or a shipment; for undefined: a price, or a booking without a label */
async function openWithAnswers(
	answer: (route: 'rates' | 'shipments', body: string) => { status: number; body: unknown } | undefined,
) {
	let bookings = 0;
	server = await startPartnerServer((request, response, body) => {
		const route = request.url?.endsWith('/rates') ? 'rates' : 'shipments';
		const customAnswer = answer(route, body);
		if (!customAnswer && route === 'shipments') bookings += 1;
		const defaultAnswer = route === 'rates' ? RATES : booked(undefined, bookings);
		json(customAnswer?.status ?? 200, customAnswer ? customAnswer.body : defaultAnswer)(request, response, body);
	});
	const baseUrl = server.url;
	const client = createPartnerClient({ fetch, endpoint: async () => ({ baseUrl, key: 'key', secret: 'secret' }) });
	openedDesk = openShippingDesk(client);
	return openedDesk;
}
const statesOf = ({ database }: ShippingDesk) =>
	database.all<{ state: string }>('SELECT state FROM shipment ORDER BY id').map(({ state }) => state);

describe('two valid shipments behind an invalid one in the queue', () => {
	it.each<[string, 'rates' | 'shipments', number, unknown, string, string]>([
		['gets no rates: errors without data', 'rates', 200, { errors: true, message: REASON }, 'held', REASON],
		[
			'gets no rates: errors and data null',
			'rates',
			200,
			{ errors: true, message: REASON, data: null },
			'held',
			REASON,
		],
		['gets no rates: an object of errors', 'rates', 200, { errors: { toZipcode: REASON } }, 'held', REASON],
		['is refused: errors and data null', 'shipments', 200, { errors: [REASON], data: null }, 'rejected', REASON],
		['gets a 500 for its rates request', 'rates', 500, { errors: true, message: 'failure' }, 'held', 'failure'],
	])('are booked when it %s', async (_name, failing, status, body, state, words) => {
		const desk = await openWithAnswers((route, text) =>
			route === failing && text.includes(BAD_CITY) ? { status, body } : undefined,
		);
		const bad = { ...exampleDraft, to: { ...recipient, city: BAD_CITY }, reference: 'BAD' };
		for (const form of [bad, { ...exampleDraft, reference: 'GOOD-1' }, { ...exampleDraft, reference: 'GOOD-2' }])
			desk.shipments.queue(form, { kind: 'cheapest' }, 10, undefined);
		await expect.poll(() => statesOf(desk).slice(1)).toEqual(['booked', 'booked']);
		await expect.poll(() => statesOf(desk)[0]).toBe(state);
		expect(desk.journal.summary(1).message).toContain(words);
	});
});

/** A label of 4 × 6 in with one Code 128. */
async function labelWith(code: string): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const page = document.addPage([288, 432]);
	const picture = await document.embedPng(await bwipjs.toBuffer({ bcid: 'code128', text: code, scale: 2, height: 12 }));
	page.drawImage(picture, { x: 20, y: 200, width: 240, height: 60 });
	return document.save();
}
const NUMBER = '758280777225';
const FEDEX_CODE = `1001135383612446743262${NUMBER}`;

describe('the label of a booking', () => {
	async function bookedWith(labels: (base64: string) => unknown, changes: object = {}) {
		const base64 = Buffer.from(await labelWith(FEDEX_CODE)).toString('base64');
		const answer = booked(undefined);
		const data = { ...answer.data, carrier: 'FedEx', trackingNumber: NUMBER, labels: labels(base64) };
		const body = { ...answer, ...changes, data };
		const desk = await openWithAnswers((route) => (route === 'shipments' ? { status: 200, body } : undefined));
		const created = await desk.shipments.create(exampleDraft, 1, true);
		return { desk, created };
	}

	it.each<[string, (base64: string) => unknown, number, object?]>([
		['in an array of texts', (label) => [label, label], 2],
		['in an array of objects', (label) => [{ type: 'label', data: label }], 1],
		['in an object', (label) => ({ label: { base64: label } }), 1],
		['beside errors', (label) => label, 1, { errors: ['The pickup may be late.'] }],
	])('is stored when it comes %s', async (_name, labels, count, changes) => {
		const { desk, created } = await bookedWith(labels, changes);
		expect(created.state).toBe('booked');
		await expect.poll(() => desk.documents.documentsOfShipment(created.id).map(({ kind }) => kind)).toHaveLength(count);
		expect(new Set(desk.documents.documentsOfShipment(created.id).map(({ kind }) => kind))).toEqual(new Set(['label']));
	});

	it('verifies its parcel when its 34-digit code, which ends in the tracking number, is scanned', async () => {
		const { desk, created } = await bookedWith((label) => label);
		await expect.poll(() => desk.documents.documentsOfShipment(created.id)).toHaveLength(1);
		const scanVerification = createScanVerification(desk.database, desk.documents, () => new Date());
		expect(scanVerification.scan(created.id, `1001135383612446743262${NUMBER.replace('7582', '7583')}`).kind).toBe(
			'wrong',
		);
		expect(scanVerification.scan(created.id, FEDEX_CODE)).toMatchObject({ kind: 'right', isVerified: true });
	});
});
