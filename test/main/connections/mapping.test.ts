// Field names of the partner API and of the draft: which fields a request takes from the draft, and which one an error refers to.
import { describe, expect, it } from 'vitest';
import { quoteInputOf } from '../../../src-contract/rules/quote-input';
import {
	toDraftPath,
	toDutiesRequest,
	toDutiesRequestWithFreight,
	toRatesRequest,
	toShipmentRequest,
} from '../../../src-main/connections/partner-v1/mapping';
import { exampleDraft } from '../../fixtures/shipment-draft';

/** Every value of an object by its dotted path. */
function leavesOf(value: unknown, prefix = ''): [string, unknown][] {
	if (typeof value !== 'object' || value === null) return [[prefix, value]];
	return Object.entries(value).flatMap(([name, part]) => leavesOf(part, prefix === '' ? name : `${prefix}.${name}`));
}

const address = (side: string, countryCode: string) => ({
	companyName: `${side} company`,
	contactPerson: `${side} person`,
	email: `${side}@example.com`,
	phone: `${side} phone`,
	addressLine1: `${side} line 1`,
	addressLine2: `${side} line 2`,
	zipcode: `${side} zip`,
	city: `${side} city`,
	region: `${side} region`,
	countryCode,
	vatNumber: `${side} number`,
});
const content = (index: number, originCountry: string) => ({
	description: `goods ${index}`,
	quantity: 10 + index,
	priceEur: 20.5 + index,
	originCountry,
	hsCode: `61091${index}`,
});
const parcel = (index: number) => ({
	count: 100 + index,
	weightKg: 200 + index,
	lengthCm: 300 + index,
	widthCm: 400 + index,
	heightCm: 500 + index,
});
/** No two fields have the same value, so that each value of a request identifies its field. */
const draft = {
	...exampleDraft,
	from: address('from', 'NL'),
	to: address('to', 'CH'),
	parcels: [parcel(1), parcel(2)],
	contents: [content(1, 'PT'), content(2, 'IT')],
	reference: 'order 7',
	insured: true,
	reasonForExport: 'gift' as const,
	incoterms: 'DAP' as const,
};
const draftPathOf = new Map(leavesOf(draft).map(([path, value]) => [value, path]));
const { from, to, contents: items } = draft;

describe('the field names of a request and of the draft', () => {
	it.each<[string, object, number]>([
		['shipments', toShipmentRequest(draft, { productId: undefined, isBooking: true }), 20 + 10 + 10 + 3],
		['rates', toRatesRequest(quoteInputOf(draft)), 6 + 10],
		['duties and taxes', toDutiesRequest({ from, to, items }), 6 + 10],
	])('map in both directions: %s', (_name, request, count) => {
		const mapped = leavesOf(request).filter(([, value]) => typeof value !== 'boolean' && draftPathOf.has(value));
		expect(mapped).toHaveLength(count);
		for (const [path, value] of mapped) expect([path, toDraftPath(path)]).toEqual([path, draftPathOf.get(value)]);
	});

	it('sends the window and the instructions of a pickup only if a pickup is scheduled', () => {
		const pickup = { from: '13:00', to: '', instructions: 'Ring twice' };
		const request = (schedulePickup: boolean) =>
			toShipmentRequest({ ...draft, schedulePickup, pickup }, { productId: 1, isBooking: true });
		expect(request(true)).toMatchObject({
			pickupTimeFrom: '13:00',
			pickupTimeTo: undefined,
			pickupInstructions: 'Ring twice',
		});
		expect(request(false)).toMatchObject({
			pickupTimeFrom: undefined,
			pickupTimeTo: undefined,
			pickupInstructions: undefined,
		});
		expect(toDraftPath('pickupTimeTo')).toBe('pickup.to');
	});

	it.each([true, false])('map for flags that are %s', (value) => {
		const set = { ...draft, insured: value, notifyRecipient: value, schedulePickup: value };
		const request = toShipmentRequest(set, { productId: 7, isBooking: !value });
		expect(request).toMatchObject({
			insured: value,
			schedulePickup: value,
			preferredShippingOption: 7,
			bookShipment: !value,
			destinationAddress: { sendNotification: value },
		});
		expect(['insured', 'schedulePickup', 'destinationAddress.sendNotification'].map(toDraftPath)).toEqual([
			'insured',
			'schedulePickup',
			'notifyRecipient',
		]);
	});

	it('cover every field of the draft that the service receives', () => {
		const request = toShipmentRequest(draft, { productId: undefined, isBooking: true });
		const mappedPaths = new Set(leavesOf(request).map(([path]) => toDraftPath(path)));
		// The region is sent in the city line.
		const localFields = ['labelPrinterId', 'begunAt', 'dutiesEur', 'from.region', 'to.region'];
		const fields = leavesOf(draft).map(([path]) => path);
		expect(fields.filter((path) => !mappedPaths.has(path)).sort()).toEqual(localFields.sort());
	});
});

