// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { h, KeepAlive } from 'vue';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import type { ShipmentDetail, ShipmentSummary } from '../../../../src-contract/model/shipment';
import ShipmentsView from '../../../../src-renderer/features/shipments/ShipmentsView.vue';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { settingsOf, shipmentDetail, statusOf } from '../../../fixtures/screens';

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
beforeEach(() => {
	bridge = installBridge();
	refusedRows = [];
	bridge.reply('shipments.listUnknown', () => [shipmentDetail({ id: 4, state: 'unknown' })]);
	bridge.reply('shipments.listWaiting', () => [shipmentDetail({ id: 5, state: 'queued' })]);
	bridge.reply('shipments.listRefused', () => refusedRows);
	bridge.reply('shipments.facets', () => ({ carriers: [], countries: [] }));
	bridge.reply('shipments.list', () => [dearer, asChosen]);
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
