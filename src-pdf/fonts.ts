// The two font faces of labels and customs documents, and functions that fit text into a width. Lengths are in points.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fontkit, { type Font } from '@cantoo/fontkit';
import type { PDFDocument } from 'pdf-lib';
import { parseFont, removeLayoutTables } from './font-file';
import { createScriptFonts } from './script-fonts';
import { createFontChooser, createTextFaces, isLatinOnly, type TextFace } from './text-face';

/** The faces of one document. */
export interface Faces {
	regular: TextFace;
	bold: TextFace;
	/** Embeds in the document the fonts of all scripts that were drawn. Call once, after the last text is drawn. */
	embedScriptFonts(): void;
}

export interface EmbeddedFonts extends Faces {
	/** The faces for a part of the document that has other addresses. They use the same embedded fonts. */
	facesFor(countries: readonly string[]): Pick<Faces, 'regular' | 'bold'>;
}

/** @throws Error when a font file is missing or unreadable */
export function loadFonts(resourcesDir: string) {
	const read = (name: string) => removeLayoutTables(readFileSync(path.join(resourcesDir, 'fonts', name)));
	const regular = read('NotoSans-Regular.ttf');
	const bold = read('NotoSans-Bold.ttf');
	const parsedRegular = parseFont(regular);
	// Parsed once: pdf-lib would parse the fonts for every document, which took half of the drawing time.
	const parsedFonts = new Map<Uint8Array, Font>([
		[regular, parsedRegular],
		[bold, parseFont(bold)],
	]);
	const cachingFontkit = { ...fontkit, create: (bytes: Uint8Array) => parsedFonts.get(bytes) ?? fontkit.create(bytes) };
	const scriptFonts = createScriptFonts(resourcesDir);

	return {
		/** The first character that no font contains, or undefined. @param text without invisible characters */
		firstUnprintable(text: string): string | undefined {
			const fontOf = isLatinOnly(text)
				? (character: string) =>
						parsedRegular.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) ? 'latin' : undefined
				: createFontChooser(parsedRegular, scriptFonts, text, []);
			return [...text].find((character) => !/\s/.test(character) && fontOf(character, undefined) === undefined);
		},

		/**
		 * Creates the faces of a document, and embeds the Latin font in it.
		 * @param countries country codes of the addresses, the most important first: they decide between the forms of Chinese characters
		 */
		async embed(document: PDFDocument, countries: readonly string[]): Promise<EmbeddedFonts> {
			document.registerFontkit(cachingFontkit);
			const { createFace, embedScriptFonts } = createTextFaces({
				document,
				latin: parsedRegular,
				scriptFonts,
			});
			const latinRegular = await document.embedFont(regular, { subset: true });
			const latinBold = await document.embedFont(bold, { subset: true });
			const facesFor: EmbeddedFonts['facesFor'] = (countriesOfPart) => ({
				regular: createFace(latinRegular, false, countriesOfPart),
				bold: createFace(latinBold, true, countriesOfPart),
			});
			return { ...facesFor(countries), facesFor, embedScriptFonts };
		},
	};
}
export type Fonts = ReturnType<typeof loadFonts>;

/**
 * The largest font size at which the text is at most `width` wide, from `maxSize` down to `minSize` in steps of half a point.
 * @returns `minSize` also when the text is too wide at that size
 */
export function sizeToFit(font: TextFace, text: string, width: number, maxSize: number, minSize: number): number {
	const widthAtOnePoint = font.widthOfTextAtSize(text, 1);
	for (let size = maxSize; size > minSize; size -= 0.5) {
		if (widthAtOnePoint * size <= width) return size;
	}
	return minSize;
}

/** Finds the words in a text of a script without spaces, with the dictionaries of the runtime. */
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Keeps each character together with its marks. */
const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const segmentsOf = (segmenter: Intl.Segmenter, text: string) =>
	Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * The parts between which a text without spaces may be broken: its characters if it needs the Latin font only, else its words. A
 * word that is wider than a line is broken into characters.
 */
function breakableParts(font: TextFace, text: string, size: number, width: number): string[] {
	if (isLatinOnly(text)) return [...text];
	return segmentsOf(wordSegmenter, text).flatMap((part) =>
		font.widthOfTextAtSize(part, size) <= width ? part : segmentsOf(graphemeSegmenter, part),
	);
}

/** Covers the rounding of widths that are added up. */
const WIDTH_TOLERANCE = 0.001;

/**
 * Breaks a word that is wider than a line. The widths of the parts are added up, and a line that seems full is measured as a whole,
 * because joined letters have other widths than single letters. Measuring after each part took most of the time of a booking.
 */
function breakWord(font: TextFace, word: string, size: number, width: number): string[] {
	const parts = breakableParts(font, word, size, width);
	const widthOf = (text: string) => font.widthOfTextAtSize(text, size);
	const lines: string[] = [];
	let start = 0;
	while (start < parts.length) {
		let end = start;
		let line = '';
		let lineWidth = 0;
		for (;;) {
			const measuredEnd = end;
			let estimate = lineWidth;
			for (let part = parts[end]; part !== undefined; part = parts[end]) {
				estimate += widthOf(part);
				if (end > start && estimate > width + WIDTH_TOLERANCE) break;
				end += 1;
			}
			if (end === measuredEnd) break;
			line = parts.slice(start, end).join('');
			lineWidth = widthOf(line);
			if (lineWidth > width) break;
		}
		while (lineWidth > width && end - start > 1) {
			end -= 1;
			line = parts.slice(start, end).join('');
			lineWidth = widthOf(line);
		}
		lines.push(line);
		start = end;
	}
	return lines;
}

/** Breaks text at spaces into lines of at most `width`. A part without spaces that is wider than a line is broken too. */
export function wrapText(font: TextFace, text: string, size: number, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const word of text.split(/\s+/)) {
		const lineWithWord = line ? `${line} ${word}` : word;
		if (font.widthOfTextAtSize(lineWithWord, size) <= width) {
			line = lineWithWord;
			continue;
		}
		if (line) lines.push(line);
		const partsOfWord = breakWord(font, word, size, width);
		lines.push(...partsOfWord.slice(0, -1));
		line = partsOfWord.at(-1) ?? '';
	}
	return line ? [...lines, line] : lines;
}
