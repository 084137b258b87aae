// Encodes sheets in the raster formats of driverless printing: PWG Raster (PWG 5102.4) and Apple's URF. Both compress rows in
// the same way: a repeat count for the row, then runs of equal bytes and literal sequences of different bytes.
import type { Printer } from '../../../../src-contract/model/print';
import type { Dots } from '../../layout/dots';
import type { Encoder } from '../shared/encoder';

const MAX_RUN = 128;
const MAX_EQUAL_ROWS = 256;
const PWG_HEADER_BYTES = 1796;
const URF_HEADER_BYTES = 32;

function packRow(row: Uint8Array): number[] {
	const packed: number[] = [];
	for (let at = 0; at < row.length; ) {
		let run = 1;
		while (run < MAX_RUN && row[at + run] === row[at] && at + run < row.length) run += 1;
		if (run > 1) {
			packed.push(run - 1, row[at] ?? 0);
			at += run;
			continue;
		}
		let stretch = 1;
		while (stretch < MAX_RUN && at + stretch < row.length && row[at + stretch] !== row[at + stretch + 1]) stretch += 1;
		if (stretch === 1) packed.push(0, row[at] ?? 0);
		else packed.push(257 - stretch, ...row.subarray(at, at + stretch));
		at += stretch;
	}
	return packed;
}

function packRows(rows: Uint8Array, bytesPerRow: number): Uint8Array {
	const packed: number[] = [];
	for (let at = 0; at < rows.length; ) {
		const row = rows.subarray(at, at + bytesPerRow);
		let equal = 1;
		while (
			equal < MAX_EQUAL_ROWS &&
			at + (equal + 1) * bytesPerRow <= rows.length &&
			Buffer.compare(row, rows.subarray(at + equal * bytesPerRow, at + (equal + 1) * bytesPerRow)) === 0
		)
			equal += 1;
		packed.push(equal - 1, ...packRow(row));
		at += equal * bytesPerRow;
	}
	return Uint8Array.from(packed);
}

/** One byte per dot; 0 is black. */
function toGreyBytes({ bits, widthDots, heightDots, bytesPerRow }: Dots): Uint8Array {
	return new Uint8Array(widthDots * heightDots).map((_, at) => {
		const x = at % widthDots;
		const byte = bits[Math.floor(at / widthDots) * bytesPerRow + (x >> 3)] ?? 0;
		return byte & (0x80 >> (x & 7)) ? 0 : 255;
	});
}

/** Colour space fields of a PWG page header. `colourSpace`: 3 is black, 18 is grey with the sRGB gamma. */
interface PwgSpace {
	bitsPerDot: number;
	bytesPerRow: number;
	colourSpace: 3 | 18;
}

function pwgHeader(dots: Dots, space: PwgSpace, sheets: number, { dpi, copies }: Printer): Uint8Array {
	const { widthDots, heightDots } = dots;
	const header = Buffer.alloc(PWG_HEADER_BYTES);
	header.write('PwgRaster', 0);
	const points = (dots: number) => Math.round((dots / dpi) * 72);
	const fields: [offset: number, value: number][] = [
		[276, dpi],
		[280, dpi],
		[340, copies],
		[352, points(widthDots)],
		[356, points(heightDots)],
		[372, widthDots],
		[376, heightDots],
		[384, space.bitsPerDot],
		[388, space.bitsPerDot],
		[392, space.bytesPerRow],
		[400, space.colourSpace],
		[420, 1],
		[452, sheets],
		[456, 1],
		[460, 1],
		[472, widthDots],
		[476, heightDots],
		[480, 0xffffff],
	];
	for (const [offset, value] of fields) header.writeUInt32BE(value, offset);
	return header;
}

/** PWG Raster in black and white, one bit per dot (`black_1`). */
export const encodePwg: Encoder = (sheets, printer) =>
	Buffer.concat([
		Buffer.from('RaS2'),
		...sheets.flatMap((dots) => [
			pwgHeader(dots, { bitsPerDot: 1, bytesPerRow: dots.bytesPerRow, colourSpace: 3 }, sheets.length, printer),
			packRows(dots.bits, dots.bytesPerRow),
		]),
	]);

/** PWG Raster in grey, one byte per dot (`sgray_8`), for printers that do not support `black_1`. */
export const encodePwgGrey: Encoder = (sheets, printer) =>
	Buffer.concat([
		Buffer.from('RaS2'),
		...sheets.flatMap((dots) => [
			pwgHeader(dots, { bitsPerDot: 8, bytesPerRow: dots.widthDots, colourSpace: 18 }, sheets.length, printer),
			packRows(toGreyBytes(dots), dots.widthDots),
		]),
	]);

/** URF in grey, one byte per dot (`W8`): URF has no format with one bit per dot. */
export const encodeUrf: Encoder = (sheets, { dpi }) => {
	const start = Buffer.alloc(12);
	start.write('UNIRAST\0', 'latin1');
	start.writeUInt32BE(sheets.length, 8);
	return Buffer.concat([
		start,
		...sheets.flatMap((dots) => {
			const header = Buffer.alloc(URF_HEADER_BYTES);
			// Bits per dot, colour space grey, one-sided, normal quality.
			header.set([8, 0, 1, 4]);
			for (const [offset, value] of [
				[12, dots.widthDots],
				[16, dots.heightDots],
				[20, dpi],
			] as const)
				header.writeUInt32BE(value, offset);
			return [header, packRows(toGreyBytes(dots), dots.widthDots)];
		}),
	]);
};
