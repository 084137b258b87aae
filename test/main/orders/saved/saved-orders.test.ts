// Orders that persist: taken over, changed and cancelled by their source, held, combined, found.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '../../../../src-contract/model/order';
import { type OrderFilter, orderFilterSchema, orderSortSchema } from '../../../../src-contract/model/saved-order';
import { createEventLog } from '../../../../src-main/events/event-log';
import { noDetails } from '../../../../src-main/orders/order-details';
import { createOrderStore } from '../../../../src-main/orders/saved/order-store';
import { createSavedOrders } from '../../../../src-main/orders/saved/saved-orders';
import { type Database, openDatabase } from '../../../../src-main/platform/database';
import { migrations } from '../../../../src-main/platform/migrations';
import { exampleDraft } from '../../../fixtures/shipment-draft';

const SHOP = { key: 'shop', name: 'Shop export', formerKey: '' };
let folder: string;
let database: Database;
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'waybill-orders-'));
	database = openDatabase(path.join(folder, 'waybill.db'), migrations);
});
afterEach(() => {
	database.close();
	rmSync(folder, { recursive: true, force: true });
});

function order(reference: string, quantity = 2): Order {
	const [content] = exampleDraft.contents;
	if (!content) throw new Error('no content');
	return {
		rowNumbers: '2',
		draft: { ...exampleDraft, reference, contents: [{ ...content, quantity }] },
		lines: [{ sku: 'TEE-1', description: 'T-shirt', quantity, isGoods: true, contentIndexes: [0] }],
		details: noDetails(),
		fieldErrors: [],
		warnings: [],
		addressId: null,
	};
}

function open(packed: number[] = []) {
	const now = () => new Date('2026-11-29T08:00:00Z');
	const store = createOrderStore(database, now);
	const events = createEventLog(database, () => ({ packer: '', desk: 'Desk 1' }), now);
	const orders = createSavedOrders({
		database,
		store,
		events,
		packedQuantities: () => packed,
		withdrawQueued: () => true,
		createBatch: () => 1,
		onChange: () => {},
	});
	return { store, orders };
}
const ALL = orderFilterSchema.parse({});
const SORT = { by: 'shipBy', isDescending: false } as const;

it('is one order when its source names it again, and says what changed', () => {
	const { orders } = open();
	const { id } = orders.takeOver(SHOP, order('A-1'), 1);
	expect(orders.takeOver(SHOP, order('A-1'), 1)).toMatchObject({ id, outcome: 'same' });
	expect(orders.takeOver(SHOP, order('a-1', 3), 1)).toMatchObject({ id, outcome: 'changed' });
	expect(orders.list(ALL, SORT, 0, 10)).toMatchObject({ total: 1, orders: [{ pieces: 3, revision: 2 }] });
	expect(orders.detail(id).reason).toContain('TEE-1: 2 → 3');
	expect(orders.takeOver({ key: 'other shop', name: 'Other', formerKey: '' }, order('A-1'), 1).outcome).toBe('added');
	expect(orders.takeOver(SHOP, order('A-1'), 2).outcome).toBe('added');
});

it('stays one order when a later version knows the program of its file', () => {
	const { orders } = open();
	const ofTitles = { key: 'titles 1', name: 'a.csv', formerKey: '' };
	const ofProgram = { key: 'Sample orders', name: 'Sample orders', formerKey: 'titles 1' };
	const { id } = orders.takeOver(ofTitles, order('A-1'), 1);
	expect(orders.takeOver(ofProgram, order('A-1'), 1)).toMatchObject({ id, outcome: 'same' });
	expect(orders.takeOver(ofProgram, order('A-1', 3), 1)).toMatchObject({ id, outcome: 'changed' });
	const other = orders.takeOver(ofTitles, order('A-2'), 1);
	expect(orders.cancelFromSource(ofProgram, 'A-2', 'Cancelled')).toEqual([{ id: other.id, outcome: 'cancelled' }]);
});

