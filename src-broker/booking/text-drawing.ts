// Measures and draws the texts of labels and customs documents. The layout modules draw every text through a face of this module, so
// that a text in any script is measured and drawn in the same way. Lengths are in points.
import type { Font } from '@cantoo/fontkit';
import type { PDFDocument, PDFFont, PDFPage } from 'pdf-lib';
import { createFontSubset, type FontSubset, type GlyphRun, type TextPosition } from './font-subset';
import { type ScriptFont, type ScriptFonts, widthOfRun } from './script-fonts';
import { mirrored, visualRuns } from './text-runs';

/** One weight of the document's fonts. */
export interface TextFace {
	widthOfTextAtSize(text: string, size: number): number;
	drawText(page: PDFPage, text: string, position: TextPosition): void;
}

/** Characters that the Latin font draws if it has them. It also has Devanagari, but cannot shape it. */
const LATIN_CHARACTER = /[\u0020-\u052f\u1d00-\u200a\u2010-\u2027\u202f-\u205e\u2070-\u214f]/;
const IS_LATIN_ONLY = new RegExp(`^${LATIN_CHARACTER.source}*$`);
/** Characters that have the font of the character before them. */
const CONTINUES = /\p{M}|\u200c|\u200d| /u;
const JOINER = /\u200c|\u200d/;

/** True if the text needs no other font and no shaping. */
export const isLatinOnly = (text: string): boolean => IS_LATIN_ONLY.test(text);

/** Font of a character: 'latin', the font of its script, or undefined if no font contains it. */
export type FontOf = (
	character: string,
	previous: ScriptFont | 'latin' | undefined,
) => ScriptFont | 'latin' | undefined;

/** @param countries of the addresses, the most important one first */
export function chooseFonts(latin: Font, scriptFonts: ScriptFonts, text: string, countries: readonly string[]): FontOf {
	const scriptFontOf = scriptFonts.fontsFor(text, countries);
	const isInLatin = (character: string) => latin.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
	return (character, previous) => {
		if (CONTINUES.test(character)) {
			if (previous && previous !== 'latin' && previous.hasGlyph(character)) return previous;
			if (JOINER.test(character)) return previous ?? 'latin';
		}
		if (LATIN_CHARACTER.test(character) && isInLatin(character)) return 'latin';
		const font = scriptFontOf(character);
		if (font?.hasGlyph(character)) return font;
		return isInLatin(character) && !font?.isShaped ? 'latin' : undefined;
	};
}

/** Characters of laid out texts that are stored per face: all lines of a label several times. A character takes about 700 bytes. */
const MAX_LAYOUT_CHARS = 5000;
/** Texts per face whose widths are stored. */
const MAX_WIDTHS = 5000;

interface LatinRun {
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

export interface DocumentFonts {
	document: PDFDocument;
	/** The face that `regular` and `bold` draw Latin text with; decides which characters are drawn with it. */
	latin: Font;
	scriptFonts: ScriptFonts;
	/** Of the addresses, the most important one first. */
	countries: readonly string[];
}

/** Creates the faces of one document. A text in Latin, Greek or Cyrillic is drawn by pdf-lib, as if there were no other fonts. */
export function createTextFaces({ document, latin, scriptFonts, countries }: DocumentFonts) {
	const subsets = new Map<ScriptFont, FontSubset>();
	function subsetOf(font: ScriptFont): FontSubset {
		const known = subsets.get(font);
		if (known) return known;
		const created = createFontSubset(document, font.font);
		subsets.set(font, created);
		return created;
	}

	function layOut(pdfFont: PDFFont, text: string): (LatinRun | ScriptRun)[] {
		const fontOf = chooseFonts(latin, scriptFonts, text, countries);
		return visualRuns(
			text,
			(character, previous: ScriptFont | 'latin' | undefined) => fontOf(character, previous) ?? 'latin',
		).map(({ text: logical, font, isRightToLeft }) => {
			if (font === 'latin') {
				const drawn = isRightToLeft ? mirrored(logical) : logical;
				return { text: drawn, width: pdfFont.widthOfTextAtSize(drawn, 1) };
			}
			const glyphs = font.glyphsOf(logical, isRightToLeft);
			return { font, glyphs, width: (widthOfRun(glyphs) * font.scale) / font.unitsPerEm };
		});
	}

	function drawScript(page: PDFPage, { font, glyphs }: ScriptRun, { x, y, size }: TextPosition, isBold: boolean): void {
		const outline = isBold ? size * font.boldOutline : 0;
		subsetOf(font).draw(page, glyphs, { x, y, size: size * font.scale }, outline);
	}

	function createFace(pdfFont: PDFFont, isBold: boolean): TextFace {
		const layouts = new Map<string, (LatinRun | ScriptRun)[]>();
		let layoutChars = 0;
		/** Stored because a text is measured before it is drawn. */
		function layoutOf(text: string) {
			const known = layouts.get(text);
			if (known) return known;
			if (layoutChars + text.length > MAX_LAYOUT_CHARS) {
				layouts.clear();
				layoutChars = 0;
			}
			const created = layOut(pdfFont, text);
			layouts.set(text, created);
			layoutChars += text.length;
			return created;
		}

		/** Widths at the font size 1. Stored because a text is fitted at several sizes. */
		const widths = new Map<string, number>();
		function widthOf(text: string): number {
			const known = widths.get(text);
			if (known !== undefined) return known;
			if (widths.size >= MAX_WIDTHS) widths.clear();
			const measured = isLatinOnly(text)
				? pdfFont.widthOfTextAtSize(text, 1)
				: layoutOf(text).reduce((sum, { width }) => sum + width, 0);
			widths.set(text, measured);
			return measured;
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
				for (const run of layoutOf(text)) {
					if ('font' in run) drawScript(page, run, { ...position, x }, isBold);
					else page.drawText(run.text, { ...position, x, font: pdfFont });
					x += run.width * position.size;
				}
			},
		};
	}

	return {
		createFace,
		/** Writes the fonts of all scripts that were drawn. Call once, after the last text. */
		embedScripts(): void {
			for (const subset of subsets.values()) subset.embed();
		},
	};
}
