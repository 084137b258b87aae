// Draws a packing slip on the stock of a printer, in every script that labels have. Lengths are in points unless the name says mm.
import type { PDFPage } from 'pdf-lib';
import { t } from '../../../src-contract/i18n';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { stockOf } from '../../../src-contract/model/stock';
import { drawLinearCode, linearCodeWidth } from '../../../src-pdf/bar-code';
import { type Fonts, sizeToFit, wrapText } from '../../../src-pdf/fonts';
import { drawText, type TextStyle, textWidth } from '../../../src-pdf/page-text';
import type { TextFace } from '../../../src-pdf/text-face';
import type { PackingSlip } from './packing-slip';

const POINTS_PER_MM = 72 / 25.4;
const LINE_SPACING = 1.3;
/** From this width and height on, the margins and the texts are those of office paper, and the addresses are side by side. */
const WIDE_MM = 140;
const CODE_HEIGHT_MM = 12;
/** Widths of the narrowest bar, the preferred one first. Both are multiples of the dot of a 203 dpi print head. */
const MODULES_MM = [0.375, 0.25];

/** What is drawn, from the top to the bottom. A part is never divided between two pages. */
interface Part {
	height: number;
	/** @param top upper edge of the part */
	draw: (page: PDFPage, top: number) => void;
}

interface Column {
	left: number;
	width: number;
}

/** One part for each line of a text, which is wrapped. */
const textParts = (text: string, style: TextStyle, { left, width }: Column): Part[] =>
	wrapText(style.font, text, style.size, width).map((line) => ({
		height: style.size * LINE_SPACING,
		draw: (page, top) => drawText(page, line, { x: left, y: top - style.size }, style),
	}));

const below = (parts: readonly Part[]): Part => ({
	height: parts.reduce((sum, { height }) => sum + height, 0),
	draw(page, top) {
		let y = top;
		for (const part of parts) {
			part.draw(page, y);
			y -= part.height;
		}
	},
});
const beside = (parts: readonly Part[]): Part => ({
	height: Math.max(...parts.map(({ height }) => height)),
	draw: (page, top) => {
		for (const part of parts) part.draw(page, top);
	},
});
const gap = (height: number): Part => ({ height, draw: () => {} });
const rule = ({ left, width }: Column, height: number): Part => ({
	height,
	draw: (page, top) =>
		page.drawLine({
			start: { x: left, y: top - height / 2 },
			end: { x: left + width, y: top - height / 2 },
			thickness: 0.8,
		}),
});

interface Slip {
	slip: PackingSlip;
	regular: TextFace;
	bold: TextFace;
	size: number;
	column: Column;
	isWide: boolean;
}

function addressParts(
	title: string,
	lines: readonly string[],
	isBold: boolean,
	column: Column,
	{ regular, bold, size }: Slip,
): Part[] {
	const style = { font: isBold ? bold : regular, size };
	const titleStyle = { font: regular, size: size * 0.8 };
	return [...textParts(title, titleStyle, column), ...lines.flatMap((line) => textParts(line, style, column))];
}

/** The reference on the left and the date on the right; below each other when they are too wide. */
function referenceParts({ slip: { reference, date }, regular, size, column }: Slip): Part[] {
	const style = { font: regular, size };
	const dateWidth = textWidth(date, style);
	const referenceLines = textParts(reference, style, column);
	if (textWidth(reference, style) + dateWidth + size > column.width)
		return [...referenceLines, ...textParts(date, style, column)];
	const right = { left: column.left + column.width - dateWidth, width: column.width };
	return [beside([...referenceLines, ...textParts(date, style, right)])];
}

function headParts(slip: Slip): Part[] {
	const { bold, size, column, isWide } = slip;
	const half = (column.width - 2 * size) / 2;
	const left = isWide ? { ...column, width: half } : column;
	const right = isWide ? { left: column.left + half + 2 * size, width: half } : column;
	const addresses = [
		addressParts(t('TO##recipient'), slip.slip.to, true, left, slip),
		addressParts(t('FROM##sender'), slip.slip.from, false, right, slip),
	];
	const title = t('PACKING SLIP');
	return [
		...textParts(title, { font: bold, size: sizeToFit(bold, title, column.width, size * 1.5, size) }, column),
		...referenceParts(slip),
		rule(column, size),
		...(isWide ? [beside(addresses.map(below))] : addresses.flatMap((address) => [...address, gap(size / 2)])),
		rule(column, size),
	];
}