it('is cancelled by its source, or an exception when it is packed', () => {
	const { orders, store } = open();
	const { id } = orders.takeOver(SHOP, order('A-1'), 1);
	const packed = orders.takeOver(SHOP, order('A-2'), 1);
	store.setState(packed.id, 'packed');
	expect(orders.cancelFromSource(SHOP, 'A-1', 'Cancelled in the shop')).toEqual([{ id, outcome: 'cancelled' }]);
	expect(orders.cancelFromSource(SHOP, 'A-2', 'Cancelled in the shop')).toEqual([
		{ id: packed.id, outcome: 'exception' },
	]);
	// The same file again leaves the decision to the user.
	expect(orders.cancelFromSource(SHOP, 'A-2', 'Cancelled in the shop')).toEqual([]);
	expect(orders.cancelFromSource(SHOP, 'A-3', 'Cancelled in the shop')).toEqual([]);
	const parcels = [orders.takeOver(SHOP, order('A-4'), 1).id, orders.takeOver(SHOP, order('A-4'), 2).id];
	orders.takeOver({ key: 'other shop', name: 'Other', formerKey: '' }, order('A-4'), 1);
	orders.takeOver(SHOP, order('A-41'), 1);
	expect(orders.cancelFromSource(SHOP, 'a-4', 'Cancelled').map(({ id }) => id)).toEqual(parcels);
	expect(orders.detail(id).state).toBe('cancelled');
	expect(orders.detail(packed.id)).toMatchObject({ state: 'exception', exception: 'cancelledAfterPacking' });
});

it('stays as it is when it is packed or cancelled, and notes once what its source changed', async () => {
	const { orders, store } = open();
	const packed = orders.takeOver(SHOP, order('A-1'), 1);
	store.setState(packed.id, 'packed');
	for (let time = 0; time < 2; time += 1)
		expect(orders.takeOver(SHOP, order('A-1', 5), 1)).toMatchObject({ outcome: 'finished', changes: ['TEE-1: 2 → 5'] });
	expect(orders.detail(packed.id)).toMatchObject({ pieces: 2, revision: 1, state: 'packed' });
	expect(orders.detail(packed.id).events.map(({ text }) => text)).toEqual([
		'Changed at its source: TEE-1: 2 → 5',
		'Imported from Shop export',
	]);
	const { id } = orders.takeOver(SHOP, order('A-2'), 1);
	await orders.cancel([id], 'Out of stock');
	expect(orders.detail(id)).toMatchObject({ state: 'cancelled', reason: 'Out of stock' });
	expect(orders.takeOver(SHOP, order('A-2', 5), 1).outcome).toBe('cancelled');
	expect(orders.detail(id)).toMatchObject({ state: 'cancelled', pieces: 2, reason: 'Out of stock' });
	const other = orders.takeOver(SHOP, order('A-3'), 1);
	await orders.cancel([other.id], '');
	expect(orders.detail(other.id).reason).toBe('Cancelled at this desk');
});

it('keeps what a user edited until its source changes', () => {
	const { orders } = open();
	const { id } = orders.takeOver(SHOP, order('A-1'), 1);
	const { draft, revision } = orders.detail(id);
	orders.saveDraft(id, revision, { ...draft, to: { ...draft.to, city: 'Corrected' } });
	const again = orders.takeOver(SHOP, order('A-1'), 1);
	expect(again).toMatchObject({ outcome: 'same', content: { draft: { to: { city: 'Corrected' } } } });
	expect(orders.detail(id)).toMatchObject({ revision: 2, draft: { to: { city: 'Corrected' } } });
	expect(orders.takeOver(SHOP, order('A-1', 4), 1)).toMatchObject({ outcome: 'changed', changes: ['TEE-1: 2 → 4'] });
	expect(orders.detail(id)).toMatchObject({ revision: 3, pieces: 4, draft: { to: { city: draft.to.city } } });
	expect(orders.takeOver(SHOP, order('A-1', 4), 1).outcome).toBe('same');
});

it('keeps the goods of a combined order when its file is imported again, and is held when its source changes', () => {
	const { orders } = open();
	const first = orders.takeOver(SHOP, order('A-1'), 1);
	const second = orders.takeOver(SHOP, order('A-2', 3), 1);
	orders.combine([first.id, second.id]);
	expect(orders.takeOver(SHOP, order('A-1'), 1).outcome).toBe('same');
	expect(orders.takeOver(SHOP, order('A-2', 3), 1).outcome).toBe('cancelled');
	expect(orders.detail(first.id)).toMatchObject({ pieces: 5, state: 'open' });
	expect(orders.takeOver(SHOP, order('A-1', 7), 1).outcome).toBe('changed');
	expect(orders.detail(first.id)).toMatchObject({
		pieces: 5,
		state: 'held',
		reason: 'Changed at its source: TEE-1: 2 → 7',
	});
	expect(orders.takeOver(SHOP, order('A-1', 7), 1).outcome).toBe('same');
});

