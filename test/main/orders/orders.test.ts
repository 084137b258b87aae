import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNumber } from '../../../src-contract/lib/numbers';
import { emptyEntry } from '../../../src-contract/model/address';
import type { GoodsRestriction } from '../../../src-contract/model/goods-restrictions';
import { emptyItem, type Item } from '../../../src-contract/model/item';
import type { OrderPlan } from '../../../src-contract/model/order';
import { orderFilterSchema } from '../../../src-contract/model/saved-order';
import { addressBookPaths } from '../../../src-main/address-book/address-book-paths';
import { openBook } from '../../../src-main/address-book/book-database';
import { newProgressMemory } from '../../../src-main/address-book/progress';
import { createCatalog } from '../../../src-main/catalog/catalog';
import { createItemStore } from '../../../src-main/catalog/item-store';
import { createStationSignals } from '../../../src-main/compose/dependencies';
import { composeSavedOrders } from '../../../src-main/compose/orders';
import { orderTargetsOf } from '../../../src-main/orders/order-columns';
import { createOrders } from '../../../src-main/orders/orders';
import { createWatchedFolder } from '../../../src-main/orders/watched-folder';
import { orderMethods } from '../../../src-main/orders/worker-methods';
import { countryCodeOf } from '../../../src-main/platform/country-names';
import { findProgram, loadPrograms } from '../../../src-main/platform/tabular/programs';
import { ordersCsv, plainPlan } from '../../fixtures/orders';
import { recipient, sender } from '../../fixtures/shipment-draft';
import { openShippingDesk } from '../../fixtures/shipping-desk';

const battery: Omit<GoodsRestriction, 'item'> = {
	isProhibited: false,
	goods: 'lithium-batteries',
	rule: 'dangerous-goods',
	territory: 'US',
	source: 'IATA',
};

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'waybill-orders-'));

async function room(decidedCodes: ReadonlyMap<string, string> = new Map()) {
	const desk = openShippingDesk({}, { onRowEdited: (id, content) => saved.savedOrders.rowEdited(id, content) });
	const changedIds: number[] = [];
	const signals = createStationSignals();
	signals.ordersChanged.on((ids) => void changedIds.push(...ids));
	const { onChange, ...saved } = composeSavedOrders(
		{ ...desk, userName: () => 'Desk 1', packerName: () => '', now: () => new Date() },
		signals,
	);
	const folder = newFolder();
	const book = openBook(
		addressBookPaths(folder, path.resolve('resources')),
		newProgressMemory(),
		() => 'desk',
		() => new Date(),
	);
	const catalog = createCatalog(
		createItemStore(
			desk.database,
			() => 'desk',
			() => new Date(),
		),
	);
	const orders = createOrders({
		database: desk.database,
		files: orderMethods(book.recipientMatcher, path.resolve('resources')),
		batches: desk.batchStore,
		savedOrders: saved.savedOrders,
		items: catalog,
		sender: () => sender,
		findActiveShipment: desk.journal.findActiveByReference,
		findRestrictions: async (_route, items) => {
			if (items.some(({ description }) => description === 'goods that fail')) return null;
			return items.flatMap(({ description }, item) => (description === 'power bank' ? [{ ...battery, item }] : []));
		},
		isKnownCode: async (code) => !code.startsWith('9999'),
		findDecidedCode: async (description) => decidedCodes.get(description),
		onChange,
		now: () => new Date(),
	});
	const write = (name: string, text: string): string => {
		const file = path.join(folder, name);
		writeFileSync(file, text);
		return file;
	};
	/** Imports the file with the guessed column mapping. */
	const take = async (text: string, changes: Partial<OrderPlan> = {}) => {
		const { columns } = await orders.open(write('orders.csv', text));
		const id = await orders.createBatch(
			{ ...plainPlan, columns: columns.map(({ target }) => target), ...changes },
			true,
		);
		const rows = desk.batchStore.rows(id, null, 0, 100);
		return { id, rows, drafts: rows.map(({ position }) => desk.batchStore.draft(id, position)) };
	};
	return { desk, book, folder, catalog, orders, ...saved, changedIds, write, take };
}

describe('column titles of an order file', () => {
	it.each<[string, string]>([
		['Order Number', 'order orderNumber'],
		['Bestellnummer', 'order orderNumber'],
		['Customer number', 'recipient reference'],
		['Kundennummer', 'recipient reference'],
		['Lineitem quantity', 'order quantity'],
		['Lineitem name', 'order description'],
		['Lineitem price', 'order priceEur'],
		['Item description', 'order description'],
		['Unit price', 'order priceEur'],
		['Gewicht (g)', 'order weightGrams'],
		['Weight (kg)', 'order weightKg'],
		['Gewicht', 'order weightKg'],
		['HS code', 'order hsCode'],
		['Country of origin', 'order originCountry'],
		['Länge (cm)', 'order lengthCm'],
		['Shipping Street', 'recipient addressLine1'],
		['Shipping City', 'recipient city'],
		['Shipping Zip', 'recipient zipcode'],
		['Shipping Country', 'recipient country'],
		['Shipping Phone', 'recipient phone'],
		['Company', 'recipient companyName'],
		['PLZ', 'recipient zipcode'],
		['E-Mail', 'recipient email'],
		['Subtotal', '-'],
		['Total', '-'],
		['Shipping price', '-'],
	])('%s', (title, expected) => {
		const [target] = orderTargetsOf([title]);
		const said = target ? ('order' in target ? `order ${target.order}` : `recipient ${target.recipient}`) : '-';
		expect(said).toBe(expected);
	});
});

