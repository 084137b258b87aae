// The fonts of scripts other than Latin, Greek and Cyrillic: one file per script, read when a text first needs it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Font } from '@cantoo/fontkit';
import { parseFont } from './font-file';
import type { GlyphGroup, GlyphRun, PlacedGlyph, PlacedShape } from './font-subset';

interface ScriptFile {
	file: string;
	/** Tag of the script in the layout tables (OpenType registry). Only for scripts whose letters change with their neighbours. */
	layoutTag?: string;
	/** Factor of the font size, less than 1 so that descenders do not touch the line below. Default: 1. */
	scale?: number;
	/** Width of the outline that makes the regular weight bold, as a share of the font size. */
	boldOutline: number;
}

const BOLD_OUTLINE = 0.03;
/** Chinese characters have too little white for an outline: at 203 dpi, dense ones became black boxes. */
const NO_OUTLINE = 0;

/** Scripts that have one font each. `scx` includes marks and punctuation that are used with the script only. */
const SCRIPTS: readonly (ScriptFile & { characters: RegExp })[] = [
	{
		characters: /\p{scx=Arabic}/u,
		file: 'NotoSansArabic-Regular.ttf',
		layoutTag: 'arab',
		scale: 0.85,
		boldOutline: BOLD_OUTLINE,
	},
	{ characters: /\p{scx=Hebrew}/u, file: 'NotoSansHebrew-Regular.ttf', layoutTag: 'hebr', boldOutline: BOLD_OUTLINE },
	{ characters: /\p{scx=Thai}/u, file: 'NotoSansThai-Regular.ttf', layoutTag: 'thai', boldOutline: BOLD_OUTLINE },
	{
		characters: /\p{scx=Devanagari}/u,
		file: 'NotoSansDevanagari-Regular.ttf',
		layoutTag: 'dev2',
		boldOutline: BOLD_OUTLINE,
	},
	{ characters: /\p{scx=Georgian}/u, file: 'NotoSansGeorgian-Regular.ttf', boldOutline: BOLD_OUTLINE },
	{ characters: /\p{scx=Armenian}/u, file: 'NotoSansArmenian-Regular.ttf', boldOutline: BOLD_OUTLINE },
];

/** The form of a Chinese character differs between these fonts. */
const JAPANESE: ScriptFile = { file: 'NotoSansJP-Medium.ttf', boldOutline: NO_OUTLINE };
const KOREAN: ScriptFile = { file: 'NotoSansKR-Medium.ttf', boldOutline: NO_OUTLINE };
const SIMPLIFIED_CHINESE: ScriptFile = { file: 'NotoSansSC-Medium.ttf', boldOutline: NO_OUTLINE };
const TRADITIONAL_CHINESE: ScriptFile = { file: 'NotoSansTC-Medium.ttf', boldOutline: NO_OUTLINE };
const EAST_ASIAN: readonly ScriptFile[] = [SIMPLIFIED_CHINESE, JAPANESE, TRADITIONAL_CHINESE, KOREAN];
const EAST_ASIAN_BY_COUNTRY = new Map([
	['JP', JAPANESE],
	['KR', KOREAN],
	['KP', KOREAN],
	['TW', TRADITIONAL_CHINESE],
	['HK', TRADITIONAL_CHINESE],
	['MO', TRADITIONAL_CHINESE],
]);
/** Fonts by a script that is written beside Chinese characters in one language only. */
const EAST_ASIAN_BY_SCRIPT: readonly [RegExp, ScriptFile][] = [
	[/[\p{Script=Hiragana}\p{Script=Katakana}]/u, JAPANESE],
	[/\p{Script=Hangul}/u, KOREAN],
	[/\p{Script=Bopomofo}/u, TRADITIONAL_CHINESE],
];

const EAST_ASIAN_CHARACTER =
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\u2150-\u2bff\u3000-\u33ff\ufe30-\ufe4f\uff00-\uffef]/u;

/**
 * The East Asian fonts, the most suitable one for the text first.
 * @param countries country codes of the addresses, the most important first
 */
function eastAsianFiles(text: string, countries: readonly string[]): ScriptFile[] {
	const byScript = EAST_ASIAN_BY_SCRIPT.filter(([script]) => script.test(text)).map(([, file]) => file);
	const byCountry = countries.flatMap((country) => EAST_ASIAN_BY_COUNTRY.get(country) ?? []);
	return [...new Set([...byScript, ...byCountry, ...EAST_ASIAN])];
}