function itemParts({ slip, regular, bold, size, column }: Slip): Part[] {
	const style = { font: regular, size };
	const countWidths = slip.items.map(({ quantity }) => textWidth(`${quantity} ×`, { font: bold, size }));
	const quantityWidth = Math.max(...countWidths, 0) + size / 2;
	const description = { left: column.left + quantityWidth, width: column.width - quantityWidth };
	return slip.items.flatMap(({ quantity, description: text }) => {
		const count = `${quantity} ×`;
		const left = description.left - size / 2 - textWidth(count, { font: bold, size });
		const [firstLine, ...otherLines] = textParts(text || '–', style, description);
		const countPart = textParts(count, { font: bold, size }, { left, width: column.width });
		return [beside([...countPart, ...(firstLine ? [firstLine] : [])]), ...otherLines];
	});
}

/** The tracking number as a bar code, if a code fits, and as text. */
function codePart({ slip: { trackingNumber }, regular, size, column }: Slip): Part[] {
	if (!trackingNumber) return [];
	const centre = column.left + column.width / 2;
	const style = { font: regular, size };
	const text: Part = {
		height: size * LINE_SPACING,
		draw: (page, top) => drawText(page, trackingNumber, { x: centre, y: top - size, align: 'centre' }, style),
	};
	const canEncode = /^[\x20-\x7e]+$/.test(trackingNumber);
	const moduleMm = MODULES_MM.find(
		(width) => canEncode && linearCodeWidth('code128', trackingNumber, width) <= column.width,
	);
	if (moduleMm === undefined) return [rule(column, size), text];
	const heightPoints = CODE_HEIGHT_MM * POINTS_PER_MM;
	const code: Part = {
		height: heightPoints + size / 2,
		draw(page, top) {
			const box = { centre, bottom: top - heightPoints, heightMm: CODE_HEIGHT_MM, moduleMm };
			drawLinearCode(page, 'code128', trackingNumber, box);
		},
	};
	return [rule(column, size), below([code, text])];
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
 * Draws the packing slip in the size of one label or sheet of the stock, on as many pages as it needs; on a roll, as long as it needs.
 */
export async function drawPackingSlip(
	slip: PackingSlip,
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> {
	const { PDFDocument } = await import('pdf-lib');
	const stock = stockOf(printer);
	const widthMm = stock.widthMm / stock.across;
	const isWide = Math.min(widthMm, stock.heightMm ?? 0) >= WIDE_MM;
	const marginMm = isWide ? 15 : stock.heightMm === null ? 0 : 5;
	const margin = marginMm * POINTS_PER_MM;
	const width = widthMm * POINTS_PER_MM;
	const document = await PDFDocument.create();
	const { regular, bold, embedScriptFonts } = await fonts.embed(document, slip.countries);
	const content: Slip = {
		slip,
		regular,
		bold,
		size: isWide ? 11 : 9,
		column: { left: margin, width: width - 2 * margin },
		isWide,
	};
	const parts = [...headParts(content), ...itemParts(content), ...codePart(content)];
	const contentHeight = below(parts).height;
	const height = stock.heightMm === null ? contentHeight + content.size : (stock.heightMm / stock.down) * POINTS_PER_MM;
	const pages = stock.heightMm === null ? [parts] : distribute(parts, height - 2 * margin);
	for (const [index, partsOfPage] of pages.entries()) {
		const page = document.addPage([width, height]);
		below(partsOfPage).draw(page, height - margin);
		const style = { font: regular, size: 7 };
		if (pages.length > 1)
			drawText(page, `${index + 1}/${pages.length}`, { x: width - margin, y: margin / 2, align: 'right' }, style);
	}
	embedScriptFonts();
	return document.save();
}
