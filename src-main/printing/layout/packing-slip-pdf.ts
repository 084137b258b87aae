// Draws packing slips on the stock of a printer, in every script that labels have. Lengths are in points.
import { t } from '../../../src-contract/i18n';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { type Fonts, sizeToFit } from '../../../src-pdf/fonts';
import { textWidth } from '../../../src-pdf/page-text';
import type { PackingSlip } from './packing-slip';
import {
	below,
	beside,
	besideByLine,
	type Column,
	codePart,
	drawPaper,
	gap,
	oppositeParts,
	type Paper,
	type Part,
	rule,
	textParts,
} from './paper';

const CODE_HEIGHT_MM = 12;
/** Maximum share of the width that the SKUs take. */
const MAX_SKU_SHARE = 0.3;

interface Slip extends Paper {
	slip: PackingSlip;
}

/** Size of a small title above a text, in relation to the text. */
const TITLE_SCALE = 0.8;

function addressParts(
	title: string,
	lines: readonly string[],
	isBold: boolean,
	column: Column,
	{ regular, bold, size }: Slip,
): Part[] {
	const style = { font: isBold ? bold : regular, size };
	const titleStyle = { font: regular, size: size * TITLE_SCALE };
	return [...textParts(title, titleStyle, column), ...lines.flatMap((line) => textParts(line, style, column))];
}

/** Two halves of the column, with a gap between them. */
function halvesOf({ column, size }: Slip): [left: Column, right: Column] {
	const width = (column.width - 2 * size) / 2;
	return [
		{ ...column, width },
		{ left: column.left + width + 2 * size, width },
	];
}

/** The title and the order number, with its bar code beside them if there is room, and below them otherwise. */
function titleParts(slip: Slip): Part[] {
	const { bold, size, column, isWide } = slip;
	const { orderNumber } = slip.slip;
	const title = t('PACKING SLIP');
	const titleOn = (width: number): Part[] =>
		textParts(title, { font: bold, size: sizeToFit(bold, title, width, size * 1.5, size) }, column);
	if (!orderNumber) return titleOn(column.width);
	const [left, right] = halvesOf(slip);
	const numberOn = (on: Column): Part[] =>
		textParts(orderNumber, { font: bold, size: sizeToFit(bold, orderNumber, on.width, size * 2, size) }, on);
	const besideTexts = isWide ? codePart(orderNumber, right, { heightMm: CODE_HEIGHT_MM }) : undefined;
	if (besideTexts) {
		const texts = [...titleOn(left.width), ...numberOn(left)];
		return [beside([below(texts), besideTexts]), gap(size / 2)];
	}
	const code = codePart(orderNumber, column, { heightMm: CODE_HEIGHT_MM });
	return [...titleOn(column.width), ...numberOn(column), ...(code ? [gap(size / 4), code, gap(size / 2)] : [])];
}

function headParts(slip: Slip): Part[] {
	const { regular, size, column, isWide } = slip;
	const { from, to, reference, date } = slip.slip;
	const style = { font: regular, size };
	const [left, right] = isWide ? halvesOf(slip) : [column, column];
	const addresses = [
		addressParts(t('TO##recipient'), to, true, left, slip),
		...(from.length > 0 ? [addressParts(t('FROM##sender'), from, false, right, slip)] : []),
	];
	return [
		...titleParts(slip),
		...oppositeParts([reference, style], [date, style], column),
		rule(column, size),
		...(isWide ? [beside(addresses.map(below))] : addresses.flatMap((address) => [...address, gap(size / 2)])),
		rule(column, size),
	];
}

/** Quantity, SKU and description of each item. On narrow paper, the SKU is below the description. */
function itemParts({ slip, regular, bold, size, column, isWide }: Slip): Part[] {
	const style = { font: regular, size };
	const countStyle = { font: bold, size };
	const skuStyle = { font: regular, size: size * TITLE_SCALE };
	const countWidths = slip.items.map(({ quantity }) => textWidth(`${quantity} ×`, countStyle));
	const quantityWidth = Math.max(...countWidths, 0) + size / 2;
	const text = { left: column.left + quantityWidth, width: column.width - quantityWidth };
	const widestSku = Math.max(...slip.items.map(({ sku }) => textWidth(sku, style)), 0);
	const skuWidth = isWide ? Math.min(widestSku, text.width * MAX_SKU_SHARE) : 0;
	const indent = skuWidth > 0 ? skuWidth + size : 0;
	const description = { left: text.left + indent, width: text.width - indent };
	return slip.items.flatMap((item) => {
		const count = `${item.quantity} ×`;
		const left = text.left - size / 2 - textWidth(count, countStyle);
		const lines = textParts(item.description || '–', style, description);
		const sku = isWide
			? textParts(item.sku, style, { left: text.left, width: skuWidth })
			: textParts(item.sku, skuStyle, text);
		return isWide
			? besideByLine([textParts(count, countStyle, { left, width: column.width }), sku, lines])
			: besideByLine([textParts(count, countStyle, { left, width: column.width }), [...lines, ...sku]]);
	});
}

const noteParts = ({ slip, regular, size, column }: Slip): Part[] =>
	slip.notes.flatMap(({ title, text }) => [
		rule(column, size),
		...textParts(title, { font: regular, size: size * TITLE_SCALE }, column),
		...textParts(text, { font: regular, size }, column),
	]);

/** The tracking number as a bar code, if a code fits, and as text. */
function trackingParts({ slip: { trackingNumber }, regular, size, column }: Slip): Part[] {
	if (!trackingNumber) return [];
	const text = textParts(trackingNumber, { font: regular, size }, column, 'centre');
	const code = codePart(trackingNumber, column, { heightMm: CODE_HEIGHT_MM });
	return [rule(column, size), below(code ? [code, gap(size / 2), ...text] : text)];
}

/** Draws packing slips, each beginning on a new page. */
export const drawPackingSlips = (
	slips: readonly PackingSlip[],
	printer: Pick<PrinterProfile, 'stock' | 'ownStock'>,
	fonts: Fonts,
): Promise<Uint8Array> =>
	drawPaper(printer, fonts, [], (paper) =>
		slips.map((slip) => {
			const content: Slip = { ...paper, ...paper.facesFor(slip.countries), slip };
			return {
				parts: [...headParts(content), ...itemParts(content), ...noteParts(content), ...trackingParts(content)],
				footer: slip.orderNumber || slip.reference,
			};
		}),
	);
