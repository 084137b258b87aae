// Postcode formats by country.
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** Restores leading zeros that a spreadsheet dropped, for countries with numeric postcodes of a fixed length. */
export function padPostcode(text: string, countryCode: string): string {
	if (!/^\d+$/.test(text) || !hasPostcodeFormat(countryCode) || isPostcode(text, countryCode)) return text;
	return ['0', '00'].map((zeros) => zeros + text).find((padded) => postcodeValidator(padded, countryCode)) ?? text;
}

/** True when the postcode format of the country is known. */
export const hasPostcodeFormat = (countryCode: string) => postcodeValidatorExistsForCountry(countryCode);

/** Accepts variants: with or without space, hyphen or country prefix. */
export function isPostcode(text: string, countryCode: string): boolean {
	const written = text.trim().toUpperCase();
	if (postcodeValidator(written, countryCode)) return true;
	const bare = written.replace(new RegExp(`^${countryCode}[- ]?(?=\\d)`), '').replace(/[\s-]/g, '');
	if (postcodeValidator(bare, countryCode) || postcodeValidator(countryCode + bare, countryCode)) return true;
	return [' ', '-'].some((separator) =>
		Array.from(
			{ length: Math.max(0, bare.length - 1) },
			(_, at) => bare.slice(0, at + 1) + separator + bare.slice(at + 1),
		).some((variant) => postcodeValidator(variant, countryCode)),
	);
}