describe('column titles of other programs', () => {
	const said = (titles: string) => {
		const all = titles.split(';');
		const targets = orderTargetsOf(all, findProgram(loadPrograms(path.resolve('resources/programs')), 'orders', all));
		return Object.fromEntries(
			all.flatMap((title, at) => {
				const target = targets[at];
				return target ? [[title, 'order' in target ? target.order : target.recipient]] : [];
			}),
		);
	};

	it('maps a shop export that calls the order number "Name"', () => {
		expect(
			said(
				'Name;Email;Financial Status;Currency;Shipping;Total;Lineitem quantity;Lineitem name;Lineitem price;Billing Name;Billing Street;Shipping Name;Shipping Address1;Shipping Address2;Shipping Company;Shipping City;Shipping Zip;Shipping Country;Payment Reference',
			),
		).toEqual({
			Name: 'orderNumber',
			Email: 'email',
			'Financial Status': 'status',
			Currency: 'currency',
			'Lineitem quantity': 'quantity',
			'Lineitem name': 'description',
			'Lineitem price': 'priceEur',
			'Shipping Name': 'contactPerson',
			'Shipping Address1': 'addressLine1',
			'Shipping Address2': 'addressLine2',
			'Shipping Company': 'companyName',
			'Shipping City': 'city',
			'Shipping Zip': 'zipcode',
			'Shipping Country': 'country',
		});
	});

	it('maps a shop export whose billing columns come first', () => {
		expect(
			said(
				'order_id;order_date;billing_first_name;billing_company;billing_email;billing_phone;billing_address_1;shipping_first_name;shipping_last_name;shipping_company;shipping_address_1;shipping_city;shipping_postcode;shipping_country;order_total;item_name;item_quantity',
			),
		).toEqual({
			order_id: 'orderNumber',
			billing_email: 'email',
			billing_phone: 'phone',
			shipping_first_name: 'firstName',
			shipping_last_name: 'lastName',
			shipping_company: 'companyName',
			shipping_address_1: 'addressLine1',
			shipping_city: 'city',
			shipping_postcode: 'zipcode',
			shipping_country: 'country',
			item_name: 'description',
			item_quantity: 'quantity',
		});
	});

	it('maps a German and a French export', () => {
		expect(
			said(
				'Auftragsnummer;Auftragsdatum;Auftraggeber;Lieferadresse Firma;Lieferadresse Name;Lieferadresse Straße;Lieferadresse PLZ;Rechnungsadresse Straße;Menge;Einzelpreis;Gewicht (lbs)',
			),
		).toEqual({
			Auftragsnummer: 'orderNumber',
			'Lieferadresse Firma': 'companyName',
			'Lieferadresse Name': 'contactPerson',
			'Lieferadresse Straße': 'addressLine1',
			'Lieferadresse PLZ': 'zipcode',
			Menge: 'quantity',
			Einzelpreis: 'priceEur',
			'Gewicht (lbs)': 'weightKg',
		});
		expect(said('Référence;Adresse facturation;Ville facturation;Adresse livraison;Ville livraison')).toEqual({
			Référence: 'orderNumber',
			'Adresse livraison': 'addressLine1',
			'Ville livraison': 'city',
		});
	});
});

it.each([
	['United Kingdom (UK)', 'GB'],
	['United States (US)', 'US'],
	['DE - Germany', 'DE'],
	['D', 'DE'],
	['Deutschland', 'DE'],
	['Atlantis', ''],
])('reads the country in %s', (text, code) => {
	expect(countryCodeOf(text)).toBe(code);
});

it('reads no number from a text with two, and thousands only in counts', () => {
	expect(readNumber('2 (1 refunded)')).toBeUndefined();
	expect(readNumber('1/2')).toBeUndefined();
	expect(readNumber('7.0E-2')).toBeCloseTo(0.07);
	expect(readNumber('Fr. 12.50')).toBe(12.5);
	expect(readNumber('2.5 kg.')).toBe(2.5);
	expect(readNumber('1.250', true)).toBe(1250);
	expect(readNumber('1.250')).toBe(1.25);
	expect(['.5 kg', '€ ,50', '12,,50', '1.23.4'].map((text) => readNumber(text))).toEqual([
		0.5,
		0.5,
		undefined,
		undefined,
	]);
});

