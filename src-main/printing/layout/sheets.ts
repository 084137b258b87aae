// Lays out pages on the sheets of a printer and renders the sheets as PDF or as dots. Both outputs use the same placement.
import type { PDFDict, PDFDocument } from 'pdf-lib';
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { Printer } from '../../../src-contract/model/print';
import { stockName, stockOf } from '../../../src-contract/model/stock';
import { type PageSize, type Placement, placeOnStock } from '../../../src-contract/rules/label-placement';
import { contentBoxOf } from '../../documents/code-areas';
import { visiblePart } from '../../documents/page-crop';
import { readPage } from '../../documents/page-facts';
import { type OpenPdf, openPdf, POINTS_PER_MM } from '../../documents/pdfium';
import { hasLayers, rasterisePdf } from '../../documents/raster-pdf';
import { type Dots, dither, threshold } from './dots';
import { type ExpectedCodes, findLostCodesInDots, findLostCodesInPdf } from './printed-codes';

const MM_PER_INCH = 25.4;

export interface Layout {
	printer: Printer;
	isLabel: boolean;
	/** `refuse`: pages are printed at true size or not at all. `scale`: pages that do not fit are scaled, as the user chose. */
	oversize: Printer['oversize'];
	/** The user was shown which codes cannot be read on the sheet and prints it anyway. */
	acceptsLostCodes?: boolean;
}

interface Sheet {
	widthMm: number;
	heightMm: number;
	items: { page: number; placement: Placement }[];
}

/** The sheets with their pages, and the codes that must be readable on each sheet. */
export interface SheetLayout {
	sheets: Sheet[];
	pages: PageSize[];
	codes: ExpectedCodes;
}

/** @throws `printer.mismatch` when a page does not fit: it is scaled only when the user chose so, because bar codes may suffer */
function placePages(pages: readonly PageSize[], { printer, isLabel, oversize }: Layout): Sheet[] {
	const stock = stockOf(printer);
	const perSheet = stock.across * stock.down;
	const first = Math.min(printer.startPosition, perSheet) - 1;
	const sheets: Sheet[] = [];
	for (const [page, size] of pages.entries()) {
		const position = (first + page) % perSheet;
		const placed = placeOnStock(size, { ...printer, oversize, stock, position, isLabel });
		if (!placed.fits) throw mismatchError(size, printer, isLabel);
		const { placement } = placed;
		const printed = placement.visibleMm ?? placement;
		const heightMm = stock.heightMm ?? printed.topMm + printed.heightMm;
		if (position === 0 || sheets.length === 0) sheets.push({ widthMm: stock.widthMm, heightMm, items: [] });
		sheets.at(-1)?.items.push({ page, placement });
	}
	return sheets;
}

function mismatchError({ widthMm, heightMm }: PageSize, printer: Printer, isLabel: boolean): AppError {
	const values = { width: Math.round(widthMm), height: Math.round(heightMm), stock: stockName(printer) };
	return new AppError(
		'printer.mismatch',
		isLabel && stockOf(printer).heightMm === null
			? t(
					'The label is {width} × {height} mm, wider than the {stock}. Nothing was printed. The document is kept. Choose a label printer, or set the label width at the service to at most {limit} mm.',
					{ ...values, limit: stockOf(printer).widthMm },
				)
			: t(
					'The page is {width} × {height} mm and does not fit on {stock}. Nothing was printed. The document is kept. Choose another printer or larger paper, or scale the page.',
					values,
				),
	);
}

function codesLostError(codes: readonly string[], printer: Printer): AppError {
	return new AppError(
		'printer.codesLost',
		t(
			'These codes would be unreadable on {stock}: {codes}. Nothing was printed. The document is kept. Choose a printer with larger paper or a higher resolution, or print anyway.',
			{ stock: stockName(printer), codes: codes.join(', ') },
		),
	);
}

const blankLabelError = () =>
	new AppError(
		'document.notPrintable',
		t(
			"The label would come out blank on this printer. Nothing was printed. The document is kept. Use a printer that supports PDF, or save the file and send it to the service's support.",
		),
	);

const sizeOf = (pdf: OpenPdf, page: number): PageSize => {
	const { width, height } = pdf.size(page);
	return { widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM };
};

