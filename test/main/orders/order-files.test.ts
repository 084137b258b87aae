// Order files of other programs: whose address a column has, what a quantity and a price mean, and what is not shipped.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DroppedFile } from '../../../src-contract/model/address-import';
import type { OrderPlan } from '../../../src-contract/model/order';
import { createOrderFileReader } from '../../../src-main/orders/order-file';
import { countryCodeOf } from '../../../src-main/platform/country-names';
import { findProgram, loadPrograms } from '../../../src-main/platform/tabular/programs';
import { plainPlan } from '../../fixtures/orders';
import { sender } from '../../fixtures/shipment-draft';

const resources = path.resolve('resources');
const fixture = (name: string) => path.resolve('test/fixtures/order-files', name);

async function open(file: string | DroppedFile, changes: Partial<OrderPlan> = {}) {
	const reader = createOrderFileReader(() => () => undefined, resources);
	const opened = await reader.open(file);
	const plan: OrderPlan = {
		...plainPlan,
		columns: opened.columns.map(({ target }) => target),
		priceMeaning: opened.prices,
		...changes,
	};
	return { opened, plan, ...reader.orders(plan, sender), preview: reader.preview(plan, sender) };
}
const csv = (text: string) => ({ name: 'orders.csv', bytes: new TextEncoder().encode(text) });
type Opened = Awaited<ReturnType<typeof open>>;
const draftOf = ({ orders }: Opened, reference: string) =>
	orders.find(({ draft }) => draft.reference === reference)?.draft;
const errorsOf = ({ orders }: Opened, reference: string) =>
	orders.find(({ draft }) => draft.reference === reference)?.fieldErrors.map(({ message }) => message) ?? [];
const itemsOf = (opened: Opened, reference: string) =>
	draftOf(opened, reference)?.contents.map(({ quantity, description, priceEur }) => [quantity, description, priceEur]);

describe('the recipient of an order file', () => {
	it.each<[string, string, object]>([
		[
			'shipper-consignee.csv',
			'A-9',
			{ contactPerson: 'Bob Sample', addressLine1: '1 Main St', zipcode: '07102', countryCode: 'US' },
		],
		[
			'dhl-online.csv',
			'',
			{ contactPerson: 'Erika Muster', addressLine1: 'Hauptstr. 4/1', addressLine2: '3. OG', zipcode: '73557' },
		],
		[
			'amazon-unshipped.txt',
			'303-0000001-0000001',
			{
				companyName: 'Beispiel GmbH',
				contactPerson: 'Sabine Beispiel',
				addressLine1: 'Hauptstraße 4/1, Hinterhaus',
				city: 'Mutlangen',
			},
		],
		[
			'shopify.csv',
			'#1002',
			{ contactPerson: 'Bob Sample', addressLine1: '1 Main St', addressLine2: 'Apt 4', zipcode: '07102' },
		],
		['ebay.csv', '12-34567-89012', { contactPerson: 'Toby Sample', addressLine1: '12 Maple Street', city: 'York' }],
	])('of %s is read from the columns of the recipient', async (file, reference, expected) => {
		expect(draftOf(await open(fixture(file)), reference)?.to).toMatchObject(expected);
	});

	it.each([
		'From Name;From Street;From City;From Postcode;From Country;To Name;To Street;To City;To Postcode;To Country',
		'Absender Name;Absender Straße;Absender Ort;Absender PLZ;Absender Land;Empfänger Name;Empfänger Straße;Empfänger Ort;Empfänger PLZ;Empfänger Land',
		'Billing Name;Billing Address;Billing City;Billing Zip;Billing Country;Shipping Name;Shipping Address;Shipping City;Shipping Zip;Shipping Country',
		'SEND_NAME;SEND_STREET;SEND_CITY;SEND_PLZ;SEND_COUNTRY;RECV_NAME;RECV_STREET;RECV_CITY;RECV_PLZ;RECV_COUNTRY',
		'Name;Street;City;Postcode;Country;Ship to Name;Ship to Street;Ship to City;Ship to Postcode;Ship to Country',
		'afzender naam;afzender straat;afzender plaats;afzender postcode;afzender land;naam ontvanger;straat ontvanger;plaats ontvanger;postcode ontvanger;land ontvanger',
	])('is never the sender or payer: %s', async (titles) => {
		const opened = await open(
			csv(`Order;${titles}\n1;Own Shop;Damrak 1;Amsterdam;1012 LG;NL;Bob Sample;1 Main St;Newark;07102;US\n`),
		);
		expect(draftOf(opened, '1')?.to).toMatchObject({
			contactPerson: 'Bob Sample',
			addressLine1: '1 Main St',
			city: 'Newark',
			zipcode: '07102',
			countryCode: 'US',
		});
	});

	it('is read from titles below the names of their groups', async () => {
		const opened = await open(
			csv(
				';Sender;;;Recipient;;;\nOrder number;Name;Street;City;Name;Street;City;Country\n7;Own Shop;Damrak 1;Amsterdam;Bob Sample;1 Main St;Newark;US\n',
			),
		);
		expect(opened.opened.headerRow).toBe(2);
		expect(draftOf(opened, '7')?.to).toMatchObject({ contactPerson: 'Bob Sample', city: 'Newark' });
	});

	it('is asked about when it is the address of the sender', async () => {
		const { addressLine1, zipcode, city, countryCode } = sender;
		const { orders } = await open(
			csv(`Order;Name;Street;Postcode;City;Country\n1;A B;${addressLine1};${zipcode};${city};${countryCode}\n`),
		);
		expect(orders[0]?.warnings[0]).toContain('address of the sender');
	});

	it('is not sent to a house number that a spreadsheet program has changed', async () => {
		const opened = await open(fixture('merged-title.xlsx'));
		expect(opened.opened.headerRow).toBe(3);
		expect(errorsOf(opened, '1001').join()).toContain('house number 2026-12-03 is a date');
		expect(errorsOf(opened, '1002').join()).not.toContain('house number');
	});
});

describe('quantities of an order file', () => {
	it('have the unit of their cell', async () => {
		const opened = await open(fixture('currency-signs.csv'));
		const weightOf = (reference: string) => draftOf(opened, reference)?.parcels[0]?.weightKg;
		expect(['C1', 'C2', 'C3', 'C4'].map(weightOf)).toEqual([0.998, 0.5, 0.454, 1]);
		expect(draftOf(opened, 'C4')?.parcels[0]).toMatchObject({ lengthCm: 31, widthCm: 21, heightCm: 11 });
		expect(draftOf(opened, 'C5')?.parcels[0]?.lengthCm).toBe(30);
		expect(errorsOf(opened, 'C7').join()).toContain('"1,250" can be read in two ways');
	});

	it.each<[string, string, number | undefined]>([
		['Weight (lbs)', '2.2', 0.998],
		['Weight (oz)', '16', 0.454],
		['Weight (lbs)', '500 g', 0.5],
		['Gewicht in Gramm', '750', 0.8],
		['Weight', '3 stone', undefined],
		['Weight', '2 lb 3 oz', 0.993],
	])('have the unit of the title %s: %s', async (title, cell, kilograms) => {
		const opened = await open(csv(`Order;Name;Street;City;${title}\n1;A;B 1;C;${cell}\n`));
		expect(draftOf(opened, '1')?.parcels[0]?.weightKg).toBe(kilograms);
	});

	it('have the unit of a column of units', async () => {
		const opened = await open(
			csv(
				'Order;Name;Street;City;Weight;Weight unit;Length;Width;Height;Dimension unit\n1;A;B 1;C;10;oz;10;5;2;in\n2;A;B 1;C;10;stone;10;5;2;cm\n',
			),
		);
		expect(draftOf(opened, '1')?.parcels[0]).toMatchObject({ weightKg: 0.284, lengthCm: 26, widthCm: 13, heightCm: 6 });
		expect(errorsOf(opened, '2').join()).toContain('"stone" is not a unit');
	});
});

