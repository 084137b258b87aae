// Finds the labels on a page that is larger than a label, such as a sheet with several labels, or with a receipt or instructions
// beside the label. Works on a coarse grid of the printed area. When the result is uncertain, finds nothing, so that no label is
// cut apart. Terms: a mark is a connected piece of print; a block is the box around a group of marks without wide gaps. Pure.
import type { Box } from '../../src-contract/rules/label-placement';
import { boxWithQuietZone, MARGIN_MM } from './code-areas';
import { boxOf, contains, type Edges, edgesOf, fitsWithin, gapX, gapY, overlaps, union } from './edges';
import { CELL_MM, type CutLine, findMarks, type InkGrid, removeCutLines } from './ink-grid';
import type { PageSymbol } from './symbols';

/** Sizes of label areas in either orientation. Ordinary labels are 4 × 6 in or A6, plus a tolerance. */
const ORDINARY_LABEL_MM = { short: 108, long: 160 };
const MAX_LABEL_AREA_MM = { short: 118, long: 215 };
const MIN_LABEL_AREA_MM = { short: 68, long: 95 };
/** 4 × 6 in, a common label stock. Slightly larger pages are cropped to this size if that removes only white margins. */
const STOCK_MM = { short: 101.6, long: 152.4 };

/** Marks that are at most this far apart are merged to one block. Each pass merges with the next larger distance. */
const GAPS_MM = [2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22];
/** Maximum width of most white gaps within a label. */
const MAX_INNER_GAP_MM = 6;
/**
 * Two blocks may belong to one label if they are aligned and near: their side edges, or their upper and lower edges, differ by at
 * most `MAX_MISALIGNED_MM`, and the gap between the blocks is at most `MAX_ALIGNED_GAP_MM`.
 */
const MAX_MISALIGNED_MM = 5;
const MAX_ALIGNED_GAP_MM = 16;
/** Pages with more marks are covered with text or pictures. They are not searched for labels. */
const MAX_MARKS = 6000;
/** Code 128, Code 39, ITF and QR codes that identify a parcel are at least this long. */
const MIN_CODE_LENGTH_MM = 20;

/**
 * The code of a label is at least this high, so that a belt scanner reads it; or the label has several codes. The code in the head
 * of an invoice or a customs form is lower, and the only one.
 */
const MIN_ONLY_CODE_HEIGHT_MM = 15;

/** An area beside labels is a paper if its longer side has at least this length. */
const MIN_PAPER_MM = 30;

export interface LabelAreas {
	/** From top to bottom, then from left to right. */
	labels: Box[];
	/** Boxes around everything else that is printed on the page, without scraps; the whole page if something is between the labels. */
	otherAreas: Box[];
}

const isLabelShape = (edges: Edges) => {
	const [width, height] = [edges.right - edges.left, edges.bottom - edges.top];
	return (
		fitsWithin(edges, MAX_LABEL_AREA_MM) &&
		Math.min(width, height) >= MIN_LABEL_AREA_MM.short &&
		Math.max(width, height) >= MIN_LABEL_AREA_MM.long
	);
};

/** Whether a cut line lies between two boxes. */
const liesBetween = (a: Edges, b: Edges) => (cutLine: CutLine) =>
	cutLine.isVertical
		? Math.min(a.right, b.right) <= cutLine.positionMm + CELL_MM &&
			Math.max(a.left, b.left) >= cutLine.positionMm - CELL_MM
		: Math.min(a.bottom, b.bottom) <= cutLine.positionMm + CELL_MM &&
			Math.max(a.top, b.top) >= cutLine.positionMm - CELL_MM;

/** Merges boxes that are at most `gapMm` apart and not separated by a cut line, until no two can be merged. */
function mergeBoxes(boxes: readonly Edges[], gapMm: number, cutLines: readonly CutLine[]): Edges[] {
	let blocks = [...boxes];
	for (let countBefore = Number.POSITIVE_INFINITY; blocks.length < countBefore; ) {
		countBefore = blocks.length;
		const mergedBlocks: Edges[] = [];
		for (const block of blocks) {
			const nearIndex = mergedBlocks.findIndex(
				(merged) =>
					gapX(merged, block) <= gapMm && gapY(merged, block) <= gapMm && !cutLines.some(liesBetween(merged, block)),
			);
			const nearBlock = mergedBlocks[nearIndex];
			if (nearBlock) mergedBlocks[nearIndex] = union(nearBlock, block);
			else mergedBlocks.push(block);
		}
		blocks = mergedBlocks;
	}
	return blocks;
}

