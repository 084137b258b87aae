// Classifies the rows of an import file as new, changed, same, duplicate or wrong by comparing them with the address book.

import { currentLanguage, t } from '../../src-contract/i18n';
import { needsPostcode } from '../../src-contract/lib/postcode-countries';
import { foldForSearch } from '../../src-contract/lib/text-folding';
import type { BookEntry, SavedAddress } from '../../src-contract/model/address';
import { IMPORT_FIELDS, type ImportRow } from '../../src-contract/model/address-import';
import { toSentence } from '../platform/text';
import { warningsOf } from './checks';
import { entryIdsByKey } from './entry-matching';
import { recipientKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import type { ReadContact } from './files/contacts';

/** Maximum number of entries, and of earlier rows, with the same name and address that a row is compared with. */
const MAX_COMPARED = 30;

export interface ClassifiedRow extends Omit<ImportRow, 'entry'> {
	entry: BookEntry;
	/** Set for a changed row: the entry as it was at the preview, and the fields that the import would change. */
	existing?: { id: number; previous: BookEntry; changes: Partial<BookEntry> };
}

/**
 * Creates a function that classifies the rows of one file in order. Two rows never match the same entry.
 * @param rowCountByReference number of rows of the file for each reference
 */
export function createRowClassifier(store: EntryStore, rowCountByReference: ReadonlyMap<string, number>) {
	const { byKey, byReference } = entryIdsByKey(store);
	/** Earlier rows of the file, by the key of name and address. */
	const earlierRowsByKey = new Map<string, { rowNumber: number; entry: BookEntry }[]>();
	const matchedIds = new Set<number>();

	/**
	 * Entries that a row may match: those with the same name and address. If there are none, the entry with the same reference,
	 * provided that no other entry and no other row of the file has this reference. Entries that an earlier row matched are left out.
	 */
	function findCandidates({ reference }: BookEntry, key: string): SavedAddress[] {
		const idsWithReference = rowCountByReference.get(reference) === 1 ? (byReference.get(reference) ?? []) : [];
		const ids = byKey.get(key) ?? (idsWithReference.length === 1 ? idsWithReference : []);
		const candidates: SavedAddress[] = [];
		for (const id of ids) {
			const row = matchedIds.has(id) ? undefined : store.rowOf(id);
			if (row) candidates.push(toAddress(row));
			if (candidates.length === MAX_COMPARED) break;
		}
		return candidates;
	}

	return ({ entry, errors, warnings, filledFields }: ReadContact, rowNumber: number): ClassifiedRow => {
		if (errors.length > 0) return { rowNumber, state: 'wrong', reason: toSentence(errors), entry };
		const key = recipientKeyOf(entry);
		const rowsWithSameKey = earlierRowsByKey.get(key) ?? [];
		const duplicate = rowsWithSameKey.find((candidate) => areEquivalent(candidate.entry, entry, filledFields));
		if (duplicate)
			return {
				rowNumber,
				state: 'duplicate',
				reason: t('Duplicate of row {row}.', { row: duplicate.rowNumber }),
				entry,
			};
		if (rowsWithSameKey.length < MAX_COMPARED) earlierRowsByKey.set(key, [...rowsWithSameKey, { rowNumber, entry }]);
		const matches = findCandidates(entry, key);
		const equalEntry = matches.find((candidate) => differingFields(candidate, entry, filledFields).length === 0);
		if (equalEntry) {
			matchedIds.add(equalEntry.id);
			return { rowNumber, state: 'same', reason: '', entry: equalEntry };
		}
		const [previous] = matches;
		if (!previous) {
			const [similar] = rowsWithSameKey;
			const hints = similar ? [t('same name and address as row {row}', { row: similar.rowNumber })] : [];
			return { rowNumber, state: 'new', reason: toSentence([...warnings, ...hints]), entry };
		}
		matchedIds.add(previous.id);
		// A row with a different name or address replaces all ADDRESS_FIELDS, so that no field of the old address remains.
		const fields = recipientKeyOf(previous) === key ? filledFields : [...new Set([...filledFields, ...ADDRESS_FIELDS])];
		const changedFields = differingFields(previous, entry, fields);
		const changes: Partial<BookEntry> = Object.fromEntries(changedFields.map((field) => [field, entry[field]]));
		return {
			rowNumber,
			state: 'changed',
			reason: toSentence([...warnings, t('changes: {fields}', { fields: changedFields.map(titleOf).join(', ') })]),
			entry: { ...previous, ...changes },
			existing: { id: previous.id, previous, changes },
		};
	};
}

const ADDRESS_FIELDS = [
	'addressLine1',
	'addressLine2',
	'zipcode',
	'city',
	'region',
] as const satisfies (keyof BookEntry)[];

export const hasEqualValue = (left: BookEntry, right: BookEntry, field: keyof BookEntry): boolean =>
	JSON.stringify(left[field]) === JSON.stringify(right[field]);

/** Whether the fields are equal apart from case and accents. */
const areEquivalent = (left: BookEntry, right: BookEntry, fields: readonly (keyof BookEntry)[]): boolean =>
	fields.every((field) => foldForSearch(JSON.stringify(left[field])) === foldForSearch(JSON.stringify(right[field])));

const differingFields = (
	previous: BookEntry,
	entry: BookEntry,
	fields: readonly (keyof BookEntry)[],
): (keyof BookEntry)[] => fields.filter((field) => !hasEqualValue(previous, entry, field));

/** Title of a field for use inside a sentence: in lower case, except in German, which capitalizes nouns. */
function titleOf(field: keyof BookEntry): string {
	const title = IMPORT_FIELDS[field === 'countryCode' ? 'country' : field]();
	return currentLanguage() === 'de' ? title : title.toLowerCase();
}

/** A sentence part that lists the empty fields that a booking needs; an empty array when there are none. */
function missingFieldsWarning(entry: BookEntry): string[] {
	const required = ['contactPerson', 'email', 'phone', 'addressLine1', 'zipcode', 'city', 'countryCode'] as const;
	const missing = required.filter(
		(field) => entry[field] === '' && (field !== 'zipcode' || needsPostcode(entry.countryCode)),
	);
	return missing.length === 0
		? []
		: [t('missing: {fields}##of a row of a file', { fields: missing.map(titleOf).join(', ') })];
}

/**
 * Adds warnings to a row before it is shown. Only shown rows are checked: checking all phone numbers would take as long as the
 * import.
 */
export function withWarnings(row: ImportRow): ImportRow {
	const warnings = [...missingFieldsWarning(row.entry), ...addressWarnings(row.entry)];
	return { ...row, reason: [row.reason, toSentence(warnings)].filter(Boolean).join(' ') };
}

const addressWarnings = (entry: BookEntry): string[] =>
	warningsOf(entry)
		.filter(({ level }) => level === 'warning')
		.map(({ message }) => message.replace(/\.$/, '').replace(/^./, (char) => char.toLowerCase()));
