// The HS codes that a description of goods points to. A full-text search (SQLite's, BM25 with English stems) brings the
// candidates; the words that decide in customs then put them in order: what the goods are before what they are for, what
// they are not, and what speaks against a code. Deterministic.
import { DatabaseSync } from '@photostructure/sqlite';
import { distance } from 'fastest-levenshtein';
import { stemmer } from 'stemmer';
import type { GoodsRow, Nomenclature } from './nomenclature';

export interface Candidate {
	/** Six digits. */
	code: string;
	description: string;
}

export interface Classification {
	confidence: 'high' | 'medium' | 'low';
	/** Best first, up to four; none when nothing of the description is understood. */
	candidates: Candidate[];
}

/** How much each sign counts; found by `tools/tune-classifier`, on the goods of test/fixtures/classification/tuning.csv. */
export const WEIGHTS = {
	descriptionField: 2,
	wordsField: 3,
	headingField: 0.7,
	headMatched: 1.45,
	headMissed: 0.7,
	phrase: 0.9,
	wholePhrase: 0.5,
	against: 0.55,
	notAgainst: 1.2,
	denied: 0.7,
	common: 0.07,
	coverage: 0.8,
};
export type Weights = typeof WEIGHTS;

const CANDIDATES = 80;
const KEPT = 4;
const REMEMBERED = 2_000;

const STOP_WORDS = new Set(
	`a an and are as at be but by can der des die das do el en een et etc for from het im in into is it its la le les los und
	of on or other our out per pcs piece pieces set sets than that the their them these this to up use used using van von voor
	para pour por con mit met avec de del du het with within x kind type various size sized new item items product products
	article articles approx about each incl including color colour qty original brand model no nr`.split(/\s+/),
);
/** What follows says what the goods are for, come with or are made of: the goods themselves are named before it. */
const QUALIFIERS = new Set('for with of in from to fur mit pour avec voor met para con aus by without und'.split(' '));
const NEGATIONS = new Set('not non without no excluding except ohne sans zonder sin'.split(' '));
/** A container in front of "of" is not what is sent: a box of chocolates is chocolate. */
const CONTAINERS = new Set(
	'bag bottle box can carton case jar kit pack package packet pair piece roll sachet set sheet tin tube spool reel bundle lot sample samples'.split(
		' ',
	),
);

