// Converts grey pixels to the black and white dots of a printer.

/** One bit per dot; 1 is black. Rows from the top, each padded to whole bytes, with the leftmost dot in the highest bit. */
export interface Dots {
	widthDots: number;
	heightDots: number;
	bytesPerRow: number;
	bits: Uint8Array;
}

const BLACK_BELOW = 128;
/** Four white pixels as a signed 32-bit integer, which is compared faster than an unsigned one. */
const FOUR_WHITE = -1;

function blacken(bits: Uint8Array, rowStart: number, x: number): void {
	const at = rowStart + (x >> 3);
	bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
}

function addError(row: Float32Array, x: number, error: number): void {
	row[x] = (row[x] ?? 0) + error;
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
/** The highest bit of each of four pixels; it is 0 in pixels darker than `BLACK_BELOW`. */
const HIGH_BITS = 0x80808080;
/** Multiplier that moves the lowest bits of four bytes next to each other, the first byte in memory highest. */
const GATHER_MULTIPLIER = 0x08040201;
const darkOfFour = (four: number): number => (Math.imul((~four & HIGH_BITS) >>> 7, GATHER_MULTIPLIER) >>> 24) & 0x0f;

/** For line art, text and bar codes: pixels darker than `BLACK_BELOW` are black. */
export function threshold(grey: Uint8Array, widthDots: number, heightDots: number): Dots {
	const bytesPerRow = Math.ceil(widthDots / 8);
	const bits = new Uint8Array(bytesPerRow * heightDots);
	// Fast path: compares four pixels at a time, because most of a label is white.
	if (IS_LITTLE_ENDIAN && grey.byteOffset % 4 === 0 && widthDots % 4 === 0) {
		const fours = new Int32Array(grey.buffer, grey.byteOffset, grey.length / 4);
		const foursPerRow = widthDots / 4;
		for (let y = 0; y < heightDots; y += 1) {
			let at = y * bytesPerRow;
			const end = (y + 1) * foursPerRow;
			for (let four = y * foursPerRow; four < end; four += 2) {
				const left = fours[four] ?? FOUR_WHITE;
				const right = four + 1 < end ? (fours[four + 1] ?? FOUR_WHITE) : FOUR_WHITE;
				if ((left & right) !== FOUR_WHITE) bits[at] = (darkOfFour(left) << 4) | darkOfFour(right);
				at += 1;
			}
		}
		return { widthDots, heightDots, bytesPerRow, bits };
	}
	for (let y = 0; y < heightDots; y += 1) {
		for (let x = 0; x < widthDots; x += 1)
			if ((grey[y * widthDots + x] ?? 0) < BLACK_BELOW) blacken(bits, y * bytesPerRow, x);
	}
	return { widthDots, heightDots, bytesPerRow, bits };
}

/** For pictures: error diffusion after Floyd and Steinberg (1976). */
export function dither(grey: Uint8Array, widthDots: number, heightDots: number): Dots {
	const bytesPerRow = Math.ceil(widthDots / 8);
	const bits = new Uint8Array(bytesPerRow * heightDots);
	let current = new Float32Array(widthDots + 2);
	let next = new Float32Array(widthDots + 2);
	for (let y = 0; y < heightDots; y += 1) {
		for (let x = 0; x < widthDots; x += 1) {
			const value = (grey[y * widthDots + x] ?? 0) + (current[x + 1] ?? 0);
			const isBlack = value < BLACK_BELOW;
			if (isBlack) blacken(bits, y * bytesPerRow, x);
			const error = value - (isBlack ? 0 : 255);
			addError(current, x + 2, (error * 7) / 16);
			addError(next, x, (error * 3) / 16);
			addError(next, x + 1, (error * 5) / 16);
			addError(next, x + 2, error / 16);
		}
		[current, next] = [next, current.fill(0)];
	}
	return { widthDots, heightDots, bytesPerRow, bits };
}
