// Searches countries by code, by name in the desk's language, in English and in the country's own language, and by other names
// such as USA or Holland.
import { countries } from 'countries-list';
import { currentLocale } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import { foldText } from '../../../src-contract/lib/text-folding';
import { countryName } from '../../lib/format';

export interface Country {
	/** ISO 3166-1 alpha-2. */
	code: string;
	/** All names, folded for comparison. */
	foldedNames: readonly string[];
}

/** The name of a country in the desk's language with the code of the country, as in Netherlands (NL). */
export const countryWithCode = (code: string): string => `${countryName(code)} (${code})`;

let cachedList: { locale: string; countries: readonly Country[] } | undefined;

/** All countries, sorted by their names in the desk's language. Cached for the latest language: sorting 250 names is slow. */
export function allCountries(): readonly Country[] {
	const locale = currentLocale();
	if (cachedList?.locale !== locale) cachedList = { locale, countries: listCountries(locale) };
	return cachedList.countries;
}

function listCountries(locale: string): Country[] {
	const collator = new Intl.Collator(locale);
	return keysOf(countries)
		.map((code) => {
			const {
				name: englishName,
				native,
				alias = [],
			}: { name: string; native: string; alias?: readonly string[] } = countries[code];
			const name = countryName(code);
			return { country: { code, foldedNames: [name, englishName, native, ...alias].map(foldText) }, name };
		})
		.sort((first, second) => collator.compare(first.name, second.name))
		.map(({ country }) => country);
}

/**
 * Rank of a match, from 0 (best): the text is the code, a whole name, the start of a name, the start of a later word of a name, or
 * any other part of a name. Infinite if the text does not match.
 */
function rankOf({ code, foldedNames }: Country, foldedText: string): number {
	if (code.toLowerCase() === foldedText) return 0;
	if (foldedNames.includes(foldedText)) return 1;
	if (foldedNames.some((name) => name.startsWith(foldedText))) return 2;
	if (foldedNames.some((name) => name.includes(` ${foldedText}`))) return 3;
	return foldedNames.some((name) => name.includes(foldedText)) ? 4 : Number.POSITIVE_INFINITY;
}

/** The countries that match a text, best match first; all countries when the text is empty. */
export function searchCountries(sortedCountries: readonly Country[], text: string): readonly Country[] {
	const foldedText = foldText(text.trim());
	if (foldedText === '') return sortedCountries;
	return sortedCountries
		.map((country) => ({ country, rank: rankOf(country, foldedText) }))
		.filter(({ rank }) => Number.isFinite(rank))
		.sort((first, second) => first.rank - second.rank)
		.map(({ country }) => country);
}