/** Whether a code may identify a parcel. Short codes of some formats do not: they hold an address or a brand. */
const mayIdentifyParcel = ({ widthMm, heightMm, format }: PageSymbol) =>
	Math.max(widthMm, heightMm) >= MIN_CODE_LENGTH_MM || !['Code128', 'Code39', 'ITF', 'QRCode'].includes(format);

/** For each code, the largest label-shaped block around the code, or undefined if there is none. */
function findBlocksByCode(
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
			// After merging over a wide gap, only ordinary label sizes are accepted: a larger block may include print beside the label.
			if (gapMm <= MAX_INNER_GAP_MM || fitsWithin(block, ORDINARY_LABEL_MM)) blocksByCode[index] = block;
		}
	}
	return blocksByCode;
}

/** Columns and rows of sheets that are divided into labels of equal size. */
const SHEET_DIVISIONS = [
	[2, 2],
	[1, 2],
	[2, 1],
] as const;

/**
 * Finds the labels of a sheet that is divided into equal parts. No mark may cross the border of a part. In each part with marks,
 * the box around the marks must be label-shaped, and the part must contain a code.
 * @returns the boxes around the marks; undefined if the sheet is not divided into equal parts
 */
function findEqualLabels(codes: readonly Edges[], marks: readonly Edges[], page: Edges): Edges[] | undefined {
	for (const [columns, rows] of SHEET_DIVISIONS) {
		const [width, height] = [page.right / columns, page.bottom / rows];
		const parts = Array.from({ length: columns * rows }, (_, index) => {
			const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height];
			return { left, top, right: left + width, bottom: top + height };
		});
		if (marks.some((mark) => !parts.some((part) => contains(part, mark, CELL_MM)))) continue;
		const partsWithMarks = parts
			.map((part) => ({ part, marksInPart: marks.filter((mark) => contains(part, mark, CELL_MM)) }))
			.filter(({ marksInPart }) => marksInPart.length > 0);
		const areLabels = partsWithMarks.every(
			({ part, marksInPart }) =>
				isLabelShape(marksInPart.reduce(union)) && codes.some((code) => contains(part, code, CELL_MM)),
		);
		if (partsWithMarks.length > 1 && areLabels)
			return partsWithMarks.map(({ marksInPart }) => marksInPart.reduce(union));
	}
	return undefined;
}

/** Finds the labels of a sheet that is not divided into equal parts: the blocks around the codes, each once. */
function findLabelBlocks(codes: readonly PageSymbol[], marks: readonly Edges[], cutLines: readonly CutLine[]): Edges[] {
	const blocksByCode = findBlocksByCode(codes.map(edgesOf), marks, cutLines);
	const outermostBlocks = blocksByCode.filter(
		(block, index): block is Edges =>
			block !== undefined &&
			!blocksByCode.some(
				(other, otherIndex) =>
					other !== undefined && otherIndex !== index && isWithinOther(block, other, index, otherIndex),
			),
	);
	return outermostBlocks.map((label) => extendByAlignedBlocks(label, marks, cutLines));
}

/**
 * Extends a label by near blocks that share both side edges, or both the upper and lower edge, with the label: such blocks belong
 * to a label that is longer than 4 × 6 in.
 */
function extendByAlignedBlocks(label: Edges, marks: readonly Edges[], cutLines: readonly CutLine[]): Edges {
	const isNear = (a: number, b: number) => Math.abs(a - b) <= MAX_MISALIGNED_MM;
	let extended = label;
	for (const block of mergeBoxes(marks, MAX_INNER_GAP_MM, cutLines)) {
		const isAligned =
			(isNear(block.left, extended.left) && isNear(block.right, extended.right)) ||
			(isNear(block.top, extended.top) && isNear(block.bottom, extended.bottom));
		const gap = Math.max(gapX(extended, block), gapY(extended, block));
		if (!isAligned || gap <= 0 || gap > MAX_ALIGNED_GAP_MM || cutLines.some(liesBetween(extended, block))) continue;
		if (isLabelShape(union(extended, block))) extended = union(extended, block);
	}
	return extended;
}