describe('a request', () => {
	it('has the region in the city line, and the plain city for prices', () => {
		const austin = { ...draft, to: { ...draft.to, city: 'Austin', region: 'TX', countryCode: 'US' } };
		const { destinationAddress } = toShipmentRequest(austin, { productId: undefined, isBooking: true });
		expect(destinationAddress).toMatchObject({ city: 'Austin, TX', countryCode: 'US' });
		expect(destinationAddress).not.toHaveProperty('region');
		expect(toRatesRequest(quoteInputOf(austin))).toMatchObject({ toCity: 'Austin' });
	});

	it('for duties says that the price of the transport contains its insurance', () => {
		const input = { from: { countryCode: 'NL' }, to: { countryCode: 'US' }, items: [] };
		expect(toDutiesRequestWithFreight({ ...input, freightEur: 12.5 })).toMatchObject({
			freight: 12.5,
			insuranceAmount: 0,
		});
		expect(toDutiesRequestWithFreight(input).insuranceAmount).toBeUndefined();
	});

	it('for rates has pallets or documents instead of the parcels', () => {
		const input = { ...quoteInputOf(draft), parcels: [] };
		const pallet = { count: 2, lengthCm: 120, widthCm: 80, heightCm: 150, weightKg: 400, isStackable: true };
		expect(toRatesRequest({ ...input, pallets: [pallet] }).parcels).toEqual([
			{ type: 'PALLET', count: 2, length: 120, width: 80, height: 150, weight: 400, stackable: true },
		]);
		expect(toRatesRequest({ ...input, documents: { count: 3 } }).parcels).toEqual([
			{ type: 'DOC', count: 3, weight: undefined },
		]);
	});

	it('omits empty values', () => {
		const withEmptyFields = {
			...draft,
			from: { ...draft.from, companyName: '', addressLine2: '', vatNumber: '' },
			contents: [{ ...content(1, 'PT'), hsCode: '' }],
			reference: '',
			reasonForExport: null,
			incoterms: null,
		};
		const request = toShipmentRequest(withEmptyFields, { productId: undefined, isBooking: false });
		expect(request).toMatchObject({ reference: undefined, reasonForExport: undefined, incoterms: undefined });
		expect(request.pickupAddress).toMatchObject({
			companyName: undefined,
			addressLine2: undefined,
			vatNumber: undefined,
		});
		expect(request.contentItems[0]).toMatchObject({ hsCode: undefined });
	});

	it('for rates has the value of the goods when they are insured, and the type of the recipient', () => {
		const quoteInput = quoteInputOf(draft);
		expect(toRatesRequest(quoteInput)).toMatchObject({
			totalValue: quoteInput.totalValueEur,
			recipientType: 'business',
		});
		const changed = { ...quoteInput, insured: false, to: { ...quoteInput.to, companyName: '' } };
		expect(toRatesRequest(changed)).toMatchObject({ totalValue: undefined, recipientType: 'individual' });
	});
});

it('fills the postcode that the API requires only in a country without postcodes', () => {
	const zipcodeFor = (countryCode: string) =>
		toShipmentRequest(
			{ ...exampleDraft, to: { ...exampleDraft.to, zipcode: '', city: 'Dubai', countryCode } },
			{ productId: 1, isBooking: true },
		).destinationAddress.zipcode;
	expect([zipcodeFor('AE'), zipcodeFor('DE')]).toEqual(['00000', '']);
});
