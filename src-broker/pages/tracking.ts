// The public tracking page of a shipment. Shows no personal data of the sender or recipient.
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { parseStoredRequest } from '../booking/shipment-row';
import type { Shipments } from '../booking/shipments';
import type { Places } from '../places/places';
import { respondWithPage } from './page';
import { STATUS_LABELS, trackingHistoryTable } from './tracking-history';

export function createTrackingRoutes(shipments: Shipments, places: Places) {
	const tracking = new Hono();
	tracking.get('/:number', async (context: Context) => {
		const number = context.req.param('number') ?? '';
		const shipment = /^[A-Za-z0-9]{6,40}$/.test(number) ? await shipments.byTrackingNumber(number) : undefined;
		if (!shipment) {
			const body = html`<h1>Tracking number not found</h1><p>Compare it with the number on the label.</p>`;
			return respondWithPage(context, 'Tracking', body, { status: 404 });
		}
		const { pickupAddress: from, destinationAddress: to } = parseStoredRequest(shipment);
		return respondWithPage(
			context,
			`Tracking ${number}`,
			html`<h1>${shipment.carrier} · ${shipment.product}</h1>
<div class="card"><p><code>${number}</code></p><dl>
<dt>Status</dt><dd>${STATUS_LABELS[shipment.status]}</dd>
<dt>From</dt><dd>${places.countryName(from.countryCode)}</dd>
<dt>To</dt><dd>${places.countryName(to.countryCode)}</dd>
<dt>Expected by</dt><dd>${shipment.arrives_by}</dd></dl></div>
<div class="card">${trackingHistoryTable(await shipments.events(shipment.id))}</div>`,
		);
	});
	return tracking;
}
