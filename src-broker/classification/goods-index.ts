// Queries the index that nomenclature-build.ts builds. Entries are parsed once and cached.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import * as z from 'zod';
import { allRows, asNumber, asText, firstRow, type UntypedRow } from '../platform/rows';

/** A subheading of the nomenclature, with the data for its ranking. */
export interface Entry {
	code: string;
	description: string;
	/** How common shipments of these goods are: from 3 (daily) to 0 (hardly ever). */
	commonness: number;
	/** Stems of the entry's description and names, with their weighted counts. */
	ownStems: Map<string, number>;
	/** Sum of the weighted counts of `ownStems`. */
	weightedLength: number;
	/** Stems of the description and names of the heading to which the entry belongs. */
	headingStems: Set<string>;
	/** Parsed on first use. */
	signals(): EntrySignals;
}

/** Stemmed phrases that raise or lower the score of an entry. */
interface EntrySignals {
	/** Common names of the goods. */
	phrases: string[][];
	/** Phrases that identify a similar entry instead. */
	excluding: string[][];
}

/** Weights of a stem's occurrence in the description and in the names. */
export interface CountWeights {
	description: number;
	names: number;
}

const stemLists = z.array(z.array(z.string()));

/** Reads the column `stems`: a flat list of stem, count in the description, count in the names. */
function* readStems(json: string): Generator<[stem: string, inDescription: number, inNames: number]> {
	const flat: unknown = JSON.parse(json);
	if (!Array.isArray(flat)) throw new TypeError('The stems of a nomenclature entry are not a list.');
	for (let index = 0; index < flat.length; index += 3)
		yield [asText(flat[index]), asNumber(flat[index + 1]), asNumber(flat[index + 2])];
}

/** @param nomenclature from `openNomenclature`; `close` of the index closes it */
export function createGoodsIndex(nomenclature: DatabaseSyncInstance, weights: CountWeights) {
	const selectDescription = nomenclature.prepare('SELECT description FROM goods WHERE code = ?');
	const selectCode = nomenclature.prepare('SELECT code FROM code WHERE code = ?');
	// The terms in the table `term` are the stems of the index.
	const selectTermFrom = nomenclature.prepare('SELECT term FROM term WHERE term >= ? ORDER BY term LIMIT 1');
	// Returns one text, because passing a row per term to JavaScript takes longer than comparing the terms.
	const selectTermsBetween = nomenclature.prepare(
		`SELECT group_concat(term, ' ') AS terms FROM
			(SELECT term FROM term WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? ORDER BY entries DESC, term)`,
	);
	const selectKinds = nomenclature.prepare('SELECT kinds FROM kind WHERE noun = ?');
	const selectJoined = nomenclature.prepare('SELECT words FROM joined WHERE word = ?');
	const subheadingCount = asNumber(
		firstRow(nomenclature.prepare('SELECT count(*) AS total FROM goods WHERE length(code) = 6'))?.total,
	);

	/** Number of subheadings that contain a stem, by stem. */
	const frequencies = new Map<string, number>();
	const termCounts = firstRow(
		nomenclature.prepare("SELECT group_concat(term || ' ' || entries, ';') AS terms FROM term"),
	)?.terms;
	for (const pair of asText(termCounts).split(';')) {
		const space = pair.indexOf(' ');
		frequencies.set(pair.slice(0, space), Number(pair.slice(space + 1)));
	}
	const frequency = (stem: string) => frequencies.get(stem) ?? 0;
	const rarity = (stem: string) => Math.log(1 + subheadingCount / (1 + frequency(stem)));

	// Caches of parsed entries and heading stems, because a desk ships similar goods again and again.
	const entries = new Map<string, Entry>();
	const stemsByHeading = new Map<string, Set<string>>();
	/** All rows of `goods` by code. Read together at the first query, because reading single rows is slower. */
	let rows: Map<unknown, UntypedRow> | undefined;
	function findRow(code: string): UntypedRow | undefined {
		rows ??= new Map(allRows(nomenclature.prepare('SELECT * FROM goods')).map((row) => [row.code, row]));
		return rows.get(code);
	}

	function stemsOfHeading(heading: string): Set<string> {
		let stems = stemsByHeading.get(heading);
		if (!stems) {
			stems = new Set();
			for (const [stem] of readStems(asText(findRow(heading)?.stems ?? '[]'))) stems.add(stem);
			stemsByHeading.set(heading, stems);
		}
		return stems;
	}

	function readEntry(code: string, row: UntypedRow): Entry {
		const ownStems = new Map<string, number>();
		let weightedLength = 0;
		for (const [stem, inDescription, inNames] of readStems(asText(row.stems))) {
			const weightedCount = weights.description * inDescription + weights.names * inNames;
			ownStems.set(stem, weightedCount);
			weightedLength += weightedCount;
		}
		let signals: EntrySignals | undefined;
		return {
			code,
			description: asText(row.description),
			commonness: asNumber(row.common),
			ownStems,
			weightedLength,
			headingStems: stemsOfHeading(code.slice(0, 4)),
			signals() {
				signals ??= {
					phrases: stemLists.parse(JSON.parse(asText(row.phrases))),
					excluding: stemLists.parse(JSON.parse(asText(row.excluding))),
				};
				return signals;
			},
		};
	}

	return {
		/** Number of subheadings that contain a stem. */
		frequency,

		/** Inverse document frequency of a stem. */
		rarity,

		/** Sum of the stems' rarities. */
		totalRarity(stems: Iterable<string>): number {
			let sum = 0;
			for (const stem of stems) sum += rarity(stem);
			return sum;
		},

		/** The alphabetically first stem of the index that starts with the prefix. */
		firstStemWithPrefix(prefix: string): string | undefined {
			const row = firstRow(selectTermFrom, prefix);
			const term = row && asText(row.term);
			return term?.startsWith(prefix) ? term : undefined;
		},

		/** Stems of the index with this first letter and a length in the range, most frequent first. */
		stemsOfLength(firstLetter: string, minChars: number, maxChars: number): string[] {
			const nextLetter = String.fromCharCode(firstLetter.charCodeAt(0) + 1);
			const terms = firstRow(selectTermsBetween, firstLetter, nextLetter, minChars, maxChars)?.terms;
			return typeof terms === 'string' ? terms.split(' ') : [];
		},

		/** The two words of a common name that `word` spells as one word; undefined when there is no such name. */
		splitJoinedName(word: string): string[] | undefined {
			const row = firstRow(selectJoined, word) ?? firstRow(selectJoined, word.replace(/s$/, ''));
			return row && asText(row.words).split(' ');
		},

		/** Synonyms and more general nouns of a noun, nearest first. */
		kindsOf(noun: string): string[] {
			const row = firstRow(selectKinds, noun);
			return row ? asText(row.kinds).split(' ') : [];
		},

		/** The entry of a subheading; undefined when the tables do not describe it. */
		entry(code: string): Entry | undefined {
			let entry = entries.get(code);
			if (!entry) {
				const row = findRow(code);
				if (!row) return undefined;
				entry = readEntry(code, row);
				entries.set(code, entry);
			}
			return entry;
		},

		/** Whether a code of six digits is a subheading. */
		isCode: (subheading: string): boolean => selectCode.get(subheading) !== undefined,

		descriptionOf(code: string): string | undefined {
			// Without reading all rows when none has been searched for yet.
			const row = rows ? rows.get(code) : firstRow(selectDescription, code);
			return row && asText(row.description);
		},

		close: () => nomenclature.close(),
	};
}
export type GoodsIndex = ReturnType<typeof createGoodsIndex>;
