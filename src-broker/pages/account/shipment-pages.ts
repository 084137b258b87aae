// HTML of the account section's pages: list of shipments, draft, booking.
import { html } from 'hono/html';
import type { FieldError } from '../../../src-contract/errors';
import type { ShipmentRequest } from '../../../src-contract/partner-api';
import type { Session } from '../../accounts/sessions';
import { type Pickup, pickupText } from '../../booking/pickup';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import type { TrackingEvent } from '../../booking/tracking-events';
import { trackingPath } from '../../booking/tracking-link';
import type { Markup } from '../page';
import { badge, journey, timeElement } from './account-texts';
import type { FormDifference } from './draft-form';
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
			return html`<tr><td><a href="${SHIPMENTS_PATH}/${row.id}">${row.id}</a></td><td>${timeElement(row.created_at, 'UTC')}</td><td>${badge(row.status)}</td>
<td>${to.companyName ?? to.contactPerson}<br><small>${to.zipcode} ${to.city}, ${to.countryCode}</small></td><td>${reference ?? ''}</td><td><code>${row.tracking_number ?? ''}</code></td><td class="number">${priceText(row)}</td></tr>`;
		},
	)}</tbody></table>`;
}

/**
 * @param text search text
 * @param deletedId id of the draft that was deleted before this page was opened
 * @param pages URL queries: `newest` of the first page, undefined on that page; `older` of the next page, undefined on the last one
 */
export function listPage(
	rows: readonly ShipmentRow[],
	text: string,
	pages: { newest: string | undefined; older: string | undefined },
	deletedId: string | undefined,
): Markup {
	const empty = text
		? 'No shipments match all these words.'
		: 'No shipments yet. Shipments that are created with the API appear here.';
	return html`<h1>API shipments</h1>
${deletedId === undefined ? '' : html`<p class="done" role="status">Draft ${deletedId} was deleted.</p>`}
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
	/** Identifies the saved content that the form is based on (draft-version.ts). */
	version: string;
	/** Prices that the form shows (draft-prices.ts). */
	shownPrices: string;
	/** HTML above the form, such as a message that the draft is saved. */
	notice: Markup;
}

export const savedNotice = () => html`<p class="done" role="status">Saved.</p>`;

/** Asks before a booking at a price that the previous form did not show. @param offer price, carrier and product now */
export const newPriceNotice = (
	offer: string,
): Markup => html`<div class="card alert" role="alert"><p>Saved, but not booked, because the price has changed. The draft now costs:</p>
<p><strong>${offer}</strong></p><p>Select “Save and book” to book it at this price.</p></div>`;

/** Shows both versions when a form is based on content that has been replaced since. */
export const conflictNotice = (
	id: number,
	differences: readonly FormDifference[],
): Markup => html`<div class="card alert" role="alert">
<p class="error">Nothing was saved. The draft has been changed since you opened it, such as in another tab.</p>
<table><thead><tr><th>Field</th><th>Saved version</th><th>Your version</th></tr></thead><tbody>${differences.map(
	({ name, saved, submitted }) => html`<tr><td>${name}</td><td>${saved || '–'}</td><td>${submitted || '–'}</td></tr>`,
)}</tbody></table>
<p>The form below has your version. Save it to replace the saved version, or <a href="${SHIPMENTS_PATH}/${id}">open the saved version</a>.</p></div>`;

export function draftPage({ id, fields, fieldErrors, csrf, version, shownPrices, notice }: DraftPage): Markup {
	return html`<h1>Draft ${id}</h1>
${notice}
${fieldErrors.length > 0 ? html`<div class="card alert" role="alert"><p class="error">Nothing was saved. ${fieldErrors.map(({ path, message }) => html`<br>${path}: ${message}`)}</p></div>` : ''}
<form class="card" method="post" action="${SHIPMENTS_PATH}/${id}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="shownPrices" value="${shownPrices}">
${fields}
<p class="row"><button name="action" value="save">Save</button><button class="main" name="action" value="book">Save and book</button><button class="plain" name="action" value="askToDelete">Delete draft</button></p></form>`;
}

/** Asks before a draft is deleted. */
export function deletionPage(row: ShipmentRow, csrf: string, version: string): Markup {
	const { destinationAddress: to, reference } = parseStoredRequest(row);
	return html`<h1>Delete draft ${row.id}?</h1>
<form class="card" method="post" action="${SHIPMENTS_PATH}/${row.id}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="version" value="${version}">
<p>${[reference, to.companyName ?? to.contactPerson, to.city].filter(Boolean).join(', ')}. A deleted draft cannot be restored.</p>
<p class="row"><button class="main" name="action" value="delete">Delete draft</button><a href="${SHIPMENTS_PATH}/${row.id}">Keep it</a></p></form>`;
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
<dt>Tracking number</dt><dd><a href="${trackingPath({ trackingNumber: row.tracking_number ?? '', token: row.tracking_token })}"><code>${row.tracking_number}</code></a></dd>
<dt>Status</dt><dd>${badge(row.status)}</dd>
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
<h2>Tracking history</h2><div class="card">${journey(events, request, 'UTC')}</div>`;
}
