// Splits an address that a program or a person wrote into one cell of a file. Pure.
import type { Address } from '../../../src-contract/model/address';
import { normalizeForMatching } from '../../../src-contract/rules/place-matching';
import { countryCodeOf } from '../../platform/country-names';
import { isNameOfRegion } from '../gazetteer';
import { parsePastedAddress } from '../paste-parser';

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
	// The order of Magento, with the postcode last, is recognised only with a country.
	for (const country of countryCode === '' ? ['', homeCountry] : [countryCode]) {
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
