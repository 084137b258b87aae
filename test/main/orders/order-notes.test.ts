// What the preview of an order file says and shows: no text of an address column is lost without a note.
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadAddressFormatter } from '../../../src-broker/places/address-form';
import { splitAddressLines } from '../../../src-contract/rules/address-lines';
import { cityLine } from '../../../src-contract/rules/address-regions';
import { createOrderFileReader } from '../../../src-main/orders/order-file';
import { foldCompact } from '../../../src-main/platform/text';
import { plainPlan } from '../../fixtures/orders';
import { sender } from '../../fixtures/shipment-draft';

const resources = path.resolve('resources');

async function read(lines: readonly (readonly string[])[]) {
	const reader = createOrderFileReader(() => () => undefined, resources);
	const text = lines.map((line) => line.join(';')).join('\n');
	const opened = await reader.open({ name: 'orders.csv', bytes: new TextEncoder().encode(text) });
	const plan = { ...plainPlan, columns: opened.columns.map(({ target }) => target), priceMeaning: opened.prices };
	return { ...reader.orders(plan, sender), preview: reader.preview(plan, sender) };
}
const readText = (text: string) => read(text.split('\n').map((line) => line.split(';')));

describe('the preview of an order file', () => {
	it('names a phone number that is not used, and uses it where the first is empty', async () => {
		const { orders, preview } = await readText(
			'Order;Ship to name;Ship to street;Ship to city;Ship to phone;Ship to telephone\n1;A;B 1;C;11;22\n2;D;E 1;F;;33',
		);
		expect(orders.map(({ draft }) => draft.to.phone)).toEqual(['11', '33']);
		expect(preview.unusedColumns).toEqual([]);
		expect(preview.partlyUsedColumns).toEqual([{ title: 'Ship to telephone', orderCount: 1 }]);
		expect(preview.orders.map(({ contacts }) => contacts)).toContainEqual(['33']);
	});

	it('names the mobile number of a recipient with two numbers', async () => {
		const { preview } = await readText('Name1;Strasse;PLZ;Ort;Telefon;Mobil\nA;B 1;10115;C;11;22\nD;E 1;10115;F;;33');
		expect(preview.partlyUsedColumns).toEqual([{ title: 'Mobil', orderCount: 1 }]);
	});

	it('says whose e-mail address and phone number a recipient without one has', async () => {
		const { preview } = await readText(
			'Order;Ship to name;Ship to street;Ship to city;Ship to email;Billing email;Customer phone\n1;A;B 1;C;a@example.com;p@example.com;\n2;D;E 1;F;;q@example.com;44',
		);
		expect(preview.payerContacts).toEqual([
			{ title: 'Billing email', orderCount: 1 },
			{ title: 'Customer phone', orderCount: 1 },
		]);
		expect(preview.partlyUsedColumns).toEqual([{ title: 'Billing email', orderCount: 1 }]);
	});

	it('says that the recipient has the contact of another address without a role', async () => {
		const { preview } = await readText(
			'Belegnummer;Name;Straße;PLZ;Ort;Telefon;Lieferanschrift Name;Lieferanschrift Straße;Lieferanschrift PLZ;Lieferanschrift Ort\n1;P;Q 1;10115;R;11;A;B 1;80331;C',
		);
		expect(preview.payerContacts).toEqual([{ title: 'Telefon', orderCount: 1 }]);
	});

	it.each([
		['Weight;Length\n1;A;B 1;C;2.5;30', ['Weight', 'Length']],
		['Weight (kg);Length (cm)\n1;A;B 1;C;2.5;30', []],
		['Weight;Length\n1;A;B 1;C;2.5 kg;30 cm', []],
		['Weight;Weight unit;Length;Dimension unit\n1;A;B 1;C;2.5;lb;30;in', []],
		['Weight (lb);Length\n1;A;B 1;C;2.5;30', []],
	])('names columns whose unit is stated nowhere: %s', async (cells, columns) => {
		const { preview } = await readText(`Order;Name;Street;City;${cells}`);
		expect(preview.columnsWithoutUnit).toEqual(columns);
	});

	it.each([
		['19.11.2026', true],
		['2020-01-31', true],
		['01/02/2020', true],
		['sent on Monday', true],
		['31.12.2099', false],
		['12/31/2099', false],
		['0000-00-00', false],
		['', false],
	])('asks whether an order with the ship date %s was shipped: %s', async (date, isAsked) => {
		const { orders } = await readText(`Bestellnummer;Name;Straße;Ort;Versanddatum\n1;A;B 1;C;${date}`);
		const warning = `The order has the ship date ${date}. Check whether it was already shipped.`;
		expect(orders[0]?.warnings).toEqual(isAsked ? [warning] : []);
	});

	it.each([
		['Bakkerij Jansen, Els Jansen', 'Bakkerij Jansen', 'Els Jansen', true],
		['Muster GmbH, Mia Muster', 'Muster GmbH', 'Mia Muster', false],
		['Jansen, Els', '', 'Jansen, Els', false],
		['Muster, Anna Maria', '', 'Muster, Anna Maria', false],
		['van der Berg, Anna Maria', '', 'van der Berg, Anna Maria', false],
	])('says that %s was read as two names', async (name, companyName, contactPerson, isSaid) => {
		const { orders } = await readText(`Order;Recipient;Ship to street;Ship to city\n1;${name};B 1;C`);
		expect(orders[0]?.draft.to).toMatchObject({ companyName, contactPerson });
		expect(orders[0]?.warnings.some((warning) => warning.includes('read as company'))).toBe(isSaid);
	});

	it('shows first name and surname of a file whose column of surnames is titled Name', async () => {
		const { orders } = await readText(
			'Belegnummer;Lieferanschrift Vorname;Lieferanschrift Name;Lieferanschrift Straße;Lieferanschrift Ort\n1;Su;Ed;B 1;C\n2;Su;Su Ed;B 1;C',
		);
		expect(orders.map(({ draft }) => draft.to.contactPerson)).toEqual(['Su Ed', 'Su Ed']);
	});
});

