// Finds the names of goods (goods-names.ts) that share words with a description. The names are stored as typed arrays, because
// 170,000 objects would take longer to load than everything else.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import * as z from 'zod';
import { asText, firstRow } from '../platform/rows';
import { type NameRow, type StemmedName, type StoredNameRow, toStoredRow } from './goods-names';
import { readNumbers, storeNumbers, type Vocabulary } from './stored-arrays';

const storedRow = z.object({
	code: z.string(),
	certainty: z.number(),
	fact: z.string(),
	choices: z.array(z.object({ answer: z.string(), phrases: z.array(z.array(z.string())), code: z.string() })),
});

/** A name, and the position of its row in the table. */
export interface RowName extends StemmedName {
	row: number;
}

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

const rarityOfCount = (count: number, nameCount: number) => Math.log(1 + nameCount / (1 + count));

/**
 * Writes the table `name_row` and the arrays of the names into the database of the nomenclature. Names are sorted by their rarest stem,
 * because a description that contains nearly all of a name contains that stem.
 * @param vocabulary contains all stems of the names
 */
export function storeNames(
	database: DatabaseSyncInstance,
	rows: readonly NameRow[],
	names: readonly RowName[],
	vocabulary: Vocabulary,
): void {
	database.exec('CREATE TABLE name_row (position INTEGER PRIMARY KEY, data TEXT)');
	const insertRow = database.prepare('INSERT INTO name_row VALUES (?, ?)');
	for (const [position, row] of rows.entries()) insertRow.run(position, JSON.stringify(toStoredRow(row)));
	const frequencies = new Array<number>(vocabulary.stems.length).fill(0);
	const frequencyOf = (stem: number) => frequencies[stem] ?? 0;
	const numbered = names.map(({ row, head, stems }) => ({
		row,
		head: vocabulary.idOf(head),
		stems: stems.map(vocabulary.idOf),
	}));
	for (const { stems } of numbered) for (const stem of stems) frequencies[stem] = frequencyOf(stem) + 1;
	const sorted = numbered
		.map((name) => ({
			...name,
			rarest: name.stems.reduce((best, stem) => (frequencyOf(stem) < frequencyOf(best) ? stem : best)),
		}))
		.sort((a, b) => a.rarest - b.rarest);
	/** First name of each rarest stem, and the number of names at the end. */
	const first = new Array<number>(vocabulary.stems.length + 1).fill(0);
	for (const { rarest } of sorted) first[rarest + 1] = (first[rarest + 1] ?? 0) + 1;
	for (let id = 0; id < vocabulary.stems.length; id += 1) first[id + 1] = (first[id + 1] ?? 0) + (first[id] ?? 0);
	let end = 0;
	const ends = sorted.map(({ stems }) => {
		end += stems.length;
		return end;
	});
	storeNumbers(database, 'namesFrequencies', frequencies);
	storeNumbers(database, 'namesFirst', first);
	storeNumbers(
		database,
		'namesHeads',
		sorted.map(({ head }) => head),
	);
	storeNumbers(
		database,
		'namesRows',
		sorted.map(({ row }) => row),
	);
	storeNumbers(database, 'namesEnds', ends);
	storeNumbers(
		database,
		'namesStems',
		sorted.flatMap(({ stems }) => stems),
	);
}

/** @param nomenclature from `openNomenclature` */
export function createNameIndex(nomenclature: DatabaseSyncInstance, vocabulary: Vocabulary) {
	const selectRow = nomenclature.prepare('SELECT data FROM name_row WHERE position = ?');
	const frequencies = readNumbers(nomenclature, 'namesFrequencies');
	const firstNames = readNumbers(nomenclature, 'namesFirst');
	const heads = readNumbers(nomenclature, 'namesHeads');
	const rowOfName = readNumbers(nomenclature, 'namesRows');
	/** End of each name's stems in `stems`. */
	const ends = readNumbers(nomenclature, 'namesEnds');
	const stems = readNumbers(nomenclature, 'namesStems');
	const rows = new Map<number, StoredNameRow>();

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
			stems: Array.from(stems.subarray(start, end), (id) => vocabulary.stems[id] ?? ''),
			headStem: vocabulary.stems[heads[name] ?? 0] ?? '',
			sharedRarity,
			totalRarity,
		};
	}

	return {
		/** Number of names that contain a stem. */
		frequency: (stem: string): number => frequencies[vocabulary.idOf(stem)] ?? 0,

		/** Inverse document frequency of a stem among the names. */
		rarity: (stem: string): number => rarityOf(vocabulary.idOf(stem)),

		/**
		 * The names of which the description contains their rarest word and at least a share of all words, by rarity.
		 * @param minShare 0 to 1
		 */
		search(descriptionStems: Iterable<string>, minShare: number): NameMatch[] {
			const ids = new Set([...descriptionStems].map(vocabulary.idOf).filter((id) => id >= 0));
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
