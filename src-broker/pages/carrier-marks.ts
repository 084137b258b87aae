// Marks of the demonstration carriers as inline SVG. They were drawn for this project and resemble no trademark.
import { html, raw } from 'hono/html';
import { isKeyOf } from '../../src-contract/lib/keys';
import type { Markup } from './page';

/** Background colour, and white shapes on a grid of 40 × 40, by carrier. */
const MARKS = {
	'Kontor Cargo': ['#0b5563', '<path d="M9 10h22v5H9zM9 17.5h14v5H9zM25.5 17.5h5.5v5h-5.5zM9 25h22v5H9z"/>'],
	'Meridian Express': [
		'#8a1c4a',
		'<path d="M20 8a12 12 0 1 0 0 24a12 12 0 1 0 0-24M20 8c-7 6-7 18 0 24M20 8c7 6 7 18 0 24M8.5 20h23" fill="none" stroke="#fff" stroke-width="2.5"/>',
	],
	'Nordhaven Freight': ['#1d3a6e', '<path d="M20 6l9 26-9-5-9 5z"/>'],
	'Overland Parcel': [
		'#9a3f06',
		'<path d="M17.5 9h5L32 31H8zM18.8 12h2.4l.3 4h-3zM18 19h4l.4 5h-4.8z" fill-rule="evenodd"/>',
	],
	Postalis: ['#6b2fa0', '<path d="M8 12h24L20 21.5zM8 15.5l12 9.5 12-9.5V29H8z"/>'],
	'Tern Worldwide': [
		'#0f6b3d',
		'<path d="M5 14c7-2 12 1 15 7 3-6 8-9 15-7-6 2-10 7-12 13l-3 4-3-4C15 21 11 16 5 14z"/>',
	],
} as const;

/** A parcel, for carriers of imported rate sheets. */
const OTHER_MARK = ['#455060', '<path d="M20 8l11 5.5v13L20 32 9 26.5v-13z"/>'] as const;

/** The mark of a carrier. The carrier's name must be beside it. @param size width and height in pixels */
export function carrierMark(carrier: string, size = 40): Markup {
	const [background, shapes] = isKeyOf(MARKS, carrier) ? MARKS[carrier] : OTHER_MARK;
	return html`<svg width="${size}" height="${size}" viewBox="0 0 40 40" fill="#fff" aria-hidden="true"><rect width="40" height="40" rx="8" fill="${background}"/>${raw(shapes)}</svg>`;
}
