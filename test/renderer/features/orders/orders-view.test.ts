// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { h, KeepAlive } from 'vue';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import {
	type CombinableOrders,
	ORDER_STATES,
	type OrderFacets,
	type OrderSummary,
	type SavedOrder,
} from '../../../../src-contract/model/saved-order';
import OrdersView from '../../../../src-renderer/features/orders/OrdersView.vue';
import { isLate, shipByText } from '../../../../src-renderer/features/orders/order-facts';
import { orderColumnsThatFit, orderTableColumns } from '../../../../src-renderer/features/orders/order-list-columns';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { settingsOf, statusOf } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';
import { waitFor } from '../../../fixtures/wait-for';

const orderSummary = (id: number, changes: Partial<OrderSummary> = {}): OrderSummary => ({
	id,
	number: `SO-${id}`,
	source: 'shop.csv',
	state: 'open',
	revision: 1,
	recipient: `Muster ${id} GmbH`,
	destination: 'Berlin, DE',
	countryCode: 'DE',
	tags: [],
	shipBy: null,
	pieces: 3,
	lineCount: 2,
	exception: null,
	reason: '',
	errorCount: 0,
	shipmentId: null,
	shipmentState: null,
	carrier: '',
	batchId: null,
	createdAt: '2026-11-23T08:00:00.000Z',
	...changes,
});
const line = { description: 'Cotton T-shirt', isGoods: true, contentIndexes: [0] };
const savedOrder = (id: number, changes: Partial<SavedOrder> = {}): SavedOrder => ({
	...orderSummary(id),
	lines: [
		{ ...line, sku: 'TS-1', quantity: 3 },
		{ ...line, sku: 'GIFT', description: 'Gift card', quantity: 1, isGoods: false, contentIndexes: [] },
	],
	draft: exampleDraft,
	notes: { customer: 'Ring twice', order: '', giftText: 'Happy birthday' },
	fieldErrors: [],
	warnings: [],
	packedQuantities: [1, 0],
	events: [{ at: '2026-11-23T09:00:00.000Z', by: 'Desk 4', text: 'Imported from shop.csv', isError: false }],
	...changes,
});
const facetsOf = (counts: Partial<OrderFacets['counts']>): OrderFacets => ({
	counts: { ...(Object.fromEntries(ORDER_STATES.map((state) => [state, 0])) as OrderFacets['counts']), ...counts },
	countries: ['DE', 'FR'],
	tags: ['gift'],
	carriers: ['Postalis'],
});

let bridge: TestBridge;
let router: Router;
let listed: OrderSummary[];
let facets: OrderFacets;
let groups: CombinableOrders[];
beforeEach(() => {
	bridge = installBridge();
	listed = [1, 2, 3].map((id) => orderSummary(id));
	facets = facetsOf({ open: 3, held: 2 });
	groups = [];
	bridge.reply('orders.list', ({ offset, limit }) => ({
		orders: listed.slice(offset, offset + limit),
		total: listed.length,
	}));
	bridge.reply('orders.facets', () => facets);
	bridge.reply('orders.combinable', () => groups);
});
afterEach(unmountAll);

async function open(path = '/orders'): Promise<Mounted> {
	const component = { render: () => null };
	router = createRouter({
		history: createMemoryHistory(),
		routes: [
			{ path: '/orders/:id(\\d+)?', name: 'orders', component },
			{ path: '/orders/import', name: 'orders-import', component },
			{ path: '/orders/bulk/:id(\\d+)?', name: 'orders-bulk', component },
			{ path: '/pack', name: 'pack', component },
			{ path: '/shipments/:id(\\d+)?', name: 'shipments', component },
		],
	});
	await router.push(path);
	const pinia = freshPinia();
	Object.assign(useStationStore(), { status: statusOf(), settings: settingsOf() });
	const screen = mount(pinia, { render: () => h(KeepAlive, () => h(OrdersView)) }, () => ({}), [router]);
	await flushPromises();
	await flushPromises();
	return screen;
}
/** The text of an element, with a space between its parts. */
function plain(element: Node): string {
	const textsOf = (node: Node): string[] =>
		node.nodeType === Node.TEXT_NODE ? [node.textContent ?? ''] : [...node.childNodes].flatMap(textsOf);
	return textsOf(element).join(' ').replace(/\s+/g, ' ').trim();
}
const rowsOf = (screen: Mounted) => screen.findAll('[role=row][tabindex]');
const rowTexts = (screen: Mounted) => rowsOf(screen).map(plain);
const lastList = () => bridge.callsTo('orders.list').at(-1)?.input;
const selectionText = (screen: Mounted) => plain(screen.find('[aria-label=Selection]'));
async function click(element: HTMLElement): Promise<void> {
	element.click();
	await flushPromises();
	await flushPromises();
}
async function select(screen: Mounted, ...positions: number[]): Promise<void> {
	for (const position of positions) await pressKey(rowsOf(screen)[position] as HTMLElement, ' ');
}
const submit = async (screen: Mounted) => {
	screen.find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
	await flushPromises();
	await flushPromises();
};

