// Encodes sheets in the raster formats of driverless printing: PWG Raster (PWG 5102.4) and Apple's URF. Both formats compress in
// the same way. Equal consecutive rows are stored as one row and a count. A row is stored as runs of equal bytes and sequences
// of different bytes.
import type { PrinterProfile } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';
import type { Encoder } from '../shared/encoder';

/** Maximum length of a run or sequence, because its length is stored in one byte. */
const MAX_RUN_BYTES = 128;
const MAX_EQUAL_ROWS = 256;
const PWG_HEADER_BYTES = 1796;
const URF_HEADER_BYTES = 32;

function compressRow(row: Uint8Array): number[] {
	const compressed: number[] = [];
	for (let offset = 0; offset < row.length; ) {
		let runBytes = 1;
		while (runBytes < MAX_RUN_BYTES && row[offset + runBytes] === row[offset] && offset + runBytes < row.length)
			runBytes += 1;
		if (runBytes > 1) {
			compressed.push(runBytes - 1, row[offset] ?? 0);
			offset += runBytes;
			continue;
		}
		let sequenceBytes = 1;
		while (
			sequenceBytes < MAX_RUN_BYTES &&
			offset + sequenceBytes < row.length &&
			row[offset + sequenceBytes] !== row[offset + sequenceBytes + 1]
		)
			sequenceBytes += 1;
		if (sequenceBytes === 1) compressed.push(0, row[offset] ?? 0);
		else compressed.push(257 - sequenceBytes, ...row.subarray(offset, offset + sequenceBytes));
		offset += sequenceBytes;
	}
	return compressed;
}

function compressRows(rows: Uint8Array, bytesPerRow: number): Uint8Array {
	const compressed: number[] = [];
	for (let offset = 0; offset < rows.length; ) {
		const row = rows.subarray(offset, offset + bytesPerRow);
		let equalRows = 1;
		while (
			equalRows < MAX_EQUAL_ROWS &&
			offset + (equalRows + 1) * bytesPerRow <= rows.length &&
			Buffer.compare(row, rows.subarray(offset + equalRows * bytesPerRow, offset + (equalRows + 1) * bytesPerRow)) === 0
		)
			equalRows += 1;
		compressed.push(equalRows - 1, ...compressRow(row));
		offset += equalRows * bytesPerRow;
	}
	return Uint8Array.from(compressed);
}

/** One byte per dot; 0 is black. */
function toGreyBytes({ bits, widthDots, heightDots, bytesPerRow }: Dots): Uint8Array {
	return new Uint8Array(widthDots * heightDots).map((_, dot) => {
		const x = dot % widthDots;
		const byte = bits[Math.floor(dot / widthDots) * bytesPerRow + (x >> 3)] ?? 0;
		return byte & (0x80 >> (x & 7)) ? 0 : 255;
	});
}

/** Fields of a PWG page header that depend on the pixel format. */
interface PwgPixelFormat {
	bitsPerDot: number;
	bytesPerRow: number;
	/** 3: black; 18: grey with the sRGB gamma. */
	colourSpace: 3 | 18;
}

function pwgHeader(
	dots: Dots,
	format: PwgPixelFormat,
	sheetCount: number,
	{ dpi, copies }: PrinterProfile,
): Uint8Array {
	const { widthDots, heightDots } = dots;
	const header = Buffer.alloc(PWG_HEADER_BYTES);
	header.write('PwgRaster', 0);
	const toPoints = (lengthDots: number) => Math.round((lengthDots / dpi) * 72);
	const fields: [name: string, offset: number, value: number][] = [
		['HWResolution, horizontal', 276, dpi],
		['HWResolution, vertical', 280, dpi],
		['NumCopies', 340, copies],
		['PageSize, width', 352, toPoints(widthDots)],
		['PageSize, height', 356, toPoints(heightDots)],
		['Width', 372, widthDots],
		['Height', 376, heightDots],
		['BitsPerColor', 384, format.bitsPerDot],
		['BitsPerPixel', 388, format.bitsPerDot],
		['BytesPerLine', 392, format.bytesPerRow],
		['ColorSpace', 400, format.colourSpace],
		['NumColors', 420, 1],
		['TotalPageCount', 452, sheetCount],
		['CrossFeedTransform', 456, 1],
		['FeedTransform', 460, 1],
		['ImageBoxRight', 472, widthDots],
		['ImageBoxBottom', 476, heightDots],
		['AlternatePrimary', 480, 0xffffff],
	];
	for (const [, offset, value] of fields) header.writeUInt32BE(value, offset);
	return header;
}

/** PWG Raster in black and white, one bit per dot (`black_1`). */
export const encodePwg: Encoder = (sheets, printer) =>
	Buffer.concat([
		Buffer.from('RaS2'),
		...sheets.flatMap((dots) => [
			pwgHeader(dots, { bitsPerDot: 1, bytesPerRow: dots.bytesPerRow, colourSpace: 3 }, sheets.length, printer),
			compressRows(dots.bits, dots.bytesPerRow),
		]),
	]);

/** PWG Raster in grey, one byte per dot (`sgray_8`), for printers that do not support `black_1`. */
export const encodePwgGrey: Encoder = (sheets, printer) =>
	Buffer.concat([
		Buffer.from('RaS2'),
		...sheets.flatMap((dots) => [
			pwgHeader(dots, { bitsPerDot: 8, bytesPerRow: dots.widthDots, colourSpace: 18 }, sheets.length, printer),
			compressRows(toGreyBytes(dots), dots.widthDots),
		]),
	]);

/** URF in grey, one byte per dot (`W8`): URF has no format with one bit per dot. */
export const encodeUrf: Encoder = (sheets, { dpi }) => {
	const fileHeader = Buffer.alloc(12);
	fileHeader.write('UNIRAST\0', 'latin1');
	fileHeader.writeUInt32BE(sheets.length, 8);
	return Buffer.concat([
		fileHeader,
		...sheets.flatMap((dots) => {
			const pageHeader = Buffer.alloc(URF_HEADER_BYTES);
			// 8 bits per dot, 0: grey, 1: one-sided, 4: normal quality.
			pageHeader.set([8, 0, 1, 4]);
			pageHeader.writeUInt32BE(dots.widthDots, 12);
			pageHeader.writeUInt32BE(dots.heightDots, 16);
			pageHeader.writeUInt32BE(dpi, 20);
			return [pageHeader, compressRows(toGreyBytes(dots), dots.widthDots)];
		}),
	]);
};
