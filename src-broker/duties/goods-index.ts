// Reads of the nomenclature's index, which nomenclature.ts builds: typed rows, each entry read once and remembered.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import * as z from 'zod';
import { allRows, firstRow, numberOf, type Row, textOf } from '../platform/rows';

/** One subheading or heading of the nomenclature, as far as finding it needs. */
export interface Entry {
	code: string;
	description: string;
	/** How often desks ship the goods: 3 daily, 0 hardly ever. */
	common: number;
	/** Stems of its own description and names with their weighted counts, and the sum of those. */
	own: Map<string, number>;
	length: number;
	/** Stems of its heading. */
	heading: Set<string>;
	/** Names that the goods go by, and words that speak against them, as stems. Parsed when they are first asked for. */
	signs(): Signs;
}

interface Signs {
	phrases: string[][];
	against: string[][];
}

/** How a word of the description and one of the names count. */
export interface CountWeights {
	description: number;
	names: number;
}

const stemLists = z.array(z.array(z.string()));

/** A stem with its counts in the description and in the names. */
function* readStems(json: string): Generator<[stem: string, inDescription: number, inNames: number]> {
	const flat: unknown = JSON.parse(json);
	if (!Array.isArray(flat)) throw new TypeError('the stems of an entry must be a list');
	for (let at = 0; at < flat.length; at += 3) yield [textOf(flat[at]), numberOf(flat[at + 1]), numberOf(flat[at + 2])];
}

/** @param nomenclature from openNomenclature; closed with the index */
export function createGoodsIndex(nomenclature: DatabaseSyncInstance, weights: CountWeights) {
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
	const total = numberOf(
		firstRow(nomenclature.prepare('SELECT count(*) AS total FROM goods WHERE length(code) = 6'))?.total,
	);

	/** In how many entries a stem occurs; in the order of the alphabet. */
	const frequencies = new Map<string, number>();
	const terms = firstRow(
		nomenclature.prepare("SELECT group_concat(term || ' ' || entries, ';') AS terms FROM term"),
	)?.terms;
	for (const pair of textOf(terms).split(';')) {
		const space = pair.indexOf(' ');
		frequencies.set(pair.slice(0, space), Number(pair.slice(space + 1)));
	}
	const frequency = (stem: string) => frequencies.get(stem) ?? 0;
	const rarity = (stem: string) => Math.log(1 + total / (1 + frequency(stem)));

	/** Entries that were candidates before, and the stems of headings: the goods of one desk are alike. */
	const entries = new Map<number, Entry>();
	const headings = new Map<string, Set<string>>();
	/** By position, and headings by their code. All at once, at the first question: one at a time costs more. */
	let rows: Map<unknown, Row> | undefined;
	function rowOf(key: number | string): Row | undefined {
		rows ??= new Map(
			allRows(nomenclature.prepare('SELECT * FROM goods')).flatMap((row): [unknown, Row][] => [
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
			for (const [stem] of readStems(textOf(rowOf(heading)?.stems ?? '[]'))) stems.add(stem);
			headings.set(heading, stems);
		}
		return stems;
	}

	function readEntry(position: number): Entry {
		const row = rowOf(position) ?? {};
		const code = textOf(row.code);
		const own = new Map<string, number>();
		let length = 0;
		for (const [stem, inDescription, inNames] of readStems(textOf(row.stems))) {
			const count = weights.description * inDescription + weights.names * inNames;
			own.set(stem, count);
			length += count;
		}
		let signs: Signs | undefined;
		return {
			code,
			description: textOf(row.description),
			common: numberOf(row.common),
			own,
			length,
			heading: headingStems(code.slice(0, 4)),
			signs() {
				signs ??= {
					phrases: stemLists.parse(JSON.parse(textOf(row.phrases))),
					against: stemLists.parse(JSON.parse(textOf(row.against))),
				};
				return signs;
			},
		};
	}

	return {
		/** In how many entries a stem occurs. */
		frequency,

		/** How much a stem tells: more, the fewer entries hold it. */
		rarity,

		/** The sum of the rarities. */
		totalRarity(stems: Iterable<string>): number {
			let sum = 0;
			for (const stem of stems) sum += rarity(stem);
			return sum;
		},

		/** The first known stem that begins as a word does. */
		termStartingAs(word: string): string | undefined {
			const row = firstRow(termFrom, word);
			const term = row && textOf(row.term);
			return term?.startsWith(word) ? term : undefined;
		},

		/** The known stems of one first letter and a range of lengths, the most frequent first. */
		termsOfLength(firstLetter: string, minChars: number, maxChars: number): string[] {
			const next = String.fromCharCode(firstLetter.charCodeAt(0) + 1);
			const terms = firstRow(termsBetween, firstLetter, next, minChars, maxChars)?.terms;
			return typeof terms === 'string' ? terms.split(' ') : [];
		},

		/** The words of a name that people also write as one. */
		wordsOfJoined(word: string): string[] | undefined {
			const row = firstRow(apartOf, word) ?? firstRow(apartOf, word.replace(/s$/, ''));
			return row && textOf(row.apart).split(' ');
		},

		/** The entries that match a question in the language of SQLite's full-text search. */
		find(question: string): Entry[] {
			const positions = firstRow(search, question)?.positions;
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

		isCode: (subheading: string): boolean => codeOf.get(subheading) !== undefined,

		descriptionOf(code: string): string | undefined {
			const row = firstRow(goodsOf, code);
			return row && textOf(row.description);
		},

		close: () => nomenclature.close(),
	};
}
export type GoodsIndex = ReturnType<typeof createGoodsIndex>;
