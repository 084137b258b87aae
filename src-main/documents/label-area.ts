// Finds labels on a larger page, such as a sheet with a receipt or instructions beside the label, or with several labels. Works
// on a coarse grid of the printed area. Returns nothing when the result is uncertain, so that no label is cut. Pure.
import type { Box } from '../../src-contract/rules/label-placement';
import { MARGIN_MM, quietZoneOf } from './code-areas';
import { boxOf, contains, type Edges, edgesOf, fitsWithin, gapX, gapY, overlaps, union } from './edges';
import { CELL_MM, type CutLine, findMarks, type InkGrid, removeCutLines } from './ink-grid';
import type { PageSymbol } from './symbols';

/** Sizes of labels in either orientation: 4 × 6 in and A6 plus a tolerance, the maximum and the minimum. */
const ORDINARY_MM = { short: 108, long: 160 };
const MAX_MM = { short: 118, long: 215 };
const MIN_MM = { short: 68, long: 95 };
/** 4 × 6 in: larger pages are cropped to it when only white margins are lost. */
const STOCK_MM = { short: 101.6, long: 152.4 };

/** Widths of the white gaps that separate blocks, tried in this order. Gaps within a label rarely exceed `MAX_INNER_GAP_MM`. */
const GAPS_MM = [2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22];
const MAX_INNER_GAP_MM = 6;
/** Maximum difference between the edges of two parts of one label, and maximum distance between the parts. */
const MAX_MISALIGNED_MM = 5;
const MAX_ALIGNED_GAP_MM = 16;
/** Pages with more separate marks are covered with text or pictures and are not searched for labels. */
const MAX_MARKS = 6000;
/** Bar codes that identify a parcel are at least this long. */
const MIN_CODE_LENGTH_MM = 20;

export interface LabelAreas {
	labels: Box[];
	/** Boxes of everything else that is printed on the page. */
	rest: Box[];
}

const isLabelShape = (edges: Edges) => {
	const [width, height] = [edges.right - edges.left, edges.bottom - edges.top];
	return fitsWithin(edges, MAX_MM) && Math.min(width, height) >= MIN_MM.short && Math.max(width, height) >= MIN_MM.long;
};

const isBetween = (a: Edges, b: Edges) => (cutLine: CutLine) =>
	cutLine.isVertical
		? Math.min(a.right, b.right) <= cutLine.atMm + CELL_MM && Math.max(a.left, b.left) >= cutLine.atMm - CELL_MM
		: Math.min(a.bottom, b.bottom) <= cutLine.atMm + CELL_MM && Math.max(a.top, b.top) >= cutLine.atMm - CELL_MM;

/** Merges boxes that are at most `gapMm` apart and not separated by a cut line, until no two can be merged. */
function mergeBoxes(boxes: readonly Edges[], gapMm: number, cutLines: readonly CutLine[]): Edges[] {
	let blocks = [...boxes];
	for (let before = Number.POSITIVE_INFINITY; blocks.length < before; ) {
		before = blocks.length;
		const next: Edges[] = [];
		for (const block of blocks) {
			const near = next.findIndex(
				(other) =>
					gapX(other, block) <= gapMm && gapY(other, block) <= gapMm && !cutLines.some(isBetween(other, block)),
			);
			const joined = next[near];
			if (joined) next[near] = union(joined, block);
			else next.push(block);
		}
		blocks = next;
	}
	return blocks;
}

/** Whether a code may identify a parcel, unlike the small codes of an address or a brand. */
const isCarrierCode = ({ widthMm, heightMm, format }: PageSymbol) =>
	Math.max(widthMm, heightMm) >= MIN_CODE_LENGTH_MM || !['Code128', 'Code39', 'ITF', 'QRCode'].includes(format);

/** For each code, the largest label-shaped block around it, or undefined. Tries all gaps from the narrowest to the widest. */
function findBlocks(
	codes: readonly Edges[],
	marks: readonly Edges[],
	cutLines: readonly CutLine[],
): (Edges | undefined)[] {
	const blocksByCode: (Edges | undefined)[] = codes.map(() => undefined);
	let blocks = [...marks];
	for (const gapMm of GAPS_MM) {
		blocks = mergeBoxes(blocks, gapMm, cutLines);
		for (const [index, code] of codes.entries()) {
			const block = blocks.find((candidate) => contains(candidate, code, CELL_MM * 2));
			if (!block || !isLabelShape(block)) continue;
			if (gapMm <= MAX_INNER_GAP_MM || fitsWithin(block, ORDINARY_MM)) blocksByCode[index] = block;
		}
	}
	return blocksByCode;
}

/** Columns and rows of sheets with labels of equal size. */
const SHEETS = [
	[2, 2],
	[1, 2],
	[2, 1],
] as const;