const plain = (text: string) =>
	text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/ß/g, 'ss')
		.replace(/[’'`]s?\b/g, '');

/** A hyphened word is also read as one, since people write it either way: "t-shirt" is no "shirt", "ball-point" is both. */
function unhyphened(word: string): string[] {
	const parts = word.split('-');
	const joined = parts.join('');
	return parts.some((part) => part.length === 1) || /^non$/i.test(parts[0] ?? '') ? [joined] : [joined, ...parts];
}

const wordsOf = (text: string): string[] =>
	(plain(text).match(/[a-z0-9]+(-[a-z0-9]+)*/g) ?? []).flatMap((word) =>
		word.includes('-') ? unhyphened(word) : [word],
	);

/** A text for the index, whose own tokenizer folds case and accents. */
const indexed = (text: string): string =>
	/[-ß]/.test(text)
		? text.replace(/ß/g, 'ss').replace(/[a-z0-9]+(-[a-z0-9]+)+/gi, (word) => unhyphened(word).join(' '))
		: text;

const stems = new Map<string, string>();
function stemOf(word: string): string {
	let stem = stems.get(word);
	if (stem === undefined) {
		stem = stemmer(word);
		stems.set(word, stem);
	}
	return stem;
}
const stemsOf = (text: string) => wordsOf(text).map(stemOf);

/** What a description says: the goods, what qualifies them, and what they are not. */
interface Reading {
	words: string[];
	/** The noun that names the goods. */
	head: string | undefined;
	denied: string[];
}

function read(description: string): Reading {
	const words: string[] = [];
	const denied: string[] = [];
	let head: string | undefined;
	for (const clause of plain(description).split(/[,;:()[\]/|]+|\s[-–]\s/)) {
		let isDenied = false;
		let isQualified = false;
		let last: string | undefined;
		for (const word of wordsOf(clause)) {
			if (NEGATIONS.has(word)) {
				isDenied = true;
			} else if (QUALIFIERS.has(word)) {
				isDenied = false;
				if (word === 'of' && last && CONTAINERS.has(last)) last = undefined;
				else isQualified ||= last !== undefined;
			} else if (!STOP_WORDS.has(word) && (word.length > 1 || /\d/.test(word))) {
				(isDenied ? denied : words).push(word);
				if (!isDenied && !isQualified && !/^\d/.test(word)) last = word;
			}
		}
		head ??= last;
	}
	return { words: [...new Set(words)], head, denied };
}

/** The full-text index of the entries, and what it knows of words. */
function indexOf(entries: readonly Entry[], weights: Weights) {
	const database = new DatabaseSync(':memory:');
	database.exec(
		'CREATE VIRTUAL TABLE goods USING fts5(description, words, heading, tokenize = "porter unicode61 remove_diacritics 2")',
	);
	database.exec('CREATE VIRTUAL TABLE vocabulary USING fts5vocab(goods, row)');
	const insert = database.prepare('INSERT INTO goods (rowid, description, words, heading) VALUES (?, ?, ?, ?)');
	database.exec('BEGIN');
	for (const [position, { row, heading }] of entries.entries())
		insert.run(position, indexed(row.description), indexed(row.words.join(' ')), indexed(heading));
	database.exec('COMMIT');
	const terms = database.prepare('SELECT term, doc FROM vocabulary ORDER BY term').all() as {
		term: string;
		doc: number;
	}[];
	const joined = new Map<string, string[]>();
	for (const { row } of entries) {
		for (const phrase of row.words) {
			const pair = phrase.toLowerCase().split(' ');
			if (pair.length === 2) joined.set(pair.join(''), pair);
		}
	}
	return {
		/** To be held as long as the search: what it prepared ends with it. */
		database,
		search: database.prepare(
			`SELECT rowid AS position, -bm25(goods, ${weights.descriptionField}, ${weights.wordsField}, ${weights.headingField}) AS score
			FROM goods WHERE goods MATCH ? ORDER BY score DESC LIMIT ${CANDIDATES}`,
		),
		/** In how many entries a stem occurs. */
		vocabulary: new Map(terms.map(({ term, doc }) => [term, doc])),
		terms: terms.map(({ term }) => term),
		/** Two words that names write apart and people together: powerbank. */
		joined,
	};
}

interface Entry {
	row: GoodsRow;
	heading: string;
	/** Read when the entry is first a candidate. */
	features?: { own: Set<string>; all: Set<string>; phrases: string[][]; against: string[][] };
}

export function createClassifier({ codes, rows }: Nomenclature, weights: Weights = WEIGHTS) {
	const headings = new Map(rows.filter(({ code }) => code.length === 4).map((row) => [row.code, row]));
	const entries = rows
		.filter(({ code }) => code.length === 6)
		.map((row): Entry => {
			const heading = headings.get(row.code.slice(0, 4));
			return { row, heading: heading ? `${heading.description} ${heading.words.join(' ')}` : '' };
		});
	const { database, search, vocabulary, terms, joined } = indexOf(entries, weights);
	const rarity = (stem: string) => Math.log(1 + entries.length / (1 + (vocabulary.get(stem) ?? 0)));
	const weigh = (stems: Iterable<string>) => [...stems].reduce((sum, stem) => sum + rarity(stem), 0);

	/** The known words that an unknown one stands for: one written together, a compound, or a slip of the pen. */
	function understood(word: string): string[] {
		if (vocabulary.has(stemOf(word)) || word.length < 4) return [word];
		const apart = joined.get(word) ?? joined.get(word.replace(/s$/, ''));
		if (apart) return apart;
		for (let split = word.length - 4; split >= 4; split -= 1) {
			const tail = word.slice(split);
			const start = word.slice(0, split);
			const known = terms.find((term) => term.startsWith(start.slice(0, Math.max(4, start.length - 1))));
			if (vocabulary.has(stemOf(tail)) && known) return [known, tail];
		}
		const stem = stemOf(word);
		const near = terms
			.filter((term) => term[0] === stem[0] && Math.abs(term.length - stem.length) <= 1 && distance(term, stem) === 1)
			.sort((a, b) => (vocabulary.get(b) ?? 0) - (vocabulary.get(a) ?? 0))[0];
		return near && word.length > 4 ? [near] : [word];
	}

	function featuresOf(entry: Entry): NonNullable<Entry['features']> {
		if (!entry.features) {
			const own = new Set(stemsOf(`${entry.row.description} ${entry.row.words.join(' ')}`));
			entry.features = {
				own,
				all: new Set([...own, ...stemsOf(entry.heading)]),
				phrases: entry.row.words.map(stemsOf),
				against: entry.row.without.map(stemsOf),
			};
		}
		return entry.features;
	}

	function classify(description: string): Classification {
		const reading = read(description);
		const words = [...new Set(reading.words.flatMap(understood))];
		if (words.length === 0) return { confidence: 'low', candidates: [] };
		const said = new Set(words.map(stemOf));
		const head = new Set((reading.head ? understood(reading.head) : []).map(stemOf));
		const denied = new Set(reading.denied.flatMap(understood).map(stemOf));
		const total = weigh(said);
		const found = search.all(words.map((word) => `"${word}"`).join(' OR ')) as {
			position: number;
			score: number;
		}[];
		const ranked = found
			.map(({ position, score }) => {
				const entry = entries[position] as Entry;
				const { own, all, phrases, against } = featuresOf(entry);
				const covered = weigh([...said].filter((stem) => all.has(stem))) / total;
				let factor = 1 + weights.coverage * covered;
				if (head.size > 0) {
					const matched = [...head].filter((stem) => own.has(stem)).length / head.size;
					factor *= weights.headMissed + (weights.headMatched - weights.headMissed) * matched;
				}
				let named = 0;
				let isWhole = false;
				for (const phrase of phrases) {
					if (phrase.length === 0 || !phrase.every((stem) => said.has(stem))) continue;
					const share = weigh(phrase) / total;
					const isHead = phrase.some((stem) => head.has(stem));
					named = Math.max(named, isHead ? share : share / 2);
					isWhole ||= isHead && phrase.length >= said.size;
				}
				factor *= 1 + weights.phrase * Math.min(1, named) + (isWhole ? weights.wholePhrase : 0);
				for (const phrase of against) {
					if (phrase.length === 0) continue;
					if (phrase.every((stem) => said.has(stem))) factor *= weights.against;
					else if (phrase.every((stem) => denied.has(stem))) factor *= weights.notAgainst;
				}
				for (const stem of denied) if (own.has(stem)) factor *= weights.denied;
				factor *= 1 + weights.common * entry.row.common;
				return { entry, covered, score: score * factor };
			})
			.sort((a, b) => b.score - a.score || a.entry.row.code.localeCompare(b.entry.row.code));
		const [first, second] = ranked;
		const candidates = ranked
			.slice(0, KEPT)
			.map(({ entry: { row } }) => ({ code: row.code, description: row.description }));
		if (!first) return { confidence: 'low', candidates };
		const margin = second ? first.score / second.score : Number.POSITIVE_INFINITY;
		const confidence =
			first.covered > 0.75 && margin > 1.25 ? 'high' : first.covered < 0.5 || margin < 1.04 ? 'low' : 'medium';
		return { confidence, candidates };
	}

	const remembered = new Map<string, Classification>();

	return {
		/** Whether the first six digits are a code of the Harmonised System. */
		isCode: (code: string): boolean => codes.has(code.slice(0, 6)),

		/** What a code holds, in words; undefined when it is not described. */
		describe: (code: string): string | undefined =>
			rows.find((row) => row.code === code.slice(0, 6))?.description ?? headings.get(code.slice(0, 4))?.description,

		/** The codes that the description points to. A desk ships the same goods again and again: answers are remembered. */
		classify(description: string): Classification {
			const held = remembered.get(description);
			if (held) return held;
			const answer = classify(description);
			if (remembered.size >= REMEMBERED) remembered.clear();
			remembered.set(description, answer);
			return answer;
		},

		close: () => database.close(),
	};
}
export type Classifier = ReturnType<typeof createClassifier>;
