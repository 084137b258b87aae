// The two font faces of labels and customs documents, and functions that fit text into a width. Lengths are in points.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fontkit, { type Font } from '@cantoo/fontkit';
import type { PDFDocument } from 'pdf-lib';
import { createLatinFace, type TextFace } from './text-drawing';

export interface Faces {
	regular: TextFace;
	bold: TextFace;
}

const LAYOUT_TABLES = new Set(['GSUB', 'GPOS', 'GDEF']);
const POST_HEADER_BYTES = 32;
/** Version 3 of the table "post", which has no glyph names. */
const POST_VERSION_3 = 0x00030000;

/**
 * Removes ligatures, kerning and glyph names from a font. Latin, Greek and Cyrillic text prints well without them, and parsing
 * them took 90 % of the time to draw a label. Font format: OpenType specification, "Organization of an OpenType Font" and "post"
 * version 3.
 */
function removeLayoutTables(font: Buffer): Buffer {
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
function openFace(file: Buffer): Font {
	const font = fontkit.create(file);
	if (!('hasGlyphForCodePoint' in font)) throw new Error('A font file must hold one face.');
	return font;
}

/** @throws Error when a font file is missing or unreadable */
export function loadFonts(resourcesDir: string) {
	const read = (name: string) => removeLayoutTables(readFileSync(path.join(resourcesDir, 'fonts', name)));
	const regular = read('NotoSans-Regular.ttf');
	const bold = read('NotoSans-Bold.ttf');
	const face = openFace(regular);
	// Parsed once: pdf-lib would parse the fonts for every document, which took half of the drawing time.
	const faces = new Map<Uint8Array, Font>([
		[regular, face],
		[bold, openFace(bold)],
	]);
	const cachingFontkit = { ...fontkit, create: (bytes: Uint8Array) => faces.get(bytes) ?? fontkit.create(bytes) };

	return {
		/** The first character of the text that the fonts do not contain, or undefined. */
		firstUnprintable(text: string): string | undefined {
			return [...text].find(
				(character) => !/\s/.test(character) && !face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
			);
		},

		/** Adds both faces to a document. */
		async embed(document: PDFDocument): Promise<Faces> {
			document.registerFontkit(cachingFontkit);
			return {
				regular: createLatinFace(await document.embedFont(regular, { subset: true })),
				bold: createLatinFace(await document.embedFont(bold, { subset: true })),
			};
		},
	};
}
export type Fonts = ReturnType<typeof loadFonts>;

/**
 * The largest font size at which the text is at most `width` wide, from `largest` down to `smallest` in steps of half a point.
 * @returns `smallest` also when the text is too wide at that size
 */
export function sizeToFit(font: TextFace, text: string, width: number, largest: number, smallest: number): number {
	const widthAtOnePoint = font.widthOfTextAtSize(text, 1);
	for (let size = largest; size > smallest; size -= 0.5) {
		if (widthAtOnePoint * size <= width) return size;
	}
	return smallest;
}

/** Breaks text at spaces into lines of at most `width`. A word that is wider than a line is broken too. */
export function wrap(font: TextFace, text: string, size: number, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/)) {
		const lineWithWord = line ? `${line} ${word}` : word;
		if (font.widthOfTextAtSize(lineWithWord, size) <= width) {
			line = lineWithWord;
			continue;
		}
		if (line) lines.push(line);
		line = '';
		for (const character of word) {
			if (font.widthOfTextAtSize(line + character, size) > width) {
				lines.push(line);
				line = '';
			}
			line += character;
		}
	}
	return line ? [...lines, line] : lines;
}
