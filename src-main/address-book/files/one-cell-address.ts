// Splits an address that a program or a person wrote into one cell of a file. Pure.
import type { Address } from '../../../src-contract/model/address';
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
 * @returns undefined when the text has no street, or no postcode or city that is recognised
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
		if (split.addressLine1 !== '' && (isRecognised('zipcode') || isRecognised('city')) && isInCountry) return split;
	}
	return undefined;
}