/** The labels of a sheet divided into equal parts. Nothing may cross the parts, and each printed part must have a code. */
function findEqualLabels(codes: readonly Edges[], marks: readonly Edges[], page: Edges): Edges[] | undefined {
	for (const [across, down] of SHEETS) {
		const [width, height] = [page.right / across, page.bottom / down];
		const parts = Array.from({ length: across * down }, (_, index) => {
			const [left, top] = [(index % across) * width, Math.floor(index / across) * height];
			return { left, top, right: left + width, bottom: top + height };
		});
		if (marks.some((mark) => !parts.some((part) => contains(part, mark, CELL_MM)))) continue;
		const labels = parts
			.map((part) => ({ part, inside: marks.filter((mark) => contains(part, mark, CELL_MM)) }))
			.filter(({ inside }) => inside.length > 0);
		const areLabels = labels.every(
			({ part, inside }) => isLabelShape(inside.reduce(union)) && codes.some((code) => contains(part, code, CELL_MM)),
		);
		if (labels.length > 1 && areLabels) return labels.map(({ inside }) => inside.reduce(union));
	}
	return undefined;
}

function findDistinctBlocks(
	codes: readonly PageSymbol[],
	marks: readonly Edges[],
	cutLines: readonly CutLine[],
): Edges[] {
	const blocks = findBlocks(codes.map(edgesOf), marks, cutLines);
	const distinct = blocks.filter(
		(block, index): block is Edges =>
			block !== undefined &&
			!blocks.some((other, at) => other !== undefined && at !== index && isPart(block, other, at, index)),
	);
	return distinct.map((label) => extendByAlignedBlocks(label, marks, cutLines));
}

/** Extends a label by the blocks aligned with both of its side edges: they belong to a label longer than 4 × 6 in. */
function extendByAlignedBlocks(label: Edges, marks: readonly Edges[], cutLines: readonly CutLine[]): Edges {
	const isNear = (a: number, b: number) => Math.abs(a - b) <= MAX_MISALIGNED_MM;
	let extended = label;
	for (const block of mergeBoxes(marks, MAX_INNER_GAP_MM, cutLines)) {
		const isAligned =
			(isNear(block.left, extended.left) && isNear(block.right, extended.right)) ||
			(isNear(block.top, extended.top) && isNear(block.bottom, extended.bottom));
		const gap = Math.max(gapX(extended, block), gapY(extended, block));
		if (!isAligned || gap <= 0 || gap > MAX_ALIGNED_GAP_MM || cutLines.some(isBetween(extended, block))) continue;
		if (isLabelShape(union(extended, block))) extended = union(extended, block);
	}
	return extended;
}

/**
 * Adds a margin and the quiet zones of the codes to a label: at most half of the white gap to its neighbours, and not beyond
 * 4 × 6 in if the label fits in that size.
 */
function addMargin(label: Edges, codes: readonly PageSymbol[], neighbours: readonly Edges[], page: Edges): Edges {
	const quiet = codes
		.map((code) => ({ code, edges: edgesOf(code) }))
		.filter(({ edges }) => contains(label, edges, CELL_MM * 2))
		.map(({ code }) => edgesOf(quietZoneOf(code)))
		.reduce(union, label);
	const lies = label.right - label.left > label.bottom - label.top;
	// Because the grid is coarse, a block of nominal size may measure up to two cells more.
	const room = (inner: number, nominal: number) =>
		inner <= nominal + CELL_MM * 2 ? Math.min(MARGIN_MM, Math.max(0, nominal - inner) / 2) : MARGIN_MM;
	const marginX = room(label.right - label.left, lies ? STOCK_MM.long : STOCK_MM.short);
	const marginY = room(label.bottom - label.top, lies ? STOCK_MM.short : STOCK_MM.long);
	const wanted = union(quiet, {
		left: label.left - marginX,
		top: label.top - marginY,
		right: label.right + marginX,
		bottom: label.bottom + marginY,
	});
	const area = { ...wanted };
	for (const neighbour of neighbours) {
		const [across, down] = [gapX(label, neighbour), gapY(label, neighbour)];
		if (across >= down) {
			if (neighbour.left >= label.right) area.right = Math.min(area.right, label.right + across / 2);
			else area.left = Math.max(area.left, label.left - across / 2);
		} else if (neighbour.top >= label.bottom) area.bottom = Math.min(area.bottom, label.bottom + down / 2);
		else area.top = Math.max(area.top, label.top - down / 2);
	}
	return {
		left: Math.max(page.left, area.left),
		top: Math.max(page.top, area.top),
		right: Math.min(page.right, area.right),
		bottom: Math.min(page.bottom, area.bottom),
	};
}

