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
export function checkVatNumber(
	number: string,
	code = number.slice(0, 2),
): { hasValidFormat: boolean; isValid: boolean } {
	const { isValidFormat, isValid } = checkVAT(
		number,
		COUNTRIES.filter(({ codes }) => codes.includes(code === 'EL' ? 'GR' : code)),
	);
	return { hasValidFormat: isValidFormat, isValid };
}
