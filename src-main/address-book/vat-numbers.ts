// Numbers of value-added tax: their forms and check digits. Pure.
import * as library from 'jsvat-next';

// The bundler sees named exports; Node loads the CommonJS form, which is one default export. `library.default` would make the
// bundler warn.
const exported: typeof library = 'checkVAT' in library ? library : Reflect.get(library, 'default');
const { checkVAT, ...others } = exported;
const COUNTRIES = Object.values(others).filter(
	(one): one is library.Country => typeof one === 'object' && 'codes' in one && Array.isArray(one.codes),
);

/** ISO 3166-1 alpha-2, or a prefix of numbers such as EL. */
export const hasVatForm = (code: string): boolean =>
	COUNTRIES.some(({ codes }) => codes.includes(code === 'EL' ? 'GR' : code));

/** @param number as the country of that code writes it; without a code, the one that its first letters name */
export function checkVatNumber(number: string, code = number.slice(0, 2)): { hasForm: boolean; isValid: boolean } {
	const { isValidFormat, isValid } = checkVAT(
		number,
		COUNTRIES.filter(({ codes }) => codes.includes(code === 'EL' ? 'GR' : code)),
	);
	return { hasForm: isValidFormat, isValid };
}
