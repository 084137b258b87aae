// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import RefusedNotice from '../../../src-renderer/app/RefusedNotice.vue';
import { playSound } from '../../../src-renderer/lib/sounds';
import { flushPromises, installBridge, type TestBridge } from '../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../fixtures/mount';
import { shipmentDetail, statusOf } from '../../fixtures/screens';

vi.mock('../../../src-renderer/lib/sounds', () => ({ playSound: vi.fn() }));

let bridge: TestBridge;
let router: Router;
let notice: Mounted;
beforeEach(() => {
	vi.mocked(playSound).mockClear();
	bridge = installBridge();
	const component = { render: () => null };
	router = createRouter({
		history: createMemoryHistory(),
		routes: [
			{ path: '/', component },
			{ path: '/shipments/:id?', name: 'shipments', component },
		],
	});
	notice = mount(freshPinia(), RefusedNotice, () => ({}), [router]);
});
afterEach(unmountAll);

const refuse = (id: number, message: string) =>
	bridge.push('outbox.shipmentRefused', shipmentDetail({ id, state: 'rejected', message, reference: `ORDER-${id}` }));
const text = () => notice.root.textContent?.replace(/\s+/g, ' ');

describe('the notice of a refused queued shipment', () => {
	it('names the shipment and the reason, and plays a sound', async () => {
		expect(notice.findAll('[role=alert]')).toHaveLength(0);
		await refuse(4, 'The postcode is unknown.');
		expect(text()).toContain('The queued shipment to Muster GmbH (ORDER-4) was refused. The postcode is unknown.');
		expect(vi.mocked(playSound).mock.calls).toEqual([['stop']]);
	});

	it('shows the newest of several, and counts the others', async () => {
		await refuse(4, 'The postcode is unknown.');
		await refuse(5, 'The parcel is too heavy.');
		expect(text()).toContain('(ORDER-5) was refused. The parcel is too heavy. 1 more shipment was refused before it.');
	});

	it('opens the shipment and disappears', async () => {
		await refuse(4, 'The postcode is unknown.');
		notice.button('Show').click();
		await flushPromises();
		expect(router.currentRoute.value.params).toEqual({ id: '4' });
		expect(notice.findAll('[role=alert]')).toHaveLength(0);
	});

	it('disappears when Shipments is opened or the refusal is marked as read', async () => {
		await refuse(4, 'The postcode is unknown.');
		await bridge.push('station.statusChanged', statusOf({ outbox: { ...statusOf().outbox, refused: 1 } }));
		expect(notice.findAll('[role=alert]')).toHaveLength(1);
		await bridge.push('station.statusChanged', statusOf());
		expect(notice.findAll('[role=alert]')).toHaveLength(0);
		await refuse(5, 'The parcel is too heavy.');
		expect(notice.findAll('[role=alert]')).toHaveLength(1);
		await router.push({ name: 'shipments' });
		await flushPromises();
		expect(notice.findAll('[role=alert]')).toHaveLength(0);
	});

	it('stops listening when it is unmounted', () => {
		expect(bridge.listenerCount()).toBe(2);
		notice.unmount();
		expect(bridge.listenerCount()).toBe(0);
	});
});
