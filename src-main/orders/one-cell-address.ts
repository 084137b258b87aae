// Splits an address that a shop writes into one cell, as Magento does: "Hauptstraße 4,Mutlangen,Baden-Württemberg,73557". Pure.
import type { Address, BookEntry } from '../../src-contract/model/address';
import { hasRegion } from '../../src-contract/rules/address-regions';
import { hasPostcodeFormat, isPostcode } from '../../src-contract/rules/postcodes';

/**
 * @returns the fields in the order street, city, region (if it has no digit) and postcode; undefined when the last part of the text is
 * no postcode of the recipient's country
 */
export function splitAddress({ addressLine1, addressLine2, countryCode }: BookEntry): Partial<Address> | undefined {
	const parts = [addressLine1, addressLine2]
		.join(',')
		.split(',')
		.map((part) => part.trim())
		.filter(Boolean);
	const zipcode = parts.pop() ?? '';
	if (parts.length < 2 || !hasPostcodeFormat(countryCode) || !isPostcode(zipcode, countryCode)) return undefined;
	// Of three parts or more, the last two are city and region, unless the first of them belongs to the street.
	const hasRegionPart = parts.length > 2 && !/\d/.test(parts.slice(-2).join(''));
	const region = hasRegionPart ? (parts.pop() ?? '') : '';
	const city = parts.pop() ?? '';
	const [street = '', ...moreLines] = parts;
	return {
		addressLine1: street,
		addressLine2: moreLines.join(', '),
		city,
		region: hasRegion(countryCode) ? region : '',
		zipcode,
	};
}