/**
 * Adds a margin and the quiet zones of the codes to a label: at most half of the white gap to each neighbour. The margin, but not
 * the quiet zones, is limited to 4 × 6 in if the label fits in that size.
 * @param neighbours the other labels and marks on the page
 */
function addMargin(label: Edges, codes: readonly PageSymbol[], neighbours: readonly Edges[], page: Edges): Edges {
	const withQuietZones = codes
		.map((code) => ({ code, edges: edgesOf(code) }))
		.filter(({ edges }) => contains(label, edges, CELL_MM * 2))
		.map(({ code }) => edgesOf(boxWithQuietZone(code)))
		.reduce(union, label);
	const isLandscape = label.right - label.left > label.bottom - label.top;
	// Because the grid is coarse, a label of stock size may measure up to two cells more.
	const marginWithin = (labelMm: number, stockMm: number) =>
		labelMm <= stockMm + CELL_MM * 2 ? Math.min(MARGIN_MM, Math.max(0, stockMm - labelMm) / 2) : MARGIN_MM;
	const marginX = marginWithin(label.right - label.left, isLandscape ? STOCK_MM.long : STOCK_MM.short);
	const marginY = marginWithin(label.bottom - label.top, isLandscape ? STOCK_MM.short : STOCK_MM.long);
	const area = union(withQuietZones, {
		left: label.left - marginX,
		top: label.top - marginY,
		right: label.right + marginX,
		bottom: label.bottom + marginY,
	});
	for (const neighbour of neighbours) {
		const [horizontalGap, verticalGap] = [gapX(label, neighbour), gapY(label, neighbour)];
		if (horizontalGap >= verticalGap) {
			if (neighbour.left >= label.right) area.right = Math.min(area.right, label.right + horizontalGap / 2);
			else area.left = Math.max(area.left, label.left - horizontalGap / 2);
		} else if (neighbour.top >= label.bottom) area.bottom = Math.min(area.bottom, label.bottom + verticalGap / 2);
		else area.top = Math.max(area.top, label.top - verticalGap / 2);
	}
	return {
		left: Math.max(page.left, area.left),
		top: Math.max(page.top, area.top),
		right: Math.min(page.right, area.right),
		bottom: Math.min(page.bottom, area.bottom),
	};
}

/**
 * The areas beside the labels: one box around all marks above the labels, one below, one on the left and one on the right.
 * @param marks the marks that belong to no label
 * @param labels the box around all labels
 * @returns undefined when a mark lies between labels
 */
function areasBesideLabels(marks: readonly Edges[], labels: Edges, page: Edges): Edges[] | undefined {
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
	const papers = Object.values(sides).filter((edges) => !isScrap(edges));
	return papers.map((edges) => ({
		left: Math.max(page.left, edges.left - MARGIN_MM),
		top: Math.max(page.top, edges.top - MARGIN_MM),
		right: Math.min(page.right, edges.right + MARGIN_MM),
		bottom: Math.min(page.bottom, edges.bottom + MARGIN_MM),
	}));
}

/** Whether a printed area is too small to be a paper, such as a mark of a printer or a picture of scissors. */
const isScrap = ({ left, top, right, bottom }: Edges): boolean => Math.max(right - left, bottom - top) < MIN_PAPER_MM;

/** Whether a page is larger than an ordinary label: it may contain several labels, or a label with wide margins. */
export function isLargerThanOrdinaryLabel({ widthMm, heightMm }: { widthMm: number; heightMm: number }): boolean {
	return !fitsWithin({ left: 0, top: 0, right: widthMm, bottom: heightMm }, ORDINARY_LABEL_MM);
}

/** Whether a page is larger than every label. */
export const isLargerThanLabel = ({ widthMm, heightMm }: { widthMm: number; heightMm: number }): boolean =>
	!fitsWithin({ left: 0, top: 0, right: widthMm, bottom: heightMm }, MAX_LABEL_AREA_MM);

