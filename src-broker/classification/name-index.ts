// Finds the names of goods (goods-names.ts) that share words with a description. The names are stored as typed arrays, because
// 160,000 objects would take longer to load than everything else.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import * as z from 'zod';
import { asText, firstRow, type UntypedRow } from '../platform/rows';
import { type NameRow, type StoredNameRow, stemsOfName, toStoredRow } from './goods-names';

const storedRow = z.object({
	code: z.string(),
	certainty: z.number(),
	fact: z.string(),
	choices: z.array(z.object({ answer: z.string(), phrases: z.array(z.array(z.string())), code: z.string() })),
});

/** A name with the share of its words that a description contains. */
export interface NameMatch {
	/** Position of the name's row in the table. */
	row: number;
	stems: string[];
	headStem: string;
	/** Rarity of the words that name and description share, and of all words of the name. */
	sharedRarity: number;
	totalRarity: number;
}

/** A name as stems: the number of its row, the stem of its head noun, and all stems. */
interface StemmedName {
	row: number;
	head: string;
	stems: string[];
}

const rarityOfCount = (count: number, nameCount: number) => Math.log(1 + nameCount / (1 + count));

/**
 * Writes the tables `names` (typed arrays) and `name_row` into the database of the nomenclature. Stems are numbered in alphabetical
 * order. Names are sorted by their rarest stem, because a description that contains nearly all of a name contains that stem.
 */
export function storeNames(database: DatabaseSyncInstance, rows: readonly NameRow[]): void {
	database.exec(
		'CREATE TABLE name_row (position INTEGER PRIMARY KEY, data TEXT); CREATE TABLE names (part TEXT, data)',
	);
	const insertRow = database.prepare('INSERT INTO name_row VALUES (?, ?)');
	for (const [position, row] of rows.entries()) insertRow.run(position, JSON.stringify(toStoredRow(row)));
	const names = rows.flatMap((row, position) =>
		row.names.flatMap((name): StemmedName[] => {
			const parsed = stemsOfName(name);
			return parsed ? [{ row: position, ...parsed }] : [];
		}),
	);
	const counts = new Map<string, number>();
	for (const { stems } of names) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
	// Head nouns are stems of their names.
	const vocabulary = [...counts.keys()].sort();
	const idOf = new Map(vocabulary.map((stem, id) => [stem, id]));
	const countOf = (stem: string) => counts.get(stem) ?? 0;
	const numbersOf = ({ row, head, stems }: StemmedName) => {
		const rarest = stems.reduce((best, stem) => (countOf(stem) < countOf(best) ? stem : best));
		return {
			row,
			head: idOf.get(head) ?? 0,
			rarest: idOf.get(rarest) ?? 0,
			stems: stems.map((stem) => idOf.get(stem) ?? 0),
		};
	};
	const sorted = names.map(numbersOf).sort((a, b) => a.rarest - b.rarest);
	/** First name of each rarest stem, and the number of names at the end. */
	const firstNames = new Array<number>(vocabulary.length + 1).fill(0);
	for (const { rarest } of sorted) firstNames[rarest + 1] = (firstNames[rarest + 1] ?? 0) + 1;
	for (let id = 0; id < vocabulary.length; id += 1)
		firstNames[id + 1] = (firstNames[id + 1] ?? 0) + (firstNames[id] ?? 0);
	let end = 0;
	const parts: Record<NumberPart, number[]> = {
		frequencies: vocabulary.map(countOf),
		firstNames,
		heads: sorted.map(({ head }) => head),
		rowOfName: sorted.map(({ row }) => row),
		ends: sorted.map(({ stems }) => {
			end += stems.length;
			return end;
		}),
		stems: sorted.flatMap(({ stems }) => stems),
	};
	const insertPart = database.prepare('INSERT INTO names VALUES (?, ?)');
	insertPart.run('vocabulary', vocabulary.join(' '));
	for (const [part, numbers] of Object.entries(parts))
		insertPart.run(part, new Uint8Array(Uint32Array.from(numbers).buffer));
}

