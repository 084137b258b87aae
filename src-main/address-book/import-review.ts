// Classifies the rows of an import file as new, changed, same, duplicate or wrong by comparing them with the address book.

import { currentLanguage, t } from '../../src-contract/i18n';
import type { BookEntry, SavedAddress } from '../../src-contract/model/address';
import { IMPORT_FIELDS, type ImportRow } from '../../src-contract/model/address-import';
import { fold } from '../platform/text';
import { warningsOf } from './checks';
import { entryIdsByKey } from './entry-matching';
import { sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import type { ReadContact } from './files/contacts';

/** Maximum number of entries or rows with the same key that a row is compared with. */
const MAX_COMPARED = 30;

export interface ClassifiedRow extends Omit<ImportRow, 'entry'> {
	entry: BookEntry;
	/** For a changed row: the entry as it was at the preview, and the fields that the import would change. */
	existing?: { id: number; previous: BookEntry; changes: Partial<BookEntry> };
}

/**
 * Creates a function that classifies the rows of one file in order. Two rows never match the same entry.
 * @param references number of rows for each reference of the file
 */
export function createRowClassifier(store: EntryStore, references: ReadonlyMap<string, number>) {
	const { byKey, byReference } = entryIdsByKey(store);
	const earlierRows = new Map<string, { row: number; entry: BookEntry }[]>();
	const matchedIds = new Set<number>();

	/** Entries with the same name and address, else the entry with the same reference if it is unique in the book and the file. */
	function candidates({ reference }: BookEntry, key: string): SavedAddress[] {
		const sameReference = references.get(reference) === 1 ? (byReference.get(reference) ?? []) : [];
		const ids = byKey.get(key) ?? (sameReference.length === 1 ? sameReference : []);
		const found: SavedAddress[] = [];
		for (const id of ids) {
			const row = matchedIds.has(id) ? undefined : store.rowOf(id);
			if (row) found.push(toAddress(row));
			if (found.length === MAX_COMPARED) break;
		}
		return found;
	}

	return ({ entry, errors, warnings, filledFields }: ReadContact, row: number): ClassifiedRow => {
		if (errors.length > 0) return { row, state: 'wrong', reason: sentence(errors), entry };
		const key = sameKeyOf(entry);
		const earlier = earlierRows.get(key) ?? [];
		const duplicate = earlier.find((candidate) => areEquivalent(candidate.entry, entry, filledFields));
		if (duplicate)
			return { row, state: 'duplicate', reason: t('Duplicate of row {row}.', { row: duplicate.row }), entry };
		if (earlier.length < MAX_COMPARED) earlierRows.set(key, [...earlier, { row, entry }]);
		const matches = candidates(entry, key);
		const same = matches.find((candidate) => differences(candidate, entry, filledFields).length === 0);
		if (same) {
			matchedIds.add(same.id);
			return { row, state: 'same', reason: '', entry: same };
		}
		const [previous] = matches;
		if (!previous) {
			const similar = earlier[0] ? [t('same name and address as row {row}', { row: earlier[0].row })] : [];
			return { row, state: 'new', reason: sentence([...warnings, ...similar]), entry };
		}
		matchedIds.add(previous.id);
		// A different address replaces all address fields, so that no field of the old address remains.
		const fields = sameKeyOf(previous) === key ? filledFields : [...new Set([...filledFields, ...ADDRESS_FIELDS])];
		const changed = differences(previous, entry, fields);
		const changes: Partial<BookEntry> = Object.fromEntries(changed.map((field) => [field, entry[field]]));
		return {
			row,
			state: 'changed',
			reason: sentence([...warnings, t('changes: {fields}', { fields: changed.map(titleOf).join(', ') })]),
			entry: { ...previous, ...changes },
			existing: { id: previous.id, previous, changes },
		};
	};
}

const ADDRESS_FIELDS = ['addressLine1', 'addressLine2', 'zipcode', 'city'] as const satisfies (keyof BookEntry)[];

export const isEqual = (left: BookEntry, right: BookEntry, field: keyof BookEntry): boolean =>
	JSON.stringify(left[field]) === JSON.stringify(right[field]);

/** Whether the fields are equal apart from case and accents. */
const areEquivalent = (left: BookEntry, right: BookEntry, fields: readonly (keyof BookEntry)[]): boolean =>
	fields.every((field) => fold(JSON.stringify(left[field])) === fold(JSON.stringify(right[field])));

const differences = (
	previous: BookEntry,
	entry: BookEntry,
	fields: readonly (keyof BookEntry)[],
): (keyof BookEntry)[] => fields.filter((field) => !isEqual(previous, entry, field));

/** The field's title for use inside a sentence: in lower case, except in German, which capitalizes nouns. */
function titleOf(field: keyof BookEntry): string {
	const title = IMPORT_FIELDS[field === 'countryCode' ? 'country' : field]();
	return currentLanguage() === 'de' ? title : title.toLowerCase();
}

/** Fields that the partner requires before a shipment can be booked, and that the row leaves empty. */
function missingFields(entry: BookEntry): string[] {
	const required = ['contactPerson', 'email', 'phone', 'addressLine1', 'zipcode', 'city', 'countryCode'] as const;
	const missing = required.filter((field) => entry[field] === '');
	return missing.length === 0
		? []
		: [t('missing: {fields}##of a row of a file', { fields: missing.map(titleOf).join(', ') })];
}

/** Adds warnings to a row that is shown. Checking every telephone number of a file would take as long as the import. */
export function withWarnings(row: ImportRow): ImportRow {
	const warnings = [...missingFields(row.entry), ...addressWarnings(row.entry)];
	return { ...row, reason: [row.reason, sentence(warnings)].filter(Boolean).join(' ') };
}

const addressWarnings = (entry: BookEntry): string[] =>
	warningsOf(entry)
		.filter(({ level }) => level === 'warning')
		.map(({ message }) => message.replace(/\.$/, '').replace(/^./, (char) => char.toLowerCase()));

/** Joins sentence parts and adds a capital and a full stop. */
function sentence(parts: readonly string[]): string {
	const text = parts.join('; ');
	return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
