// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { h, KeepAlive } from 'vue';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import type { ShipmentDetail, ShipmentSummary } from '../../../../src-contract/model/shipment';
import ShipmentsView from '../../../../src-renderer/features/shipments/ShipmentsView.vue';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, typeInto, unmountAll } from '../../../fixtures/mount';
import { settingsOf, shipmentDetail, statusOf } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';
import { waitFor } from '../../../fixtures/wait-for';

const asChosen = shipmentDetail({
	id: 1,
	chosen: { carrier: 'Carrier 1', product: 'Standard', productId: 7, priceEur: 10 },
	productId: 7,
});
const dearer = shipmentDetail({
	id: 2,
	chosen: { carrier: 'Carrier 1', product: 'Standard', productId: 7, priceEur: 7.5 },
	productId: 7,
	priceEur: 750,
});
const refused = shipmentDetail({
	id: 3,
	state: 'rejected',
	message: 'The postcode is unknown.',
	refusedAt: '2026-11-23T08:00:00.000Z',
	trackingNumber: '',
	chosen: null,
});

let bridge: TestBridge;
let router: Router;
let refusedRows: ShipmentSummary[];
let listed: ShipmentDetail[];
beforeEach(() => {
	bridge = installBridge();
	refusedRows = [];
	bridge.reply('shipments.listUnknown', () => [shipmentDetail({ id: 4, state: 'unknown' })]);
	bridge.reply('shipments.listWaiting', () => [shipmentDetail({ id: 5, state: 'queued' })]);
	bridge.reply('shipments.listRefused', () => refusedRows);
	bridge.reply('shipments.facets', () => ({ carriers: [], countries: [] }));
	listed = [dearer, asChosen];
	bridge.reply('shipments.days', () => [{ day: '2026-11-23', shipments: listed.length, spendEur: 760, unpriced: 0 }]);
	bridge.reply('shipments.rows', ({ offset, limit }) => listed.slice(offset, offset + limit));
	bridge.reply('shipments.list', () => []);
	bridge.reply('shipments.acknowledgeRefused', () => {
		refusedRows = [];
	});
});
afterEach(unmountAll);

async function open(path: string, status = statusOf()): Promise<Mounted> {
	const component = { render: () => null };
	router = createRouter({
		history: createMemoryHistory(),
		routes: [
			{ path: '/', name: 'ship', component },
			{ path: '/shipments/:id?', name: 'shipments', component },
		],
	});
	await router.push(path);
	const pinia = freshPinia();
	Object.assign(useStationStore(), { status, settings: settingsOf() });
	const screen = mount(pinia, { render: () => h(KeepAlive, () => h(ShipmentsView)) }, () => ({}), [router]);
	await flushPromises();
	return screen;
}
const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
const rowsOf = (screen: Mounted) => screen.findAll('[role=row][tabindex]');
const press = async (target: Element | null, key: string) => {
	target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
	await flushPromises();
};
const regions = (screen: Mounted) =>
	screen.findAll('section[aria-label]').map((section) => section.getAttribute('aria-label'));

describe('the list of shipments', () => {
	it('marks only bookings whose price differs from the chosen one, with both prices', async () => {
		const screen = await open('/shipments');
		const prices = screen.findAll('[role=row] > [role=cell]:last-child').map(({ textContent }) => plain(textContent));
		expect(prices).toEqual(['Chosen: Carrier 1 Standard, €7.50 €750.00', '€10.00']);
	});

	it('lists refused queued shipments first, with their reason, until they are marked as read', async () => {
		refusedRows = [refused];
		const screen = await open('/shipments');
		expect(regions(screen)).toEqual(['Rejected', 'Unconfirmed', 'Queued']);
		expect(plain(screen.find('section[aria-label=Rejected]').textContent)).toContain(
			'ORDER-1: The postcode is unknown.',
		);
		screen.button('Mark all as read').click();
		await flushPromises();
		expect(bridge.callsTo('shipments.acknowledgeRefused').map(({ input }) => input)).toEqual([{ ids: [3] }]);
		expect(regions(screen)).toEqual(['Unconfirmed', 'Queued']);
	});

	it('shows when the queue retries', async () => {
		const retryAt = '2026-11-23T08:15:09.000Z';
		const outbox = { ...statusOf().outbox, queued: 1, reason: 'The service cannot be reached.', retryAt };
		const screen = await open('/shipments', statusOf({ outbox }));
		const time = new Date(retryAt).toLocaleTimeString('en-GB');
		expect(plain(screen.find('[role=status]').textContent)).toBe(
			`The service cannot be reached. Will retry at ${time}.`,
		);
	});
});

