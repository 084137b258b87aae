// The HS codes that a description of goods points to. A full-text index (SQLite's, with English stems) brings the entries
// that share its rarer words; BM25 over all its words and the signs that decide in customs put them in order: what the
// goods are before what they are for, what they are not, and what speaks against a code. Deterministic.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { distance } from 'fastest-levenshtein';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { GoodsSuggestion } from '../../src-contract/model/goods';
import { readDescription, stemOf } from './goods-words';

/** What a description points to. */
export type Classification = Pick<GoodsSuggestion, 'confidence' | 'candidates'>;

/** How much each sign counts, tuned on the goods of test/fixtures/classification (docs/classification.md). */
const WEIGHTS = {
	/** BM25: how a word of the description and one of the names count, how soon more of it stop counting, how length counts. */
	description: 2,
	names: 1.25,
	saturation: 4,
	length: 0.33,
	/** The noun that names the goods, and an entry that lacks it. */
	headWord: 1.2,
	headMissed: 0.77,
	/** A name that the description holds, by its share of it, and one that is the whole of it. */
	phrase: 1.2,
	wholePhrase: 0.5,
	/** A word that speaks against the entry, and one of the entry's that the description denies. */
	against: 0.6,
	denied: 0.6,
	common: 0.06,
	coverage: 0.8,
};
export type Weights = typeof WEIGHTS;

const KEPT = 4;
/** Of the entries that share words, those whose signs are read. */
const LOOKED_AT = 8;
/** Commoner words than those that bring this many entries tell candidates apart but bring none. */
const ENOUGH_ENTRIES = 200;
const LEAST_ASKED = 2;
const REMEMBERED = 2_000;
/** The middle of the weighted lengths of the entries. */
const TYPICAL_LENGTH = 60;

interface Entry {
	row: GoodsTableRow;
	/** Stems of its own description and names with their weighted counts, and the sum of those. */
	own: Map<string, number>;
	length: number;
	heading: Set<string>;
	/** Read when it is among the best for the first time. */
	signs?: { phrases: string[][]; against: string[][] };
}

interface GoodsTableRow {
	position: number;
	code: string;
	common: number;
	/** Each stem, its count in the description, its count in the names; a flat list. */
	stems: string;
	description: string;
	phrases: string;
	against: string;
}

interface Sought {
	stem: string;
	rarity: number;
	emphasis: number;
}

interface Ranked {
	entry: Entry;
	score: number;
	/** Of what is sought, by rarity, 0 to 1. */
	covered: number;
}

const byScore = (a: Ranked, b: Ranked) => b.score - a.score || a.entry.row.code.localeCompare(b.entry.row.code);