const FATHA_TO_SUKUN_BEFORE_SHADDA = /([\u064b-\u0650\u0652]+)\u0651/g;

/** The zero-width joiner and non-joiner, which the fonts draw as nothing. */
const JOINERS = /[\u200c\u200d]/g;
const MARKS_ONLY = /^[\p{M}\u200c\u200d]+$/u;

/** Puts the shadda before other vowel signs, which the font places above it. Unicode's canonical order is the reverse. */
const orderMarks = (text: string) => text.replace(FATHA_TO_SUKUN_BEFORE_SHADDA, '\u0651$1');

export interface ScriptFont {
	readonly font: Font;
	readonly unitsPerEm: number;
	readonly scale: number;
	readonly boldOutline: number;
	hasGlyph(character: string): boolean;
	/** True when glyphs do not correspond to characters one by one. */
	readonly isShaped: boolean;
	/** The glyphs of a run from left to right. */
	glyphsOf(text: string, isRightToLeft: boolean): GlyphRun;
}

/**
 * Makes `getGlyph` return each glyph with the characters that it was requested for. fontkit stores the characters of the first
 * request, but one glyph can show different characters, and fontkit shapes a text by the characters of its glyphs.
 */
function returnRequestedCharacters(font: Font): void {
	const getGlyph = font.getGlyph.bind(font);
	font.getGlyph = (id, codePoints = []) => {
		const glyph = getGlyph(id, codePoints);
		return glyph && Object.create(glyph, { codePoints: { value: codePoints } });
	};
}

/** Maximum number of glyphs of shaped words that are stored per font. They take about 14 MB. */
const MAX_STORED_GLYPHS = 20_000;
/** Longer words are rarely repeated. */
const MAX_STORED_WORD_CHARS = 30;

interface ShapedGlyph extends PlacedGlyph {
	/** The characters that the glyph shows. Empty for all parts of a letter after the first. */
	text: string;
}

/**
 * The glyphs of a right-to-left run, one for each letter. Marks and parts of letters become shapes: programs that read a page take a
 * raised mark for a line of its own, and a part of a letter for another letter. The text of a letter with marks is reversed, because
 * these programs reverse the whole line.
 * @param glyphs from left to right
 */
function groupByLetter(glyphs: readonly ShapedGlyph[]): GlyphRun {
	const groups: GlyphGroup[] = [];
	const shapes: PlacedShape[] = [];
	let x = 0;
	/** Text and advance of the marks since the last letter. The letter that carries them follows, because it is to the right of them. */
	let marks = { text: '', advance: 0 };
	for (const { id, text, advance, xOffset, yOffset } of glyphs) {
		if (text === '' || MARKS_ONLY.test(text)) {
			shapes.push({ id, x: x + xOffset, y: yOffset });
			marks = { text: marks.text + [...text].reverse().join(''), advance: marks.advance + advance };
		} else {
			const glyph = { id, advance: marks.advance + advance, xOffset: marks.advance + xOffset, yOffset };
			groups.push({ text: marks.text + [...text].reverse().join(''), glyphs: [glyph] });
			marks = { text: '', advance: 0 };
		}
		x += advance;
	}
	return { groups, shapes };
}

/** Width of a run in units of the font. */
export const widthOfRun = ({ groups }: GlyphRun): number =>
	groups.reduce((sum, { glyphs }) => glyphs.reduce((width, { advance }) => width + advance, sum), 0);

/** @param runs from left to right */
function joinRuns(runs: readonly GlyphRun[]): GlyphRun {
	const groups: GlyphGroup[] = [];
	const shapes: PlacedShape[] = [];
	let start = 0;
	for (const run of runs) {
		groups.push(...run.groups);
		for (const shape of run.shapes) shapes.push({ ...shape, x: start + shape.x });
		start += widthOfRun(run);
	}
	return { groups, shapes };
}

