// Postcodes by the form that their country gives them. Pure.
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** A number has no zeros at its front; the countries whose postcodes are of one length have them put back. */
export function padPostcode(text: string, countryCode: string): string {
	if (!/^\d+$/.test(text) || !hasPostcodeForm(countryCode) || isPostcode(text, countryCode)) return text;
	return ['0', '00'].map((zeros) => zeros + text).find((one) => postcodeValidator(one, countryCode)) ?? text;
}

/** Whether the form of postcodes in that country is known. */
export const hasPostcodeForm = (countryCode: string) => postcodeValidatorExistsForCountry(countryCode);

/** However it is written: with or without its gap, its hyphen and the letters of its country. */
export function isPostcode(text: string, countryCode: string): boolean {
	const written = text.trim().toUpperCase();
	if (postcodeValidator(written, countryCode)) return true;
	const bare = written.replace(new RegExp(`^${countryCode}[- ]?(?=\\d)`), '').replace(/[\s-]/g, '');
	if (postcodeValidator(bare, countryCode) || postcodeValidator(countryCode + bare, countryCode)) return true;
	return [' ', '-'].some((between) =>
		Array.from(
			{ length: Math.max(0, bare.length - 1) },
			(_, at) => bare.slice(0, at + 1) + between + bare.slice(at + 1),
		).some((one) => postcodeValidator(one, countryCode)),
	);
}
