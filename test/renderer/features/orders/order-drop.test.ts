// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { createMemoryHistory, createRouter, RouterView } from 'vue-router';
import type { OrderFile } from '../../../../src-contract/model/order';
import BatchView from '../../../../src-renderer/features/orders/BatchView.vue';
import OrderFileView from '../../../../src-renderer/features/orders/OrderFileView.vue';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { dropFiles, freshPinia, mount, unmountAll } from '../../../fixtures/mount';
import { settingsOf } from '../../../fixtures/screens';

afterEach(unmountAll);

const openedFile: OrderFile = {
	name: 'monday.csv',
	kind: 'csv',
	encoding: 'utf-8',
	separator: ';',
	headerRow: 1,
	firstRows: [],
	program: '',
	rows: 3,
	warnings: [],
	columns: [{ title: 'City', samples: ['Berlin'], target: { recipient: 'city', choice: 1 } }],
	plan: null,
	currencies: ['EUR'],
	prices: null,
	importedBatch: null,
};

/** Drops a file on the bulk mode, and answers with what the station read of it. */
async function dropOrderFile(answer: OrderFile) {
	const bridge = installBridge();
	bridge.reply('batches.list', () => []);
	bridge.reply('orders.waiting', () => ({ files: [], error: '' }));
	bridge.reply('orders.close', () => undefined);
	const router = createRouter({
		history: createMemoryHistory(),
		routes: [
			{ path: '/orders/bulk/:id(\\d+)?', name: 'orders-bulk', component: BatchView },
			{ path: '/orders/import', name: 'orders-import', component: OrderFileView },
		],
	});
	await router.push('/orders/bulk');
	const pinia = freshPinia();
	Object.assign(useStationStore(), { settings: settingsOf() });
	const screen = mount(pinia, RouterView, () => ({}), [router]);
	await flushPromises();
	expect(screen.root.textContent).toContain('Drop an order file here');
	const drop = await dropFiles(screen.find('main'), new File(['City\r\nBerlin'], 'monday.csv'));
	expect(drop.defaultPrevented).toBe(true);
	const { input } = bridge.pending('orders.openDropped');
	expect([input.name, new TextDecoder().decode(input.bytes)]).toEqual(['monday.csv', 'City\r\nBerlin']);
	await bridge.pending('orders.openDropped').answer(answer);
	return { bridge, text: screen.root.textContent ?? '' };
}

it('opens an order file that is dropped on the bulk mode, without a file dialog', async () => {
	const { bridge, text } = await dropOrderFile(openedFile);
	expect(text).toContain('monday.csv · 3 rows');
	expect(text).not.toContain('already imported');
	expect(bridge.callsTo('orders.open')).toHaveLength(0);
});

it.each([
	[true, 'Its orders with a number are not shipped twice'],
	[false, 'of which nothing was sent.'],
])('warns of a file that was imported before only if its orders have shipments: %s', async (hasShipments, notice) => {
	const { text } = await dropOrderFile({ ...openedFile, importedBatch: { id: 4, hasShipments } });
	expect(text).toContain(notice);
});
