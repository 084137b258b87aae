// Lays out the pages of a document on the sheets of a printer, and renders the sheets as a PDF or as dots. Both outputs use the
// same layout.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { PrinterProfile } from '../../../src-contract/model/print';
import { stockName, stockOf } from '../../../src-contract/model/stock';
import { type PageSize, type Placement, placeOnStock } from '../../../src-contract/rules/label-placement';
import { contentBoxOf } from '../../documents/code-areas';
import { visiblePart } from '../../documents/page-crop';
import { readPage } from '../../documents/page-facts';
import { type OpenPdf, openPdf, POINTS_PER_MM } from '../../documents/pdfium';
import { hasAnnotationsOrLayers, rasterisePdf } from '../../documents/raster-pdf';
import { type Dots, dither, threshold } from './dots';
import { type ExpectedCodes, findLostCodesInDots, findLostCodesInPdf } from './printed-codes';

const MM_PER_INCH = 25.4;

/** Input of the layout: the printer, and how pages are placed on its stock. */
export interface LayoutOptions {
	printer: PrinterProfile;
	isLabel: boolean;
	/**
	 * Treatment of pages that do not fit at true size: `scale` scales them down, `refuse` throws `printer.mismatch`. A label that
	 * needs only a slight reduction, at which its bar codes keep whole dots, is scaled down in both cases (see `placeOnStock`).
	 */
	oversize: PrinterProfile['oversize'];
	/** The user saw which codes cannot be read on the sheet, and prints the sheet anyway. */
	acceptsLostCodes?: boolean;
}

interface Sheet {
	widthMm: number;
	heightMm: number;
	placedPages: { pageIndex: number; placement: Placement }[];
}

export interface SheetLayout {
	sheets: Sheet[];
	/** The sizes of all pages of the document. */
	pageSizes: PageSize[];
	/** The codes that must be readable on each sheet. */
	expectedCodes: ExpectedCodes;
}

/**
 * @throws `printer.mismatch` when a page does not fit and may not be scaled. Scaling may make bar codes unreadable, so the user
 * decides.
 */
function placePages(pageSizes: readonly PageSize[], { printer, isLabel, oversize }: LayoutOptions): Sheet[] {
	const stock = stockOf(printer);
	const labelsPerSheet = stock.across * stock.down;
	const firstPosition = Math.min(printer.startPosition, labelsPerSheet) - 1;
	const sheets: Sheet[] = [];
	for (const [pageIndex, size] of pageSizes.entries()) {
		const position = (firstPosition + pageIndex) % labelsPerSheet;
		const result = placeOnStock(size, { ...printer, oversize, stock, position, isLabel });
		if (!result.fits) throw mismatchError(size, printer, isLabel);
		const { placement } = result;
		const printedBox = placement.visibleMm ?? placement;
		const heightMm = stock.heightMm ?? printedBox.topMm + printedBox.heightMm;
		if (position === 0 || sheets.length === 0) sheets.push({ widthMm: stock.widthMm, heightMm, placedPages: [] });
		sheets.at(-1)?.placedPages.push({ pageIndex, placement });
	}
	return sheets;
}

