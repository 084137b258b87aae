// Finds the labels on a page that is larger than they are: a sheet with a receipt or instructions beside the label, or with
// several labels. Pure, over a coarse grid of what is drawn. It answers nothing when it is not sure: a label is never cut.
import type { Box } from '../../src-contract/rules/label-placement';
import { MARGIN_MM, quietZoneOf } from './code-areas';
import { boxOf, type Edges, edgesOf, gapX, gapY, holds, isWithin, overlaps, union } from './edges';
import { CELL_MM, type InkGrid, marksOf, takeWalls, type Wall } from './ink-grid';
import type { PageSymbol } from './symbols';

/** Sizes of labels, either way round: 4 × 6 in and A6 with some room, and the longest of all. */
const ORDINARY_MM = { short: 108, long: 160 };
const MAX_MM = { short: 118, long: 215 };
const SMALLEST_MM = { short: 68, long: 95 };
/** 4 × 6 in, onto which white margins are cut. */
const STOCK_MM = { short: 101.6, long: 152.4 };

/** White bands by which blocks are told apart. Those within labels are mostly narrower than `MAX_INNER_GAP_MM`. */
const GAPS_MM = [2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22];
const MAX_INNER_GAP_MM = 6;
/** How far the edges of a label's parts may differ, and how far these may be apart. */
const MAX_MISALIGNED_MM = 5;
const MAX_ALIGNED_GAP_MM = 16;
/** Pages with more separate marks are covered with text or pictures: no label is looked for. */
const MAX_MARKS = 6000;
/** Shorter bar codes are not those that identify a parcel. */
const MIN_CODE_LENGTH_MM = 20;

export interface LabelAreas {
	labels: Box[];
	/** Everything else that is drawn on the page. */
	rest: Box[];
}

const isLabelShape = (edges: Edges) => {
	const [width, height] = [edges.right - edges.left, edges.bottom - edges.top];
	return (
		isWithin(edges, MAX_MM) &&
		Math.min(width, height) >= SMALLEST_MM.short &&
		Math.max(width, height) >= SMALLEST_MM.long
	);
};

const isBetween = (one: Edges, other: Edges) => (wall: Wall) =>
	wall.isVertical
		? Math.min(one.right, other.right) <= wall.atMm + CELL_MM && Math.max(one.left, other.left) >= wall.atMm - CELL_MM
		: Math.min(one.bottom, other.bottom) <= wall.atMm + CELL_MM && Math.max(one.top, other.top) >= wall.atMm - CELL_MM;

/** Boxes that are at most so far apart become one, until none are. */
function merged(boxes: readonly Edges[], gapMm: number, walls: readonly Wall[]): Edges[] {
	let blocks = [...boxes];
	for (let before = Number.POSITIVE_INFINITY; blocks.length < before; ) {
		before = blocks.length;
		const next: Edges[] = [];
		for (const block of blocks) {
			const near = next.findIndex(
				(one) => gapX(one, block) <= gapMm && gapY(one, block) <= gapMm && !walls.some(isBetween(one, block)),
			);
			const joined = next[near];
			if (joined) next[near] = union(joined, block);
			else next.push(block);
		}
		blocks = next;
	}
	return blocks;
}

/** What a parcel may be known by: not the small codes of an address or a brand. */
const isCarrierCode = ({ widthMm, heightMm, format }: PageSymbol) =>
	Math.max(widthMm, heightMm) >= MIN_CODE_LENGTH_MM || !['Code128', 'Code39', 'ITF', 'QRCode'].includes(format);

/** The largest block with the shape of a label for each code, from the narrowest white bands to the widest. */
function blocksOf(codes: readonly Edges[], marks: readonly Edges[], walls: readonly Wall[]): (Edges | undefined)[] {
	const found: (Edges | undefined)[] = codes.map(() => undefined);
	let blocks = [...marks];
	for (const gapMm of GAPS_MM) {
		blocks = merged(blocks, gapMm, walls);
		for (const [index, code] of codes.entries()) {
			const block = blocks.find((one) => holds(one, code, CELL_MM * 2));
			if (!block || !isLabelShape(block)) continue;
			if (gapMm <= MAX_INNER_GAP_MM || isWithin(block, ORDINARY_MM)) found[index] = block;
		}
	}
	return found;
}