describe('the rows of an order file', () => {
	it('are one order with another relay e-mail address in each row', async () => {
		const { orders } = await open(
			csv(
				'Order;Name;E-mail;Street;City;Item;Quantity\n7;A;x1@example.com;B 1;C;Cup;1\n7;A;x2@example.com;B 1;C;Pot;2\n',
			),
		);
		expect(orders.map(({ draft }) => draft.contents.length)).toEqual([2]);
	});

	it('are left out if the buyer asked to cancel, or if they are a discount', async () => {
		const { orders, leftOut } = await open(
			csv(
				'Order;Name;Street;City;Item;Quantity;Price;buyer-requested-cancellation\n1;A;B 1;C;Cup;1;5;true\n2;A;B 2;C;Cup;1;5;false\n2;A;B 2;C;Voucher SPRING;1;-5;false\n',
			),
		);
		expect(orders.map(({ draft }) => [draft.reference, draft.contents.length])).toEqual([['2', 1]]);
		expect(leftOut.map(({ reason }) => reason)).toEqual([
			'The order was cancelled (true).',
			'The item needs no shipping.',
		]);
	});

	it('are wrong if a quantity is not a whole number', async () => {
		const opened = await open(csv('Order;Name;Street;City;Item;Quantity\n1;A;B 1;C;Tea;1,5\n2;A;B 2;C;Tea;2\n'));
		expect(errorsOf(opened, '1').join()).toContain('"1,5" is not a whole number');
		expect(opened.orders.map(({ lines }) => lines[0]?.quantity)).toEqual([0, 2]);
	});

	it('are wrong without a country if the postcode is none of the country for empty cells', async () => {
		const opened = await open(
			csv('Order;Name;Street;Postcode;City;Country\n1;A;B 1;20095;Hamburg;\n2;A;B 2;1012 LG;Amsterdam;\n'),
			{ countryCode: 'NL' },
		);
		expect(errorsOf(opened, '1')).toContain('the row names no country, and 20095 is no postcode of NL');
		expect(errorsOf(opened, '2').join()).not.toContain('country');
	});

	it('are left out if a column says that they are done', async () => {
		const { orders, leftOut } = await open(
			csv('Order;Name;Street;City;Erledigt?\n1;A;B 1;C;ja\n2;A;B 2;C;nein\n3;A;B 3;C;\n'),
		);
		expect(orders.map(({ draft }) => draft.reference)).toEqual(['2', '3']);
		expect(leftOut.map(({ reason }) => reason)).toEqual(['The order was already shipped (status "Erledigt?: ja").']);
	});

	it('keep a state that is not known as a warning, and are left out if the customer collects', async () => {
		const { orders, leftOut } = await open(
			csv('Order;Name;Street;City;Status\n1;A;B 1;C;Vielleicht\n2;A;B 2;C;Abholung\n'),
		);
		expect(orders.map(({ warnings }) => warnings)).toEqual([
			['The state "Vielleicht" is not known. Check whether the order is to be shipped.'],
		]);
		expect(leftOut.map(({ reason }) => reason)).toEqual(['The order is not sent from here ("Abholung").']);
	});

	it('are one order if only its address was corrected in a row', async () => {
		const { orders } = await open(
			csv('Order;Name;Street;City;Item;Quantity\n7;Mia Muster;Weg 1;C;Cup;1\n7;Mia Muster;Weg 1a;C;Pot;2\n'),
		);
		expect(orders.map(({ draft }) => draft.contents.length)).toEqual([2]);
		expect(orders[0]?.warnings).toContain('The rows of this order have different addresses. The first one is used.');
	});

	it('are asked about if they have a tracking number', async () => {
		const { orders } = await open(
			csv('Order;Name;Street;City;Tracking number\n1;A;B 1;C;1Z12345E6605272345\n2;A;B 2;C;\n'),
		);
		expect(orders.map(({ warnings }) => warnings.filter((text) => text.includes('tracking')))).toEqual([
			['The order has the tracking number 1Z12345E6605272345. Check whether it was already shipped.'],
			[],
		]);
	});

	it('have the rest of a long name and the person of a second name', async () => {
		const opened = await open(
			csv(
				'Order;Company;Address 2;Street;Postcode;City;Country\n1;Kontor Süd GmbH;& Co. KG;Kai 1;20457;Hamburg;DE\n2;Käserei Muster AG;Regula Sample;Weg 2;8001;Zürich;CH\n3;Muster GmbH;z. Hd. Frau Mia Muster;Weg 3;10115;Berlin;DE\n',
			),
		);
		const namesOf = (reference: string) => {
			const to = draftOf(opened, reference)?.to;
			return [to?.companyName, to?.contactPerson, to?.addressLine2];
		};
		expect(namesOf('1')).toEqual(['Kontor Süd GmbH & Co. KG', 'Kontor Süd GmbH & Co. KG', '']);
		expect(namesOf('2')).toEqual(['Käserei Muster AG', 'Regula Sample', '']);
		expect(namesOf('3')).toEqual(['Muster GmbH', 'Frau Mia Muster', '']);
	});
});