function mismatchError({ widthMm, heightMm }: PageSize, printer: PrinterProfile, isLabel: boolean): AppError {
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

function codesLostError(codes: readonly string[], printer: PrinterProfile): AppError {
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

const pageSizeOf = (pdf: OpenPdf, pageIndex: number): PageSize => {
	const { width, height } = pdf.size(pageIndex);
	return { widthMm: width / POINTS_PER_MM, heightMm: height / POINTS_PER_MM };
};

/**
 * Places the pages on sheets. If a label does not fit at true size, its bar codes are read first: the area of the print and of
 * the codes decides whether margins may be cropped, and the narrowest module of the codes decides by how much the page may be
 * scaled.
 * @param bytes a PDF
 * @throws `printer.mismatch` when a page does not fit and may not be scaled
 */
export async function layOutSheets(bytes: Uint8Array, layout: LayoutOptions): Promise<SheetLayout> {
	const { printer, isLabel } = layout;
	const stock = stockOf(printer);
	const pdf = await openPdf(bytes);
	try {
		const pageSizes: PageSize[] = [];
		const codesByPage = new Map<number, string[]>();
		for (let pageIndex = 0; pageIndex < pdf.pageCount; pageIndex += 1) {
			const size = pageSizeOf(pdf, pageIndex);
			const { fits } = placeOnStock(size, { ...printer, oversize: 'refuse', stock, position: 0, isLabel });
			if (fits || !isLabel) {
				pageSizes.push(size);
				continue;
			}
			const facts = await readPage(pdf, pageIndex);
			const contentMm = contentBoxOf(facts);
			if (facts.symbols.length === 0 || !contentMm) {
				// Leave `contentMm` unset, so that no margins are cropped: without a bar code to read on the sheet, nothing would prove
				// that the cropped page is intact.
				pageSizes.push(size);
				continue;
			}
			pageSizes.push({ ...size, contentMm, moduleMm: Math.min(...facts.symbols.map((symbol) => symbol.moduleMm)) });
			codesByPage.set(
				pageIndex,
				facts.symbols.map(({ text }) => text),
			);
		}
		const sheets = placePages(pageSizes, layout);
		const expectedCodes = sheets.map(({ placedPages }) =>
			placedPages.flatMap(({ pageIndex }) => codesByPage.get(pageIndex) ?? []),
		);
		return { sheets, pageSizes, expectedCodes };
	} finally {
		pdf.close();
	}
}

/** Height of the longest sheet. */
export const longestSheetMm = ({ sheets }: SheetLayout): number => Math.max(...sheets.map(({ heightMm }) => heightMm));

/** Called with the texts of the codes that are readable on the pages but not on the sheets. */
type OnLostCodes = (codes: readonly string[], printer: PrinterProfile) => void;
const throwCodesLost: OnLostCodes = (codes, printer) => {
	throw codesLostError(codes, printer);
};

/**
 * Renders the sheets as a PDF whose pages have the size of the stock. Images are not resampled, unless the pages cannot be
 * copied and are drawn as pictures.
 * @param bytes a PDF
 * @param onLostCodes throws `printer.codesLost` by default
 */
export async function renderSheetsAsPdf(
	bytes: Uint8Array,
	layout: LayoutOptions,
	sheetLayout?: SheetLayout,
	onLostCodes: OnLostCodes = throwCodesLost,
): Promise<Uint8Array> {
	const { sheets, expectedCodes } = sheetLayout ?? (await layOutSheets(bytes, layout));
	const pdf = await copyPagesToSheets(bytes, sheets).catch(async () =>
		copyPagesToSheets(await rasterisePdf(bytes), sheets),
	);
	if (!layout.acceptsLostCodes) {
		const lostCodes = await findLostCodesInPdf(pdf, layout.printer.dpi, expectedCodes);
		if (lostCodes.length > 0) onLostCodes(lostCodes, layout.printer);
	}
	return pdf;
}

/** @throws Error when the pages cannot be copied: the PDF is damaged, or has annotations or layers */
async function copyPagesToSheets(bytes: Uint8Array, sheets: readonly Sheet[]): Promise<Uint8Array> {
	const { PDFDocument, clip, degrees, endPath, popGraphicsState, pushGraphicsState, rectangle } = await import(
		'pdf-lib'
	);
	const source = await PDFDocument.load(bytes, { password: '' });
	if (await hasAnnotationsOrLayers(source)) throw new Error('pages with annotations or layers cannot be copied');
	const result = await PDFDocument.create();
	const sourcePages = source.getPages();
	for (const { widthMm, heightMm, placedPages } of sheets) {
		const sheetPage = result.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]);
		for (const { pageIndex, placement } of placedPages) {
			const sourcePage = sourcePages[pageIndex];
			if (!sourcePage) throw new Error(`the document has no page ${pageIndex + 1}`);
			const box = visiblePart(sourcePage);
			const embeddedPage = await result.embedPage(sourcePage, {
				left: box.x,
				bottom: box.y,
				right: box.x + box.width,
				top: box.y + box.height,
			});
			// `getRotation` is clockwise; `placement.rotationDegrees` and `drawPage` are counter-clockwise. `drawPage` rotates the page
			// around the lower left corner of the page.
			const rotationDegrees = (((placement.rotationDegrees - sourcePage.getRotation().angle) % 360) + 360) % 360;
			const left = placement.leftMm * POINTS_PER_MM;
			const width = placement.widthMm * POINTS_PER_MM;
			const height = placement.heightMm * POINTS_PER_MM;
			const bottom = heightMm * POINTS_PER_MM - placement.topMm * POINTS_PER_MM - height;
			// Position of the page's lower left corner after the rotation, relative to the lower left corner of the placement.
			const cornerOffset = { 0: [0, 0], 90: [width, 0], 180: [width, height], 270: [0, height] }[rotationDegrees];
			if (!cornerOffset) throw new Error('the rotation of the page is not a multiple of 90°');
			const [offsetX = 0, offsetY = 0] = cornerOffset;
			const sizeBeforeRotation = rotationDegrees % 180 === 0 ? { width, height } : { width: height, height: width };
			const { visibleMm } = placement;
			if (visibleMm)
				// Do not draw the cropped margins: they could cover another label of the sheet.
				sheetPage.pushOperators(
					pushGraphicsState(),
					rectangle(
						visibleMm.leftMm * POINTS_PER_MM,
						(heightMm - visibleMm.topMm - visibleMm.heightMm) * POINTS_PER_MM,
						visibleMm.widthMm * POINTS_PER_MM,
						visibleMm.heightMm * POINTS_PER_MM,
					),
					clip(),
					endPath(),
				);
			const corner = { x: left + offsetX, y: bottom + offsetY };
			sheetPage.drawPage(embeddedPage, { ...corner, ...sizeBeforeRotation, rotate: degrees(rotationDegrees) });
			if (visibleMm) sheetPage.pushOperators(popGraphicsState());
		}
	}
	return result.save();
}

