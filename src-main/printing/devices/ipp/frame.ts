// Validates the lengths in an IPP message (RFC 8010, section 3). A message is an 8-byte header, attributes with the lengths of
// their names and values, and an end tag. The parser library trusts these lengths, but the answers of a printer are untrusted
// input.

const HEADER_BYTES = 8;
const END_OF_ATTRIBUTES = 0x03;
/** Tags 0x00 to 0x0f are delimiters: they begin a group of attributes, or end the last group. */
const LAST_DELIMITER_TAG = 0x0f;
/** Tags 0x10 to 0x1f are out-of-band values, such as `unknown`, which have no bytes. */
const LAST_OUT_OF_BAND_TAG = 0x1f;
const MAX_ATTRIBUTE_BYTES = 0x7fff;
/** Texts and names that state their language. */
const TAGS_WITH_LANGUAGE = new Set([0x35, 0x36]);
/** Length in bytes by value tag (section 3.9): integer, boolean, enum, dateTime, resolution, rangeOfInteger. */
const FIXED_BYTES: Record<number, number> = { 33: 4, 34: 1, 35: 4, 49: 11, 50: 9, 51: 8 };
/** Value tags without a fixed length: octet strings, collections and their members, texts, names, keywords, URIs. */
const TAGS_WITHOUT_FIXED_LENGTH = new Set([0x30, 0x34, 0x37, 0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a]);

function hasValidLength(tag: number, value: Buffer): boolean {
	if (tag <= LAST_OUT_OF_BAND_TAG) return value.length === 0;
	const fixedBytes = FIXED_BYTES[tag];
	if (fixedBytes !== undefined) return value.length === fixedBytes;
	if (!TAGS_WITH_LANGUAGE.has(tag)) return TAGS_WITHOUT_FIXED_LENGTH.has(tag);
	// A language and a text, each preceded by its length in two bytes. No language is longer than 255 characters, so the first byte
	// is 0.
	if (value.length < 4 || value[0] !== 0) return false;
	const languageBytes = value.readUInt16BE(0);
	return (
		value.length >= 4 + languageBytes && value.length === 4 + languageBytes + value.readUInt16BE(2 + languageBytes)
	);
}

/** @returns false for a message that could make the parser read beyond the end or loop forever */
export function isWellFramed(message: Buffer): boolean {
	let offset = HEADER_BYTES;
	while (offset < message.length) {
		const tag = message[offset] ?? END_OF_ATTRIBUTES;
		if (tag === END_OF_ATTRIBUTES) return true;
		if (tag <= LAST_DELIMITER_TAG) {
			offset += 1;
			continue;
		}
		if (offset + 3 > message.length) return false;
		const valueLengthOffset = offset + 3 + message.readUInt16BE(offset + 1);
		if (valueLengthOffset + 2 > message.length) return false;
		const end = valueLengthOffset + 2 + message.readUInt16BE(valueLengthOffset);
		if (end > message.length || end - offset > MAX_ATTRIBUTE_BYTES) return false;
		if (!hasValidLength(tag, message.subarray(valueLengthOffset + 2, end))) return false;
		offset = end;
	}
	return false;
}
