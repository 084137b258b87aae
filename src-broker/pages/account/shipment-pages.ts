// HTML of the account section's pages of one shipment: the form of a draft, the question before its deletion, and the booked shipment.
import { html } from 'hono/html';
import type { FieldError } from '../../../src-contract/errors';
import type { ShipmentRequest } from '../../../src-contract/partner-api';
import { type Pickup, pickupText } from '../../booking/pickup';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import type { TrackingEvent } from '../../booking/tracking-events';
import { trackingPath } from '../../booking/tracking-link';
import { carrierIcon } from '../carrier-icon';
import { dayText } from '../date-texts';
import { icon } from '../icons';
import type { Markup } from '../page';
import { badge, LOCALE, priceText, trackingHistory } from './account-texts';
import { type FormDifference, fieldLabel } from './draft-form';
import { SHIPMENTS_PATH } from './paths';

/** An unordered list of fields, each with what is wrong with it. */
const fieldErrorList = (fieldErrors: readonly FieldError[]): Markup =>
	html`<ul>${fieldErrors.map(({ path, message }) => html`<li>${fieldLabel(path)} – ${message}</li>`)}</ul>`;

/** Values of a shipment that look wrong, but that a carrier may accept. */
function warningList(warnings: readonly FieldError[]): Markup {
	if (warnings.length === 0) return html``;
	return html`<div class="card warning"><h2>${icon('warning')}Please check</h2>${fieldErrorList(warnings)}</div>`;
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
	/** Warnings about the saved draft. */
	warnings: readonly FieldError[];
}

export const savedNotice = () => html`<p class="done" role="status">Saved.</p>`;

/** Asks before a booking at a price that the previous form did not show. @param offer price, carrier and product now */
export const newPriceNotice = (
	offer: string,
): Markup => html`<div class="card warning" role="alert"><h2>${icon('warning')}Saved, but not booked</h2>
<p>The price has changed. The draft now costs:</p>
<p class="offer"><strong>${offer}</strong></p><p>Select “Save and book” to book it at this price.</p></div>`;

/** Shows both versions when a form is based on content that has been replaced since. */
export const conflictNotice = (
	id: number,
	differences: readonly FormDifference[],
): Markup => html`<div class="card alert" role="alert"><h2>${icon('warning')}Nothing was saved</h2>
<p>The draft has been changed since you opened it, for example in another tab.</p>
<table class="versions"><thead><tr><th>Field</th><th>Saved version</th><th>Your version</th></tr></thead><tbody>${differences.map(
	({ name, saved, submitted }) =>
		html`<tr><td>${fieldLabel(name)}</td><td>${valueText(saved)}</td><td>${valueText(submitted)}</td></tr>`,
)}</tbody></table>
<p>The form below has your version. Save it to replace the saved version, or <a href="${SHIPMENTS_PATH}/${id}">open the saved version</a>.</p></div>`;

const valueText = (value: string) => (value === 'true' ? 'Yes' : value || '–');

function errorNotice(fieldErrors: readonly FieldError[]): Markup {
	if (fieldErrors.length === 0) return html``;
	return html`<div class="card alert" role="alert"><h2>${icon('warning')}Nothing was saved</h2>${fieldErrorList(fieldErrors)}</div>`;
}

/** The button that saves comes first, because it is the one that Enter presses. */
export function draftPage(page: DraftPage): Markup {
	const { id, fields, fieldErrors, csrf, version, shownPrices, notice, warnings } = page;
	return html`<h1>Draft ${id} ${badge('draft')}</h1>
${notice}${errorNotice(fieldErrors)}${warningList(warnings)}
<form class="card" method="post" action="${SHIPMENTS_PATH}/${id}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="version" value="${version}"><input type="hidden" name="shownPrices" value="${shownPrices}">
${fields}
<p class="row actions"><button name="action" value="save">Save</button><button class="main" name="action" value="book">Save and book</button><button class="plain" name="action" value="askToDelete">Delete draft</button></p></form>`;
}

/** Asks before a draft is deleted. */
export function deletionPage(row: ShipmentRow, csrf: string, version: string): Markup {
	const { destinationAddress: to, reference } = parseStoredRequest(row);
	return html`<h1>Delete draft ${row.id}?</h1>
<form class="card narrow" method="post" action="${SHIPMENTS_PATH}/${row.id}"><input type="hidden" name="csrf" value="${csrf}"><input type="hidden" name="version" value="${version}">
<dl><dt>Recipient</dt><dd>${to.companyName ?? to.contactPerson}, ${to.city}</dd><dt>Reference</dt><dd>${reference ?? '–'}</dd></dl>
<p>A deleted draft cannot be restored.</p>
<p class="row"><button class="danger" name="action" value="delete">Delete draft</button><a class="button" href="${SHIPMENTS_PATH}/${row.id}">Keep it</a></p></form>`;
}

export interface BookedPage {
	row: ShipmentRow;
	request: ShipmentRequest;
	/** Undefined when no pickup was requested. */
	pickup: Pickup | undefined;
	/** Oldest first. */
	events: readonly TrackingEvent[];
	warnings: readonly FieldError[];
	/** IANA name of the time zone in which the tracking history is shown. */
	timeZone: string;
}

export function bookedPage({ row, request, pickup, events, warnings, timeZone }: BookedPage): Markup {
	const { destinationAddress: to } = request;
	const lines = [[to.companyName, to.contactPerson].filter(Boolean).join(', '), to.addressLine1, to.addressLine2];
	const pickupDetails = pickup
		? html`${pickupText(pickup)}${pickup.instructions && html` · ${pickup.instructions}`}<br><a href="${SHIPMENTS_PATH}/${row.id}/pickup.ics">Calendar entry</a>`
		: 'Not scheduled';
	return html`<p class="carrier">${carrierIcon(row.carrier ?? '')}<span><strong>${row.carrier}</strong><span class="soft">${row.product}</span></span></p>
<h1>Shipment ${row.id} ${badge(row.status)}</h1>
${warningList(warnings)}
<div class="columns"><div class="card"><p class="offer"><strong>${priceText(row)}</strong>, excluding VAT</p>
${row.arrives_by === null ? '' : html`<p>Expected <strong>${dayText(row.arrives_by, LOCALE)}</strong></p>`}
<dl>
<dt>Tracking number</dt><dd><a href="${trackingPath({ trackingNumber: row.tracking_number ?? '', token: row.tracking_token })}"><code>${row.tracking_number}</code></a></dd>
<dt>Recipient</dt><dd>${[...lines, `${to.zipcode} ${to.city}, ${to.countryCode}`].filter(Boolean).map((line) => html`${line}<br>`)}</dd>
<dt>Reference</dt><dd>${request.reference ?? '–'}</dd>
<dt>Pickup</dt><dd>${pickupDetails}</dd></dl>
<p><a class="button main" href="${SHIPMENTS_PATH}/${row.id}/labels.pdf">Shipping documents (PDF)</a></p></div>
<section class="card" aria-labelledby="journey"><h2 id="journey">Tracking history</h2>${trackingHistory(events, request, timeZone)}
<p><small>Times in ${timeZone}</small></p></section></div>`;
}
