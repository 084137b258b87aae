// Splits descriptions of goods into words and stems. The index and its queries both use this module, so that their words match.
import { stemmer } from 'stemmer';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { foldForSearch } from '../../src-contract/lib/text-folding';

/** The words that replace a hyphenated word: only "tshirt" for "t-shirt", but "ballpoint", "ball" and "point" for "ball-point". */
function splitHyphenated(word: string): string[] {
	const parts = word.split('-');
	const joined = parts.join('');
	return parts.some((part) => part.length === 1) || /^non$/i.test(parts[0] ?? '') ? [joined] : [joined, ...parts];
}

/** The text in lower case ASCII letters, without possessives. */
const normalize = (text: string): string => foldForSearch(text).replace(/[’'`]s?\b/g, '');

/** @param text from `normalize` */
const wordsOf = (text: string): string[] =>
	(text.match(/[a-z0-9]+(-[a-z0-9]+)*/g) ?? []).flatMap((word) =>
		word.includes('-') ? splitHyphenated(word) : [word],
	);

const stemCache = createBoundedMap<string, string>(50_000);

/**
 * The English stem of a word by Porter's algorithm. Umlauts that are written as two letters lose the second one, so that "buerste" has the
 * stem of "bürste".
 */
export function stemOf(word: string): string {
	let stem = stemCache.get(word);
	if (stem === undefined) {
		stem = stemmer(word.replace(/([aou])e/g, '$1'));
		stemCache.set(word, stem);
	}
	return stem;
}

/** Stems of all words of a text, in order. */
export const stemsOf = (text: string): string[] => wordsOf(normalize(text)).map(stemOf);

const STOP_WORDS = new Set(
	`a an and are as at be but by can der des die das do el en een et etc het im into is it its la le les los und
	on or other our out per pcs piece pieces set sets than that the their them these this up use used using van von
	de del du x kind type various size sized new item items product products article articles approx about each incl
	including color colour qty original brand day days week weeks month months year years hour hours minute minutes old model no nr ml cl dl mm cm kg mg gr oz lb lbs inch
	mah wh kwh`.split(/\s+/),
);
/** What the words after a preposition say about the goods. The head noun comes before the preposition. */
const QUALIFIERS = new Map(
	Object.entries({
		material: 'of in from aus z ze',
		purpose: 'for to by fur pour voor para dla do na',
		accessory: 'with mit avec met con',
	} as const).flatMap(([role, prepositions]) =>
		prepositions.split(' ').map((preposition) => [preposition, role as 'material' | 'purpose' | 'accessory'] as const),
	),
);
const NEGATIONS = new Set('not non without no excluding except ohne sans zonder sin bez'.split(' '));
/** Materials that may follow the goods, as in "pillow feather". Not those that are also goods, as glass in "wine glass". */
export const MATERIAL_NOUNS: ReadonlySet<string> = new Set(
	`acrylic aluminium aluminum bamboo brass bronze cashmere ceramic chrome copper cotton denim elastane feather gold latex
	leather lycra merino mesh neoprene nylon oak pewter pine plastic polyester polyethylene polypropylene porcelain pvc resin rubber
	satin silicone silver steel stoneware suede titanium velvet vinyl viscose walnut wool zinc`.split(/\s+/),
);
/** Nouns of containers and quantities. Before "of", they are not the head noun: a "box of chocolates" is chocolate. */
const QUANTITY_NOUNS = new Set(
	'bag bottle box can carton case jar kit pack package packet pair piece roll sachet set sheet tin tube spool reel bundle lot sample samples'.split(
		' ',
	),
);

/**
 * What a word says about the goods. `head`: what they are; `modifier`: what kind, before the head noun; `material`, `purpose`,
 * `accessory`: what follows "of", "for" or "with"; `addition`: another word of a later clause.
 */
export type WordRole = 'head' | 'modifier' | 'material' | 'purpose' | 'accessory' | 'addition';

/** Words of a description. */
export interface DescriptionWords {
	/** Words that are not negated, without stop words. */
	words: { text: string; role: WordRole }[];
	/** The noun that says what the goods are. */
	headNoun: string | undefined;
	/** Words that say what the goods are not. */
	negatedWords: string[];
}

/** Finds the words of a description, its negated words and its head noun: the last word before a qualifier in the first clause. */
export function readDescription(description: string): DescriptionWords {
	const roles = new Map<string, WordRole>();
	const negatedWords: string[] = [];
	let headNoun: string | undefined;
	for (const clause of normalize(description).split(/[,;:()[\]/|]+|\s[-–]\s/)) {
		/** The negation whose words follow: "not" negates the next word, "without" all words up to a preposition. */
		let negation: string | undefined;
		/** The previous word, if it is a negation. */
		let lastNegation: string | undefined;
		let qualifier: WordRole | undefined;
		let lastWordBeforeQualifier: string | undefined;
		for (const word of wordsOf(clause)) {
			const previousNegation = lastNegation;
			lastNegation = undefined;
			// "No. 5" is a number.
			if (previousNegation === 'no' && /^\d/.test(word)) negation = undefined;
			if (NEGATIONS.has(word)) {
				negation = word;
				lastNegation = word;
			} else if (QUALIFIERS.has(word)) {
				// "Not for food" negates what follows "for".
				negation = previousNegation;
				if (word === 'of' && lastWordBeforeQualifier && QUANTITY_NOUNS.has(lastWordBeforeQualifier))
					lastWordBeforeQualifier = undefined;
				else if ((headNoun ?? lastWordBeforeQualifier) !== undefined) qualifier = QUALIFIERS.get(word);
			} else if (!STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word))) {
				const isNegated = negation !== undefined;
				if (isNegated) negatedWords.push(word);
				else if (!roles.has(word)) roles.set(word, qualifier ?? (headNoun === undefined ? 'modifier' : 'addition'));
				if (!isNegated && !qualifier && !/^\d/.test(word)) lastWordBeforeQualifier = word;
				if (negation === 'not' || negation === 'non') negation = undefined;
			}
		}
		headNoun ??= lastWordBeforeQualifier;
	}
	if (headNoun !== undefined) roles.set(headNoun, 'head');
	return { words: [...roles].map(([text, role]) => ({ text, role })), headNoun, negatedWords };
}
