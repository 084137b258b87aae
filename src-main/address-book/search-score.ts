// Scores how well an entry matches the typed words: by the quality of each match, and by the field that contains it. Pure.
import { foldForSearch } from '../../src-contract/lib/text-folding';
import type { EntryRow } from './entry-row';
import type { FuzzyMatch } from './typos';

/** The columns that a score depends on. */
export type ScoredRow = Pick<
	EntryRow,
	| 'company_name'
	| 'contact_person'
	| 'city'
	| 'zipcode'
	| 'region'
	| 'address_line1'
	| 'address_line2'
	| 'reference'
	| 'words'
>;

/** Share of a field's weight that a match scores. A word with typos scores less for each edit after the first. */
const QUALITY = { whole: 1, prefix: 0.8, inner: 0.55, typo: 0.38 };
const PENALTY_PER_FURTHER_EDIT = 0.08;

/**
 * Weights of the fields. Multiplied by QUALITY, they order the matches: a prefix of a name is above a whole word of an e-mail
 * address, and a whole city is above a prefix of a company.
 */
const WEIGHT = { company: 1, person: 0.98, city: 0.9, street: 0.75, other: 0.5 };

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const isWordChar = (char: string): boolean => char !== '' && LETTER_OR_DIGIT.test(char);

/** Folded texts of the entry, by the weight of their field. E-mail, phone, tags and country are only in `row.words`. */
const weightedTexts = (row: ScoredRow): [weight: number, text: string][] => [
	[WEIGHT.company, foldForSearch(row.company_name)],
	[WEIGHT.person, foldForSearch(row.contact_person)],
	[WEIGHT.city, foldForSearch(`${row.city} ${row.zipcode} ${row.region} ${row.zipcode.replace(/[ -]/g, '')}`)],
	[WEIGHT.street, foldForSearch(`${row.address_line1} ${row.address_line2} ${row.reference}`)],
	[WEIGHT.other, row.words],
];

/** Quality of the best match of the word in a folded text; 0 when the text does not contain the word. */
function qualityIn(text: string, word: string): number {
	let quality = 0;
	for (let index = text.indexOf(word); index >= 0; index = text.indexOf(word, index + 1)) {
		if (isWordChar(text.charAt(index - 1))) quality ||= QUALITY.inner;
		else if (isWordChar(text.charAt(index + word.length))) quality = QUALITY.prefix;
		else return QUALITY.whole;
	}
	return quality;
}

function typoQualityIn(text: string, similarWords: readonly FuzzyMatch[]): number {
	const edits = similarWords.find(({ word }) => qualityIn(text, word) === QUALITY.whole)?.edits;
	return edits === undefined ? 0 : QUALITY.typo - PENALTY_PER_FURTHER_EDIT * (edits - 1);
}

/**
 * Sum of the scores of the typed words. Each word scores its best match.
 * @param similarWords for misspelled typed words: similar words of the book, fewest edits first
 */
export function scoreOf(
	row: ScoredRow,
	typedWords: readonly string[],
	similarWords: ReadonlyMap<string, readonly FuzzyMatch[]>,
): number {
	const texts = weightedTexts(row);
	let sum = 0;
	for (const typedWord of typedWords) {
		const similar = similarWords.get(typedWord) ?? [];
		let best = 0;
		for (const [weight, text] of texts) {
			if (weight <= best) break;
			best = Math.max(best, weight * (qualityIn(text, typedWord) || typoQualityIn(text, similar)));
		}
		sum += best;
	}
	return sum;
}
