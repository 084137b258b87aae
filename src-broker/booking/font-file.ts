// Reads font files.
import fontkit, { type Font } from '@cantoo/fontkit';

const LAYOUT_TABLES = new Set(['GSUB', 'GPOS', 'GDEF']);
const POST_HEADER_BYTES = 32;
/** Version 3 of the table "post", which has no glyph names. */
const POST_VERSION_3 = 0x00030000;

/**
 * Removes ligatures, kerning and glyph names from a font. Latin, Greek and Cyrillic text prints well without them, and parsing
 * them took 90 % of the time to draw a label. Font format: OpenType specification, "Organization of an OpenType Font" and "post"
 * version 3.
 */
export function removeLayoutTables(font: Buffer): Buffer {
	const records: Buffer[] = [];
	for (let index = 0; index < font.readUInt16BE(4); index += 1) {
		const record = font.subarray(12 + index * 16, 28 + index * 16);
		if (!LAYOUT_TABLES.has(record.toString('latin1', 0, 4))) records.push(record);
	}
	const header = Buffer.alloc(12);
	font.copy(header, 0, 0, 4);
	header.writeUInt16BE(records.length, 4);
	const directory: Buffer[] = [];
	const tables: Buffer[] = [];
	let offset = 12 + records.length * 16;
	for (const record of records) {
		const from = record.readUInt32BE(8);
		const isPost = record.toString('latin1', 0, 4) === 'post';
		const length = isPost ? POST_HEADER_BYTES : record.readUInt32BE(12);
		const table = Buffer.from(font.subarray(from, from + length));
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
export function openFace(file: Buffer): Font {
	const font = fontkit.create(file);
	if (!('hasGlyphForCodePoint' in font)) throw new Error('A font file must hold one face.');
	return font;
}
