// Sections 2.1, 2.2 and 4.1 of the specification.
import { expect, it } from 'vitest';
import { ratesResponseSchema } from '../../src-contract/partner-api';
import { ratesRequest } from '../fixtures/requests';
import { onEachDatabase } from './on-each-database';

const pallet = { type: 'PALLET', weight: 150, length: 120, width: 80, height: 110, count: 1, stackable: false };

onEachDatabase('rates', (service) => {
	const ask = async (changes: Record<string, unknown> = {}) => {
		const { status, body } = await service().post('rates', { ...ratesRequest, ...changes });
		expect(status, body.message).toBe(200);
		return ratesResponseSchema.parse(body).data;
	};

	it('have the form of the specification, the cheapest first, with a breakdown that adds up to the cent', async () => {
		const { body } = await service().post('rates', ratesRequest);
		expect(Object.keys(body).sort()).toEqual(['data', 'errors', 'message']);
		expect(body.errors).toBe(false);
		const prices = body.data.map(({ price }: { price: number }) => price);
		expect(prices).toEqual([...prices].sort((a, b) => a - b));
		for (const option of body.data) {
			expect(Object.keys(option).sort()).toEqual([
				'carrier',
				'estimatedTransitTimeInWorkingDays',
				'maxEstimatedTransitTimeInWorkingsDays',
				'minEstimatedTransitTimeInWorkingsDays',
				'price',
				'priceBreakdown',
				'product',
				'productId',
			]);
			const cents = (amount: number) => Math.round(amount * 100);
			const sum = option.priceBreakdown.reduce(
				(total: number, { amount }: { amount: number }) => total + cents(amount),
				0,
			);
			expect(sum).toBe(cents(option.price));
		}
	});

	it('accept numbers as text and booleans as 1, 0 and text', async () => {
		const plain = await ask({
			parcels: [{ type: 'NONDOC', weight: 5.5, length: 40, width: 30, height: 20, count: 1 }],
			insured: true,
			totalValue: 100,
		});
		for (const insured of [1, '1', 'true']) expect(await ask({ insured, totalValue: '100.00' })).toEqual(plain);
	});

	it.each([
		[{ insured: true }, 'totalValue'],
		[{ recipientType: undefined, parcels: [pallet] }, 'recipientType'],
		[{ recipientType: 'nobody' }, 'recipientType'],
		[{ parcels: [...ratesRequest.parcels, { type: 'DOC', count: 1 }] }, 'parcels'],
		[{ parcels: [] }, 'parcels'],
		[{ parcels: [{ type: 'BOX', count: 1 }] }, 'parcels.0.type'],
		[{ parcels: [{ type: 'DOC' }] }, 'parcels.0.count'],
		[{ parcels: [{ ...ratesRequest.parcels[0], weight: -1 }] }, 'parcels.0.weight'],
		[{ parcels: [{ ...ratesRequest.parcels[0], weight: 'NaN' }] }, 'parcels.0.weight'],
		[{ parcels: [{ ...ratesRequest.parcels[0], count: 1.5 }] }, 'parcels.0.count'],
		[{ parcels: [{ ...ratesRequest.parcels[0], length: undefined }] }, 'parcels.0.length'],
		[{ toCountry: 'ZZ' }, 'toCountry'],
		[{ fromCountry: undefined }, 'fromCountry'],
	])('refuse %j at %s', async (changes, at) => {
		const { status, body } = await service().post('rates', { ...ratesRequest, ...changes });
		expect(status).toBe(422);
		expect(body.fields.map(({ path }: { path: string }) => path)).toContain(at);
	});

	it('need no weight and size for documents, and offer fewer options for them', async () => {
		const documents = await ask({ parcels: [{ type: 'DOC', count: 2 }] });
		expect(documents.length).toBeGreaterThan(0);
		expect(documents.length).toBeLessThan((await ask()).length);
	});

	it('carry pallets within one country, and never cost more when they are stackable', async () => {
		const domestic = { toCountry: 'NL', toZipcode: '3011', toCity: 'Rotterdam', parcels: [pallet] };
		const plain = new Map((await ask(domestic)).map(({ productId, price }) => [productId, price]));
		expect(plain.size).toBeGreaterThan(0);
		for (const { productId, price } of await ask({ ...domestic, parcels: [{ ...pallet, stackable: '1' }] }))
			expect(price).toBeLessThanOrEqual(plain.get(productId) ?? 0);
	});

	it('use the capital for a side with neither postcode nor city', async () => {
		expect(await ask({ toZipcode: undefined, toCity: undefined })).toEqual(
			await ask({ toZipcode: undefined, toCity: 'Berlin' }),
		);
		expect(await ask({ fromZipcode: '', fromCity: null })).toEqual(
			await ask({ fromZipcode: undefined, fromCity: 'Amsterdam' }),
		);
	});

	it('include the cost of insurance, and give reasons for surcharges', async () => {
		const plain = await ask();
		const insured = await ask({ insured: true, totalValue: '2000' });
		expect(insured).toHaveLength(plain.length);
		const priceOf = new Map(plain.map(({ productId, price }) => [productId, price]));
		for (const { productId, price } of insured) expect(price).toBeGreaterThan(priceOf.get(productId) ?? 0);
		const remote = (await ask({ toZipcode: '27498', toCity: 'Helgoland' })).flatMap(
			({ priceBreakdown = [] }) => priceBreakdown,
		);
		expect(remote.find(({ item }) => item === 'Remote area')?.reason).toContain('Heligoland');
		const home = (await ask({ recipientType: 'individual' })).flatMap(({ priceBreakdown = [] }) => priceBreakdown);
		expect(home.find(({ item }) => item === 'Residential delivery')?.reason).toBeTruthy();
	});

	const remoteCities: [string, string, string, string][] = [
		['GB', 'Lerwick', 'ZE1 0AA', 'Shetland'],
		['ES', 'Las Palmas', '35001', 'Canary Islands'],
		['ES', 'Palma', '07001', 'Balearic Islands'],
		['ES', 'Maó', '07701', 'Balearic Islands'],
		['ES', 'santa cruz de  TENERIFE', '38001', 'Canary Islands'],
		['FR', 'Ajaccio', '20000', 'Corsica'],
		['US', 'Honolulu', '96813', 'Hawaii'],
		['US', 'Anchorage', '99501', 'Alaska'],
		['PT', 'Angra do Heroismo', '9700-001', 'Madeira or Azores'],
		['NO', 'Tromso', '9008', 'northern Norway'],
		['GR', 'Ρόδος', '85100', 'Aegean island'],
		['JP', '石垣市', '907-0001', 'Yaeyama Islands'],
	];
	it.each(remoteCities)('charge %s %s as its postcode %s', async (toCountry, toCity, toZipcode, reason) => {
		const prices = async (location: Record<string, unknown>) =>
			(await ask({ toCountry, toZipcode: undefined, toCity: undefined, ...location })).map(
				({ productId, price, priceBreakdown }) => ({ productId, price, priceBreakdown }),
			);
		const byCity = await prices({ toCity });
		const remote = byCity
			.flatMap(({ priceBreakdown = [] }) => priceBreakdown)
			.filter(({ item }) => item === 'Remote area');
		expect(remote.length).toBeGreaterThan(0);
		for (const line of remote) expect(line.reason).toBe(`destination: ${reason}`);
		expect(byCity).toEqual(await prices({ toZipcode }));
	});

	it('take the postcode, not the city, for the remote surcharge when both are given', async () => {
		const remoteLines = async (location: Record<string, unknown>) =>
			(await ask({ toCountry: 'ES', ...location }))
				.flatMap(({ priceBreakdown = [] }) => priceBreakdown)
				.filter(({ item }) => item === 'Remote area').length;
		expect(await remoteLines({ toZipcode: '07001', toCity: 'Madrid' })).toBeGreaterThan(0);
		expect(await remoteLines({ toZipcode: '28001', toCity: 'Palma' })).toBe(0);
	});

	it('are an empty list with a reason when no product carries the parcel', async () => {
		const { status, body } = await service().post('rates', {
			...ratesRequest,
			parcels: [{ type: 'NONDOC', weight: 30_000, length: 40, width: 30, height: 20, count: 1 }],
		});
		expect(status).toBe(200);
		expect(body).toEqual({ errors: false, message: expect.stringMatching(/too heavy/), data: [] });
	});

	it('are priced for the calling account', async () => {
		const { broker, post } = service();
		const { key, secret } = await broker.accounts.create('dearer');
		await broker.accounts.setMargin('dearer', 10);
		const { body } = await post('rates', ratesRequest, { 'X-PP-API': `${key}@${secret}` });
		const plain = new Map((await ask()).map(({ productId, price }) => [productId, price]));
		for (const { productId, price } of body.data) expect(price).toBeGreaterThan(plain.get(productId) ?? Infinity);
	});

	it('keep their productIds between runs', async () => {
		const names = async () =>
			(await ask()).map(({ productId, carrier, product }) => `${productId} ${carrier} ${product}`);
		const before = await names();
		await service().restart();
		expect(await names()).toEqual(before);
	});

	it.each([
		['NL', '1012LG', 'Amsterdam', '2026-11-24T16:29:00Z', '2026-11-24T16:31:00Z'],
		['NL', '1012LG', 'Amsterdam', '2026-07-06T15:29:00Z', '2026-07-06T15:31:00Z'],
		['PT', '9500-001', 'Ponta Delgada', '2026-11-16T18:29:00Z', '2026-11-16T18:31:00Z'],
		['GR', undefined, 'Athens', '2026-11-24T15:29:00Z', '2026-11-24T15:31:00Z'],
	])(
		'compare the cut-off at 17:30 with the time in %s %s %s',
		async (fromCountry, fromZipcode, fromCity, before, after) => {
			const { clock } = service();
			const days = async (at: string) => {
				clock.now = new Date(at);
				const options = await ask({
					fromCountry,
					fromZipcode,
					fromCity,
					toCountry: 'BE',
					toZipcode: '1000',
					toCity: 'Brussels',
				});
				return options.find(({ productId }) => productId === 401)?.maxEstimatedTransitTimeInWorkingsDays ?? 0;
			};
			expect(await days(before)).toBeGreaterThan(0);
			expect(await days(after)).toBe((await days(before)) + 1);
			clock.now = new Date('2026-11-24T10:00:00Z');
		},
	);

	it('count working days: one more after the cut-off time, and over a public holiday', async () => {
		const { clock } = service();
		const days = async (at: string) => {
			clock.now = new Date(at);
			return (await ask()).find(({ productId }) => productId === 401)?.maxEstimatedTransitTimeInWorkingsDays ?? 0;
		};
		const plain = await days('2026-11-24T10:00:00Z');
		expect(await days('2026-11-24T18:00:00Z')).toBe(plain + 1);
		// A parcel handed over on a Saturday leaves on Monday, the first working day after it.
		expect(await days('2026-11-28T10:00:00Z')).toBe(plain + 1);
		// 25 and 26 December 2026 are a Friday and a Saturday, and public holidays in both countries.
		expect(await days('2026-12-23T10:00:00Z')).toBe(plain + 1);
		clock.now = new Date('2026-11-24T10:00:00Z');
	});
});
