// What was chosen for a shipment that was booked at another price or product, for lists.
import { isolated } from '../src-contract/bidi';
import { bookingDifference } from '../src-contract/booking-difference';
import type { ShipmentSummary } from '../src-contract/shipment';
import { say } from '../src-contract/wording';
import { formatEuros } from './format';

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
