// Converts a contact of an import file into an address-book entry. Pure.

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
import { padPostcode } from '../../../src-contract/rules/postcodes';
import { countryCodeOf } from '../../platform/country-names';
import { truncateCell } from '../../platform/tabular/tables';
import { choiceOfLabel } from './columns';

/**
 * The texts of a contact by import field and choice. A choice, from 1, numbers the alternatives of a file, such as a work and a
 * home address; lower choices are preferred.
 */
export class Contact {
	/** The texts of a field; choice n is at index n - 1. */
	private readonly texts = new Map<ImportField, string[]>();
	/** The postcode was a numeric cell, which has lost its leading zeros. */
	hasNumericPostcode = false;
	/** The file was exported by this program, so its texts need no interpretation. */
	isOwn = false;

	/** Adds a text. A second text for the same field and choice is appended if the field is in SEPARATORS, else ignored. */
	add({ field, choice }: ColumnTarget, text: string): void {
		const value = truncateCell(text)
			.replace(/\u00a0/g, ' ')
			.trim();
		if (value === '') return;
		const choices = this.texts.get(field) ?? [];
		const existing = choices[choice - 1];
		const separator = SEPARATORS[field];
		if (existing === undefined) choices[choice - 1] = value;
		else if (separator !== undefined) choices[choice - 1] = existing + separator + value;
		this.texts.set(field, choices);
	}

	get = (field: ImportField, choice: number): string => this.texts.get(field)?.[choice - 1] ?? '';
	first = (field: ImportField): string => this.texts.get(field)?.find(Boolean) ?? '';
	isEmpty = (): boolean => this.texts.size === 0;
}

const CHOICES = [1, 2, 3, 4];
/** Separators of fields whose texts are joined. */
const SEPARATORS: Partial<Record<ImportField, string>> = {
	houseNumber: ' ',
	addressLine2: ', ',
	firstName: ' ',
	lastName: ' ',
	tags: ',',
	notes: '\n',
};
/** Countries whose postal service writes the state after the city. */
const WITH_REGION = new Set(['US', 'CA', 'AU', 'BR', 'MX', 'IN', 'MY', 'AE']);
const YES = /^(yes|true|1|ja|oui|x)$/i;
const STARRED = /^\*? ?starred( in android)?$/i;
/** Groups that contact programs create automatically. */
const SYSTEM_GROUP = /^\* |^my ?contacts$/i;

/** Separator of several values in one cell, as Google Contacts exports them. The first value is used. */
const VALUE_SEPARATOR = ' ::: ';

/**
 * @param columns target of each column, or null to ignore it
 * @param labels for each column, the index of the column with its label in this row (such as "Work"), or -1
 * @param isNumber whether the cell of a column is numeric
 * @param isOwn whether the file was exported by this program
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
	/** Choices by kind and label column, so that two columns with the same label get different choices. */
	const choices = new Map<string, number>();
	const choiceIn = (target: ColumnTarget, labelColumn: number): number | undefined => {
		const label = cells[labelColumn]?.trim();
		if (!label) return target.choice;
		const kind = POSTAL_FIELDS.some((field) => field === target.field) ? 'place' : target.field;
		const assigned = choices.get(`${kind} ${labelColumn}`);
		if (assigned !== undefined) return assigned;
		const taken = [...choices].filter(([key]) => key.startsWith(`${kind} `)).map(([, choice]) => choice);
		let choice = choiceOfLabel(target.field, label);
		if (choice === undefined) return undefined;
		while (taken.includes(choice) && choice < CHOICES.length) choice += 1;
		choices.set(`${kind} ${labelColumn}`, choice);
		return choice;
	};
	for (const [column, target] of columns.entries()) {
		const cell = cells[column] ?? '';
		if (!target || cell === '') continue;
		const value = target.field === 'tags' || isOwn ? cell : (cell.split(VALUE_SEPARATOR)[0] ?? '');
		const choice = choiceIn(target, labels[column] ?? -1);
		if (choice === undefined) continue;
		contact.add({ field: target.field, choice }, value);
		if (target.field === 'zipcode' && isNumber(column)) contact.hasNumericPostcode = true;
	}
	return contact;
}

