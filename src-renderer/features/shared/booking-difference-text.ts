// What was chosen for a shipment that was booked at another price or product, for lists.

import { say } from '../../../src-contract/i18n';
import type { ShipmentSummary } from '../../../src-contract/model/shipment';
import { isolated } from '../../../src-contract/rules/bidi';
import { bookingDifference } from '../../../src-contract/rules/booking-difference';
import { formatEuros } from '../../lib/format';

/** Empty when it was booked as chosen. */
export function bookingDifferenceText(shipment: ShipmentSummary): string {
	const { chosen } = shipment;
	if (!chosen || !bookingDifference(shipment)) return '';
	const { carrier, product, priceEur } = chosen;
	return say('Chosen: {carrier} {product}, {price}', {
		carrier: isolated(carrier),
		product: isolated(product),
		price: priceEur === null ? say('not known') : formatEuros(priceEur),
	});
}
