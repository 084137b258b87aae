// Messages about wrong types and missing fields, and values that count as not given (sections 2 and 4 of the specification).
import { expect, it } from 'vitest';
import { destinationAddress, pickupAddress, ratesRequest, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const item = shipmentRequest.contentItems[0];
const goods = { description: 'Cotton T-shirt', numberOfItems: 2, cost: 12.5 };
const dutiesRequest = { contentItems: [goods], fromCountry: 'NL', toCountry: 'CH' };
const requests = { rates: ratesRequest, shipments: shipmentRequest, 'duties-taxes-estimate': dutiesRequest };

onEachDatabase('fields', (service) => {
	const post = (operation: keyof typeof requests, changes: Record<string, unknown>) =>
		service().post(operation, { ...requests[operation], ...changes });

	const wrong: [keyof typeof requests, Record<string, unknown>, string, string][] = [
		['rates', { toZipcode: 10115 }, 'toZipcode', 'toZipcode must be a string'],
		['rates', { fromCity: ['Amsterdam'] }, 'fromCity', 'fromCity must be a string'],
		['rates', { toCountry: 49 }, 'toCountry', 'must be a two-letter ISO country code, such as NL'],
		['rates', { toCountry: undefined }, 'toCountry', 'a two-letter ISO country code is required'],
		['rates', { parcels: undefined }, 'parcels', 'parcels is required'],
		['rates', { parcels: {} }, 'parcels', 'parcels must be a list'],
		['rates', { parcels: [3] }, 'parcels.0', 'each parcel must be an object'],
		['rates', { parcels: [{ ...ratesRequest.parcels[0], weight: null }] }, 'parcels.0.weight', 'weight is required'],
		['rates', { parcels: [{ type: 'DOC' }] }, 'parcels.0.count', 'count is required'],
		['shipments', { destinationAddress: undefined }, 'destinationAddress', 'destinationAddress is required'],
		['shipments', { destinationAddress: null }, 'destinationAddress', 'destinationAddress is required'],
		['shipments', { pickupAddress: 'Damrak 1' }, 'pickupAddress', 'pickupAddress must be an object'],
		['shipments', { contentItems: null }, 'contentItems', 'contentItems is required'],
		['shipments', { contentItems: [7] }, 'contentItems.0', 'each content item must be an object'],
		['shipments', { currency: undefined }, 'currency', 'currency is required'],
		['shipments', { currency: 'GBP' }, 'currency', 'currency must be EUR or USD'],
		['shipments', { insured: null }, 'insured', 'insured is required'],
		['shipments', { insured: 'perhaps' }, 'insured', 'insured must be true or false'],
		['shipments', { incoterms: 'EXW' }, 'incoterms', 'incoterms must be DAP or DDP'],
		['shipments', { reasonForExport: 1 }, 'reasonForExport', 'reasonForExport must be commercial, replacement, '],
		['shipments', { pickupTimeFrom: 9 }, 'pickupTimeFrom', 'pickupTimeFrom must be a time as HH:MM'],
		[
			'shipments',
			{ destinationAddress: { ...destinationAddress, phone: 4930123456 } },
			'destinationAddress.phone',
			'phone must be a string',
		],
		[
			'shipments',
			{ contentItems: [{ ...item, hsCode: 610910 }] },
			'contentItems.0.hsCode',
			'an HS code must be a string',
		],
		[
			'duties-taxes-estimate',
			{ contentItems: [{ ...goods, description: undefined }] },
			'contentItems.0.description',
			'description is required',
		],
	];
	it.each(wrong)('of %s %j are refused at %s: %s', async (operation, changes, path, message) => {
		const { status, body } = await post(operation, changes);
		expect(status).toBe(422);
		expect(body.fields).toEqual([{ path, code: expect.any(String), message: expect.stringContaining(message) }]);
		expect(body.message).toContain(`${path}: ${message}`);
	});

	it('may set sendNotification to false on the pickup address, but not to true', async () => {
		for (const sendNotification of [false, 0, '0', 'false', null]) {
			const { status, body } = await post('shipments', { pickupAddress: { ...pickupAddress, sendNotification } });
			expect(status, body.message).toBe(200);
		}
		for (const sendNotification of [true, 1, 'true', 'perhaps']) {
			const { status, body } = await post('shipments', { pickupAddress: { ...pickupAddress, sendNotification } });
			expect(status).toBe(422);
			expect(body.fields).toEqual([expect.objectContaining({ path: 'pickupAddress.sendNotification' })]);
		}
	});

	const optional: [keyof typeof requests, Record<string, unknown>][] = [
		...['fromZipcode', 'fromCity', 'toZipcode', 'toCity', 'insured', 'totalValue', 'recipientType'].map(
			(field): [keyof typeof requests, Record<string, unknown>] => ['rates', { [field]: null }],
		),
		['rates', { parcels: [{ type: 'DOC', count: 1, weight: null, length: null, width: null, height: null }] }],
		['rates', { parcels: [{ type: 'DOC', count: 1, weight: '', length: '', width: '', height: '', stackable: null }] }],
		['rates', { parcels: [{ ...ratesRequest.parcels[0], type: 'PALLET', stackable: null }] }],
		...[
			'reference',
			'preferredShippingOption',
			'pickupTimeFrom',
			'pickupTimeTo',
			'pickupInstructions',
			'reasonForExport',
			'incoterms',
			'bookShipment',
			'inlineLabel',
		].map((field): [keyof typeof requests, Record<string, unknown>] => ['shipments', { [field]: null }]),
		...['companyName', 'addressLine2', 'vatNumber', 'sendNotification'].flatMap(
			(field): [keyof typeof requests, Record<string, unknown>][] => [
				['shipments', { pickupAddress: { ...pickupAddress, [field]: null } }],
				['shipments', { destinationAddress: { ...destinationAddress, [field]: null } }],
			],
		),
		['shipments', { contentItems: [{ ...item, hsCode: null }] }],
		['duties-taxes-estimate', { contentItems: [{ ...goods, tariff: null, originCountry: null }] }],
		...['fromZipcode', 'fromCity', 'toZipcode', 'toCity'].map(
			(field): [keyof typeof requests, Record<string, unknown>] => ['duties-taxes-estimate', { [field]: null }],
		),
	];
	it.each(optional)('of %s %j count as not given', async (operation, changes) => {
		const { status, body } = await post(operation, changes);
		expect(status, body.message).toBe(200);
		// The request without the fields whose value is null gets the same answer, except for the numbers of a shipment.
		const withoutNulls: Record<string, unknown> = JSON.parse(
			JSON.stringify({ ...requests[operation], ...changes }, (_name, value) => (value === null ? undefined : value)),
		);
		const same = await service().post(operation, withoutNulls);
		expect(same.status).toBe(200);
		if (operation === 'shipments') expect(Object.keys(same.body.data)).toEqual(Object.keys(body.data));
		else expect(same.body).toEqual(body);
	});

	it('name one option in the singular', async () => {
		const { body } = await post('rates', { parcels: [{ ...ratesRequest.parcels[0], weight: 1000, count: 22 }] });
		expect(body.data).toHaveLength(1);
		expect(body.message).toBe('1 shipping option found.');
	});
});