/**
 * Places the pages on sheets. For a label that does not fit at true size, its bar codes are read first: the position of its
 * content and its narrowest module decide whether margins may be cropped or the page scaled.
 * @param bytes a PDF
 * @throws `printer.mismatch` when a page does not fit
 */
export async function layOutSheets(bytes: Uint8Array, layout: Layout): Promise<SheetLayout> {
	const { printer, isLabel } = layout;
	const stock = stockOf(printer);
	const pdf = await openPdf(bytes);
	try {
		const pages: PageSize[] = [];
		const codes = new Map<number, string[]>();
		for (let page = 0; page < pdf.pageCount; page += 1) {
			const size = sizeOf(pdf, page);
			const placed = placeOnStock(size, { ...printer, oversize: 'refuse', stock, position: 0, isLabel });
			if (placed.fits || !isLabel) {
				pages.push(size);
				continue;
			}
			const facts = await readPage(pdf, page);
			const contentMm = contentBoxOf(facts);
			if (facts.symbols.length === 0 || !contentMm) {
				// Margins are cropped only if a bar code can be read again afterwards to saveProof that nothing was lost.
				pages.push(size);
				continue;
			}
			pages.push({ ...size, contentMm, moduleMm: Math.min(...facts.symbols.map((symbol) => symbol.moduleMm)) });
			codes.set(
				page,
				facts.symbols.map(({ text }) => text),
			);
		}
		const sheets = placePages(pages, layout);
		return { sheets, pages, codes: sheets.map(({ items }) => items.flatMap(({ page }) => codes.get(page) ?? [])) };
	} finally {
		pdf.close();
	}
}

/** Height of the longest sheet in millimetres. */
export const longestSheetMm = ({ sheets }: SheetLayout): number => Math.max(...sheets.map(({ heightMm }) => heightMm));

/** Called with the texts of the codes that are readable on the pages but not on the sheets. */
type OnLostCodes = (codes: readonly string[], printer: Printer) => void;
const throwCodesLost: OnLostCodes = (codes, printer) => {
	throw codesLostError(codes, printer);
};

/**
 * Renders the sheets as a PDF whose pages have the size of the stock. Images are not resampled.
 * @param bytes a PDF
 * @throws `printer.codesLost` unless `onLostCodes` handles it
 */
export async function renderSheetsAsPdf(
	bytes: Uint8Array,
	layout: Layout,
	sheetLayout?: SheetLayout,
	onLostCodes: OnLostCodes = throwCodesLost,
): Promise<Uint8Array> {
	const { sheets, codes } = sheetLayout ?? (await layOutSheets(bytes, layout));
	const pdf = await drawPages(bytes, sheets).catch(async () => drawPages(await rasterisePdf(bytes), sheets));
	if (!layout.acceptsLostCodes) {
		const lost = await findLostCodesInPdf(pdf, layout.printer.dpi, codes);
		if (lost.length > 0) onLostCodes(lost, layout.printer);
	}
	return pdf;
}

/** @throws Error when the PDF is damaged or has annotations or layers; its pages are then drawn as pictures */
async function drawPages(bytes: Uint8Array, sheets: readonly Sheet[]): Promise<Uint8Array> {
	const { PDFDocument, clip, degrees, endPath, popGraphicsState, pushGraphicsState, rectangle } = await import(
		'pdf-lib'
	);
	const source = await PDFDocument.load(bytes, { password: '' });
	if (await hasAnnotationsOrLayers(source)) throw new Error('pages with annotations or layers cannot be copied');
	const result = await PDFDocument.create();
	const pages = source.getPages();
	for (const { widthMm, heightMm, items } of sheets) {
		const sheet = result.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]);
		for (const { page, placement } of items) {
			const node = pages[page];
			if (!node) throw new Error('the document has no such page');
			const box = visiblePart(node);
			const embedded = await result.embedPage(node, {
				left: box.x,
				bottom: box.y,
				right: box.x + box.width,
				top: box.y + box.height,
			});
			// The rotation of a page is clockwise, that of a placement counter-clockwise, both around the lower left corner.
			const turn = (((placement.turn - node.getRotation().angle) % 360) + 360) % 360;
			const left = placement.leftMm * POINTS_PER_MM;
			const width = placement.widthMm * POINTS_PER_MM;
			const height = placement.heightMm * POINTS_PER_MM;
			const bottom = heightMm * POINTS_PER_MM - placement.topMm * POINTS_PER_MM - height;
			const corner = { 0: [0, 0], 90: [width, 0], 180: [width, height], 270: [0, height] }[turn];
			if (!corner) throw new Error('the rotation of the page is not a multiple of 90°');
			const [x = 0, y = 0] = corner;
			const size = turn % 180 === 0 ? { width, height } : { width: height, height: width };
			const visible = placement.visibleMm;
			if (visible)
				// Clip the cropped margins so that they do not cover another label of the sheet.
				sheet.pushOperators(
					pushGraphicsState(),
					rectangle(
						visible.leftMm * POINTS_PER_MM,
						(heightMm - visible.topMm - visible.heightMm) * POINTS_PER_MM,
						visible.widthMm * POINTS_PER_MM,
						visible.heightMm * POINTS_PER_MM,
					),
					clip(),
					endPath(),
				);
			sheet.drawPage(embedded, { x: left + x, y: bottom + y, ...size, rotate: degrees(turn) });
			if (visible) sheet.pushOperators(popGraphicsState());
		}
	}
	return result.save();
}

