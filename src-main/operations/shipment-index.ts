// Finds shipments of the journal: by beginnings of words, and by state, carrier, country and day, alone or together. However long
// the journal is, a page costs what it holds: an index is read from its newest end, and stops when the page is full. Filters alone
// are answered by the table's own indexes, words by the index of words, in which state, carrier and country are words too.
import type { ShipmentFacets, ShipmentFilter } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import { foldCompact, wordsIn } from '../platform/text';

/** Nobody can type these: they lie in the range of letters that every program may use for itself. */
const MARK = { state: '\ue000', carrier: '\ue001', country: '\ue002' } as const;
/** So many letters of the end of a tracking number are what people read off a label. */
const NUMBER_ENDS = [4, 5, 6, 7, 8];

/** A word of letters and digits alone is one word to the index as well. */
const plainWords = (text: string): string[] => wordsIn(text).map(foldCompact).filter(Boolean);

/** What a shipment is found by. */
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

/** Pure. */
function wordsOf(shipment: SearchableShipment): string[] {
	const { reference, trackingNumber, zipcode, state, carrier, country } = shipment;
	const number = foldCompact(trackingNumber);
	const texts = [reference, shipment.companyName, shipment.contactPerson, shipment.city, zipcode, carrier];
	const words = [
		...texts.flatMap(plainWords),
		...texts.flatMap(signedNumbers).map(foldCompact),
		foldCompact(reference),
		foldCompact(zipcode),
		number,
		...NUMBER_ENDS.filter((length) => length < number.length).map((length) => number.slice(-length)),
		MARK.state + state,
		...(carrier ? [MARK.carrier + foldCompact(carrier)] : []),
		...(country ? [MARK.country + country.toLowerCase()] : []),
	];
	return [...new Set(words)].filter(Boolean);
}

/** A number with signs in it, as in SO-1234: it is a word of its own, so that its beginning need not be met with that of all others. */
const signedNumbers = (text: string): string[] =>
	text.split(/\s+/).filter((part) => /\p{N}/u.test(part) && /[^\p{L}\p{N}]/u.test(part));

/** What is typed: beginnings of words, and of numbers with their signs. */
function typedWords(text: string): string[] {
	// A number is scanned whole, or typed with the gaps that a label shows.
	if (/^[\d\s-]{8,}$/.test(text.trim())) return [foldCompact(text)];
	const numbers = signedNumbers(text);
	const others = text.split(/\s+/).filter((part) => !numbers.includes(part));
	return [...numbers.map(foldCompact), ...others.flatMap(plainWords)].filter(Boolean);
}

/** Pure. @returns the index's own language; empty: nothing in the text can be searched for */
function expressionOf({ text, state, carrier, countryCode }: ShipmentFilter): string {
	const quoted = (word: string) => `"${word}"`;
	const typed = typedWords(text).map((word) => `${quoted(word)}*`);
	if (typed.length === 0) return '';
	return [
		...typed,
		...(state ? [quoted(MARK.state + state)] : []),
		...(carrier ? [quoted(MARK.carrier + foldCompact(carrier))] : []),
		...(countryCode ? [quoted(MARK.country + countryCode.toLowerCase())] : []),
	].join(' ');
}

export function createShipmentIndex(database: Database) {
	/** Within the commit that changed the shipment. */
	function put(shipment: SearchableShipment): void {
		database.write('DELETE FROM shipment_index WHERE rowid = ?', shipment.id);
		database.write('INSERT INTO shipment_index (rowid, words) VALUES (?, ?)', shipment.id, wordsOf(shipment).join(' '));
		if (shipment.carrier) database.write('INSERT OR IGNORE INTO shipment_carrier (name) VALUES (?)', shipment.carrier);
		if (shipment.country) database.write('INSERT OR IGNORE INTO shipment_country (code) VALUES (?)', shipment.country);
	}

	/** The first and the last shipment that the days of a range may hold. */
	function bounds({ from, until }: ShipmentFilter): { first: number; last: number } {
		if (!from && !until) return { first: 0, last: Number.MAX_SAFE_INTEGER };
		const found = database.get<{ first: number | null; last: number | null }>(
			'SELECT min(first_id) AS first, max(last_id) AS last FROM shipment_day WHERE day >= ? AND day <= ?',
			from?.slice(0, 10) ?? '',
			until?.slice(0, 10) ?? '9999',
		);
		return { first: found?.first ?? 1, last: found?.last ?? 0 };
	}

	return {
		put,

		/** A new shipment, and the day it is of. */
		add(shipment: SearchableShipment, createdAt: string): void {
			put(shipment);
			database.write(
				`INSERT INTO shipment_day (day, first_id, last_id) VALUES (?1, ?2, ?2)
				ON CONFLICT (day) DO UPDATE SET first_id = min(first_id, ?2), last_id = max(last_id, ?2)`,
				createdAt.slice(0, 10),
				shipment.id,
			);
		},

		/** A page, the newest first. @param before the last id of the page before */
		find<Row>(filter: ShipmentFilter, before: number | undefined, limit: number): Row[] {
			const { first, last } = bounds(filter);
			const most = Math.min(last, (before ?? Number.MAX_SAFE_INTEGER) - 1);
			const from = filter.from ?? '';
			const until = filter.until ?? '9999';
			if (filter.text.trim() === '') {
				const conditions = Object.entries({
					state: filter.state,
					carrier: filter.carrier,
					country: filter.countryCode,
				}).flatMap(([column, wanted]) => (wanted ? [{ sql: `${column} = ? AND`, wanted }] : []));
				return database.all<Row>(
					`SELECT * FROM shipment WHERE ${conditions.map(({ sql }) => sql).join(' ')}
					id BETWEEN ? AND ? AND created_at >= ? AND created_at < ? ORDER BY id DESC LIMIT ?`,
					...conditions.map(({ wanted }) => wanted),
					first,
					most,
					from,
					until,
					limit,
				);
			}
			const expression = expressionOf(filter);
			if (expression === '') return [];
			return database.all<Row>(
				`SELECT shipment.* FROM shipment_index JOIN shipment ON shipment.id = shipment_index.rowid
				WHERE shipment_index MATCH ? AND shipment_index.rowid BETWEEN ? AND ? AND created_at >= ? AND created_at < ?
				ORDER BY shipment_index.rowid DESC LIMIT ?`,
				expression,
				first,
				most,
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
