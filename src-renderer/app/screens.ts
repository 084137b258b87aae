// The screens in the order of their shortcuts: Ctrl 1 to Ctrl 9, and Ctrl 0.
import { ref } from 'vue';
import type { Router } from 'vue-router';
import { t } from '../../src-contract/i18n';

export const SCREENS = [
	{ name: 'pack', icon: 'i-lucide-package-check' },
	{ name: 'ship', icon: 'i-lucide-package' },
	{ name: 'orders', icon: 'i-lucide-clipboard-list' },
	{ name: 'shipments', icon: 'i-lucide-list' },
	{ name: 'printers', icon: 'i-lucide-printer' },
	{ name: 'addresses', icon: 'i-lucide-contact' },
	{ name: 'items', icon: 'i-lucide-barcode' },
	{ name: 'quote', icon: 'i-lucide-tags' },
	{ name: 'reports', icon: 'i-lucide-chart-column' },
	{ name: 'settings', icon: 'i-lucide-settings' },
] as const;
export type ScreenName = (typeof SCREENS)[number]['name'];

export const screenLabel = (name: ScreenName): string =>
	({
		pack: t('Pack##screen'),
		ship: t('Ship##screen'),
		orders: t('Orders##screen'),
		shipments: t('Shipments'),
		printers: t('Printers'),
		addresses: t('Addresses'),
		items: t('Items'),
		quote: t('Quote##screen'),
		reports: t('Reports'),
		settings: t('Settings'),
	})[name];

/** The digit of a screen's shortcut. @param index place of the screen, from 0 */
export const screenDigit = (index: number): number => (index + 1) % 10;

/**
 * The screen that a route belongs to; undefined if there is none. Duties is a tab of the Quote screen. Other routes are named after
 * their screen, as in `addresses-import`.
 */
export function screenOfRoute(routeName: unknown): ScreenName | undefined {
	const name = routeName === 'duties' ? 'quote' : String(routeName ?? '').split('-')[0];
	return SCREENS.find((screen) => screen.name === name)?.name;
}

/** Title of the window for a route; undefined if the route belongs to no screen. */
export function windowTitle(routeName: unknown): string | undefined {
	if (routeName === 'duties') return t('Duties');
	const screen = screenOfRoute(routeName);
	return screen && screenLabel(screen);
}

/** @returns a function that returns the route that opens a screen. Quote opens the tab that was used last. */
export function useScreenRoutes(router: Router) {
	const quoteTab = ref<'quote' | 'duties'>('quote');
	router.afterEach(({ name }) => {
		if (name === 'quote' || name === 'duties') quoteTab.value = name;
	});
	return (name: ScreenName) => ({ name: name === 'quote' ? quoteTab.value : name });
}
