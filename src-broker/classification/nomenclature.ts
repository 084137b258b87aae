// Builds and opens the index of the classifier from its tables. Indexing takes a few seconds, so the SQLite file of the index is cached.
// The name of the cached file contains a hash of the tables.
import { createHash, randomUUID } from 'node:crypto';
import {
	closeSync,
	existsSync,
	fsyncSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { asText, firstRow } from '../platform/rows';
import { type NameRow, spreadCertainty, stemsOfName } from './goods-names';
import { stemsOf } from './goods-words';
import { type CountedText, storeWordCounts } from './naive-bayes';
import { type RowName, storeNames } from './name-index';
import { type GoodsRow, listSources, parseNomenclature, readSources, type Source } from './nomenclature-tables';
import { CREATE_ARRAYS, storeWords, type Vocabulary } from './stored-arrays';

/** Part of the fingerprint. Increase it when the database tables or the word rules of goods-words.ts change. */
const INDEX_VERSION = 7;
/** SQLite page cache. Large enough for the whole index, because reads are random. */
const PAGE_CACHE_KIB = 8192;
const CHECK_CACHE_KIB = 512;

/** Changes with every source file. Their texts are not decoded, because the index is usually in the cache. */
function fingerprintOf(resourcesDir: string): string {
	const hash = createHash('sha256').update(String(INDEX_VERSION));
	for (const { folder, name, file } of listSources(resourcesDir))
		hash.update(folder).update(name).update(readFileSync(file));
	return hash.digest('hex').slice(0, 16);
}

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
 * Builds the index. Its tables:
 * - `code`: all subheading codes
 * - `goods`: the rows with their stems; `excluding` holds the phrases of the column `without`
 * - `joined`: two-word names by their spelling as one word, such as "keyboard" for "key board"
 * - `term`: the stems of the subheadings' words, with the number of subheadings that contain them
 * - `name_row`: see name-index.ts; `array`: see stored-arrays.ts
 * - `kind`: nouns with their kinds
 */
function buildIndex(file: string, sources: readonly Source[]): DatabaseSyncInstance {
	const { codes, rows, names, kinds } = parseNomenclature(sources);
	const database = new DatabaseSync(file);
	database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
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
	return database;
}

/** Builds the index file under a temporary name and then renames it, so that a partial index is never opened. */
function buildFile(file: string, sources: readonly Source[]): void {
	const temporaryFile = `${file}.${randomUUID()}`;
	try {
		buildIndex(temporaryFile, sources).close();
		const fileDescriptor = openSync(temporaryFile, 'r+');
		fsyncSync(fileDescriptor);
		closeSync(fileDescriptor);
		renameSync(temporaryFile, file);
	} finally {
		rmSync(temporaryFile, { force: true });
	}
}

/**
 * Looks for damage, with a connection of its own, because the check reads pages that are not needed later.
 * @throws Error when the file is damaged
 */
function checkFile(file: string): void {
	const database = new DatabaseSync(file, { readOnly: true });
	try {
		database.exec(`PRAGMA cache_size = -${CHECK_CACHE_KIB}`);
		const checkResult = asText(firstRow(database.prepare('PRAGMA quick_check'))?.quick_check);
		if (checkResult !== 'ok') throw new Error(checkResult);
	} finally {
		database.close();
	}
}

/** Opens the cached index; undefined when it is missing or damaged. */
function openCached(file: string): DatabaseSyncInstance | undefined {
	if (!existsSync(file)) return undefined;
	let database: DatabaseSyncInstance | undefined;
	try {
		checkFile(file);
		database = new DatabaseSync(file, { readOnly: true });
		database.exec(`PRAGMA cache_size = -${PAGE_CACHE_KIB}; PRAGMA mmap_size = 16777216`);
		// Fails if a table is missing.
		database.prepare('SELECT 1 FROM term, goods, code, joined, array, kind LIMIT 1').get();
		return database;
	} catch {
		database?.close();
		return undefined;
	}
}

/**
 * Opens the index from the cache, or builds it. If the cache folder cannot be written, the index is built in memory.
 * @throws Error for the first invalid row of the sources, with the file, the line or code, and the reason
 */
export function openNomenclature(resourcesDir: string, cacheDir: string): DatabaseSyncInstance {
	const file = path.join(cacheDir, `nomenclature-${fingerprintOf(resourcesDir)}.db`);
	const cached = openCached(file);
	if (cached) return cached;
	const sources = readSources(resourcesDir);
	// Reports invalid rows before the `try` below, whose `catch` must hide only errors of the disk.
	parseNomenclature(sources);
	try {
		mkdirSync(cacheDir, { recursive: true });
		// Deletes the indexes of older sources, but not files that another process is building.
		for (const name of readdirSync(cacheDir))
			if (/^nomenclature-\w+\.db$/.test(name)) rmSync(path.join(cacheDir, name), { force: true });
		buildFile(file, sources);
	} catch {
		return buildIndex(':memory:', sources);
	}
	return openCached(file) ?? buildIndex(':memory:', sources);
}
