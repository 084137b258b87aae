// What would become of each row of a file: whom of the book it means, and what of it differs.

import { currentLanguage, t } from '../../src-contract/i18n';
import type { BookEntry, SavedAddress } from '../../src-contract/model/address';
import { IMPORT_FIELDS, type ImportRow } from '../../src-contract/model/address-import';
import { fold } from '../platform/text';
import { warningsOf } from './checks';
import { entriesByKey } from './entry-matching';
import { sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import type { ReadContact } from './files/contacts';

/** Of so many that share a name and a place the one that is meant is looked for. */
const MAX_COMPARED = 30;

/** A row and what would become of it. */
export interface ClassifiedRow extends Omit<ImportRow, 'entry'> {
	entry: BookEntry;
	/** Of an entry that the book has: which, and what of it would change. */
	existing?: { id: number; stood: BookEntry; changes: Partial<BookEntry> };
}

/**
 * Whom of the book each row means: never two rows one entry.
 * @param references of the file, each with how many rows have it
 */
export function createRowClassifier(store: EntryStore, references: ReadonlyMap<string, number>) {
	const { byKey, byReference } = entriesByKey(store);
	const seen = new Map<string, { row: number; entry: BookEntry }[]>();
	const meant = new Set<number>();

	/** The same person at the same place; else who alone has the number, in the book as in the file. */
	function candidates({ reference }: BookEntry, key: string): SavedAddress[] {
		const sameNumber = references.get(reference) === 1 ? (byReference.get(reference) ?? []) : [];
		const ids = byKey.get(key) ?? (sameNumber.length === 1 ? sameNumber : []);
		const found: SavedAddress[] = [];
		for (const id of ids) {
			const row = meant.has(id) ? undefined : store.rowOf(id);
			if (row) found.push(toAddress(row));
			if (found.length === MAX_COMPARED) break;
		}
		return found;
	}

	return ({ entry, errors, remarks, known }: ReadContact, row: number): ClassifiedRow => {
		if (errors.length > 0) return { row, state: 'wrong', reason: sentence(errors), entry };
		const key = sameKeyOf(entry);
		const earlier = seen.get(key) ?? [];
		const twin = earlier.find((one) => isSame(one.entry, entry, known));
		if (twin) return { row, state: 'duplicate', reason: t('The same as row {row}.', { row: twin.row }), entry };
		if (earlier.length < MAX_COMPARED) seen.set(key, [...earlier, { row, entry }]);
		const all = candidates(entry, key);
		const same = all.find((one) => differences(one, entry, known).length === 0);
		if (same) {
			meant.add(same.id);
			return { row, state: 'same', reason: '', entry: same };
		}
		const [stood] = all;
		if (!stood) {
			const alike = earlier[0] ? [t('the same person and place as row {row}', { row: earlier[0].row })] : [];
			return { row, state: 'new', reason: sentence([...remarks, ...alike]), entry };
		}
		meant.add(stood.id);
		// Who moved has all of the new address, and nothing of the old one.
		const fields = sameKeyOf(stood) === key ? known : [...new Set([...known, ...PLACE])];
		const changed = differences(stood, entry, fields);
		const changes: Partial<BookEntry> = Object.fromEntries(changed.map((field) => [field, entry[field]]));
		return {
			row,
			state: 'changed',
			reason: sentence([...remarks, t('changes: {fields}', { fields: changed.map(titleOf).join(', ') })]),
			entry: { ...stood, ...changes },
			existing: { id: stood.id, stood, changes },
		};
	};
}

const PLACE = ['addressLine1', 'addressLine2', 'zipcode', 'city'] as const satisfies (keyof BookEntry)[];

export const isEqual = (one: BookEntry, other: BookEntry, field: keyof BookEntry): boolean =>
	JSON.stringify(one[field]) === JSON.stringify(other[field]);

/** Whether two rows say the same, however they write it. */
const isSame = (one: BookEntry, other: BookEntry, known: readonly (keyof BookEntry)[]): boolean =>
	known.every((field) => fold(JSON.stringify(one[field])) === fold(JSON.stringify(other[field])));

/** Only what the file says something of counts; what it leaves empty stays. */
const differences = (stood: BookEntry, entry: BookEntry, known: readonly (keyof BookEntry)[]): (keyof BookEntry)[] =>
	known.filter((field) => !isEqual(stood, entry, field));

/** Within a sentence, where German keeps the capitals of its nouns. */
function titleOf(field: keyof BookEntry): string {
	const title = IMPORT_FIELDS[field === 'countryCode' ? 'country' : field]();
	return currentLanguage() === 'de' ? title : title.toLowerCase();
}

/** What the partner demands, and the file does not have: to be filled in before anything is sent there. */
function missing(entry: BookEntry): string[] {
	const demanded = ['contactPerson', 'email', 'phone', 'addressLine1', 'zipcode', 'city', 'countryCode'] as const;
	const absent = demanded.filter((field) => entry[field] === '');
	return absent.length === 0
		? []
		: [t('lacks {fields}##of a row of a file', { fields: absent.map(titleOf).join(', ') })];
}

/** Looked for in what is shown: a check of every telephone number would take as long as the import. */
export function withWarnings(row: ImportRow): ImportRow {
	const remarks = [...missing(row.entry), ...oddities(row.entry)];
	return { ...row, reason: [row.reason, sentence(remarks)].filter(Boolean).join(' ') };
}

/** What looks wrong. */
const oddities = (entry: BookEntry): string[] =>
	warningsOf(entry)
		.filter(({ level }) => level === 'warning')
		.map(({ message }) => message.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase()));

function sentence(parts: readonly string[]): string {
	const text = parts.join('; ');
	return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
