// HTML of the tracking events of a shipment, for the tracking page and the account section.
import { html } from 'hono/html';
import type { TrackingEvent } from '../booking/tracking-events';
import type { Markup } from './page';
import { stateIcon, toneClass } from './states';

/** An event with its texts in the language of the page. */
export interface TimelineEntry {
	event: TrackingEvent;
	title: string;
	/** Empty when there is none. */
	note: string;
	/** City and country. */
	location: string;
	/** Date and local time. */
	time: string;
}

/** @param entries oldest first; the page shows the newest first */
export function timeline(entries: readonly TimelineEntry[]): Markup {
	return html`<ol class="timeline">${[...entries]
		.reverse()
		.map(
			({ event, title, note, location, time }) =>
				html`<li><span class="sign ${toneClass(event.status)}">${stateIcon(event.status, 20)}</span><strong>${title}</strong>${note && html`<br>${note}`}<br><small><time datetime="${event.at}">${time}</time> · ${location}</small></li>`,
		)}</ol>`;
}
