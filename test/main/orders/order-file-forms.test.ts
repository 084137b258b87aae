// Forms of order files that hide what they mean: titles in odd places, codes that a spreadsheet program has changed, states in notes.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHsCode } from '../../../src-main/orders/hs-code-text';
import { createOrderFileReader } from '../../../src-main/orders/order-file';
import { countryCodeOf } from '../../../src-main/platform/country-names';
import { plainPlan } from '../../fixtures/orders';
import { sender } from '../../fixtures/shipment-draft';

async function read(text: string, changes = {}) {
	const reader = createOrderFileReader(() => () => undefined, path.resolve('resources'));
	const opened = await reader.open({ name: 'orders.csv', bytes: new TextEncoder().encode(text) });
	const columns = opened.columns.map(({ target }) => target);
	const plan = { ...plainPlan, columns, priceMeaning: opened.prices, ...changes };
	return { opened, ...reader.orders(plan, sender), preview: reader.preview(plan, sender) };
}
const TITLES = 'Order number,Name,Street,Postcode,City,Country';
const PLACE = 'Erika Muster,Hauptstr. 1,10115,Berlin,DE';
const firstOf = async (text: string, changes = {}) => (await read(text, changes)).orders[0];

describe('the titles of a file', () => {
	it('follow a line with the separator', async () => {
		const order = await firstOf(`sep=;\n${`${TITLES}\nA1,${PLACE}`.replaceAll(',', ';')}`);
		expect(order?.draft).toMatchObject({ reference: 'A1', to: { city: 'Berlin' } });
	});

	it('follow the name of a table, as Numbers writes it', async () => {
		const order = await firstOf(`Table 1\n${TITLES}\nA1,${PLACE}`);
		expect(order?.draft).toMatchObject({ reference: 'A1', to: { city: 'Berlin' } });
	});

	it('are in two rows', async () => {
		const order = await firstOf(
			'Order,Recipient,,,,,Item,,Price\n,Name,Street,Postcode,City,Country,Description,Quantity,€\nA1,Erika Muster,Hauptstr. 1,10115,Berlin,DE,Mug,2,4',
		);
		expect(order?.draft).toMatchObject({
			reference: 'A1',
			to: { contactPerson: 'Erika Muster', zipcode: '10115' },
			contents: [{ description: 'Mug', quantity: 2 }],
		});
	});

	it('are not the row that explains them', async () => {
		const { orders, leftOut } = await read(
			`${TITLES},Item quantity,Unit price\nNumber of the order,Name of the buyer,Street,Postcode,City,Country,Number of pieces,Price of a piece\nA1,${PLACE},2,4.50`,
		);
		expect(orders.map(({ draft }) => draft.reference)).toEqual(['A1']);
		expect(leftOut).toMatchObject([{ rowNumbers: '2', reason: 'The row explains the columns.' }]);
	});
});

describe('the recipient', () => {
	it('has the second line of a title that writes its number as a word, and no flag of a post-office box', async () => {
		const order = await firstOf(
			'Order number,Name,AddressOne,AddressTwo,Postcode,City,Country,USPS PO Box Indicator\nA1,Jane Sample,1 Main St,Suite 5,02110,Boston,US,N',
		);
		expect(order?.draft.to).toMatchObject({ addressLine1: '1 Main St', addressLine2: 'Suite 5' });
	});

	it('has no name of a whole address as its street', async () => {
		const order = await firstOf(
			'Order number,Delivery Address/Display Name,Delivery Address/Street,Delivery Address/Zip,Delivery Address/City,Delivery Address/Country\nA1,"Muster GmbH, Erika Muster",Hauptstr. 1,10115,Berlin,Germany',
		);
		expect(order?.draft.to).toMatchObject({ addressLine1: 'Hauptstr. 1', zipcode: '10115', city: 'Berlin' });
	});

	it.each([
		['U.K.', 'GB'],
		['Korea, Republic of', 'KR'],
		['Taiwan, Province of China', 'TW'],
		['Canary Islands', 'ES'],
		['Kingdom of Saudi Arabia', 'SA'],
	])('is in the country %s', (name, code) => {
		expect(countryCodeOf(name)).toBe(code);
	});

	it('of two rows without goods has two parcels', async () => {
		const order = await firstOf(`${TITLES},Package weight (kg)\nA1,${PLACE},9.8\nA1,${PLACE},4.1`);
		expect(order?.draft.parcels.map(({ count, weightKg }) => [count, weightKg])).toEqual([
			[1, 9.8],
			[1, 4.1],
		]);
		expect(order?.warnings).toEqual([]);
	});
});

