// Finds the names of goods (goods-names.ts) that share words with a description. The names are stored as typed arrays, because tens
// of thousands of objects would take longer to load than everything else.
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

/** Writes the tables `names` (typed arrays) and `name_row` into the database of the nomenclature. */
export function storeNames(database: DatabaseSyncInstance, rows: readonly NameRow[]): void {
	const stemIds = new Map<string, number>();
	const idOf = (stem: string) => {
		const id = stemIds.get(stem) ?? stemIds.size;
		stemIds.set(stem, id);
		return id;
	};
	/** For each name: its row, the stem of its head noun, the end of its stems in `stems`. */
	const heads: number[] = [];
	const rowOfName: number[] = [];
	const ends: number[] = [];
	const stems: number[] = [];
	database.exec(
		'CREATE TABLE name_row (position INTEGER PRIMARY KEY, data TEXT); CREATE TABLE names (part TEXT, data)',
	);
	const insertRow = database.prepare('INSERT INTO name_row VALUES (?, ?)');
	for (const [position, row] of rows.entries()) {
		insertRow.run(position, JSON.stringify(toStoredRow(row)));
		for (const name of row.names) {
			const parsed = stemsOfName(name);
			if (!parsed) continue;
			for (const stem of parsed.stems) stems.push(idOf(stem));
			ends.push(stems.length);
			heads.push(idOf(parsed.head));
			rowOfName.push(position);
		}
	}
	const insertPart = database.prepare('INSERT INTO names VALUES (?, ?)');
	insertPart.run('vocabulary', [...stemIds.keys()].join(' '));
	for (const [part, numbers] of Object.entries({ heads, rowOfName, ends, stems }))
		insertPart.run(part, new Uint8Array(Uint32Array.from(numbers).buffer));
}

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
	const [heads, rowOfName, ends, stems] = ['heads', 'rowOfName', 'ends', 'stems'].map((part) =>
		asNumbers(firstRow(selectPart, part)),
	) as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
	const stemIds = new Map(vocabulary.map((stem, id) => [stem, id]));

	// Names by stem: `postings` from `firstPosting[stem]` to `firstPosting[stem + 1]`.
	const firstPosting = new Uint32Array(vocabulary.length + 1);
	for (const stem of stems) firstPosting[stem + 1] = (firstPosting[stem + 1] ?? 0) + 1;
	for (let stem = 0; stem < vocabulary.length; stem += 1)
		firstPosting[stem + 1] = (firstPosting[stem + 1] ?? 0) + (firstPosting[stem] ?? 0);
	const postings = new Uint32Array(stems.length);
	const nextPosting = firstPosting.slice();
	const rarities = new Float32Array(ends.length);
	const countOf = (id: number) => (firstPosting[id + 1] ?? 0) - (firstPosting[id] ?? 0);
	const rarityOfCount = (count: number) => Math.log(1 + ends.length / (1 + count));
	for (let name = 0, position = 0; name < ends.length; name += 1) {
		for (const end = ends[name] ?? 0; position < end; position += 1) {
			const stem = stems[position] ?? 0;
			postings[nextPosting[stem] ?? 0] = name;
			nextPosting[stem] = (nextPosting[stem] ?? 0) + 1;
			rarities[name] = (rarities[name] ?? 0) + rarityOfCount(countOf(stem));
		}
	}
	const rows = new Map<number, StoredNameRow>();

	return {
		/** Number of names that contain a stem. */
		frequency(stem: string): number {
			const id = stemIds.get(stem);
			return id === undefined ? 0 : countOf(id);
		},

		/** Inverse document frequency of a stem among the names. */
		rarity(stem: string): number {
			const id = stemIds.get(stem);
			return rarityOfCount(id === undefined ? 0 : countOf(id));
		},

		/**
		 * The names of which the description contains at least a share of the words, by rarity.
		 * @param minShare 0 to 1
		 */
		search(descriptionStems: Iterable<string>, minShare: number): NameMatch[] {
			const sharedRarities = new Map<number, number>();
			for (const stem of descriptionStems) {
				const id = stemIds.get(stem);
				if (id === undefined) continue;
				const rarity = rarityOfCount(countOf(id));
				for (let posting = firstPosting[id] ?? 0; posting < (firstPosting[id + 1] ?? 0); posting += 1) {
					const name = postings[posting] ?? 0;
					sharedRarities.set(name, (sharedRarities.get(name) ?? 0) + rarity);
				}
			}
			const matches: NameMatch[] = [];
			for (const [name, sharedRarity] of sharedRarities) {
				const totalRarity = rarities[name] ?? 0;
				if (sharedRarity < minShare * totalRarity) continue;
				matches.push({
					row: rowOfName[name] ?? 0,
					stems: [...stems.subarray(ends[name - 1] ?? 0, ends[name])].map((id) => vocabulary[id] ?? ''),
					headStem: vocabulary[heads[name] ?? 0] ?? '',
					sharedRarity,
					totalRarity,
				});
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