describe('prices of an order file', () => {
	it('have the currency of a column about the goods', async () => {
		const opened = await open(
			csv('Order;Name;Street;City;Goods Unit price;Goods Currency Code;Goods Quantity\n1;A;B 1;C;3.25;USD;40\n'),
			{ rates: { USD: 1.25 } },
		);
		expect(itemsOf(opened, '1')?.[0]?.[2]).toBe(2.6);
	});

	it('have the currency of their cell', async () => {
		const opened = await open(fixture('currency-signs.csv'), { rates: { USD: 1.2, AUD: 2, GBP: 0.8 } });
		expect(itemsOf(opened, 'C2')?.[0]?.[2]).toBe(38.33);
		expect(itemsOf(opened, 'C3')?.[0]?.[2]).toBe(1500);
		expect(itemsOf(opened, 'C4')?.[0]?.[2]).toBe(15);
		expect(itemsOf(opened, 'C5')?.[0]?.[2]).toBe(10.42);
		expect(errorsOf(opened, 'C1').join()).toContain('$ can be USD, CAD, AUD');
		expect(errorsOf(opened, 'C6').join()).toContain('¥ can be JPY, CNY');
		expect(errorsOf(opened, 'C9').join()).toContain('The price must not be negative');
		expect(opened.preview.currencies.map(({ code, perEuro }) => [code, perEuro])).toEqual([
			['AUD', 2],
			['GBP', 0.8],
			['USD', 1.2],
		]);
	});

	it('have the chosen currency if they have a sign that several currencies have', async () => {
		const opened = await open(fixture('currency-signs.csv'), { currency: 'USD', rates: { USD: 1 } });
		expect(itemsOf(opened, 'C1')?.[0]?.[2]).toBe(45.99);
	});

	it('have the currency of the row', async () => {
		const opened = await open(fixture('etsy.csv'), { rates: { USD: 1.2 } });
		expect(itemsOf(opened, '9001')?.map(([, , price]) => price)).toEqual([34, 9]);
		expect(itemsOf(opened, '9003')?.[0]?.[2]).toBe(7.5);
	});

	it('of all pieces are divided without losing a cent', async () => {
		const opened = await open(fixture('woo.csv'));
		expect(itemsOf(opened, '501')).toEqual([[2, 'Baumwoll-Shirt', 12.5]]);
		const divided = await open(
			csv(
				'order-id\torder-item-id\tquantity-purchased\titem-price\tproduct-name\trecipient-name\tship-address-1\tship-city\n1\t1\t3\t88.92\tMug\tA\tB 1\tC\n2\t2\t3\t10.00\tCup\tA\tB 1\tC\n',
			),
		);
		expect(divided.opened.program).toBe('Amazon order report');
		expect(itemsOf(divided, '1')).toEqual([[3, 'Mug', 29.64]]);
		expect(itemsOf(divided, '2')).toEqual([
			[2, 'Cup', 3.33],
			[1, 'Cup', 3.34],
		]);
	});

	it('are asked about once if neither title nor program says what they are', async () => {
		const text = 'Order;Name;Street;City;Description;Quantity;Price\n1;A;B 1;C;Mug;3;88.92\n2;A;B 2;C;Cup;1;5\n';
		const asked = await open(csv(text));
		expect(asked.preview.priceQuestion).toEqual({ title: 'Price', description: 'Mug', quantity: 3, price: '88.92' });
		expect(errorsOf(asked, '1').join()).toContain('one piece or for all');
		expect(itemsOf(asked, '2')).toEqual([[1, 'Cup', 5]]);
		expect(itemsOf(await open(csv(text), { priceMeaning: 'line' }), '1')).toEqual([[3, 'Mug', 29.64]]);
		expect(itemsOf(await open(csv(text), { priceMeaning: 'unit' }), '1')).toEqual([[3, 'Mug', 88.92]]);
	});

	it('are not taken from the sums of an order', async () => {
		const opened = await open(fixture('ebay.csv'));
		expect(itemsOf(opened, '12-34567-89013')).toEqual([
			[1, 'Trading card sleeve', 10],
			[2, 'Trading card box', 10],
		]);
	});
});

describe('what an order file leaves out', () => {
	it.each<[string, [string, string][]]>([
		[
			'shopify.csv',
			[
				['4', 'The item needs no shipping.'],
				['6', 'The order was cancelled (2026-11-02 10:00:00 +0100).'],
			],
		],
		[
			'ebay.csv',
			[
				['5', 'The row contains the sum of the order’s other rows.'],
				['8', 'The row has no recipient in the columns that are used.'],
				['9', 'The row has no recipient in the columns that are used.'],
			],
		],
	])('%s', async (file, expected) => {
		const { leftOut } = await open(fixture(file));
		expect(leftOut.map(({ rowNumbers, reason }) => [rowNumbers, reason])).toEqual(expected);
	});

	it.each([
		['Order status', 'cancelled', 1],
		['Status', 'Storniert', 1],
		['Order status', 'refunded', 1],
		['Order status', 'Completed', 1],
		['Fulfillment Status', 'fulfilled', 1],
		['Fulfillment Status', 'unfulfilled', 0],
		['Financial Status', 'partially_refunded', 0],
		['Payment status', 'paid', 0],
		['Status', 'processing', 0],
		['Shipped on', '2026-11-01', 1],
		['Shipped on', '', 0],
		['Item requires shipping', 'no', 1],
		['Status', 'Storniert (nicht bezahlt)', 1],
		['Status', 'Annulé, non payé', 1],
		['Status', 'nicht storniert', 0],
		['Status', 'Remboursé partiellement', 0],
		['Payment status', 'Completed', 0],
		['Status', 'On hold', 1],
		['Status', 'checkout-draft', 1],
		['Status', 'Awaiting bank wire payment', 1],
		['Status', 'Fully Delivered', 1],
		['Cancelled at', '0000-00-00 00:00:00', 0],
		['Cancelled at', 'NULL', 0],
		['Ship date', '2030-01-01', 0],
		['Status', 'En attente d’expédition', 0],
		['Status', 'Wacht op verzending', 0],
		['Status', 'Wartet auf Versand', 0],
		['Status', 'Oczekuje na wysyłkę', 0],
		['Status', 'Awaiting shipment', 0],
	])('%s: %s', async (title, cell, leftOutCount) => {
		const { leftOut } = await open(csv(`Order;Name;Street;City;Description;${title}\n1;A;B 1;C;Mug;${cell}\n`));
		expect(leftOut).toHaveLength(leftOutCount);
	});

	it('further rows of an order that is left out, too', async () => {
		const { orders, leftOut } = await open(
			csv('Order;Name;Street;City;Description;Status\n1;A;B 1;C;Mug;cancelled\n1;;;;Cup;\n2;D;E 1;F;Pot;paid\n'),
		);
		expect(orders.map(({ draft }) => draft.reference)).toEqual(['2']);
		expect(leftOut.map(({ rowNumbers }) => rowNumbers)).toEqual(['2', '3']);
	});

	it('the further rows of an order whose first item is left out, but not those of the order before', async () => {
		const { orders } = await open(
			csv(
				'Order;Name;Street;City;Description;Requires shipping\n1;A;B 1;C;Mug;yes\n2;D;E 1;F;Gift card;no\n;;;;T-shirt;yes\n;;;F 2;Cap;yes\n',
			),
		);
		expect(
			orders.map(({ draft: { reference, to, contents } }) => [reference, to.contactPerson, contents.length]),
		).toEqual([
			['1', 'A', 1],
			['2', 'D', 1],
			['', '', 1],
		]);
	});

	it('rows of a cancelled order after an item that needs no shipping', async () => {
		const { orders, leftOut } = await open(
			csv(
				'Order;Name;Street;City;Description;Status;Requires shipping\n1;A;B 1;C;Mug;;\n2;D;E 1;F;Pot;cancelled;\n2;;;;Gift card;;no\n2;;;;Cup;;\n',
			),
		);
		expect(orders.map(({ draft }) => [draft.reference, draft.contents.length])).toEqual([['1', 1]]);
		expect(leftOut.map(({ rowNumbers, isCancelled }) => [rowNumbers, isCancelled])).toEqual([
			['3', true],
			['4', false],
			['5', false],
		]);
	});

	it('no item without a description whose price is not the sum of the others', async () => {
		const opened = await open(
			csv('Order;Name;Street;City;Description;Quantity;Unit price\n1;A;B 1;C;Mug;1;10.00\n1;;;;;2;15.00\n'),
		);
		expect(itemsOf(opened, '1')).toEqual([
			[1, 'Mug', 10],
			[2, '', 15],
		]);
		expect(errorsOf(opened, '1').join()).toMatch(/description/i);
	});

	it('not a further row without an order number', async () => {
		const opened = await open(csv('Order;Name;Street;City;Description;Quantity\n1;A;B 1;C;Mug;1\n;;;;Cup;2\n'));
		expect(itemsOf(opened, '1')?.map(([quantity, description]) => [quantity, description])).toEqual([
			[1, 'Mug'],
			[2, 'Cup'],
		]);
	});

	it('names columns with content that are not imported', async () => {
		const { preview } = await open(fixture('dhl-online.csv'));
		expect(preview.unusedColumns).toContain('SEND_STREET');
		expect(preview.unusedColumns).toContain('PRODUCT');
	});
});