/** The typed arrays. `ends`: end of each name's stems in `stems`. */
type NumberPart = 'frequencies' | 'firstNames' | 'heads' | 'rowOfName' | 'ends' | 'stems';

/** @throws TypeError when the value is not the bytes of a list of numbers */
function asNumbers(row: UntypedRow | undefined): Uint32Array {
	const data = row?.data;
	if (!(data instanceof Uint8Array)) throw new TypeError('The names of goods are not stored as bytes.');
	return new Uint32Array(data.slice().buffer);
}

export function createNameIndex(nomenclature: DatabaseSyncInstance) {
	const selectPart = nomenclature.prepare('SELECT data FROM names WHERE part = ?');
	const selectRow = nomenclature.prepare('SELECT data FROM name_row WHERE position = ?');
	const vocabulary = asText(firstRow(selectPart, 'vocabulary')?.data).split(' ').filter(Boolean);
	const numbers = (part: NumberPart) => asNumbers(firstRow(selectPart, part));
	const frequencies = numbers('frequencies');
	const firstNames = numbers('firstNames');
	const heads = numbers('heads');
	const rowOfName = numbers('rowOfName');
	const ends = numbers('ends');
	const stems = numbers('stems');
	const rows = new Map<number, StoredNameRow>();

	/** Number of a stem, by binary search; -1 when no name contains it. */
	function idOf(stem: string): number {
		let low = 0;
		for (let high = vocabulary.length; low < high; ) {
			const middle = (low + high) >> 1;
			if ((vocabulary[middle] ?? '') < stem) low = middle + 1;
			else high = middle;
		}
		return vocabulary[low] === stem ? low : -1;
	}
	const rarities = Float64Array.from(frequencies, (count) => rarityOfCount(count, ends.length));
	const rarityOf = (id: number) => rarities[id] ?? rarityOfCount(0, ends.length);

	/** The name as a match, if at least `minShare` of its words, by rarity, are among the stems. */
	function matchOf(name: number, ids: ReadonlySet<number>, minShare: number): NameMatch | undefined {
		const start = ends[name - 1] ?? 0;
		const end = ends[name] ?? 0;
		let sharedRarity = 0;
		let totalRarity = 0;
		for (let position = start; position < end; position += 1) {
			const id = stems[position] ?? 0;
			const rarity = rarityOf(id);
			totalRarity += rarity;
			if (ids.has(id)) sharedRarity += rarity;
		}
		if (sharedRarity < minShare * totalRarity) return undefined;
		return {
			row: rowOfName[name] ?? 0,
			stems: Array.from(stems.subarray(start, end), (id) => vocabulary[id] ?? ''),
			headStem: vocabulary[heads[name] ?? 0] ?? '',
			sharedRarity,
			totalRarity,
		};
	}

	return {
		/** Number of names that contain a stem. */
		frequency: (stem: string): number => frequencies[idOf(stem)] ?? 0,

		/** Inverse document frequency of a stem among the names. */
		rarity: (stem: string): number => rarityOf(idOf(stem)),

		/**
		 * The names of which the description contains their rarest word and at least a share of all words, by rarity.
		 * @param minShare 0 to 1
		 */
		search(descriptionStems: Iterable<string>, minShare: number): NameMatch[] {
			const ids = new Set([...descriptionStems].map(idOf).filter((id) => id >= 0));
			const matches: NameMatch[] = [];
			for (const id of ids)
				for (let name = firstNames[id] ?? 0; name < (firstNames[id + 1] ?? 0); name += 1) {
					const match = matchOf(name, ids, minShare);
					if (match) matches.push(match);
				}
			return matches;
		},

		row(position: number): StoredNameRow {
			let row = rows.get(position);
			if (!row) {
				row = storedRow.parse(JSON.parse(asText(firstRow(selectRow, position)?.data)));
				rows.set(position, row);
			}
			return row;
		},
	};
}
