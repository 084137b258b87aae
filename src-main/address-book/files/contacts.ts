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
import { hasRegion } from '../../../src-contract/rules/address-regions';
import { hasPostcodeFormat, isPostcode, padPostcode } from '../../../src-contract/rules/postcodes';
import { countryCodeOf } from '../../platform/country-names';
import { truncateCell } from '../../platform/tabular/tables';
import { labelOf } from '../paste-labels';
import { findPlace } from '../paste-place-finder';
import { hasStreetWord, isCompany, isTitledPerson, isWithinBuilding, PERSON_NAME } from '../paste-words';
import { choiceOfUsage, looksLikeCompany, looksLikeStreet, TEXT_SEPARATORS } from './columns';
import { type SplitAddress, splitAddress } from './one-cell-address';

/**
 * The texts of a contact, by import field and choice. A file may have several texts for a field, such as a work and a home address;
 * their choices number them from 1 (preferred) to 4.
 */
export class Contact {
	/** The texts of a field; choice n is at index n - 1. */
	private readonly texts = new Map<ImportField, string[]>();
	/** Whether the file was exported by this program. If so, its texts need no interpretation. */
	isWaybillExport = false;

	/** Adds a text. A second text for the same field and choice is appended if the field is in TEXT_SEPARATORS, else ignored. */
	add({ field, choice }: ColumnTarget, text: string): void {
		const value = truncateCell(text)
			.replace(/\u00a0/g, ' ')
			.trim();
		if (value === '') return;
		const fieldTexts = this.texts.get(field) ?? [];
		const existing = fieldTexts[choice - 1];
		const separator = TEXT_SEPARATORS[field];
		if (existing === undefined) fieldTexts[choice - 1] = value;
		else if (separator !== undefined) fieldTexts[choice - 1] = existing + separator + value;
		this.texts.set(field, fieldTexts);
	}

	/** The text of a choice, or an empty string. */
	get = (field: ImportField, choice: number): string => this.texts.get(field)?.[choice - 1] ?? '';
	/** The most preferred text of a field, or an empty string. */
	first = (field: ImportField): string => this.texts.get(field)?.find(Boolean) ?? '';
	isEmpty = (): boolean => this.texts.size === 0;
}

const ALL_CHOICES = [1, 2, 3, 4];
const YES_WORDS = /^(yes|true|1|ja|oui|x)$/i;
const STAR_TAG = /^\*? ?starred( in android)?$/i;
/** Tags for the groups that contact programs create automatically. */
const SYSTEM_TAG = /^\* |^my ?contacts$/i;

/** Separator of several values in one cell, as Google Contacts exports them. Only the first value is used, except of tags. */
const VALUE_SEPARATOR = ' ::: ';

/**
 * Reads a row of a table file as a contact.
 * @param columns target of each column, or null to ignore the column
 * @param usageColumnOfColumn for each column, the index of the column that says for what use the value is, such as "Work", or -1
 * @param isWaybillExport whether the file was exported by this program
 */
export function contactOfRow(
	cells: readonly string[],
	columns: readonly (ColumnTarget | null)[],
	usageColumnOfColumn: readonly number[],
	isWaybillExport = false,
): Contact {
	const contact = new Contact();
	contact.isWaybillExport = isWaybillExport;
	/**
	 * Choices by kind of text (a field, or `address` for all postal fields) and usage column. Two usage columns that contain the same
	 * word get different choices.
	 */
	const choices = new Map<string, number>();
	const choiceForColumn = (target: ColumnTarget, usageColumn: number): number | undefined => {
		const label = cells[usageColumn]?.trim();
		if (!label) return target.choice;
		const kind = POSTAL_FIELDS.some((field) => field === target.field) ? 'address' : target.field;
		const assignedChoice = choices.get(`${kind} ${usageColumn}`);
		if (assignedChoice !== undefined) return assignedChoice;
		const takenChoices = [...choices].filter(([key]) => key.startsWith(`${kind} `)).map(([, choice]) => choice);
		let choice = choiceOfUsage(target.field, label);
		if (choice === undefined) return undefined;
		while (takenChoices.includes(choice) && choice < ALL_CHOICES.length) choice += 1;
		choices.set(`${kind} ${usageColumn}`, choice);
		return choice;
	};
	for (const [column, target] of columns.entries()) {
		const cell = cells[column] ?? '';
		if (!target || cell === '') continue;
		const value = target.field === 'tags' || isWaybillExport ? cell : (cell.split(VALUE_SEPARATOR)[0] ?? '');
		const choice = choiceForColumn(target, usageColumnOfColumn[column] ?? -1);
		if (choice === undefined) continue;
		contact.add({ field: target.field, choice }, value);
	}
	return contact;
}

