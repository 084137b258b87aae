// Splits an address that a program or a person wrote into one cell of a file. Pure.
import type { Address } from '../../../src-contract/model/address';
import { hasRegion } from '../../../src-contract/rules/address-regions';
import { normalizeForMatching } from '../../../src-contract/rules/place-matching';
import { hasPostcodeFormat, isPostcode } from '../../../src-contract/rules/postcodes';
import { countryCodeOf } from '../../platform/country-names';
import { countriesOfCity, countriesOfRegion, isCityName, isNameOfRegion } from '../gazetteer';
import { parsePastedAddress } from '../paste-parser';
import { hasLegalForm, isCompany, isTitledPerson, isWithinBuilding } from '../paste-words';
import { looksLikeStreet } from './columns';

const ENGLISH_NAMES = new Intl.DisplayNames(['en'], { type: 'region' });
const SPLIT_FIELDS = [
	'companyName',
	'contactPerson',
	'phone',
	'email',
	'addressLine1',
	'addressLine2',
	'zipcode',
	'city',
	'region',
	'countryCode',
] as const satisfies readonly (keyof Address)[];
export type SplitAddress = Record<(typeof SPLIT_FIELDS)[number], string>;

/**
 * @param cell the text, with line breaks or commas: "Hauptstraße 4,Mutlangen,Baden-Württemberg,73557"
 * @param countryCode the country that the row names in another cell; empty when it names none
 * @param homeCountry the country of an address that names none
 * @returns the fields, with the text that belongs to none in `addressLine2`; undefined when the text has no street, or no postcode or city that is recognised
 */
export function splitAddress(cell: string, countryCode: string, homeCountry: string): SplitAddress | undefined {
	const regular = splitRegularAddress(cell, countryCode, homeCountry);
	if (regular) return regular;
	// The order of Magento, with the postcode last, is recognised only with a country.
	for (const country of countryCode === '' ? new Set(['', homeCountry]) : [countryCode]) {
		const text = country === '' ? cell : `${cell}\n${ENGLISH_NAMES.of(country)}`;
		const fields = parsePastedAddress(text, country || homeCountry);
		const textOf = (name: string) => fields.find(({ field }) => field === name)?.value ?? '';
		const isRecognised = (name: string) =>
			fields.some(({ field, confidence }) => field === name && confidence !== 'guess');
		const split = Object.fromEntries(SPLIT_FIELDS.map((field) => [field, textOf(field)])) as SplitAddress;
		const isInCountry = countryCode === '' ? isRecognised('countryCode') : split.countryCode === countryCode;
		if (split.addressLine1 !== '' && (isRecognised('zipcode') || isRecognised('city')) && isInCountry) {
			const more = unreadPartsOf(cell, split);
			return { ...split, addressLine2: [split.addressLine2, ...more].filter(Boolean).join(', ') };
		}
	}
	return undefined;
}

/**
 * Splits the form of Magento's lists: company, street, parts of the building, city, state or province, postcode. An address with anything
 * else is left to the parser of pasted addresses, which is slower.
 */
function splitRegularAddress(cell: string, countryCode: string, homeCountry: string): SplitAddress | undefined {
	const parts = cell.split(/\s*[,\n]\s*/);
	const companyName = hasLegalForm(parts[0] ?? '') ? (parts.shift() ?? '') : '';
	const zipcode = parts.pop() ?? '';
	const isStreet = looksLikeStreet(parts[0] ?? '') && !isCompany(parts[0] ?? '') && !isTitledPerson(parts[0] ?? '');
	if (!isStreet || parts.length < 2) return undefined;
	if (countryCode !== '') return splitParts(parts, companyName, zipcode, countryCode, true);
	return (
		splitParts(parts, companyName, zipcode, homeCountry, false) ??
		splitParts(parts, companyName, zipcode, countryOfPlace(parts, zipcode), false)
	);
}

/** @param lines street, parts of the building, city, and the region if there is one */
function splitParts(
	lines: readonly string[],
	companyName: string,
	zipcode: string,
	country: string,
	isKnownCountry: boolean,
): SplitAddress | undefined {
	if (country === '' || !hasPostcodeFormat(country) || !isPostcode(zipcode, country)) return undefined;
	const parts = [...lines];
	// Magento leaves the place of a missing region empty.
	const hasRegionPart = parts.length > 2 && (parts.at(-1) === '' || isNameOfRegion(parts.at(-1) ?? '', country));
	const region = hasRegionPart ? (parts.pop() ?? '') : '';
	const city = parts.pop() ?? '';
	const [street = '', ...building] = parts;
	const isPlace = region !== '' || isCityName(city, country) || isKnownCountry;
	const isBuilding = building.every((part) => isWithinBuilding(part) || CODE_OF_DOOR.test(part));
	if (!isPlace || !/^\p{Lu}[\p{L} .'’()-]+$/u.test(city) || !isBuilding) return undefined;
	return {
		companyName,
		contactPerson: '',
		phone: '',
		email: '',
		addressLine1: street,
		addressLine2: building.join(', '),
		zipcode,
		city,
		region: hasRegion(country) ? region : '',
		countryCode: country,
	};
}

/** A word and a short number: "Digicode 27B4". */
const CODE_OF_DOOR = /^\p{L}+ (?=[\dA-Z]*\d)[\dA-Z]{1,5}$/u;
/** Countries where streets have German names. With such a street, other countries are left to the slower parser. */
const GERMAN_COUNTRIES = ['DE', 'AT', 'CH'];
/**
 * The only country that has the last part as a region, or a city, and postcodes of this form; empty when there is none. Several may have
 * a city of this name: a German street tells.
 */
function countryOfPlace(parts: readonly string[], zipcode: string): string {
	const [beforeLast = '', last = ''] = parts.slice(-2);
	const ofCity = countriesOfCity(last === '' ? beforeLast : last);
	const ofRegion = countriesOfRegion(last).filter((code) => !ofCity.includes(code) || isCityName(beforeLast, code));
	for (const codes of [ofRegion, ofCity]) {
		const possible = codes.filter((found) => hasPostcodeFormat(found) && isPostcode(zipcode, found));
		const german = possible.filter((code) => GERMAN_COUNTRIES.includes(code));
		const [code = '', ...others] = /\p{L}{3}(?:straße|strasse|str\.|gasse) \d/iu.test(parts[0] ?? '')
			? german
			: possible;
		if (code !== '' && others.length === 0) return code;
	}
	return '';
}

/** The parts of the cell that are in no field, such as a request to the driver; without names of its country and of regions. */
function unreadPartsOf(cell: string, split: SplitAddress): string[] {
	const read = normalizeForMatching(Object.values(split).join(''));
	const isRead = (part: string) =>
		part.split(/\s+/).every((word) => read.includes(normalizeForMatching(word.replace(/^[A-Z]{1,3}-(?=\d)/, ''))));
	return cell
		.split(/[\n,;]/)
		.map((part) => part.trim())
		.filter(
			(part) => !isRead(part) && countryCodeOf(part) !== split.countryCode && !isNameOfRegion(part, split.countryCode),
		);
}
