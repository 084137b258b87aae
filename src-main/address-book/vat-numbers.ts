// Numbers of value-added tax: their forms and check digits. Pure.
import * as library from 'jsvat-next';

// Built, the library is a module with names; run from its source it is one object.
const { checkVAT, ...others } = 'checkVAT' in library ? library : (library as { default: typeof library }).default;
const COUNTRIES = Object.values(others).filter(
	(one): one is library.Country => typeof one === 'object' && 'codes' in one && Array.isArray(one.codes),
);

/** ISO 3166-1 alpha-2, or a prefix of numbers such as EL. */
export const hasVatForm = (code: string): boolean => COUNTRIES.some(({ codes }) => codes.includes(code));

/** @param number with the prefix of its country */
export function checkVatNumber(number: string): { hasForm: boolean; isValid: boolean } {
	const { isValidFormat, isValid } = checkVAT(number, COUNTRIES);
	return { hasForm: isValidFormat, isValid };
}