it('fills in the phone and the e-mail that a marketplace does not pass on', async () => {
	const { orders, preview } = await open(fixture('etsy.csv'), {
		phone: '+31 20 555 0100',
		email: 'orders@example.com',
	});
	expect(orders[0]?.draft.to).toMatchObject({ phone: '+31 20 555 0100', email: 'orders@example.com' });
	expect(preview.commonErrors).toContainEqual({
		message: 'the parcel has no size and no weight: choose a parcel above',
		orderCount: 2,
	});
});

it('reads HS codes with words, lost zeros and digits of a country', async () => {
	const opened = await open(fixture('hs.csv'));
	const codeOf = (reference: string) => draftOf(opened, reference)?.contents[0]?.hsCode.replaceAll('.', '');
	expect(['H2', 'H4', 'H5', 'H7'].map(codeOf)).toEqual(['6109100012', '6109100010', '0101210000', '610910']);
	expect(['H10', 'H11'].map((reference) => draftOf(opened, reference)?.contents[0]?.originCountry)).toEqual([
		'CN',
		'CN',
	]);
	for (const reference of ['H6', 'H8']) expect(errorsOf(opened, reference).join()).toContain('6 to 10 digits');
});

describe('known programs', () => {
	const programs = loadPrograms(path.join(resources, 'programs'));
	it('have a file each, with targets that exist', () => {
		expect(programs.length).toBe(readdirSync(path.join(resources, 'programs')).length);
		for (const { name, kind, columns } of programs)
			for (const target of Object.values(columns))
				expect(target, name).toMatch(kind === 'orders' ? /^-$|^(order|recipient)\.\w+( \d)?$/ : /^-$|^\w+( \d)?$/);
	});

	it.each(programs.map((program) => [program.name, program] as const))(
		'%s is recognised by its titles',
		(_name, program) => {
			expect(
				findProgram(programs, program.kind, [...program.recognizedBy, ...Object.keys(program.columns)])?.name,
			).toBe(program.name);
		},
	);
});

/** Columns of the recipient's address, and of a sender. */
const ADDRESS_TITLES = [
	'Name',
	'Company',
	'Street',
	'Address 2',
	'Address 3',
	'House number',
	'Postcode',
	'City',
	'State',
	'Country',
];

it('shows every cell of the address columns in the preview, or names its column', async () => {
	const word = fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?$/);
	await fc.assert(
		fc.asyncProperty(
			fc.subarray(ADDRESS_TITLES, { minLength: 3 }),
			fc.subarray(['Shipper Name', 'Shipper Street', 'Shipper City'], { minLength: 0 }),
			fc.array(fc.array(word, { minLength: 13, maxLength: 13 }), { minLength: 1, maxLength: 4 }),
			async (titles, senderTitles, rows) => {
				const allTitles = ['Order', ...titles, ...senderTitles];
				const lines = rows.map((row, index) => [String(index + 1), ...row.slice(0, allTitles.length - 1)]);
				const { preview } = await open(csv([allTitles, ...lines].map((line) => line.join(';')).join('\n')));
				for (const order of preview.orders) {
					const line = lines[Number(order.reference) - 1] ?? [];
					const shown = [...order.addressLines, ...order.messages].join('\n');
					for (const [column, title] of allTitles.entries())
						if (
							column > 0 &&
							!preview.unusedColumns.includes(title) &&
							(title !== 'State' || preview.countriesWithoutRegion.length === 0) &&
							// A country is shown as its code.
							(title !== 'Country' || countryCodeOf(line[column] ?? '') === '')
						)
							expect(shown, title).toContain(line[column]);
				}
			},
		),
		{ numRuns: 200 },
	);
});

it('reads no file of the fixtures with a wrong recipient', async () => {
	for (const name of readdirSync(path.resolve('test/fixtures/order-files')).filter((file) =>
		/\.(csv|txt|xlsx)$/.test(file),
	)) {
		const { orders } = await open(fixture(name));
		const text = name.endsWith('.xlsx') ? '' : readFileSync(fixture(name), 'utf8');
		const own = /Damrak|Beispielstrasse|Payer St|rue Facture|Zahlweg/;
		expect(orders.filter(({ draft }) => own.test(draft.to.addressLine1)).length, `${name} ${text.length}`).toBe(0);
	}
});

describe('prices and weights that can be read in two ways', () => {
	const head = 'Order;Name;Street;City;Country;Description;Quantity';
	const row = (cells: string) => `1;A;B 1;C;DE;Mug;${cells}`;
	const priceOf = async (title: string, cells: string) => {
		const opened = await open(csv(`${head};${title}\n${row(cells)}\n`));
		return [itemsOf(opened, '1')?.[0]?.[2], errorsOf(opened, '1').some((message) => message.includes('two ways'))];
	};
	it.each<[string, string, number | undefined, boolean]>([
		['Unit price', '1;2,000', undefined, true],
		['Unit price', '1;1.000', undefined, true],
		['Unit price;Item weight (kg)', '1;2,000;12.5', undefined, true],
	])('%s: %s', async (title, cells, price, isAmbiguous) => {
		expect(await priceOf(title, cells)).toEqual([price, isAmbiguous]);
	});
	it('reads thousands if the other prices show the decimal separator', async () => {
		const opened = await open(csv(`${head};Unit price\n${row('1;2,000')}\n2;D;E 1;F;DE;Pot;1;12.50\n`));
		expect(itemsOf(opened, '1')?.[0]?.[2]).toBe(2000);
	});
	it('reads thousands of a currency without decimals', async () => {
		const opened = await open(csv(`${head};Unit price;Currency\n${row('1;2,000;JPY')}\n`), { rates: { JPY: 100 } });
		expect(itemsOf(opened, '1')?.[0]?.[2]).toBe(20);
	});
	it.each([
		['Grams', '1.250', 1.3],
		['Weight (g)', '1,250', 1.3],
		['Weight', '1.250 g', 1.25],
	])('%s %s is more than a kilogram', async (title, cell, kilograms) => {
		const { orders } = await open(csv(`${head};${title}\n${row(`1;${cell}`)}\n`));
		expect(orders[0]?.draft.parcels[0]?.weightKg).toBe(kilograms);
	});
});

describe('the currency of an order', () => {
	const rates = { USD: 2 };
	it('is that of its first row, also if that row is left out', async () => {
		const opened = await open(
			csv(
				'Order;Name;Street;City;Description;Requires shipping;Quantity;Unit price;Currency\n1;A;B 1;C;Gift card;no;1;50;USD\n1;;;;Mug;yes;1;10;\n2;D;E 1;F;Pot;yes;1;8;EUR\n;;;;Lid;yes;1;2;\n',
			),
			{ rates },
		);
		expect(itemsOf(opened, '1')).toEqual([[1, 'Mug', 5]]);
		expect(itemsOf(opened, '2')).toEqual([
			[1, 'Pot', 8],
			[1, 'Lid', 2],
		]);
	});
	it('is the only one of the file for an order that names none', async () => {
		const opened = await open(
			csv('Order;Name;Street;City;Description;Unit price;Currency\n1;A;B 1;C;Mug;10;USD\n2;D;E 1;F;Pot;8;\n'),
			{ rates },
		);
		expect(itemsOf(opened, '2')).toEqual([[1, 'Pot', 4]]);
	});
	it('is asked for if other orders name several', async () => {
		const opened = await open(
			csv(
				'Order;Name;Street;City;Description;Unit price;Currency\n1;A;B 1;C;Mug;10;USD\n2;D;E 1;F;Pot;8;\n3;G;H 1;I;Cup;3;EUR\n',
			),
			{ rates },
		);
		expect(itemsOf(opened, '2')).toEqual([[1, 'Pot', undefined]]);
		expect(errorsOf(opened, '2').join()).toContain('names no currency');
	});
	it('is no property of an object', async () => {
		const opened = await open(
			csv('Order;Name;Street;City;Description;Unit price;Currency\n1;A;B 1;C;Mug;10;constructor\n'),
		);
		expect(errorsOf(opened, '1').join()).toContain('"constructor" is not a currency');
	});
});

