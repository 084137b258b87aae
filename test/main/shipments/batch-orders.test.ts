// Batches of saved orders: a booked row ships its order, and an order that is packed or shipped elsewhere is not sent.
import { afterEach, expect, it } from 'vitest';
import type { Order } from '../../../src-contract/model/order';
import { createStationSignals } from '../../../src-main/compose/dependencies';
import { composeSavedOrders } from '../../../src-main/compose/orders';
import { noDetails } from '../../../src-main/orders/order-details';
import type { StoredOrderState } from '../../../src-main/orders/saved/order-store';
import { exampleDraft, recipient } from '../../fixtures/shipment-draft';
import { openShippingDesk, type ShippingDesk } from '../../fixtures/shipping-desk';

const order = (number: number): Order => ({
	rowNumbers: String(number + 1),
	draft: { ...exampleDraft, reference: `SO-${number}`, to: { ...recipient, companyName: `Firm ${number}` } },
	lines: [{ sku: 'TEE-1', description: 'T-shirt', quantity: 1, isGoods: true, contentIndexes: [0] }],
	details: noDetails(),
	fieldErrors: [],
	warnings: [],
	addressId: null,
});

let openedDesk: ShippingDesk | undefined;
afterEach(async () => {
	await openedDesk?.outbox.close();
	await openedDesk?.batches.close();
	openedDesk = undefined;
});

/** A desk with orders, and a batch of them that is rated. */
async function open(orderCount: number) {
	const sent: string[] = [];
	const desk = openShippingDesk(
		{
			rates: async () => ({
				errors: false,
				message: '',
				data: [{ carrier: 'C', product: 'P', productId: 1, price: 9 }],
			}),
			createShipment: async ({ reference }) => {
				sent.push(reference ?? '');
				const shipment = { id: sent.length, status: 's', carrier: 'C', product: 'P', price: 9, trackingUrl: '' };
				return {
					kind: 'booked',
					message: '',
					shipment: { ...shipment, trackingNumber: `T${sent.length}` },
					documents: [],
					warnings: [],
				};
			},
		},
		{
			onRowEdited: (id, content) => saved.savedOrders.rowEdited(id, content),
			orderEvents: (shipmentId) => saved.eventsOfShipment(shipmentId),
		},
	);
	openedDesk = desk;
	const saved = composeSavedOrders(
		{ ...desk, userName: () => 'Desk 1', packerName: () => '', now: () => new Date() },
		createStationSignals(),
	);
	const source = { key: 'shop', formerKey: '', name: 'Shop' };
	const ids = Array.from(
		{ length: orderCount },
		(_, index) => saved.savedOrders.takeOver(source, order(index + 1), 1).id,
	);
	const { batchId } = saved.savedOrders.shipInBulk(ids);
	const states = () => ids.map((id) => saved.orderStore.summary(id).state);
	const run = async (id: number) => {
		desk.batches.start(id);
		await expect.poll(() => desk.batchStore.state(id)).toBe('done');
	};
	await desk.batches.rate(batchId);
	return { ...desk, ...saved, ids, batchId, sent, states, run };
}

it('ships the orders of its booked rows', async () => {
	const { batchStore, orderStore, batchId, ids, sent, states, run } = await open(2);
	expect(batchStore.summary(batchId)).toMatchObject({ name: '2 orders', counts: { rated: 2 } });
	expect(states()).toEqual(['open', 'open']);
	await run(batchId);
	expect(sent).toEqual(['SO-1', 'SO-2']);
	expect(states()).toEqual(['shipped', 'shipped']);
	expect(orderStore.summary(ids[0] ?? 0)).toMatchObject({ carrier: 'C', shipmentState: 'booked', batchId });
	expect(orderStore.isPackable(ids[0] ?? 0)).toBe(false);
});