describe('the list of orders', () => {
	it('opens with the open orders by their time to leave', async () => {
		const screen = await open();
		expect(lastList()).toEqual({
			filter: { text: '', state: 'open', countryCode: '', tag: '', carrier: '' },
			sort: { by: 'shipBy', isDescending: false },
			offset: 0,
			limit: expect.any(Number),
		});
		expect(rowTexts(screen)).toHaveLength(3);
		expect(rowTexts(screen)[0]).toContain('SO-1 Open Muster 1 GmbH Berlin, DE 3');
		expect(plain(screen.find('[data-testid=order-total]'))).toBe('3');
	});

	it('filters by state, country, tag, carrier and text', async () => {
		const screen = await open();
		const chips = screen.findAll('[aria-label=State] button').map(plain);
		expect(chips).toEqual(['All 5', 'Open 3', 'On hold 2']);
		await click(screen.button('On hold'));
		expect(lastList()?.filter.state).toBe('held');
		expect(screen.button('On hold').getAttribute('aria-pressed')).toBe('true');
		// Pressed again, it shows all states.
		await click(screen.button('On hold'));
		expect(lastList()?.filter.state).toBeNull();

		for (const [name, option] of [
			['Country', 'France'],
			['Tag', 'gift'],
			['Carrier', 'Postalis'],
		]) {
			await click(screen.find(`input[aria-label=${name}]`));
			const found = [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
				(element) => plain(element) === option,
			);
			await click(found as HTMLElement);
		}
		await typeInto(screen.find('input[aria-label="Search orders"]'), 'muster');
		expect(lastList()?.filter).toEqual({
			text: 'muster',
			state: null,
			countryCode: 'FR',
			tag: 'gift',
			carrier: 'Postalis',
		});
		await click(screen.button('Clear filters'));
		expect(lastList()?.filter).toEqual({ text: '', state: null, countryCode: '', tag: '', carrier: '' });
	});

	it('is sorted by the titles of its columns', async () => {
		const screen = await open();
		const sorted = () =>
			screen
				.findAll('[role=columnheader]:not([aria-sort=none])[aria-sort]')
				.map((header) => [plain(header), header.getAttribute('aria-sort')]);
		expect(sorted()).toEqual([['Ship by', 'ascending']]);
		await click(screen.button('Recipient'));
		expect(lastList()?.sort).toEqual({ by: 'recipient', isDescending: false });
		await click(screen.button('Recipient'));
		expect(lastList()?.sort).toEqual({ by: 'recipient', isDescending: true });
		expect(sorted()).toEqual([['Recipient', 'descending']]);
	});

	it('goes to the search field with /, and from there to the first row', async () => {
		const screen = await open();
		const field = screen.find('input[aria-label="Search orders"]');
		const [first] = rowsOf(screen);
		first?.focus();
		await pressKey(first as HTMLElement, '/');
		expect(document.activeElement).toBe(field);
		await pressKey(field, 'ArrowDown');
		expect(document.activeElement).toBe(first);
	});

	it('says why it is empty, and offers the next step', async () => {
		listed = [];
		const screen = await open();
		expect(plain(screen.root)).toContain('No open orders');
		await typeInto(screen.find('input[aria-label="Search orders"]'), 'SO-9');
		expect(plain(screen.root)).toContain('No order matches the filters');
		await click(screen.button('Search all states'));
		expect(lastList()?.filter).toMatchObject({ text: 'SO-9', state: null });
		await click(screen.button('Show all orders'));
		expect(lastList()?.filter).toMatchObject({ text: '', state: null });
		unmountAll();

		facets = facetsOf({});
		const empty = await open();
		expect(plain(empty.root)).toContain('No orders yet.');
		await click(empty.button('Import orders'));
		expect(router.currentRoute.value.name).toBe('orders-import');
	});

	it('shows an error beside the list, which stays', async () => {
		const screen = await open();
		bridge.leaveOpen('orders.facets');
		await bridge.push('orders.changed', null);
		await waitFor(() => bridge.pending('orders.facets'));
		await bridge.pending('orders.facets').fail('storage.busy', 'The database is busy.');
		expect(screen.find('[role=alert]').textContent).toBe('The database is busy.');
		expect(rowsOf(screen)).toHaveLength(3);
	});

	it('keeps selection and scroll position when orders change', async () => {
		const screen = await open();
		const scrollBox = screen.find('[role=table] > div');
		scrollBox.scrollTop = 40;
		await select(screen, 0, 2);
		listed = listed.map((order) => ({ ...order, recipient: `${order.recipient} & Co.` }));
		await bridge.push('orders.changed', null);
		await waitFor(() => expect(rowTexts(screen)[0]).toContain('Muster 1 GmbH & Co.'));
		expect(selectionText(screen)).toMatch(/^2 orders selected/);
		expect(scrollBox.scrollTop).toBe(40);
		expect(scrollBox.isConnected).toBe(true);
		expect(
			screen
				.findAll('[role=row] input[type=checkbox]')
				.map((box) => (box as HTMLInputElement).checked)
				.slice(1),
		).toEqual([true, false, true]);
	});
});

