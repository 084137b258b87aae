// The goods of the Harmonised System 2022 in our own words, from resources/nomenclature, as a full-text index in SQLite.
// Reading and indexing 5,000 rows takes a third of a second, so the index is kept in the cache folder under the
// fingerprint of its sources and opened from there the next time.
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
import { readTable } from '../platform/table';
import { indexed, stemsOf } from './goods-words';

const phrases = z.string().transform((text) =>
	text
		.split(';')
		.map((phrase) => phrase.trim())
		.filter(Boolean),
);

const goodsRow = z.object({
	code: z.string().regex(/^\d{4}(\d{2})?$/, 'must have 4 or 6 digits'),
	description: z.string().min(3),
	/** Names that the goods go by, in several languages. */
	words: phrases,
	/** Words that speak against the code: those that decide for its neighbours. */
	without: phrases,
	/** How often desks ship the goods: 3 daily, 0 hardly ever. */
	common: z
		.string()
		.regex(/^[0-3]$/, 'must be 0 to 3')
		.transform(Number),
});
export type GoodsRow = z.infer<typeof goodsRow>;

const codesRow = z.object({
	heading: z.string().regex(/^\d{4}$/, 'must have 4 digits'),
	/** The fifth and sixth digits of its subheadings. */
	subheadings: z.string().regex(/^\d{2}( \d{2})*$/, 'must be endings of two digits'),
});

const CODES_FILE = 'codes.csv';
/** Part of the fingerprint: to be raised when what is built from the same sources changes. */
const FORMAT = 3;
/** Holds the whole index: it is read at random. */
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

/** @throws an error that names the file, the line or the code, and the reason of the first wrong row */
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
			const held = readTable(name, text, goodsRow);
			for (const { code } of held) {
				if (!(code.length === 4 ? headings : codes).has(code))
					throw new Error(`${name}: ${code} is not in ${CODES_FILE}`);
				if (seen.has(code)) throw new Error(`${name}: ${code} is described twice`);
				seen.add(code);
			}
			return held;
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
		for (const [place, stems] of [stemsOf(description), phrases.flat()].entries()) {
			for (const stem of stems) {
				const count = counts.get(stem) ?? [0, 0];
				count[place as 0 | 1] += 1;
				counts.set(stem, count);
			}
		}
		const against = without.map(stemsOf);
		insertGoods.run(
			index + 1,
			code,
			description,
			common,
			// Each stem with its count in the description and in the names, in one flat list: it is read at every question.
			JSON.stringify([...counts].flat(2)),
			JSON.stringify(phrases.filter((phrase) => phrase.length > 0)),
			JSON.stringify(against.filter((phrase) => phrase.length > 0)),
		);
		if (code.length === 4) continue;
		insertFound.run(index + 1, indexed(`${description} ${words.join(' ')}`));
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

/** Builds beside the file and renames, so that a half-written index is never found under its name. */
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

/** The index of an earlier run; undefined when there is none, or none that can be read. */
function openKept(file: string): DatabaseSyncInstance | undefined {
	if (!existsSync(file)) return undefined;
	let database: DatabaseSyncInstance | undefined;
	try {
		database = new DatabaseSync(file, { readOnly: true });
		database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA mmap_size = 16777216`);
		const { quick_check: health } = database.prepare('PRAGMA quick_check').get() as { quick_check: string };
		if (health !== 'ok') throw new Error(health);
		database.prepare('SELECT 1 FROM found, term, goods, code, joined LIMIT 1').get();
		return database;
	} catch {
		database?.close();
		return undefined;
	}
}

/**
 * @param cacheDir where the index is kept; what cannot be kept there is built in memory, each time
 * @throws an error that names the file, the line and the reason of the first wrong row
 */
export function openNomenclature(resourcesDir: string, cacheDir: string): DatabaseSyncInstance {
	const sources = readSources(path.join(resourcesDir, 'nomenclature'));
	const fingerprint = createHash('sha256').update(String(FORMAT));
	for (const { name, text } of sources) fingerprint.update(name).update(text);
	const file = path.join(cacheDir, `nomenclature-${fingerprint.digest('hex').slice(0, 16)}.db`);
	const kept = openKept(file);
	if (kept) return kept;
	// A wrong row is refused here, before what may fail for want of room.
	parseNomenclature(sources);
	try {
		mkdirSync(cacheDir, { recursive: true });
		for (const name of readdirSync(cacheDir))
			if (/^nomenclature-\w+\.db/.test(name)) rmSync(path.join(cacheDir, name), { force: true });
		buildFile(file, sources);
	} catch {
		return build(':memory:', sources);
	}
	return openKept(file) ?? build(':memory:', sources);
}
