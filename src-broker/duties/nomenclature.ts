// Full-text index in SQLite of the goods of the Harmonised System 2022, from resources/nomenclature. Indexing 5,000 rows takes a
// third of a second, so the index is cached in a file that is named by the hash of its sources.
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
import * as z from 'zod';
import { asText, firstRow } from '../platform/rows';
import { readTable } from '../platform/table';
import { toIndexText, stemsOf } from './goods-words';

const phrases = z.string().transform((text) =>
	text
		.split(';')
		.map((phrase) => phrase.trim())
		.filter(Boolean),
);

const goodsRow = z.object({
	code: z.string().regex(/^\d{4}(\d{2})?$/, 'must have 4 or 6 digits'),
	description: z.string().min(3),
	/** Common names of the goods, in several languages. */
	words: phrases,
	/** Words that exclude the code because they identify a similar one. */
	without: phrases,
	/** How often desks ship the goods: from 3 (daily) to 0 (hardly ever). */
	common: z
		.string()
		.regex(/^[0-3]$/, 'must be 0 to 3')
		.transform(Number),
});
export type GoodsRow = z.infer<typeof goodsRow>;

const codesRow = z.object({
	heading: z.string().regex(/^\d{4}$/, 'must have 4 digits'),
	/** Fifth and sixth digits of each subheading. */
	subheadings: z.string().regex(/^\d{2}( \d{2})*$/, 'must be two-digit endings'),
});

const CODES_FILE = 'codes.csv';
/** Part of the hash. Increase it when the structure of the index changes. */
const FORMAT = 3;
/** Large enough for the whole index, because reads are random. */
const CACHE_KIB = 8192;

interface Source {
	name: string;
	text: string;
}

function readSources(folder: string): Source[] {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.csv'))
		.sort()
		.map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }));
}

/** @throws Error for the first invalid row, with the file, the line or code, and the reason */
export function parseNomenclature(sources: readonly Source[]): { codes: Set<string>; rows: GoodsRow[] } {
	const codes = new Set(
		sources
			.filter(({ name }) => name === CODES_FILE)
			.flatMap(({ name, text }) => readTable(name, text, codesRow))
			.flatMap(({ heading, subheadings }) => subheadings.split(' ').map((ending) => heading + ending)),
	);
	const headings = new Set([...codes].map((code) => code.slice(0, 4)));
	const seen = new Set<string>();
	const rows = sources
		.filter(({ name }) => name !== CODES_FILE)
		.flatMap(({ name, text }) => {
			const fileRows = readTable(name, text, goodsRow);
			for (const { code } of fileRows) {
				if (!(code.length === 4 ? headings : codes).has(code))
					throw new Error(`${name}: ${code} is not in ${CODES_FILE}`);
				if (seen.has(code)) throw new Error(`${name}: ${code} is described twice`);
				seen.add(code);
			}
			return fileRows;
		});
	return { codes, rows };
}

function build(file: string, sources: readonly Source[]): DatabaseSyncInstance {
	const { codes, rows } = parseNomenclature(sources);
	const database = new DatabaseSync(file);
	database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;
		CREATE TABLE code (code TEXT PRIMARY KEY) WITHOUT ROWID;
		CREATE TABLE goods (position INTEGER PRIMARY KEY, code TEXT UNIQUE, description TEXT, common INTEGER, stems TEXT, phrases TEXT, against TEXT);
		CREATE TABLE joined (word TEXT PRIMARY KEY, apart TEXT) WITHOUT ROWID;
		CREATE VIRTUAL TABLE found USING fts5(names, tokenize = "porter unicode61 remove_diacritics 2", content = '', detail = none);
		CREATE VIRTUAL TABLE found_terms USING fts5vocab(found, row);`);
	const insertCode = database.prepare('INSERT INTO code VALUES (?)');
	for (const code of codes) insertCode.run(code);
	const insertGoods = database.prepare('INSERT INTO goods VALUES (?, ?, ?, ?, ?, ?, ?)');
	const insertFound = database.prepare('INSERT INTO found (rowid, names) VALUES (?, ?)');
	const insertJoined = database.prepare('INSERT OR IGNORE INTO joined VALUES (?, ?)');
	for (const [index, row] of rows.entries()) {
		const { code, description, words, without, common } = row;
		const phrases = words.map(stemsOf);
		const counts = new Map<string, [number, number]>();
		const add = (stems: readonly string[], column: 0 | 1) => {
			for (const stem of stems) {
				const count = counts.get(stem) ?? [0, 0];
				count[column] += 1;
				counts.set(stem, count);
			}
		};
		add(stemsOf(description), 0);
		add(phrases.flat(), 1);
		const against = without.map(stemsOf);
		insertGoods.run(
			index + 1,
			code,
			description,
			common,
			// Flat list of stem, count in the description, count in the names: faster to parse than objects.
			JSON.stringify([...counts].flat(2)),
			JSON.stringify(phrases.filter((phrase) => phrase.length > 0)),
			JSON.stringify(against.filter((phrase) => phrase.length > 0)),
		);
		if (code.length === 4) continue;
		insertFound.run(index + 1, toIndexText(`${description} ${words.join(' ')}`));
		for (const phrase of words) {
			const pair = phrase.toLowerCase().split(' ');
			if (pair.length === 2) insertJoined.run(pair.join(''), phrase.toLowerCase());
		}
	}
	database.exec(`CREATE TABLE term (term TEXT PRIMARY KEY, entries INTEGER) WITHOUT ROWID;
		INSERT INTO term SELECT term, doc FROM found_terms;
		INSERT INTO found (found) VALUES ('optimize');
		COMMIT;`);
	return database;
}

/** Builds the index under a temporary name and renames it, so that a partial index is never opened. */
function buildFile(file: string, sources: readonly Source[]): void {
	const unfinished = `${file}.${randomUUID()}`;
	try {
		build(unfinished, sources).close();
		const handle = openSync(unfinished, 'r+');
		fsyncSync(handle);
		closeSync(handle);
		renameSync(unfinished, file);
	} finally {
		rmSync(unfinished, { force: true });
	}
}

/** Opens the cached index; undefined when it is missing or damaged. */
function openCached(file: string): DatabaseSyncInstance | undefined {
	if (!existsSync(file)) return undefined;
	let database: DatabaseSyncInstance | undefined;
	try {
		database = new DatabaseSync(file, { readOnly: true });
		database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA mmap_size = 16777216`);
		const health = asText(firstRow(database.prepare('PRAGMA quick_check'))?.quick_check);
		if (health !== 'ok') throw new Error(health);
		database.prepare('SELECT 1 FROM found, term, goods, code, joined LIMIT 1').get();
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
	const sources = readSources(path.join(resourcesDir, 'nomenclature'));
	const fingerprint = createHash('sha256').update(String(FORMAT));
	for (const { name, text } of sources) fingerprint.update(name).update(text);
	const file = path.join(cacheDir, `nomenclature-${fingerprint.digest('hex').slice(0, 16)}.db`);
	const cached = openCached(file);
	if (cached) return cached;
	// Reports invalid rows here: the catch below hides errors, which are then about the disk.
	parseNomenclature(sources);
	try {
		mkdirSync(cacheDir, { recursive: true });
		for (const name of readdirSync(cacheDir))
			if (/^nomenclature-\w+\.db/.test(name)) rmSync(path.join(cacheDir, name), { force: true });
		buildFile(file, sources);
	} catch {
		return build(':memory:', sources);
	}
	return openCached(file) ?? build(':memory:', sources);
}
