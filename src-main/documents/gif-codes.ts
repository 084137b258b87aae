// Validates the LZW codes of a GIF picture: with an undefined code, the library that decodes it would loop forever. Source:
// GIF89a, appendix F.

const MAX_CODES = 4096;
const MAX_CODE_BITS = 12;

/** The bytes of a chain of blocks, each preceded by its length; a length of 0 ends the chain. */
function* blockBytes(bytes: Uint8Array, start: number): Generator<number> {
	let at = start;
	for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
		yield* bytes.subarray(at + 1, at + 1 + length);
		at += 1 + length;
	}
}

/**
 * @param start offset of the image data, which begins with the minimum code size
 * @returns false when the data contains an undefined code
 */
export function areGifCodesValid(bytes: Uint8Array, start: number): boolean {
	const minCodeBits = bytes[start] ?? 0;
	if (minCodeBits < 1 || minCodeBits > 8) return false;
	const clear = 1 << minCodeBits;
	let next = clear + 2;
	let bits = minCodeBits + 1;
	let isFirst = true;
	let buffer = 0;
	let bufferBits = 0;
	for (const byte of blockBytes(bytes, start + 1)) {
		buffer |= byte << bufferBits;
		bufferBits += 8;
		while (bufferBits >= bits) {
			const code = buffer & ((1 << bits) - 1);
			buffer >>= bits;
			bufferBits -= bits;
			if (code === clear + 1) return true;
			if (code === clear) {
				next = clear + 2;
				bits = minCodeBits + 1;
				isFirst = true;
				continue;
			}
			// A code may be used in the step that defines it, but not as the first code.
			if (code > next || (isFirst && code >= clear)) return false;
			if (!isFirst && next < MAX_CODES) {
				next += 1;
				if (next === 1 << bits && bits < MAX_CODE_BITS) bits += 1;
			}
			isFirst = false;
		}
	}
	return true;
}
