// A contact as a file has it, as an entry of the book. Pure.

import type * as z from 'zod';
import { t } from '../../../src-contract/i18n';
import { type BookEntry, ENTRY_FIELDS, emptyEntry, savedEntrySchema } from '../../../src-contract/model/address';
import {
	type ColumnTarget,
	IMPORT_FIELDS,
	type ImportField,
	POSTAL_FIELDS,
} from '../../../src-contract/model/address-import';
import { parcelSizeSchema } from '../../../src-contract/model/parcel';
import { countryCodeOf } from '../../platform/country-names';
import { padPostcode } from '../../platform/postcodes';
import { truncateCell } from '../../platform/tabular/tables';
import { choiceOfLabel } from './columns';

/** Texts by field and choice. */
export class Contact {
	/** The choices of a field, the first at 0. */
	private readonly texts = new Map<ImportField, string[]>();
	/** The postcode was a number, which has no zeros at its front. */
	hasNumericPostcode = false;
	/** Written by this program: what stands there is meant as it stands. */
	isOwn = false;

	/** What stands there already stays: lines of a place and names are put together, of the rest the first counts. */
	add({ field, choice }: ColumnTarget, text: string): void {
		const value = truncateCell(text)
			.replace(/\u00a0/g, ' ')
			.trim();
		if (value === '') return;
		const choices = this.texts.get(field) ?? [];
		const before = choices[choice - 1];
		const between = JOINED[field];
		if (before === undefined) choices[choice - 1] = value;
		else if (between !== undefined) choices[choice - 1] = before + between + value;
		this.texts.set(field, choices);
	}

	get = (field: ImportField, choice: number): string => this.texts.get(field)?.[choice - 1] ?? '';
	first = (field: ImportField): string => this.texts.get(field)?.find(Boolean) ?? '';
	isEmpty = (): boolean => this.texts.size === 0;
}

const CHOICES = [1, 2, 3, 4];
const JOINED: Partial<Record<ImportField, string>> = {
	houseNumber: ' ',
	addressLine2: ', ',
	firstName: ' ',
	lastName: ' ',
	tags: ',',
	notes: '\n',
};
/** Where an address names the state behind its city, by the conventions of its post. */
const WITH_REGION = new Set(['US', 'CA', 'AU', 'BR', 'MX', 'IN', 'MY', 'AE']);
const YES = /^(yes|true|1|ja|oui|x)$/i;
const STARRED = /^\*? ?starred( in android)?$/i;
/** Groups that a program makes by itself. */
const OF_THE_PROGRAM = /^\* |^my ?contacts$/i;

/** Programs that write several values into one field put this between them; the first is the one in use. */
const BETWEEN_VALUES = ' ::: ';

/**
 * @param labels for each column the one that says, in this row, whose it is; -1: none does
 * @param isNumber of a cell by its column
 */
export function contactOfRow(
	cells: readonly string[],
	columns: readonly (ColumnTarget | null)[],
	labels: readonly number[],
	isNumber: (column: number) => boolean,
	isOwn = false,
): Contact {
	const contact = new Contact();
	contact.isOwn = isOwn;
	/** By label column, so that two of one label stay apart. */
	const chosen = new Map<string, number>();
	const choiceIn = (target: ColumnTarget, label: number): number | undefined => {
		const said = cells[label]?.trim();
		if (!said) return target.choice;
		const kind = POSTAL_FIELDS.some((field) => field === target.field) ? 'place' : target.field;
		const known = chosen.get(`${kind} ${label}`);
		if (known !== undefined) return known;
		const taken = [...chosen].filter(([key]) => key.startsWith(`${kind} `)).map(([, choice]) => choice);
		let choice = choiceOfLabel(target.field, said);
		if (choice === undefined) return undefined;
		while (taken.includes(choice) && choice < CHOICES.length) choice += 1;
		chosen.set(`${kind} ${label}`, choice);
		return choice;
	};
	for (const [at, target] of columns.entries()) {
		const cell = cells[at] ?? '';
		if (!target || cell === '') continue;
		const value = target.field === 'tags' || isOwn ? cell : (cell.split(BETWEEN_VALUES)[0] ?? '');
		const choice = choiceIn(target, labels[at] ?? -1);
		if (choice === undefined) continue;
		contact.add({ field: target.field, choice }, value);
		if (target.field === 'zipcode' && isNumber(at)) contact.hasNumericPostcode = true;
	}
	return contact;
}

export const writtenParcel = (parcel: BookEntry['defaultParcel']): string =>
	parcel ? `${parcel.lengthCm} × ${parcel.widthCm} × ${parcel.heightCm} cm, ${parcel.weightKg} kg` : '';

function readParcel(text: string): BookEntry['defaultParcel'] {
	const [lengthCm, widthCm, heightCm, weightKg] = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
	return parcelSizeSchema.safeParse({ lengthCm, widthCm, heightCm, weightKg }).data ?? null;
}

/** The choice whose address a parcel could be sent to; else the one that has anything of an address. */
function placeOf(contact: Contact): number {
	const has = (...fields: ImportField[]) =>
		CHOICES.find((choice) => fields.some((field) => contact.get(field, choice) !== ''));
	return has('addressLine1', 'zipcode', 'addressLine2') ?? has('city', 'country') ?? 1;
}

