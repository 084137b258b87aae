// Number and cost of shipments as a text.
import { t } from '../../../src-contract/i18n';
import type { ShipmentDay } from '../../../src-contract/model/shipment';
import { formatEuros } from '../../lib/format';

/** As in "12 shipments · €96.40 · 1 price not known". */
export function sumText({ shipments, spendEur, unpriced }: Omit<ShipmentDay, 'day'>): string {
	return [
		t('{count, plural, one {# shipment} other {# shipments}}', { count: shipments }),
		formatEuros(spendEur),
		unpriced > 0 && t('{count, plural, one {# price} other {# prices}} not known', { count: unpriced }),
	]
		.filter(Boolean)
		.join(' · ');
}