/** How many labels lie beside and below each other on sheets of equal labels. */
const SHEETS = [
	[2, 2],
	[1, 2],
	[2, 1],
] as const;

/** The labels of a sheet in equal parts: white between the parts, and a code on each part that is drawn on. */
function gridOf(codes: readonly Edges[], marks: readonly Edges[], page: Edges): Edges[] | undefined {
	for (const [across, down] of SHEETS) {
		const [width, height] = [page.right / across, page.bottom / down];
		const parts = Array.from({ length: across * down }, (_, index) => {
			const [left, top] = [(index % across) * width, Math.floor(index / across) * height];
			return { left, top, right: left + width, bottom: top + height };
		});
		if (marks.some((mark) => !parts.some((part) => holds(part, mark, CELL_MM)))) continue;
		const labels = parts
			.map((part) => ({ part, inside: marks.filter((mark) => holds(part, mark, CELL_MM)) }))
			.filter(({ inside }) => inside.length > 0);
		const areLabels = labels.every(
			({ part, inside }) => isLabelShape(inside.reduce(union)) && codes.some((code) => holds(part, code, CELL_MM)),
		);
		if (labels.length > 1 && areLabels) return labels.map(({ inside }) => inside.reduce(union));
	}
	return undefined;
}

function distinctBlocks(codes: readonly PageSymbol[], marks: readonly Edges[], walls: readonly Wall[]): Edges[] {
	const found = blocksOf(codes.map(edgesOf), marks, walls);
	const distinct = found.filter(
		(one, index): one is Edges =>
			one !== undefined &&
			!found.some((other, at) => other !== undefined && at !== index && isPart(one, other, at, index)),
	);
	return distinct.map((label) => withAligned(label, marks, walls));
}

/** Blocks whose edges on both sides are those of the label are parts of it: a label longer than 4 × 6 in. */
function withAligned(label: Edges, marks: readonly Edges[], walls: readonly Wall[]): Edges {
	const isNear = (one: number, other: number) => Math.abs(one - other) <= MAX_MISALIGNED_MM;
	let whole = label;
	for (const block of merged(marks, MAX_INNER_GAP_MM, walls)) {
		const isAligned =
			(isNear(block.left, whole.left) && isNear(block.right, whole.right)) ||
			(isNear(block.top, whole.top) && isNear(block.bottom, whole.bottom));
		const gap = Math.max(gapX(whole, block), gapY(whole, block));
		if (!isAligned || gap <= 0 || gap > MAX_ALIGNED_GAP_MM || walls.some(isBetween(whole, block))) continue;
		if (isLabelShape(union(whole, block))) whole = union(whole, block);
	}
	return whole;
}

/** With a margin, at most half of the white between it and its neighbours, and not beyond 4 × 6 in if it fits there. */
function withMargin(label: Edges, codes: readonly PageSymbol[], others: readonly Edges[], page: Edges): Edges {
	const quiet = codes
		.map((code) => ({ code, edges: edgesOf(code) }))
		.filter(({ edges }) => holds(label, edges, CELL_MM * 2))
		.map(({ code }) => edgesOf(quietZoneOf(code)))
		.reduce(union, label);
	const lies = label.right - label.left > label.bottom - label.top;
	// The grid is coarse: a block of nominal size may seem to be two cells larger.
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
	for (const other of others) {
		const [across, down] = [gapX(label, other), gapY(label, other)];
		if (across >= down) {
			if (other.left >= label.right) area.right = Math.min(area.right, label.right + across / 2);
			else area.left = Math.max(area.left, label.left - across / 2);
		} else if (other.top >= label.bottom) area.bottom = Math.min(area.bottom, label.bottom + down / 2);
		else area.top = Math.max(area.top, label.top - down / 2);
	}
	return {
		left: Math.max(page.left, area.left),
		top: Math.max(page.top, area.top),
		right: Math.min(page.right, area.right),
		bottom: Math.min(page.bottom, area.bottom),
	};
}

