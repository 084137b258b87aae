// Sections 2.3 to 2.5, 2.8, 3 and 4.2 of the specification.
import { expect, it } from 'vitest';
import { destinationAddress, pickupAddress, ratesRequest, shipmentRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const swiss = { ...destinationAddress, countryCode: 'CH', zipcode: '8001', city: 'Zürich' };
const item = shipmentRequest.contentItems[0];

onEachDatabase('shipments', (service) => {
	const post = (body: unknown, headers: Record<string, string> = {}) => service().post('shipments', body, headers);

	it('store a draft and return only its id', async () => {
		for (const bookShipment of [undefined, false, 0]) {
			const { status, body } = await post({ ...shipmentRequest, bookShipment });
			expect(status).toBe(200);
			expect(body).toEqual({
				errors: false,
				message: expect.stringContaining('API shipments section'),
				data: { id: expect.any(Number) },
			});
		}
	});

	it('book at the price of the rates, with every field of the specification', async () => {
		const { body } = await post(shipmentRequest);
		expect(body.errors).toEqual([]);
		expect(Object.keys(body.data).sort()).toEqual(
			['id', 'status', 'carrier', 'product', 'productId', 'price', 'trackingNumber', 'trackingUrl', 'labels'].sort(),
		);
		expect(body.data.status).toBe('created_at_carrier');
		const rates = await service().post('rates', { ...ratesRequest, parcels: shipmentRequest.parcels });
		const { carrier, product, productId, price } = rates.body.data[0];
		expect(body.data).toMatchObject({ carrier, product, productId, price });
		const page = await fetch(body.data.trackingUrl);
		expect(page.status).toBe(200);
		const text = await page.text();
		expect(text).toContain(body.data.trackingNumber);
		for (const personal of ['Max Muster', 'Invalidenstr', 'max@example.com']) expect(text).not.toContain(personal);
	});

	it('book every option of the rates at its price', async () => {
		const { body } = await service().post('rates', ratesRequest);
		for (const { productId, price } of body.data) {
			const booked = await post({
				...shipmentRequest,
				parcels: ratesRequest.parcels,
				preferredShippingOption: productId,
			});
			expect(
				booked.body.data,
				service()
					.log.filter((line) => line.includes('"event":"error"'))
					.join(),
			).toMatchObject({ productId, price });
		}
	});

	it('take contents without a value for a reason other than commercial', async () => {
		const free = { contentItems: [{ ...item, price: 0 }], destinationAddress: swiss, incoterms: 'DAP' };
		for (const reasonForExport of ['gift', 'sample', 'repair'])
			expect((await post({ ...shipmentRequest, ...free, reasonForExport })).status).toBe(200);
		expect((await post({ ...shipmentRequest, contentItems: [{ ...item, price: 0 }] })).status).toBe(200);
	});

	it('omit the labels when inlineLabel is false', async () => {
		for (const inlineLabel of [false, 0, 'false']) {
			const { body } = await post({ ...shipmentRequest, inlineLabel });
			expect(body.data).not.toHaveProperty('labels');
			expect(body.data.trackingNumber).toBeTruthy();
		}
	});

	const required = ['currency', 'insured', 'schedulePickup', 'contentItems', 'pickupAddress', 'destinationAddress'];
	const faulty: [Record<string, unknown>, string][] = [
		...required.map((field): [Record<string, unknown>, string] => [{ [field]: undefined }, field]),
		...['countryCode', 'contactPerson', 'email', 'phone', 'addressLine1', 'zipcode', 'city'].flatMap(
			(field): [Record<string, unknown>, string][] => [
				[{ pickupAddress: { ...pickupAddress, [field]: undefined } }, `pickupAddress.${field}`],
				[{ destinationAddress: { ...destinationAddress, [field]: '' } }, `destinationAddress.${field}`],
			],
		),
		...['description', 'quantity', 'price', 'country'].map((field): [Record<string, unknown>, string] => [
			{ contentItems: [{ ...item, [field]: undefined }] },
			`contentItems.0.${field}`,
		]),
		...['type', 'weight', 'length', 'width', 'height', 'count'].map((field): [Record<string, unknown>, string] => [
			{ parcels: [{ ...shipmentRequest.parcels[0], [field]: undefined }] },
			`parcels.0.${field}`,
		]),
		[{ contentItems: [] }, 'contentItems'],
		[{ contentItems: [{ ...item, country: 'ZZ' }] }, 'contentItems.0.country'],
		[{ contentItems: [{ ...item, hsCode: '12' }] }, 'contentItems.0.hsCode'],
		[{ contentItems: [{ ...item, hsCode: '999999' }] }, 'contentItems.0.hsCode'],
		[{ contentItems: [item, { ...item, hsCode: '6109.99' }] }, 'contentItems.1.hsCode'],
		[{ contentItems: [{ ...item, price: 12.505 }] }, 'contentItems.0.price'],
		[{ contentItems: [{ ...item, price: '0.001' }] }, 'contentItems.0.price'],
		[{ contentItems: [{ ...item, price: 0 }], reasonForExport: 'commercial' }, 'reasonForExport'],
		[{ currency: 'GBP' }, 'currency'],
		[{ insured: 'perhaps' }, 'insured'],
		[{ preferredShippingOption: 999 }, 'preferredShippingOption'],
		[{ preferredShippingOption: 999, bookShipment: false }, 'preferredShippingOption'],
		[{ pickupTimeFrom: '15:00', pickupTimeTo: '09:00' }, 'pickupTimeTo'],
		[{ pickupTimeFrom: '9:00' }, 'pickupTimeFrom'],
		[{ pickupTimeTo: '24:00' }, 'pickupTimeTo'],
		[{ reasonForExport: 'fun' }, 'reasonForExport'],
		[{ incoterms: 'EXW' }, 'incoterms'],
		[{ parcels: [{ ...shipmentRequest.parcels[0], type: 'DOC' }] }, 'parcels.0.type'],
		[{ parcels: [{ ...shipmentRequest.parcels[0], weight: 30_000 }] }, 'parcels'],
		[{ pickupAddress: { ...pickupAddress, sendNotification: true } }, 'pickupAddress.sendNotification'],
		[{ destinationAddress: { ...destinationAddress, email: 'nobody' } }, 'destinationAddress.email'],
		[{ contentItems: [{ ...item, price: 1200 }] }, 'destinationAddress.vatNumber'],
		[{ currency: 'USD', contentItems: [{ ...item, price: 1400 }] }, 'destinationAddress.vatNumber'],
		[
			{ destinationAddress: { ...destinationAddress, contactPerson: '\u0ba4\u0bae\u0bbf\u0bb4\u0bcd' } },
			'destinationAddress.contactPerson',
		],
		[{ destinationAddress: { ...destinationAddress, city: 'Berlin \u{1f4e6}' } }, 'destinationAddress.city'],
		[{ destinationAddress: { ...destinationAddress, city: 'Ber\u0000lin' } }, 'destinationAddress.city'],
		[{ destinationAddress: { ...destinationAddress, companyName: 'W'.repeat(98) } }, 'destinationAddress.companyName'],
		[{ destinationAddress: { ...destinationAddress, countryCode: 'ß' } }, 'destinationAddress.countryCode'],
		[
			{ destinationAddress: { ...destinationAddress, email: `${'a'.repeat(300)}@example.com` } },
			'destinationAddress.email',
		],
		[{ insured: true, contentItems: [{ ...item, quantity: 1e6, price: 1e7 }] }, 'contentItems'],
		[
			{ destinationAddress: { ...destinationAddress, addressLine1: 'A very long street name '.repeat(5) } },
			'destinationAddress.addressLine1',
		],
	];
	it.each(faulty)('refuse %j at %s', async (changes, at) => {
		const { status, body } = await post({ ...shipmentRequest, ...changes });
		expect(status).toBe(422);
		expect(body.fields.map(({ path }: { path: string }) => path)).toContain(at);
		expect(body.message).toContain(at);
	});

	it('require a tax number of a company in the US, but not of a private recipient there', async () => {
		const american = { ...destinationAddress, countryCode: 'US', zipcode: '10001', city: 'New York' };
		const papers = { reasonForExport: 'commercial', incoterms: 'DAP' };
		const company = await post({ ...shipmentRequest, ...papers, destinationAddress: american });
		expect(company.body.fields).toEqual([expect.objectContaining({ path: 'destinationAddress.vatNumber' })]);
		const person = await post({
			...shipmentRequest,
			...papers,
			destinationAddress: { ...american, companyName: undefined },
		});
		expect(person.status).toBe(200);
	});

	it('convert dollars before the comparison with 2300 euros', async () => {
		const near = { currency: 'USD', contentItems: [{ ...item, quantity: 1, price: 2400 }] };
		expect((await post({ ...shipmentRequest, ...near })).status).toBe(200);
	});

	it('distinguish customs territories from countries: the Canary Islands are dutiable from Spain, Monaco is not from France', async () => {
		const spanish = { ...pickupAddress, countryCode: 'ES', zipcode: '28001', city: 'Madrid' };
		const canary = { ...destinationAddress, countryCode: 'ES', zipcode: '35001', city: 'Las Palmas' };
		const refused = await post({ ...shipmentRequest, pickupAddress: spanish, destinationAddress: canary });
		expect(refused.body.fields.map(({ path }: { path: string }) => path)).toContain('incoterms');
		const french = { ...pickupAddress, countryCode: 'FR', zipcode: '06000', city: 'Nice' };
		const monaco = { ...destinationAddress, countryCode: 'MC', zipcode: '98000', city: 'Monaco' };
		expect((await post({ ...shipmentRequest, pickupAddress: french, destinationAddress: monaco })).status).toBe(200);
	});

	it('join the address lines and split them between words', async () => {
		const split = {
			...destinationAddress,
			addressLine1: 'Invalidenstraße 10, Hinterhaus links,',
			addressLine2: 'zweiter Aufgang',
		};
		expect((await post({ ...shipmentRequest, destinationAddress: split })).status).toBe(200);
	});

	it('give every number once, also to concurrent requests and after a restart', async () => {
		const many = await Promise.all(Array.from({ length: 12 }, () => post({ ...shipmentRequest, inlineLabel: false })));
		await service().restart();
		const after = await post({ ...shipmentRequest, inlineLabel: false });
		const numbers = [...many, after].map(({ body }) => body.data.trackingNumber);
		const { pathname, search } = new URL(many[0]?.body.data.trackingUrl);
		expect(new Set(numbers).size).toBe(13);
		const ids = [...many, after].map(({ body }) => body.data.id);
		expect(new Set(ids).size).toBe(13);
		const page = await fetch(service().url + pathname + search);
		expect(await page.text()).toContain('Registered with the carrier');
	});
});