describe('finding a shipment', () => {
	it('always shows the end of the tracking number', async () => {
		listed = [shipmentDetail({ trackingNumber: '00340434161094021501' })];
		const screen = await open('/shipments');
		const parts = [...screen.find('[role=cell] .code').children];
		expect(parts.map(({ textContent }) => textContent).join('')).toBe('0034 0434 1610 9402 1501');
		expect(parts.at(-1)?.textContent).toBe('9402 1501');
		expect(parts.map(({ className }) => className)).toEqual([expect.stringContaining('text-ellipsis'), 'shrink-0']);
	});

	it('shows number and cost of the listed shipments, in all and of each day', async () => {
		bridge.reply('shipments.days', () => [
			{ day: '2026-11-23', shipments: 1, spendEur: 750.1, unpriced: 0 },
			{ day: '2026-11-20', shipments: 1, spendEur: 10.2, unpriced: 1 },
		]);
		const screen = await open('/shipments');
		expect(plain(screen.find('[data-testid=list-total]').textContent)).toBe(
			'2 shipments · €760.30 · 1 price not known',
		);
		const rows = screen.findAll('[role=rowgroup] [role=row]').map(({ textContent }) => plain(textContent));
		expect(rows).toEqual([
			expect.stringMatching(/^Monday,? 23 November 2026 · 1 shipment · €750.10$/),
			expect.stringContaining('23 Nov'),
			expect.stringMatching(/^Friday,? 20 November 2026 · 1 shipment · €10.20 · 1 price not known$/),
			expect.stringContaining('23 Nov'),
		]);
	});

	it('lists the countries by name', async () => {
		bridge.reply('shipments.facets', () => ({ carriers: [], countries: ['AT', 'CH', 'DE', 'ES'] }));
		const screen = await open('/shipments');
		screen.find('input[aria-label=Country]').click();
		await flushPromises();
		const options = screen.findAll('[role=option]').map(({ textContent }) => textContent);
		expect(options).toEqual(['All countries', 'Austria', 'Germany', 'Spain', 'Switzerland']);
	});

	it('keeps the filter for a row of the list, and resets it for a shipment that is opened from elsewhere', async () => {
		bridge.reply('shipments.get', ({ id }) => shipmentDetail({ id }));
		const screen = await open('/shipments');
		const search = screen.find<HTMLInputElement>('input[aria-label="Search shipments"]');
		await typeInto(search, 'muster');
		rowsOf(screen)[0]?.click();
		await flushPromises();
		expect(router.currentRoute.value.params.id).toBe('2');
		expect(search.value).toBe('muster');
		await router.push('/shipments/7');
		await flushPromises();
		expect(search.value).toBe('');
		expect(bridge.callsTo('shipments.days').at(-1)?.input.filter.text).toBe('');
	});

	it.each(['ArrowDown', 'Enter'])('moves from the search to the first row with %s, and Enter opens it', async (key) => {
		bridge.reply('shipments.get', ({ id }) => shipmentDetail({ id }));
		const screen = await open('/shipments');
		const search = screen.find<HTMLInputElement>('input[aria-label="Search shipments"]');
		search.focus();
		await press(search, key);
		expect(document.activeElement).toBe(rowsOf(screen)[0]);
		await press(document.activeElement, 'Enter');
		expect(router.currentRoute.value.params.id).toBe('2');
	});

	it('says that the filter hides a new shipment, and shows all on request', async () => {
		let newest = 2;
		bridge.reply('shipments.list', ({ filter }) => [
			filter?.text === '' ? shipmentDetail({ id: newest, recipient: 'New GmbH' }) : shipmentDetail({ id: 2 }),
		]);
		const screen = await open('/shipments');
		const search = screen.find<HTMLInputElement>('input[aria-label="Search shipments"]');
		const note = () => plain(screen.findAll('[data-testid=hidden-shipment]')[0]?.textContent ?? '');
		await typeInto(search, 'muster');
		await bridge.push('station.statusChanged', statusOf());
		await flushPromises();
		expect(note()).toBe('');
		newest = 3;
		await typeInto(search, 'must');
		newest = 4;
		await bridge.push('station.statusChanged', statusOf());
		await waitFor(() => expect(note()).toContain('New GmbH'));
		screen.button('Show all').click();
		await flushPromises();
		expect(search.value).toBe('');
		expect(note()).toBe('');
	});

	it('closes the panel with Escape, and returns the focus to the row', async () => {
		bridge.reply('shipments.get', ({ id }) => shipmentDetail({ id }));
		const screen = await open('/shipments');
		const row = rowsOf(screen)[1];
		row?.focus();
		await press(row ?? null, 'Enter');
		expect(document.activeElement).toBe(screen.find('aside'));
		await press(document.activeElement, 'Escape');
		expect(screen.findAll('aside')).toEqual([]);
		expect(router.currentRoute.value.params.id).toBeFalsy();
		expect(document.activeElement).toBe(row);
	});
});

