// Reads and draws PDF pages with PDFium. Pages are drawn through a matrix, at exactly the requested resolution.
// `@hyzyla/pdfium` itself only draws into a box of whole pixels, which would stretch each page by a fraction of a dot.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { t } from '../../src-contract/i18n';
import type { Box } from '../../src-contract/rules/label-placement';

const POINTS_PER_INCH = 72;
export const POINTS_PER_MM = POINTS_PER_INCH / 25.4;

/** The PDFium functions used here, as its WebAssembly build exports them. Pointers are numbers. */
interface Pdfium {
	HEAPU8: Uint8Array;
	HEAPF32: Float32Array;
	wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
	_FPDF_LoadMemDocument(bytes: number, size: number, password: number): number;
	_FPDF_GetLastError(): number;
	_FPDF_CloseDocument(document: number): void;
	_FPDF_GetPageCount(document: number): number;
	_FPDF_LoadPage(document: number, index: number): number;
	_FPDF_ClosePage(page: number): void;
	_FPDF_GetPageWidthF(page: number): number;
	_FPDF_GetPageHeightF(page: number): number;
	_FPDFText_LoadPage(page: number): number;
	_FPDFText_ClosePage(text: number): void;
	_FPDFText_CountChars(text: number): number;
	_FPDFText_GetBoundedText(
		text: number,
		left: number,
		top: number,
		right: number,
		bottom: number,
		result: number,
		size: number,
	): number;
	_FPDF_DeviceToPage(
		page: number,
		left: number,
		top: number,
		width: number,
		height: number,
		quarterTurns: number,
		x: number,
		y: number,
		pageX: number,
		pageY: number,
	): number;
	_FPDFText_GetText(text: number, start: number, count: number, result: number): number;
	_FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number;
	_FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): void;
	_FPDFBitmap_Destroy(bitmap: number): void;
	_FPDF_RenderPageBitmapWithMatrix(bitmap: number, page: number, matrix: number, clip: number, flags: number): void;
}

/** Scale of the integer device coordinates for `FPDF_DeviceToPage`. */
const UNITS_PER_POINT = 100;
/** Error code of PDFium: a password is required or wrong. */
const PASSWORD_ERROR = 4;
const BYTES_PER_PIXEL = { grey: 1, rgba: 4 } as const;
/** Flags of PDFium for drawing. */
const DRAW_ANNOTATIONS = 0x01;
const GREYSCALE = 0x08;
const RED_FIRST = 0x10;
const NO_SMOOTH_TEXT = 0x1000;
const NO_SMOOTH_PATHS = 0x4000;

export interface DrawnPage {
	/** Rows from the top without padding; one byte per pixel (grey) or four (RGBA). */
	pixels: Uint8Array;
	widthPx: number;
	heightPx: number;
}

interface DrawRequest {
	widthPx: number;
	heightPx: number;
	/** Pixels per point. */
	scale: number;
	/** Counter-clockwise. */
	rotationDegrees: 0 | 90 | 180 | 270;
	/** Position of the rotated and scaled page in the picture. */
	leftPx: number;
	topPx: number;
	colour: 'grey' | 'rgba';
	/** Antialiasing. Without it, lines and text have only black and white pixels. */
	smooth: boolean;
}

/** An open PDF. Page indexes start at 0. */
export interface OpenPdf {
	pageCount: number;
	/** Size of the visible page in points, with its rotation and cropping applied. */
	size(pageIndex: number): { width: number; height: number };
	text(pageIndex: number): string;
	/** The text within a part of the visible page. @param box in millimetres from the upper left corner */
	textWithin(pageIndex: number, box: Box): string;
	/**
	 * Draws the visible page on white.
	 * @param use receives the pixels. They are in PDFium's memory and valid only during the call. They are not copied, because
	 * copying would cause most of this thread's garbage collection.
	 * @throws Error when the page is damaged or too large
	 */
	draw<Result>(pageIndex: number, request: DrawRequest, use: (drawn: DrawnPage) => Result): Result;
	/** Draws a page at its full size with antialiasing. The pixels are a copy. */
	drawWhole(pageIndex: number, dpi: number, colour: DrawRequest['colour']): DrawnPage;
	close(): void;
}

let loadedPdfium: Promise<Pdfium> | undefined;
/** The library's private WebAssembly module. Needed because the library's public functions cannot draw at an exact resolution. */
const wasmModuleOf = (library: object): Pdfium => (library as { module: Pdfium }).module;

