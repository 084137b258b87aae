// Searches shipments by word prefixes and by state, carrier, country and date. The cost of a result page does not depend on
// the number of shipments: an index is read from the newest entry until the page is full. A filter without a text uses
// the indexes of the shipment table. A filter with a text uses the full-text index. That index also contains state, carrier
// and country, as words with a marker.
import type { ShipmentFacets, ShipmentFilter } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import { foldCompact, wordsIn } from '../platform/text';

/** First characters of the words with a marker. The characters are from Unicode's private use area, so no typed text matches. */
const MARKER = { state: '\ue000', carrier: '\ue001', country: '\ue002' } as const;
/** Lengths in characters of the tracking-number endings that can be searched for. */
const NUMBER_SUFFIX_LENGTHS = [3, 4, 5, 6, 7, 8];

/** The words of a text, without punctuation and accents, as the full-text index stores them. */
const plainWords = (text: string): string[] => wordsIn(text).map(foldCompact).filter(Boolean);

/** The searchable fields of a shipment. Names and address are those of the recipient. */
export interface SearchableShipment {
	id: number;
	state: string;
	reference: string;
	companyName: string;
	contactPerson: string;
	zipcode: string;
	city: string;
	country: string;
	carrier: string;
	trackingNumber: string;
}

/** The words of a shipment for the full-text index. Pure. */
function wordsOf(shipment: SearchableShipment): string[] {
	const { reference, trackingNumber, zipcode, state, carrier, country } = shipment;
	const compactNumber = foldCompact(trackingNumber);
	const texts = [reference, shipment.companyName, shipment.contactPerson, shipment.city, zipcode, carrier];
	const words = [
		...texts.flatMap(plainWords),
		...texts.flatMap(punctuatedNumbers).map(foldCompact),
		foldCompact(reference),
		foldCompact(zipcode),
		compactNumber,
		...NUMBER_SUFFIX_LENGTHS.filter((length) => length < compactNumber.length).map((length) =>
			compactNumber.slice(-length),
		),
		MARKER.state + state,
		...(carrier ? [MARKER.carrier + foldCompact(carrier)] : []),
		...(country ? [MARKER.country + country.toLowerCase()] : []),
	];
	return [...new Set(words)].filter(Boolean);
}

/**
 * The parts of a text that contain a digit and punctuation, such as SO-1234. Each is also indexed as one word (`so1234`), so that
 * SO-12 finds it.
 */
const punctuatedNumbers = (text: string): string[] =>
	text.split(/\s+/).filter((part) => /\p{N}/u.test(part) && /[^\p{L}\p{N}]/u.test(part));

/** Whether a text is a tracking number, or its end, in groups of four characters as labels and screens show it. */
function isGroupedNumber(text: string): boolean {
	const charCount = text.replace(/\s/g, '').length;
	const digitCount = text.replace(/\D/g, '').length;
	// Most characters are digits, so that "Hans 8001" is searched as two words.
	return /^(?:[\dA-Z]{4}\s+)+[\dA-Z]{1,4}$/i.test(text) && digitCount > charCount * 0.6;
}

/** The word prefixes of a search text. */
function searchWords(text: string): string[] {
	// A tracking number that was scanned, or typed with the spaces or hyphens that are printed on the label.
	if (/^[\d\s-]{8,}$/.test(text.trim()) || isGroupedNumber(text.trim())) return [foldCompact(text)];
	const numbers = punctuatedNumbers(text);
	const words = text.split(/\s+/).filter((part) => !numbers.includes(part));
	return [...numbers.map(foldCompact), ...words.flatMap(plainWords)].filter(Boolean);
}

/** @returns an FTS5 MATCH expression; empty when the text contains no searchable word. Pure. */
function matchExpression({ text, state, carrier, countryCode }: ShipmentFilter): string {
	const quoted = (word: string) => `"${word}"`;
	const prefixes = searchWords(text).map((word) => `${quoted(word)}*`);
	if (prefixes.length === 0) return '';
	return [
		...prefixes,
		...(state ? [quoted(MARKER.state + state)] : []),
		...(carrier ? [quoted(MARKER.carrier + foldCompact(carrier))] : []),
		...(countryCode ? [quoted(MARKER.country + countryCode.toLowerCase())] : []),
	].join(' ');
}

/** The conditions of a filter on columns of the shipment table. Pure. */
const columnConditions = ({ state, carrier, countryCode }: ShipmentFilter): { sql: string; values: string[] }[] =>
	Object.entries({ state, carrier, country: countryCode }).flatMap(([column, value]) =>
		value ? [{ sql: `${column} = ?`, values: [value] }] : [],
	);

/** The shipments of a filter: parts of a query, and the values of the placeholders in `where`. */
export interface ShipmentSelection {
	from: string;
	where: string;
	values: (string | number)[];
}

