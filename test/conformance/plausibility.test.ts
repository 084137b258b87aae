// Warnings about values that look wrong, and refusals of required VAT numbers (sections 2.5 and 8 of the specification).
import { expect, it } from 'vitest';
import { destinationAddress, pickupAddress, ratesRequest, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const american = {
	...destinationAddress,
	countryCode: 'US',
	zipcode: '10001',
	city: 'New York',
	phone: '+12124567890',
};
const papers = { reasonForExport: 'commercial', incoterms: 'DAP' };
const expensive = { contentItems: [{ ...shipmentRequest.contentItems[0], price: 1200 }] };

onEachDatabase('plausibility', (service) => {
	const post = (changes: Record<string, unknown>) =>
		service().post('shipments', { ...shipmentRequest, inlineLabel: false, ...changes });

	const implausible: [Record<string, unknown>, string, string][] = [
		[
			{ destinationAddress: { ...destinationAddress, zipcode: '1011' } },
			'destinationAddress.zipcode',
			'unlikely_postcode',
		],
		[{ pickupAddress: { ...pickupAddress, zipcode: '12345' } }, 'pickupAddress.zipcode', 'unlikely_postcode'],
		[{ destinationAddress: { ...destinationAddress, phone: '12' } }, 'destinationAddress.phone', 'unlikely_phone'],
		[{ pickupAddress: { ...pickupAddress, phone: 'ask for Jan' } }, 'pickupAddress.phone', 'unlikely_phone'],
		[
			{ destinationAddress: { ...destinationAddress, vatNumber: 'DE12' } },
			'destinationAddress.vatNumber',
			'unlikely_vat_number',
		],
		[
			{ pickupAddress: { ...pickupAddress, vatNumber: 'NL004495445B99X' } },
			'pickupAddress.vatNumber',
			'unlikely_vat_number',
		],
		[
			{ ...expensive, destinationAddress: { ...destinationAddress, vatNumber: 'DE136695977' } },
			'destinationAddress.vatNumber',
			'unlikely_vat_number',
		],
	];
	it.each(implausible)('of %j is warned of at %s, and the shipment is taken', async (changes, path, code) => {
		for (const bookShipment of [true, false]) {
			const { status, body } = await post({ ...changes, bookShipment });
			expect(status, body.message).toBe(200);
			expect(body.warnings).toEqual([{ path, code, message: expect.any(String) }]);
		}
	});

	it('finds nothing in usual forms', async () => {
		for (const changes of [
			{ pickupAddress: { ...pickupAddress, zipcode: '1012 LG', phone: '020 624 1111', vatNumber: 'NL004495445B01' } },
			{ destinationAddress: { ...destinationAddress, zipcode: 'DE-10115', phone: '0049 30 123456' } },
			{ ...expensive, destinationAddress: { ...destinationAddress, vatNumber: 'DE 136 695 976' } },
			{ ...papers, destinationAddress: { ...american, vatNumber: '12-3456789' } },
			{
				...papers,
				destinationAddress: {
					...destinationAddress,
					countryCode: 'AE',
					zipcode: '00000',
					city: 'Dubai',
					phone: '+97142244444',
				},
			},
		]) {
			const { status, body } = await post(changes);
			expect(status, body.message).toBe(200);
			expect(body).not.toHaveProperty('warnings');
		}
	});

	it('of postcodes is checked in rates and estimates too', async () => {
		const route = { fromCountry: 'NL', fromZipcode: '12345', toCountry: 'DE', toZipcode: '1011' };
		const rates = await service().post('rates', { ...ratesRequest, ...route });
		const contentItems = [{ description: 'Cotton T-shirt', numberOfItems: 2, cost: 12.5 }];
		const duties = await service().post('duties-taxes-estimate', { contentItems, ...route });
		for (const { status, body } of [rates, duties]) {
			expect(status).toBe(200);
			expect(body.warnings.map(({ path }: { path: string }) => path)).toEqual(['fromZipcode', 'toZipcode']);
		}
	});

	it.each([
		{ ...papers, destinationAddress: { ...american, vatNumber: 'unknown' } },
		{ ...papers, destinationAddress: { ...american, vatNumber: '1234' } },
		{ ...expensive, destinationAddress: { ...destinationAddress, vatNumber: 'DE12' } },
		{ ...expensive, destinationAddress: { ...destinationAddress, companyName: '', vatNumber: 'none' } },
	])('of a required VAT number is refused when its form is wrong: %j', async (changes) => {
		const { status, body } = await post(changes);
		expect(status).toBe(422);
		expect(body.fields).toEqual([
			{ path: 'destinationAddress.vatNumber', code: 'invalid_vat_number', message: expect.any(String) },
		]);
	});

	it('takes importer numbers of US Customs, numbers of other countries and personal tax numbers', async () => {
		for (const vatNumber of ['12-3456789', '123456789', '12-3456789XX', '123-45-6789', '260101-12345'])
			expect((await post({ ...papers, destinationAddress: { ...american, vatNumber } })).status, vatNumber).toBe(200);
		const dutch = { ...destinationAddress, vatNumber: 'NL004495445B01' };
		const person = { ...destinationAddress, companyName: undefined, vatNumber: '12 345 678 901' };
		for (const address of [dutch, person])
			expect((await post({ ...expensive, destinationAddress: address })).status).toBe(200);
	});
});