describe('selected shipments', () => {
	it('are selected with the space bar, and exported alone', async () => {
		bridge.reply('shipments.export', ({ ids }) => ({ path: '/tmp/list.csv', shipments: ids?.length ?? 99 }));
		const screen = await open('/shipments');
		await press(rowsOf(screen)[1] ?? null, ' ');
		expect(plain(screen.find('[role=group][aria-label=Selection]').textContent)).toMatch(/^1 shipment selected/);
		screen.button('Export').click();
		await flushPromises();
		expect(bridge.callsTo('shipments.export').map(({ input }) => input.ids)).toEqual([[1]]);
		expect(plain(screen.root.textContent)).toContain('1 shipment was saved to /tmp/list.csv.');
	});

	it('get their stored labels printed, and those without a label are counted', async () => {
		const label = { id: 31, kind: 'label', format: 'pdf', pages: 1, widthMm: 100, heightMm: 150 } as const;
		const documents = [{ ...label, message: '', isStored: true, cropping: 'none', isHeld: false } as const];
		bridge.reply('shipments.get', ({ id }) => shipmentDetail({ id, documents: id === 1 ? documents : [] }));
		bridge.reply('printing.print', () => ({}) as never);
		const screen = await open('/shipments');
		screen.find('input[aria-label="Select all"]').click();
		await flushPromises();
		expect(plain(screen.find('[aria-label=Selection]').textContent)).toMatch(/^2 shipments selected/);
		screen.button('Print labels').click();
		await flushPromises();
		await flushPromises();
		expect(bridge.callsTo('printing.print').map(({ input }) => input)).toEqual([{ documentId: 31 }]);
		expect(plain(screen.root.textContent)).toContain(
			'1 label was sent to the print queue. 1 shipment has no stored label.',
		);
	});
});

