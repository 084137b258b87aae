// Reads and draws PDF pages with PDFium. Pages are drawn through a matrix at exactly the asked resolution: drawing into a
// box of whole pixels, as the library's own call does, would stretch every page by a fraction of a dot.
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { t } from '../../src-contract/i18n';
import type { Box } from '../../src-contract/rules/label-placement';

const POINTS_PER_INCH = 72;
export const POINTS_PER_MM = POINTS_PER_INCH / 25.4;

/** The functions of PDFium that are used here, as its WebAssembly build exports them; pointers are numbers. */
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
		turn: number,
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

/** Of the whole numbers in which PDFium takes places on a page. */
const UNITS_PER_POINT = 100;
const PASSWORD = 4;
const BYTES_PER_PIXEL = { grey: 1, rgba: 4 } as const;
const ANNOTATIONS = 0x01;
const GREYSCALE = 0x08;
const RED_FIRST = 0x10;
const NO_SMOOTH_TEXT = 0x1000;
const NO_SMOOTH_PATHS = 0x4000;

export interface DrawnPage {
	/** Rows from the top without padding: a byte a pixel, or four (RGBA). */
	pixels: Uint8Array;
	widthPx: number;
	heightPx: number;
}

interface DrawRequest {
	widthPx: number;
	heightPx: number;
	/** Pixels a point. */
	scale: number;
	/** Counter-clockwise. */
	turn: 0 | 90 | 180 | 270;
	/** Where the page, turned and scaled, begins. */
	leftPx: number;
	topPx: number;
	colour: 'grey' | 'rgba';
	/** Edges in greys; without, every pixel of a line is black or white. */
	smooth: boolean;
}

export interface OpenPdf {
	pageCount: number;
	/** What is seen of a page, with its own turn and crop applied, in points. */
	size(page: number): { width: number; height: number };
	text(page: number): string;
	/** The text within a part of a page as it is seen. */
	textWithin(page: number, box: Box): string;
	/**
	 * Onto white; what a page holds beyond its crop is not seen. The pixels lie in PDFium's own memory, and are there for as
	 * long as they are looked at: a copy of each label would be most of what this thread has to clear away.
	 */
	draw<Result>(page: number, request: DrawRequest, look: (drawn: DrawnPage) => Result): Result;
	/** A page by itself, as large as it comes out at that resolution. */
	drawWhole(page: number, dpi: number, colour: DrawRequest['colour']): DrawnPage;
	close(): void;
}

let library: Promise<Pdfium> | undefined;
/** The library keeps its WebAssembly module private; its own calls cannot draw at an exact resolution. */
const moduleOf = (loaded: object): Pdfium => (loaded as { module: Pdfium }).module;

