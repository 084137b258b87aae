// Parses font files, and removes tables from them that are not needed.
import fontkit, { type Font } from '@cantoo/fontkit';

/** Tables of ligatures, kerning and classes of glyphs. */
const LAYOUT_TABLES = new Set(['GSUB', 'GPOS', 'GDEF']);
/** Length of the file's header, whose bytes 4 and 5 are the number of tables. */
const HEADER_BYTES = 12;
/** Length of a table's record in the directory after the header: tag, checksum, offset and length, of four bytes each. */
const RECORD_BYTES = 16;
const POST_HEADER_BYTES = 32;
/** Version 3 of the table "post", which consists of the header only and has no glyph names. */
const POST_VERSION_3 = 0x00030000;

/**
 * Removes ligatures, kerning and glyph names from a font. Latin, Greek and Cyrillic text prints well without these tables, and
 * parsing them took 90 % of the time to draw a label. Font format: OpenType specification, "Organization of an OpenType Font" and "post"
 * version 3.
 */
export function removeLayoutTables(font: Buffer): Buffer {
	const records: Buffer[] = [];
	for (let index = 0; index < font.readUInt16BE(4); index += 1) {
		const start = HEADER_BYTES + index * RECORD_BYTES;
		const record = font.subarray(start, start + RECORD_BYTES);
		if (!LAYOUT_TABLES.has(record.toString('latin1', 0, 4))) records.push(record);
	}
	const header = Buffer.alloc(HEADER_BYTES);
	font.copy(header, 0, 0, 4);
	header.writeUInt16BE(records.length, 4);
	const directory: Buffer[] = [];
	const tables: Buffer[] = [];
	let offset = HEADER_BYTES + records.length * RECORD_BYTES;
	for (const record of records) {
		const oldOffset = record.readUInt32BE(8);
		const isPost = record.toString('latin1', 0, 4) === 'post';
		const length = isPost ? POST_HEADER_BYTES : record.readUInt32BE(12);
		const table = Buffer.from(font.subarray(oldOffset, oldOffset + length));
		if (isPost) table.writeUInt32BE(POST_VERSION_3, 0);
		const newRecord = Buffer.from(record);
		newRecord.writeUInt32BE(offset, 8);
		newRecord.writeUInt32BE(length, 12);
		directory.push(newRecord);
		const padding = Buffer.alloc((4 - (length % 4)) % 4);
		tables.push(table, padding);
		offset += length + padding.length;
	}
	return Buffer.concat([header, ...directory, ...tables]);
}

/** @throws Error when the file holds a font collection */
export function parseFont(file: Buffer): Font {
	const font = fontkit.create(file);
	if (!('hasGlyphForCodePoint' in font)) throw new Error('A font file must contain one font.');
	return font;
}
