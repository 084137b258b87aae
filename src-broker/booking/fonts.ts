// The two faces that labels and papers are set in, and which letters they lack.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fontkit, { type Font } from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from 'pdf-lib';

export interface Faces {
	regular: PDFFont;
	bold: PDFFont;
}

const LAYOUT_TABLES = new Set(['GSUB', 'GPOS', 'GDEF']);
const POST_HEADER_BYTES = 32;
const POST_WITHOUT_NAMES = 0x00030000;

/**
 * The font without ligatures, kerning and names of letters, which Latin, Greek and Cyrillic do without on paper: reading
 * them took nine tenths of the time of a label. Source of the form: OpenType specification, "Organization of an OpenType
 * Font" and "post" version 3.
 */
function slimmed(font: Buffer): Buffer {
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
		if (isPost) table.writeUInt32BE(POST_WITHOUT_NAMES, 0);
		const moved = Buffer.from(record);
		moved.writeUInt32BE(offset, 8);
		moved.writeUInt32BE(length, 12);
		directory.push(moved);
		const padding = Buffer.alloc((4 - (length % 4)) % 4);
		tables.push(table, padding);
		offset += length + padding.length;
	}
	return Buffer.concat([header, ...directory, ...tables]);
}

/** @throws when the file holds a collection of faces */
function openFace(file: Buffer): Font {
	const font = fontkit.create(file);
	if (!('hasGlyphForCodePoint' in font)) throw new Error('a font file must hold one face');
	return font;
}

export function loadFonts(resourcesDir: string) {
	const read = (name: string) => slimmed(readFileSync(path.join(resourcesDir, 'fonts', name)));
	const regular = read('NotoSans-Regular.ttf');
	const bold = read('NotoSans-Bold.ttf');
	const face = openFace(regular);
	// Each document would read the fonts anew, at half of its time: they are read once, and only subsets are made for each.
	const faces = new Map<Uint8Array, Font>([
		[regular, face],
		[bold, openFace(bold)],
	]);
	const readFonts = { ...fontkit, create: (bytes: Uint8Array) => faces.get(bytes) ?? fontkit.create(bytes) };

	return {
		/** The first letter of the text that cannot be printed, or undefined. */
		firstMissing(text: string): string | undefined {
			return [...text].find((letter) => !/\s/.test(letter) && !face.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
		},

		async embed(document: PDFDocument): Promise<Faces> {
			document.registerFontkit(readFonts);
			return {
				regular: await document.embedFont(regular, { subset: true }),
				bold: await document.embedFont(bold, { subset: true }),
			};
		},
	};
}
export type Fonts = ReturnType<typeof loadFonts>;

/** The largest size, from `largest` down to `smallest` in half points, at which the text is at most `width` points wide. */
export function sizeToFit(font: PDFFont, text: string, width: number, largest: number, smallest: number): number {
	const widthAtOnePoint = font.widthOfTextAtSize(text, 1);
	for (let size = largest; size > smallest; size -= 0.5) {
		if (widthAtOnePoint * size <= width) return size;
	}
	return smallest;
}

/** The text in lines of at most `width` points, broken at spaces; a word that is wider than a line is broken itself. */
export function wrap(font: PDFFont, text: string, size: number, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/)) {
		const longer = line ? `${line} ${word}` : word;
		if (font.widthOfTextAtSize(longer, size) <= width) {
			line = longer;
			continue;
		}
		if (line) lines.push(line);
		line = '';
		for (const letter of word) {
			if (font.widthOfTextAtSize(line + letter, size) > width) {
				lines.push(line);
				line = '';
			}
			line += letter;
		}
	}
	return line ? [...lines, line] : lines;
}
