// Three-way merge of a shared entry, field by field. The base is the version that the desk and the site (the database in which
// desks share address books) last agreed on. Pure.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BookEntry } from '../../src-contract/model/address';
import { SHARED_FIELDS, type SharedField, type SharedFields } from '../../src-contract/model/shared-books';

/** Replaces NUL and lone surrogates: PostgreSQL's JSON cannot store them, and earlier releases accepted them in entries. */
const toStorable = (value: unknown) => (typeof value === 'string' ? value.replace(/[\0\p{Cs}]/gu, '?') : value);

export const sharedFieldsOf = (entry: BookEntry): SharedFields =>
	Object.fromEntries(SHARED_FIELDS.map((field) => [field, toStorable(entry[field])]));

/** Fields that earlier releases do not send, with the value that a missing one means. */
const ADDED_FIELDS: SharedFields = { region: '' };
const fieldValue = (fields: SharedFields, field: SharedField): unknown => fields[field] ?? ADDED_FIELDS[field];
const isEqualIn = (field: SharedField, left: SharedFields, right: SharedFields): boolean =>
	isDeepStrictEqual(fieldValue(left, field), fieldValue(right, field));

export const areEqual = (left: SharedFields, right: SharedFields): boolean =>
	SHARED_FIELDS.every((field) => isEqualIn(field, left, right));

/**
 * UUID derived from an entry's content (RFC 9562, version 8). If several desks had an equal entry before they joined the site, they
 * all derive the same id for it, also a desk with an earlier release, which does not know ADDED_FIELDS.
 * @param origin id of the site's database
 */
export function contentIdOf(origin: string, fields: SharedFields): string {
	const identifyingFields = SHARED_FIELDS.filter(
		(field) => !(field in ADDED_FIELDS) || fieldValue(fields, field) !== ADDED_FIELDS[field],
	);
	const values = identifyingFields.map((field) => {
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

/** The fields that this desk changed, with the agreed (`from`) and the local (`to`) values; undefined when it changed none. */
export function changeOf(
	agreed: SharedFields,
	local: SharedFields,
): { from: SharedFields; to: SharedFields } | undefined {
	const changedFields = SHARED_FIELDS.filter((field) => !isEqualIn(field, agreed, local));
	if (changedFields.length === 0) return undefined;
	const pick = (fields: SharedFields) => Object.fromEntries(changedFields.map((field) => [field, fields[field]]));
	return { from: pick(agreed), to: pick(local) };
}

/**
 * Merges the site's version into the local one. A field without a local change takes the site's value. A field that was changed
 * here to a value other than the site's keeps its local and its agreed value: when the change is sent, the site compares the agreed
 * value with its own and reports a conflict if they differ.
 */
export function mergeFields(
	agreed: SharedFields,
	local: SharedFields,
	site: SharedFields,
): { agreed: SharedFields; local: SharedFields } {
	// The spread also copies fields of the site that only a newer release knows.
	const result = { agreed: { ...site }, local: { ...local } };
	for (const field of SHARED_FIELDS) {
		if (isEqualIn(field, local, agreed)) result.local[field] = site[field];
		else if (!isEqualIn(field, local, site)) result.agreed[field] = agreed[field];
	}
	return result;
}
