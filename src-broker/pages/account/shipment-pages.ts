// HTML of the account section's pages: list of shipments, draft, booking.
import { html } from 'hono/html';
import type { FieldError } from '../../../src-contract/errors';
import type { ShipmentRequest } from '../../../src-contract/partner-api';
import type { Session } from '../../accounts/sessions';
import { type Pickup, pickupText } from '../../booking/pickup';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import type { TrackingEvent } from '../../booking/tracking-events';
import { type Markup, timeElement } from '../page';
import { STATUS_LABELS, trackingHistoryTable } from '../tracking-history';
import { ACCOUNT_PATH, SHIPMENTS_PATH } from './paths';

export function navigation({ account, csrf }: Session): Markup {
	return html`<header><strong>API shipments</strong><a href="${SHIPMENTS_PATH}">Shipments</a><span class="soft">${account.name}</span>
<form class="inline" method="post" action="${ACCOUNT_PATH}/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button class="plain">Sign out</button></form></header>`;
}

/** Price in EUR; empty for a draft. */
const priceText = (row: ShipmentRow) => (row.price_cents === null ? '' : (row.price_cents / 100).toFixed(2));

function shipmentTable(rows: readonly ShipmentRow[]): Markup {
	return html`<table><thead><tr><th>Number</th><th>Created</th><th>Status</th><th>Recipient</th><th>Reference</th><th>Tracking</th><th class="number">Price</th></tr></thead><tbody>${rows.map(
		(row) => {
			const { destinationAddress: to, reference } = parseStoredRequest(row);
			return html`<tr><td><a href="${SHIPMENTS_PATH}/${row.id}">${row.id}</a></td><td>${timeElement(row.created_at)}</td><td>${STATUS_LABELS[row.status]}</td>
<td>${to.companyName ?? to.contactPerson}<br><small>${to.zipcode} ${to.city}, ${to.countryCode}</small></td><td>${reference ?? ''}</td><td><code>${row.tracking_number ?? ''}</code></td><td class="number">${priceText(row)}</td></tr>`;
		},
	)}</tbody></table>`;
}

/**
 * @param text search text
 * @param pages URL queries: `newest` of the first page, undefined on that page; `older` of the next page, undefined on the last one
 */
export function listPage(
	rows: readonly ShipmentRow[],
	text: string,
	pages: { newest: string | undefined; older: string | undefined },
): Markup {
	const empty = text
		? 'No shipments match all these words.'
		: 'No shipments yet. Shipments that are created with the API appear here.';
	return html`<h1>API shipments</h1>
<form class="row" method="get" action="${SHIPMENTS_PATH}" role="search"><label>Search<input name="q" value="${text}" placeholder="Recipient, reference, tracking number, city"></label><button>Search</button></form>
<div class="card">${rows.length === 0 ? html`<p>${empty}</p>` : shipmentTable(rows)}</div>
<p class="row">${pages.newest === undefined ? '' : html`<a href="${SHIPMENTS_PATH}${pages.newest}">Newest</a>`}${pages.older === undefined ? '' : html`<a rel="next" href="${SHIPMENTS_PATH}${pages.older}">Older</a>`}</p>`;
}

export interface DraftPage {
	id: number;
	/** HTML of the form fields. */
	fields: Markup;
	fieldErrors: readonly FieldError[];
	csrf: string;
	isSaved: boolean;
}

export function draftPage({ id, fields, fieldErrors, csrf, isSaved }: DraftPage): Markup {
	return html`<h1>Draft ${id}</h1>
${isSaved ? html`<p class="done" role="status">Saved.</p>` : ''}
${fieldErrors.length > 0 ? html`<div class="card alert" role="alert"><p class="error">Nothing was saved. ${fieldErrors.map(({ path, message }) => html`<br>${path}: ${message}`)}</p></div>` : ''}
<form class="card" method="post" action="${SHIPMENTS_PATH}/${id}"><input type="hidden" name="csrf" value="${csrf}">
${fields}
<p class="row"><button name="action" value="save">Save</button><button class="main" name="action" value="book">Save and book</button></p></form>`;
}

export function bookedPage(
	row: ShipmentRow,
	request: ShipmentRequest,
	pickup: Pickup | undefined,
	events: readonly TrackingEvent[],
): Markup {
	const { destinationAddress: to } = request;
	return html`<h1>${row.carrier} ${row.product}</h1>
<div class="card"><dl>
<dt>Tracking number</dt><dd><a href="/tracking/${row.tracking_number}"><code>${row.tracking_number}</code></a></dd>
<dt>Status</dt><dd>${STATUS_LABELS[row.status]}</dd>
<dt>Recipient</dt><dd>${[to.companyName, to.contactPerson].filter(Boolean).join(', ')}<br>${to.addressLine1} ${to.addressLine2 ?? ''}<br>${to.zipcode} ${to.city}, ${to.countryCode}</dd>
<dt>Reference</dt><dd>${request.reference ?? '–'}</dd>
<dt>Price</dt><dd>${priceText(row)} EUR, excluding VAT</dd>
<dt>Expected by</dt><dd>${row.arrives_by}</dd>
<dt>Labels</dt><dd><a href="${SHIPMENTS_PATH}/${row.id}/labels.pdf">Shipping documents (PDF)</a></dd>
<dt>Pickup</dt><dd>${
		pickup
			? html`${pickupText(pickup)}${pickup.instructions && html` · ${pickup.instructions}`} · <a href="${SHIPMENTS_PATH}/${row.id}/pickup.ics">Calendar entry</a>`
			: 'Not scheduled'
	}</dd></dl></div>
<h2>Tracking history</h2><div class="card">${trackingHistoryTable(events)}</div>`;
}
