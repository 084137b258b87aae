// The page behind a tracking link: the journey, and nothing of the sender's or the recipient's person.
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { requestOf, type Shipments } from '../booking/shipments';
import type { Places } from '../places/places';
import { type Markup, respond, STATUS_WORDS, time } from './page';

export function journey(events: { status: string; at: string; note: string }[]): Markup {
	return html`<table><thead><tr><th>When</th><th>State</th><th></th></tr></thead><tbody>${[...events]
		.reverse()
		.map(
			({ status, at, note }) => html`<tr><td>${time(at)}</td><td>${STATUS_WORDS[status]}</td><td>${note}</td></tr>`,
		)}</tbody></table>`;
}

export function createTracking(shipments: Shipments, places: Places) {
	const tracking = new Hono();
	tracking.get('/:number', async (context: Context) => {
		const number = context.req.param('number') ?? '';
		const shipment = /^[A-Za-z0-9]{6,40}$/.test(number) ? await shipments.byTrackingNumber(number) : undefined;
		if (!shipment) {
			const body = html`<h1>No shipment has this tracking number</h1><p>Check the number against the label.</p>`;
			return respond(context, 'Tracking', body, { status: 404 });
		}
		const { pickupAddress: from, destinationAddress: to } = requestOf(shipment);
		return respond(
			context,
			`Tracking ${number}`,
			html`<h1>${shipment.carrier} · ${shipment.product}</h1>
<div class="card"><p><code>${number}</code></p><dl>
<dt>State</dt><dd>${STATUS_WORDS[shipment.status]}</dd>
<dt>From</dt><dd>${places.countryName(from.countryCode)}</dd>
<dt>To</dt><dd>${places.countryName(to.countryCode)}</dd>
<dt>Expected by</dt><dd>${shipment.arrives_by}</dd></dl></div>
<div class="card">${journey(await shipments.events(shipment.id))}</div>`,
		);
	});
	return tracking;
}
