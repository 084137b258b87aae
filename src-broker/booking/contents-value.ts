// Value of a shipment's contents in cents of the shipment's currency. Labels, customs documents, insurance and the checks of the route
// all use these sums, so that they agree to the cent.
import type { ContentItem, ShipmentRequest } from '../../src-contract/partner-api';

/** Value of one content item. A fraction of a cent, which only a fractional quantity can cause, is rounded. */
export const itemValueCents = ({ quantity, price }: ContentItem): number =>
	Math.round(quantity * Math.round(price * 100));

/** Sum of the values of all items. */
export const totalValueCents = (items: readonly ContentItem[]): number =>
	items.reduce((sum, item) => sum + itemValueCents(item), 0);

export const contentsValueCents = ({ contentItems }: ShipmentRequest): number => totalValueCents(contentItems);