describe('the selected orders', () => {
	const reasonOf = (screen: Mounted) => screen.find('input[aria-label="Reason for the hold"]');

	it('are held with a reason, and the numbers are said', async () => {
		bridge.reply('orders.hold', () => ({ changed: 1, skipped: 1 }));
		const screen = await open();
		await select(screen, 0, 1);
		await click(screen.button('Hold…'));
		expect(document.activeElement).toBe(reasonOf(screen));
		await submit(screen);
		expect(plain(screen.find('form [role=alert]'))).toBe('A reason is required');
		expect(bridge.callsTo('orders.hold')).toHaveLength(0);
		await typeInto(reasonOf(screen), ' Wrong size ordered ');
		await submit(screen);
		expect(bridge.callsTo('orders.hold').map(({ input }) => input)).toEqual([
			{ ids: [1, 2], reason: 'Wrong size ordered' },
		]);
		expect(plain(screen.find('[role=status]'))).toBe('1 order is on hold. 1 order stays as it is.');
		expect(screen.findAll('[aria-label=Selection]')).toEqual([]);
	});

	it('stay selected with the question when the action fails', async () => {
		const screen = await open();
		await select(screen, 1);
		await click(screen.button('Hold…'));
		await typeInto(reasonOf(screen), 'Paid?');
		await submit(screen);
		await bridge.pending('orders.hold').fail('storage.busy', 'The database is busy.');
		expect(selectionText(screen)).toMatch(/^1 order selected.*The database is busy\.$/);
		expect((reasonOf(screen) as HTMLInputElement).value).toBe('Paid?');
	});

	it('are cancelled only after a confirmation', async () => {
		bridge.reply('orders.cancel', ({ ids }) => ({ changed: ids.length, skipped: 0 }));
		const screen = await open();
		await select(screen, 0, 1);
		await click(screen.button('Cancel orders…'));
		expect(document.activeElement).toBe(screen.button('Keep as it is'));
		await click(screen.button('Keep as it is'));
		expect(bridge.callsTo('orders.cancel')).toHaveLength(0);
		await click(screen.button('Cancel orders…'));
		expect(selectionText(screen)).toContain('Cancel 2 orders? They are not packed or shipped.');
		await submit(screen);
		expect(bridge.callsTo('orders.cancel').map(({ input }) => input)).toEqual([{ ids: [1, 2] }]);
		expect(plain(screen.find('[role=status]'))).toBe('2 orders were cancelled.');
	});

	it('are tagged and untagged, and stay selected', async () => {
		bridge.reply('orders.tag', ({ ids }) => ({ changed: ids.length, skipped: 0 }));
		const screen = await open();
		await select(screen, 0);
		for (const button of ['Add tag', 'Remove tag']) {
			await click(screen.button('Tag…'));
			await typeInto(screen.find('[aria-label=Selection] input[aria-label=Tag]'), 'express');
			if (button === 'Add tag') await submit(screen);
			else await click(screen.button(button));
		}
		expect(bridge.callsTo('orders.tag').map(({ input }) => input)).toEqual([
			{ ids: [1], tag: 'express', isSet: true },
			{ ids: [1], tag: 'express', isSet: false },
		]);
		expect(plain(screen.find('[role=status]'))).toBe('The tag express was removed from 1 order.');
		expect(selectionText(screen)).toMatch(/^1 order selected/);
	});

	it('are released, and printed on a pick list and on packing slips', async () => {
		bridge.reply('orders.release', () => ({ changed: 2, skipped: 0 }));
		bridge.reply('orders.printPickList', () => ({ destination: 'ZD421' }));
		bridge.reply('orders.printSlips', () => ({ destination: 'ZD421', slips: 2 }));
		const screen = await open();
		await select(screen, 0, 1);
		const texts: string[] = [];
		for (const button of ['Pick list', 'Packing slips', 'Release']) {
			await click(screen.button(button));
			texts.push(plain(screen.find('[role=status]')));
		}
		expect(texts).toEqual([
			'The pick list was sent to ZD421.',
			'2 packing slips were sent to ZD421.',
			'2 orders are open again.',
		]);
		expect(bridge.callsTo('orders.release').map(({ input }) => input)).toEqual([{ ids: [1, 2] }]);
	});

	it('are shipped in bulk: the new batch opens, and says how many orders were left out', async () => {
		bridge.reply('orders.shipInBulk', () => ({ batchId: 7, skipped: 1 }));
		const screen = await open();
		await click(screen.find('input[aria-label="Select all"]'));
		await click(screen.button('Ship in bulk'));
		expect(bridge.callsTo('orders.shipInBulk').map(({ input }) => input)).toEqual([{ ids: [1, 2, 3] }]);
		expect(router.currentRoute.value.fullPath).toBe('/orders/bulk/7?skipped=1');
	});

	it('are no longer selected after a change of the filter', async () => {
		const screen = await open();
		await select(screen, 0);
		await typeInto(screen.find('input[aria-label="Search orders"]'), 'muster');
		expect(screen.findAll('[aria-label=Selection]')).toEqual([]);
		expect(rowsOf(screen)).toHaveLength(3);
	});
});

