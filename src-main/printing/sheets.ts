// Pages on the sheets of a printer: which page lies where, and the sheets as a PDF or as dots. One rule places them for both.
import type { PDFDict, PDFDocument } from 'pdf-lib';
import { AppError } from '../../src-contract/errors';
import { type PageSize, type Placement, placeOnStock } from '../../src-contract/placement';
import { type Printer, stockName, stockOf } from '../../src-contract/print';
import { say } from '../../src-contract/wording';
import { type Dots, dither, threshold } from './dots';
import { visiblePart } from './page-crop';
import { openPdf, POINTS_PER_MM } from './pdfium';
import { rasterPdf } from './raster-pdf';

const MM_PER_INCH = 25.4;

export interface Layout {
	printer: Printer;
	isLabel: boolean;
	/** True size, or what a person was shown and agreed to. */
	oversize: Printer['oversize'];
}

interface Sheet {
	widthMm: number;
	heightMm: number;
	items: { page: number; placement: Placement }[];
}

/** @throws `printer.mismatch`: a bar code is never scaled to make a page fit unless somebody chose to */
function arrange(pages: readonly PageSize[], { printer, isLabel, oversize }: Layout): Sheet[] {
	const stock = stockOf(printer);
	const perSheet = stock.across * stock.down;
	const first = Math.min(printer.startPosition, perSheet) - 1;
	const sheets: Sheet[] = [];
	for (const [page, size] of pages.entries()) {
		const position = (first + page) % perSheet;
		const placed = placeOnStock(size, { ...printer, oversize, stock, position, isLabel });
		if (!placed.fits) throw mismatch(size, printer);
		const { placement } = placed;
		const printed = placement.visibleMm ?? placement;
		const heightMm = stock.heightMm ?? printed.topMm + printed.heightMm;
		if (position === 0 || sheets.length === 0) sheets.push({ widthMm: stock.widthMm, heightMm, items: [] });
		sheets.at(-1)?.items.push({ page, placement });
	}
	return sheets;
}

function mismatch({ widthMm, heightMm }: PageSize, printer: Printer): AppError {
	return new AppError(
		'printer.mismatch',
		say(
			'The page is {width} × {height} mm and does not fit on {stock}. Nothing was printed; the document is kept. Choose another printer or a larger stock, or let it be scaled.',
			{ width: Math.round(widthMm), height: Math.round(heightMm), stock: stockName(printer) },
		),
	);
}

const blank = () =>
	new AppError(
		'document.notPrintable',
		say(
			'The label comes out blank when it is drawn for this printer. Nothing was printed; the document is kept. Print it on a printer that takes PDF, or save the file and show it to the support of the service.',
		),
	);

async function sizesOf(bytes: Uint8Array): Promise<PageSize[]> {
	const pdf = await openPdf(bytes);
	try {
		return Array.from({ length: pdf.pageCount }, (_, page) => {
			const { width, height } = pdf.size(page);
			return { widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM };
		});
	} finally {
		pdf.close();
	}
}

/** @returns the height of the longest sheet, in millimetres */
export async function sheetHeightMm(bytes: Uint8Array, layout: Layout): Promise<number> {
	const stock = stockOf(layout.printer);
	if (stock.heightMm !== null) return stock.heightMm;
	return Math.max(...arrange(await sizesOf(bytes), layout).map(({ heightMm }) => heightMm));
}

/** Sheets as a PDF whose pages are the stock; nothing is resampled. */
export async function sheetsAsPdf(bytes: Uint8Array, layout: Layout): Promise<Uint8Array> {
	const sheets = arrange(await sizesOf(bytes), layout);
	return layPages(bytes, sheets).catch(async () => layPages(await rasterPdf(bytes), sheets));
}

