// The tracking history of a parcel, for the tracking page and the account section.
import { html } from 'hono/html';
import type { TrackingEvent } from '../booking/tracking-events';
import { type Markup, timeElement } from './page';

export const STATUS_LABELS: Record<string, string> = {
	draft: 'Draft',
	created_at_carrier: 'Created at carrier',
	in_transit: 'In transit',
	out_for_delivery: 'Out for delivery',
	exception: 'Exception',
	delivered: 'Delivered',
};

/** HTML table of tracking events, newest first. @param events oldest first */
export function trackingHistoryTable(events: readonly TrackingEvent[]): Markup {
	return html`<table><thead><tr><th>Time</th><th>Status</th><th></th></tr></thead><tbody>${[...events]
		.reverse()
		.map(
			({ status, at, note }) =>
				html`<tr><td>${timeElement(at)}</td><td>${STATUS_LABELS[status]}</td><td>${note}</td></tr>`,
		)}</tbody></table>`;
}