describe('orders to the same recipient', () => {
	beforeEach(() => {
		groups = [
			{
				recipient: 'Muster GmbH',
				destination: 'Berlin, DE',
				orders: [
					{ id: 1, number: 'SO-1', revision: 1, pieces: 2 },
					{ id: 2, number: 'SO-2', revision: 1, pieces: 3 },
				],
			},
		];
	});

	it('are combined after a question', async () => {
		bridge.reply('orders.combine', () => savedOrder(1));
		const screen = await open();
		const section = screen.find('section[aria-label="Orders to the same recipient"]');
		expect(plain(section)).toBe('1 group of open orders goes to the same recipient. Show');
		await click(screen.button('Show'));
		expect(plain(section)).toContain('Muster GmbH Berlin, DE SO-1, SO-2 5 pieces');
		await click(screen.find('[aria-label="Combine the orders of Muster GmbH"]'));
		expect(bridge.callsTo('orders.combine')).toHaveLength(0);
		await click(screen.button('Combine 2 orders'));
		expect(bridge.callsTo('orders.combine').map(({ input }) => input)).toEqual([{ ids: [1, 2] }]);
		expect(plain(screen.find('[role=status]'))).toBe('2 orders were combined into SO-1.');
	});

	it('are not shown while there are none', async () => {
		groups = [];
		const screen = await open();
		expect(rowsOf(screen)).toHaveLength(3);
		expect(screen.findAll('section[aria-label="Orders to the same recipient"]')).toEqual([]);
	});
});

