// Validates the LZW codes of a GIF picture, because an undefined code would make the decoding library loop forever. The format is
// specified in GIF89a, appendix F.

const MAX_CODES = 4096;
const MAX_CODE_BITS = 12;

/** The bytes of a chain of blocks. Each block begins with its length in one byte; a length of 0 ends the chain. */
function* blockBytes(bytes: Uint8Array, start: number): Generator<number> {
	let offset = start;
	for (let length = bytes[offset] ?? 0; length > 0; length = bytes[offset] ?? 0) {
		yield* bytes.subarray(offset + 1, offset + 1 + length);
		offset += 1 + length;
	}
}

/**
 * @param start offset of the image data, which begins with the minimum code size in bits
 * @returns false when the minimum code size is invalid or the data contains an undefined code
 */
export function areGifCodesValid(bytes: Uint8Array, start: number): boolean {
	const minCodeBits = bytes[start] ?? 0;
	if (minCodeBits < 1 || minCodeBits > 8) return false;
	const clearCode = 1 << minCodeBits;
	const endCode = clearCode + 1;
	/** The code that is defined next. */
	let nextCode = clearCode + 2;
	let codeBits = minCodeBits + 1;
	let isFirstCode = true;
	let buffer = 0;
	let bufferBits = 0;
	for (const byte of blockBytes(bytes, start + 1)) {
		buffer |= byte << bufferBits;
		bufferBits += 8;
		while (bufferBits >= codeBits) {
			const code = buffer & ((1 << codeBits) - 1);
			buffer >>= codeBits;
			bufferBits -= codeBits;
			if (code === endCode) return true;
			if (code === clearCode) {
				nextCode = clearCode + 2;
				codeBits = minCodeBits + 1;
				isFirstCode = true;
				continue;
			}
			// A code may be used in the step that defines it, except in the first step.
			if (code > nextCode || (isFirstCode && code >= clearCode)) return false;
			if (!isFirstCode && nextCode < MAX_CODES) {
				nextCode += 1;
				if (nextCode === 1 << codeBits && codeBits < MAX_CODE_BITS) codeBits += 1;
			}
			isFirstCode = false;
		}
	}
	return true;
}
