// @vitest-environment happy-dom
// Quote and Duties are two tabs of one screen, with a route each.
import { afterEach, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import {
	SCREENS,
	screenDigit,
	screenOfRoute,
	useScreenRoutes,
	windowTitle,
} from '../../../../src-renderer/app/screens';
import QuoteTabs from '../../../../src-renderer/features/shared/QuoteTabs.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

const component = { render: () => null };
const createTestRouter = () =>
	createRouter({
		history: createMemoryHistory(),
		routes: ['ship', 'quote', 'duties'].map((name) => ({ path: `/${name}`, name, component })),
	});

it('the tabs are links, and the current one is marked', async () => {
	installBridge();
	const router = createTestRouter();
	await router.push('/quote');
	const tabs = mount(freshPinia(), QuoteTabs, () => ({}), [router]);
	const shown = () => tabs.findAll('a').map((link) => [link.textContent.trim(), link.getAttribute('aria-current')]);
	expect(shown()).toEqual([
		['Quote', 'page'],
		['Duties', null],
	]);
	tabs.findAll('a')[1]?.click();
	await flushPromises();
	expect(router.currentRoute.value.name).toBe('duties');
	expect(shown()).toEqual([
		['Quote', null],
		['Duties', 'page'],
	]);
});

it('the Quote screen opens the tab that was used last', async () => {
	const router = createTestRouter();
	const routeOf = useScreenRoutes(router);
	await router.push('/ship');
	expect(routeOf('quote')).toEqual({ name: 'quote' });
	await router.push('/duties');
	await router.push('/ship');
	expect(routeOf('quote')).toEqual({ name: 'duties' });
	expect(routeOf('ship')).toEqual({ name: 'ship' });
	await router.push('/quote');
	expect(routeOf('quote')).toEqual({ name: 'quote' });
});

it('the screens have the keys of the day, and each route belongs to one', () => {
	expect(SCREENS.map(({ name }, index) => `${screenDigit(index)} ${name}`)).toEqual([
		'1 pack',
		'2 ship',
		'3 orders',
		'4 shipments',
		'5 printers',
		'6 addresses',
		'7 items',
		'8 quote',
		'9 reports',
		'0 settings',
	]);
	expect(['duties', 'orders-bulk', 'orders-import', 'ship', undefined].map(screenOfRoute)).toEqual([
		'quote',
		'orders',
		'orders',
		'ship',
		undefined,
	]);
	expect(['duties', 'orders-bulk', 'quote', 'unknown'].map(windowTitle)).toEqual([
		'Duties',
		'Orders',
		'Quote',
		undefined,
	]);
});
