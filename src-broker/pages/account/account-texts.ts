// Names of states, and values as text, in the account section.
import type { ShipmentRequest } from '../../../src-contract/partner-api';
import type { ShipmentRow } from '../../booking/shipment-row';
import { addressOfEvent, type TrackingEvent } from '../../booking/tracking-events';
import type { ShipmentStatus } from '../../store/schema';
import { momentTextWithYear } from '../date-texts';
import type { Markup } from '../page';
import { stateBadge } from '../states';
import { timeline } from '../timeline';

export const STATE_LABELS: Record<ShipmentStatus, string> = {
	draft: 'Draft',
	created_at_carrier: 'Created at carrier',
	in_transit: 'In transit',
	out_for_delivery: 'Out for delivery',
	exception: 'Exception',
	delivered: 'Delivered',
	deleted: 'Deleted',
};

export const LOCALE = 'en-GB';

/** Price with its currency; empty for a draft. */
export const priceText = ({ price_cents: cents }: ShipmentRow): string =>
	cents === null ? '' : `${(cents / 100).toFixed(2)} EUR`;

/** A state with its name in the account section. */
export const badge = (status: ShipmentStatus): Markup => stateBadge(status, STATE_LABELS[status]);

/** The tracking history of a shipment. @param events oldest first */
export function trackingHistory(events: readonly TrackingEvent[], request: ShipmentRequest, timeZone: string): Markup {
	return timeline(
		events.map((event) => {
			const { city, countryCode } = addressOfEvent(event.status, request);
			return {
				event,
				title: STATE_LABELS[event.status],
				note: event.note,
				location: `${city}, ${countryCode}`,
				time: momentTextWithYear(event.at, LOCALE, timeZone),
			};
		}),
	);
}
