// HTML of the tracking page. It names cities and countries, but no person, company or street.
import { html } from 'hono/html';
import { LANGUAGES, type Language, LOCALES } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import { countPieces } from '../../booking/pieces';
import { parseStoredRequest, type ShipmentRow } from '../../booking/shipment-row';
import { addressOfEvent, type TrackingEvent } from '../../booking/tracking-events';
import type { Places } from '../../places/places';
import type { ShipmentStatus } from '../../store/schema';
import { carrierIcon } from '../carrier-icon';
import { dayText, momentText } from '../date-texts';
import type { Markup } from '../page';
import { stateIcon, toneClass } from '../states';
import { timeline } from '../timeline';
import { PROGRESS_STEPS, type TrackingTexts, trackingTexts } from './tracking-texts';

/** Number of steps of the progress line that a shipment has reached. After a failed delivery, the parcel is at the depot again. */
const REACHED_STEPS: Record<ShipmentStatus, number> = {
	draft: 0,
	created_at_carrier: 1,
	in_transit: 2,
	exception: 2,
	out_for_delivery: 3,
	delivered: 4,
	deleted: 0,
};

function progressLine(status: ShipmentStatus, texts: TrackingTexts): Markup {
	const reachedCount = REACHED_STEPS[status];
	const isDelivered = status === 'delivered';
	return html`<ol class="progress ${isDelivered ? 'complete' : ''}" aria-label="${texts.text('progress')}">${PROGRESS_STEPS.map(
		(step, index) => {
			const isCurrent = index === reachedCount - 1;
			const hasException = isCurrent && status === 'exception';
			const classes = [index < reachedCount && 'reached', hasException && 'warned'].filter(Boolean).join(' ');
			const sign = isCurrent ? stateIcon(status) : index < reachedCount ? stateIcon('delivered') : '';
			return html`<li class="${classes}" ${isCurrent ? html`aria-current="step"` : ''}><span class="sign">${sign}</span>${texts.step(step)}</li>`;
		},
	)}</ol>`;
}

interface TrackingPage {
	shipment: ShipmentRow;
	/** Oldest first. */
	events: readonly TrackingEvent[];
	language: Language;
	places: Places;
	now: Date;
}

export function trackingPage({ shipment, events, language, places, now }: TrackingPage): Markup {
	const texts = trackingTexts(language);
	const locale = LOCALES[language];
	const request = parseStoredRequest(shipment);
	const countryNames = new Intl.DisplayNames(locale, { type: 'region' });
	const locationText = ({ city, countryCode }: { city: string; countryCode: string }) =>
		`${city}, ${countryNames.of(countryCode) ?? countryCode}`;
	const { pickupAddress, destinationAddress } = request;
	const { status, arrives_by: arrivesBy } = shipment;
	const isLate = arrivesBy !== null && arrivesBy < places.localTime(destinationAddress, now).slice(0, 10);
	const entries = events.map((event) => {
		const address = addressOfEvent(event.status, request);
		return {
			event,
			title: texts.state(event.status),
			note: texts.note(event.note),
			location: locationText(address),
			time: momentText(event.at, locale, places.timeZoneOf(address)),
		};
	});
	const newest = entries.at(-1);
	const expectedDay = arrivesBy === null ? undefined : dayText(arrivesBy, locale);
	const day = status === 'delivered' ? newest?.time : expectedDay;
	const dayLabel = status === 'delivered' ? '' : texts.text(isLate ? 'late' : 'expected');
	// The first release stored no expected day.
	const dayLine = day === undefined ? '' : html`<p class="day">${dayLabel} <strong>${day}</strong></p>`;
	return html`<p class="carrier">${carrierIcon(shipment.carrier ?? '')}<span><strong>${shipment.carrier}</strong><span class="soft">${shipment.product}</span></span></p>
<div class="card"><h1 class="state ${toneClass(status)}">${texts.state(status)}</h1>${dayLine}
${status === 'exception' && newest ? html`<p>${newest.note}</p>` : ''}
${progressLine(status, texts)}</div>
<div class="card"><dl>
<dt>${texts.text('number')}</dt><dd><code>${shipment.tracking_number}</code></dd>
<dt>${texts.text('pieces')}</dt><dd>${countPieces(request)}</dd>
<dt>${texts.text('from')}</dt><dd>${locationText(pickupAddress)}</dd>
<dt>${texts.text('to')}</dt><dd>${locationText(destinationAddress)}</dd></dl></div>
<h2>${texts.text('journey')}</h2>
<div class="card">${timeline(entries)}</div>
<p class="soft">${texts.text('localTimes')}</p>`;
}

/** Asks for the postcode. The page is the same for every number, so that it does not reveal which numbers exist. */
export function postcodePage(number: string, language: Language, hasFailed: boolean): Markup {
	const { text } = trackingTexts(language);
	return html`<h1>${text('title')}</h1><form class="card" method="post" action="/tracking/${number}?lang=${language}">
<p>${text('number')} <code>${number}</code></p>
${hasFailed ? html`<p class="error" role="alert">${text('wrongPostcode')}</p>` : ''}
<fieldset><label>${text('postcode')}<input name="postcode" autocomplete="postal-code" maxlength="100" required></label></fieldset>
<p class="soft">${text('noPostcode')}</p>
<button class="main">${text('show')}</button></form>`;
}

export function unknownNumberPage(language: Language): Markup {
	const { text } = trackingTexts(language);
	return html`<h1>${text('notFound')}</h1><p>${text('compareNumber')}</p>`;
}

/** What the visitor opened the page with. Pages that are open to everyone have neither. */
export interface PageAccess {
	/** Token in the URL. */
	token?: string;
	/** Postcode that the visitor entered. */
	postcode?: string;
}

/** Lets the visitor open the page in another language: with links, or with buttons that send the postcode again. */
export function languageChoice(language: Language, path: string, { token, postcode }: PageAccess): Markup {
	const label = trackingTexts(language).text('language');
	const urlIn = (code: Language) => `${path}?${new URLSearchParams({ ...(token && { token }), lang: code })}`;
	const choices = keysOf(LANGUAGES).map((code) => {
		if (code === language) return html`<span aria-current="true">${LANGUAGES[code]}</span>`;
		return postcode === undefined
			? html`<a href="${urlIn(code)}" lang="${code}" hreflang="${code}" rel="nofollow">${LANGUAGES[code]}</a>`
			: html`<button class="plain" lang="${code}" formaction="${urlIn(code)}">${LANGUAGES[code]}</button>`;
	});
	return postcode === undefined
		? html`<nav class="languages" aria-label="${label}">${choices}</nav>`
		: html`<form class="languages" method="post" aria-label="${label}"><input type="hidden" name="postcode" value="${postcode}">${choices}</form>`;
}