export const formatParcel = (parcel: BookEntry['defaultParcel']): string =>
	parcel ? `${parcel.lengthCm} × ${parcel.widthCm} × ${parcel.heightCm} cm, ${parcel.weightKg} kg` : '';

function readParcel(text: string): BookEntry['defaultParcel'] {
	const [lengthCm, widthCm, heightCm, weightKg] = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
	return parcelSizeSchema.safeParse({ lengthCm, widthCm, heightCm, weightKg }).data ?? null;
}

/** The first choice with a street or postcode, else the first with a city or country, else 1. */
function addressChoice(contact: Contact): number {
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
	/** Sentence parts in lower case; a contact with errors cannot be imported. */
	errors: string[];
	/** Sentence parts in lower case. */
	warnings: string[];
	/** The fields of the entry that the file fills. */
	filledFields: (keyof BookEntry)[];
}

/** @returns an ISO 3166-1 code, or an empty string when the contact names no country or an unknown one */
const countryOf = (contact: Contact, choice: number): string => {
	const country = contact.get('country', choice);
	return country === '' ? '' : countryCodeOf(country);
};

/** Appends the state in the countries of WITH_REGION. */
function cityOf(contact: Contact, choice: number, countryCode: string): string {
	const region = contact.get('region', choice);
	const city = contact.get('city', choice);
	return region !== '' && WITH_REGION.has(countryCode) ? [city, region].filter(Boolean).join(', ') : city;
}

/** Separates the star, which contact programs export as a tag, from the tags, and drops their system groups. */
function tagsOf(contact: Contact): { tags: string[]; hasStar: boolean } {
	const isStar = (label: string) => !contact.isOwn && STARRED.test(label);
	const labels = contact
		.get('tags', 1)
		.split(/[,;]| ::: /)
		.map((label) => label.trim())
		.filter((label) => label !== '' && (contact.isOwn || STARRED.test(label) || !SYSTEM_GROUP.test(label)));
	return { tags: [...new Set(labels.filter((label) => !isStar(label)))], hasStar: labels.some(isStar) };
}

const isImportField = (name: unknown): name is ImportField =>
	typeof name === 'string' && Object.hasOwn(IMPORT_FIELDS, name);

/** Error texts without repetitions. */
function errorsFromIssues(issues: readonly z.core.$ZodIssue[]): string[] {
	const errors = issues.map(({ path, code, message }) => {
		const title = (isImportField(path[0]) ? IMPORT_FIELDS[path[0]] : IMPORT_FIELDS.country)();
		// A custom issue of the whole entry is a complete message without the field's title.
		return code === 'custom' && path.length === 1
			? message
			: `${title}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
	});
	return [...new Set(errors)];
}

/** @param defaults country and book of a contact that names none */
export function entryOfContact(contact: Contact, defaults: { countryCode: string; book: string }): ReadContact {
	const choice = addressChoice(contact);
	const errors: string[] = [];
	const warnings: string[] = [];
	const country = contact.get('country', choice);
	const found = countryOf(contact, choice);
	if (country !== '' && found === '')
		errors.push(t('there is no country named "{name}"', { name: country.slice(0, 60) }));
	const countryCode = found || defaults.countryCode;

	const written = contact.get('zipcode', choice);
	const zipcode = contact.hasNumericPostcode ? padPostcode(written, countryCode) : written;
	if (zipcode !== written)
		warnings.push(
			t('postcode {written} was read as {read}, because the file stores it as a number', { written, read: zipcode }),
		);

	const { tags, hasStar } = tagsOf(contact);
	const namesBook = contact.first('book') !== '';
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
		book: contact.first('book') || defaults.book,
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
	const normalized = parsed.data ?? entry;
	const filledFields = filledFieldsOf(normalized).filter((field) => field !== 'book' || namesBook);
	return { entry: normalized, errors, warnings, filledFields };
}

const kindOf = (text: string): BookEntry['kind'] =>
	/^(business|company|b2b)$/i.test(text)
		? 'business'
		: /^(residential|home|private|b2c)$/i.test(text)
			? 'residential'
			: '';

const filledFieldsOf = (entry: BookEntry): (keyof BookEntry)[] =>
	ENTRY_FIELDS.filter((field) => JSON.stringify(entry[field]) !== JSON.stringify(emptyEntry[field]));
