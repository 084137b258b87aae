// Converts a picture of a label to a PDF whose pages have the true size of the label. The pixels are not resampled.
import { constants, deflateSync } from 'node:zlib';
import type { PDFDocument, PDFPage } from 'pdf-lib';
import { t } from '../../src-contract/i18n';
import { areGifCodesValid } from './gif-codes';
import { type DrawnPage, POINTS_PER_MM } from './pdfium';
import { loadTiffReader } from './tiff';

const MM_PER_INCH = 25.4;
const MAX_PIXELS = 80_000_000;
/** Resolutions in dpi that programs write when they do not know the actual resolution. */
const PLACEHOLDER_DPI = new Set([0, 1, 72, 96]);
const LABEL_DPI = [203, 300, 600] as const;
const LABEL_INCHES = [
	[4, 6],
	[4, 7],
	[4, 8],
] as const;
/** Maximum relative deviation from a label size: 4 × 6 inches at 203 dpi are 812 × 1218 pixels, but are sold as 800 × 1200. */
const LABEL_PIXELS_TOLERANCE = 0.02;

/**
 * True size of a picture, calculated from the resolution that the file states. If that resolution is missing or a placeholder, the
 * result is the label size that has as many pixels at a usual resolution. If no label size matches, 203 dpi are assumed.
 * @param dpi resolution stated in the file; 0 when the file states none
 * @param verticalDpi vertical resolution stated in the file, if different
 */
function imageSizeMm(
	widthPx: number,
	heightPx: number,
	dpi: number,
	verticalDpi = dpi,
): { widthMm: number; heightMm: number } {
	if (!PLACEHOLDER_DPI.has(Math.round(dpi)))
		return { widthMm: (widthPx / dpi) * MM_PER_INCH, heightMm: (heightPx / verticalDpi) * MM_PER_INCH };
	const [shortPx, longPx] = [Math.min(widthPx, heightPx), Math.max(widthPx, heightPx)];
	for (const resolution of LABEL_DPI) {
		for (const [shortInches, longInches] of LABEL_INCHES) {
			const isNear = (pixels: number, inches: number) =>
				Math.abs(pixels / (inches * resolution) - 1) <= LABEL_PIXELS_TOLERANCE;
			if (isNear(shortPx, shortInches) && isNear(longPx, longInches)) {
				const [shortMm, longMm] = [shortInches * MM_PER_INCH, longInches * MM_PER_INCH];
				return widthPx <= heightPx ? { widthMm: shortMm, heightMm: longMm } : { widthMm: longMm, heightMm: shortMm };
			}
		}
	}
	return { widthMm: (widthPx / 203) * MM_PER_INCH, heightMm: (heightPx / 203) * MM_PER_INCH };
}

/** Thrown for a picture that is intact but cannot be printed. Its message is shown to the user. */
export class UnprintablePictureError extends Error {}

function assertPrintableSize(widthPx: number, heightPx: number): void {
	if (widthPx * heightPx > MAX_PIXELS || widthPx * heightPx === 0)
		throw new UnprintablePictureError(
			t('a picture of {width} × {height} pixels cannot be printed', { width: widthPx, height: heightPx }),
		);
}

function addPage(document: PDFDocument, widthPx: number, heightPx: number, dpi: number, verticalDpi?: number): PDFPage {
	const { widthMm, heightMm } = imageSizeMm(widthPx, heightPx, dpi, verticalDpi);
	return document.addPage([widthMm * POINTS_PER_MM, heightMm * POINTS_PER_MM]);
}

/** Blends RGBA pixels with a white background. @returns RGB pixels */
function blendWithWhite(rgba: Uint8Array): Uint8Array {
	const rgb = new Uint8Array((rgba.length / 4) * 3);
	for (let rgbaIndex = 0, rgbIndex = 0; rgbaIndex < rgba.length; rgbaIndex += 4, rgbIndex += 3) {
		const opacity = (rgba[rgbaIndex + 3] ?? 0) / 255;
		for (let channel = 0; channel < 3; channel += 1)
			rgb[rgbIndex + channel] = 255 - (255 - (rgba[rgbaIndex + channel] ?? 0)) * opacity;
	}
	return rgb;
}