describe('the panel of an order', () => {
	async function openPanel(order: SavedOrder): Promise<Mounted> {
		bridge.reply('orders.get', () => order);
		const screen = await open();
		await pressKey(rowsOf(screen)[0] as HTMLElement, 'Enter');
		await flushPromises();
		return screen;
	}
	const panelText = (screen: Mounted) => plain(screen.find('aside'));
	const buttons = (screen: Mounted) => [...screen.find('aside [role=group]').querySelectorAll('button')].map(plain);

	it('shows recipient, notes, lines, errors and events', async () => {
		const screen = await openPanel(
			savedOrder(1, {
				tags: ['gift'],
				fieldErrors: [{ path: 'to.phone', code: 'custom', message: 'Phone is required' }],
				warnings: ['The city is not in the postcode area'],
				shipmentId: 12,
				shipmentState: 'queued',
			}),
		);
		expect(router.currentRoute.value.params.id).toBe('1');
		const text = panelText(screen);
		for (const part of [
			'Invalidenstraße 10 10115 Berlin',
			'Ring twice',
			'Happy birthday',
			'Cotton T-shirt TS-1 3 1',
			'Gift card GIFT 1 not scanned',
			'Phone is required',
			'The city is not in the postcode area',
			'Imported from shop.csv',
			'Queued Open shipment',
		])
			expect(text).toContain(part);
		await click(screen.find('aside a'));
		expect(router.currentRoute.value.fullPath).toBe('/shipments/12');
	});

	it('changes its recipient, and says when it was changed meanwhile', async () => {
		const screen = await openPanel(savedOrder(1, { revision: 4 }));
		await click(screen.button('Edit'));
		await typeInto(screen.find('[aria-label="Edit order"] input[aria-label$="City"]'), 'Potsdam');
		await submit(screen);
		const { input } = bridge.pending('orders.saveDraft');
		expect(input).toMatchObject({ id: 1, revision: 4, draft: { to: { city: 'Potsdam' } } });
		await bridge.pending('orders.saveDraft').fail('order.changed', 'This order was changed meanwhile.');
		expect(panelText(screen)).toContain('This order was changed meanwhile.');
		await submit(screen);
		await bridge.pending('orders.saveDraft').answer(savedOrder(1, { revision: 5 }));
		expect(screen.findAll('[aria-label="Edit order"]')).toHaveLength(0);
	});

	it('is put into a tote', async () => {
		const screen = await openPanel(savedOrder(1));
		await click(screen.button('Put into a tote…'));
		await typeInto(screen.find('input[aria-label="Code of the tote"]'), 'TOTE-7');
		await submit(screen);
		expect(bridge.pending('packing.assignTote').input).toEqual({ id: 1, code: 'TOTE-7' });
	});

	it.each<[string, Partial<SavedOrder>, string[]]>([
		['open', {}, ['Pack Enter', 'Edit', 'Put into a tote…', 'Hold…', 'Cancel order…']],
		['packing', { state: 'packing' }, ['Pack Enter', 'Hold…']],
		[
			'open in a batch, with an error',
			{ batchId: 4, errorCount: 1 },
			['Pack Enter', 'Edit', 'Put into a tote…', 'Hold…', 'Fix in bulk mode', 'Cancel order…'],
		],
		['packed, with a queued shipment', { state: 'packed', shipmentId: 3, shipmentState: 'queued' }, []],
		['packed, after its shipment was voided', { state: 'packed' }, ['Pack Enter', 'Edit']],
		['held', { state: 'held' }, ['Edit', 'Release', 'Cancel order…']],
		[
			'short',
			{ state: 'exception', exception: 'short' },
			['Ship what is there…', 'Edit', 'Release', 'Hold…', 'Cancel order…'],
		],
		['cancelled', { state: 'cancelled' }, []],
	])('offers the actions of its state: %s', async (_name, changes, expected) => {
		const screen = await openPanel(savedOrder(1, changes));
		expect(buttons(screen)).toEqual(expected);
	});

	it('opens Pack with Enter, but not with the held key that opened the panel', async () => {
		const screen = await openPanel(savedOrder(1));
		const panel = screen.find('aside');
		expect(document.activeElement).toBe(panel);
		await pressKey(panel, 'Enter', { repeat: true });
		expect(router.currentRoute.value.name).toBe('orders');
		await pressKey(panel, 'Enter');
		expect(router.currentRoute.value.fullPath).toBe('/pack?order=1');
	});

	it('holds with a reason, and reloads', async () => {
		bridge.reply('orders.hold', () => ({ changed: 1, skipped: 0 }));
		const screen = await openPanel(savedOrder(1));
		await click(screen.button('Hold…'));
		await typeInto(screen.find('aside input'), 'Customer called');
		bridge.reply('orders.get', () => savedOrder(1, { state: 'held', reason: 'Customer called' }));
		await submit(screen);
		expect(bridge.callsTo('orders.hold').map(({ input }) => input)).toEqual([{ ids: [1], reason: 'Customer called' }]);
		expect(panelText(screen)).toMatch(/^On hold SO-1 .*Customer called/);
		expect(plain(screen.find('[role=status]'))).toBe('1 order is on hold.');
	});

	it('ships what is there of the revision that is shown, or says that the order changed', async () => {
		const short = savedOrder(1, { state: 'exception', exception: 'short', reason: '2 missing', revision: 5 });
		const screen = await openPanel(short);
		expect(panelText(screen)).toContain('Short: goods are missing · 2 missing');
		await click(screen.button('Ship what is there…'));
		expect(panelText(screen)).toContain('Ship 1 of 3 pieces?');
		await submit(screen);
		const call = bridge.pending('orders.shipShort');
		expect(call.input).toEqual({ id: 1, revision: 5 });
		bridge.reply('orders.get', () => savedOrder(1, { revision: 6 }));
		await call.fail('order.changed', 'The order changed meanwhile. Nothing was shipped.');
		expect(panelText(screen)).toContain('The order changed meanwhile. Nothing was shipped.');
		expect(bridge.callsTo('orders.get')).toHaveLength(2);
	});

	it('reloads when orders change, and closes with Escape to the row of its order', async () => {
		const screen = await openPanel(savedOrder(1));
		bridge.reply('orders.get', () => savedOrder(1, { state: 'packing' }));
		await bridge.push('orders.changed', null);
		expect(panelText(screen)).toMatch(/^Packing SO-1/);
		await click(screen.button('Hold…'));
		// The first Escape closes the question only.
		await pressKey(screen.find('aside input'), 'Escape');
		expect(screen.findAll('aside form')).toEqual([]);
		await pressKey(screen.find('aside'), 'Escape');
		await flushPromises();
		expect(screen.findAll('aside')).toEqual([]);
		expect(document.activeElement).toBe(rowsOf(screen)[0]);
	});

	it('opened from elsewhere, shows the list in all states, so that it holds the order', async () => {
		bridge.reply('orders.get', () => savedOrder(2));
		const screen = await open('/orders/2');
		await flushPromises();
		expect(panelText(screen)).toMatch(/^Open SO-2/);
		expect(lastList()?.filter.state).toBeNull();
	});
});