it.each([
	['12,50', 12.5],
	['€ 1.250,00', 1250],
	['1,250.00', 1250],
	['0.4', 0.4],
	['1.250.000', 1250000],
	['', undefined],
	['n/a', undefined],
])('reads the number in %s', (text, value) => {
	expect(readNumber(text)).toBe(value);
});

describe('orders', () => {
	it('become rows that are checked against the requirements of their route', async () => {
		const { take } = await room();
		const { rows, drafts } = await take(
			`${ordersCsv(2)}SO-3;;Zoë Müller;Bahnhofstrasse 1;8001;Zürich;Switzerland;+41 44 1;z@example.com;Shirt;1;9;NL;1;20;20;20\n`,
		);
		expect(rows.map(({ state, rowNumbers }) => [rowNumbers, state])).toEqual([
			['2', 'ready'],
			['3', 'ready'],
			['4', 'wrong'],
		]);
		expect(rows[2]?.fieldErrors.map(({ path: field }) => field)).toEqual(['reasonForExport', 'incoterms']);
		expect(drafts[0]).toMatchObject({
			from: sender,
			reference: 'SO-1',
			to: { contactPerson: 'Ben Voorbeeld', zipcode: '1015 AA', countryCode: 'NL' },
			parcels: [{ count: 1, lengthCm: 30, widthCm: 20, heightCm: 15, weightKg: 1.1 }],
			contents: [{ description: 'Cotton T-shirt', quantity: 2, priceEur: 12.5, originCountry: 'NL' }],
		});
	});

	it('report an unreadable value instead of using a default', async () => {
		const { take } = await room();
		const { rows, drafts } = await take(
			`Order;Contact person;Street;Postcode;City;Country;Phone;E-mail;Item description;Quantity;Unit price;Currency;Made in;Weight (kg);Incoterms
A1;Max Muster;Weg 1;10115;Berlin;Atlantis;+49 30 1;m@example.com;Shirt;two;9;gold;Atlantis;n/a;EXW
`,
			{
				countryCode: 'NL',
				originCountry: 'NL',
				parcel: { lengthCm: 20, widthCm: 20, heightCm: 10, weightKg: 2 },
				incoterms: 'DDP',
			},
		);
		expect(rows[0]?.state).toBe('wrong');
		expect(rows[0]?.fieldErrors.map(({ path: field }) => field)).toEqual(
			expect.arrayContaining([
				'to.countryCode',
				'contents.0.quantity',
				'contents.0.priceEur',
				'contents.0.originCountry',
				'parcels.0.weightKg',
				'incoterms',
			]),
		);
		expect(rows[0]?.fieldErrors.find(({ path: field }) => field === 'to.countryCode')?.message).toBe(
			'there is no country named "Atlantis"',
		);
		expect(drafts[0]).toMatchObject({ incoterms: null, to: { countryCode: '' } });
		expect(drafts[0]?.parcels[0]?.weightKg).toBeUndefined();
	});

	it('warn of goods that the destination restricts, and when that could not be checked', async () => {
		const { take } = await room();
		const [titles = '', ...lines] = ordersCsv(3).split('\r\n');
		const description = titles.split(';').findIndex((title) => /description/i.test(title));
		const withGoods = (line: string | undefined, goods: string) =>
			(line ?? '')
				.split(';')
				.map((cell, index) => (index === description ? goods : cell))
				.join(';');
		const { rows } = await take(
			[titles, lines[0], withGoods(lines[1], 'power bank'), withGoods(lines[2], 'goods that fail'), ''].join('\r\n'),
		);
		expect(rows.map(({ warnings }) => warnings)).toEqual([
			[],
			[expect.stringMatching(/^Lithium batteries to US: restricted\./)],
			[expect.stringMatching(/^The restrictions of the destination could not be checked\./)],
		]);
	});

	it('warn when an order has already been shipped', async () => {
		const { desk, take } = await room();
		const first = await take(ordersCsv(1));
		const shipment = desk.journal.queue(
			first.drafts[0] as never,
			{ connectionId: 'built-in', rule: { kind: 'cheapest' }, limitEur: 10 },
			undefined,
		);
		expect(shipment).toBe(1);
		const { rows } = await take(ordersCsv(2));
		expect(rows[0]?.warnings[0]).toMatch(/^Order SO-1 is already queued \(created on \d{4}-/);
		expect(rows[1]?.warnings).toEqual([]);
	});

	it('fill empty cells from the defaults of the plan', async () => {
		const { take } = await room();
		const { rows, drafts } = await take(
			'Order;Name;Street;PLZ;City;E-mail;Phone;Grams\nA1;Max Muster;Weg 1;10115;Berlin;m@example.com;+49 30 1;1234\n',
			{
				countryCode: 'DE',
				parcel: { lengthCm: 20, widthCm: 20, heightCm: 10, weightKg: 2 },
				description: 'Books',
				priceEur: 15,
				originCountry: 'DE',
			},
		);
		expect(rows[0]).toMatchObject({ state: 'ready', destination: 'Berlin, DE' });
		expect(drafts[0]).toMatchObject({
			parcels: [{ count: 1, lengthCm: 20, weightKg: 1.3 }],
			contents: [{ description: 'Books', quantity: 1, priceEur: 15, originCountry: 'DE' }],
		});
	});

	it('get the HS codes that were chosen for their goods, unless the file has a code', async () => {
		const { take } = await room(
			new Map([
				['Shirt', '610910'],
				['Socks', '61159500'],
			]),
		);
		const { drafts } = await take(
			`Order number;Contact person;Street;Postcode;City;Country;Phone;E-mail;Item description;HS code;Quantity;Unit price;Made in;Weight (kg);Length;Width;Height
A1;Max Muster;Weg 1;10115;Berlin;DE;+49 30 1;m@example.com;Shirt;;1;10;NL;1;20;20;20
A1;;;;;;;;Socks;;3;2,5;PT;;;;
A2;Eva Muster;Weg 2;10115;Berlin;DE;+49 30 2;e@example.com;Shirt;620520;1;8;NL;1;20;20;20
A3;Eva Muster;Weg 2;10115;Berlin;DE;+49 30 2;e@example.com;Hat;;1;8;NL;1;20;20;20
`,
		);
		const codes = drafts.map((draft) => draft?.contents.map(({ hsCode }) => hsCode));
		expect(codes).toEqual([['6109.10', '6115.95.00'], ['620520'], ['']]);
	});

	it('combine the rows of one order into one shipment', async () => {
		const { take } = await room();
		const { rows, drafts } = await take(
			`Order number;Contact person;Street;Postcode;City;Country;Phone;E-mail;Item description;Quantity;Unit price;Made in;Weight (kg);Length;Width;Height
A1;Max Muster;Weg 1;10115;Berlin;DE;+49 30 1;m@example.com;Shirt;1;10;NL;1;20;20;20
A1;;;;;;;;Socks;3;2,5;PT;;;;
A2;Eva Muster;Weg 2;10115;Berlin;DE;+49 30 2;e@example.com;Hat;1;8;NL;1;20;20;20
A2;Eva Muster;Weg 2;10115;Berlin;DE;+49 30 2;e@example.com;Scarf;1;8;NL;1;20;20;20
A1;Max Muster;Weg 1;10115;Berlin;DE;+49 30 1;m@example.com;Shirt;1;10;NL;1;20;20;20
`,
		);
		expect(rows.map(({ rowNumbers }) => rowNumbers)).toEqual(['2–3', '4–5', '6']);
		expect(drafts[0]?.contents).toMatchObject([
			{ description: 'Shirt', quantity: 1 },
			{ description: 'Socks', quantity: 3, priceEur: 2.5, originCountry: 'PT' },
		]);
		expect(rows[2]?.warnings).toEqual(['Order A1 is also in row 2.']);
	});

	it('match the recipient in the address book only when the match is unique', async () => {
		const { book, take } = await room();
		const known = book.entries.save({ ...emptyEntry, ...recipient, reference: 'C-77', labelPrinterId: 'papers' }, '');
		book.entries.save({ ...emptyEntry, ...recipient, contactPerson: 'Erika Muster', phone: '+49 30 999' }, '');
		const rest = 'Shirt;1;10;NL;1;20;20;20';
		const { rows, drafts } =
			await take(`Customer number;Company;Contact person;Street;Postcode;City;Country;Item description;Quantity;Unit price;Made in;Weight (kg);Length;Width;Height
C-77;;;;;;;${rest}
;Muster GmbH;Max Müster;Invalidenstrasse 10;10115;Berlin;Germany;${rest}
;Muster GmbH;;Invalidenstraße 10;10115;Berlin;Germany;${rest}
C-77;;;Other Street 5;20095;Hamburg;Germany;${rest}
`);
		expect(rows.map(({ isInAddressBook }) => isInAddressBook)).toEqual([true, true, false, true]);
		expect(drafts[0]?.to).toMatchObject({ contactPerson: known.contactPerson, email: recipient.email });
		expect(drafts[0]?.labelPrinterId).toBe('papers');
		expect(drafts[1]?.to).toMatchObject({ phone: recipient.phone, email: recipient.email });
		// Two contacts of the company have this address.
		expect(drafts[2]?.to.email).toBe('');
		expect(drafts[3]?.to).toMatchObject({
			addressLine1: 'Other Street 5',
			city: 'Hamburg',
			email: recipient.email,
		});
	});

	it('reuse the saved column mapping, and detect a file that was imported before', async () => {
		const { orders, take, write } = await room();
		const { id } = await take(ordersCsv(2), { description: 'Kept' });
		expect(await orders.open(write('orders.csv', ordersCsv(2)))).toMatchObject({
			importedBatch: { id, hasShipments: false },
		});
		expect(await orders.open(write('orders.csv', ordersCsv(3)))).toMatchObject({
			importedBatch: null,
			plan: { description: 'Kept' },
		});
	});

	it.each([
		['BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\n', /address cards.*CSV or XLSX/],
		['\u0000\u0001\u0002\u0003\u0004\u0005', /Nothing was imported/],
	])('are not read from other file types', async (text, message) => {
		const { orders, write } = await room();
		const dropped = { name: 'odd.csv', bytes: new TextEncoder().encode(text) };
		for (const file of [write('odd.csv', text), dropped])
			await expect(orders.open(file)).rejects.toMatchObject({
				code: 'order.importRefused',
				message: expect.stringMatching(message),
			});
	});

	it('reads the prices of a mapping of an earlier version as those of one piece, and keeps no exchange rate', async () => {
		const { orders, desk, take, write } = await room();
		const text = 'Order;Name;Street;City;Quantity;Price;Item\n1;Eva;Weg 1;Ulm;2;10.00;Mug\n';
		await take(text, { rates: { USD: 9 } });
		const saved = () => JSON.parse(desk.database.get<{ plan: string }>('SELECT plan FROM order_mapping')?.plan ?? '');
		expect(saved().rates).toEqual({});
		const { priceMeaning: _priceMeaning, ...earlier } = saved();
		desk.database.write('UPDATE order_mapping SET plan = ?', JSON.stringify(earlier));
		expect((await orders.open(write('b.csv', text))).plan?.priceMeaning).toBe('unit');
	});

	it('name the last batch of a file, and say the result of cancelled orders only', async () => {
		const { orders, desk, take, write } = await room();
		const text = (state: string) =>
			`Order;Name;Street;City;Quantity;Price each;Item;Status\n1;Eva;Weg 1;Ulm;2;10.00;Mug;${state}\n2;Ida;Weg 2;Ulm;1;10.00;Cup;\n`;
		await take(text(''));
		const second = await take(text(''));
		expect((await orders.open(write('again.csv', text('')))).importedBatch?.id).toBe(second.id);
		const reasonOf = ({ id }: { id: number }) => desk.batchStore.summary(id).leftOut[0]?.reason ?? '';
		expect(reasonOf(await take(text('cancelled')))).toContain('It is cancelled here too.');
		expect(reasonOf(await take(text('shipped')))).toBe('The order was already shipped (status "shipped").');
	});

	it('reads a dropped file as a chosen file, and refuses one that is too large', async () => {
		const { orders, write } = await room();
		const text = ordersCsv(3);
		const chosen = await orders.open(write('orders.csv', text));
		expect(chosen.rows).toBe(3);
		expect(await orders.open({ name: 'orders.csv', bytes: new TextEncoder().encode(text) })).toEqual(chosen);
		const tooLarge = Object.defineProperty(new Uint8Array(1), 'length', { value: 300e6 + 1 });
		await expect(orders.open({ name: 'big.csv', bytes: tooLarge })).rejects.toMatchObject({
			code: 'order.importRefused',
			message: expect.stringContaining('it is larger than 300 MB'),
		});
	});
});

describe('the orders of an import', () => {
	const TITLES =
		'Order;Contact person;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in;Weight (kg);Length;Width;Height;Status';
	const row = (number: string, quantity = 1, status = '', city = 'Berlin') =>
		`${number};Max Muster;Weg 1;10115;${city};DE;+49 30 1;m@example.com;TEE-1;Shirt;${quantity};10;NL;1;20;20;20;${status}`;
	const csv = (...rows: string[]) => `${[TITLES, ...rows].join('\n')}\n`;
	const ALL = orderFilterSchema.parse({});
	const list = ({ savedOrders }: Awaited<ReturnType<typeof room>>) =>
		savedOrders.list(ALL, { by: 'created', isDescending: false }, 0, 100);
	const option = { carrier: 'C', product: 'P', productId: 1, price: 9, connectionId: 'built-in' };
	/** Rates a row of a batch, as the service would. */
	const rate = ({ desk }: Awaited<ReturnType<typeof room>>, batchId: number) =>
		desk.batchStore.saveRatingResults(
			batchId,
			desk.batchStore.plan(batchId).rule,
			desk.batchStore
				.ratableRows(batchId)
				.map(({ position, draft }) => ({ position, draft, rowRule: null, option, rateError: '' })),
		);
	const queueFirstRow = (desk: Awaited<ReturnType<typeof room>>['desk'], batchId: number): number => {
		const [first] = desk.batchStore.ratedRowsToQueue(batchId);
		if (!first) throw new Error('no row to queue');
		const entry = { connectionId: 'built-in', rule: { kind: 'cheapest' } as const, limitEur: 10, batchId };
		const shipmentId = desk.journal.queue(first.draft, entry, undefined);
		desk.batchStore.linkQueuedShipment(batchId, first.position, shipmentId);
		return shipmentId;
	};

	it('are saved with the rows of the batch, also several parcels with one number', async () => {
		const opened = await room();
		const { id } = await opened.take(csv(row('A1'), row('A2', 2), row('A1', 3, '', 'Köln')));
		expect(list(opened)).toMatchObject({
			total: 3,
			orders: [
				{ number: 'A1', pieces: 1, state: 'open', source: 'orders.csv', batchId: id, destination: 'Berlin, DE' },
				{ number: 'A2', pieces: 2, batchId: id },
				{ number: 'A1', pieces: 3, batchId: id, destination: 'Köln, DE' },
			],
		});
		expect(opened.desk.batchStore.summary(id).message).toBe('');
		expect(opened.changedIds).toEqual([1, 2, 3]);
	});

	it('are one order when their number comes again, which says what changed', async () => {
		const opened = await room();
		const first = await opened.take(csv(row('A1'), row('A2')));
		const again = await opened.take(csv(row('A1'), row('A2')));
		expect(list(opened).total).toBe(2);
		expect(opened.desk.batchStore.summary(again.id).message).toBe(
			'All orders of this file are already at this desk, and nothing changed.',
		);
		expect(opened.changedIds).toHaveLength(2);
		const changed = await opened.take(csv(row('A1', 4), row('A2'), row('A3')));
		const { orders, total } = list(opened);
		expect(total).toBe(3);
		expect(orders[0]).toMatchObject({ pieces: 4, revision: 2, reason: 'Changed at its source: TEE-1: 1 → 4' });
		expect(orders[1]).toMatchObject({ revision: 1, reason: '' });
		expect(opened.desk.batchStore.summary(changed.id)).toMatchObject({
			rowCount: 3,
			message: '1 new order, 1 changed order, 1 order already here',
		});
		// Unsent rows of earlier batches follow the order.
		expect(opened.desk.batchStore.draft(first.id, 1).contents[0]?.quantity).toBe(4);
		// A file with other titles is another source.
		await opened.take(csv(row('A1')).replaceAll(';Status', ';Order status'));
		expect(list(opened).total).toBe(4);
	});

	it('are sent once, from one of the batches that have them', async () => {
		const opened = await room();
		const { desk } = opened;
		const first = await opened.take(csv(row('A1'), row('A2')));
		const second = await opened.take(csv(row('A1'), row('A2')));
		rate(opened, first.id);
		rate(opened, second.id);
		expect(desk.batchStore.ratedRowsToQueue(second.id)).toHaveLength(2);
		const shipmentId = queueFirstRow(desk, first.id);
		expect(desk.batchStore.ratedRowsToQueue(second.id).map(({ position }) => position)).toEqual([2]);
		expect(desk.batchStore.row(second.id, 1)).toMatchObject({
			state: 'ready',
			option: null,
			rateError: 'Not sent: the order is already packed or shipped.',
		});
		expect(desk.batchStore.summary(second.id)).toMatchObject({ counts: { rated: 1, ready: 1 }, ratedEur: 9 });
		expect(list(opened).orders[0]).toMatchObject({ state: 'packed', shipmentId });
		// The next import has no row of it.
		const third = await opened.take(csv(row('A1'), row('A2')));
		expect(third.rows.map(({ reference }) => reference)).toEqual(['A2']);
		expect(desk.batchStore.summary(third.id)).toMatchObject({
			leftOut: [{ rowNumbers: '2', reference: 'A1', reason: 'Already packed or shipped at this desk.' }],
			message: '1 order already here, 1 finished order',
		});
		// A withdrawn shipment opens the order again.
		desk.journal.withdraw(shipmentId, 'no');
		expect(desk.batchStore.ratedRowsToQueue(second.id).map(({ position }) => position)).toEqual([1, 2]);
	});

	it('are imported without a row when all are finished', async () => {
		const opened = await room();
		await opened.take(csv(row('A1')));
		opened.orderStore.setState(1, 'packed');
		const again = await opened.take(csv(row('A1')));
		expect(opened.desk.batchStore.summary(again.id)).toMatchObject({ rowCount: 0, leftOutCount: 1 });
	});

	it('are cancelled by their source, and their queued shipment is withdrawn', async () => {
		const opened = await room();
		const { desk } = opened;
		const { id } = await opened.take(csv(row('A1'), row('A2'), row('A3')));
		rate(opened, id);
		const shipmentId = queueFirstRow(desk, id);
		opened.orderStore.setState(2, 'packed');
		// Only one row of the third order is cancelled.
		const update = await opened.take(
			csv(row('A1', 1, 'cancelled'), row('A2', 1, 'refunded'), row('A3', 1, 'cancelled'), row('A3', 1, 'open')),
		);
		expect(list(opened).orders).toMatchObject([
			{ state: 'cancelled', reason: 'The order was cancelled (status "cancelled").' },
			{ state: 'exception', exception: 'cancelledAfterPacking' },
			{ state: 'open' },
		]);
		expect(desk.journal.summary(shipmentId).state).toBe('abandoned');
		expect(desk.batchStore.summary(update.id)).toMatchObject({
			rowCount: 1,
			message: '1 order already here, 2 orders cancelled now',
		});
		expect(desk.batchStore.summary(update.id).leftOut.map(({ reason }) => reason)).toEqual([
			'The order was cancelled (status "cancelled"). It is cancelled here too.',
			'The order was refunded (status "refunded"). It is already packed here: look at the exceptions.',
			'The order was cancelled (status "cancelled").',
		]);
		expect(desk.batchStore.row(id, 2).rateError).toBe('Not sent: the order has an exception.');
	});

	it('are cancelled also by a file without other orders, which is refused the second time', async () => {
		const opened = await room();
		await opened.take(csv(row('A1')));
		const { id } = await opened.take(csv(row('A1', 1, 'cancelled')));
		expect(opened.desk.batchStore.summary(id)).toMatchObject({ rowCount: 0, message: '1 order cancelled now' });
		expect(list(opened).orders).toMatchObject([{ state: 'cancelled' }]);
		await expect(opened.take(csv(row('A1', 1, 'cancelled')))).rejects.toThrow('All rows of the file are left out');
	});

	it('follow a row that a user edits, and stay when the batch is deleted', async () => {
		const opened = await room();
		const { desk } = opened;
		const first = await opened.take(csv(row('A1'), row('A2')));
		const second = await opened.take(csv(row('A1')));
		const draft = desk.batchStore.draft(first.id, 1);
		desk.batches.editRow(first.id, 1, { ...draft, to: { ...draft.to, city: '' } });
		expect(opened.savedOrders.detail(1)).toMatchObject({
			revision: 2,
			destination: 'DE',
			errorCount: 1,
			fieldErrors: [{ path: 'to.city' }],
			events: [{ text: 'Edited' }, {}],
		});
		expect(desk.batchStore.row(second.id, 1).state).toBe('wrong');
		const fill = { parcel: null, weightKg: 7.5, rule: null, reasonForExport: null, incoterms: null };
		expect(await desk.batches.fillRows(first.id, ['ready'], null, fill)).toEqual({ rowCount: 1 });
		expect(opened.savedOrders.detail(2)).toMatchObject({ revision: 2, draft: { parcels: [{ weightKg: 7.5 }] } });
		expect(opened.changedIds.slice(-2)).toEqual([1, 2]);
		desk.batches.remove(first.id);
		expect(list(opened).orders).toMatchObject([{ batchId: second.id }, { batchId: null }]);
	});

	it('cannot be edited in a batch while they are packed, and can while they are held', async () => {
		const opened = await room();
		const { desk, orderStore } = opened;
		const { id } = await opened.take(csv(row('A1'), row('A2')));
		orderStore.setState(1, 'packing');
		orderStore.setState(2, 'held', { reason: 'Address unclear' });
		expect(() => desk.batches.editRow(id, 1, desk.batchStore.draft(id, 1))).toThrow('packed, shipped or cancelled');
		const fill = { parcel: null, weightKg: 7.5, rule: null, reasonForExport: null, incoterms: null };
		expect(await desk.batches.fillRows(id, ['ready'], null, fill)).toEqual({ rowCount: 1 });
		expect(desk.batchStore.ratableRows(id)).toEqual([]);
		await opened.savedOrders.release([2]);
		expect(desk.batchStore.ratableRows(id).map(({ position }) => position)).toEqual([2]);
	});
});

describe('a watched folder', () => {
	it('fills in the HS codes that were chosen for the goods', async () => {
		const { desk, orders, take, write } = await room(new Map([['Cotton T-shirt', '610910']]));
		await take(ordersCsv(1));
		const result = await orders.importAutomatically(write('monday.csv', ordersCsv(2)));
		expect(result).toEqual({ batchId: expect.any(Number) });
		const { batchId } = result as { batchId: number };
		const codes = desk.batchStore
			.rows(batchId, null, 0, 10)
			.map(({ position }) => desk.batchStore.draft(batchId, position).contents[0]?.hsCode);
		expect(codes).toEqual(['6109.10', '6109.10']);
	});

	it('imports complete files with a known mapping once, and leaves the others', async () => {
		const { desk, orders, take, folder } = await room();
		const place = path.join(folder, 'in');
		mkdirSync(place);
		const watched = createWatchedFolder({
			folder: () => place,
			createBatch: orders.importAutomatically,
			onChange: () => {},
			onError: (error) => {
				throw error;
			},
		});
		const look = () => watched.pollNow();
		writeFileSync(path.join(place, 'monday.csv'), ordersCsv(3));
		await look();
		expect(watched.waiting().files).toEqual([]);
		await look();
		expect(watched.waiting().files).toMatchObject([
			{ name: 'monday.csv', reason: expect.stringContaining('Open it once') },
		]);
		await take(ordersCsv(2));
		watched.retryRejected();
		await look();
		await look();
		expect(readdirSync(place)).toEqual(['taken']);
		expect(desk.batchStore.list(10).map(({ name, rowCount }) => [name, rowCount])).toEqual([
			['monday.csv', 3],
			['orders.csv', 2],
		]);
		// The same content under another name, and a file that is still being written.
		writeFileSync(path.join(place, 'again.csv'), ordersCsv(3));
		writeFileSync(path.join(place, 'growing.csv'), ordersCsv(4));
		await look();
		writeFileSync(path.join(place, 'growing.csv'), ordersCsv(5));
		await look();
		expect(desk.batchStore.list(10)).toHaveLength(2);
		await look();
		expect(desk.batchStore.list(10).map(({ name, rowCount }) => [name, rowCount])[0]).toEqual(['growing.csv', 5]);
		expect(readdirSync(path.join(place, 'taken')).sort()).toEqual(['again.csv', 'growing.csv', 'monday.csv']);
		expect(desk.batchStore.list(10)).toHaveLength(3);
	});
});

describe('an order with SKUs', () => {
	const TITLES = 'Order;Name;Street;City;Postcode;Country;Phone;E-mail;Length;Width;Height;SKU;Quantity';
	const row = (order: string, cells: string) =>
		`${order};A;B 1;Amsterdam;1012 LG;NL;+31205551234;a@example.com;30;20;10;${cells}`;
	const MUG: Item = {
		...emptyItem,
		sku: 'MUG-1',
		name: 'Blue mug',
		customsDescription: 'Ceramic mug',
		weightKg: 0.35,
		hsCode: '691200',
		originCountry: 'PT',
		priceEur: 4.5,
	};

	it('takes description, HS code, origin, value and weight from the items', async () => {
		const { catalog, take } = await room();
		catalog.save(MUG, undefined);
		catalog.save({ ...MUG, sku: 'CUP', customsDescription: '', name: 'Cup', weightKg: 0.2 }, undefined);
		const { rows, drafts } = await take(`${TITLES}\n${row('1', 'mug-1;2')}\n${row('1', 'CUP;1')}\n`);
		expect(rows.map(({ fieldErrors }) => fieldErrors)).toEqual([[]]);
		expect(drafts[0]).toMatchObject({
			parcels: [{ count: 1, lengthCm: 30, weightKg: 0.9 }],
			contents: [
				{ quantity: 2, description: 'Ceramic mug', priceEur: 4.5, originCountry: 'PT' },
				{ quantity: 1, description: 'Cup' },
			],
		});
	});

	it('keeps what the file says, and leaves out what is not goods', async () => {
		const { catalog, take } = await room();
		catalog.save({ ...MUG, customsDescription: '' }, undefined);
		catalog.save({ ...emptyItem, sku: 'CARD', name: 'Gift card', flags: ['isNotGoods'] }, undefined);
		const { drafts } = await take(
			`${TITLES};Description;Unit price;Weight\n${row('1', 'MUG-1;2;My mug;6;1.5')}\n${row('1', 'CARD;1;Card;20;')}\n`,
		);
		expect(drafts[0]).toMatchObject({
			parcels: [{ weightKg: 1.5 }],
			contents: [{ description: 'My mug', priceEur: 6, hsCode: '6912.00' }],
		});
		expect(drafts[0]?.contents).toHaveLength(1);
	});

	it('has the weight of no item if one of them is not known, and adds that one to the items', async () => {
		const { catalog, orders, write } = await room();
		catalog.save(MUG, undefined);
		const text = `${TITLES};Description;Unit price\n${row('1', 'MUG-1;2;;')}\n${row('1', 'NEW-1;1;New thing;7.50')}\n`;
		const { columns } = await orders.open(write('orders.csv', text));
		const plan = { ...plainPlan, columns: columns.map(({ target }) => target) };
		const preview = await orders.preview(plan);
		expect([preview.unknownSkus, preview.unknownSkuCount]).toEqual([['NEW-1'], 1]);
		expect(preview.orders[0]?.parcel.weightKg).toBeUndefined();
		expect(catalog.counts().total).toBe(1);
		await orders.createBatch(plan, true);
		const { items } = catalog.list({ text: 'new', onlyIncomplete: true }, 0, 10);
		expect(items).toMatchObject([{ sku: 'NEW-1', name: 'New thing', priceEur: 7.5, weightKg: null }]);
	});
});
