// Searches the address book while the user types. Every typed word must be a prefix of a word of the entry; if too few entries
// match, words that contain the typed word and words with typos match too. The indexes are ordered by list position, so a query can
// stop at its limit. Whole words and names have queries of their own, so that no recent entry with a worse match displaces them.
import type { AddressFacets, AddressFilter, SavedAddress } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { searchWords } from '../platform/text';
import { type EntryRow, toAddress } from './entry-row';
import { type ScoredRow, scoreOf } from './search-score';
import type { FuzzyMatch } from './typos';
import { createVocabulary } from './vocabulary';

/** Maximum number of entries that the query with typos returns, as a multiple of the limit of the search. */
const FUZZY_CANDIDATES_FACTOR = 3;
/** If fewer entries than this match by prefix, entries that contain the typed words, or match with typos, are added. */
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
const prefixTerm = (word: string) => `${quote(word)}*`;

export function createSearch(database: Database) {
	const vocabulary = createVocabulary(database);

	/** List positions of the entries that match a search expression, most recent first. */
	function positionsOf(
		index: 'entry_index' | 'entry_name_index',
		expression: string,
		filter: AddressFilter,
		limit: number,
	): number[] {
		const { sql, values } = filterConditions(filter);
		const join = sql === '' ? '' : ` JOIN entry ON entry.position = ${index}.rowid`;
		return database
			.all<{ position: number }>(
				`SELECT ${index}.rowid AS position FROM ${index}${join}
				WHERE ${index} MATCH ?${sql} ORDER BY ${index}.rowid LIMIT ?`,
				expression,
				...values,
				limit,
			)
			.map(({ position }) => position);
	}

	/** The entries at list positions, in the order of the positions. */
	function entriesAt(positions: readonly number[]): SavedAddress[] {
		const rows = database.all<EntryRow>(
			'SELECT entry.* FROM json_each(?) AS wanted JOIN entry ON entry.position = wanted.value ORDER BY wanted.key',
			JSON.stringify(positions),
		);
		return rows.map(toAddress);
	}

	/** Sorts list positions by the score of their entries, then by recency. */
	function sortByScore(
		positions: Iterable<number>,
		typedWords: readonly string[],
		similarWords: ReadonlyMap<string, readonly FuzzyMatch[]> = new Map(),
	): number[] {
		const rows = database.all<ScoredRow & { position: number }>(
			`SELECT position, company_name, contact_person, city, zipcode, region, address_line1, address_line2, reference, words
			FROM json_each(?) AS wanted JOIN entry ON entry.position = wanted.value`,
			JSON.stringify([...positions]),
		);
		return rows
			.map((row) => ({ position: row.position, score: scoreOf(row, typedWords, similarWords) }))
			.sort((left, right) => right.score - left.score || left.position - right.position)
			.map(({ position }) => position);
	}

	/**
	 * An expression that also matches words which contain a typed word or are similar to it; undefined when there are none.
	 * @param isEmpty whether no entry matches by prefix
	 */
	function lenientMatch(typedWords: readonly string[], isEmpty: boolean) {
		const misspelled = vocabulary.misspelledIn(typedWords, isEmpty);
		const similarWords = new Map(misspelled.map((word) => [word, vocabulary.similarTo(word)]));
		// A single word may be inside of words even if other words begin with it.
		const innerWords = new Map(
			(typedWords.length === 1 ? typedWords : misspelled).map((word) => [word, vocabulary.containing(word)]),
		);
		const alternativesOf = (word: string) => [
			...(innerWords.get(word) ?? []),
			...(similarWords.get(word) ?? []).map((match) => match.word),
		];
		const hasAlternatives = typedWords.some((word) => alternativesOf(word).length > 0);
		const expression = typedWords
			.map((word) => `(${[prefixTerm(word), ...alternativesOf(word).map(quote)].join(' OR ')})`)
			.join(' AND ');
		return { expression: hasAlternatives ? expression : undefined, similarWords };
	}

	return {
		addWords: vocabulary.add,
		forgetWords: vocabulary.forget,
		/** Loads the vocabulary before the first search needs it. */
		warm: vocabulary.warm,

		/**
		 * Entries that match the text, sorted by score, then by list position. An empty text returns the first entries of the list; a
		 * text without words, such as a single hyphen, matches nothing.
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
			const wholeWords = typedWords.map(quote).join(' ');
			const prefixes = typedWords.map(prefixTerm).join(' ');
			const prefixPositions = positionsOf('entry_index', prefixes, filter, limit);
			const positions = new Set(prefixPositions);
			// Below the limit, these are all prefix matches.
			if (prefixPositions.length === limit)
				for (const [index, expression] of [
					['entry_name_index', wholeWords],
					['entry_name_index', prefixes],
					['entry_index', wholeWords],
				] as const)
					for (const position of positionsOf(index, expression, filter, limit)) positions.add(position);
			if (positions.size >= Math.min(limit, MIN_PREFIX_MATCHES))
				return entriesAt(sortByScore(positions, typedWords).slice(0, limit));
			const { expression, similarWords } = lenientMatch(typedWords, positions.size === 0);
			if (expression !== undefined)
				for (const position of positionsOf('entry_index', expression, filter, limit * FUZZY_CANDIDATES_FACTOR))
					positions.add(position);
			return entriesAt(sortByScore(positions, typedWords, similarWords).slice(0, limit));
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