/** What lies above, below and beside all labels, each as one box; undefined when something lies between them. */
function restOf(marks: readonly Edges[], labels: Edges, page: Edges): Edges[] | undefined {
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

/** @returns whether a page of that size may hold more than a label, or more white than the label's stock has */
export function mayContainLabels({ widthMm, heightMm }: { widthMm: number; heightMm: number }): boolean {
	return !isWithin({ left: 0, top: 0, right: widthMm, bottom: heightMm }, ORDINARY_MM);
}

/**
 * @param inkOfPage is not changed
 * @returns undefined when the page is one label, or when it is not sure what belongs to a label
 */
export function labelAreas(
	size: { widthMm: number; heightMm: number; symbols: readonly PageSymbol[] },
	inkOfPage: InkGrid,
): LabelAreas | undefined {
	if (!mayContainLabels(size)) return undefined;
	const page: Edges = { left: 0, top: 0, right: size.widthMm, bottom: size.heightMm };
	const codes = size.symbols.filter(isCarrierCode);
	if (codes.length === 0) return undefined;
	const grid = { ...inkOfPage, cells: inkOfPage.cells.slice() };
	const isLabelSize = isWithin(page, MAX_MM);
	// Across a page as wide as a label the label's own lines reach from side to side.
	const walls = isLabelSize ? [] : takeWalls(grid);
	const marks = marksOf(grid).filter(
		({ left, top, right, bottom }) =>
			// A frame around the whole page.
			right - left < size.widthMm * 0.9 || bottom - top < size.heightMm * 0.9 || isLabelSize,
	);
	if (marks.length === 0 || marks.length > MAX_MARKS) return undefined;
	if (isLabelSize) {
		// Only white is cut off, and only when that makes an ordinary label of it.
		const ink = marks.reduce(union);
		if (!isWithin(ink, STOCK_MM)) return undefined;
		return { labels: [boxOf(withMargin(ink, codes, [], page))], rest: [] };
	}
	const labels = gridOf(codes.map(edgesOf), marks, page) ?? distinctBlocks(codes, marks, walls);
	if (labels.length === 0) return undefined;
	if (labels.some((one, index) => labels.some((other, at) => at !== index && overlaps(one, other)))) return undefined;
	const outside = marks.filter((mark) => !labels.some((label) => holds(label, mark, 0)));
	if (outside.some((mark) => labels.some((label) => overlaps(label, mark)))) return undefined;
	// A code that stands on no label belongs to one that was not found, unless it repeats what a label says.
	const isOnLabel = (code: PageSymbol) => labels.some((label) => holds(label, edgesOf(code), CELL_MM * 2));
	const read = new Set(codes.filter(isOnLabel).map(({ text }) => text));
	if (codes.some((code) => !isOnLabel(code) && !read.has(code.text))) return undefined;
	const areas = labels.map((label) =>
		withMargin(label, codes, [...outside, ...labels.filter((other) => other !== label)], page),
	);
	const rest = outside.length === 0 ? [] : (restOf(outside, labels.reduce(union), page) ?? [page]);
	return { labels: areas.sort((one, other) => byPlace(one, other)).map(boxOf), rest: rest.map(boxOf) };
}

/** Found for several codes, a block counts once; a smaller one within a larger does not count. */
const isPart = (one: Edges, other: Edges, otherIndex: number, index: number) =>
	holds(other, one, 0) && (!holds(one, other, 0) || otherIndex < index);

/** As they are read: from above, and from the left within a row. */
const byPlace = (one: Edges, other: Edges) =>
	Math.abs(one.top - other.top) > 20 ? one.top - other.top : one.left - other.left;
