// Formats an address as the lines that are usual in its country. The order of the lines comes from localized-address-format, which has
// the address data of Google's libaddressinput; the form of postcodes comes from places/postcode-forms.csv.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatAddress } from 'localized-address-format';
import * as z from 'zod';
import { splitCityLine } from '../../src-contract/rules/address-regions';
import { readTable } from '../platform/table';

const postcodeFormRow = z.object({
	country: z.string().length(2),
	/** Matches a postcode without spaces and hyphens. */
	pattern: z.string().transform((text) => new RegExp(`^${text}$`)),
	/** Replacement for the matched postcode, such as `$1 $2`. */
	form: z.string().includes('$1'),
	confidence: z.enum(['high', 'medium', 'low']),
});

export interface AddressParts {
	countryCode: string;
	companyName?: string | undefined;
	contactPerson: string;
	zipcode: string;
	city: string;
}

/** A printed line. */
export interface AddressLine {
	/** Field of the address that the line shows. `city` stands for city, region and postcode. */
	field: 'companyName' | 'contactPerson' | 'addressLine1' | 'city';
	text: string;
}

const NON_LATIN_LETTER = /(?!\p{Script=Latin})\p{L}/u;

/**
 * Vehicle registration codes that are written before postcodes in place of the ISO code, as in "D-10115". All these countries have
 * postcodes of digits only. In other countries, such letters may be a state: "FL-33101" in the US.
 */
const VEHICLE_CODES = new Map([
	['AT', 'A'],
	['AX', 'FI'],
	['BE', 'B'],
	['DE', 'D'],
	['ES', 'E'],
	['FI', 'SF'],
	['FR', 'F'],
	['GF', 'F'],
	['GP', 'F'],
	['HU', 'H'],
	['IT', 'I'],
	['LI', 'FL|CH'],
	['LU', 'L'],
	['MC', 'F'],
	['MQ', 'F'],
	['NO', 'N'],
	['PT', 'P'],
	['RE', 'F'],
	['SE', 'S'],
	['SI', 'SLO'],
	['SM', 'I'],
	['VA', 'I'],
	['YT', 'F'],
]);

/** Placeholders for parts of the address while the lines are put in order. No text of a request contains these characters. */
const NAMES = '\ue001';
const STREET = '\ue002';
const CITY = '\ue003';
const REGION = '\ue004';
const POSTCODE = '\ue005';
const PLACEHOLDERS = /[\ue001-\ue005]/g;

interface CityParts {
	city?: string | undefined;
	region?: string | undefined;
}

/** Whether the lines show a part of the address: at its placeholder, or as fixed text such as SINGAPORE. */
function showsPart(lines: readonly string[], placeholder: string, text = ''): boolean {
	if (text === '' || lines.some((line) => line.includes(placeholder))) return true;
	return lines.some((line) => line.replace(PLACEHOLDERS, '').trim() === text.toUpperCase());
}

/** The lines in the country's order, with placeholders for names and street. @param postcode in the form of the country */
function placeholderLines({ countryCode, city, zipcode }: AddressParts, postcode: string): string[] {
	const format = (parts: CityParts) =>
		formatAddress(
			{
				postalCountry: countryCode,
				name: NAMES,
				addressLines: [STREET],
				postalCode: postcode && POSTCODE,
				...(parts.city && { locality: CITY }),
				...(parts.region && { administrativeArea: REGION }),
			},
			NON_LATIN_LETTER.test(city) ? 'local' : 'latin',
		);
	// The address form of some countries has no city or no region: try other positions until no text is missing.
	const positions: CityParts[] = [splitCityLine(city, countryCode), { city }, { region: city }];
	for (const parts of positions) {
		const lines = format(parts);
		if (!showsPart(lines, CITY, parts.city) || !showsPart(lines, REGION, parts.region)) continue;
		// The country's form has no postcode. A text such as 00000 only fills the required field; any other postcode gets its own line.
		if (!showsPart(lines, POSTCODE, postcode) && /[1-9A-Z]/i.test(postcode)) lines.push(POSTCODE);
		return lines.map((line) =>
			line
				.replace(CITY, () => parts.city ?? '')
				.replace(REGION, () => parts.region ?? '')
				.replace(POSTCODE, () => postcode),
		);
	}
	return [NAMES, STREET, `${zipcode} ${city}`];
}

/** @throws Error for the first invalid row of places/postcode-forms.csv */
export function loadAddressFormatter(resourcesDir: string) {
	const file = path.join(resourcesDir, 'places', 'postcode-forms.csv');
	const postcodeForms = new Map(
		readTable(file, readFileSync(file, 'utf8'), postcodeFormRow).map((row) => [row.country, row] as const),
	);

	/** The postcode without a country code before it, and in the form of the country if the table has that form. */
	function formatPostcode(zipcode: string, countryCode: string): string {
		const prefixes = [countryCode, VEHICLE_CODES.get(countryCode)].filter(Boolean).join('|');
		const trimmed = zipcode.trim();
		const withoutCountry = trimmed.replace(new RegExp(`^(${prefixes})[- ]?`, 'i'), '');
		const postcodeForm = postcodeForms.get(countryCode);
		// The whole text first: postcodes of the Isle of Man begin with IM.
		for (const text of [trimmed, withoutCountry]) {
			const compact = text.replace(/[\s-]/g, '').toUpperCase();
			if (postcodeForm?.pattern.test(compact)) return compact.replace(postcodeForm.pattern, postcodeForm.form);
		}
		return /^[\d -]+$/.test(withoutCountry) ? withoutCountry : trimmed;
	}

	/**
	 * The lines of an address without the country, from top to bottom.
	 * @param streetLines the address lines as they are printed
	 */
	function addressLines(address: AddressParts, streetLines: readonly string[]): AddressLine[] {
		const { companyName, contactPerson, zipcode, countryCode } = address;
		const lines = placeholderLines(address, formatPostcode(zipcode, countryCode));
		const names: AddressLine[] = [
			...(companyName ? [{ field: 'companyName' as const, text: companyName }] : []),
			{ field: 'contactPerson', text: contactPerson },
		];
		const streets = streetLines.filter(Boolean).map((text): AddressLine => ({ field: 'addressLine1', text }));
		return lines.flatMap((line): AddressLine[] => {
			if (line === NAMES) return names;
			// Some countries write the city beside the street. It gets a line of its own here, because a street may be long.
			const [before = '', after] = line.split(STREET);
			const text = [before, after ?? '']
				.map((part) => part.replace(/^[\s,]+|[\s,]+$/g, ''))
				.filter(Boolean)
				.join(' ');
			const cityLine: AddressLine[] = text ? [{ field: 'city', text }] : [];
			return after === undefined ? cityLine : [...streets, ...cityLine];
		});
	}

	return { addressLines, formatPostcode };
}
