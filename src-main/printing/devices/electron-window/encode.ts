// Encodes sheets as an HTML page: each sheet is a one-bit image in the size of the paper, with one pixel per printer dot.
import type { Dots } from '../../layout/dots';
import type { Encoder } from '../shared/encoder';

const MM_PER_INCH = 25.4;
const HEADER_BYTES = 62;
const FILE_HEADER_BYTES = 14;
const INFO_HEADER_BYTES = 40;
const WHITE = 0xffffff;

/** A BMP with one bit per pixel. The negative height stores rows from the top; each row is padded to 4 bytes. */
function bmpFile({ bits, widthDots, heightDots, bytesPerRow }: Dots): Buffer {
	const bmpBytesPerRow = Math.ceil(bytesPerRow / 4) * 4;
	const file = Buffer.alloc(HEADER_BYTES + bmpBytesPerRow * heightDots);
	// File header: signature, file size, offset of the pixels.
	file.write('BM', 0, 'latin1');
	file.writeUInt32LE(file.length, 2);
	file.writeUInt32LE(HEADER_BYTES, 10);
	// Info header: its size, width, height, planes, bits per pixel.
	file.writeUInt32LE(INFO_HEADER_BYTES, FILE_HEADER_BYTES);
	file.writeInt32LE(widthDots, 18);
	file.writeInt32LE(-heightDots, 22);
	file.writeUInt16LE(1, 26);
	file.writeUInt16LE(1, 28);
	// Palette of two colours: 0 is white; 1 is black, whose bytes are already 0.
	file.writeUInt32LE(2, 46);
	file.writeUInt32LE(WHITE, FILE_HEADER_BYTES + INFO_HEADER_BYTES);
	for (let row = 0; row < heightDots; row += 1)
		file.set(bits.subarray(row * bytesPerRow, (row + 1) * bytesPerRow), HEADER_BYTES + row * bmpBytesPerRow);
	return file;
}

export const encodeHtml: Encoder = (sheets, { dpi }) => {
	const mm = (dots: number) => `${((dots / dpi) * MM_PER_INCH).toFixed(3)}mm`;
	const pictures = sheets.map(
		(dots) =>
			`<img style="width:${mm(dots.widthDots)};height:${mm(dots.heightDots)}" src="data:image/bmp;base64,${bmpFile(dots).toString('base64')}">`,
	);
	const style =
		'@page{margin:0}html,body{margin:0}img{display:block;image-rendering:pixelated;break-after:page}img:last-child{break-after:auto}';
	return Buffer.from(`<!doctype html><meta charset="utf-8"><style>${style}</style>${pictures.join('')}`);
};