function linesOf(contact: Contact, choice: number): { addressLine1: string; addressLine2: string } {
	const street = contact
		.get('addressLine1', choice)
		.split(/\s*\n\s*/)
		.filter(Boolean);
	const [first = '', ...more] = street;
	const house = contact.get('houseNumber', choice);
	const lines = [
		[first, house].filter(Boolean).join(' '),
		...more,
		...contact
			.get('addressLine2', choice)
			.split('\n')
			.map((line) => line.trim()),
	].filter(Boolean);
	return { addressLine1: lines[0] ?? '', addressLine2: lines.slice(1).join(', ') };
}

export interface ReadContact {
	entry: BookEntry;
	/** Why it cannot be kept. */
	errors: string[];
	remarks: string[];
	/** The fields of an entry that the file says something of. */
	known: (keyof BookEntry)[];
}

/** @returns empty: the contact names none, or one that does not exist */
const countryOf = (contact: Contact, choice: number): string => {
	const country = contact.get('country', choice);
	return country === '' ? '' : countryCodeOf(country);
};

/** In some countries the state stands behind the city. */
function cityOf(contact: Contact, choice: number, countryCode: string): string {
	const region = contact.get('region', choice);
	const city = contact.get('city', choice);
	return region !== '' && WITH_REGION.has(countryCode) ? [city, region].filter(Boolean).join(', ') : city;
}

/** Programs keep a star among the tags, beside groups of their own. */
function tagsOf(contact: Contact): { tags: string[]; hasStar: boolean } {
	const isStar = (label: string) => !contact.isOwn && STARRED.test(label);
	const labels = contact
		.get('tags', 1)
		.split(/[,;]| ::: /)
		.map((label) => label.trim())
		.filter((label) => label !== '' && (contact.isOwn || STARRED.test(label) || !OF_THE_PROGRAM.test(label)));
	return { tags: [...new Set(labels.filter((label) => !isStar(label)))], hasStar: labels.some(isStar) };
}

const isImportField = (name: unknown): name is ImportField =>
	typeof name === 'string' && Object.hasOwn(IMPORT_FIELDS, name);

/** Why the entry cannot be kept, each once. */
function errorsFromIssues(issues: readonly z.core.$ZodIssue[]): string[] {
	const errors = issues.map(({ path, code, message }) => {
		const title = (isImportField(path[0]) ? IMPORT_FIELDS[path[0]] : IMPORT_FIELDS.country)();
		// What the entry lacks as a whole is said by itself.
		return code === 'custom' && path.length === 1
			? message
			: `${title}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
	});
	return [...new Set(errors)];
}

/** @param otherwise where the contact names no country or no book */
export function entryOfContact(contact: Contact, otherwise: { countryCode: string; book: string }): ReadContact {
	const choice = placeOf(contact);
	const errors: string[] = [];
	const remarks: string[] = [];
	const country = contact.get('country', choice);
	const found = countryOf(contact, choice);
	if (country !== '' && found === '')
		errors.push(t('there is no country named "{name}"', { name: country.slice(0, 60) }));
	const countryCode = found || otherwise.countryCode;

	const written = contact.get('zipcode', choice);
	const zipcode = contact.hasNumericPostcode ? padPostcode(written, countryCode) : written;
	if (zipcode !== written)
		remarks.push(t('postcode {written} was a number in the file: read as {read}', { written, read: zipcode }));

	const { tags, hasStar } = tagsOf(contact);
	const fromFile = contact.first('book') !== '';
	const entry = {
		...emptyEntry,
		companyName: contact.first('companyName'),
		contactPerson:
			contact.first('contactPerson') ||
			[contact.get('firstName', 1), contact.get('lastName', 1)].filter(Boolean).join(' '),
		email: contact.first('email'),
		phone: contact.first('phone'),
		...linesOf(contact, choice),
		zipcode,
		city: cityOf(contact, choice, countryCode),
		countryCode,
		vatNumber: contact.first('vatNumber'),
		book: contact.first('book') || otherwise.book,
		tags,
		isFavourite: YES.test(contact.first('isFavourite')) || hasStar,
		kind: kindOf(contact.first('kind')),
		reference: contact.first('reference'),
		eoriNumber: contact.first('eoriNumber'),
		iossNumber: contact.first('iossNumber'),
		einNumber: contact.first('einNumber'),
		defaultParcel: readParcel(contact.first('defaultParcel')),
		labelPrinterId: contact.first('labelPrinterId'),
		notes: contact.get('notes', 1),
	};
	const parsed = savedEntrySchema.safeParse(entry);
	if (!parsed.success) errors.push(...errorsFromIssues(parsed.error.issues));
	const kept = parsed.data ?? entry;
	return { entry: kept, errors, remarks, known: knownFields(kept).filter((field) => field !== 'book' || fromFile) };
}

const kindOf = (text: string): BookEntry['kind'] =>
	/^(business|company|b2b)$/i.test(text)
		? 'business'
		: /^(residential|home|private|b2c)$/i.test(text)
			? 'residential'
			: '';

/** What the file says nothing of, or nothing that can be read, is not known of it. */
const knownFields = (entry: BookEntry): (keyof BookEntry)[] =>
	ENTRY_FIELDS.filter((field) => JSON.stringify(entry[field]) !== JSON.stringify(emptyEntry[field]));
