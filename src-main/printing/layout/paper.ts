// Lays out a paper that the station draws itself, such as a packing slip, on the stock of a printer: parts below each other, on as
// many pages as they need. Lengths are in points unless the name says mm.
import { grayscale, PDFDocument, type PDFPage } from 'pdf-lib';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { stockOf } from '../../../src-contract/model/stock';
import { drawLinearCode, linearCodeWidth } from '../../../src-pdf/bar-code';
import { type EmbeddedFonts, type Fonts, wrapText } from '../../../src-pdf/fonts';
import { drawText, type TextStyle, textWidth } from '../../../src-pdf/page-text';

const POINTS_PER_MM = 72 / 25.4;
const LINE_SPACING = 1.3;
/** From this width and height on, the margins and the texts are those of office paper, and texts are side by side. */
const WIDE_MM = 140;
const FOOTER_SIZE = 7;
const THIN_LINE = 0.8;
/** Module widths of bar codes, the preferred one first. All are multiples of the dot of a 203 dpi print head. */
const MODULES_MM = [0.375, 0.25];
export const LARGE_MODULES_MM = [0.5, ...MODULES_MM];

/** What is drawn, from the top to the bottom. A part is never divided between two pages. */
export interface Part {
	height: number;
	/** @param top upper edge of the part */
	draw: (page: PDFPage, top: number) => void;
}

export interface Column {
	left: number;
	width: number;
}

/** The stock of one label or sheet, with the fonts and sizes for it. */
export interface Paper extends Omit<EmbeddedFonts, 'embedScriptFonts'> {
	/** Font size of the texts. */
	size: number;
	/** Between the margins. */
	column: Column;
	isWide: boolean;
}

/** A document of its own, such as one of several packing slips. It starts on a new page, and its pages are numbered from 1. */
export interface Section {
	parts: readonly Part[];
	/** Names the document beside its page numbers; may be empty. */
	footer: string;
}

/** One part for each line of a text, which is wrapped. Keeps the line breaks of the text. */
export const textParts = (
	text: string,
	style: TextStyle,
	{ left, width }: Column,
	align: 'left' | 'centre' = 'left',
): Part[] =>
	text
		.split('\n')
		.flatMap((paragraph) => wrapText(style.font, paragraph, style.size, width))
		.map((line) => ({
			height: style.size * LINE_SPACING,
			draw: (page, top) =>
				drawText(page, line, { x: align === 'centre' ? left + width / 2 : left, y: top - style.size, align }, style),
		}));

export const below = (parts: readonly Part[]): Part => ({
	height: parts.reduce((sum, { height }) => sum + height, 0),
	draw(page, top) {
		let y = top;
		for (const part of parts) {
			part.draw(page, y);
			y -= part.height;
		}
	},
});
export const beside = (parts: readonly Part[]): Part => ({
	height: Math.max(...parts.map(({ height }) => height)),
	draw: (page, top) => {
		for (const part of parts) part.draw(page, top);
	},
});
export const gap = (height: number): Part => ({ height, draw: () => {} });
/** A line across the column, in the middle of its height. */
export const rule = ({ left, width }: Column, height: number): Part => ({
	height,
	draw: (page, top) =>
		page.drawLine({
			start: { x: left, y: top - height / 2 },
			end: { x: left + width, y: top - height / 2 },
			thickness: THIN_LINE,
		}),
});
/** A square to tick, for a line of text of this size. */
export const checkBox = (left: number, size: number): Part => ({
	height: size * LINE_SPACING,
	draw: (page, top) =>
		// Without a colour of the border, the square would be filled.
		page.drawRectangle({
			x: left + THIN_LINE,
			y: top - size * 1.1,
			width: size,
			height: size,
			borderWidth: THIN_LINE,
			borderColor: grayscale(0),
		}),
});