/**
 * Opens a PDF. The caller must call `close`, which frees the memory of the PDF.
 * @throws Error with the reason when the PDF is damaged or needs a password
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
	loadedPdfium ??= PDFiumLibrary.init().then(wasmModuleOf);
	const pdfium = await loadedPdfium;
	const { malloc, free } = pdfium.wasmExports;
	const sourceBuffer = malloc(bytes.length);
	pdfium.HEAPU8.set(bytes, sourceBuffer);
	const documentPointer = pdfium._FPDF_LoadMemDocument(sourceBuffer, bytes.length, 0);
	if (documentPointer === 0) {
		const needsPassword = pdfium._FPDF_GetLastError() === PASSWORD_ERROR;
		free(sourceBuffer);
		throw new Error(
			needsPassword
				? t('it is protected by a password##of a document')
				: t('it is damaged or not a PDF##of a document'),
		);
	}

	/** The page that was used last stays open, because parsing a page takes as long as drawing it. */
	let openPage: { pageIndex: number; pagePointer: number } | undefined;
	function closeOpenPage(): void {
		if (openPage) pdfium._FPDF_ClosePage(openPage.pagePointer);
		openPage = undefined;
	}
	function withPage<Result>(pageIndex: number, use: (pagePointer: number) => Result): Result {
		if (openPage?.pageIndex !== pageIndex) {
			closeOpenPage();
			const pagePointer = pdfium._FPDF_LoadPage(documentPointer, pageIndex);
			if (pagePointer === 0) throw new Error(t('page {page} is damaged##of a document', { page: pageIndex + 1 }));
			openPage = { pageIndex, pagePointer };
		}
		return use(openPage.pagePointer);
	}
	const sizeOf = (pagePointer: number) => ({
		width: pdfium._FPDF_GetPageWidthF(pagePointer),
		height: pdfium._FPDF_GetPageHeightF(pagePointer),
	});

	const pdf: OpenPdf = {
		pageCount: pdfium._FPDF_GetPageCount(documentPointer),
		size: (pageIndex) => withPage(pageIndex, sizeOf),

		drawWhole(pageIndex, dpi, colour) {
			const { width, height } = pdf.size(pageIndex);
			const scale = dpi / POINTS_PER_INCH;
			const [widthPx, heightPx] = [Math.round(width * scale), Math.round(height * scale)];
			const position = { rotationDegrees: 0, leftPx: 0, topPx: 0 } as const;
			const request = { widthPx, heightPx, scale, ...position, colour, smooth: true };
			return pdf.draw(pageIndex, request, (drawn) => ({ ...drawn, pixels: drawn.pixels.slice() }));
		},

		text: (pageIndex) =>
			withPage(pageIndex, (pagePointer) => {
				const textPointer = pdfium._FPDFText_LoadPage(pagePointer);
				const charCount = textPointer === 0 ? 0 : pdfium._FPDFText_CountChars(textPointer);
				const buffer = malloc((charCount + 1) * 2);
				/** Number of UTF-16 units, including the final zero. */
				const writtenCount = textPointer === 0 ? 0 : pdfium._FPDFText_GetText(textPointer, 0, charCount, buffer);
				const utf16Bytes = Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + Math.max(0, writtenCount - 1) * 2));
				free(buffer);
				if (textPointer !== 0) pdfium._FPDFText_ClosePage(textPointer);
				return utf16Bytes.toString('utf16le');
			}),

		textWithin: (pageIndex, { leftMm, topMm, widthMm, heightMm }) =>
			withPage(pageIndex, (pagePointer) => {
				const textPointer = pdfium._FPDFText_LoadPage(pagePointer);
				if (textPointer === 0) return '';
				const { width, height } = sizeOf(pagePointer);
				// Two coordinates of 8 bytes.
				const pointBuffer = malloc(16);
				/** Converts a position on the visible page to the page's own coordinates. */
				const toPagePoint = (xMm: number, yMm: number) => {
					const units = (points: number) => Math.round(points * UNITS_PER_POINT);
					const [x, y] = [units(xMm * POINTS_PER_MM), units(yMm * POINTS_PER_MM)];
					const [pageWidth, pageHeight] = [units(width), units(height)];
					const [xPointer, yPointer] = [pointBuffer, pointBuffer + 8];
					pdfium._FPDF_DeviceToPage(pagePointer, 0, 0, pageWidth, pageHeight, 0, x, y, xPointer, yPointer);
					const view = new DataView(pdfium.HEAPU8.buffer, pointBuffer, 16);
					return { x: view.getFloat64(0, true), y: view.getFloat64(8, true) };
				};
				const [start, end] = [toPagePoint(leftMm, topMm), toPagePoint(leftMm + widthMm, topMm + heightMm)];
				const bounds = [
					Math.min(start.x, end.x),
					Math.max(start.y, end.y),
					Math.max(start.x, end.x),
					Math.min(start.y, end.y),
				] as const;
				// Without a buffer, the function returns the length of the text.
				const charCount = pdfium._FPDFText_GetBoundedText(textPointer, ...bounds, 0, 0);
				const buffer = malloc((charCount + 1) * 2);
				const writtenCount = pdfium._FPDFText_GetBoundedText(textPointer, ...bounds, buffer, charCount);
				const textInBox = Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + writtenCount * 2)).toString('utf16le');
				free(buffer);
				free(pointBuffer);
				pdfium._FPDFText_ClosePage(textPointer);
				return textInBox.replace(/\0+$/, '');
			}),

		draw: (pageIndex, request, use) =>
			withPage(pageIndex, (pagePointer) => {
				const { widthPx, heightPx, colour } = request;
				const stride = widthPx * BYTES_PER_PIXEL[colour];
				const buffer = malloc(stride * heightPx);
				if (buffer === 0) throw new Error(t('it is too large to draw##of a document'));
				// Six numbers for the matrix and four for the clip area, each of 4 bytes.
				const matrixBuffer = malloc(40);
				const bitmap = pdfium._FPDFBitmap_CreateEx(widthPx, heightPx, colour === 'grey' ? 1 : 4, buffer, stride);
				try {
					pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, 0xffffffff);
					const size = sizeOf(pagePointer);
					pdfium.HEAPF32.set([...matrixOf(size, request), ...clipOf(size, request)], matrixBuffer >> 2);
					const flags =
						DRAW_ANNOTATIONS |
						(colour === 'grey' ? GREYSCALE : RED_FIRST) |
						(request.smooth ? 0 : NO_SMOOTH_TEXT | NO_SMOOTH_PATHS);
					pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, pagePointer, matrixBuffer, matrixBuffer + 24, flags);
					return use({ pixels: pdfium.HEAPU8.subarray(buffer, buffer + stride * heightPx), widthPx, heightPx });
				} finally {
					pdfium._FPDFBitmap_Destroy(bitmap);
					free(matrixBuffer);
					free(buffer);
				}
			}),

		close() {
			closeOpenPage();
			pdfium._FPDF_CloseDocument(documentPointer);
			free(sourceBuffer);
		},
	};
	return pdf;
}

