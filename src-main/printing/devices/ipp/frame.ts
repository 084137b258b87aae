// Validates the lengths in an IPP message (RFC 8010, section 3): an 8-byte header, then attributes with the lengths of their
// names and values, then an end tag. The parser library trusts these lengths, but answers of a printer are untrusted input.

const HEADER_BYTES = 8;
const END_OF_ATTRIBUTES = 0x03;
const LAST_DELIMITER = 0x0f;
const LAST_OUT_OF_BAND = 0x1f;
const MAX_ATTRIBUTE_BYTES = 0x7fff;
const TAGS_WITH_LANGUAGE = new Set([0x35, 0x36]);
/** Length in bytes by value tag (section 3.9): integer, boolean, enum, dateTime, resolution, rangeOfInteger. */
const FIXED_BYTES: Record<number, number> = { 33: 4, 34: 1, 35: 4, 49: 11, 50: 9, 51: 8 };
/** Value tags without a fixed length: octet strings, collections and their members, texts, names, keywords, URIs. */
const TAGS_WITHOUT_FIXED_LENGTH = new Set([0x30, 0x34, 0x37, 0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a]);

function hasValidLength(tag: number, value: Buffer): boolean {
	if (tag <= LAST_OUT_OF_BAND) return value.length === 0;
	const fixed = FIXED_BYTES[tag];
	if (fixed !== undefined) return value.length === fixed;
	if (!TAGS_WITH_LANGUAGE.has(tag)) return TAGS_WITHOUT_FIXED_LENGTH.has(tag);
	// A language and a text, each preceded by its length. No language tag reaches 256 characters.
	if (value.length < 4 || value[0] !== 0) return false;
	const language = value.readUInt16BE(0);
	return value.length >= 4 + language && value.length === 4 + language + value.readUInt16BE(2 + language);
}

/** @returns false for a message in which the parser might read beyond the end or not terminate */
export function isWellFramed(message: Buffer): boolean {
	let at = HEADER_BYTES;
	while (at < message.length) {
		const tag = message[at] ?? END_OF_ATTRIBUTES;
		if (tag === END_OF_ATTRIBUTES) return true;
		if (tag <= LAST_DELIMITER) {
			at += 1;
			continue;
		}
		if (at + 3 > message.length) return false;
		const value = at + 3 + message.readUInt16BE(at + 1);
		if (value + 2 > message.length) return false;
		const end = value + 2 + message.readUInt16BE(value);
		if (end > message.length || end - at > MAX_ATTRIBUTE_BYTES) return false;
		if (!hasValidLength(tag, message.subarray(value + 2, end))) return false;
		at = end;
	}
	return false;
}
