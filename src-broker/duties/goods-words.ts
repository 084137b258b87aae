// Splits descriptions of goods into words and stems, in the same way for the index and for queries.
import { stemmer } from 'stemmer';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { foldText } from '../../src-contract/lib/text-folding';

/** Words of a hyphenated word: "t-shirt" gives "tshirt" only; "ball-point" gives "ballpoint", "ball" and "point". */
function unhyphened(word: string): string[] {
	const parts = word.split('-');
	const joined = parts.join('');
	return parts.some((part) => part.length === 1) || /^non$/i.test(parts[0] ?? '') ? [joined] : [joined, ...parts];
}

/** Text in lower case, without accents and possessives, with ß as ss. */
const plain = (text: string): string =>
	foldText(text)
		.replace(/ß/g, 'ss')
		.replace(/[’'`]s?\b/g, '');

/** @param text from `plain` */
const wordsOf = (text: string): string[] =>
	(text.match(/[a-z0-9]+(-[a-z0-9]+)*/g) ?? []).flatMap((word) => (word.includes('-') ? unhyphened(word) : [word]));

/** Prepares a text for the full-text index. Its tokenizer folds case and accents. */
export const toIndexText = (text: string): string =>
	/[-ß]/.test(text)
		? text.replace(/ß/g, 'ss').replace(/[a-z0-9]+(-[a-z0-9]+)+/gi, (word) => unhyphened(word).join(' '))
		: text;

const stems = createBoundedMap<string, string>(50_000);

/** The English stem of a word (Porter), as in the index. */
export function stemOf(word: string): string {
	let stem = stems.get(word);
	if (stem === undefined) {
		stem = stemmer(word);
		stems.set(word, stem);
	}
	return stem;
}

/** Stems of all words of a text, in order. */
export const stemsOf = (text: string): string[] => wordsOf(plain(text)).map(stemOf);

const STOP_WORDS = new Set(
	`a an and are as at be but by can der des die das do el en een et etc het im into is it its la le les los und
	on or other our out per pcs piece pieces set sets than that the their them these this up use used using van von
	de del du x kind type various size sized new item items product products article articles approx about each incl
	including color colour qty original brand model no nr`.split(/\s+/),
);
/** Words that start a qualifier (purpose, accessory or material): the head noun comes before them. */
const QUALIFIERS = new Set('for with of in from to mit pour avec voor met para con aus by fur'.split(' '));
const NEGATIONS = new Set('not non without no excluding except ohne sans zonder sin'.split(' '));
/** Containers: before "of" they are not the head noun ("box of chocolates" is chocolate). */
const CONTAINERS = new Set(
	'bag bottle box can carton case jar kit pack package packet pair piece roll sachet set sheet tin tube spool reel bundle lot sample samples'.split(
		' ',
	),
);

/** Words of a description. */
export interface DescriptionWords {
	/** Words that are not negated, without stop words. */
	words: string[];
	/** The head noun: what the goods are. */
	head: string | undefined;
	/** Negated words: what the goods are not. */
	negated: string[];
}

/** Finds the head noun and the negated words of a description, clause by clause. The first clause's head noun counts. */
export function readDescription(description: string): DescriptionWords {
	const words: string[] = [];
	const negated: string[] = [];
	let head: string | undefined;
	for (const clause of plain(description).split(/[,;:()[\]/|]+|\s[-–]\s/)) {
		let isNegated = false;
		let isQualified = false;
		let last: string | undefined;
		for (const word of wordsOf(clause)) {
			if (NEGATIONS.has(word)) {
				isNegated = true;
			} else if (QUALIFIERS.has(word)) {
				isNegated = false;
				if (word === 'of' && last && CONTAINERS.has(last)) last = undefined;
				else isQualified ||= last !== undefined;
			} else if (!STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word))) {
				(isNegated ? negated : words).push(word);
				if (!isNegated && !isQualified && !/^\d/.test(word)) last = word;
			}
		}
		head ??= last;
	}
	return { words: [...new Set(words)], head, negated };
}