/**
 * Finds the labels on a page.
 * @param facts the size of the page in millimetres, and its bar codes
 * @param pageInk grid of the printed area; not modified
 * @returns undefined when the page is a single label, has no code that may identify a parcel, or when it is uncertain what belongs
 * to a label
 */
export function findLabelAreas(
	facts: { widthMm: number; heightMm: number; symbols: readonly PageSymbol[] },
	pageInk: InkGrid,
): LabelAreas | undefined {
	if (!isLargerThanOrdinaryLabel(facts)) return undefined;
	const page: Edges = { left: 0, top: 0, right: facts.widthMm, bottom: facts.heightMm };
	const codes = facts.symbols.filter(mayIdentifyParcel);
	if (codes.length === 0) return undefined;
	const grid = { ...pageInk, cells: pageInk.cells.slice() };
	const isPageOfLabelSize = !isLargerThanLabel(facts);
	// On a page of label size, lines from side to side belong to the label and are not cut lines.
	const cutLines = isPageOfLabelSize ? [] : removeCutLines(grid);
	const marks = findMarks(grid).filter(
		({ left, top, right, bottom }) =>
			// Ignore a frame around the whole page.
			right - left < facts.widthMm * 0.9 || bottom - top < facts.heightMm * 0.9 || isPageOfLabelSize,
	);
	if (marks.length === 0 || marks.length > MAX_MARKS) return undefined;
	if (isPageOfLabelSize) {
		// Only white margins are cropped, and only when the result is 4 × 6 in or smaller.
		const ink = marks.reduce(union);
		if (!fitsWithin(ink, STOCK_MM)) return undefined;
		return { labels: [boxOf(addMargin(ink, codes, [], page))], otherAreas: [] };
	}
	const blocks = findEqualLabels(codes.map(edgesOf), marks, page) ?? findLabelBlocks(codes, marks, cutLines);
	const codesIn = (block: Edges) => codes.filter((code) => contains(block, edgesOf(code), CELL_MM * 2));
	const labels = blocks.filter((block) => hasLabelCodes(codesIn(block)));
	if (labels.length === 0) return undefined;
	if (labels.some((label, index) => labels.some((other, otherIndex) => otherIndex !== index && overlaps(label, other))))
		return undefined;
	const marksOutside = marks.filter((mark) => !labels.some((label) => contains(label, mark, 0)));
	if (marksOutside.some((mark) => labels.some((label) => overlaps(label, mark)))) return undefined;
	// A code outside all labels is on a label that was not found, unless the code repeats a code of a found label.
	const isOnLabel = (code: PageSymbol) => labels.some((label) => contains(label, edgesOf(code), CELL_MM * 2));
	const textsOnLabels = new Set(codes.filter(isOnLabel).map(({ text }) => text));
	if (codes.some((code) => !isOnLabel(code) && !textsOnLabels.has(code.text))) return undefined;
	const labelsWithMargin = labels.map((label) =>
		addMargin(label, codes, [...marksOutside, ...labels.filter((other) => other !== label)], page),
	);
	const otherAreas =
		marksOutside.length === 0 ? [] : (areasBesideLabels(marksOutside, labels.reduce(union), page) ?? [page]);
	return { labels: labelsWithMargin.sort(byReadingOrder).map(boxOf), otherAreas: otherAreas.map(boxOf) };
}

/** Whether codes may be those of a label: several, or one that is high enough. */
export const hasLabelCodes = (codes: readonly PageSymbol[]): boolean =>
	new Set(codes.map(({ text }) => text)).size > 1 ||
	codes.some(({ widthMm, heightMm }) => Math.min(widthMm, heightMm) >= MIN_ONLY_CODE_HEIGHT_MM);

/**
 * Whether a block lies within another block. If two codes are in one block, the block was found twice: then only the second of
 * the equal blocks counts as lying within the other.
 */
const isWithinOther = (block: Edges, other: Edges, index: number, otherIndex: number) =>
	contains(other, block, 0) && (!contains(block, other, 0) || otherIndex < index);

/** Reading order: rows from the top, each from the left. */
const byReadingOrder = (a: Edges, b: Edges) => (Math.abs(a.top - b.top) > 20 ? a.top - b.top : a.left - b.left);
