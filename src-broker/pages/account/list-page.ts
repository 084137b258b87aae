// HTML of the list of shipments: a table on a wide screen, a card for each shipment on a phone.
import { html } from 'hono/html';
import { keysOf } from '../../../src-contract/lib/keys';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import { toLocalTime } from '../../places/time-zones';
import { carrierIcon } from '../carrier-icon';
import { dayText } from '../date-texts';
import type { Markup } from '../page';
import { badge, LOCALE, priceText, STATE_LABELS } from './account-texts';
import { type ListQuery, listUrl } from './list-filter';
import { LABELS_PATH, SHIPMENTS_PATH, TIME_ZONE_PATH } from './paths';

export interface ListPage {
	rows: readonly ShipmentRow[];
	query: ListQuery;
	/** Carriers to choose from. */
	carriers: readonly string[];
	/** IANA name of the time zone in which all times are shown. */
	timeZone: string;
	/** Last id of this page; undefined when there are no older shipments. */
	lastId: number | undefined;
	/** Id of the draft that the user deleted just before this page; undefined if there is none. */
	deletedId: string | undefined;
}

/** Whether the list is searched or filtered. */
const isFiltered = (query: ListQuery): boolean => listUrl({ ...query, beforeId: undefined }) !== SHIPMENTS_PATH;

const option = (value: string, label: string, chosen: string): Markup =>
	html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${label}</option>`;

function filterForm({ query, carriers }: ListPage): Markup {
	const states = keysOf(STATE_LABELS).filter((state) => state !== 'deleted');
	return html`<form class="filters" method="get" action="${SHIPMENTS_PATH}" role="search">
<label class="wide">Search<input name="q" value="${query.q}" placeholder="Recipient, reference, tracking number, city"></label>
<label>State<select name="state">${option('', 'All states', query.state)}${states.map((state) => option(state, STATE_LABELS[state], query.state))}</select></label>
<label>Carrier<select name="carrier">${option('', 'All carriers', query.carrier)}${carriers.map((carrier) => option(carrier, carrier, query.carrier))}</select></label>
<label>Day<input type="date" name="day" value="${query.day}"></label>
<button>Search</button>${isFiltered(query) ? html`<a class="button plain" href="${SHIPMENTS_PATH}">Clear</a>` : ''}</form>`;
}

function shipmentRow(row: ShipmentRow, localCreatedAt: string): Markup {
	const { destinationAddress: to, reference } = parseStoredRequest(row);
	const isBooked = row.tracking_number !== null;
	const selection = html`<input type="checkbox" name="id" value="${row.id}" aria-label="Select shipment ${row.id}">`;
	const carrier = html`<span>${carrierIcon(row.carrier ?? '', 28)}<span>${row.carrier} ${row.product}<br><code>${row.tracking_number}</code></span></span>`;
	return html`<tr role="row"><td role="cell" class="pick">${isBooked ? selection : ''}</td>
<td role="cell" class="id"><a href="${SHIPMENTS_PATH}/${row.id}">${row.id}</a><br><small><time datetime="${row.created_at}">${localCreatedAt.slice(11, 16)}</time></small></td>
<td role="cell" class="recipient"><strong>${to.companyName ?? to.contactPerson}</strong><br><small>${to.zipcode} ${to.city}, ${to.countryCode}</small></td>
<td role="cell" class="status">${badge(row.status)}</td>
<td role="cell" class="carrier-cell">${isBooked ? carrier : ''}</td>
<td role="cell" class="reference">${reference ?? ''}</td>
<td role="cell" class="number price">${priceText(row)}</td></tr>`;
}

function shipmentTable({ rows, timeZone }: ListPage): Markup {
	const localTimes = rows.map((row) => toLocalTime(timeZone, new Date(row.created_at)));
	/** A row with the day, above the first shipment of each day. */
	const dayRow = (index: number) => {
		const date = localTimes[index]?.slice(0, 10) ?? '';
		if (date === localTimes[index - 1]?.slice(0, 10)) return '';
		return html`<tr role="row" class="day-row"><th role="rowheader" colspan="7">${dayText(date, LOCALE)} ${date.slice(0, 4)}</th></tr>`;
	};
	return html`<table class="shipments" role="table"><thead role="rowgroup"><tr role="row"><td role="cell"></td>${[
		'Number',
		'Recipient',
		'State',
		'Carrier',
		'Reference',
	].map(
		(title) => html`<th role="columnheader">${title}</th>`,
	)}<th role="columnheader" class="number">Price</th></tr></thead><tbody role="rowgroup">${rows.map(
		(row, index) => html`${dayRow(index)}${shipmentRow(row, localTimes[index] ?? '')}`,
	)}</tbody></table>`;
}

function listWithLabels(page: ListPage): Markup {
	const bookedIds = page.rows
		.filter((row) => row.tracking_number !== null)
		.map(({ id }): [string, string] => ['id', String(id)]);
	return html`<form method="get" action="${LABELS_PATH}"><div class="card flush">${shipmentTable(page)}</div>
${
	bookedIds.length > 0
		? html`<p class="row"><button>Labels of selected (PDF)</button><a class="button" href="${LABELS_PATH}?${new URLSearchParams(bookedIds)}">Labels of all ${bookedIds.length} on this page (PDF)</a></p>`
		: ''
}</form>`;
}

export function listPage(page: ListPage): Markup {
	const { rows, query, timeZone, lastId, deletedId } = page;
	const emptyText = isFiltered(query)
		? 'No shipments match all these words and filters.'
		: 'No shipments yet. Shipments that are created with the API appear here.';
	return html`<h1>API shipments</h1>
${deletedId === undefined ? '' : html`<p class="done" role="status">Draft ${deletedId} was deleted.</p>`}
${filterForm(page)}
${rows.length === 0 ? html`<div class="card"><p>${emptyText}</p></div>` : listWithLabels(page)}
<p class="row">${query.beforeId === undefined ? '' : html`<a class="button" href="${listUrl({ ...query, beforeId: undefined })}">Newest</a>`}${lastId === undefined ? '' : html`<a class="button" rel="next" href="${listUrl({ ...query, beforeId: lastId })}">Older</a>`}</p>
<p class="soft">Times in ${timeZone}. <a href="${TIME_ZONE_PATH}">Change</a></p>`;
}