/** Draws a picture over a whole page, losslessly compressed. */
export async function drawPicture(
	page: PDFPage,
	{ pixels, widthPx, heightPx }: DrawnPage,
	colourSpace: 'DeviceGray' | 'DeviceRGB',
): Promise<void> {
	const { PDFName, drawObject, pushGraphicsState, popGraphicsState, scale } = await import('pdf-lib');
	const { context } = page.doc;
	// Black and white images compress well at the fastest level, in a tenth of the time.
	const stream = context.stream(deflateSync(pixels, { level: constants.Z_BEST_SPEED }), {
		Type: 'XObject',
		Subtype: 'Image',
		Filter: 'FlateDecode',
		Width: widthPx,
		Height: heightPx,
		ColorSpace: colourSpace,
		BitsPerComponent: 8,
	});
	const name = page.node.newXObject('Image', context.register(stream));
	const { width, height } = page.getSize();
	page.pushOperators(
		pushGraphicsState(),
		scale(width, height),
		drawObject(PDFName.of(name.decodeText())),
		popGraphicsState(),
	);
}

async function addPng(document: PDFDocument, bytes: Uint8Array): Promise<void> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	assertPrintableSize(view.getUint32(16), view.getUint32(20));
	let dpi = 0;
	// Reads the chunks before the image data.
	for (let offset = 8; offset + 12 <= bytes.length; offset += 12 + view.getUint32(offset)) {
		const type = Buffer.from(bytes.subarray(offset + 4, offset + 8)).toString('latin1');
		// The resolution, if its unit is the metre (1), is stated in pixels per metre.
		if (type === 'pHYs' && bytes[offset + 16] === 1) dpi = view.getUint32(offset + 8) * 0.0254;
		if (type === 'IDAT' || type === 'IEND') break;
	}
	const image = await document.embedPng(bytes);
	const page = addPage(document, image.width, image.height, dpi);
	page.drawImage(image, { x: 0, y: 0, ...page.getSize() });
}

/** The values of a TIFF tag. The library returns them as an array or as bytes. */
const valuesOf = (tag: unknown): readonly unknown[] =>
	Array.isArray(tag) ? tag : tag instanceof Uint8Array ? Array.from(tag) : [];
const firstValueOf = (tag: unknown): unknown => valuesOf(tag)[0];

/** Factor that converts a JFIF resolution to dpi, by its unit: 1 is dots per inch, 2 is dots per centimetre. */
const DPI_FACTOR_BY_UNIT: Readonly<Record<number, number>> = { 1: 1, 2: 2.54 };

/**
 * Resolution of a JPEG in dpi, 0 if the file states none, and its EXIF orientation (tag 274). The orientation says how to rotate
 * the picture: 3 by 180°, 6 by 90° clockwise, 8 by 90° counter-clockwise, any other value not at all.
 */
async function readJpegFacts(bytes: Uint8Array): Promise<{ dpi: number; orientation: number }> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let dpi = 0;
	let orientation = 1;
	for (let offset = 2; offset + 4 <= bytes.length && bytes[offset] === 0xff; offset += 2 + view.getUint16(offset + 2)) {
		const marker = bytes[offset + 1];
		const segmentName = Buffer.from(bytes.subarray(offset + 4, offset + 8)).toString('latin1');
		if (marker === 0xda) break;
		if (marker === 0xe0 && segmentName === 'JFIF')
			dpi = view.getUint16(offset + 12) * (DPI_FACTOR_BY_UNIT[bytes[offset + 11] ?? 0] ?? 0);
		if (marker === 0xe1 && segmentName === 'Exif') {
			const utif = await loadTiffReader();
			const exif = bytes.slice(offset + 10, offset + 2 + view.getUint16(offset + 2));
			try {
				orientation = Number(firstValueOf(utif.decode(exif.buffer)[0]?.t274) ?? 1);
			} catch {
				// With unreadable EXIF data, the picture is not rotated.
			}
		}
	}
	return { dpi, orientation };
}

