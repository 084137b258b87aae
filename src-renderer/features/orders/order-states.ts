// Colour, icon and name of each state of an order.
import { t } from '../../../src-contract/i18n';
import type { OrderState } from '../../../src-contract/model/saved-order';
import type { Tone } from '../../ui/tone';

export const ORDER_STATE_BADGES: Record<OrderState, readonly [Tone, string, () => string]> = {
	open: ['neutral', 'i-lucide-inbox', () => t('Open##state of an order')],
	packing: ['primary', 'i-lucide-package-open', () => t('Packing##state of an order')],
	packed: ['primary', 'i-lucide-package-check', () => t('Packed##state of an order')],
	shipped: ['success', 'i-lucide-check', () => t('Shipped##state of an order')],
	held: ['warning', 'i-lucide-hand', () => t('On hold##state of an order')],
	exception: ['error', 'i-lucide-triangle-alert', () => t('Exception##state of an order')],
	cancelled: ['neutral', 'i-lucide-ban', () => t('Cancelled##state of an order')],
};