async function layPages(bytes: Uint8Array, sheets: readonly Sheet[]): Promise<Uint8Array> {
	const { PDFDocument, degrees } = await import('pdf-lib');
	const source = await PDFDocument.load(bytes, { password: '' });
	if (await showsMoreThanContents(source)) throw new Error('its parts cannot be taken over one by one');
	const result = await PDFDocument.create();
	const pages = source.getPages();
	for (const { widthMm, heightMm, items } of sheets) {
		const sheet = result.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]);
		for (const { page, placement } of items) {
			const node = pages[page];
			if (!node) throw new Error('a page is missing');
			const box = visiblePart(node);
			const embedded = await result.embedPage(node, {
				left: box.x,
				bottom: box.y,
				right: box.x + box.width,
				top: box.y + box.height,
			});
			// A page's own turn is clockwise, the placement's counter-clockwise; both go about the page's lower left corner.
			const turn = (((placement.turn - node.getRotation().angle) % 360) + 360) % 360;
			const left = placement.leftMm * POINTS_PER_MM;
			const width = placement.widthMm * POINTS_PER_MM;
			const height = placement.heightMm * POINTS_PER_MM;
			const foot = heightMm * POINTS_PER_MM - placement.topMm * POINTS_PER_MM - height;
			const [x, y] = { 0: [0, 0], 90: [width, 0], 180: [width, height], 270: [0, height] }[turn] as [number, number];
			const size = turn % 180 === 0 ? { width, height } : { width: height, height: width };
			sheet.drawPage(embedded, { x: left + x, y: foot + y, ...size, rotate: degrees(turn) });
		}
	}
	return result.save();
}

/** Stamps and other notes with a look of their own, or layers that can be hidden: a page's contents alone are not what is seen. */
async function showsMoreThanContents(source: PDFDocument): Promise<boolean> {
	const { PDFName } = await import('pdf-lib');
	const isNote = (annotation: PDFDict) =>
		!['/Link', '/Widget', '/Popup'].includes(String(annotation.get(PDFName.of('Subtype'))));
	const notes = source.getPages().some((page) => {
		const list = page.node.Annots();
		return list?.asArray().some((entry) => {
			const annotation = source.context.lookup(entry);
			return annotation !== undefined && 'get' in annotation && isNote(annotation as PDFDict);
		});
	});
	return notes || (await hasLayers(source));
}

/** Layers that can be hidden are named for the whole document: a page taken out of it shows them all. */
export async function hasLayers(source: PDFDocument): Promise<boolean> {
	const { PDFName } = await import('pdf-lib');
	return source.catalog.has(PDFName.of('OCProperties'));
}

/** Sheets as dots of the printer. */
export async function sheetsAsDots(bytes: Uint8Array, layout: Layout): Promise<Dots[]> {
	const { dpi, dither: isPicture } = layout.printer;
	const pdf = await openPdf(bytes);
	try {
		const sizes = Array.from({ length: pdf.pageCount }, (_, page) => pdf.size(page)).map(({ width, height }) => ({
			widthMm: width / POINTS_PER_MM,
			heightMm: height / POINTS_PER_MM,
		}));
		const toDots = (millimetres: number) => Math.round((millimetres / MM_PER_INCH) * dpi);
		const sheets = arrange(sizes, layout).map(({ widthMm, heightMm, items }) => {
			const [widthPx, heightPx] = [toDots(widthMm), toDots(heightMm)];
			return items
				.map(({ page, placement }) => {
					const request = {
						widthPx,
						heightPx,
						scale: (dpi / 72) * placement.scale,
						turn: placement.turn,
						// On whole dots, so that what was drawn for this printer's dots still lies on them.
						leftPx: toDots(placement.leftMm),
						topPx: toDots(placement.topMm),
						colour: 'grey',
						smooth: isPicture || placement.scale !== 1,
					} as const;
					return pdf.draw(page, request, ({ pixels }) => (isPicture ? dither : threshold)(pixels, widthPx, heightPx));
				})
				.reduce(overlaid);
		});
		// A blank label on a parcel is worse than none: whatever the drawing library left out, somebody has to know.
		if (layout.isLabel && sheets.every(({ bits }) => bits.every((byte) => byte === 0))) throw blank();
		return sheets;
	} finally {
		pdf.close();
	}
}

/** Each page lies in a place of its own. */
function overlaid(one: Dots, other: Dots): Dots {
	return { ...one, bits: one.bits.map((byte, index) => byte | (other.bits[index] as number)) };
}
