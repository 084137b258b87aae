// Marks the parts of a text that match the text of a search, as the search of the address book matches them.
import { type FunctionalComponent, h } from 'vue';
import { foldForSearch } from '../../src-contract/lib/text-folding';

/** A shorter typed word is only marked at the start of words, because the search does not look for it inside of words. */
const MIN_INNER_CHARS = 3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A text folded for comparison, with the index in the text for each index in the folded text. */
function foldWithPositions(text: string): { folded: string; positions: number[] } {
	let folded = '';
	const positions: number[] = [];
	let position = 0;
	for (const char of text) {
		const foldedChar = foldForSearch(char);
		folded += foldedChar;
		for (let count = 0; count < foldedChar.length; count += 1) positions.push(position);
		position += char.length;
	}
	positions.push(position);
	return { folded, positions };
}

/** Indexes in the folded text where the typed word starts a word; if there are none, where it is inside of a word. */
function findWord(folded: string, typedWord: string): number[] {
	const found: number[] = [];
	for (let index = folded.indexOf(typedWord); index >= 0; index = folded.indexOf(typedWord, index + 1))
		found.push(index);
	const wordStarts = found.filter((index) => !LETTER_OR_DIGIT.test(folded.charAt(index - 1)));
	return wordStarts.length > 0 || typedWord.length < MIN_INNER_CHARS ? wordStarts : found;
}

/** Splits a text into the parts that match a typed word and the parts between them. */
export function splitMatches(text: string, searchText: string): { text: string; isMatch: boolean }[] {
	const typedWords = foldForSearch(searchText).match(/[\p{L}\p{N}]+/gu) ?? [];
	if (typedWords.length === 0) return [{ text, isMatch: false }];
	const { folded, positions } = foldWithPositions(text);
	const isMarked = new Array<boolean>(text.length).fill(false);
	for (const word of typedWords)
		for (const index of findWord(folded, word))
			isMarked.fill(
				true,
				positions[index],
				Math.max(positions[index + word.length] ?? 0, (positions[index + word.length - 1] ?? 0) + 1),
			);
	const parts: { text: string; isMatch: boolean }[] = [];
	for (const [index, isMatch] of isMarked.entries()) {
		const last = parts.at(-1);
		if (last?.isMatch === isMatch) last.text += text.charAt(index);
		else parts.push({ text: text.charAt(index), isMatch });
	}
	return parts;
}

export const hasMatch = (text: string, searchText: string): boolean =>
	splitMatches(text, searchText).some(({ isMatch }) => isMatch);

/** A text with its matches in <mark> elements. */
export const MatchText: FunctionalComponent<{ text: string; search: string }> = ({ text, search }) =>
	splitMatches(text, search).map((part) => (part.isMatch ? h('mark', part.text) : part.text));
MatchText.props = ['text', 'search'];