describe('selected shipments of which some labels were printed', () => {
	const label = { kind: 'label', format: 'pdf', pages: 1, widthMm: 100, heightMm: 150, message: '' } as const;
	const documentsOf = (id: number) => [
		{ ...label, id: 30 + id, isStored: true, cropping: 'none', isHeld: false } as const,
	];
	async function pressPrint(): Promise<Mounted> {
		bridge.reply('shipments.get', ({ id }) =>
			shipmentDetail({ id, documents: documentsOf(id), labelPrint: id === 1 ? 'sent' : null }),
		);
		bridge.reply('printing.print', () => ({}) as never);
		const screen = await open('/shipments');
		screen.find('input[aria-label="Select all"]').click();
		await flushPromises();
		screen.button('Print labels').click();
		await flushPromises();
		return screen;
	}
	const printed = () => bridge.callsTo('printing.print').map(({ input }) => input.documentId);

	it('are asked about before anything is printed', async () => {
		const screen = await pressPrint();
		expect(printed()).toEqual([]);
		expect(plain(screen.find('[aria-label=Selection] [role=alert]').textContent)).toContain(
			'The label of 1 shipment was printed before.',
		);
		screen.button('Print labels').click();
		await flushPromises();
		expect(printed()).toEqual([]);
		screen.button('Cancel').click();
		await flushPromises();
		expect(screen.findAll('[aria-label=Selection] [role=alert]')).toEqual([]);
	});

	it.each([
		['Print only the other 1', [32]],
		['Print all 2', [31, 32]],
	])('are printed as the user decides: %s', async (button, documentIds) => {
		const screen = await pressPrint();
		screen.button(button).click();
		await flushPromises();
		await flushPromises();
		expect(printed().sort()).toEqual(documentIds);
	});
});

describe('more shipments than can be selected', () => {
	beforeEach(() => {
		listed = Array.from({ length: 620 }, (_, index) => shipmentDetail({ id: index + 1 }));
	});
	const selection = (screen: Mounted) => plain(screen.find('[aria-label=Selection]').textContent);

	it('are selected up to the maximum, in the order of the list, which the check box and the selection say', async () => {
		bridge.reply('shipments.export', ({ ids }) => ({ path: '/tmp/list.csv', shipments: ids?.length ?? 99 }));
		const screen = await open('/shipments');
		screen.button('Recipient').click();
		await flushPromises();
		expect(screen.findAll('input[aria-label="Select all"]')).toEqual([]);
		screen.find('input[aria-label="Select the first 500"]').click();
		await flushPromises();
		expect(selection(screen)).toMatch(
			/^500 of 620 shipments selected\. More are not possible\. To export all, clear the selection\./,
		);
		screen.button('Export').click();
		await flushPromises();
		expect(bridge.callsTo('shipments.export').map(({ input }) => input.ids)).toEqual([
			listed.slice(0, 500).map(({ id }) => id),
		]);
		expect(bridge.callsTo('shipments.rows').at(-1)?.input.sort).toEqual({ by: 'recipient', isDescending: false });
	});

	it('are refused one by one, with the reason', async () => {
		const screen = await open('/shipments');
		// Other shipments come first meanwhile, so those on the screen are not selected.
		listed.reverse();
		screen.find('input[aria-label="Select the first 500"]').click();
		await flushPromises();
		const box = screen.find<HTMLInputElement>('input[aria-label="Select Muster GmbH"]');
		expect(box.checked).toBe(false);
		box.click();
		await flushPromises();
		expect(selection(screen)).toMatch(/^500 of 620/);
		expect(box.checked).toBe(false);
		expect(screen.find('[role=alert]').textContent).toBe('At most 500 shipments can be selected.');
	});
});

it('shows an empty check box for all after some were unselected with it', async () => {
	const screen = await open('/shipments');
	await press(rowsOf(screen)[1] ?? null, ' ');
	const box = screen.find<HTMLInputElement>('input[aria-label="Select all"]');
	expect(box.indeterminate).toBe(true);
	box.click();
	await flushPromises();
	expect(screen.findAll('[aria-label=Selection]')).toEqual([]);
	expect([box.checked, box.indeterminate]).toEqual([false, false]);
});