describe('the columns and facts of an order', () => {
	it('leave out columns in a narrow list, never number, state and recipient', () => {
		expect(orderColumnsThatFit(0)).toHaveLength(9);
		expect(orderColumnsThatFit(20)).toEqual(['number', 'state', 'recipient']);
		const [number, carrier] = orderTableColumns(['number', 'carrier'], { by: 'number', isDescending: true });
		expect([number?.ariaSort, carrier?.ariaSort]).toEqual(['descending', undefined]);
	});

	it.each<[string, Partial<OrderSummary>, boolean]>([
		['before its time', { shipBy: '2026-11-25T16:00:00.000Z' }, false],
		['after its time', { shipBy: '2026-11-25T10:00:00.000Z' }, true],
		['on its day', { shipBy: '2026-11-25' }, false],
		['after its day', { shipBy: '2026-11-24' }, true],
		['shipped', { shipBy: '2026-11-24', state: 'shipped' }, false],
		['without a time', {}, false],
	])('say whether it is late: %s', (_name, changes, expected) => {
		expect(isLate(orderSummary(1, changes), new Date('2026-11-25T12:00:00.000Z'))).toBe(expected);
	});

	it('name the day without a time', () => {
		expect(shipByText(orderSummary(1, { shipBy: '2026-11-25' }))).toBe('Wed 25 Nov');
		expect(shipByText(orderSummary(1))).toBe('');
	});
});