it('divides the price of all ordered pieces, and ships those that are left', async () => {
	const opened = await open(
		csv(
			'Order;Name;Street;City;Description;Quantity;Quantity to ship;Line total\n1;A;B 1;C;Mug;5;2;50.00\n2;D;E 1;F;Pot;3;2;10.00\n',
		),
	);
	expect(itemsOf(opened, '1')).toEqual([[2, 'Mug', 10]]);
	expect(itemsOf(opened, '2')).toEqual([[2, 'Pot', 3.33]]);
});

it('finds the titles of a known program below other rows', async () => {
	const { opened } = await open(
		csv(
			`Version;Address;Orders;Returns\n1.0;A;B;C\nbestelnummer;voornaam_verzending;producttitel;EAN\n1;Jan;Mok;1234567890123\n`,
		),
	);
	expect([opened.headerRow, opened.program]).toEqual([3, 'bol.com orders']);
});

describe('quantities, units and products of a row', () => {
	it('ships neither what was shipped before nor what was refunded', async () => {
		const opened = await open(
			csv(
				'Order;Name;Street;City;Description;Quantity;Quantity shipped;Refunded quantity;Line total\n1;A;B 1;C;Mug;5;2;-1;50.00\n2;D;E 1;F;Pot;2;2;;20.00\n',
			),
		);
		expect(itemsOf(opened, '1')).toEqual([[2, 'Mug', 10]]);
		expect(opened.leftOut.map(({ rowNumbers }) => rowNumbers)).toEqual(['3']);
	});

	it('reads all products of a row with numbered columns, and names none of them as unused', async () => {
		const opened = await open(
			csv(
				'Order;Name;Street;City;Product 1 name;Product 1 quantity;Product 1 price each;Product 2 name;Product 2 quantity;Product 2 price each;Product 3 name;Product 3 quantity;Product 3 price each\n1;A;B 1;C;Mug;1;4.00;Pot;2;9.00;Lid;3;1.50\n2;D;E 1;F;Cup;1;3.00;;;;;;\n',
			),
		);
		expect(itemsOf(opened, '1')).toEqual([
			[1, 'Mug', 4],
			[2, 'Pot', 9],
			[3, 'Lid', 1.5],
		]);
		expect(itemsOf(opened, '2')).toEqual([[1, 'Cup', 3]]);
		expect(opened.preview.unusedColumns).toEqual([]);
	});

	it('pairs pounds with inches where a file names only the unit of weight', async () => {
		const { orders } = await open(
			csv(
				'Order;Name;Street;City;Weight;Weight unit;Length;Width;Height\n1;A;B 1;C;2;lb;12;10;6\n2;D;E 1;F;2;kg;12;10;6\n',
			),
		);
		expect(orders.map(({ draft: { parcels } }) => parcels[0])).toMatchObject([
			{ weightKg: 0.908, lengthCm: 31, widthCm: 26, heightCm: 16 },
			{ weightKg: 2, lengthCm: 12, widthCm: 10, heightCm: 6 },
		]);
	});
});

describe('a file without titles', () => {
	it.each([
		[
			'Sample Inc,SAM,Sam Sample,100 Main St,Suite 5,Boston,MA,02108,US,6175550100\nEva Muster,EVA,Eva Muster,Weg 1,,Dresden,,01067,DE,\nTest BV,TBV,Tess Test,Dam 1,,Amsterdam,,1012 JS,NL,0201234567\n',
			[
				['Sample Inc', 'Sam Sample', '100 Main St', 'Suite 5', '02108', 'Boston', 'MA', 'US'],
				['', 'Eva Muster', 'Weg 1', '', '01067', 'Dresden', '', 'DE'],
				['Test BV', 'Tess Test', 'Dam 1', '', '1012 JS', 'Amsterdam', '', 'NL'],
			],
		],
		[
			'1;Firma;Probe GmbH;Eva Muster;Weg 1;01067;Dresden;D\n2;Frau;Ida Muster;;Weg 2;89073;Ulm;D\n',
			[
				['Probe GmbH', 'Eva Muster', 'Weg 1', '', '01067', 'Dresden', '', 'DE'],
				['', 'Ida Muster', 'Weg 2', '', '89073', 'Ulm', '', 'DE'],
			],
		],
	])('has the recipient in the columns that their cells show: %#', async (text, expected) => {
		const { orders } = await open(csv(text));
		expect(
			orders.map(({ draft: { to } }) => [
				to.companyName,
				to.contactPerson,
				to.addressLine1,
				to.addressLine2,
				to.zipcode,
				to.city,
				to.region,
				to.countryCode,
			]),
		).toEqual(expected);
	});
});

it('names values that a spreadsheet program has changed', async () => {
	const opened = await open(
		csv('Order;Name;Street;House number;Postcode;City;Country;Phone\n1;A;B;12-Mär;1067;Dresden;DE;2.01555E+09\n'),
	);
	expect(errorsOf(opened, '1').join()).toMatch(/12-Mär is a date.*2\.01555E\+09 was shortened/);
	expect(opened.orders[0]?.draft.to.zipcode).toBe('01067');
	expect(opened.orders[0]?.warnings.join()).toContain('lost its leading zero');
});

it.each(['Straße;Nr.', 'Street;No.', 'straat;nummer', 'Empfänger Straße;Empfänger Nr', 'SHIP_TO_STREET;SHIP_TO_NO'])(
	'reads the house number of %s',
	async (titles) => {
		const { orders } = await open(csv(`Order;Name;${titles};PLZ;City\n1;Eva;Weg;12;01067;Dresden\n`));
		expect(orders[0]?.draft.to.addressLine1).toBe('Weg 12');
	},
);

it.each([
	'unbezahlt',
	'nicht bezahlt',
	'Zahlung offen',
	'Vorkasse offen',
	'En attente de paiement',
	'Niet betaald',
	'In de wacht',
	'En attente paiement',
	'Zahlung noch ausstehend',
	'Wacht op betaling',
	'Warten auf Zahlung',
	'Oczekuje na płatność',
	'Nieopłacone',
	'Wstrzymane',
	'Gutschrift',
	'Retour',
	'Zwrot',
])('leaves out the order with the state %s', async (state) => {
	for (const title of ['Status', 'Zahlungsstatus', 'Statut', 'Sale State']) {
		const { leftOut } = await open(csv(`Order;Name;Street;City;Description;${title}\n1;A;B 1;C;Mug;${state}\n`));
		expect(leftOut.length, title).toBe(1);
	}
});

