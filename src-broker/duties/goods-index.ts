// Queries the nomenclature index that nomenclature.ts builds. Entries are parsed once and cached.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import * as z from 'zod';
import { allRows, asNumber, asText, firstRow, type UntypedRow } from '../platform/rows';

/** A subheading or heading of the nomenclature, with the data for ranking. */
export interface Entry {
	code: string;
	description: string;
	/** How often desks ship the goods: from 3 (daily) to 0 (hardly ever). */
	common: number;
	/** Weighted counts of the stems in the entry's own description and names. */
	own: Map<string, number>;
	/** Sum of the weighted counts. */
	length: number;
	/** Stems of the heading's description and names. */
	heading: Set<string>;
	/** Parsed on first use. */
	signals(): EntrySignals;
}

/** Stemmed phrases that raise or lower the score of an entry. */
interface EntrySignals {
	/** Common names of the goods. */
	phrases: string[][];
	/** Words that exclude the entry. */
	against: string[][];
}

/** Weight of a word in the description and in the names. */
export interface CountWeights {
	description: number;
	names: number;
}

const stemLists = z.array(z.array(z.string()));

/** Reads the flat list of stems with their counts in the description and in the names. */
function* readStems(json: string): Generator<[stem: string, inDescription: number, inNames: number]> {
	const flat: unknown = JSON.parse(json);
	if (!Array.isArray(flat)) throw new TypeError('the stems of an entry must be a list');
	for (let index = 0; index < flat.length; index += 3)
		yield [asText(flat[index]), asNumber(flat[index + 1]), asNumber(flat[index + 2])];
}

/** @param nomenclature from openNomenclature; `close` closes it */
export function createGoodsIndex(nomenclature: DatabaseSyncInstance, weights: CountWeights) {
	// One text instead of hundreds of rows: passing rows to JavaScript takes longer than the search.
	const search = nomenclature.prepare('SELECT group_concat(rowid) AS positions FROM found WHERE found MATCH ?');
	const selectDescription = nomenclature.prepare('SELECT description FROM goods WHERE code = ?');
	const selectCode = nomenclature.prepare('SELECT code FROM code WHERE code = ?');
	const selectTermFrom = nomenclature.prepare('SELECT term FROM term WHERE term >= ? ORDER BY term LIMIT 1');
	// One text here too: a row per term would take longer than comparing them.
	const selectTermsBetween = nomenclature.prepare(
		`SELECT group_concat(term, ' ') AS terms FROM
			(SELECT term FROM term WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ? ORDER BY entries DESC, term)`,
	);
	const selectApart = nomenclature.prepare('SELECT apart FROM joined WHERE word = ?');
	const total = asNumber(
		firstRow(nomenclature.prepare('SELECT count(*) AS total FROM goods WHERE length(code) = 6'))?.total,
	);

	/** Number of entries that contain a stem. */
	const frequencies = new Map<string, number>();
	const terms = firstRow(
		nomenclature.prepare("SELECT group_concat(term || ' ' || entries, ';') AS terms FROM term"),
	)?.terms;
	for (const pair of asText(terms).split(';')) {
		const space = pair.indexOf(' ');
		frequencies.set(pair.slice(0, space), Number(pair.slice(space + 1)));
	}
	const frequency = (stem: string) => frequencies.get(stem) ?? 0;
	const rarity = (stem: string) => Math.log(1 + total / (1 + frequency(stem)));

	/** Parsed entries and heading stems: the goods of one desk are similar. */
	const entries = new Map<number, Entry>();
	const headings = new Map<string, Set<string>>();
	/** All rows by position and by code, read at the first query: reading them one by one is slower. */
	let rows: Map<unknown, UntypedRow> | undefined;
	function rowOf(key: number | string): UntypedRow | undefined {
		rows ??= new Map(
			allRows(nomenclature.prepare('SELECT * FROM goods')).flatMap((row): [unknown, UntypedRow][] => [
				[row.position, row],
				[row.code, row],
			]),
		);
		return rows.get(key);
	}

	function headingStems(heading: string): Set<string> {
		let stems = headings.get(heading);
		if (!stems) {
			stems = new Set();
			for (const [stem] of readStems(asText(rowOf(heading)?.stems ?? '[]'))) stems.add(stem);
			headings.set(heading, stems);
		}
		return stems;
	}

	function readEntry(position: number): Entry {
		const row = rowOf(position) ?? {};
		const code = asText(row.code);
		const own = new Map<string, number>();
		let length = 0;
		for (const [stem, inDescription, inNames] of readStems(asText(row.stems))) {
			const count = weights.description * inDescription + weights.names * inNames;
			own.set(stem, count);
			length += count;
		}
		let signals: EntrySignals | undefined;
		return {
			code,
			description: asText(row.description),
			common: asNumber(row.common),
			own,
			length,
			heading: headingStems(code.slice(0, 4)),
			signals() {
				signals ??= {
					phrases: stemLists.parse(JSON.parse(asText(row.phrases))),
					against: stemLists.parse(JSON.parse(asText(row.against))),
				};
				return signals;
			},
		};
	}

	return {
		/** Number of entries that contain a stem. */
		frequency,

		/** Inverse document frequency of a stem. */
		rarity,

		/** Sum of the rarities of the stems. */
		totalRarity(stems: Iterable<string>): number {
			let sum = 0;
			for (const stem of stems) sum += rarity(stem);
			return sum;
		},

		/** The first known stem, alphabetically, that starts with the word. */
		firstTermWithPrefix(word: string): string | undefined {
			const row = firstRow(selectTermFrom, word);
			const term = row && asText(row.term);
			return term?.startsWith(word) ? term : undefined;
		},

		/** Known stems with this first letter and a length in the range, most frequent first. */
		termsOfLength(firstLetter: string, minChars: number, maxChars: number): string[] {
			const next = String.fromCharCode(firstLetter.charCodeAt(0) + 1);
			const terms = firstRow(selectTermsBetween, firstLetter, next, minChars, maxChars)?.terms;
			return typeof terms === 'string' ? terms.split(' ') : [];
		},

		/** The two words of a name that is also written as one word, such as "keyboard"; undefined for other words. */
		splitJoinedName(word: string): string[] | undefined {
			const row = firstRow(selectApart, word) ?? firstRow(selectApart, word.replace(/s$/, ''));
			return row && asText(row.apart).split(' ');
		},

		/** The entries that match an FTS5 query. */
		find(query: string): Entry[] {
			const positions = firstRow(search, query)?.positions;
			if (typeof positions !== 'string') return [];
			return positions.split(',').map((text) => {
				const position = Number(text);
				let entry = entries.get(position);
				if (!entry) {
					entry = readEntry(position);
					entries.set(position, entry);
				}
				return entry;
			});
		},

		isCode: (subheading: string): boolean => selectCode.get(subheading) !== undefined,

		descriptionOf(code: string): string | undefined {
			const row = firstRow(selectDescription, code);
			return row && asText(row.description);
		},

		close: () => nomenclature.close(),
	};
}
export type GoodsIndex = ReturnType<typeof createGoodsIndex>;
