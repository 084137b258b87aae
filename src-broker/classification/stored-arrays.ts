// Arrays that the index stores as one value each, because reading a row per element would take longer than everything else.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { asText, firstRow } from '../platform/rows';

/** The arrays of the index. `vocabulary`: see below; `names…`: name-index.ts; `bayes…`: naive-bayes.ts. */
type ArrayName =
	| 'vocabulary'
	| 'namesFrequencies'
	| 'namesFirst'
	| 'namesHeads'
	| 'namesRows'
	| 'namesEnds'
	| 'namesStems'
	| 'bayesCodes'
	| 'bayesTotals'
	| 'bayesEnds'
	| 'bayesCounts';

export const CREATE_ARRAYS = 'CREATE TABLE array (name TEXT PRIMARY KEY, data);';

const insertInto = (database: DatabaseSyncInstance) => database.prepare('INSERT INTO array VALUES (?, ?)');
const read = (database: DatabaseSyncInstance, name: ArrayName): unknown =>
	firstRow(database.prepare('SELECT data FROM array WHERE name = ?'), name)?.data;

export function storeNumbers(database: DatabaseSyncInstance, name: ArrayName, numbers: Iterable<number>): void {
	insertInto(database).run(name, new Uint8Array(Uint32Array.from(numbers).buffer));
}

/** @throws TypeError when the value is not a list of numbers */
export function readNumbers(database: DatabaseSyncInstance, name: ArrayName): Uint32Array {
	const data = read(database, name);
	if (!(data instanceof Uint8Array)) throw new TypeError(`The index has no numbers ${name}.`);
	// Copied only if its bytes are not aligned.
	const { buffer, byteOffset, byteLength } = data.byteOffset % 4 === 0 ? data : data.slice();
	return new Uint32Array(buffer, byteOffset, byteLength / 4);
}

export function storeWords(database: DatabaseSyncInstance, name: ArrayName, words: readonly string[]): void {
	insertInto(database).run(name, words.join(' '));
}

export const readWords = (database: DatabaseSyncInstance, name: ArrayName): string[] =>
	asText(read(database, name)).split(' ');

/** The stems of the index, numbered in alphabetical order. */
export interface Vocabulary {
	stems: readonly string[];
	/** Number of a stem, -1 when it is not in the vocabulary. */
	idOf(stem: string): number;
}

/** @param stems in alphabetical order */
export function createVocabulary(stems: readonly string[]): Vocabulary {
	return {
		stems,
		// Binary search needs less memory than a map.
		idOf(stem) {
			let low = 0;
			for (let high = stems.length; low < high; ) {
				const middle = (low + high) >> 1;
				if ((stems[middle] ?? '') < stem) low = middle + 1;
				else high = middle;
			}
			return stems[low] === stem ? low : -1;
		},
	};
}