it('reads German, French and Polish titles of programs', async () => {
	const german = await open(
		csv(
			'Auftragsnummer;RE Firma;RE Straße;RE PLZ;RE Ort;LA Firma;LA Straße;LA Nr;LA PLZ;LA Ort\n1;Holz GmbH;Weg 1;10115;Berlin;Werk AG;Am Busch;12 a;01067;Dresden\n',
		),
	);
	expect(draftOf(german, '1')?.to).toMatchObject({
		companyName: 'Werk AG',
		addressLine1: 'Am Busch 12 a',
		zipcode: '01067',
		city: 'Dresden',
	});
	const polish = await open(
		csv(
			'Nr zamówienia;Odbiorca;Ulica;Kod pocztowy;Miasto;Nazwa towaru;Ilość;Cena jednostkowa;Waga (kg);Długość (cm)\nZ-1;Ewa;Polna 1;00-001;Warszawa;Kubek;3;10,00;1,5;30\n',
		),
	);
	expect(itemsOf(polish, 'Z-1')).toEqual([[3, 'Kubek', 10]]);
	expect(draftOf(polish, 'Z-1')?.parcels[0]).toMatchObject({ weightKg: 1.5, lengthCm: 30 });
	const french = await open(csv('Commande;Nom;Rue;Ville;Article;Qté\n7;Luc;Rue A 1;Paris;Tasse;1 000\n'));
	expect(itemsOf(french, '7')?.[0]?.[0]).toBe(1000);
});

it('divides a total weight by the parcels, and leaves out a line with sums', async () => {
	const { orders, leftOut } = await open(
		csv(
			'Order;Name;Street;City;Description;Number of parcels;Total weight (kg);Unit price\n1;A;B 1;C;Mug;2;15.6;5\nTOTAL;;;;;2;15.6;5\n',
		),
	);
	expect(orders.map(({ draft }) => draft.parcels[0])).toMatchObject([{ count: 2, weightKg: 7.8 }]);
	expect(leftOut.map(({ rowNumbers }) => rowNumbers)).toEqual(['3']);
});

describe('an order whose file writes things in its own way', () => {
	const head = 'Order;Name;Street;City;Country;Description';
	const row = '1;A;B 1;C;US;Mug';

	it.each([
		['Weight lbs;Weight oz', '2;8', 1.134],
		['Pounds;Ounces', '1;', 0.454],
		['Weight (lb);Weight (oz)', '0;12', 0.341],
		['Weight oz', '16', 0.454],
	])('weight in %s: %s', async (titles, cells, weightKg) => {
		expect(draftOf(await open(csv(`${head};${titles}\n${row};${cells}\n`)), '1')?.parcels[0]?.weightKg).toBe(weightKg);
	});

	it.each([
		['Teilversendet', true],
		['Partially shipped', true],
		['partially_refunded', true],
		['Partiellement remboursé', true],
		['Processing', false],
	])('state %s', async (state, isWarned) => {
		const { orders } = await open(csv(`${head};Status\n${row};${state}\n`));
		expect(orders[0]?.warnings.some((warning) => warning.startsWith('Only a part of the order is done'))).toBe(
			isWarned,
		);
	});

	it('takes the number of a line for no description', async () => {
		const withBoth = await open(csv(`Order;Name;Street;City;Item;Item description\n1;A;B 1;C;10;Mug\n`));
		expect(draftOf(withBoth, '1')?.contents[0]?.description).toBe('Mug');
		expect(withBoth.preview.unusedColumns).toContain('Item');
		const numberOnly = await open(csv(`Order;Name;Street;City;Item\n1;A;B 1;C;10\n`));
		expect(errorsOf(numberOnly, '1')).toContain('the description of the item is only a number');
	});

	it('warns of an eBay order without a date of payment, once', async () => {
		const titles =
			'Sales Record Number,Order Number,Buyer Email,Ship To Name,Ship To Address 1,Ship To City,Ship To Zip,Ship To Country,Item Title,Quantity,Sold For,Paid On Date';
		const { orders } = await open(
			csv(
				`${titles}\n1,1-1,a@example.com,A,1 B St,C,07102,US,Mug,1,$4.00,Nov-02-26\n1,1-1,,,,,,,Cup,1,$3.00,\n2,2-2,b@example.com,D,1 E St,F,07102,US,Pot,1,$9.00,\n`,
			),
		);
		expect(
			orders.map(({ draft, warnings }) => [
				draft.reference,
				warnings.filter((warning) => warning === 'The order has no date of payment. Check whether it is paid.').length,
			]),
		).toEqual([
			['1-1', 0],
			['2-2', 1],
		]);
	});

	it('splits an address in one cell', async () => {
		const opened = await open(
			csv(
				'ID,Ship-to Name,Shipping Address,Status\n1,Erika Muster,"Hauptstraße 4,Mutlangen,Baden-Württemberg,73557",pending\n',
			),
			{ countryCode: 'DE' },
		);
		const { orders } = opened;
		expect(orders[0]?.draft.to).toMatchObject({
			contactPerson: 'Erika Muster',
			addressLine1: 'Hauptstraße 4',
			zipcode: '73557',
			city: 'Mutlangen',
		});
		expect(orders[0]?.warnings).toContain('The address was split from one cell. Check it.');
	});

	it('takes the country of an address in one cell before the country of the batch', async () => {
		const { orders } = await open(
			csv(
				'ID,Ship-to Name,Shipping Address,Status\n1,Greta Holm,"Kungsgatan 5, 411 19 Göteborg, Sweden",pending\n2,Erika Muster,"Hauptstr. 4, Berlin",pending\n',
			),
			{ countryCode: 'DE' },
		);
		expect(orders.map(({ draft: { to } }) => [to.addressLine1, to.zipcode, to.city, to.countryCode])).toEqual([
			['Kungsgatan 5', '411 19', 'Göteborg', 'SE'],
			['Hauptstr. 4', '', 'Berlin', 'DE'],
		]);
	});

	it('reads the technical titles of Odoo', async () => {
		const opened = await open(
			csv(
				'name,partner_shipping_id/name,partner_shipping_id/street,partner_shipping_id/zip,partner_shipping_id/city,partner_shipping_id/country_id,order_line/name,order_line/product_uom_qty,order_line/price_unit,state\nS00012,Erika Muster,Hauptstr. 4,73557,Mutlangen,Germany,Mug,2,4.50,sale\n',
			),
		);
		expect(opened.opened.program).toBe('Odoo sales orders (technical titles)');
		expect(draftOf(opened, 'S00012')).toMatchObject({
			to: { contactPerson: 'Erika Muster', addressLine1: 'Hauptstr. 4', zipcode: '73557', countryCode: 'DE' },
			contents: [{ quantity: 2, description: 'Mug', priceEur: 4.5 }],
		});
	});
});

