// Value of a shipment's contents in cents of its currency. Label, invoice, insurance and the checks of the route all use these
// sums, so that they agree to the cent.
import type { ContentItem, ShipmentRequest } from '../../src-contract/partner-api';

/** Value of one line. A fraction of a cent, which only a fractional quantity can cause, is rounded. */
export const lineValueCents = ({ quantity, price }: ContentItem): number =>
	Math.round(quantity * Math.round(price * 100));

/** Sum of all lines. */
export const contentsValueCents = ({ contentItems }: ShipmentRequest): number =>
	contentItems.reduce((sum, item) => sum + lineValueCents(item), 0);
