// Converts grey pixels to the black and white dots of a printer.

/** One bit per dot; 1 is black. Rows from the top, each padded to whole bytes, with the leftmost dot in the highest bit. */
export interface Dots {
	widthDots: number;
	heightDots: number;
	bytesPerRow: number;
	bits: Uint8Array;
}

/** Grey values below this value are printed black. */
const BLACK_BELOW = 128;
/** Four white pixels (0xffffffff) as a signed 32-bit integer: signed integers are compared faster than unsigned ones. */
const FOUR_WHITE_PIXELS = -1;

function blackenDot(bits: Uint8Array, rowStart: number, x: number): void {
	const byteIndex = rowStart + (x >> 3);
	bits[byteIndex] = (bits[byteIndex] ?? 0) | (0x80 >> (x & 7));
}

/** Adds a share of a rounding error to the errors carried to a pixel that is not yet converted. */
function addError(rowErrors: Float32Array, index: number, error: number): void {
	rowErrors[index] = (rowErrors[index] ?? 0) + error;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
/** The highest bit of each of four pixels. The bit is 0 in pixels darker than `BLACK_BELOW`. */
const HIGH_BITS = 0x80808080;
/** Multiplier that moves the lowest bits of four bytes next to each other, the first byte in memory highest. */
const GATHER_MULTIPLIER = 0x08040201;
/** Converts four pixels to four dots. @returns a number of four bits, the first pixel highest */
const toFourDots = (fourPixels: number): number =>
	(Math.imul((~fourPixels & HIGH_BITS) >>> 7, GATHER_MULTIPLIER) >>> 24) & 0x0f;

/** For line art, text and bar codes: pixels darker than `BLACK_BELOW` are black. */
export function threshold(grey: Uint8Array, widthDots: number, heightDots: number): Dots {
	const bytesPerRow = Math.ceil(widthDots / 8);
	const bits = new Uint8Array(bytesPerRow * heightDots);
	// Fast path: most of a label is white, so eight white pixels at a time are skipped. A group is four pixels in one number.
	if (IS_LITTLE_ENDIAN && grey.byteOffset % 4 === 0 && widthDots % 4 === 0) {
		const pixelGroups = new Int32Array(grey.buffer, grey.byteOffset, grey.length / 4);
		const groupsPerRow = widthDots / 4;
		for (let y = 0; y < heightDots; y += 1) {
			let byteIndex = y * bytesPerRow;
			const rowEnd = (y + 1) * groupsPerRow;
			for (let group = y * groupsPerRow; group < rowEnd; group += 2) {
				const left = pixelGroups[group] ?? FOUR_WHITE_PIXELS;
				const right = group + 1 < rowEnd ? (pixelGroups[group + 1] ?? FOUR_WHITE_PIXELS) : FOUR_WHITE_PIXELS;
				if ((left & right) !== FOUR_WHITE_PIXELS) bits[byteIndex] = (toFourDots(left) << 4) | toFourDots(right);
				byteIndex += 1;
			}
		}
		return { widthDots, heightDots, bytesPerRow, bits };
	}
	for (let y = 0; y < heightDots; y += 1) {
		for (let x = 0; x < widthDots; x += 1)
			if ((grey[y * widthDots + x] ?? 0) < BLACK_BELOW) blackenDot(bits, y * bytesPerRow, x);
	}
	return { widthDots, heightDots, bytesPerRow, bits };
}

/** For pictures: error diffusion after Floyd and Steinberg (1976). */
export function dither(grey: Uint8Array, widthDots: number, heightDots: number): Dots {
	const bytesPerRow = Math.ceil(widthDots / 8);
	const bits = new Uint8Array(bytesPerRow * heightDots);
	// Rounding errors carried to the current and the next row, with one more value at each end so that no index is negative.
	let currentErrors = new Float32Array(widthDots + 2);
	let nextErrors = new Float32Array(widthDots + 2);
	for (let y = 0; y < heightDots; y += 1) {
		for (let x = 0; x < widthDots; x += 1) {
			const value = (grey[y * widthDots + x] ?? 0) + (currentErrors[x + 1] ?? 0);
			const isBlack = value < BLACK_BELOW;
			if (isBlack) blackenDot(bits, y * bytesPerRow, x);
			const error = value - (isBlack ? 0 : 255);
			addError(currentErrors, x + 2, (error * 7) / 16);
			addError(nextErrors, x, (error * 3) / 16);
			addError(nextErrors, x + 1, (error * 5) / 16);
			addError(nextErrors, x + 2, error / 16);
		}
		[currentErrors, nextErrors] = [nextErrors, currentErrors.fill(0)];
	}
	return { widthDots, heightDots, bytesPerRow, bits };
}