it('is held when the source changes an order that was combined with it', () => {
	const { orders } = open();
	const first = orders.takeOver(SHOP, order('A-1'), 1);
	const second = orders.takeOver(SHOP, order('A-2', 3), 1);
	orders.combine([first.id, second.id]);
	expect(orders.takeOver(SHOP, order('A-2', 5), 1).outcome).toBe('cancelled');
	expect(orders.detail(first.id)).toMatchObject({
		pieces: 5,
		state: 'held',
		reason: 'Order A-2, which is combined with it, was changed at its source: TEE-1: 3 → 5',
	});
	expect(orders.takeOver(SHOP, order('A-2', 5), 1).changes).toEqual([]);
});

it('is held with a reason and released, and is packed in between by nobody', async () => {
	const { orders, store } = open();
	const { id } = orders.takeOver(SHOP, order('A-1'), 1);
	expect(store.nextPackable(['tee-1'])?.id).toBe(id);
	expect(await orders.hold([id], 'Address unclear')).toEqual({ changed: 1, skipped: 0 });
	expect(store.nextPackable(undefined)).toBeUndefined();
	expect(await orders.release([id, 999])).toEqual({ changed: 1, skipped: 1 });
	expect(store.isPackable(id)).toBe(true);
	expect(orders.detail(id).events.map(({ text }) => text)).toEqual([
		'Released',
		'Held: Address unclear',
		'Imported from Shop export',
	]);
});

it('combines open orders to one recipient, with the goods and weights of all', () => {
	const { orders } = open();
	const first = orders.takeOver(SHOP, order('A-1'), 1);
	const second = orders.takeOver(SHOP, order('A-2', 3), 1);
	expect(orders.combinable()).toMatchObject([{ orders: [{ number: 'A-1' }, { number: 'A-2' }] }]);
	const combined = orders.combine([second.id, first.id]);
	expect(combined).toMatchObject({ id: first.id, pieces: 5, draft: { parcels: [{ count: 1, weightKg: 11 }] } });
	expect(combined.lines.map(({ contentIndexes }) => contentIndexes)).toEqual([[0], [1]]);
	expect(orders.detail(second.id).state).toBe('cancelled');
	expect(() => orders.combine([first.id, second.id])).toThrow('Nothing was combined');
});

it('ships what is there, and takes the missing pieces off the papers', () => {
	const { orders, store } = open([1]);
	const { id } = orders.takeOver(SHOP, order('A-1'), 1);
	store.setState(id, 'exception', { exception: 'short' });
	const shipped = orders.shipShort(id, 1);
	expect(shipped).toMatchObject({ state: 'open', pieces: 1, draft: { contents: [{ quantity: 1 }] } });
});

it('keeps its events: no statement changes or removes them', () => {
	const { orders } = open();
	orders.takeOver(SHOP, order('A-1'), 1);
	expect(() => database.run('DELETE FROM desk_event')).toThrow('append-only');
	expect(() => database.run("UPDATE desk_event SET at = ''")).toThrow('append-only');
});

it('is found by every filter, and sorted by every column, beside its shipment', () => {
	const { orders } = open();
	orders.takeOver(SHOP, order('A-1'), 1);
	const sorts = orderSortSchema.shape.by.options.map((by) => ({ by, isDescending: true }));
	const counts = sorts.map((sort) => orders.list(ALL, sort, 0, 10).orders.length);
	expect(counts).toEqual(sorts.map(() => 1));
	const filtered = (filter: Partial<OrderFilter>) => orders.list({ ...ALL, ...filter }, SORT, 0, 10).total;
	expect([
		filtered({ text: 'muster berl', state: 'open', countryCode: 'DE' }),
		filtered({ countryCode: 'AT' }),
		filtered({ tag: 'gift' }),
		filtered({ carrier: 'Postalis' }),
	]).toEqual([1, 0, 0, 0]);
});

it('takes over notes, tags and the time to leave, and keeps the tags of a user', async () => {
	const { orders } = open();
	const details = (customer: string, tags: string[], shipBy: string | null) => ({
		details: { notes: { customer, order: '', giftText: '' }, tags, shipBy },
	});
	const { id } = orders.takeOver(SHOP, { ...order('A-1'), ...details('Ring twice', ['gift'], '2026-12-01') }, 1);
	await orders.tag([id], 'checked', true);
	const again = orders.takeOver(SHOP, { ...order('A-1'), ...details('Ring once', ['gift'], '2026-11-30') }, 1);
	expect(again).toMatchObject({ outcome: 'changed', changes: ['notes', 'ship-by time'] });
	expect(orders.detail(id)).toMatchObject({
		notes: { customer: 'Ring once' },
		tags: ['gift', 'checked'],
		shipBy: '2026-11-30',
	});
});