describe('titles of programs that are not known', () => {
	const addressOf = async (text: string) => (await open(csv(text))).orders[0]?.draft.to;

	it.each([
		[
			'Name (Ship FROM) (Required),Address 1 (Ship FROM),City (Ship FROM),Name (Ship TO) (Required),Address 1 (Ship TO),City (Ship TO)\nOwn,Damrak 1,Amsterdam,Ann,Main St 1,Boston\n',
			{ contactPerson: 'Ann', addressLine1: 'Main St 1', city: 'Boston' },
		],
		[
			'recipientContactName,recipientLine1,recipientLine2,recipientCity\nAnn,12 Main St,Suite 4,Boston\n',
			{ contactPerson: 'Ann', addressLine1: '12 Main St', addressLine2: 'Suite 4' },
		],
		[
			'Recipient Name,Company,Street Line 1,Street Number,City,Country\nMia,Muster GmbH,Werkstr.,5,Dresden,DE\n',
			{ contactPerson: 'Mia', companyName: 'Muster GmbH', addressLine1: 'Werkstr. 5' },
		],
		[
			'Destinataire,N° de rue,Rue,Ville,Pays\nLuc,12 bis,rue des Lilas,Lyon,FR\n',
			{ contactPerson: 'Luc', addressLine1: '12 bis rue des Lilas' },
		],
		[
			'Destinatario;Persona de contacto;Calle;Número;Piso;Población;País\nEjemplo SL;Lola;Gran Vía;25;3º B;Barcelona;España\n',
			{ contactPerson: 'Lola', addressLine1: 'Gran Vía 25', addressLine2: '3º B', city: 'Barcelona' },
		],
		[
			'shipping_firstname,shipping_lastname,shipping_street,shippingAdditionalAddressLine1,shipping_city\nMia,Muster,Werkstr. 5,Tor 2,Dresden\n',
			{ contactPerson: 'Mia Muster', addressLine1: 'Werkstr. 5', addressLine2: 'Tor 2' },
		],
		[
			'Consignee,Street,City\n"Muster GmbH, Mia Muster",Werkstr. 5,Dresden\n',
			{ companyName: 'Muster GmbH', contactPerson: 'Mia Muster' },
		],
		[
			'Odbiorca;Ulica;Nr domu;Nr lokalu;Miejscowość;Kraj\nEwa;Długa;5;7;Gdańsk;PL\n',
			{ contactPerson: 'Ewa', addressLine1: 'Długa 5/7', city: 'Gdańsk' },
		],
		['Name,Street,City,State,Country\nAnn,Main St 1,New York,US-NY,US\n', { region: 'NY' }],
		['Name;Street;City;Postcode;Country\nA;B 1;St Helier;JE2 3AB;Channel Islands\n', { countryCode: 'JE' }],
		['Name;Street;City;LKZ\nA;B 1;C;A\n', { countryCode: 'AT' }],
		['Name;Straße;PLZ/Ort;Land\nA;B 1;1010 Wien;AT\n', { zipcode: '1010', city: 'Wien' }],
		[
			'Naam;Straat;Postcode;Plaats;Land\nA;B 1;1012 LG Amsterdam;Amsterdam;NL\n',
			{ zipcode: '1012 LG', city: 'Amsterdam' },
		],
	])('recipient %#', async (text, expected) => {
		expect(await addressOf(text)).toMatchObject(expected);
	});

	it.each([
		['Aantal besteld;Aantal geleverd;Aantal te leveren;Stuksprijs;Regeltotaal', '8;2;6;12,50;75,00', 6, 12.5],
		['Position: Menge;Position: Menge offen;Einzelpreis', '6;4;2,50', 4, 2.5],
		['item_qty_ordered;item_qty_canceled;Unit price', '4;1;2.50', 3, 2.5],
		['commodityQuantity;commodityUnitValue', '4;15', 4, 15],
		['Qty Ordered;Qty Despatched;Qty Outstanding;Unit Price', '20;8;12;5', 12, 5],
		['Quantity;Unit Price;Disc %;Net Line Value', '10;20;25;150', 10, 15],
		['Artikel Anzahl;Einzelpreis', '4;2,50', 4, 2.5],
		['Pcs;Price each', '4;2.50', 4, 2.5],
	])('goods in %s', async (titles, cells, quantity, priceEur) => {
		const { orders } = await open(csv(`Order;Name;Street;City;Description;${titles}\n1;A;B 1;C;Mug;${cells}\n`));
		expect(orders[0]?.draft.contents).toMatchObject([{ quantity, priceEur }]);
	});

	it.each([
		['weightUnits;packageWeight;length;lengthUnits', 'LBS;10;12;IN', 4.536, 31],
		['Gewicht in g;Gesamtgewicht in g', '400;2500', 2.5, undefined],
		['Gewicht;Sendungsdokumente - Gesamtnettogewicht', '4;3', 4, undefined],
		['Total Weight in Oz;Length', '16;10', 0.454, 26],
		['Weight;Abmessungen', '2;30x20x15', 2, 30],
		['Weight;Box (L x W x H in)', '2;10x8x6', 2, 26],
		['Gewicht netto kg;Gewicht brutto kg', '7,8;8,7', 8.7, undefined],
		['Artikel Gewicht in g;Versandgewicht gesamt in g', '1250;1400', 1.4, undefined],
	])('measures in %s', async (titles, cells, weightKg, lengthCm) => {
		const { orders } = await open(csv(`Order;Name;Street;City;Description;${titles}\n1;A;B 1;C;Mug;${cells}\n`));
		expect(orders[0]?.draft.parcels[0]).toMatchObject({ weightKg, lengthCm });
	});

	it.each([
		['Unit price (USD)', 'USD'],
		['Unit price USD', 'USD'],
		['Item price (£)', 'GBP'],
	])('currency of %s', async (title, currency) => {
		const { preview } = await open(csv(`Order;Name;Street;City;Description;${title}\n1;A;B 1;C;Mug;12\n`));
		expect(preview.currencies.map(({ code }) => code)).toEqual([currency]);
	});

	it.each([
		['wc-on-hold', 1],
		['Gelöscht', 1],
		['Bloqueado', 1],
		['Geblokkeerd', 1],
		['En attente de règlement', 1],
		['clarification_required', 1],
		['OUT_FOR_DELIVERY', 1],
	])('state %s', async (state, count) => {
		const { leftOut } = await open(csv(`Order;Name;Street;City;Description;Status\n1;A;B 1;C;Mug;${state}\n`));
		expect(leftOut).toHaveLength(count);
	});

	it.each([
		['On Hold', 'True', 1],
		['Is Parked', 'False', 0],
		['Liefersperre', 'J', 1],
		['Belegstatus', 'Storniert', 1],
		['Current state', 'Delivered', 1],
		['ShipmentInformationVoidIndicator', 'Y', 1],
		['Payment', 'Awaiting bank transfer', 1],
		['Void Indicator', 'Y', 1],
		['Void Indicator', 'N', 0],
	])('%s: %s', async (title, cell, count) => {
		const { leftOut } = await open(csv(`Order;Name;Street;City;Description;${title}\n1;A;B 1;C;Mug;${cell}\n`));
		expect(leftOut).toHaveLength(count);
	});

	it.each([
		['Financial Status', 'pending', true],
		['Order status', 'wc-pending', true],
		['Fulfillment status', 'pending', false],
		['Payment status', 'open', true],
		['Order status', 'open', false],
	])('asks whether an order is paid: %s %s', async (title, cell, isWarned) => {
		const { orders } = await open(csv(`Order;Name;Street;City;Description;${title}\n1;A;B 1;C;Mug;${cell}\n`));
		expect(orders[0]?.warnings.some((warning) => warning.startsWith('The order may not be paid'))).toBe(isWarned);
	});

	it('leaves out a line with the sum of other rows', async () => {
		const { orders, leftOut } = await open(
			csv('Order;Name;Street;City;Description;Unit price\n1;A;B 1;C;Mug;3\n;;;;Cup;4\n;;;;Total;7\n'),
		);
		expect(orders[0]?.draft.contents.map(({ description }) => description)).toEqual(['Mug', 'Cup']);
		expect(leftOut.map(({ reason }) => reason)).toEqual(['The row contains the sum of other rows.']);
	});

	it('reads the shop’s number of an order, or else that of another program', async () => {
		const { orders } = await open(csv('Order ID;Bestellnummer;Name;Street;City\n900;A-1;A;B 1;C\n901;;D;E 1;F\n'));
		expect(orders.map(({ draft }) => draft.reference)).toEqual(['A-1', '901']);
	});

	it('uses the payer’s e-mail for a recipient without one', async () => {
		const { orders } = await open(
			csv(
				'Order;Name;Street;City;E-mail;Billing e-mail\n1;A;B 1;C;a@example.com;p@example.com\n2;D;E 1;F;;q@example.com\n',
			),
		);
		expect(orders.map(({ draft }) => draft.to.email)).toEqual(['a@example.com', 'q@example.com']);
	});
});

