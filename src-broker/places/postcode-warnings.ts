// Warns about postcodes that do not have the form of their country. They are not rejected, because carriers accept other forms too.
import type { FieldError } from '../../src-contract/errors';
import { hasPostcodeFormat, isPostcode } from '../../src-contract/rules/postcodes';

export function postcodeWarnings(zipcode: string | undefined, countryCode: string, path: string): FieldError[] {
	if (!zipcode || !hasPostcodeFormat(countryCode) || isPostcode(zipcode, countryCode)) return [];
	return [
		{ path, code: 'unlikely_postcode', message: `${zipcode} does not have the form of a postcode of ${countryCode}` },
	];
}

/** Warnings about both postcodes of a rates or duties request. */
export const routeWarnings = (request: {
	fromCountry: string;
	fromZipcode?: string | undefined;
	toCountry: string;
	toZipcode?: string | undefined;
}): FieldError[] => [
	...postcodeWarnings(request.fromZipcode, request.fromCountry, 'fromZipcode'),
	...postcodeWarnings(request.toZipcode, request.toCountry, 'toZipcode'),
];
