// The documents in `labels` of a booking: invoices for customs, labels and customs declarations.
import { expect, it } from 'vitest';
import { bookedResponseSchema } from '../../src-contract/partner-api';
import { destinationAddress, ratesRequest, shipmentRequest } from '../fixtures/requests';
import { pageSizesMm, readSymbols, textOfPdf } from '../fixtures/symbols';
import { onEachDatabase } from './on-each-database';

const swiss = { ...destinationAddress, countryCode: 'CH', zipcode: '8001', city: 'Zürich' };
const item = shipmentRequest.contentItems[0];
const onePiece = { ...shipmentRequest, parcels: [{ ...shipmentRequest.parcels[0], count: 1 }] };
const dutiable = { ...onePiece, destinationAddress: swiss, reasonForExport: 'commercial', incoterms: 'DAP' };
const DESCRIPTION = 'Stainless steel water bottle with a bamboo lid and a carrying loop, 750 ml, matt black';

onEachDatabase('shipping documents', (service) => {
	/** Texts of the pages of the booked shipment's documents. */
	async function pagesOf(request: unknown): Promise<string[]> {
		const { status, body } = await service().post('shipments', request);
		expect(status, body.message).toBe(200);
		return textOfPdf(Buffer.from(body.data.labels, 'base64')).split('\f').slice(0, -1);
	}

	it.each([
		[1, 1, '2.20'],
		[40, 3, '88.00'],
		[500, 29, '1,100.00'],
	])('number each page of an invoice of %i lines, and keep its rows whole', async (count, pageCount, total) => {
		const contentItems = Array.from({ length: count }, (_, index) => ({
			...item,
			price: 1.1,
			description: `${DESCRIPTION}, model ${index + 1}.`,
		}));
		const [label, ...pages] = await pagesOf({ ...dutiable, contentItems });
		const number = /No\. (\S+)/.exec(pages[0] ?? '')?.[1] ?? '';
		expect(label?.replace(/\s/g, '')).toContain(number);
		expect(pages).toHaveLength(pageCount);
		const rows = pages.flatMap((page, index) => {
			expect(page).toContain(`No. ${number}`);
			expect(page).toContain(`Page ${index + 1} of ${pages.length}\n`);
			expect(page.match(/Description +HS code +Origin +Quantity/g)).toHaveLength(1);
			const started = [...page.matchAll(/^ *(\d+) +Stainless/gm)].map(([, row]) => Number(row));
			const finished = [...page.matchAll(/model\s+(\d+)\./g)].map(([, row]) => Number(row));
			expect(finished).toEqual(started);
			expect(started.length).toBeGreaterThan(0);
			return started;
		});
		expect(rows).toEqual(Array.from({ length: count }, (_, index) => index + 1));
		for (const end of [`Total EUR ${total}`, 'Country of origin of the goods: Netherlands', 'Signature'])
			expect(pages.at(-1)).toContain(end);
	});

	it('are a commercial invoice only for a sale, and state tax numbers only when given', async () => {
		const [, invoice = ''] = await pagesOf({
			...dutiable,
			destinationAddress: { ...swiss, vatNumber: 'CHE116281277' },
		});
		expect(invoice).toContain('Commercial invoice');
		expect(invoice.match(/VAT/g)).toHaveLength(1);
		expect(invoice).toContain('CHE116281277');
		for (const reasonForExport of ['gift', 'repair', 'personal_use']) {
			const [, proForma = ''] = await pagesOf({ ...dutiable, reasonForExport });
			expect(proForma).toContain('Pro forma invoice');
			expect(proForma).not.toContain('Commercial invoice');
			expect(proForma).not.toMatch(/VAT|not given|EORI/);
		}
	});

	it('state freight in the currency of the invoice', async () => {
		const { body } = await service().post('shipments', { ...dutiable, inlineLabel: false });
		const inEuros = (await pagesOf(dutiable))[1];
		expect(inEuros).toContain(`EUR ${body.data.price.toFixed(2)}`);
		const inDollars = (await pagesOf({ ...dutiable, currency: 'USD' }))[1] ?? '';
		expect(inDollars).toMatch(/Freight +USD \d+\.\d\d/);
		expect(inDollars).not.toContain('EUR');
	});

	it('have an HS code in each line: the stated one, one that was found and is marked, or "not stated"', async () => {
		const contentItems = [
			item,
			{ ...item, description: 'Wooden jigsaw puzzle', hsCode: undefined },
			{ ...item, description: 'QX77', hsCode: undefined },
		];
		const [, invoice = ''] = await pagesOf({ ...dutiable, contentItems });
		expect(invoice).toMatch(/Cotton T-shirt +610910 /);
		expect(invoice).toMatch(/Wooden jigsaw puzzle +9503\d\d\*/);
		expect(invoice).toMatch(/QX77 +not stated/);
		expect(invoice).not.toContain('–');
		expect(invoice).toContain('* HS code found from the description');
	});

	it.each([
		['GB', 'sw1a1aa', 'London', /^London\nSW1A 1AA\nUNITED KINGDOM$/m],
		['US', '10001', 'New York NY', /^New York, NY 10001\nUNITED STATES$/m],
		['JP', '1000001', 'Chiyoda-ku, Tokyo', /^Chiyoda-ku, Tokyo\n100-0001\nJAPAN$/m],
		['BR', '01310100', 'São Paulo - SP', /^São Paulo-SP\n01310-100\nBRAZIL$/m],
	])('print addresses in the form of %s', async (countryCode, zipcode, city, expected) => {
		const to = { ...destinationAddress, companyName: undefined, countryCode, zipcode, city };
		const [label = '', invoice = ''] = await pagesOf({ ...dutiable, destinationAddress: to });
		const lines = label
			.replace(/^ +| +$/gm, '')
			.replace(/ +/g, ' ')
			.replace(/\n+/g, '\n');
		expect(lines).toMatch(expected);
		for (const line of expected.source.slice(1, -1).split('\\n').slice(0, -1)) expect(invoice).toContain(line);
	});

	it('of a postal item end with the customs declaration that its value requires', async () => {
		const postal = { ...dutiable, preferredShippingOption: 301 };
		const form = async (request: object) => /CN 2[23]/.exec((await pagesOf(request)).at(-1) ?? '')?.[0];
		expect(await form(postal)).toBe('CN 22');
		// 300 special drawing rights are about 353 euros.
		expect(await form({ ...postal, contentItems: [{ ...item, quantity: 1, price: 352 }] })).toBe('CN 22');
		expect(await form({ ...postal, contentItems: [{ ...item, quantity: 1, price: 354 }] })).toBe('CN 23');
		expect(await form({ ...postal, currency: 'USD', contentItems: [{ ...item, quantity: 1, price: 400 }] })).toBe(
			'CN 22',
		);
		expect(await form({ ...dutiable, preferredShippingOption: 101 })).toBeUndefined();
		expect(await form({ ...onePiece, preferredShippingOption: 301 })).toBeUndefined();
	});
});

