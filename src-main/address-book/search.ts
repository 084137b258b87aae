// Finds entries while somebody types: every word as the beginning of one in the book, and where that finds too little, words
// that differ by a slip. The index lists entries by their place in the list, so that a search ends with the first it needs.
import type { AddressFacets, AddressFilter, SavedAddress } from '../../src-contract/model/address';
import type { Database } from '../platform/database';
import { searchWords } from '../platform/text';
import { type Row, toAddress } from './entry-row';
import type { FuzzyMatch } from './typos';
import { createVocabulary } from './vocabulary';

/** So many times as are shown are looked at for the best of them; more where slips are allowed. */
const LOOKED_AT = 2;
const LOOKED_AT_WITH_SLIPS = 3;
/** Where so few begin as typed, somebody may have slipped. */
const FEW = 5;

const noFilter: AddressFilter = { book: null, countryCode: null, tag: null, favourites: false };

/** What a filter asks of an entry, as SQL. */
export function conditions(filter: AddressFilter): { sql: string; values: (string | number)[] } {
	const parts: string[] = [];
	const values: (string | number)[] = [];
	if (filter.book !== null) {
		parts.push('entry.book = ?');
		values.push(filter.book);
	}
	if (filter.countryCode !== null) {
		parts.push('entry.country_code = ?');
		values.push(filter.countryCode);
	}
	if (filter.tag !== null) {
		parts.push('EXISTS (SELECT 1 FROM json_each(entry.tags) WHERE value = ?)');
		values.push(filter.tag);
	}
	if (filter.favourites) parts.push('entry.is_favourite = 1');
	return { sql: parts.map((part) => ` AND ${part}`).join(''), values };
}

const quoted = (word: string) => `"${word}"`;

/** How well an entry fits: whole words before beginnings, beginnings before slips. Use decides among equals, by the order. */
function fit(row: Row, typed: readonly string[], alternatives: ReadonlyMap<string, readonly FuzzyMatch[]>): number {
	const words = row.words.split(' ');
	let sum = 0;
	for (const word of typed) {
		let best = 0;
		for (const one of words) {
			if (one === word) best = Math.max(best, 1);
			else if (one.startsWith(word)) best = Math.max(best, 0.75 + (0.2 * word.length) / one.length);
		}
		if (best === 0) {
			for (const { word: other, slips } of alternatives.get(word) ?? [])
				if (words.includes(other))
					best = Math.max(best, 0.6 - 0.15 * slips - 0.01 * Math.min(10, Math.abs(other.length - word.length)));
		}
		sum += best;
	}
	return sum;
}

export function createSearch(database: Database) {
	const vocabulary = createVocabulary(database);

	function matching(expression: string, filter: AddressFilter, limit: number): Row[] {
		const { sql, values } = conditions(filter);
		return database.all<Row>(
			`SELECT entry.* FROM entry_index JOIN entry ON entry.position = entry_index.rowid
			WHERE entry_index MATCH ?${sql} ORDER BY entry_index.rowid LIMIT ?`,
			expression,
			...values,
			limit,
		);
	}

	return {
		noteWords: vocabulary.note,
		forgetWords: vocabulary.forget,
		warm: vocabulary.warm,

		/** Best fit first, the recently used before the others; nothing typed: the list from its top. */
		find(text: string, limit: number, filter: AddressFilter = noFilter): SavedAddress[] {
			const typed = searchWords(text);
			if (typed.length === 0) {
				if (text.trim() !== '') return [];
				const { sql, values } = conditions(filter);
				return database
					.all<Row>(`SELECT * FROM entry WHERE 1${sql} ORDER BY position LIMIT ?`, ...values, limit)
					.map(toAddress);
			}
			const begin = (word: string) => `${quoted(word)}*`;
			let rows = matching(typed.map(begin).join(' '), filter, limit * LOOKED_AT);
			const alternatives = new Map<string, readonly FuzzyMatch[]>();
			const slipped = rows.length < Math.min(limit, FEW) ? vocabulary.slippedIn(typed, rows.length === 0) : [];
			if (slipped.length > 0) {
				const seen = new Set(rows.map(({ id }) => id));
				for (const word of slipped) alternatives.set(word, vocabulary.meant(word));
				const expression = typed
					.map((word) => {
						const others = (alternatives.get(word) ?? []).map((one) => quoted(one.word));
						return `(${[begin(word), ...others].join(' OR ')})`;
					})
					.join(' AND ');
				rows = [
					...rows,
					...matching(expression, filter, limit * LOOKED_AT_WITH_SLIPS).filter(({ id }) => !seen.has(id)),
				];
			}
			return rows
				.map((row) => ({ row, fit: fit(row, typed, alternatives) }))
				.sort((one, other) => other.fit - one.fit || one.row.position - other.row.position)
				.slice(0, limit)
				.map(({ row }) => toAddress(row));
		},

		/** The list from its top, a page of it; and how many there are. */
		list(offset: number, limit: number, filter: AddressFilter): { rows: SavedAddress[]; total: number } {
			const { sql, values } = conditions(filter);
			const rows = database.all<Row>(
				`SELECT * FROM entry WHERE 1${sql} ORDER BY position LIMIT ? OFFSET ?`,
				...values,
				limit,
				offset,
			);
			const total = database.get<{ n: number }>(`SELECT count(*) AS n FROM entry WHERE 1${sql}`, ...values)?.n ?? 0;
			return { rows: rows.map(toAddress), total };
		},

		facets(): Omit<AddressFacets, 'notice'> {
			const counted = (sql: string) =>
				database.all<{ name: string; n: number }>(sql).map(({ name, n }): [string, number] => [name, n]);
			return {
				books: counted('SELECT book AS name, count(*) AS n FROM entry GROUP BY book ORDER BY book'),
				countries: counted(
					'SELECT country_code AS name, count(*) AS n FROM entry GROUP BY country_code ORDER BY n DESC',
				),
				tags: counted(
					'SELECT value AS name, count(*) AS n FROM entry, json_each(entry.tags) GROUP BY value ORDER BY n DESC LIMIT 100',
				),
				total: database.get<{ n: number }>('SELECT count(*) AS n FROM entry')?.n ?? 0,
				favourites: database.get<{ n: number }>('SELECT count(*) AS n FROM entry WHERE is_favourite = 1')?.n ?? 0,
			};
		},
	};
}
