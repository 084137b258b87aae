// Searches the address book while the user types. Every typed word must be a prefix of a word of the entry; if too few entries
// match, words with typos match too. The index is ordered by list position, so a search can stop at its limit.
import type { AddressFacets, AddressFilter, SavedAddress } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { searchWords } from '../platform/text';
import { type EntryRow, toAddress } from './entry-row';
import type { FuzzyMatch } from './typos';
import { createVocabulary } from './vocabulary';

/** Maximum number of entries that are read and scored, as a multiple of the limit of the search: by prefix, and with typos. */
const CANDIDATES_FACTOR = 2;
const FUZZY_CANDIDATES_FACTOR = 3;
/** If fewer entries than this match by prefix, entries that match with typos are added. */
const MIN_PREFIX_MATCHES = 5;

const NO_FILTER: AddressFilter = { book: null, countryCode: null, tag: null, favourites: false };

/** SQL conditions on `entry` for a filter, each preceded by AND, and their parameters. */
export function filterConditions(filter: AddressFilter): { sql: string; values: (string | number)[] } {
	const conditions: string[] = [];
	const values: (string | number)[] = [];
	if (filter.book !== null) {
		conditions.push('entry.book = ?');
		values.push(filter.book);
	}
	if (filter.countryCode !== null) {
		conditions.push('entry.country_code = ?');
		values.push(filter.countryCode);
	}
	if (filter.tag !== null) {
		conditions.push('EXISTS (SELECT 1 FROM json_each(entry.tags) WHERE value = ?)');
		values.push(filter.tag);
	}
	if (filter.favourites) conditions.push('entry.is_favourite = 1');
	return { sql: conditions.map((condition) => ` AND ${condition}`).join(''), values };
}

/** A word as a term of an FTS5 search expression. */
const quote = (word: string) => `"${word}"`;

/** Score of an entry: whole words score higher than prefixes, and prefixes higher than words with typos. */
function scoreOf(
	row: EntryRow,
	typedWords: readonly string[],
	similarWords: ReadonlyMap<string, readonly FuzzyMatch[]>,
): number {
	const words = row.words.split(' ');
	let sum = 0;
	for (const word of typedWords) {
		let bestScore = 0;
		for (const candidate of words) {
			if (candidate === word) bestScore = Math.max(bestScore, 1);
			else if (candidate.startsWith(word))
				bestScore = Math.max(bestScore, 0.75 + (0.2 * word.length) / candidate.length);
		}
		if (bestScore === 0) {
			for (const { word: similar, edits } of similarWords.get(word) ?? [])
				if (words.includes(similar))
					bestScore = Math.max(
						bestScore,
						0.6 - 0.15 * edits - 0.01 * Math.min(10, Math.abs(similar.length - word.length)),
					);
		}
		sum += bestScore;
	}
	return sum;
}

export function createSearch(database: Database) {
	const vocabulary = createVocabulary(database);

	function findMatching(expression: string, filter: AddressFilter, limit: number): EntryRow[] {
		const { sql, values } = filterConditions(filter);
		return database.all<EntryRow>(
			`SELECT entry.* FROM entry_index JOIN entry ON entry.position = entry_index.rowid
			WHERE entry_index MATCH ?${sql} ORDER BY entry_index.rowid LIMIT ?`,
			expression,
			...values,
			limit,
		);
	}

	return {
		addWords: vocabulary.add,
		forgetWords: vocabulary.forget,
		/** Loads the vocabulary before the first search needs it. */
		warm: vocabulary.warm,

		/**
		 * Entries that match the text, sorted by score, then by list position. An empty text returns the first entries of the list; a text
		 * without words, such as a single hyphen, matches nothing.
		 */
		find(text: string, limit: number, filter: AddressFilter = NO_FILTER): SavedAddress[] {
			const typedWords = searchWords(text);
			if (typedWords.length === 0) {
				if (text.trim() !== '') return [];
				const { sql, values } = filterConditions(filter);
				return database
					.all<EntryRow>(`SELECT * FROM entry WHERE 1${sql} ORDER BY position LIMIT ?`, ...values, limit)
					.map(toAddress);
			}
			const prefixTerm = (word: string) => `${quote(word)}*`;
			let rows = findMatching(typedWords.map(prefixTerm).join(' '), filter, limit * CANDIDATES_FACTOR);
			const similarWords = new Map<string, readonly FuzzyMatch[]>();
			const misspelled =
				rows.length < Math.min(limit, MIN_PREFIX_MATCHES) ? vocabulary.misspelledIn(typedWords, rows.length === 0) : [];
			if (misspelled.length > 0) {
				const foundIds = new Set(rows.map(({ id }) => id));
				for (const word of misspelled) similarWords.set(word, vocabulary.similarTo(word));
				const expression = typedWords
					.map((word) => {
						const similar = (similarWords.get(word) ?? []).map((match) => quote(match.word));
						return `(${[prefixTerm(word), ...similar].join(' OR ')})`;
					})
					.join(' AND ');
				rows = [
					...rows,
					...findMatching(expression, filter, limit * FUZZY_CANDIDATES_FACTOR).filter(({ id }) => !foundIds.has(id)),
				];
			}
			return rows
				.map((row) => ({ row, score: scoreOf(row, typedWords, similarWords) }))
				.sort((left, right) => right.score - left.score || left.row.position - right.row.position)
				.slice(0, limit)
				.map(({ row }) => toAddress(row));
		},

		/** One page of the filtered list, and the number of entries that match the filter. */
		list(offset: number, limit: number, filter: AddressFilter): { rows: SavedAddress[]; total: number } {
			const { sql, values } = filterConditions(filter);
			const rows = database.all<EntryRow>(
				`SELECT * FROM entry WHERE 1${sql} ORDER BY position LIMIT ? OFFSET ?`,
				...values,
				limit,
				offset,
			);
			const total = database.get<{ n: number }>(`SELECT count(*) AS n FROM entry WHERE 1${sql}`, ...values)?.n ?? 0;
			return { rows: rows.map(toAddress), total };
		},

		/** Books, countries and the 100 most frequent tags, each with its number of entries; numbers of all entries and of favourites. */
		facets(): Omit<AddressFacets, 'notice'> {
			const readCounts = (sql: string) =>
				database.all<{ name: string; n: number }>(sql).map(({ name, n }): [string, number] => [name, n]);
			return {
				books: readCounts('SELECT book AS name, count(*) AS n FROM entry GROUP BY book ORDER BY book'),
				countries: readCounts(
					'SELECT country_code AS name, count(*) AS n FROM entry GROUP BY country_code ORDER BY n DESC',
				),
				tags: readCounts(
					'SELECT value AS name, count(*) AS n FROM entry, json_each(entry.tags) GROUP BY value ORDER BY n DESC LIMIT 100',
				),
				total: database.get<{ n: number }>('SELECT count(*) AS n FROM entry')?.n ?? 0,
				favourites: database.get<{ n: number }>('SELECT count(*) AS n FROM entry WHERE is_favourite = 1')?.n ?? 0,
			};
		},
	};
}
