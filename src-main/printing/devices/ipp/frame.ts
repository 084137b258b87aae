// The frame of an IPP message (RFC 8010, section 3): a header of eight bytes, groups of attributes, each attribute with the
// lengths of its name and value, and an end. The library that reads messages trusts those lengths; a printer is not trusted.

const HEADER_BYTES = 8;
const END_OF_ATTRIBUTES = 0x03;
const LAST_DELIMITER = 0x0f;
const LAST_OUT_OF_BAND = 0x1f;
const LONGEST = 0x7fff;
const WITH_LANGUAGE = new Set([0x35, 0x36]);
/** Bytes of values whose length is given by their kind (section 3.9): numbers, truths, dates, resolutions, ranges. */
const FIXED_BYTES: Record<number, number> = { 33: 4, 34: 1, 35: 4, 49: 11, 50: 9, 51: 8 };
/** Octets, collections and their members, texts, names, keywords, addresses. */
const FREE_LENGTH = new Set([0x30, 0x34, 0x37, 0x41, 0x42, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4a]);

function hasTrueLength(tag: number, value: Buffer): boolean {
	if (tag <= LAST_OUT_OF_BAND) return value.length === 0;
	const fixed = FIXED_BYTES[tag];
	if (fixed !== undefined) return value.length === fixed;
	if (!WITH_LANGUAGE.has(tag)) return FREE_LENGTH.has(tag);
	// A language and a text, each after its length; a language of 256 letters does not exist.
	if (value.length < 4 || value[0] !== 0) return false;
	const language = value.readUInt16BE(0);
	return value.length >= 4 + language && value.length === 4 + language + value.readUInt16BE(2 + language);
}

/** @returns false for what a reader that trusts its lengths might read beyond, or never come to the end of */
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
		if (end > message.length || end - at > LONGEST) return false;
		if (!hasTrueLength(tag, message.subarray(value + 2, end))) return false;
		at = end;
	}
	return false;
}
