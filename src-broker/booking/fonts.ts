// The two faces that labels and papers are set in, and which letters they lack.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fontkit, { type Font } from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

export interface Faces {
	regular: PDFFont;
	bold: PDFFont;
}

export function loadFonts(resourcesDir: string) {
	const read = (name: string) => readFileSync(path.join(resourcesDir, 'fonts', name));
	const regular = read('NotoSans-Regular.ttf');
	const bold = read('NotoSans-Bold.ttf');
	const face = fontkit.create(regular) as Font;

	return {
		/** The first letter of the text that cannot be printed, or undefined. */
		firstMissing(text: string): string | undefined {
			return [...text].find(
				(letter) => !/\s/.test(letter) && !face.hasGlyphForCodePoint(letter.codePointAt(0) as number),
			);
		},

		async embed(document: PDFDocument): Promise<Faces> {
			document.registerFontkit(fontkit);
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
	for (let size = largest; size > smallest; size -= 0.5) {
		if (font.widthOfTextAtSize(text, size) <= width) return size;
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
