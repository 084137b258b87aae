// Checks the format and the check digits of VAT numbers. Pure.
import * as library from 'jsvat-next';

// The bundler sees named exports; Node loads the CommonJS build as one default export. `library.default` would make the
// bundler warn.
const libraryExports: typeof library = 'checkVAT' in library ? library : Reflect.get(library, 'default');
const { checkVAT, ...otherExports } = libraryExports;
const COUNTRIES = Object.values(otherExports).filter(
	(value): value is library.Country => typeof value === 'object' && 'codes' in value && Array.isArray(value.codes),
);

/** Whether numbers of this country can be checked. @param code ISO 3166-1 alpha-2, or EL for Greece */
export const hasVatRules = (code: string): boolean =>
	COUNTRIES.some(({ codes }) => codes.includes(code === 'EL' ? 'GR' : code));

/**
 * @param number with its country prefix, without spaces
 * @param code country whose rules apply; by default the first two characters of the number
 */
function checkVatNumber(number: string, code = number.slice(0, 2)): { hasValidFormat: boolean; isValid: boolean } {
	const { isValidFormat, isValid } = checkVAT(
		number,
		COUNTRIES.filter(({ codes }) => codes.includes(code === 'EL' ? 'GR' : code)),
	);
	return { hasValidFormat: isValidFormat, isValid };
}

/**
 * What is wrong with a number as a user typed it, with or without country prefix.
 * @returns undefined for a valid number, and for a number that no known rule covers
 */
export function vatNumberProblem(vatNumber: string, countryCode: string): 'format' | 'check-digit' | undefined {
	const typed = vatNumber
		.replace(/[\s.-]/g, '')
		.toUpperCase()
		.replace(/^GR(?=\d)/, 'EL');
	// A Norwegian number may be written with or without the suffix MVA.
	const bare = countryCode === 'NO' ? `${typed.replace(/^NO|MVA$/g, '')}MVA` : typed;
	const results = [
		checkVatNumber(bare),
		checkVatNumber(bare, countryCode),
		checkVatNumber(`${countryCode === 'GR' ? 'EL' : countryCode}${bare}`, countryCode),
	];
	if (results.some(({ isValid }) => isValid)) return undefined;
	// Without rules for the country, the number can be checked only if it has the prefix of a country with rules.
	if (!hasVatRules(countryCode) && !(/^[A-Z]{2}\d{8}/.test(typed) && hasVatRules(typed.slice(0, 2)))) return undefined;
	return results.some(({ hasValidFormat }) => hasValidFormat) ? 'check-digit' : 'format';
}