describe('the columns of the list', () => {
	it('sort the list, without days', async () => {
		const screen = await open('/shipments');
		screen.button('Recipient').click();
		await flushPromises();
		expect(bridge.callsTo('shipments.rows').at(-1)?.input).toMatchObject({
			sort: { by: 'recipient', isDescending: false },
			offset: 0,
		});
		expect(
			screen.findAll('[role=columnheader][aria-sort=ascending]').map(({ textContent }) => plain(textContent)),
		).toEqual(['Recipient']);
		expect(screen.findAll('[role=rowheader]')).toEqual([]);
		expect(rowsOf(screen)).toHaveLength(2);
	});

	it('are those that the user chose', async () => {
		const screen = await open('/shipments');
		Object.assign(useStationStore(), { settings: settingsOf({ shipmentColumns: ['state', 'price'] }) });
		await flushPromises();
		expect(screen.findAll('[role=columnheader]').map(({ textContent }) => plain(textContent))).toEqual([
			'',
			'State',
			'Recipient',
			'Price',
		]);
	});
});

describe('an empty list', () => {
	it('offers to clear the filters, or to ship the first parcel', async () => {
		bridge.reply('shipments.days', () => []);
		const screen = await open('/shipments');
		expect(screen.button('Ship the first parcel')).toBeTruthy();
		await typeInto(screen.find('input[aria-label="Search shipments"]'), 'nobody');
		expect(plain(screen.root.textContent)).toContain('No shipment matches the filters');
		screen.button('Clear filters').click();
		await flushPromises();
		expect(screen.find<HTMLInputElement>('input[aria-label="Search shipments"]').value).toBe('');
	});
});

describe('the panel of a shipment', () => {
	async function openPanel(shipment: ShipmentDetail): Promise<Mounted> {
		bridge.reply('shipments.get', () => shipment);
		const screen = await open(`/shipments/${shipment.id}`);
		await flushPromises();
		return screen;
	}

	it('shows the chosen and the booked price when they differ', async () => {
		const screen = await openPanel(dearer);
		expect(plain(screen.find('aside [data-testid=booking-difference]').textContent)).toMatch(
			/Booked at a different price than chosen.*€7\.50.*€750\.00.*\+€742\.50/,
		);
	});

	it('says beside the button that its labels were sent to the print queue', async () => {
		const label = { kind: 'label', format: 'pdf', pages: 1, widthMm: 100, heightMm: 150, message: '' } as const;
		const documents = [31, 32].map(
			(id) => ({ ...label, id, isStored: true, cropping: 'none', isHeld: false }) as const,
		);
		bridge.reply('printing.print', () => ({}) as never);
		const screen = await openPanel(shipmentDetail({ documents }));
		const status = () => plain(screen.find('aside [aria-label=Actions] [role=status]').textContent);
		expect(status()).toBe('');
		screen.button('Reprint label').click();
		await flushPromises();
		await flushPromises();
		expect(bridge.callsTo('printing.print').map(({ input }) => input)).toEqual([
			{ documentId: 31 },
			{ documentId: 32 },
		]);
		expect(status()).toBe('2 labels were sent to the print queue.');
		bridge.reply('printing.print', () => {
			throw new Error('The label is missing.');
		});
		screen.button('Reprint label').click();
		await flushPromises();
		expect(status()).toBe('');
		expect(plain(screen.find('aside [role=alert]').textContent)).toContain('The label is missing.');
	});

	it('shows reference, price, sender, desk, parcels, weight and contents', async () => {
		const screen = await openPanel(shipmentDetail({ reference: 'ORDER-9' }));
		const facts = Object.fromEntries(
			screen
				.findAll('[data-testid=shipment-facts] > div')
				.map((fact) => [...fact.children].map(({ textContent }) => plain(textContent)))
				.map(([label, ...lines]) => [label, lines.join(' | ')]),
		);
		expect(facts).toMatchObject({
			Reference: 'ORDER-9',
			Price: '€10.00',
			Carrier: 'Carrier 1 Standard',
			Desk: 'Desk 4',
			Sender: exampleDraft.from.companyName,
		});
		expect(facts.Parcels).toMatch(/^\d+× \d+ × \d+ × \d+ cm · [\d.]+ kg/);
		expect(facts.Weight).toMatch(/ kg$/);
		expect(facts.Contents).toContain(exampleDraft.contents[0]?.description);
		expect(facts.Recipient).toContain(exampleDraft.to.addressLine1);
	});

	it('has its actions in a bar, each with its key', async () => {
		const screen = await openPanel(shipmentDetail());
		const actions = screen
			.findAll('[role=group][aria-label=Actions] button')
			.map(({ textContent }) => plain(textContent));
		expect(actions).toEqual(['Duplicate Ctrl D', 'Packing slip Alt S', 'Void Alt V', 'Copy tracking number Alt T']);
	});

	it('asks why a shipment is void, and marks it with one key', async () => {
		bridge.reply('shipments.markVoid', ({ id }) => shipmentDetail({ id, state: 'voided' }));
		const screen = await openPanel(shipmentDetail());
		screen.button('Void').click();
		await flushPromises();
		const form = screen.find('[data-testid=void-shipment]');
		expect(plain(form.textContent)).toContain('cancel the shipment in your account, too');
		expect(document.activeElement).toBe(form);
		form.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }));
		await waitFor(() =>
			expect(bridge.callsTo('shipments.markVoid').map(({ input }) => input)).toEqual([{ id: 1, reason: 'parcel' }]),
		);
	});

	it('keeps a shipment when the question about its void is closed', async () => {
		const screen = await openPanel(shipmentDetail());
		screen.button('Void').click();
		await flushPromises();
		screen.button('Keep the shipment').click();
		await flushPromises();
		expect(screen.findAll('[data-testid=void-shipment]')).toEqual([]);
		expect(bridge.callsTo('shipments.markVoid')).toEqual([]);
	});

	it('explains what to do about a refused shipment, and marks it as read', async () => {
		const screen = await openPanel(refused);
		const text = plain(screen.find('aside').textContent);
		expect(
			screen.findAll('aside section[aria-label=Rejected] .text-error').map(({ textContent }) => textContent),
		).toEqual(['The postcode is unknown.']);
		expect(text).toContain('Duplicate it, correct what the service names, and book it again.');
		screen.button('Mark as read').click();
		await flushPromises();
		expect(bridge.callsTo('shipments.acknowledgeRefused').map(({ input }) => input)).toEqual([{ ids: [3] }]);
	});

	it('offers the received tracking number of an unconfirmed shipment', async () => {
		const screen = await openPanel(shipmentDetail({ id: 4, state: 'unknown', trackingNumber: 'TRACK0004' }));
		expect(screen.find<HTMLInputElement>('input[aria-label="Tracking number"]').value).toBe('TRACK0004');
	});

	it('copies the tracking number when the service gave no web address', async () => {
		const screen = await openPanel(shipmentDetail({ id: 4, trackingUrl: 'ftp://carrier.example' }));
		expect(screen.button('Copy tracking number')).toBeTruthy();
		expect(() => screen.button('Track')).toThrow();
	});
});

