// What an order file says for the packer: notes, tags, and when the order has to leave.
import path from 'node:path';
import { expect, it } from 'vitest';
import { createOrderFileReader } from '../../../src-main/orders/order-file';
import { plainPlan } from '../../fixtures/orders';
import { sender } from '../../fixtures/shipment-draft';

async function readText(text: string) {
	const reader = createOrderFileReader(() => () => undefined, path.resolve('resources'));
	const opened = await reader.open({ name: 'orders.csv', bytes: new TextEncoder().encode(text) });
	const plan = { ...plainPlan, columns: opened.columns.map(({ target }) => target), priceMeaning: opened.prices };
	return { opened, ...reader.orders(plan, sender) };
}

it('has the notes, the gift text and the tags of all its rows once', async () => {
	const { orders } = await readText(
		[
			'Order number;Name;Street;City;SKU;Quantity;Buyer note;Internal notes;gift-message-text;Tags;Notes',
			'1;A;B 1;C;TEE;1;Ring twice;VIP;For you;gift, express;Leave at door',
			'1;;;;MUG;2;Ring twice;Fragile;;;',
			'2;D;E 1;F;TEE;1;;;;;',
		].join('\n'),
	);
	expect(orders.map(({ details }) => details)).toEqual([
		{
			notes: { customer: 'Ring twice\nLeave at door', order: 'VIP\nFragile', giftText: 'For you' },
			tags: ['gift', 'express'],
			shipBy: null,
		},
		{ notes: { customer: '', order: '', giftText: '' }, tags: [], shipBy: null },
	]);
});

it.each([
	['Ship By Date', '2026-12-01', '2026-12-01'],
	['Ship by', '01.12.2026', '2026-12-01'],
	['latest-ship-date', '2026-12-01T23:59:59+01:00', '2026-12-01T22:59:59.000Z'],
	['Uiterste verzenddatum', '1-12-2026', '2026-01-12'],
	['Versand bis', '1.12.26', '2026-12-01'],
	["Date limite d'expédition", '2026/12/01', '2026-12-01'],
])('has to leave by the date in "%s" (%s), the earlier of two that it may mean', async (title, text, shipBy) => {
	const { orders } = await readText(`Order number;Name;Street;City;${title}\n1;A;B 1;C;${text}`);
	expect(orders[0]?.details.shipBy).toBe(shipBy);
});

it('says that a date to leave by cannot be read', async () => {
	const { orders } = await readText('Order number;Name;Street;City;Ship by\n1;A;B 1;C;soon');
	expect(orders[0]).toMatchObject({ details: { shipBy: null }, warnings: ['Ship by: "soon" is not a date'] });
});

it.each(['Delivery note', 'Delivery instructions', 'Credit note number', 'Order tag price', 'Labels', 'Ship date'])(
	'takes "%s" for none of them',
	async (title) => {
		const { opened } = await readText(`Order number;Name;Street;City;${title}\n1;A;B 1;C;x`);
		const target = opened.columns.at(-1)?.target;
		const fields = ['customerNote', 'orderNote', 'giftText', 'tags', 'shipBy'];
		expect(target && 'order' in target ? fields.includes(target.order) : false).toBe(false);
	},
);