/** @param nomenclature from openNomenclature; it is held, and closed with the classifier */
export function createClassifier(nomenclature: DatabaseSyncInstance, weights: Weights = WEIGHTS) {
	// One text instead of hundreds of rows: crossing into JavaScript costs more than the search.
	const search = nomenclature.prepare('SELECT group_concat(rowid) AS positions FROM found WHERE found MATCH ?');
	const goodsOf = nomenclature.prepare('SELECT description FROM goods WHERE code = ?');
	const codeOf = nomenclature.prepare('SELECT code FROM code WHERE code = ?');
	const termFrom = nomenclature.prepare('SELECT term FROM term WHERE term >= ? ORDER BY term LIMIT 1');
	// One text for all: a row for each would cost more than comparing them.
	const termsBetween = nomenclature.prepare(
		`SELECT group_concat(term, ' ') AS terms FROM
			(SELECT term FROM term WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? ORDER BY entries DESC, term)`,
	);
	const apartOf = nomenclature.prepare('SELECT apart FROM joined WHERE word = ?');
	const total = (
		nomenclature.prepare('SELECT count(*) AS total FROM goods WHERE length(code) = 6').get() as { total: number }
	).total;

	/** In how many entries a stem occurs; in the order of the alphabet. */
	const frequencies = new Map<string, number>();
	const { terms } = nomenclature
		.prepare("SELECT group_concat(term || ' ' || entries, ';') AS terms FROM term")
		.get() as {
		terms: string;
	};
	for (const pair of terms.split(';')) {
		const space = pair.indexOf(' ');
		frequencies.set(pair.slice(0, space), Number(pair.slice(space + 1)));
	}
	const frequency = (stem: string) => frequencies.get(stem) ?? 0;
	const weightOf = (stem: string) => Math.log(1 + total / (1 + frequency(stem)));
	const weigh = (stems: Iterable<string>) => {
		let sum = 0;
		for (const stem of stems) sum += weightOf(stem);
		return sum;
	};

	/** The first known term that starts as a word does. */
	function startingAs(word: string): string | undefined {
		const found = (termFrom.get(word) as { term: string } | undefined)?.term;
		return found?.startsWith(word) ? found : undefined;
	}

	/** The known words that an unknown one stands for: one written together, a compound, or a slip of the pen. */
	function understood(word: string): string[] {
		const stem = stemOf(word);
		if (word.length < 4 || frequency(stem) > 0 || /^\d/.test(word)) return [word];
		const apart = (apartOf.get(word) ?? apartOf.get(word.replace(/s$/, ''))) as { apart: string } | undefined;
		if (apart) return apart.apart.split(' ');
		for (let split = 4; split <= word.length - 4; split += 1) {
			const tail = word.slice(split);
			const start = frequency(stemOf(tail)) > 0 ? startingAs(word.slice(0, Math.max(4, split - 1))) : undefined;
			if (start) return [start, tail];
		}
		if (word.length < 5 || /\d/.test(word)) return [word];
		const first = stem.slice(0, 1);
		const next = String.fromCharCode(first.charCodeAt(0) + 1);
		const { terms } = termsBetween.get(first, next, stem.length - 1, stem.length + 1) as { terms: string | null };
		const near = terms?.split(' ').find((term) => distance(term, stem) === 1);
		return near ? [near] : [word];
	}

	/** What was a candidate before, with its heading's words: the goods of one desk are alike. */
	const entries = new Map<number, Entry>();
	const headings = new Map<string, Set<string>>();
	/** By position, and headings by their code. All at once, at the first question: one at a time costs more. */
	let rows: Map<number | string, GoodsTableRow> | undefined;
	function rowOf(key: number | string): GoodsTableRow | undefined {
		if (!rows) {
			const all = nomenclature.prepare('SELECT * FROM goods').all() as unknown as GoodsTableRow[];
			rows = new Map(
				all.flatMap((row): [number | string, GoodsTableRow][] => [
					[row.position, row],
					[row.code, row],
				]),
			);
		}
		return rows.get(key);
	}

	function headingStems(heading: string): Set<string> {
		let stems = headings.get(heading);
		if (!stems) {
			stems = new Set();
			const flat: (string | number)[] = JSON.parse(rowOf(heading)?.stems ?? '[]');
			for (let at = 0; at < flat.length; at += 3) stems.add(flat[at] as string);
			headings.set(heading, stems);
		}
		return stems;
	}

	function entryAt(position: number): Entry {
		let entry = entries.get(position);
		if (!entry) {
			const row = rowOf(position) as GoodsTableRow;
			const flat: (string | number)[] = JSON.parse(row.stems);
			const own = new Map<string, number>();
			let length = 0;
			for (let at = 0; at < flat.length; at += 3) {
				const count = weights.description * (flat[at + 1] as number) + weights.names * (flat[at + 2] as number);
				own.set(flat[at] as string, count);
				length += count;
			}
			entry = { row, own, length, heading: headingStems(row.code.slice(0, 4)) };
			entries.set(position, entry);
		}
		return entry;
	}

	function signsOf(entry: Entry): NonNullable<Entry['signs']> {
		if (!entry.signs) {
			const { phrases, against } = entry.row;
			entry.signs = { phrases: JSON.parse(phrases), against: JSON.parse(against) };
		}
		return entry.signs;
	}

	/** The question to the index: the rarest words, two at least, and more as long as they bring few enough entries. */
	function question(words: readonly string[]): string {
		const known = words
			.map((word) => ({ word, entries: frequency(stemOf(word)) }))
			.filter(({ entries }) => entries > 0)
			.sort((a, b) => a.entries - b.entries);
		let brought = 0;
		return known
			.filter(({ entries }, index) => {
				brought += entries;
				return index < LEAST_ASKED || brought <= ENOUGH_ENTRIES;
			})
			.map(({ word }) => `"${word}"`)
			.join(' OR ');
	}

	/** BM25 of an entry over what is sought, and the share of it that the entry or its heading knows. */
	function rank(entry: Entry, sought: readonly Sought[], weight: number): Ranked {
		const { own, heading } = entry;
		const norm = weights.saturation * (1 - weights.length + (weights.length * entry.length) / TYPICAL_LENGTH);
		let score = 0;
		let covered = 0;
		for (const { stem, rarity, emphasis } of sought) {
			const count = own.get(stem);
			if (count !== undefined) {
				score += (emphasis * rarity * count * (weights.saturation + 1)) / (count + norm);
				covered += rarity;
			} else if (heading.has(stem)) {
				covered += rarity;
			}
		}
		covered /= weight;
		return {
			entry,
			covered,
			score: score * (1 + weights.coverage * covered) * (1 + weights.common * entry.row.common),
		};
	}

	/** What decides in customs beside the words in common, as a factor. */
	function signs(entry: Entry, said: Set<string>, head: Set<string>, denied: Set<string>, weight: number): number {
		const { own } = entry;
		const { phrases, against } = signsOf(entry);
		let factor = 1;
		if (head.size > 0) {
			let matched = 0;
			for (const stem of head) if (own.has(stem)) matched += 1 / head.size;
			factor *= weights.headMissed + (1 - weights.headMissed) * matched;
		}
		const isSaid = (stem: string) => said.has(stem);
		let named = 0;
		let isWhole = false;
		for (const phrase of phrases) {
			if (!phrase.every(isSaid)) continue;
			const namesHead = phrase.some((stem) => head.has(stem));
			named = Math.max(named, (weigh(phrase) / weight) * (namesHead ? 1 : 0.5));
			isWhole ||= namesHead && phrase.length >= said.size;
		}
		factor *= 1 + weights.phrase * Math.min(1, named) + (isWhole ? weights.wholePhrase : 0);
		for (const phrase of against) if (phrase.every(isSaid)) factor *= weights.against;
		for (const stem of denied) if (own.has(stem)) factor *= weights.denied;
		return factor;
	}

	function classify(description: string): Classification {
		const reading = readDescription(description);
		const words = [...new Set(reading.words.flatMap(understood))];
		const asked = question(words);
		if (asked === '') return { confidence: 'low', candidates: [] };
		const said = new Set(words.map(stemOf));
		const head = new Set((reading.head ? understood(reading.head) : []).map(stemOf));
		const denied = new Set(reading.denied.flatMap(understood).map(stemOf));
		const weight = weigh(said);
		const found = (search.get(asked) as { positions: string | null }).positions ?? '';
		const sought = [...said].map((stem) => ({
			stem,
			rarity: weightOf(stem),
			emphasis: head.has(stem) ? weights.headWord : 1,
		}));
		const ranked = found
			.split(',')
			.filter(Boolean)
			.map((position) => rank(entryAt(Number(position)), sought, weight))
			.sort(byScore)
			.slice(0, LOOKED_AT)
			.map((candidate) => ({
				...candidate,
				score: candidate.score * signs(candidate.entry, said, head, denied, weight),
			}))
			.sort(byScore);
		const candidates = ranked
			.slice(0, KEPT)
			.map(({ entry }) => ({ code: entry.row.code, description: entry.row.description }));
		const [first, second] = ranked;
		if (!first) return { confidence: 'low', candidates };
		const margin = second ? first.score / second.score : Number.POSITIVE_INFINITY;
		const confidence =
			first.covered > 0.75 && margin > 1.25 ? 'high' : first.covered < 0.5 || margin < 1.04 ? 'low' : 'medium';
		return { confidence, candidates };
	}

	const remembered = createBoundedMap<string, Classification>(REMEMBERED);

	return {
		/** Whether the first six digits are a code of the Harmonised System. */
		isCode: (code: string): boolean => codeOf.get(code.slice(0, 6)) !== undefined,

		/** What a code holds, in words: of the subheading where it is described, else of the heading. */
		describe: (code: string): string | undefined =>
			((goodsOf.get(code.slice(0, 6)) ?? goodsOf.get(code.slice(0, 4))) as { description: string } | undefined)
				?.description,

		/** The codes that the description points to. A desk ships the same goods again and again: answers are remembered. */
		classify(description: string): Classification {
			const held = remembered.get(description);
			if (held) return held;
			const answer = classify(description);
			remembered.set(description, answer);
			return answer;
		},

		close: () => nomenclature.close(),
	};
}
export type Classifier = ReturnType<typeof createClassifier>;