async function addJpeg(document: PDFDocument, bytes: Uint8Array): Promise<void> {
	const { degrees } = await import('pdf-lib');
	const { dpi, orientation } = await readJpegFacts(bytes);
	const image = await document.embedJpg(bytes);
	assertPrintableSize(image.width, image.height);
	const page = addPage(document, image.width, image.height, dpi);
	page.drawImage(image, { x: 0, y: 0, ...page.getSize() });
	page.setRotation(degrees({ 3: 180, 6: 90, 8: 270 }[orientation] ?? 0));
}

async function addGif(document: PDFDocument, bytes: Uint8Array): Promise<void> {
	const { GifReader } = await import('omggif');
	const reader = new GifReader(Buffer.from(bytes));
	assertPrintableSize(reader.width, reader.height);
	const frame = reader.frameInfo(0);
	if (frame.x + frame.width > reader.width || frame.y + frame.height > reader.height)
		throw new Error(t('its picture is larger than the stated size##of a document'));
	if (!areGifCodesValid(bytes, frame.data_offset)) throw new Error(t('its data is invalid##of a picture'));
	const rgba = new Uint8Array(reader.width * reader.height * 4);
	// Only the first frame of an animation is used.
	reader.decodeAndBlitFrameRGBA(0, rgba);
	const page = addPage(document, reader.width, reader.height, 0);
	await drawPicture(
		page,
		{ pixels: blendWithWhite(rgba), widthPx: reader.width, heightPx: reader.height },
		'DeviceRGB',
	);
}

/** TIFF compressions that contain a JPEG. They are rejected, because the library decodes grey pictures with them incorrectly. */
const JPEG_COMPRESSIONS = new Set([6, 7]);

/**
 * Resolution of a TIFF in dpi.
 * @param fraction tag with the resolution as numerator and denominator
 * @param unit tag with the unit: 3 is dots per centimetre
 * @returns 0 when the resolution is missing
 */
function tiffDpi(fraction: unknown, unit: unknown): number {
	const [numerator = 0, denominator = 1] = valuesOf(firstValueOf(fraction));
	return (Number(numerator) / Number(denominator)) * (firstValueOf(unit) === 3 ? 2.54 : 1) || 0;
}

async function addTiff(document: PDFDocument, bytes: Uint8Array): Promise<void> {
	const utif = await loadTiffReader();
	const buffer = bytes.slice().buffer;
	// Tag 259 is the compression, 256 and 257 the size, 282 and 283 the horizontal and vertical resolution, 296 their unit.
	for (const frame of utif.decode(buffer)) {
		if (JPEG_COMPRESSIONS.has(Number(firstValueOf(frame.t259))))
			throw new UnprintablePictureError(t('a TIFF picture with JPEG compression cannot be printed'));
		const [widthPx, heightPx] = [Number(firstValueOf(frame.t256) ?? 0), Number(firstValueOf(frame.t257) ?? 0)];
		assertPrintableSize(widthPx, heightPx);
		utif.decodeImage(buffer, frame);
		const [dpi, verticalDpi] = [tiffDpi(frame.t282, frame.t296), tiffDpi(frame.t283, frame.t296)];
		const rgba = new Uint8Array(utif.toRGBA8(frame));
		const page = addPage(document, frame.width, frame.height, dpi, verticalDpi);
		await drawPicture(
			page,
			{ pixels: blendWithWhite(rgba), widthPx: frame.width, heightPx: frame.height },
			'DeviceRGB',
		);
	}
}

/** By format: the function that adds the pages of a picture to a PDF. */
const ADD_PICTURE_BY_FORMAT = { png: addPng, jpeg: addJpeg, gif: addGif, tiff: addTiff };

/**
 * @returns a PDF with one page for the picture, or for each page of a TIFF
 * @throws UnprintablePictureError when the picture is intact but cannot be printed; Error when it is damaged
 */
export async function imageToPdf(format: keyof typeof ADD_PICTURE_BY_FORMAT, bytes: Uint8Array): Promise<Uint8Array> {
	const { PDFDocument } = await import('pdf-lib');
	const document = await PDFDocument.create();
	await ADD_PICTURE_BY_FORMAT[format](document, bytes);
	return document.save();
}
