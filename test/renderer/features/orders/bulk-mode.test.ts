// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import BatchView from '../../../../src-renderer/features/orders/BatchView.vue';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';
import { batchOf, settingsOf } from '../../../fixtures/screens';

afterEach(unmountAll);

async function open(path: string) {
	const bridge = installBridge();
	bridge.reply('batches.list', () => []);
	bridge.reply('batches.get', ({ id }) => batchOf(id, { rowCount: 0 }));
	bridge.reply('orders.waiting', () => ({ files: [], error: '' }));
	const component = { render: () => null };
	const router = createRouter({
		history: createMemoryHistory(),
		routes: [
			{ path: '/orders', name: 'orders', component },
			{ path: '/orders/import', name: 'orders-import', component },
			{ path: '/orders/bulk/:id(\\d+)?', name: 'orders-bulk', component },
		],
	});
	await router.push(path);
	const pinia = freshPinia();
	Object.assign(useStationStore(), { settings: settingsOf() });
	const screen = mount(pinia, BatchView, () => ({}), [router]);
	await flushPromises();
	return { screen, router };
}

it('bulk mode says how many selected orders are not in the new batch', async () => {
	const { screen } = await open('/orders/bulk/7?skipped=2');
	expect(screen.find('h1').textContent).toBe('orders-7.csv');
	expect(screen.find('.alert').textContent).toBe('2 orders were not added: only open orders are shipped in bulk.');
});

it('bulk mode without left-out orders says nothing, and leads back to the orders', async () => {
	const { screen, router } = await open('/orders/bulk');
	expect(screen.find('h1').textContent).toBe('Bulk mode');
	expect(screen.findAll('.alert')).toEqual([]);
	screen.button('Orders').click();
	await flushPromises();
	expect(router.currentRoute.value.name).toBe('orders');
});