it('shows what happened to an order with its shipment', async () => {
	const { journal, orderStore, shipments, events, batchId, ids, run } = await open(2);
	await run(batchId);
	const [firstId = 0] = ids;
	events.append('packing.scanned', { orderId: firstId }, { sku: 'MUG', quantity: 2, code: '4006381333931' });
	const shipmentId = orderStore.summary(firstId).shipmentId ?? 0;
	expect(shipments.detail(shipmentId).events).toMatchObject([
		{ text: 'Scanned: 2 × MUG', by: 'Desk 1', isError: false },
		{ text: 'Imported from Shop' },
	]);
	// A shipment without an order.
	expect(shipments.detail(journal.saveDraft(exampleDraft, undefined)).events).toEqual([]);
});

it.each<[StoredOrderState, string]>([
	['packing', 'Not sent: the order is being packed.'],
	['packed', 'Not sent: the order is already packed or shipped.'],
	['held', 'Not sent: the order is held.'],
	['exception', 'Not sent: the order has an exception.'],
	['cancelled', 'Not sent: the order is cancelled.'],
])('sends no row whose order is %s, and says why', async (state, reason) => {
	const { batches, batchStore, orderStore, batchId, ids, sent, run } = await open(2);
	orderStore.setState(ids[0] ?? 0, state);
	expect(batches.progress(batchId)).toMatchObject({ counts: { rated: 1, ready: 1 }, ratedEur: 9 });
	await run(batchId);
	expect(sent).toEqual(['SO-2']);
	expect(batchStore.row(batchId, 1)).toMatchObject({ state: 'ready', rateError: reason, shipment: null });
	expect(batchStore.rows(batchId, 'ready', 0, 9).map(({ position }) => position)).toEqual([1]);
	expect(() => batches.start(batchId)).toThrow('No row of this batch can be sent');
});

it('sends an order from one batch only', async () => {
	const { batches, savedOrders, batchStore, batchId, ids, sent, run } = await open(2);
	const { batchId: second } = savedOrders.shipInBulk(ids);
	await batches.rate(second);
	await run(batchId);
	expect(sent).toEqual(['SO-1', 'SO-2']);
	expect(() => batches.start(second, 'send')).toThrow('No row of this batch can be sent');
	expect(batchStore.rows(second, null, 0, 9).map(({ state }) => state)).toEqual(['ready', 'ready']);
	expect(() => savedOrders.shipInBulk(ids)).toThrow('None of these orders is open');
});

it('does not send an order that is packed while the batch is being queued', async () => {
	const { batches, batchStore, orderStore, batchId, ids, sent } = await open(30);
	batches.start(batchId);
	// The first part of the rows is queued.
	orderStore.setState(ids[29] ?? 0, 'packing');
	await expect.poll(() => batchStore.state(batchId)).toBe('done');
	expect(sent).toHaveLength(29);
	expect(sent).not.toContain('SO-30');
});

it('submits no row from the form whose order is shipped elsewhere', async () => {
	const { batches, savedOrders, batchStore, batchId, journal, orderStore, ids } = await open(1);
	const { batchId: second } = savedOrders.shipInBulk(ids);
	await batches.rate(second);
	expect(batchStore.findSubmittableByReference('so-1')).toMatchObject({ batchId: second });
	const [row] = batchStore.ratedRowsToQueue(batchId);
	if (!row) throw new Error('no row');
	const queue = () =>
		journal.queue(row.draft, { connectionId: 'built-in', rule: { kind: 'cheapest' }, limitEur: 10 }, undefined);
	const shipmentId = queue();
	batchStore.linkFormShipment(batchId, 1, shipmentId);
	// The same shipment again is no second shipment.
	batchStore.linkFormShipment(batchId, 1, shipmentId);
	expect(orderStore.summary(ids[0] ?? 0)).toMatchObject({ shipmentId, state: 'packed' });
	expect(() => batchStore.linkFormShipment(second, 1, queue())).toThrow('already packed or shipped');
	expect(batchStore.findSubmittableByReference('so-1')).toBeUndefined();
});
