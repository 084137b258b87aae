// Postcode formats by country.
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** Vehicle registration codes that differ from the country's code. */
const VEHICLE_CODES: Record<string, string> = {
	AT: 'A',
	BE: 'B',
	DE: 'D',
	ES: 'E',
	FI: 'FIN',
	FR: 'F',
	HU: 'H',
	IT: 'I',
	LI: 'FL',
	LU: 'L',
	NO: 'N',
	PT: 'P',
	SE: 'S',
	SI: 'SLO',
};

/** Restores leading zeros that a spreadsheet dropped, for countries with numeric postcodes of a fixed length. */
export function padPostcode(text: string, countryCode: string): string {
	if (!/^\d+$/.test(text) || !hasPostcodeFormat(countryCode) || isPostcode(text, countryCode)) return text;
	return ['0', '00'].map((zeros) => zeros + text).find((padded) => postcodeValidator(padded, countryCode)) ?? text;
}

/** True when the postcode format of the country is known. */
export const hasPostcodeFormat = (countryCode: string) => postcodeValidatorExistsForCountry(countryCode);

/** Accepts a postcode with or without space, hyphen and country prefix. */
export function isPostcode(text: string, countryCode: string): boolean {
	const upperCaseText = text.trim().toUpperCase();
	if (postcodeValidator(upperCaseText, countryCode)) return true;
	// British Forces Post Offices are numbered.
	if (countryCode === 'GB' && /^BFPO\s?\d{1,4}$/.test(upperCaseText)) return true;
	// The country before the postcode, also as its vehicle registration code: D-10115, FL-9490.
	const compact = upperCaseText
		.replace(new RegExp(`^(?:${countryCode}[- ]?|${VEHICLE_CODES[countryCode] ?? countryCode}-)(?=\\d)`), '')
		.replace(/[\s-]/g, '');
	if (postcodeValidator(compact, countryCode) || postcodeValidator(countryCode + compact, countryCode)) return true;
	return [' ', '-'].some((separator) =>
		Array.from(
			{ length: Math.max(0, compact.length - 1) },
			(_, index) => compact.slice(0, index + 1) + separator + compact.slice(index + 1),
		).some((variant) => postcodeValidator(variant, countryCode)),
	);
}