describe('the packing of a shipment', () => {
	const panelOf = async (events: ShipmentDetail['events']) => {
		bridge.reply('shipments.get', ({ id }) => shipmentDetail({ id, events }));
		const screen = await open('/shipments/2');
		return screen.findAll('aside details').map((element) => element as HTMLDetailsElement);
	};

	it('is listed in a closed section of the panel, with refusals marked', async () => {
		const at = '2026-11-23T08:00:00.000Z';
		const [packing] = await panelOf([
			{ at, by: 'Desk 1', text: 'Refused: Not in this order (HAT)', isError: true },
			{ at, by: 'Desk 1', text: 'Scanned: 2 × MUG', isError: false },
		]);
		expect(packing?.open).toBe(false);
		expect(plain(packing?.querySelector('summary')?.textContent)).toBe('Packing');
		const entries = [...(packing?.querySelectorAll('li') ?? [])];
		expect(entries.map(({ textContent }) => plain(textContent))).toEqual([
			expect.stringMatching(/Desk 1Refused: Not in this order \(HAT\)$/),
			expect.stringMatching(/Desk 1Scanned: 2 × MUG$/),
		]);
		expect(entries.map((entry) => entry.querySelector('.text-error') !== null)).toEqual([true, false]);
	});

	it('is left out for a shipment without an order', async () => {
		expect(await panelOf([])).toEqual([]);
	});
});