/** The marks above, below, left and right of all labels, each side as one box. Undefined when a mark lies between labels. */
function remainingAreas(marks: readonly Edges[], labels: Edges, page: Edges): Edges[] | undefined {
	const sides: Partial<Record<'above' | 'below' | 'left' | 'right', Edges>> = {};
	for (const mark of marks) {
		const side =
			mark.bottom <= labels.top
				? 'above'
				: mark.top >= labels.bottom
					? 'below'
					: mark.right <= labels.left
						? 'left'
						: mark.left >= labels.right
							? 'right'
							: undefined;
		if (!side) return undefined;
		sides[side] = union(sides[side] ?? mark, mark);
	}
	return Object.values(sides).map((edges) => ({
		left: Math.max(page.left, edges.left - MARGIN_MM),
		top: Math.max(page.top, edges.top - MARGIN_MM),
		right: Math.min(page.right, edges.right + MARGIN_MM),
		bottom: Math.min(page.bottom, edges.bottom + MARGIN_MM),
	}));
}

/** Whether a page of this size may hold more than one label, or wider margins than label stock. */
export function mayContainLabels({ widthMm, heightMm }: { widthMm: number; heightMm: number }): boolean {
	return !fitsWithin({ left: 0, top: 0, right: widthMm, bottom: heightMm }, ORDINARY_MM);
}

/**
 * Finds the labels on a page, ordered from top to bottom and left to right.
 * @param size page size in millimetres and the bar codes of the page
 * @param inkOfPage grid of the printed area; not modified
 * @returns undefined when the page is a single label, or when it is uncertain what belongs to a label
 */
export function findLabelAreas(
	size: { widthMm: number; heightMm: number; symbols: readonly PageSymbol[] },
	inkOfPage: InkGrid,
): LabelAreas | undefined {
	if (!mayContainLabels(size)) return undefined;
	const page: Edges = { left: 0, top: 0, right: size.widthMm, bottom: size.heightMm };
	const codes = size.symbols.filter(isCarrierCode);
	if (codes.length === 0) return undefined;
	const grid = { ...inkOfPage, cells: inkOfPage.cells.slice() };
	const isLabelSize = fitsWithin(page, MAX_MM);
	// On a page as wide as a label, lines of the label itself reach from side to side and are not cut lines.
	const cutLines = isLabelSize ? [] : removeCutLines(grid);
	const marks = findMarks(grid).filter(
		({ left, top, right, bottom }) =>
			// Ignore a frame around the whole page.
			right - left < size.widthMm * 0.9 || bottom - top < size.heightMm * 0.9 || isLabelSize,
	);
	if (marks.length === 0 || marks.length > MAX_MARKS) return undefined;
	if (isLabelSize) {
		// Only white margins are cropped, and only when the result is 4 × 6 in or smaller.
		const ink = marks.reduce(union);
		if (!fitsWithin(ink, STOCK_MM)) return undefined;
		return { labels: [boxOf(addMargin(ink, codes, [], page))], rest: [] };
	}
	const labels = findEqualLabels(codes.map(edgesOf), marks, page) ?? findDistinctBlocks(codes, marks, cutLines);
	if (labels.length === 0) return undefined;
	if (labels.some((label, index) => labels.some((other, at) => at !== index && overlaps(label, other))))
		return undefined;
	const outside = marks.filter((mark) => !labels.some((label) => contains(label, mark, 0)));
	if (outside.some((mark) => labels.some((label) => overlaps(label, mark)))) return undefined;
	// A code outside all labels belongs to a label that was not found, unless it repeats a code of a label.
	const isOnLabel = (code: PageSymbol) => labels.some((label) => contains(label, edgesOf(code), CELL_MM * 2));
	const read = new Set(codes.filter(isOnLabel).map(({ text }) => text));
	if (codes.some((code) => !isOnLabel(code) && !read.has(code.text))) return undefined;
	const areas = labels.map((label) =>
		addMargin(label, codes, [...outside, ...labels.filter((other) => other !== label)], page),
	);
	const rest = outside.length === 0 ? [] : (remainingAreas(outside, labels.reduce(union), page) ?? [page]);
	return { labels: areas.sort((a, b) => byReadingOrder(a, b)).map(boxOf), rest: rest.map(boxOf) };
}

/** Whether a block lies within another one. Of equal blocks, found for several codes, only the first is kept. */
const isPart = (block: Edges, other: Edges, otherIndex: number, index: number) =>
	contains(other, block, 0) && (!contains(block, other, 0) || otherIndex < index);

/** Reading order: rows from the top, each from the left. */
const byReadingOrder = (a: Edges, b: Edges) => (Math.abs(a.top - b.top) > 20 ? a.top - b.top : a.left - b.left);