export function createShipmentIndex(database: Database) {
	/**
	 * Adds or replaces a shipment, and adds its carrier and country to the facets. Call this function in the transaction that changed
	 * the shipment.
	 */
	function put(shipment: SearchableShipment): void {
		database.write('DELETE FROM shipment_index WHERE rowid = ?', shipment.id);
		database.write('INSERT INTO shipment_index (rowid, words) VALUES (?, ?)', shipment.id, wordsOf(shipment).join(' '));
		if (shipment.carrier) database.write('INSERT OR IGNORE INTO shipment_carrier (name) VALUES (?)', shipment.carrier);
		if (shipment.country) database.write('INSERT OR IGNORE INTO shipment_country (code) VALUES (?)', shipment.country);
	}

	/** The lowest and highest id of the shipments that were created on the days of the range. */
	function idRange({ from, until }: ShipmentFilter): { first: number; last: number } {
		if (!from && !until) return { first: 0, last: Number.MAX_SAFE_INTEGER };
		const found = database.get<{ first: number | null; last: number | null }>(
			'SELECT min(first_id) AS first, max(last_id) AS last FROM shipment_day WHERE day >= ? AND day <= ?',
			from?.slice(0, 10) ?? '',
			until?.slice(0, 10) ?? '9999',
		);
		// No shipment was created on these days: return an empty range.
		return { first: found?.first ?? 1, last: found?.last ?? 0 };
	}

	/**
	 * The shipments that match the filter, for queries in any order. `find` is faster for the newest ones.
	 * @param before selects only shipments with a lower id; ignored for a filter without a search text
	 * @returns undefined when no shipment can match
	 */
	function selectionOf(filter: ShipmentFilter, before = Number.MAX_SAFE_INTEGER): ShipmentSelection | undefined {
		const hasRange = filter.from !== null || filter.until !== null;
		const range = { sql: 'created_at >= ? AND created_at < ?', values: [filter.from ?? '', filter.until ?? '9999'] };
		if (filter.text.trim() === '') {
			const conditions = [...columnConditions(filter), ...(hasRange ? [range] : [])];
			return {
				from: 'shipment',
				where: conditions.map(({ sql }) => sql).join(' AND ') || 'TRUE',
				values: conditions.flatMap(({ values }) => values),
			};
		}
		const expression = matchExpression(filter);
		if (expression === '') return undefined;
		const { first, last } = idRange(filter);
		return {
			from: 'shipment_index JOIN shipment ON shipment.id = shipment_index.rowid',
			where: `shipment_index MATCH ? AND shipment_index.rowid BETWEEN ? AND ?${hasRange ? ` AND ${range.sql}` : ''}`,
			values: [expression, first, Math.min(last, before - 1), ...(hasRange ? range.values : [])],
		};
	}

	return {
		put,
		selectionOf,

		/** The days on which shipments were created, in UTC, newest first. */
		utcDays: (): string[] =>
			database.all<{ day: string }>('SELECT day FROM shipment_day ORDER BY day DESC').map(({ day }) => day),

		/** Adds a new shipment, and extends the id range of the day on which it was created. @param createdAt ISO 8601 */
		add(shipment: SearchableShipment, createdAt: string): void {
			put(shipment);
			database.write(
				`INSERT INTO shipment_day (day, first_id, last_id) VALUES (?1, ?2, ?2)
				ON CONFLICT (day) DO UPDATE SET first_id = min(first_id, ?2), last_id = max(last_id, ?2)`,
				createdAt.slice(0, 10),
				shipment.id,
			);
		},

		/** A page of rows, newest first. @param before the last id of the previous page; undefined for the first page */
		find<Row>(filter: ShipmentFilter, before: number | undefined, limit: number): Row[] {
			const { first, last } = idRange(filter);
			const maxId = Math.min(last, (before ?? Number.MAX_SAFE_INTEGER) - 1);
			const from = filter.from ?? '';
			const until = filter.until ?? '9999';
			if (filter.text.trim() === '') {
				const conditions = columnConditions(filter);
				return database.all<Row>(
					`SELECT * FROM shipment WHERE ${conditions.map(({ sql }) => `${sql} AND`).join(' ')}
					id BETWEEN ? AND ? AND created_at >= ? AND created_at < ? ORDER BY id DESC LIMIT ?`,
					...conditions.flatMap(({ values }) => values),
					first,
					maxId,
					from,
					until,
					limit,
				);
			}
			const expression = matchExpression(filter);
			if (expression === '') return [];
			return database.all<Row>(
				`SELECT shipment.* FROM shipment_index JOIN shipment ON shipment.id = shipment_index.rowid
				WHERE shipment_index MATCH ? AND shipment_index.rowid BETWEEN ? AND ? AND created_at >= ? AND created_at < ?
				ORDER BY shipment_index.rowid DESC LIMIT ?`,
				expression,
				first,
				maxId,
				from,
				until,
				limit,
			);
		},

		facets: (): ShipmentFacets => ({
			carriers: database
				.all<{ name: string }>('SELECT name FROM shipment_carrier ORDER BY name')
				.map(({ name }) => name),
			countries: database
				.all<{ code: string }>('SELECT code FROM shipment_country ORDER BY code')
				.map(({ code }) => code),
		}),
	};
}
export type ShipmentIndex = ReturnType<typeof createShipmentIndex>;