/** Size of a page in points. */
interface PageSizePoints {
	width: number;
	height: number;
}

/** The area of the bitmap that the page covers: left, top, right, bottom. */
function clipOf(
	{ width, height }: PageSizePoints,
	{ scale, rotationDegrees, leftPx, topPx, widthPx, heightPx }: DrawRequest,
): number[] {
	const isUpright = rotationDegrees % 180 === 0;
	const [drawnWidth, drawnHeight] = isUpright ? [width * scale, height * scale] : [height * scale, width * scale];
	return [
		Math.max(0, leftPx),
		Math.max(0, topPx),
		Math.min(widthPx, Math.ceil(leftPx + drawnWidth)),
		Math.min(heightPx, Math.ceil(topPx + drawnHeight)),
	];
}

/** Matrix from page coordinates in points, with the origin in the upper left corner, to pixels. */
function matrixOf({ width, height }: PageSizePoints, request: DrawRequest): number[] {
	const { scale, rotationDegrees, leftPx, topPx } = request;
	// Before the rotation.
	const [scaledWidth, scaledHeight] = [width * scale, height * scale];
	switch (rotationDegrees) {
		case 0:
			return [scale, 0, 0, scale, leftPx, topPx];
		case 90:
			return [0, -scale, scale, 0, leftPx, topPx + scaledWidth];
		case 180:
			return [-scale, 0, 0, -scale, leftPx + scaledWidth, topPx + scaledHeight];
		case 270:
			return [0, scale, -scale, 0, leftPx + scaledHeight, topPx];
	}
}
