// Destinations under an embargo are not offered, booked or estimated, and the message says why.
import { expect, it } from 'vitest';
import { ratesRequest, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const REASON =
	'No shipments to North Korea are offered: sanctions of the United Nations (Security Council resolution 2397)';

onEachDatabase('embargoes', (service) => {
	it('leave no rates, with the reason', async () => {
		const served = await service().post('rates', { ...ratesRequest, toCountry: 'KR', toZipcode: '', toCity: '' });
		expect(served.body.data.length).toBeGreaterThan(0);
		const { status, body } = await service().post('rates', {
			...ratesRequest,
			toCountry: 'KP',
			toZipcode: '',
			toCity: '',
		});
		expect([status, body.errors, body.data]).toEqual([200, false, []]);
		expect(body.message).toContain(REASON);
	});

	it('depend on the place of dispatch', async () => {
		const toCuba = { ...ratesRequest, toCountry: 'CU', toZipcode: '', toCity: 'Havana' };
		const fromUs = await service().post('rates', { ...toCuba, fromCountry: 'US', fromZipcode: '10001', fromCity: '' });
		expect(fromUs.body).toMatchObject({ data: [], message: expect.stringContaining('embargo of the United States') });
		const fromNl = await service().post('rates', toCuba);
		expect(fromNl.body.data.length).toBeGreaterThan(0);
	});

	it.each([true, false])('refuse a shipment with bookShipment %s', async (bookShipment) => {
		const { status, body } = await service().post('shipments', {
			...shipmentRequest,
			reasonForExport: 'gift',
			incoterms: 'DAP',
			destinationAddress: { ...shipmentRequest.destinationAddress, countryCode: 'KP' },
			bookShipment,
		});
		expect(status).toBe(422);
		expect(body.fields).toMatchObject([
			{ path: 'destinationAddress.countryCode', code: 'embargo', message: expect.stringContaining(REASON) },
		]);
	});

	it('refuse an estimate', async () => {
		const contentItems = [{ description: 'Printed book', numberOfItems: 1, cost: 20, tariff: '490199' }];
		const { status, body } = await service().post('duties-taxes-estimate', {
			contentItems,
			fromCountry: 'NL',
			toCountry: 'KP',
		});
		expect([status, body.hasErrors]).toEqual([422, true]);
		expect(body.fields).toMatchObject([{ path: 'toCountry', code: 'embargo' }]);
		expect(body.message).toContain(REASON);
	});
});