/** The parcel as text, which `readParcel` reads back. */
export const formatParcel = (parcel: BookEntry['defaultParcel']): string =>
	parcel ? `${parcel.lengthCm} × ${parcel.widthCm} × ${parcel.heightCm} cm, ${parcel.weightKg} kg` : '';

function readParcel(text: string): BookEntry['defaultParcel'] {
	if (text === '') return null;
	const [lengthCm, widthCm, heightCm, weightKg] = (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
	return parcelSizeSchema.safeParse({ lengthCm, widthCm, heightCm, weightKg }).data ?? null;
}

/**
 * The choice of the most preferred address that has a street, a second address line or a postcode; if there is none, of the first
 * address with a city or country; else 1.
 */
function addressChoice(contact: Contact): number {
	const firstChoiceWith = (...fields: ImportField[]) =>
		ALL_CHOICES.find((choice) => fields.some((field) => contact.get(field, choice) !== ''));
	return firstChoiceWith('addressLine1', 'zipcode', 'addressLine2') ?? firstChoiceWith('city', 'country') ?? 1;
}

/** Postcode and city; a column such as "PLZ/Ort" has both in one cell: "1010 Wien", "1012 LG Amsterdam". */
function postcodeAndCityOf(contact: Contact, choice: number, countryCode: string): [postcode: string, city: string] {
	const [postcode, city] = [contact.get('zipcode', choice), contact.get('city', choice)];
	if (contact.isWaybillExport || !hasPostcodeFormat(countryCode) || isPostcode(postcode, countryCode))
		return [postcode, city];
	const [, ownPostcode = '', ownCity = ''] =
		/^((?:[A-Z]{1,3}-)?\d[\d-]{2,7}(?: [A-Z]{2}(?= ))?) (\p{L}[\p{L}\p{M} .'’/()-]+)$/u.exec(
			postcode.replace(/\s+/g, ' '),
		) ?? [];
	const isSplit = ownCity !== '' && isPostcode(ownPostcode, countryCode) && (city === '' || city === ownCity);
	if (isSplit) return [ownPostcode, ownCity];
	// "Woodbridge IP12 1PE": the city comes first.
	const place = city === '' && /\p{L}{3}/u.test(postcode) ? findPlace([postcode], [countryCode]) : undefined;
	return place?.lines.length === 0 ? [place.zipcode, place.city] : [postcode, city];
}

/** Countries that write the house number before the street (Universal Postal Union, addressing guides). */
const NUMBER_FIRST = new Set(['AU', 'CA', 'FR', 'GB', 'HK', 'IE', 'IN', 'LU', 'MC', 'MY', 'NZ', 'SG', 'US', 'ZA']);

/**
 * Whether two parts of a cell are a company without a legal form and a person, as in "Bakkerij Jansen, Els Jansen". A surname before given
 * names has one word before the comma, or one after it.
 */
const isReadAsCompanyAndPerson = (firstPart: string, secondPart: string): boolean =>
	[firstPart, secondPart].every((part) => /^\S+ \S/.test(part) && !/\d/.test(part)) &&
	!looksLikeCompany(firstPart) &&
	!looksLikeCompany(secondPart) &&
	// A surname such as "van der Berg" begins with a small letter.
	!/^\p{Ll}/u.test(firstPart);

/** The person of a contact. A column "Name" beside one with first names has the surname, as Lexware writes it. */
function personOf(contact: Contact): string {
	const person = contact.first('contactPerson');
	const [firstName, lastName] = [contact.get('firstName', 1), contact.get('lastName', 1)];
	if (person === '') return [firstName, lastName].filter(Boolean).join(' ');
	const isPartOfPerson = ` ${person.toLowerCase()} `.includes(` ${firstName.toLowerCase()} `);
	return firstName === '' || lastName !== '' || isPartOfPerson ? person : `${firstName} ${person}`;
}

/** The end of a long name of a company. */
const COMPANY_ENDING =
	/^(?:(?:&|und|and|et)\s+(?:co|söhne|sons|partners?|cie)\.?(?:\s*(?:kg|ohg|kgaa|gmbh))?|gmbh(?:\s*&\s*co\.?\s*kg)?|ag|kg|ohg|e\.?k\.?|ltd\.?|llc|inc\.?|b\.?v\.?|s\.?a\.?s?\.?|s\.?r\.?l\.?)$/iu;
/** Whether a line of a company's address is the person there. */
const isPersonOf = (line: string, company: string): boolean =>
	company !== '' &&
	(labelOf(line)?.field === 'contactPerson' ||
		isTitledPerson(line) ||
		(PERSON_NAME.test(line) &&
			// "Lager B"
			/\p{L}{2}$/u.test(line) &&
			isCompany(company) &&
			!isCompany(line) &&
			!isWithinBuilding(line) &&
			!hasStreetWord(line)));

/**
 * The company, the person and the lines of the address. A "company or name" is a company if the row names a person too, or if it has
 * the form of one. Some shops have no field for a company, so that it is in the first line, before the street. A name that is left
 * over becomes an address line: nothing is dropped.
 */
function namesAndLinesOf(contact: Contact, choice: number, countryCode: string) {
	let name = contact.first('name');
	let companyName = contact.first('companyName');
	let contactPerson = personOf(contact);
	let extraName = '';
	// Odoo writes the company before the person: "Muster GmbH, Mia Muster".
	const [, firstPart = '', secondPart = ''] = /^([^,]+), ([^,]+)$/.exec(name) ?? [];
	const isCompanyAndPerson =
		(looksLikeCompany(firstPart) && !looksLikeCompany(secondPart)) || isReadAsCompanyAndPerson(firstPart, secondPart);
	if (contactPerson === '' && companyName === '' && isCompanyAndPerson)
		[name, companyName, contactPerson] = ['', firstPart, secondPart];
	if (name !== '' && companyName === '' && (contactPerson !== '' || looksLikeCompany(name))) companyName = name;
	else if (name !== '' && contactPerson === '') contactPerson = name;
	else if (name !== '' && name !== companyName && name !== contactPerson) extraName = name;

	const street = contact
		.get('addressLine1', choice)
		.split(/\s*\n\s*/)
		.filter(Boolean);
	const [first = '', ...more] = street;
	const houseNumbers = contact.get('houseNumber', choice);
	// Poland writes the flat after the house: 5/7.
	const house = countryCode === 'PL' ? houseNumbers.replace(/^(\d+\p{L}?) (\d+\p{L}?)$/u, '$1/$2') : houseNumbers;
	const lines = [
		(NUMBER_FIRST.has(countryCode) ? [house, first] : [first, house]).filter(Boolean).join(' '),
		...more,
		...contact
			.get('addressLine2', choice)
			.split('\n')
			.map((line) => line.trim()),
	].filter(Boolean);
	const [line1 = '', line2 = ''] = lines;
	const isWholeAddress = line1.includes(',');
	if (
		companyName === '' &&
		!isWholeAddress &&
		looksLikeCompany(line1) &&
		!looksLikeStreet(line1) &&
		looksLikeStreet(line2)
	) {
		companyName = line1;
		lines.shift();
	}
	// Carriers' files have a second and a third name: "& Co. KG", "z. Hd. Regula Muster", "Regula Muster".
	const [firstLine, ...joinedLines] = lines;
	const partsOfLines = joinedLines.flatMap((text) => text.split(', '));
	const namedLines = [...partsOfLines];
	const ending = companyName === '' ? undefined : namedLines.find((text) => COMPANY_ENDING.test(text));
	if (ending !== undefined) {
		companyName = `${companyName} ${ending}`;
		namedLines.splice(namedLines.indexOf(ending), 1);
	}
	const isPersonMissing =
		namedLines.length > 0 && (contactPerson === '' || (companyName === '' && isCompany(contactPerson)));
	const person = isPersonMissing
		? namedLines.find((text) => isPersonOf(text, companyName || contactPerson))
		: undefined;
	if (person !== undefined && !contact.isWaybillExport) {
		if (companyName === '') companyName = contactPerson;
		contactPerson = labelOf(person)?.value ?? person;
		namedLines.splice(namedLines.indexOf(person), 1);
	}
	// A line of which no name was taken stays as it is written.
	const rest = namedLines.length === partsOfLines.length ? joinedLines : namedLines;
	const [addressLine1 = '', ...otherLines] = [firstLine, ...rest].filter((text) => text !== undefined);
	return {
		companyName,
		contactPerson,
		addressLine1,
		addressLine2: [...otherLines, extraName].filter(Boolean).join(', '),
	};
}

/** The address of a row that has a street, but neither a postcode nor a city: the whole address may be in the cell of the street. */
function splitAddressOf(contact: Contact, choice: number, countryCode: string, homeCountry: string) {
	if (contact.isWaybillExport || contact.get('houseNumber', choice) !== '') return undefined;
	const cell = [contact.get('addressLine1', choice), contact.get('addressLine2', choice)].filter(Boolean).join('\n');
	return cell === '' ? undefined : splitAddress(cell, countryCode, homeCountry);
}

/** The names of the row and the lines of the split address. A name of the address fills an empty name of the row, or else becomes an address line. */
function withSplitNames(row: ReturnType<typeof namesAndLinesOf>, split: SplitAddress) {
	const companyName = row.companyName || split.companyName;
	const contactPerson = row.contactPerson || split.contactPerson;
	const extraNames = [split.companyName, split.contactPerson].filter(
		(name) => name !== companyName && name !== contactPerson,
	);
	return {
		companyName,
		contactPerson,
		addressLine1: split.addressLine1,
		addressLine2: [split.addressLine2, ...extraNames].filter(Boolean).join(', '),
	};
}

const MONTH = 'jan|feb|m[aä]r|apr|mai|may|mei|jun|jul|aug|sep|oct|okt|nov|dec|dez';
const DATE_TEXT = new RegExp(
	String.raw`^(\d{4}-\d{2}-\d{2}|\d{1,2}[. -]{1,2}(${MONTH})[a-z]*\.?([ -]\d{2,4})?|(${MONTH})[a-z]*\.?[ -]\d{1,4})$`,
	'i',
);
const SHORTENED_NUMBER = /^\d([.,]\d+)?e\+\d+$/i;
/** Values that a spreadsheet program has changed: a house number such as 12-3 to a date, and a long number to 2.01555E+09. */
export function changedBySpreadsheet(contact: Contact): { field: ImportField; message: string }[] {
	const choice = addressChoice(contact);
	const houseNumber = contact.get('houseNumber', choice);
	const problems: { field: ImportField; message: string }[] = [];
	if (DATE_TEXT.test(houseNumber))
		problems.push({
			field: 'houseNumber',
			message: t('the house number {text} is a date, because a spreadsheet program has changed it', {
				text: houseNumber,
			}),
		});
	for (const [field, text] of [
		['zipcode', contact.get('zipcode', choice)],
		['phone', contact.first('phone')],
	] as const)
		if (SHORTENED_NUMBER.test(text))
			problems.push({ field, message: t('{text} was shortened by a spreadsheet program', { text }) });
	return problems;
}

/** A contact of the file, converted to an entry. */
export interface ReadContact {
	entry: BookEntry;
	/** Parts of a sentence, in lower case. A contact with errors cannot be imported. */
	errors: string[];
	/** Parts of a sentence, in lower case. */
	warnings: string[];
	/** The fields of the entry that are filled, also by the default country, but not by the default book. */
	filledFields: (keyof BookEntry)[];
}

/** @returns an ISO 3166-1 code, or an empty string when the contact names no country or an unknown country */
const countryCodeOfContact = (contact: Contact, choice: number): string => {
	const country = contact.get('country', choice);
	return country === '' ? '' : countryCodeOf(country, contact.get('zipcode', choice));
};

/**
 * Splits the tags. The star of a contact program is exported as a tag, and returned as `hasStar`; system groups are dropped. In
 * a file that this program exported, every tag is an ordinary tag.
 */
function tagsOf(contact: Contact): { tags: string[]; hasStar: boolean } {
	const isStar = (tag: string) => !contact.isWaybillExport && STAR_TAG.test(tag);
	const allTags = contact
		.get('tags', 1)
		.split(/[,;]| ::: /)
		.map((tag) => tag.trim())
		.filter((tag) => tag !== '' && (contact.isWaybillExport || STAR_TAG.test(tag) || !SYSTEM_TAG.test(tag)));
	return { tags: [...new Set(allTags.filter((tag) => !isStar(tag)))], hasStar: allTags.some(isStar) };
}

const isImportField = (name: unknown): name is ImportField =>
	typeof name === 'string' && Object.hasOwn(IMPORT_FIELDS, name);

/** Error texts of validation issues, without repetitions. */
function errorsFromIssues(issues: readonly z.core.$ZodIssue[]): string[] {
	const errors = issues.map(({ path, code, message }) => {
		const title = (isImportField(path[0]) ? IMPORT_FIELDS[path[0]] : IMPORT_FIELDS.country)();
		// A custom issue of a field comes from a rule about the whole entry: its message is complete without the field's title.
		return code === 'custom' && path.length === 1 ? message : `${title}: ${message}`;
	});
	return [...new Set(errors)];
}

/** @param defaults country and book for a contact that names no country or no book */
export function entryOfContact(contact: Contact, defaults: { countryCode: string; book: string }): ReadContact {
	const choice = addressChoice(contact);
	const errors: string[] = changedBySpreadsheet(contact).map(({ message }) => message);
	const warnings: string[] = [];
	const country = contact.get('country', choice);
	const foundCode = countryCodeOfContact(contact, choice);
	if (country !== '' && foundCode === '')
		errors.push(t('there is no country named "{name}"', { name: country.slice(0, 60) }));
	const countryCode = foundCode || defaults.countryCode;

	const [writtenPostcode, city] = postcodeAndCityOf(contact, choice, countryCode);
	// Spreadsheet programs drop leading zeros, also from a text file that they open and save.
	const zipcode = padPostcode(writtenPostcode, countryCode);
	if (zipcode !== writtenPostcode)
		warnings.push(
			t('postcode {written} was read as {read}: it had lost its leading zero', {
				written: writtenPostcode,
				read: zipcode,
			}),
		);

	const rowNames = namesAndLinesOf(contact, choice, countryCode);
	const split = zipcode + city === '' ? splitAddressOf(contact, choice, foundCode, defaults.countryCode) : undefined;
	if (split) warnings.push(t('The address was split from one cell. Check it.'));
	const names = split ? withSplitNames(rowNames, split) : rowNames;
	const { companyName, contactPerson } = names;
	if (
		contact.first('name') === `${companyName}, ${contactPerson}` &&
		isReadAsCompanyAndPerson(companyName, contactPerson)
	)
		warnings.push(t('"{text}" was read as company and contact person', { text: contact.first('name') }));

	const { tags, hasStar } = tagsOf(contact);
	const hasBook = contact.first('book') !== '';
	const entry = {
		...emptyEntry,
		email: contact.first('email') || (split?.email ?? ''),
		phone: contact.first('phone') || (split?.phone ?? ''),
		...names,
		zipcode: split?.zipcode ?? zipcode,
		city: split?.city ?? city,
		// Odoo writes the country after a state, Massachusetts (US), and Wix before its code, US-MA.
		region: split
			? split.region
			: countryCode === '' || hasRegion(countryCode)
				? contact
						.get('region', choice)
						.replace(/ ?\([A-Z]{2}\)$/, '')
						.replace(/^[A-Z]{2}-(?=[A-Z]{2,3}$)/, '')
				: '',
		countryCode: split?.countryCode ?? countryCode,
		vatNumber: contact.first('vatNumber'),
		book: contact.first('book') || defaults.book,
		tags,
		isFavourite: YES_WORDS.test(contact.first('isFavourite')) || hasStar,
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
	const filledFields = filledFieldsOf(normalized).filter((field) => field !== 'book' || hasBook);
	return { entry: normalized, errors, warnings, filledFields };
}

const kindOf = (text: string): BookEntry['kind'] =>
	/^(business|company|b2b)$/i.test(text)
		? 'business'
		: /^(residential|home|private|b2c)$/i.test(text)
			? 'residential'
			: '';

const filledFieldsOf = (entry: BookEntry): (keyof BookEntry)[] =>
	ENTRY_FIELDS.filter((field) => {
		const value = entry[field];
		return typeof value === 'string'
			? value !== emptyEntry[field]
			: JSON.stringify(value) !== JSON.stringify(emptyEntry[field]);
	});
