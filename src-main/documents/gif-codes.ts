// Whether the codes of a GIF picture say what they may. The library that draws it follows a code that was never given a meaning
// round in a circle, for ever. Source: GIF89a, appendix F.

const MAX_CODES = 4096;
const MAX_CODE_BITS = 12;

/** The bytes of a chain of blocks, each led by its length; a length of 0 ends it. */
function* blockBytes(bytes: Uint8Array, start: number): Generator<number> {
	let at = start;
	for (let length = bytes[at] ?? 0; length > 0; length = bytes[at] ?? 0) {
		yield* bytes.subarray(at + 1, at + 1 + length);
		at += 1 + length;
	}
}

/** @param start where the picture's codes begin, with the length of the shortest */
export function areCodesUnchanged(bytes: Uint8Array, start: number): boolean {
	const letterBits = bytes[start] ?? 0;
	if (letterBits < 1 || letterBits > 8) return false;
	const clear = 1 << letterBits;
	let next = clear + 2;
	let bits = letterBits + 1;
	let isFirst = true;
	let held = 0;
	let heldBits = 0;
	for (const byte of blockBytes(bytes, start + 1)) {
		held |= byte << heldBits;
		heldBits += 8;
		while (heldBits >= bits) {
			const code = held & ((1 << bits) - 1);
			held >>= bits;
			heldBits -= bits;
			if (code === clear + 1) return true;
			if (code === clear) {
				next = clear + 2;
				bits = letterBits + 1;
				isFirst = true;
				continue;
			}
			// The code that comes next may be used while it is being made, but not as the first.
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
