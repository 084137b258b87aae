// Measures and draws a text in any script. Each character gets a font: the Latin font, which also has Greek and Cyrillic, or the font
// of its script. `page-text.ts` calls these functions for the other modules. Lengths are in points.
import type { Font } from '@cantoo/fontkit';
import type { PDFDocument, PDFFont, PDFPage } from 'pdf-lib';
import { createFontSubset, type FontSubset, type GlyphRun, type TextPlacement } from './font-subset';
import { type ScriptFont, type ScriptFonts, widthOfRun } from './script-fonts';
import { reverseRun, visualRuns } from './text-runs';

/** One weight, regular or bold, that draws texts of any script in a document. */
export interface TextFace {
	widthOfTextAtSize(text: string, size: number): number;
	drawText(page: PDFPage, text: string, position: TextPlacement): void;
}

/** Ranges that are drawn in the Latin font. Devanagari is left out: the Latin font contains it, but cannot shape it. */
const LATIN_CHARACTER = /[\u0020-\u052f\u1d00-\u200a\u2010-\u2027\u202f-\u205e\u2070-\u214f]/;
const LATIN_ONLY = new RegExp(`^${LATIN_CHARACTER.source}*$`);
/** Marks, joiners and spaces: drawn in the font of the character before them, if it contains them. */
const TAKES_PREVIOUS_FONT = /\p{M}|\u200c|\u200d| /u;
/** The zero-width joiner and non-joiner. */
const JOINER = /\u200c|\u200d/;

/** Whether the text needs the Latin font only, and no shaping. */
export const isLatinOnly = (text: string): boolean => LATIN_ONLY.test(text);

/**
 * Returns the font of a character: 'latin', the font of its script, or undefined if no font contains it.
 * @param previous font of the character before it
 */
export type FontChooser = (
	character: string,
	previous: ScriptFont | 'latin' | undefined,
) => ScriptFont | 'latin' | undefined;

/**
 * Creates a function that returns the font of each character of `text`.
 * @param countries country codes of the addresses, the most important first: they decide between the forms of Chinese characters
 */
export function createFontChooser(
	latin: Font,
	scriptFonts: ScriptFonts,
	text: string,
	countries: readonly string[],
): FontChooser {
	const scriptFontOf = scriptFonts.createFontFinder(text, countries);
	const isInLatin = (character: string) => latin.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
	return (character, previous) => {
		if (TAKES_PREVIOUS_FONT.test(character)) {
			if (previous && previous !== 'latin' && previous.hasGlyph(character)) return previous;
			if (JOINER.test(character)) return previous ?? 'latin';
		}
		if (LATIN_CHARACTER.test(character) && isInLatin(character)) return 'latin';
		const font = scriptFontOf(character);
		if (font?.hasGlyph(character)) return font;
		// The Latin font also has characters outside its ranges. It can draw those that need no shaping.
		return isInLatin(character) && !font?.isShaped ? 'latin' : undefined;
	};
}

/**
 * Maximum total characters of the texts whose runs each face stores: enough for several labels. A character takes about 700 bytes.
 */
const MAX_STORED_CHARS = 5000;
/** Maximum number of texts whose widths each face stores. */
const MAX_STORED_WIDTHS = 5000;

interface LatinRun {
	/** The characters from left to right, as they are drawn. */
	text: string;
	/** At the font size 1. */
	width: number;
}

interface ScriptRun {
	font: ScriptFont;
	glyphs: GlyphRun;
	/** At the font size 1. */
	width: number;
}

type DrawnRun = LatinRun | ScriptRun;

export interface TextFaceOptions {
	document: PDFDocument;
	/** Regular weight of the Latin font. A character that it does not contain is drawn in another font, also in bold. */
	latin: Font;
	scriptFonts: ScriptFonts;
}

/** Creates the text faces of one document. A text that is only in Latin, Greek or Cyrillic is drawn by pdf-lib itself. */
export function createTextFaces({ document, latin, scriptFonts }: TextFaceOptions) {
	const subsets = new Map<ScriptFont, FontSubset>();
	function subsetOf(font: ScriptFont): FontSubset {
		const known = subsets.get(font);
		if (known) return known;
		const created = createFontSubset(document, font.font);
		subsets.set(font, created);
		return created;
	}

	/** The runs of a text from left to right. @param pdfFont the Latin font in the weight of the face */
	function splitIntoRuns(pdfFont: PDFFont, text: string, countries: readonly string[]): DrawnRun[] {
		const fontOf = createFontChooser(latin, scriptFonts, text, countries);
		return visualRuns(
			text,
			(character, previous: ScriptFont | 'latin' | undefined) => fontOf(character, previous) ?? 'latin',
		).map(({ text: textInReadingOrder, font, isRightToLeft }) => {
			if (font === 'latin') {
				const drawnText = isRightToLeft ? reverseRun(textInReadingOrder) : textInReadingOrder;
				return { text: drawnText, width: pdfFont.widthOfTextAtSize(drawnText, 1) };
			}
			const glyphs = font.glyphsOf(textInReadingOrder, isRightToLeft);
			return { font, glyphs, width: (widthOfRun(glyphs) * font.scale) / font.unitsPerEm };
		});
	}

	function drawScriptRun(
		page: PDFPage,
		{ font, glyphs }: ScriptRun,
		{ x, y, size }: TextPlacement,
		isBold: boolean,
	): void {
		const outlineWidth = isBold ? size * font.boldOutline : 0;
		subsetOf(font).draw(page, glyphs, { x, y, size: size * font.scale }, outlineWidth);
	}

	/** @param countries country codes of the addresses, the most important first */
	function createFace(pdfFont: PDFFont, isBold: boolean, countries: readonly string[]): TextFace {
		const runsByText = new Map<string, DrawnRun[]>();
		let storedChars = 0;
		/** Stores the runs, because every text is measured before it is drawn. */
		function runsOf(text: string): DrawnRun[] {
			const storedRuns = runsByText.get(text);
			if (storedRuns) return storedRuns;
			if (storedChars + text.length > MAX_STORED_CHARS) {
				runsByText.clear();
				storedChars = 0;
			}
			const runs = splitIntoRuns(pdfFont, text, countries);
			runsByText.set(text, runs);
			storedChars += text.length;
			return runs;
		}

		const widths = new Map<string, number>();
		/** The width at the font size 1. Stores the widths, because a text is fitted at several sizes. */
		function widthOf(text: string): number {
			const storedWidth = widths.get(text);
			if (storedWidth !== undefined) return storedWidth;
			if (widths.size >= MAX_STORED_WIDTHS) widths.clear();
			const width = isLatinOnly(text)
				? pdfFont.widthOfTextAtSize(text, 1)
				: runsOf(text).reduce((sum, run) => sum + run.width, 0);
			widths.set(text, width);
			return width;
		}
		return {
			widthOfTextAtSize(text, size) {
				return widthOf(text) * size;
			},
			drawText(page, text, position) {
				if (isLatinOnly(text)) {
					page.drawText(text, { ...position, font: pdfFont });
					return;
				}
				let { x } = position;
				for (const run of runsOf(text)) {
					if ('font' in run) drawScriptRun(page, run, { ...position, x }, isBold);
					else page.drawText(run.text, { ...position, x, font: pdfFont });
					x += run.width * position.size;
				}
			},
		};
	}

	return {
		createFace,
		/** Embeds in the document the fonts of all scripts that were drawn. Call once, after the last text is drawn. */
		embedScriptFonts(): void {
			for (const subset of subsets.values()) subset.embed();
		},
	};
}
