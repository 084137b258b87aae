// How the answers of a partner service are read: booked, draft, rejected or unknown. No network.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { readShipmentAnswer } from '../../../src-main/connections/partner-v1/booking-response';
import { answer, bookedBody, shipment, signInPage } from '../../fixtures/partner-answers';

describe('the outcome of a shipment request', () => {
	it.each([302, 303, 408, 500, 502, 599])('is unknown at status %i, whatever the body says', (status) => {
		// Even a body that looks like a booking or a refusal decides nothing.
		for (const body of [bookedBody, { errors: true, message: 'no' }])
			expect(readShipmentAnswer(answer(status, body), true)).toEqual({
				kind: 'unknown',
				message: `The service answered with status ${status}. It may or may not have carried out the request.`,
				answer: { status, text: JSON.stringify(body) },
			});
	});

	it('is unknown at status 409: the key belongs to another request', () => {
		expect(readShipmentAnswer(answer(409, { message: 'key used' }), true)).toEqual({
			kind: 'unknown',
			message:
				'The service already has a different request with the same key. The first request may have been carried out.',
			answer: { status: 409, text: '{"message":"key used"}' },
		});
	});

	it.each([199, 300, 301, 304, 307, 308, 400, 404, 407, 410, 422, 499])(
		'is rejected at status %i, whatever the body says',
		(status) => {
			const outcome = readShipmentAnswer(answer(status, bookedBody), true);
			expect(outcome).toMatchObject({ kind: 'rejected', answer: { status, text: JSON.stringify(bookedBody) } });
			expect(outcome.kind === 'rejected' && outcome.error).toBeInstanceOf(AppError);
		},
	);

	it.each([200, 201, 299])('is read from the body at status %i', (status) => {
		expect(readShipmentAnswer(answer(status, bookedBody), true)).toEqual({
			kind: 'booked',
			message: 'Booked.',
			shipment: { ...shipment, trackingUrl: '', productId: undefined, labels: undefined },
			documents: [],
			warnings: [],
			answer: { status, text: JSON.stringify(bookedBody) },
		});
	});

	it('is booked with its label, and the response is not stored a second time', () => {
		const outcome = readShipmentAnswer(answer(200, { ...bookedBody, data: { ...shipment, labels: 'JVBERi0=' } }), true);
		expect(outcome).toMatchObject({
			kind: 'booked',
			shipment: { labels: 'JVBERi0=' },
			documents: [new Uint8Array(Buffer.from('%PDF-'))],
			warnings: [],
		});
		expect(outcome).not.toHaveProperty('answer');
	});

	it('is booked with a label of 5 MB, which is not in the stored text', () => {
		const bytes = Buffer.alloc(5_000_000, 7);
		const body = { ...bookedBody, data: { ...shipment, price: 'free', labels: bytes.toString('base64') } };
		const outcome = readShipmentAnswer(answer(200, body), true);
		expect(outcome.kind === 'booked' && bytes.equals(outcome.documents[0] ?? Buffer.alloc(0))).toBe(true);
		expect(outcome.kind === 'booked' && outcome.answer?.text.length).toBeLessThan(1_000);
	});

	it.each<[string, object, string]>([
		['its status says so, without a tracking number', { status: 'created_at_carrier', trackingNumber: '' }, 'booked'],
		['it has a tracking number, and another status', { status: 'printed' }, 'booked'],
		['it has a tracking number and no status', { status: undefined }, 'booked'],
		['it has neither a status nor a tracking number', { status: undefined, trackingNumber: '' }, 'unknown'],
		['it has another status and no tracking number', { status: 'printed', trackingNumber: undefined }, 'unknown'],
		['it has no id', { id: undefined }, 'unknown'],
	])('follows from the shipment in the body: %s', (_name, changes, kind) => {
		const body = { ...bookedBody, data: { ...shipment, ...changes } };
		expect(readShipmentAnswer(answer(200, body), true).kind).toBe(kind);
	});

	it('is booked with an empty status when the service names none', () => {
		const body = { ...bookedBody, data: { ...shipment, status: undefined } };
		expect(readShipmentAnswer(answer(200, body), true)).toMatchObject({ shipment: { status: '' } });
	});

	it.each(['cancelled', 'Canceled', 'voided', 'REJECTED', 'failed', 'error', 'draft'])(
		'is unknown when a shipment with a tracking number has the status %s',
		(status) => {
			const body = { ...bookedBody, data: { ...shipment, status, trackingNumber: '3S12345', labels: 'JVBERi0=' } };
			expect(readShipmentAnswer(answer(200, body), true)).toMatchObject({
				kind: 'unknown',
				message: `The service answered with a shipment, but with the status "${status}".`,
				trackingNumber: '3S12345',
			});
		},
	);

	it('is booked with a warning when the status is another one', () => {
		const body = { ...bookedBody, data: { ...shipment, status: 'printed', labels: 'JVBERi0=' } };
		expect(readShipmentAnswer(answer(200, body), true)).toMatchObject({
			kind: 'booked',
			warnings: ['The service states the status "printed", which Waybill does not know.'],
		});
	});

	it.each<[unknown, number]>([
		['7.50', 7.5],
		['7,50', 7.5],
		['1.234,50', 1234.5],
		['1 234,50', 1234.5],
		['1,234.50', 1234.5],
		['€ 7,50', 7.5],
		['7.5 EUR', 7.5],
	])('has the price %s', (price, expected) => {
		const outcome = readShipmentAnswer(
			answer(200, { ...bookedBody, data: { ...shipment, price, labels: 'JVBERi0=' } }),
			true,
		);
		expect(outcome).toMatchObject({ shipment: { price: expected }, warnings: [] });
	});

	it.each<[object, string]>([
		[{ price: 'about 7' }, 'The price in the answer ("about 7") cannot be read.'],
		[{ price: '1,234' }, 'The price in the answer ("1,234") cannot be read.'],
		[{ price: { amount: 7 } }, 'The price in the answer ("{"amount":7}") cannot be read.'],
		[
			{ price: 9.5, currency: 'USD' },
			'The service states the price as 9.5 USD. It is not recorded, because prices here are in euros.',
		],
	])('has no price and a warning when the answer has %j', (changes, warning) => {
		const outcome = readShipmentAnswer(
			answer(200, { ...bookedBody, data: { ...shipment, ...changes, labels: 'JVBERi0=' } }),
			true,
		);
		expect(outcome).toMatchObject({ kind: 'booked', warnings: [warning] });
		expect(outcome.kind === 'booked' && outcome.shipment.price).toBeUndefined();
	});

	it('has texts without invisible characters, and names of a limited length', () => {
		const changes = { trackingNumber: '3S\u202e321', carrier: 'C'.repeat(10_000), product: 'Ex\u2066press' };
		expect(readShipmentAnswer(answer(200, { ...bookedBody, data: { ...shipment, ...changes } }), true)).toMatchObject({
			shipment: { trackingNumber: '3S321', carrier: `${'C'.repeat(99)}…`, product: 'Express' },
		});
	});

	it('is a draft when the body holds only an id; the message warns when a booking was requested', () => {
		const draftAnswer = (message: string) => answer(200, { errors: [], message, data: { id: 12 } });
		const draftOutcome = (message: string) => ({ kind: 'draft', partnerId: '12', message });
		const warning = 'The service saved this as a draft. It is NOT booked. Book it in your account at the service.';
		expect(readShipmentAnswer(draftAnswer('Kept.'), false)).toEqual(draftOutcome('Kept.'));
		expect(readShipmentAnswer(draftAnswer('Kept.'), true)).toEqual(draftOutcome(`${warning} Kept.`));
		expect(readShipmentAnswer(draftAnswer(''), true)).toEqual(draftOutcome(warning));
	});

	it('is a draft with further fields only when a draft was requested', () => {
		const body = { errors: [], message: '', data: { id: 12, url: 'https://example.com' } };
		expect(readShipmentAnswer(answer(200, body), false)).toMatchObject({ kind: 'draft', partnerId: '12' });
		expect(readShipmentAnswer(answer(200, body), true)).toEqual({
			kind: 'unknown',
			message: 'The answer could not be read (unexpected format).',
			answer: { status: 200, text: JSON.stringify(body) },
		});
	});

	it.each<[string, unknown, string]>([
		['no shipment', undefined, 'rejected'],
		['null', null, 'rejected'],
		['an empty shipment', {}, 'rejected'],
		['a shipment whose id is null', { id: null }, 'rejected'],
		['a shipment in another status', { status: 'invalid', trackingNumber: '' }, 'rejected'],
		['a shipment with an id', { id: 0 }, 'unknown'],
		['a shipment at the carrier', { status: 'created_at_carrier' }, 'unknown'],
		['a tracking number', { trackingNumber: '3S1' }, 'unknown'],
	])('follows from errors together with %s', (_name, data, kind) => {
		const text = JSON.stringify({ errors: ['The label failed.'], message: '', data });
		const outcome = readShipmentAnswer(answer(200, text), true);
		expect(outcome).toMatchObject({ kind, answer: { status: 200, text } });
		if (outcome.kind === 'unknown')
			expect(outcome.message).toBe('The service answered with both errors and a shipment. The label failed.');
		else expect(outcome.kind === 'rejected' && outcome.error.message).toBe('The label failed.');
	});

	it.each<[string, object]>([
		['errors and hasErrors', { hasErrors: true }],
		['errors as an object', { errors: { zip: 'wrong' } }],
		['data null', { errors: true, data: null }],
		['no data', { errors: true }],
	])('is rejected with the message of the service when a 200 reports errors without a shipment: %s', (_name, body) => {
		const outcome = readShipmentAnswer(answer(200, { message: 'The zip code is wrong.', ...body }), true);
		expect(outcome.kind === 'rejected' && outcome.error).toMatchObject({
			code: 'partner.rejected',
			message: expect.stringMatching(/^The zip code is wrong\.( zip: wrong)?$/),
		});
	});

	describe('when the answer has both errors and a shipment', () => {
		const label = Buffer.from('%PDF-1.4 label').toString('base64');
		const document = new Uint8Array(Buffer.from('%PDF-1.4 label'));
		const data = { ...shipment, trackingNumber: '3SABC123', labels: label };
		const read = (changes: object, errors: unknown = ['The e-mail failed.']) =>
			readShipmentAnswer(answer(200, { errors, message: 'Done.', data: { ...data, ...changes } }), true);

		it('is booked when it has a label and a tracking number at the carrier, and reports the errors as a warning', () => {
			expect(read({})).toMatchObject({
				kind: 'booked',
				message: 'Done.',
				shipment: { trackingNumber: '3SABC123' },
				documents: [document],
				warnings: ['The service booked the shipment but reported errors: The e-mail failed.'],
				answer: { status: 200, text: expect.stringContaining('3SABC123') },
			});
			expect(read({}, { code: 7 })).toMatchObject({
				kind: 'booked',
				warnings: ['The service answered with both errors and a shipment.'],
			});
		});

		it.each<[string, object, object]>([
			['no label', { labels: undefined }, { trackingNumber: '3SABC123' }],
			['a label that does not decode', { labels: '???' }, { trackingNumber: '3SABC123' }],
			['another status', { status: 'printed' }, { trackingNumber: '3SABC123', documents: [document] }],
			['no tracking number', { trackingNumber: '' }, { documents: [document] }],
			['no id', { id: undefined }, { trackingNumber: '3SABC123', documents: [document] }],
			['only a label', { id: undefined, status: undefined, trackingNumber: undefined }, { documents: [document] }],
		])('is unknown with %s, and keeps the received label and tracking number', (_name, changes, received) => {
			const { answer: stored, ...outcome } = read(changes) as Extract<ReturnType<typeof read>, { kind: 'unknown' }>;
			expect(outcome).toEqual({
				kind: 'unknown',
				message: 'The service answered with both errors and a shipment. Done. The e-mail failed.',
				...received,
			});
			expect(stored?.status).toBe(200);
		});
	});

	it('has every document of its labels, and counts those that cannot be read', () => {
		const labels = [
			{ data: Buffer.from('%PDF-1').toString('base64') },
			Buffer.from('^XA^XZ').toString('base64'),
			'???',
		];
		expect(readShipmentAnswer(answer(200, { ...bookedBody, data: { ...shipment, labels } }), true)).toMatchObject({
			kind: 'booked',
			documents: [new Uint8Array(Buffer.from('%PDF-1')), new Uint8Array(Buffer.from('^XA^XZ'))],
			warnings: ['1 document in the answer cannot be read. Print it from your account at the service.'],
			answer: { status: 200 },
		});
		const twoUnreadable = { ...bookedBody, data: { ...shipment, labels: ['???', '!'] } };
		expect(readShipmentAnswer(answer(200, twoUnreadable), true)).toMatchObject({
			documents: [],
			warnings: ['2 documents in the answer cannot be read. Print them from your account at the service.'],
		});
	});

	it.each<[string, unknown, string | undefined]>([
		['a text, without its surrounding spaces', ' 3SABC123 ', '3SABC123'],
		['a number', 12345, '12345'],
		['4 characters', 'A123', 'A123'],
		['60 characters', 'x'.repeat(60), 'x'.repeat(60)],
		['nothing for 3 characters', 'A12', undefined],
		['nothing for 61 characters', 'x'.repeat(61), undefined],
		['nothing for control characters', 'A123\u0007B', undefined],
		['nothing for an object', {}, undefined],
	])('suggests as the tracking number of an unknown outcome: %s', (_name, trackingNumber, expected) => {
		for (const status of [200, 500]) {
			const outcome = readShipmentAnswer(answer(status, { errors: [], data: { trackingNumber } }), true);
			expect(outcome.kind).toBe('unknown');
			expect(outcome).toEqual(
				expected
					? expect.objectContaining({ trackingNumber: expected })
					: expect.not.objectContaining({ trackingNumber: expect.anything() }),
			);
		}
	});

	it('takes nothing from another request at status 409', () => {
		const body = { message: 'key used', data: { trackingNumber: '3SABC123', labels: 'JVBERi0=' } };
		const outcome = readShipmentAnswer(answer(409, body), true);
		expect(outcome.kind).toBe('unknown');
		expect(outcome).not.toHaveProperty('trackingNumber');
		expect(outcome).not.toHaveProperty('documents');
	});

	it('is unknown with the message of the service when no shipment can be read', () => {
		expect(readShipmentAnswer(answer(200, { errors: false, message: 'Queued.', data: null }), true)).toEqual({
			kind: 'unknown',
			message: 'The service answered without a readable shipment: Queued.',
			answer: { status: 200, text: '{"errors":false,"message":"Queued.","data":null}' },
		});
	});

	it.each([
		['a web page', signInPage, 'the answer is a web page with the title "Sign in"'],
		['nothing', '', 'it is empty'],
		['a list', '[1]', 'unexpected format'],
		['null', 'null', 'unexpected format'],
	])('is unknown when the body is %s', (_name, text, reason) => {
		expect(readShipmentAnswer(answer(200, text), true)).toEqual({
			kind: 'unknown',
			message: `The answer could not be read (${reason}).`,
			answer: { status: 200, text },
		});
	});

	it.each([
		[`{"labels":"${'A'.repeat(40)}"}`, '{"labels":"…"}'],
		[
			`{"labels" :  "${'A'.repeat(99)}","id":1,"labels":  "${'B'.repeat(50)}"}`,
			'{"labels" :  "…","id":1,"labels":  "…"}',
		],
		[`{"labels":"${'A'.repeat(39)}"}`, `{"labels":"${'A'.repeat(39)}"}`],
		[
			'{"labels":"http://example.com/a/label/with/40/characters"}',
			'{"labels":"http://example.com/a/label/with/40/characters"}',
		],
		[
			`{"labels":["${'A'.repeat(200)}",{"data":"data:a/b;base64,${'B'.repeat(200)}"}]}`,
			'{"labels":["…",{"data":"…"}]}',
		],
		[
			`{"labels":["${'A'.repeat(199)}","${'x y '.repeat(60)}"]}`,
			`{"labels":["${'A'.repeat(199)}","${'x y '.repeat(60)}"]}`,
		],
		[`{"a":"${'\\/\\n'.repeat(50)}"}`, '{"a":"…"}'],
	])('includes the response without its labels: %s', (text, storedText) => {
		expect(readShipmentAnswer(answer(500, text), true)).toMatchObject({ answer: { status: 500, text: storedText } });
	});
});
