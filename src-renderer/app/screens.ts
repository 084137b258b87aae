// The screens in the order of their shortcuts: Ctrl 1 to Ctrl 9, and Ctrl 0.
import { t } from '../../src-contract/i18n';

export const SCREENS = [
	{ name: 'ship', icon: 'i-lucide-package' },
	{ name: 'quote', icon: 'i-lucide-tags' },
	{ name: 'duties', icon: 'i-lucide-landmark' },
	{ name: 'batch', icon: 'i-lucide-layers' },
	{ name: 'shipments', icon: 'i-lucide-list' },
	{ name: 'addresses', icon: 'i-lucide-contact' },
	{ name: 'items', icon: 'i-lucide-barcode' },
	{ name: 'printers', icon: 'i-lucide-printer' },
	{ name: 'reports', icon: 'i-lucide-chart-column' },
	{ name: 'settings', icon: 'i-lucide-settings' },
] as const;
export type ScreenName = (typeof SCREENS)[number]['name'];

export const screenLabel = (name: ScreenName): string =>
	({
		ship: t('Ship##screen'),
		quote: t('Quote##screen'),
		duties: t('Duties'),
		batch: t('Batch##screen'),
		shipments: t('Shipments'),
		addresses: t('Addresses'),
		items: t('Items'),
		printers: t('Printers'),
		reports: t('Reports'),
		settings: t('Settings'),
	})[name];

/** The digit of a screen's shortcut. @param index place of the screen, from 0 */
export const screenDigit = (index: number): number => (index + 1) % 10;