describe('what a price means', () => {
	const read = (rows: string) => open(csv(`Order;Name;Street;City;Description;Quantity;Price;Subtotal\n${rows}`));
	it.each([
		['that of all pieces, if the orders’ totals are their sums', '1;A;B 1;C;Mug;3;88.92;88.92\n', 'line'],
		[
			'that of one piece, if the totals are those of all pieces',
			'1;A;B 1;C;Mug;3;10;35\n1;A;B 1;C;Cup;1;5;35\n',
			'unit',
		],
		['not known, if orders contradict each other', '1;A;B 1;C;Mug;3;10;30\n2;D;E 1;F;Mug;3;10;10\n', null],
		['not known, if no total is either sum', '1;A;B 1;C;Mug;3;10;99\n', null],
	])('%s', async (_name, rows, meaning) => {
		expect((await read(rows)).opened.prices).toBe(meaning);
	});
});

it('finds country and postcode of a file without titles beside a customer number and a state', async () => {
	const { orders } = await open(
		csv(
			'C100,Acme Inc,12 Main St,Boston,MA,02108,US,617-555-0100\nC101,Beta LLC,9 Elm St,Portland,ME,04101,US,617-555-0101\n',
		),
	);
	expect(
		orders.map(({ draft: { to } }) => [
			to.companyName || to.contactPerson,
			to.city,
			to.region,
			to.zipcode,
			to.countryCode,
		]),
	).toEqual([
		['Acme Inc', 'Boston', 'MA', '02108', 'US'],
		['Beta LLC', 'Portland', 'ME', '04101', 'US'],
	]);
});

describe('what an order file leaves open', () => {
	const head = 'Order;Name;Street;City;Description';
	const warningsOf = async (text: string) => (await open(csv(text))).orders.map(({ warnings }) => warnings.join(' '));

	it('asks about states that it does not know, once for the file', async () => {
		const { preview, orders } = await open(
			csv(
				`${head};Status\n1;A;B 1;C;Mug;Paid\n2;D;E 1;F;Mug;Gone fishing\n3;G;H 1;I;Mug;Gone fishing\n4;J;K 1;L;Mug;Cancelled\n`,
			),
		);
		expect(orders).toHaveLength(3);
		expect(preview.unknownStates).toEqual(['Status: Gone fishing']);
	});

	it('asks whether a weight is that of each of several parcels', async () => {
		const warning = /The weight is used for each parcel/;
		const rows = (titles: string, cells: string) => warningsOf(`${head};${titles}\n1;A;B 1;C;Mug;${cells}\n`);
		expect((await rows('Weight;Parcels', '24;3'))[0]).toMatch(warning);
		for (const [titles, cells] of [
			['Weight;Parcels', '24;1'],
			['Package weight;Parcels', '24;3'],
			['Total weight;Parcels', '24;3'],
			['Shipment actual weight;Parcels', '24;3'],
		] as const)
			expect((await rows(titles, cells))[0]).not.toMatch(warning);
	});

	it('asks about orders without numbers to one recipient, one after the other', async () => {
		const warnings = await warningsOf('Name;Street;City;Description\nA;B 1;C;Mug\nA;B 1;C;Cup\nD;E 1;F;Pot\n');
		expect(warnings.map((text) => /The order before has the same recipient/.test(text))).toEqual([false, true, false]);
	});

	it.each([
		[
			'Lief. an Name;Lief. an Adresse;Lief. an PLZ-Code;Lief. an Ort;Rech. an Name;Rech. an Adresse',
			'A;B 1;02826;C;P;Q 9',
			{ contactPerson: 'A', addressLine1: 'B 1', zipcode: '02826' },
		],
		[
			'Ship-to Name;Ship-to Address;Ship-to City;Sell-to Customer Name',
			'A;B 1;C;P',
			{ contactPerson: 'A', companyName: '' },
		],
		[
			'Afleveradres naam;Afleveradres: T.a.v.;Afleveradres straat;Afleveradres plaats',
			'Voorbeeld BV;Jan;B 1;C',
			{ companyName: 'Voorbeeld BV', contactPerson: 'Jan' },
		],
		['Name;Street;City;Postcode;Country', "A;B 1;Belfast;'BT1 1AA;GB", { zipcode: 'BT1 1AA' }],
	])('recipient in %s', async (titles, cells, expected) => {
		expect((await open(csv(`${titles}\n${cells}\n`))).orders[0]?.draft.to).toMatchObject(expected);
	});

	it.each([
		// The total is exact, the price in euros is not a whole number of cents.
		[
			'1000;0.05;50.00',
			[
				[500, 0.02],
				[500, 0.03],
			],
		],
		// The total has a tax in it.
		['5;6.00;35.70', [[5, 3]]],
		// The total is what was paid after a discount.
		['2;10.00;16.00', [[2, 4]]],
	])('quantity, price and total %s at a rate of 2', async (cells, expected) => {
		const opened = await open(csv(`${head};Quantity;Unit price;Line total;Currency\n1;A;B 1;C;Mug;${cells};USD\n`), {
			rates: { USD: 2 },
		});
		expect(opened.orders[0]?.draft.contents.map(({ quantity, priceEur }) => [quantity, priceEur])).toEqual(expected);
	});

	it.each([
		['Geblokkeerd', 'Ja', 1],
		['Betaald', 'Nee', 1],
		['Betaald', 'Ja', 0],
		['On Credit Hold', 'Yes', 1],
		['Płatność', 'Nieopłacone', 1],
		['Status', 'Pending Approval', 1],
		// A paid order that is still to ship in one program, a shipped one in another: it is asked about.
		['Status', 'Invoiced', 0],
	])('leaves out %s: %s', async (title, cell, count) => {
		const { leftOut } = await open(csv(`${head};${title}\n1;A;B 1;C;Mug;${cell}\n`));
		expect(leftOut).toHaveLength(count);
	});
});

it('joins no two addresses whose titles do not say whose they are', async () => {
	const { opened, preview } = await open(
		csv(
			'Auftrag;R-Vorname;R-Nachname;R-Straße;R-PLZ;R-Ort;L-Vorname;L-Nachname;L-Straße;L-PLZ;L-Ort;Bezeichnung\n1;Petra;Müller;Industriestr. 17;70565;Stuttgart;Jonas;Keller;Gasse 4;04109;Leipzig;Tasse\n',
		),
	);
	expect(opened.columns.flatMap(({ title, target }) => (target && 'recipient' in target ? [title] : []))).toEqual([]);
	expect(preview.wrongCount).toBe(1);
	expect(preview.isWithoutQuantity).toBe(true);
});