const TITLES = [
	'Ship to company',
	'Ship to first name',
	'Ship to last name',
	'Ship to attention',
	'Ship to street',
	'Ship to house number',
	'Ship to address 2',
	'Ship to address 3',
	'Ship to postcode',
	'Ship to city',
	'Ship to state',
	'Ship to country',
	'Ship to phone',
	'Ship to mobile',
	'Ship to email',
	'Ship to email 2',
	'Ship to VAT number',
	'Name',
	'Phone',
	'Billing name',
	'Billing street',
	'Billing city',
	'Billing email',
	'Customer phone',
];
const COUNTRIES = ['NL', 'DE', 'FR', 'GB', 'US', 'IE', 'PL', 'CH', 'AU', 'SG', 'JP', 'HK'];
const cellOf = (title: string): fc.Arbitrary<string> =>
	title === 'Ship to country'
		? fc.constantFrom(...COUNTRIES)
		: /phone|mobile/i.test(title)
			? fc.stringMatching(/^\+\d{8,11}$/)
			: /email/.test(title)
				? fc.stringMatching(/^[a-z]{3,8}$/).map((name) => `${name}@example.com`)
				: /postcode|house/.test(title)
					? fc.integer({ min: 10_000, max: 99_999 }).map(String)
					: fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8})?$/);

it('shows or names each filled cell of the address columns', async () => {
	let checkedCount = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.subarray(TITLES, { minLength: 5 }).chain((titles) =>
				fc.tuple(
					fc.constant(titles),
					fc.array(fc.tuple(...titles.map((title) => fc.option(cellOf(title), { nil: '', freq: 3 }))), {
						minLength: 1,
						maxLength: 3,
					}),
				),
			),
			async ([titles, rows]) => {
				const lines = rows.map((row, index) => [`N${index + 1}`, ...row]);
				const { preview, leftOut } = await read([['Order number', ...titles], ...lines]);
				const named = [
					...preview.unusedColumns,
					...[...preview.partlyUsedColumns, ...preview.payerContacts].map(({ title }) => title),
				];
				for (const [index, line] of lines.entries()) {
					const order = preview.orders.find(({ reference }) => reference === line[0]);
					if (!order) {
						expect(leftOut.map(({ rowNumbers }) => rowNumbers)).toContain(String(index + 2));
						continue;
					}
					const shown = foldCompact([...order.addressLines, ...order.contacts, ...order.messages].join(''));
					for (const [column, title] of titles.entries()) {
						const cell = line[column + 1] ?? '';
						const isRegion = title === 'Ship to state' && preview.countriesWithoutRegion.length > 0;
						if (cell === '' || named.includes(title) || isRegion) continue;
						expect(shown, title).toContain(foldCompact(cell));
						checkedCount += 1;
					}
				}
			},
		),
		{ numRuns: 100 },
	);
	expect(checkedCount).toBeGreaterThan(200);
});

/** Characters per line of a carrier whose label takes each of the lines below. */
const LINE_CHARS = 35;

it('shows the address as the label prints it', async () => {
	const { addressLines } = loadAddressFormatter(resources);
	const postcodes: Record<string, string> = { NL: '1012AB', GB: 'SW1A1AA', IE: 'D02AF30', PL: '00-950', HK: '' };
	const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/);
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...COUNTRIES),
			fc.record({
				company: fc.option(word, { nil: '' }),
				name: word,
				street: word,
				line2: fc.option(word, { nil: '' }),
			}),
			word,
			async (country, { company, name, street, line2 }, city) => {
				const region = { US: 'TX', AU: 'NSW' }[country] ?? '';
				const { preview, orders } = await read([
					['Order', 'Company', 'Contact person', 'Street', 'Address 2', 'Postcode', 'City', 'State', 'Country'],
					['1', company, name, `${street} 5`, line2, postcodes[country] ?? '10115', city, region, country],
				]);
				const to = orders[0]?.draft.to;
				if (!to) throw new Error('the row is no order');
				const streetLines = splitAddressLines(to.addressLine1, to.addressLine2, LINE_CHARS) ?? [];
				const printed = addressLines({ ...to, city: cityLine(to) }, streetLines).map(({ text }) => text);
				const shown = preview.orders[0]?.addressLines ?? [];
				expect(shown.at(-1)).toBe(country);
				// Some countries print a code before the postcode, which the last line of the preview has.
				const withoutCode = printed.map((text) => text.replace(`${country}-`, ''));
				expect(foldCompact(shown.slice(0, -1).join(''))).toBe(foldCompact(withoutCode.join('')));
			},
		),
		{ numRuns: 300 },
	);
});