/** The lines of several columns beside each other, one part for each line, so that a long text may go on on the next page. */
export const besideByLine = (columns: readonly (readonly Part[])[]): Part[] =>
	Array.from({ length: Math.max(...columns.map((lines) => lines.length)) }, (_, index) =>
		beside(columns.flatMap((lines) => lines[index] ?? [])),
	);

/** A text on the left and one on the right; below each other when they are too wide. */
export function oppositeParts(
	[left, leftStyle]: [text: string, style: TextStyle],
	[right, rightStyle]: [text: string, style: TextStyle],
	column: Column,
): Part[] {
	const rightWidth = textWidth(right, rightStyle);
	const leftParts = textParts(left, leftStyle, column);
	if (textWidth(left, leftStyle) + rightWidth + leftStyle.size > column.width)
		return [...leftParts, ...textParts(right, rightStyle, column)];
	const rightColumn = { left: column.left + column.width - rightWidth, width: column.width };
	return [beside([...leftParts, ...textParts(right, rightStyle, rightColumn)])];
}

/**
 * A text as a Code 128 in the middle of the column.
 * @returns undefined when the text has other characters than ASCII, or when the code is too wide
 */
export function codePart(
	text: string,
	{ left, width }: Column,
	{ modulesMm = MODULES_MM, heightMm }: { modulesMm?: readonly number[]; heightMm: number },
): Part | undefined {
	if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
	const moduleMm = modulesMm.find((module) => linearCodeWidth('code128', text, module) <= width);
	if (moduleMm === undefined) return undefined;
	const height = heightMm * POINTS_PER_MM;
	const centre = left + width / 2;
	return {
		height,
		draw: (page, top) => drawLinearCode(page, 'code128', text, { centre, bottom: top - height, heightMm, moduleMm }),
	};
}

/** Distributes the parts over pages of this height. */
function distribute(parts: readonly Part[], height: number): Part[][] {
	const pages: Part[][] = [[]];
	let free = height;
	for (const part of parts) {
		if (part.height > free && pages.at(-1)?.length) {
			pages.push([]);
			free = height;
		}
		pages.at(-1)?.push(part);
		free -= part.height;
	}
	return pages;
}

/**
 * Draws documents in the size of one label or sheet of the stock, each on as many pages as it needs; on a roll, each on one page as
 * long as it needs.
 * @param countries country codes of the addresses, which decide between the forms of Chinese characters
 */
export async function drawPaper(
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
	countries: readonly string[],
	sectionsOn: (paper: Paper) => readonly Section[],
): Promise<Uint8Array> {
	const stock = stockOf(printer);
	const widthMm = stock.widthMm / stock.across;
	const isWide = Math.min(widthMm, stock.heightMm ?? 0) >= WIDE_MM;
	const marginMm = isWide ? 15 : stock.heightMm === null ? 0 : 5;
	const margin = marginMm * POINTS_PER_MM;
	const width = widthMm * POINTS_PER_MM;
	const document = await PDFDocument.create();
	const { embedScriptFonts, ...faces } = await fonts.embed(document, countries);
	const column = { left: margin, width: width - 2 * margin };
	const paper: Paper = { ...faces, size: isWide ? 11 : 9, column, isWide };
	const footerStyle = { font: faces.regular, size: FOOTER_SIZE };
	for (const { parts, footer } of sectionsOn(paper)) {
		const height =
			stock.heightMm === null ? below(parts).height + paper.size : (stock.heightMm / stock.down) * POINTS_PER_MM;
		const pages = stock.heightMm === null ? [parts] : distribute(parts, height - 2 * margin);
		for (const [index, partsOfPage] of pages.entries()) {
			const page = document.addPage([width, height]);
			below(partsOfPage).draw(page, height - margin);
			if (pages.length === 1) continue;
			const number = `${index + 1}/${pages.length}`;
			const named = `${footer}   ${number}`.trim();
			const text = textWidth(named, footerStyle) <= column.width ? named : number;
			drawText(page, text, { x: width - margin, y: margin / 2, align: 'right' }, footerStyle);
		}
	}
	embedScriptFonts();
	return document.save();
}