/** @throws Error when the file is missing, unreadable or a font collection */
function openScriptFont(file: string, { layoutTag, scale = 1, boldOutline }: ScriptFile): ScriptFont {
	const font = parseFont(readFileSync(file));
	if (layoutTag) returnRequestedCharacters(font);

	function shape(tag: string, text: string, isRightToLeft: boolean): GlyphRun {
		const run = font.layout(orderMarks(text), null, tag, null, isRightToLeft ? 'rtl' : 'ltr');
		const joiners = text.match(JOINERS) ?? [];
		const glyphs = run.glyphs.map(({ id, codePoints }, index) => {
			const { xAdvance: advance = 0, xOffset = 0, yOffset = 0 } = run.positions?.[index] ?? {};
			const characters = String.fromCodePoint(...codePoints);
			// fontkit draws a joiner as a space without a width. In right-to-left text, the first of these is the last joiner. In
			// left-to-right text, the texts of single glyphs are not used.
			return {
				id,
				text: characters === ' ' && advance === 0 ? (joiners.pop() ?? '') : characters,
				advance,
				xOffset,
				yOffset,
			};
		});
		return isRightToLeft ? groupByLetter(glyphs) : { groups: [{ text, glyphs }], shapes: [] };
	}

	function glyphOf(character: string): PlacedGlyph {
		const { id, advanceWidth } = font.glyphForCodePoint(character.codePointAt(0) ?? 0) ?? { id: 0, advanceWidth: 0 };
		return { id, advance: advanceWidth, xOffset: 0, yOffset: 0 };
	}

	const shapedWords = new Map<string, GlyphRun>();
	let storedGlyphs = 0;
	/** Shapes a run word by word and stores the words, because a text that is wrapped or fitted is measured many times. */
	function shapeWords(tag: string, text: string, isRightToLeft: boolean): GlyphRun {
		const shapeWord = (word: string): GlyphRun => {
			if (word === ' ') return { groups: [{ text: word, glyphs: [glyphOf(word)] }], shapes: [] };
			const key = `${isRightToLeft ? 'right-to-left' : 'left-to-right'} ${word}`;
			const known = shapedWords.get(key);
			if (known) return known;
			const created = shape(tag, word, isRightToLeft);
			if (word.length > MAX_STORED_WORD_CHARS) return created;
			const glyphCount = created.groups.reduce((sum, { glyphs }) => sum + glyphs.length, created.shapes.length);
			if (storedGlyphs + glyphCount > MAX_STORED_GLYPHS) {
				shapedWords.clear();
				storedGlyphs = 0;
			}
			shapedWords.set(key, created);
			storedGlyphs += glyphCount;
			return created;
		};
		const runs = text.split(/( )/).filter(Boolean).map(shapeWord);
		if (isRightToLeft) return joinRuns(runs.reverse());
		// One group for the whole run: between groups, programs that read the page may lose the space.
		return { groups: [{ text, glyphs: joinRuns(runs).groups.flatMap(({ glyphs }) => glyphs) }], shapes: [] };
	}

	return {
		font,
		unitsPerEm: font.unitsPerEm,
		scale,
		boldOutline,
		hasGlyph: (character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0),
		isShaped: layoutTag !== undefined,
		glyphsOf: (text, isRightToLeft) =>
			layoutTag
				? shapeWords(layoutTag, text, isRightToLeft)
				: { groups: [...text].map((character) => ({ text: character, glyphs: [glyphOf(character)] })), shapes: [] },
	};
}

export function createScriptFonts(resourcesDir: string) {
	const openedFonts = new Map<string, ScriptFont>();
	function fontOf(script: ScriptFile): ScriptFont {
		const openedFont = openedFonts.get(script.file);
		if (openedFont) return openedFont;
		const font = openScriptFont(path.join(resourcesDir, 'fonts', script.file), script);
		openedFonts.set(script.file, font);
		return font;
	}

	return {
		/**
		 * Creates a function that returns the font of a character of `text`; undefined if no script of this module has the character.
		 * Call it only for characters that are not drawn in the Latin font.
		 * @param countries country codes of the addresses, the most important first: they decide between the forms of Chinese characters
		 */
		createFontFinder(text: string, countries: readonly string[]): (character: string) => ScriptFont | undefined {
			const files = eastAsianFiles(text, countries);
			const eastAsianCharacters = [...text].filter((character) => EAST_ASIAN_CHARACTER.test(character));
			const completeFile = files.find((file) =>
				eastAsianCharacters.every((character) => fontOf(file).hasGlyph(character)),
			);
			const candidates = completeFile ? [completeFile] : files;
			return (character) => {
				const script = SCRIPTS.find(({ characters }) => characters.test(character));
				if (script) return fontOf(script);
				if (!EAST_ASIAN_CHARACTER.test(character)) return undefined;
				const file = candidates.find((candidate) => fontOf(candidate).hasGlyph(character));
				return file && fontOf(file);
			};
		},
	};
}
export type ScriptFonts = ReturnType<typeof createScriptFonts>;
