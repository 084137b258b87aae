// Reads the goods words of a description: the words that say what the goods are, of what, for whom and for what. Two descriptions
// with the same goods words name the same goods. Pure.
import { foldForSearch } from '../../../src-contract/lib/text-folding';
import {
	ACCENT_SENSITIVE_STOP_WORDS,
	COLOUR_LABELS,
	COLOURS,
	CONTAINERS,
	ENGLISH_COLOURS,
	GERMAN_TEA,
	GOODS_NAMED_BY_COLOUR,
	IRREGULAR,
	OF_WORDS,
	PACKS,
	SIZE_LABELS,
	SIZES,
	STOP_WORDS,
	UNCHANGED,
	UNITS,
	WITH_WORDS,
	WITHOUT_WORDS,
} from './word-lists';

/** A cell of an order file can be longer than any description. The rest is not read, so that a lookup stays fast. */
const MAX_CHARS = 400;

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;
/** Start and end of a word, in any script. A number before a percent sign is not matched: a share of a material is a goods word. */
const START = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}]|\s*%)`;
const oneOf = (list: readonly string[]): string => `(?:${list.join('|')})`;
const pattern = (...parts: string[]): RegExp => new RegExp(parts.join(''), 'gu');

/** Parts of a description that are not goods words, in the order in which they are removed. */
const REMOVED_PATTERNS = [
	pattern(START, String.raw`100\s*%`),
	// "pack of 3"
	pattern(START, oneOf(PACKS), String.raw`\s+(?:of|de|van|von|a)\s+`, NUMBER, END),
	// "no. 5", "x3"
	pattern(START, String.raw`(?:no|nr|x)\.?\s*`, NUMBER, END),
	// "size 42", "size: XL"
	pattern(START, oneOf(SIZE_LABELS), String.raw`\.?\s*[:=]?\s*(?:${NUMBER}|${oneOf([...SIZES])})`, END),
	// "colour: olive", or "colour olive" as a clause; "hair colour" names goods
	pattern(
		String.raw`(?:(?<=[,;([]\s*)${oneOf(COLOUR_LABELS)}\s+|${START}${oneOf(COLOUR_LABELS)}\s*[:=]\s*)`,
		String.raw`\p{L}+(?=\s*(?:[,;()[\]/|]|$))`,
	),
	// "10 x 20 cm", "3-6", "500ml", "3er-Pack"
	pattern(START, NUMBER, String.raw`(?:\s*[-–x*/]\s*${NUMBER})*(?:[\s-]*${oneOf(UNITS)})?`, END),
];

const ACCENT_SENSITIVE_PATTERN = new RegExp(
	String.raw`${START}${oneOf(ACCENT_SENSITIVE_STOP_WORDS)}(?![\p{L}\p{N}])`,
	'giu',
);
const CLAUSE_END = /[,;:()[\]{}|/\n]|\s[-–—]\s|\.\s/;
const TOKEN = /\d+(?:[.,]\d+)?\s*%|[\p{L}\p{N}]+/gu;

/** Folds case and accents, and writes possessives, elisions and single letters before a hyphen in one way. */
const normalize = (description: string): string =>
	foldForSearch(description.normalize('NFC').replace(ACCENT_SENSITIVE_PATTERN, ' '))
		.replace(/\u00ad/g, '')
		.replace(/[’`´]/g, "'")
		.replace(/(?<![\p{L}\p{N}])(?:l|d|qu)'/gu, ' ')
		.replace(/'s?(?![\p{L}\p{N}])/gu, '')
		.replace(/×/g, 'x')
		.replace(/(?<![\p{L}\p{N}])w\/o(?![\p{L}\p{N}])/gu, ' without ')
		.replace(/(?<![\p{L}\p{N}])w\//gu, ' with ')
		.replace(/(\d)\+/g, '$1 ')
		.replace(/\+/g, ' with ')
		.replace(/(?<![\p{L}\p{N}])t shirt/gu, 't-shirt')
		.replace(/(?<![\p{L}\p{N}])(\p{L})-(?=\p{L})/gu, '$1');

/** Removes one plural ending; returns the word unchanged if it has none. */
function withoutEnding(word: string): string {
	if (/eaux$/.test(word)) return word.slice(0, -1);
	if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
	if (/.(?:x|z|ch|sh|ss)es$/.test(word)) return word.slice(0, -2);
	if (/.{3}s$/.test(word) && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
	if (/.{3}en$/.test(word)) return word.slice(0, -1);
	if (/.{2}ie$/.test(word)) return `${word.slice(0, -2)}y`;
	if (/.{4}e$/.test(word)) return word.slice(0, -1);
	return word;
}

/**
 * The same text for the singular and the plural of a word. It need not be a word: "battery" for "Batterie".
 * @param word folded
 */
export function singularOf(word: string): string {
	let current = word;
	for (;;) {
		current = IRREGULAR.get(current) ?? current;
		if (current.length < 4 || /\P{L}/u.test(current) || UNCHANGED.has(current)) break;
		const shorter = withoutEnding(current);
		if (shorter === current) break;
		current = shorter;
	}
	return current.replace(/i$/, 'y').replace(/([b-df-hj-np-rtv-z])\1$/, '$1');
}

/** Joins a percentage with its material: the next word, or the word before if the clause ends with a percentage. */
function joinShares(tokens: readonly string[]): { word: string; share: string }[] {
	const isShare = (token: string | undefined) => token?.endsWith('%') ?? false;
	const isAfterWord = isShare(tokens.at(-1));
	return tokens.flatMap((word, index) => {
		if (isShare(word)) return [];
		const neighbour = tokens[index + (isAfterWord ? 1 : -1)];
		return [{ word, share: isShare(neighbour) ? `${neighbour?.replace(/\s/g, '')} ` : '' }];
	});
}

/** @returns the goods words in their order, each once; empty if the description has none */
export function goodsWords(description: string): string[] {
	let text = normalize(description.slice(0, MAX_CHARS));
	for (const removed of REMOVED_PATTERNS) text = text.replace(removed, ' ');
	const clauses = text.split(CLAUSE_END).map((clause) => clause.match(TOKEN) ?? []);
	const isNamedByColour = hasGoodsNamedByColour(clauses.flat());
	const found = new Set<string>();
	for (const clause of clauses) {
		let relation = '';
		let previous = '';
		for (const { word, share } of joinShares(clause)) {
			if (WITH_WORDS.has(word)) relation = 'with ';
			else if (WITHOUT_WORDS.has(word)) relation = 'without ';
			else if (OF_WORDS.has(word) && CONTAINERS.has(previous)) {
				found.delete(relation + singularOf(previous));
				found.add(`${relation}${singularOf(previous)} of`);
			} else if (isGoodsWord(word, previous, isNamedByColour)) found.add(relation + share + singularOf(word));
			previous = word;
		}
	}
	return [...found];
}

function hasGoodsNamedByColour(words: readonly string[]): boolean {
	if (words.some((word) => GOODS_NAMED_BY_COLOUR.has(word))) return true;
	return words.includes(GERMAN_TEA) && !words.some((word) => ENGLISH_COLOURS.has(word));
}

function isGoodsWord(word: string, previous: string, isNamedByColour: boolean): boolean {
	// Each vitamin has its own HS code: a letter, with a number as in B12.
	if (previous.startsWith('vitamin') && /^[a-z]\d*$/.test(word)) return true;
	if (SIZES.has(word) || STOP_WORDS.has(word)) return false;
	return isNamedByColour || !COLOURS.has(word);
}
