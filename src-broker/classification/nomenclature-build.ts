// Builds the index of the classifier from its tables. Runs when the program is built (tools/goods-index.mjs); the running program only
// opens the index (nomenclature.ts).
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type NameRow, spreadCertainty, stemsOfName } from './goods-names';
import { stemsOf } from './goods-words';
import { type CountedText, storeWordCounts } from './naive-bayes';
import { type RowName, storeNames } from './name-index';
import { digestOf, isIndexName, nameOfIndex } from './nomenclature';
import { type GoodsRow, parseNomenclature, readSources, type Source } from './nomenclature-tables';
import { CREATE_ARRAYS, storeWords, type Vocabulary } from './stored-arrays';

/** The names with their codes, the answers of their questions, and the descriptions and names of subheadings. */
function countedTexts(
	names: readonly NameRow[],
	rowNames: readonly RowName[],
	rows: readonly GoodsRow[],
): CountedText[] {
	const codesByRow = names.map(({ code, certainty, choices }) =>
		spreadCertainty(
			code,
			certainty / 100,
			choices.map((choice) => choice.code),
		),
	);
	return [
		...rowNames.map(({ row, stems, head }) => ({ stems, head, codes: codesByRow[row] ?? [] })),
		...names.flatMap(({ choices }) =>
			choices.flatMap(({ answers, code }) =>
				answers.map((answer) => ({
					stems: stemsOfName(answer)?.stems ?? [],
					head: undefined,
					codes: [[code, 1] as const],
				})),
			),
		),
		...rows
			.filter(({ code }) => code.length === 6)
			.flatMap(({ code, description, words }) =>
				[description, ...words].flatMap((text) => {
					const stemmed = stemsOfName(text);
					return stemmed ? [{ ...stemmed, codes: [[code, 1] as const] }] : [];
				}),
			),
	];
}

/**
 * Writes the index. Its tables:
 * - `code`: all subheading codes
 * - `goods`: the rows with their stems; `excluding` holds the phrases of the column `without`
 * - `joined`: two-word names by their spelling as one word, such as "keyboard" for "key board"
 * - `term`: the stems of the subheadings' words, with the number of subheadings that contain them
 * - `name_row`: see name-index.ts; `array`: see stored-arrays.ts
 * - `kind`: nouns with their kinds
 */
function writeIndex(file: string, sources: readonly Source[]): void {
	const { codes, rows, names, kinds } = parseNomenclature(sources);
	const database = new DatabaseSync(file);
	// Large pages, because each stored array spans many.
	database.exec(`PRAGMA page_size = 65536; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
		CREATE TABLE code (code TEXT PRIMARY KEY) WITHOUT ROWID;
		CREATE TABLE goods (code TEXT PRIMARY KEY, description TEXT, common INTEGER, stems TEXT, phrases TEXT, excluding TEXT);
		CREATE TABLE joined (word TEXT PRIMARY KEY, words TEXT) WITHOUT ROWID;
		CREATE TABLE kind (noun TEXT PRIMARY KEY, kinds TEXT) WITHOUT ROWID;
		${CREATE_ARRAYS}
		CREATE TABLE term (term TEXT PRIMARY KEY, entries INTEGER) WITHOUT ROWID;`);
	const insertCode = database.prepare('INSERT INTO code VALUES (?)');
	for (const code of codes) insertCode.run(code);
	const insertGoods = database.prepare('INSERT INTO goods VALUES (?, ?, ?, ?, ?, ?)');
	const insertJoined = database.prepare('INSERT OR IGNORE INTO joined VALUES (?, ?)');
	/** Number of subheadings that contain a stem. */
	const entryCounts = new Map<string, number>();
	for (const row of rows) {
		const { code, description, words, without, common } = row;
		const namePhrases = words.map(stemsOf);
		/** Occurrences of each stem in the description and in the names. */
		const counts = new Map<string, [inDescription: number, inNames: number]>();
		const countStems = (stems: readonly string[], column: 0 | 1) => {
			for (const stem of stems) {
				const count = counts.get(stem) ?? [0, 0];
				count[column] += 1;
				counts.set(stem, count);
			}
		};
		countStems(stemsOf(description), 0);
		countStems(namePhrases.flat(), 1);
		const excludingPhrases = without.map(stemsOf);
		insertGoods.run(
			code,
			description,
			common,
			// A flat list of stem, count in the description, count in the names is faster to parse than objects.
			JSON.stringify([...counts].flat(2)),
			JSON.stringify(namePhrases.filter((phrase) => phrase.length > 0)),
			JSON.stringify(excludingPhrases.filter((phrase) => phrase.length > 0)),
		);
		// Headings are not suggested, so only the words of subheadings count.
		if (code.length === 4) continue;
		for (const stem of counts.keys()) entryCounts.set(stem, (entryCounts.get(stem) ?? 0) + 1);
		for (const phrase of words) {
			const nameWords = phrase.toLowerCase().split(' ');
			if (nameWords.length === 2) insertJoined.run(nameWords.join(''), nameWords.join(' '));
		}
	}
	const rowNames = names.flatMap((row, position) =>
		row.names.flatMap((name): RowName[] => {
			const stemmed = stemsOfName(name);
			return stemmed ? [{ row: position, ...stemmed }] : [];
		}),
	);
	const texts = countedTexts(names, rowNames, rows);
	const stems = [...new Set(texts.flatMap((text) => text.stems))].sort();
	const stemIds = new Map(stems.map((stem, id) => [stem, id]));
	const vocabulary: Vocabulary = { stems, idOf: (stem) => stemIds.get(stem) ?? -1 };
	storeWords(database, 'vocabulary', stems);
	storeNames(database, names, rowNames, vocabulary);
	storeWordCounts(database, texts, vocabulary);
	const insertKind = database.prepare('INSERT OR IGNORE INTO kind VALUES (?, ?)');
	for (const row of kinds) insertKind.run(row.noun, row.kinds);
	const insertTerm = database.prepare('INSERT INTO term VALUES (?, ?)');
	for (const [stem, count] of entryCounts) insertTerm.run(stem, count);
	database.exec('COMMIT');
	database.close();
}

/**
 * Builds the index in a folder, and removes earlier ones. The file gets its final name when it is complete, so that a program never
 * opens a partial index.
 * @returns path of the index
 * @throws Error for the first invalid row of the sources, with the file, the line or code, and the reason
 */
export function buildNomenclature(resourcesDir: string, indexDir: string): string {
	const sources = readSources(resourcesDir);
	mkdirSync(indexDir, { recursive: true });
	const unfinished = path.join(indexDir, `unfinished-${randomUUID()}`);
	try {
		writeIndex(unfinished, sources);
		const name = nameOfIndex(digestOf(unfinished));
		renameSync(unfinished, path.join(indexDir, name));
		for (const other of readdirSync(indexDir))
			if (isIndexName(other) && other !== name) rmSync(path.join(indexDir, other), { force: true });
		return path.join(indexDir, name);
	} finally {
		rmSync(unfinished, { force: true });
	}
}
