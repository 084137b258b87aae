// Compares the glyphs of words with those of HarfBuzz (harfbuzzjs 1.6.4) for the same fonts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { createScriptFonts, type ScriptFont } from '../../src-pdf/script-fonts';

interface ShapedWord {
	script: string;
	text: string;
	/** Id, left edge and baseline of each glyph, sorted as text, then the width of the word. Lengths in units of the font. */
	glyphs: string;
}

const csv = readFileSync(path.resolve('test/fixtures/shaped-words.csv'), 'utf8');
const words = Papa.parse<ShapedWord>(csv, { header: true, skipEmptyLines: true }).data;
const scriptFonts = createScriptFonts(path.resolve('resources'));

function glyphsOf(font: ScriptFont, text: string, isRightToLeft: boolean): string {
	const { groups, shapes } = font.glyphsOf(text, isRightToLeft);
	let width = 0;
	const textGlyphs = groups
		.flatMap(({ glyphs }) => glyphs)
		.map(({ id, advance, xOffset, yOffset }) => {
			const x = width + xOffset;
			width += advance;
			return [id, x, yOffset];
		});
	const all = [...textGlyphs, ...shapes.map(({ id, x, y }) => [id, x, y])];
	return `${all
		.map((numbers) => numbers.join(':'))
		.sort()
		.join(' ')} width:${width}`;
}

it('words are shaped as by HarfBuzz, twice, because fontkit stores glyphs between two texts', () => {
	expect(words.length).toBeGreaterThan(70);
	for (const { script, text, glyphs } of [...words, ...words]) {
		const font = scriptFonts.createFontFinder(text, [])(text.charAt(0));
		if (!font) throw new Error(`no font for ${text}`);
		expect(glyphsOf(font, text, script === 'Arabic' || script === 'Hebrew'), text).toBe(glyphs);
	}
});

it('Chinese characters take the form of the text, then of the country', () => {
	const [japanese, chinese, korean, taiwanese] = [
		['\u3042\u76f4', []],
		['\u76f4', ['CN']],
		['\u76f4\ud55c', ['JP']],
		['\u76f4', ['TW', 'JP']],
	].map(
		([text, countries]) =>
			scriptFonts.createFontFinder(text as string, countries as string[])('\u76f4')?.font.postscriptName,
	);
	expect({ japanese, chinese, korean, taiwanese }).toEqual({
		japanese: 'NotoSansJP-Medium',
		chinese: 'NotoSansSC-Medium',
		korean: 'NotoSansKR-Medium',
		taiwanese: 'NotoSansTC-Medium',
	});
});

it('a rare character comes from the font that has it', () => {
	const fontOf = scriptFonts.createFontFinder('\u9ad9\u6a4b', ['CN']);
	expect(fontOf('\u9ad9')?.hasGlyph('\u9ad9')).toBe(true);
	expect(scriptFonts.createFontFinder('\u{1f4e6}', [])('\u{1f4e6}')).toBeUndefined();
});
