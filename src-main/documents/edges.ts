// Boxes that are given by their edges, and how they overlap. Pure.
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
/** The smallest box around two boxes. */
export const union = (a: Edges, b: Edges): Edges => ({
	left: Math.min(a.left, b.left),
	top: Math.min(a.top, b.top),
	right: Math.max(a.right, b.right),
	bottom: Math.max(a.bottom, b.bottom),
});
/** Horizontal distance between two boxes in millimetres; negative if they overlap horizontally. */
export const gapX = (a: Edges, b: Edges) => Math.max(a.left - b.right, b.left - a.right);
/** Vertical distance between two boxes in millimetres; negative if they overlap vertically. */
export const gapY = (a: Edges, b: Edges) => Math.max(a.top - b.bottom, b.top - a.bottom);
export const contains = (outer: Edges, inner: Edges, toleranceMm: number) =>
	inner.left >= outer.left - toleranceMm &&
	inner.top >= outer.top - toleranceMm &&
	inner.right <= outer.right + toleranceMm &&
	inner.bottom <= outer.bottom + toleranceMm;
export const overlaps = (a: Edges, b: Edges) => gapX(a, b) < 0 && gapY(a, b) < 0;

/** Whether a box is not larger than a size, in either orientation. */
export function fitsWithin({ left, top, right, bottom }: Edges, maxSize: { short: number; long: number }): boolean {
	const [width, height] = [right - left, bottom - top];
	return Math.min(width, height) <= maxSize.short && Math.max(width, height) <= maxSize.long;
}
