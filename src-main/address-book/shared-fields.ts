// How an entry that several desks share becomes one again: by field, judged by what desk and site agreed on last. Pure.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BookEntry } from '../../src-contract/model/address';
import { SHARED_FIELDS, type SharedFields } from '../../src-contract/model/shared-books';

/** What JSON or PostgreSQL cannot hold, as an earlier release may have kept it. */
const sayable = (value: unknown) => (typeof value === 'string' ? value.replace(/[\0\p{Cs}]/gu, '?') : value);

export const sharedFieldsOf = (entry: BookEntry): SharedFields =>
	Object.fromEntries(SHARED_FIELDS.map((field) => [field, sayable(entry[field])]));

export const areEqual = (one: SharedFields, other: SharedFields): boolean =>
	SHARED_FIELDS.every((field) => isDeepStrictEqual(one[field], other[field]));

/** By which an entry that several desks had before they met is known to each of them alike: a UUID of its content (RFC 9562, version 8). */
export function idOfContent(origin: string, fields: SharedFields): string {
	const values = SHARED_FIELDS.map((field) => {
		const value = fields[field];
		return value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value).sort() : value;
	});
	const hex = createHash('sha256')
		.update(JSON.stringify([origin, values]))
		.digest('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
		'-',
	);
}

/** What this desk changed since they agreed; undefined: nothing. */
export function changeOf(
	agreed: SharedFields,
	here: SharedFields,
): { from: SharedFields; to: SharedFields } | undefined {
	const changed = SHARED_FIELDS.filter((field) => !isDeepStrictEqual(agreed[field], here[field]));
	if (changed.length === 0) return undefined;
	const pick = (fields: SharedFields) => Object.fromEntries(changed.map((field) => [field, fields[field]]));
	return { from: pick(agreed), to: pick(here) };
}

/**
 * A field that was not touched here becomes what it is at the site. One that was touched here stays, and so does what it
 * is judged by when it is sent: if it was touched at the site as well, the site tells the two apart.
 */
export function merged(
	agreed: SharedFields,
	here: SharedFields,
	site: SharedFields,
): { agreed: SharedFields; here: SharedFields } {
	// What a newer release put beside our fields is agreed on, and never ours to change.
	const result = { agreed: { ...site }, here: { ...here } };
	for (const field of SHARED_FIELDS) {
		if (isDeepStrictEqual(here[field], agreed[field])) result.here[field] = site[field];
		else if (!isDeepStrictEqual(here[field], site[field])) result.agreed[field] = agreed[field];
	}
	return result;
}
