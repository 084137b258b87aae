// Boxes given by their edges, in millimetres from the upper left corner. Pure.
import type { Box } from '../../src-contract/rules/label-placement';

/** Edges of a box, in millimetres from the upper left corner of the page. */
export interface Edges {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

export const edgesOf = ({ leftMm, topMm, widthMm, heightMm }: Box): Edges => ({
	left: leftMm,
	top: topMm,
	right: leftMm + widthMm,
	bottom: topMm + heightMm,
});
export const boxOf = ({ left, top, right, bottom }: Edges): Box => ({
	leftMm: left,
	topMm: top,
	widthMm: right - left,
	heightMm: bottom - top,
});
export const union = (one: Edges, other: Edges): Edges => ({
	left: Math.min(one.left, other.left),
	top: Math.min(one.top, other.top),
	right: Math.max(one.right, other.right),
	bottom: Math.max(one.bottom, other.bottom),
});
/** Horizontal distance of two boxes in millimetres; negative if they overlap horizontally. */
export const gapX = (one: Edges, other: Edges) => Math.max(one.left - other.right, other.left - one.right);
/** Vertical distance of two boxes in millimetres; negative if they overlap vertically. */
export const gapY = (one: Edges, other: Edges) => Math.max(one.top - other.bottom, other.top - one.bottom);
export const holds = (outer: Edges, inner: Edges, toleranceMm: number) =>
	inner.left >= outer.left - toleranceMm &&
	inner.top >= outer.top - toleranceMm &&
	inner.right <= outer.right + toleranceMm &&
	inner.bottom <= outer.bottom + toleranceMm;
export const overlaps = (one: Edges, other: Edges) => gapX(one, other) < 0 && gapY(one, other) < 0;

/** Whether a box fits in a size in either orientation. */
export function isWithin({ left, top, right, bottom }: Edges, limit: { short: number; long: number }): boolean {
	const [width, height] = [right - left, bottom - top];
	return Math.min(width, height) <= limit.short && Math.max(width, height) <= limit.long;
}