/** Whether the PDF has visible annotations, such as stamps, or optional layers, which `embedPage` does not copy. */
async function hasAnnotationsOrLayers(source: PDFDocument): Promise<boolean> {
	const { PDFDict, PDFName } = await import('pdf-lib');
	const isVisibleAnnotation = (annotation: PDFDict) =>
		!['/Link', '/Widget', '/Popup'].includes(String(annotation.get(PDFName.of('Subtype'))));
	const hasAnnotations = source.getPages().some((page) => {
		const list = page.node.Annots();
		return list?.asArray().some((entry) => {
			const annotation = source.context.lookup(entry);
			return annotation instanceof PDFDict && isVisibleAnnotation(annotation);
		});
	});
	return hasAnnotations || (await hasLayers(source));
}

/**
 * Renders the sheets as dots at the resolution of the printer.
 * @param bytes a PDF
 * @throws `printer.codesLost` unless `onLostCodes` handles it
 * @throws `document.notPrintable` when all sheets of a label are blank
 */
export async function renderSheetsAsDots(
	bytes: Uint8Array,
	layout: Layout,
	sheetLayout?: SheetLayout,
	onLostCodes: OnLostCodes = throwCodesLost,
): Promise<Dots[]> {
	const { dpi, dither: isPicture } = layout.printer;
	const { sheets: emptySheets, codes } = sheetLayout ?? (await layOutSheets(bytes, layout));
	const sheets = await drawSheets(bytes, emptySheets, dpi, isPicture);
	// The drawing library skips content that it does not support. Report a blank label instead of printing it.
	if (layout.isLabel && sheets.every(({ bits }) => bits.every((byte) => byte === 0))) throw blankLabelError();
	if (!layout.acceptsLostCodes) {
		const lost = await findLostCodesInDots(sheets, dpi, codes);
		if (lost.length > 0) onLostCodes(lost, layout.printer);
	}
	return sheets;
}

async function drawSheets(
	bytes: Uint8Array,
	emptySheets: readonly Sheet[],
	dpi: number,
	isPicture: boolean,
): Promise<Dots[]> {
	const pdf = await openPdf(bytes);
	try {
		const toDots = (millimetres: number) => Math.round((millimetres / MM_PER_INCH) * dpi);
		return emptySheets.map(({ widthMm, heightMm, items }) => {
			const [widthPx, heightPx] = [toDots(widthMm), toDots(heightMm)];
			return items
				.map(({ page, placement }) => {
					const request = {
						widthPx,
						heightPx,
						scale: (dpi / 72) * placement.scale,
						turn: placement.turn,
						// Aligned to whole dots, so that labels drawn for this resolution keep their bar widths.
						leftPx: toDots(placement.leftMm),
						topPx: toDots(placement.topMm),
						colour: 'grey',
						smooth: isPicture || placement.scale !== 1,
					} as const;
					return pdf.draw(page, request, ({ pixels }) => (isPicture ? dither : threshold)(pixels, widthPx, heightPx));
				})
				.reduce(combine);
		});
	} finally {
		pdf.close();
	}
}

/** Combines two drawings of the same sheet. The pages on them do not overlap. */
function combine(a: Dots, b: Dots): Dots {
	return { ...a, bits: a.bits.map((byte, index) => byte | (b.bits[index] ?? 0)) };
}