/**
 * Renders the sheets as dots at the resolution of the printer.
 * @param bytes a PDF
 * @param onLostCodes throws `printer.codesLost` by default
 * @throws `document.notPrintable` when all sheets of a label are blank
 */
export async function renderSheetsAsDots(
	bytes: Uint8Array,
	layout: LayoutOptions,
	sheetLayout?: SheetLayout,
	onLostCodes: OnLostCodes = throwCodesLost,
): Promise<Dots[]> {
	const { dpi, dither: isDithered } = layout.printer;
	const { sheets, expectedCodes } = sheetLayout ?? (await layOutSheets(bytes, layout));
	const sheetDots = await drawSheets(bytes, sheets, dpi, isDithered);
	// The drawing library leaves out content that it does not support. Report a blank label instead of printing it.
	if (layout.isLabel && sheetDots.every(({ bits }) => bits.every((byte) => byte === 0))) throw blankLabelError();
	if (!layout.acceptsLostCodes) {
		const lostCodes = await findLostCodesInDots(sheetDots, dpi, expectedCodes);
		if (lostCodes.length > 0) onLostCodes(lostCodes, layout.printer);
	}
	return sheetDots;
}

async function drawSheets(
	bytes: Uint8Array,
	sheets: readonly Sheet[],
	dpi: number,
	isDithered: boolean,
): Promise<Dots[]> {
	const pdf = await openPdf(bytes);
	try {
		const toDots = (millimetres: number) => Math.round((millimetres / MM_PER_INCH) * dpi);
		return sheets.map(({ widthMm, heightMm, placedPages }) => {
			const [widthPx, heightPx] = [toDots(widthMm), toDots(heightMm)];
			return placedPages
				.map(({ pageIndex, placement }) => {
					const request = {
						widthPx,
						heightPx,
						scale: (dpi / 72) * placement.scale,
						rotationDegrees: placement.rotationDegrees,
						// Aligned to whole dots, so that labels drawn for this resolution keep their bar widths.
						leftPx: toDots(placement.leftMm),
						topPx: toDots(placement.topMm),
						colour: 'grey',
						smooth: isDithered || placement.scale !== 1,
					} as const;
					return pdf.draw(pageIndex, request, ({ pixels }) =>
						(isDithered ? dither : threshold)(pixels, widthPx, heightPx),
					);
				})
				.reduce(combineDots);
		});
	} finally {
		pdf.close();
	}
}

/** Combines the drawings of two pages on one sheet. The pages do not overlap. */
function combineDots(a: Dots, b: Dots): Dots {
	return { ...a, bits: a.bits.map((byte, index) => byte | (b.bits[index] ?? 0)) };
}
