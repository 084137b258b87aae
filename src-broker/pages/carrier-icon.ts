// The carriers' marks as inline SVG.
import { html } from 'hono/html';
import { type CarrierMark, carrierMark, MARK_SIZE, MARK_STROKE } from '../../src-contract/model/carrier-marks';
import type { Markup } from './page';

/** Mark of a carrier without a mark of its own, such as one of an imported rate sheet: a parcel. */
const OTHER_CARRIER: CarrierMark = { color: '#455060', fill: 'M16 3L28 9V23L16 29L4 23V9Z' };

const PADDING = 6;
const SIZE = MARK_SIZE + 2 * PADDING;

/** The mark of a carrier. The carrier's name must be beside it. @param size width and height in pixels */
export function carrierIcon(carrier: string, size = 40): Markup {
	const { color, fill, stroke } = carrierMark(carrier) ?? OTHER_CARRIER;
	const offset = `translate(${PADDING} ${PADDING})`;
	return html`<svg width="${size}" height="${size}" viewBox="0 0 ${SIZE} ${SIZE}" aria-hidden="true"><rect width="${SIZE}" height="${SIZE}" rx="8" fill="${color}"/><g transform="${offset}"><path d="${fill ?? ''}" fill="#fff"/><path d="${stroke ?? ''}" fill="none" stroke="#fff" stroke-width="${MARK_STROKE}"/></g></svg>`;
}
