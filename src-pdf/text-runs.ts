// Splits a line of text into runs of one font and one direction, in the order in which they are drawn from left to right. Pure.
import createBidi, { type Bidi } from 'bidi-js';

export interface TextRun<TextFont> {
	/** In reading order. */
	text: string;
	font: TextFont;
	isRightToLeft: boolean;
}

/** Ranges of Hebrew and Arabic, which hold all right-to-left characters of the service's fonts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/;

/** Created on first use: reading its tables takes a millisecond. */
let createdBidi: Bidi | undefined;
function bidi(): Bidi {
	createdBidi ??= createBidi();
	return createdBidi;
}

/**
 * The runs of a line from left to right. The first letter decides the direction of the line as a whole.
 * @param fontOf returns the font of a character; its second parameter is the font of the character before
 */
export function visualRuns<TextFont>(
	text: string,
	fontOf: (character: string, previous: TextFont | undefined) => TextFont,
): TextRun<TextFont>[] {
	const levels = RIGHT_TO_LEFT.test(text) ? bidi().getEmbeddingLevels(text) : undefined;
	const runs: (TextRun<TextFont> & { start: number; level: number })[] = [];
	let start = 0;
	for (const character of text) {
		const last = runs.at(-1);
		const font = fontOf(character, last?.font);
		const level = levels?.levels[start] ?? 0;
		if (last && last.font === font && last.level === level) last.text += character;
		else runs.push({ text: character, font, level, start, isRightToLeft: level % 2 === 1 });
		start += character.length;
	}
	if (!levels) return runs;
	const visualPositions = new Map(
		bidi()
			.getReorderedIndices(text, levels)
			.map((index, position) => [index, position]),
	);
	return runs.sort((a, b) => (visualPositions.get(a.start) ?? 0) - (visualPositions.get(b.start) ?? 0));
}

/** Reverses the characters of a right-to-left run and mirrors its brackets. For fonts that are drawn without shaping. */
export function reverseRun(text: string): string {
	return [...text]
		.reverse()
		.map((character) => bidi().getMirroredCharacter(character) ?? character)
		.join('');
}