describe('the goods', () => {
	it('have the price of a number that a spreadsheet program has stored inexactly', async () => {
		const order = await firstOf(`${TITLES},Item,Quantity,Unit price\nA1,${PLACE},Mug,1,12.100000000000001`);
		expect(order?.draft.contents).toMatchObject([{ priceEur: 12.1 }]);
	});

	it('are converted with the dated rate of the table', async () => {
		const { orders, preview } = await read(`${TITLES},Item,Quantity,Unit price,Currency\nA1,${PLACE},Mug,1,10,GBP`);
		const [rate] = preview.currencies;
		expect(rate).toMatchObject({ code: 'GBP', from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
		expect(orders[0]?.draft.contents[0]?.priceEur).toBeCloseTo(10 / (rate?.perEuro ?? 0), 1);
	});

	it('have an assumed currency only if the order says so', async () => {
		const { orders } = await read(
			`${TITLES},Item,Quantity,Unit price,Currency\nA1,${PLACE},Mug,1,10,GBP\nA2,${PLACE},Pot,1,10,`,
		);
		expect(orders.map(({ warnings }) => warnings)).toEqual([
			[],
			['The order names no currency. Its prices are taken as GBP, as in the other rows.'],
		]);
	});

	it('weigh pounds where the sign of the number follows the weight', async () => {
		expect((await firstOf(`${TITLES},Weight\nA1,${PLACE},5#`))?.draft.parcels[0]?.weightKg).toBe(2.268);
	});

	it.each([
		['6109100', '6109100'],
		['6912002', '6912002'],
		['61091', '61091'],
		['9012100', '0901.21.00'],
		['3061700', '0306.17.00'],
	])('with the HS code %s get back a lost zero only where the heading exists', (text, code) => {
		expect(readHsCode(text).code).toBe(code);
	});

	it('of an unlisted HS code are counted with the orders that have no other error', async () => {
		const { preview } = await read(`${TITLES},Item,HS code\nA1,${PLACE},Mug,999999`);
		expect(preview.hsCodes).toEqual([{ code: '999999', orderCount: 1, validOrderCount: 0 }]);
		expect(preview.orders[0]?.hsCodes).toEqual(['999999']);
	});
});

describe('an order', () => {
	it('is left out if its note says nothing but that it is cancelled', async () => {
		const { orders, leftOut } = await read(
			`${TITLES},Note\nA1,${PLACE},anulado\nA2,${PLACE},Cancel the gift wrapping please`,
		);
		expect(leftOut).toMatchObject([{ reference: 'A1', isCancelled: true }]);
		expect(orders.map(({ draft }) => draft.reference)).toEqual(['A2']);
	});

	it('keeps its rows in a Shopify export without the column of payments', async () => {
		const { opened, orders } = await read(
			'Name,Email,Lineitem quantity,Lineitem name,Lineitem price,Shipping Name,Shipping Street,Shipping Address1,Shipping City,Shipping Zip,Shipping Country\n#1,a@example.com,1,Mug,4,Erika Muster,Hauptstr. 1,Hauptstr. 1,Berlin,10115,DE\n#1,a@example.com,2,Pot,9,,,,,,',
		);
		expect(opened.program).toBe('Shopify orders');
		expect(orders.map(({ draft }) => [draft.reference, draft.contents.length])).toEqual([['#1', 2]]);
	});
});