onEachDatabase('documents of shipments', (service) => {
	const post = (body: unknown) => service().post('shipments', body);

	it('print one label per piece at true size, readable at 203 and 300 dpi', async () => {
		const { data } = bookedResponseSchema.parse((await post(shipmentRequest)).body);
		const pdf = new Uint8Array(Buffer.from(data.labels ?? '', 'base64'));
		const sizes = await pageSizesMm(pdf);
		expect(sizes).toHaveLength(2);
		expect(sizes[0]?.widthMm).toBeCloseTo(101.6, 1);
		expect(sizes[0]?.heightMm).toBeCloseTo(152.4, 1);
		const ssccs = new Set<string>();
		for (const dpi of [203, 300]) {
			for (const page of [0, 1]) {
				const texts = (await readSymbols(pdf, page, dpi)).map(({ text }) => text);
				expect(texts).toContain(data.trackingNumber);
				const sscc = texts.find((text) => /^(\(00\)|00)09520000\d{10}$/.test(text));
				expect(sscc).toBeTruthy();
				ssccs.add(sscc as string);
				expect(texts.some((text) => text.includes(`|${page + 1}/2`))).toBe(true);
			}
		}
		expect(ssccs.size).toBe(2);
	});

	it('add a commercial invoice when dutiable, and require the fields for customs', async () => {
		const bare = await post({ ...shipmentRequest, destinationAddress: swiss });
		expect(bare.status).toBe(422);
		expect(bare.body.fields.map(({ path }: { path: string }) => path)).toEqual(['reasonForExport', 'incoterms']);
		for (const incoterms of ['DAP', 'DDP']) {
			const { body } = await post({
				...shipmentRequest,
				destinationAddress: swiss,
				reasonForExport: 'commercial',
				incoterms,
			});
			const sizes = await pageSizesMm(new Uint8Array(Buffer.from(body.data.labels, 'base64')));
			expect(sizes).toHaveLength(3);
			expect(sizes[2]?.widthMm).toBeCloseTo(210, 0);
			expect(sizes[2]?.heightMm).toBeCloseTo(297, 0);
		}
	});

	it('show one value on label and invoice, and insure it', async () => {
		const dutiable = { destinationAddress: swiss, reasonForExport: 'commercial', incoterms: 'DAP' };
		const contentItems = [
			{ ...item, quantity: 3, price: '12.50' },
			{ ...item, quantity: 2.5, price: 0.01 },
			{ ...item, quantity: 7, price: 1.1 },
			{ ...item, quantity: 3, price: '19.990' },
		];
		const request = { ...shipmentRequest, ...dutiable, contentItems, insured: true };
		const { status, body } = await post(request);
		expect(status, body.message).toBe(200);
		const text = textOfPdf(Buffer.from(body.data.labels, 'base64'));
		// 37.50, 0.025 rounded to 0.03, 7.70 and 59.97.
		expect(text.match(/EUR 105\.20/g)).toHaveLength(shipmentRequest.parcels.length * 2 + 1);
		for (const line of ['37.50', '0.03', '7.70', '59.97']) expect(text).toContain(line);
		const { body: rates } = await service().post('rates', {
			...ratesRequest,
			parcels: shipmentRequest.parcels,
			toCountry: 'CH',
			toZipcode: '8001',
			toCity: 'Zürich',
			insured: true,
			totalValue: 105.2,
		});
		expect(body.data.price).toBe(rates.data[0].price);
	});

	it('split a word that is longer than a line, and refuse only what is longer than both lines', async () => {
		const word = 'Station'.repeat(6).slice(0, 40);
		const booked = await post({
			...shipmentRequest,
			preferredShippingOption: 401,
			destinationAddress: { ...destinationAddress, addressLine1: `Av. ${word}` },
		});
		expect(booked.status, booked.body.message).toBe(200);
		const text = textOfPdf(Buffer.from(booked.body.data.labels, 'base64'));
		expect(text).toContain(`Av. ${word.slice(0, 31)}\n`);
		expect(text).toContain(`${word.slice(31)}\n`);
		const tooLong = { ...destinationAddress, addressLine1: `Av. ${word}`, addressLine2: word };
		const refused = await post({ ...shipmentRequest, preferredShippingOption: 401, destinationAddress: tooLong });
		expect(refused.status).toBe(422);
		expect(refused.body.fields[0]).toMatchObject({ path: 'destinationAddress.addressLine1', code: 'too_long' });
	});
});