/** @throws Error that says why, when PDFium cannot open it */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
	library ??= PDFiumLibrary.init().then(moduleOf);
	const pdfium = await library;
	const { malloc, free } = pdfium.wasmExports;
	const source = malloc(bytes.length);
	pdfium.HEAPU8.set(bytes, source);
	const document = pdfium._FPDF_LoadMemDocument(source, bytes.length, 0);
	if (document === 0) {
		const locked = pdfium._FPDF_GetLastError() === PASSWORD;
		free(source);
		throw new Error(
			locked ? t('it is locked with a password##of a document') : t('it is damaged, or not a PDF##of a document'),
		);
	}

	/** The page that was used last stays open: taking one apart costs as much as drawing it. */
	let last: { index: number; page: number } | undefined;
	function closeLast(): void {
		if (last) pdfium._FPDF_ClosePage(last.page);
		last = undefined;
	}
	function withPage<Result>(index: number, use: (page: number) => Result): Result {
		if (last?.index !== index) {
			closeLast();
			const page = pdfium._FPDF_LoadPage(document, index);
			if (page === 0) throw new Error(t('its page {page} is damaged##of a document', { page: index + 1 }));
			last = { index, page };
		}
		return use(last.page);
	}
	const sizeOf = (page: number) => ({
		width: pdfium._FPDF_GetPageWidthF(page),
		height: pdfium._FPDF_GetPageHeightF(page),
	});

	const opened: OpenPdf = {
		pageCount: pdfium._FPDF_GetPageCount(document),
		size: (index) => withPage(index, sizeOf),

		drawWhole(index, dpi, colour) {
			const { width, height } = opened.size(index);
			const scale = dpi / POINTS_PER_INCH;
			const [widthPx, heightPx] = [Math.round(width * scale), Math.round(height * scale)];
			const request = { widthPx, heightPx, scale, turn: 0, leftPx: 0, topPx: 0, colour, smooth: true } as const;
			return opened.draw(index, request, (drawn) => ({ ...drawn, pixels: drawn.pixels.slice() }));
		},

		text: (index) =>
			withPage(index, (page) => {
				const text = pdfium._FPDFText_LoadPage(page);
				const count = text === 0 ? 0 : pdfium._FPDFText_CountChars(text);
				const buffer = malloc((count + 1) * 2);
				const written = text === 0 ? 0 : pdfium._FPDFText_GetText(text, 0, count, buffer);
				const letters = Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + Math.max(0, written - 1) * 2));
				free(buffer);
				if (text !== 0) pdfium._FPDFText_ClosePage(text);
				return letters.toString('utf16le');
			}),

		textWithin: (index, { leftMm, topMm, widthMm, heightMm }) =>
			withPage(index, (page) => {
				const text = pdfium._FPDFText_LoadPage(page);
				if (text === 0) return '';
				const { width, height } = sizeOf(page);
				const point = malloc(16);
				/** From the page as it is seen to its own coordinates, whatever its turn and crop. */
				const own = (xMm: number, yMm: number) => {
					const units = (points: number) => Math.round(points * UNITS_PER_POINT);
					const [x, y] = [units(xMm * POINTS_PER_MM), units(yMm * POINTS_PER_MM)];
					const [across, down] = [units(width), units(height)];
					pdfium._FPDF_DeviceToPage(page, 0, 0, across, down, 0, x, y, point, point + 8);
					const view = new DataView(pdfium.HEAPU8.buffer, point, 16);
					return { x: view.getFloat64(0, true), y: view.getFloat64(8, true) };
				};
				const [one, other] = [own(leftMm, topMm), own(leftMm + widthMm, topMm + heightMm)];
				const bounds = [
					Math.min(one.x, other.x),
					Math.max(one.y, other.y),
					Math.max(one.x, other.x),
					Math.min(one.y, other.y),
				] as const;
				const count = pdfium._FPDFText_GetBoundedText(text, ...bounds, 0, 0);
				const buffer = malloc((count + 1) * 2);
				const written = pdfium._FPDFText_GetBoundedText(text, ...bounds, buffer, count);
				const found = Buffer.from(pdfium.HEAPU8.slice(buffer, buffer + written * 2)).toString('utf16le');
				free(buffer);
				free(point);
				pdfium._FPDFText_ClosePage(text);
				return found.replace(/\0+$/, '');
			}),

		draw: (index, request, look) =>
			withPage(index, (page) => {
				const { widthPx, heightPx, colour } = request;
				const stride = widthPx * BYTES_PER_PIXEL[colour];
				const buffer = malloc(stride * heightPx);
				if (buffer === 0) throw new Error(t('it is too large to be drawn##of a document'));
				const matrix = malloc(40);
				const bitmap = pdfium._FPDFBitmap_CreateEx(widthPx, heightPx, colour === 'grey' ? 1 : 4, buffer, stride);
				try {
					pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, 0xffffffff);
					const size = sizeOf(page);
					pdfium.HEAPF32.set([...matrixOf(size, request), ...clipOf(size, request)], matrix >> 2);
					const flags =
						ANNOTATIONS |
						(colour === 'grey' ? GREYSCALE : RED_FIRST) |
						(request.smooth ? 0 : NO_SMOOTH_TEXT | NO_SMOOTH_PATHS);
					pdfium._FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, matrix + 24, flags);
					return look({ pixels: pdfium.HEAPU8.subarray(buffer, buffer + stride * heightPx), widthPx, heightPx });
				} finally {
					pdfium._FPDFBitmap_Destroy(bitmap);
					free(matrix);
					free(buffer);
				}
			}),

		close() {
			closeLast();
			pdfium._FPDF_CloseDocument(document);
			free(source);
		},
	};
	return opened;
}

interface PageSize {
	width: number;
	height: number;
}

/** Where the page lies: left, top, right, bottom. */
function clipOf({ width, height }: PageSize, { scale, turn, leftPx, topPx, widthPx, heightPx }: DrawRequest): number[] {
	const [across, down] = turn % 180 === 0 ? [width * scale, height * scale] : [height * scale, width * scale];
	return [
		Math.max(0, leftPx),
		Math.max(0, topPx),
		Math.min(widthPx, Math.ceil(leftPx + across)),
		Math.min(heightPx, Math.ceil(topPx + down)),
	];
}

/** From the page in points, its origin above left, to the pixels. */
function matrixOf({ width, height }: PageSize, request: DrawRequest): number[] {
	const { scale, turn, leftPx, topPx } = request;
	const [across, down] = [width * scale, height * scale];
	switch (turn) {
		case 0:
			return [scale, 0, 0, scale, leftPx, topPx];
		case 90:
			return [0, -scale, scale, 0, leftPx, topPx + across];
		case 180:
			return [-scale, 0, 0, -scale, leftPx + across, topPx + down];
		case 270:
			return [0, scale, -scale, 0, leftPx + down, topPx];
	}
}
