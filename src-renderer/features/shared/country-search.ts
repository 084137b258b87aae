// Searches countries by code, by name in the desk's language and the other languages of the station, by name in the country's own
// language, and by other names such as USA or Holland.
import { countries } from 'countries-list';
import { currentLocale, LOCALES } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import { foldText } from '../../../src-contract/lib/text-folding';
import { countryName } from '../../lib/format';
import { matchRank, rankedMatches } from '../../ui/select-items';

export interface Country {
	/** ISO 3166-1 alpha-2. */
	code: string;
	/** The name in the desk's language, folded for comparison. */
	foldedName: string;
	/** All other names, folded for comparison. */
	foldedAliases: readonly string[];
}

/** Names that addresses contain and that the list of countries does not have. */
const MORE_NAMES: Readonly<Record<string, readonly string[]>> = {
	CH: ['Svizzera'],
	GB: ['England', 'Scotland', 'Wales', 'Northern Ireland'],
};

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
	const translations = Object.values(LOCALES).map((other) => new Intl.DisplayNames([other], { type: 'region' }));
	return keysOf(countries)
		.map((code) => {
			const {
				name: englishName,
				native,
				alias = [],
			}: { name: string; native: string; alias?: readonly string[] } = countries[code];
			const name = countryName(code);
			const translatedNames = translations.map((names) => names.of(code) ?? code);
			const aliases = new Set(
				[englishName, native, ...alias, ...translatedNames, ...(MORE_NAMES[code] ?? [])].map(foldText),
			);
			return { country: { code, foldedName: foldText(name), foldedAliases: [...aliases] }, name };
		})
		.sort((first, second) => collator.compare(first.name, second.name))
		.map(({ country }) => country);
}

/**
 * Rank of a country for a text, from 0 (best): the text is the code; a whole name; the start of the name in the desk's language; the
 * start of another name; the start of a later word of a name; any other part of a name. Infinite if the text does not match.
 */
function rankOf({ code, foldedName, foldedAliases }: Country, foldedText: string): number {
	if (code.toLowerCase() === foldedText) return 0;
	const nameRank = matchRank(foldedName, foldedText);
	const aliasRank = Math.min(...foldedAliases.map((alias) => matchRank(alias, foldedText)));
	if (nameRank === 0 || aliasRank === 0) return 1;
	if (nameRank === 1) return 2;
	return Math.min(nameRank, aliasRank) + 2;
}

/** The countries that match a text, best match first; all countries when the text is empty. */
export function searchCountries(sortedCountries: readonly Country[], text: string): readonly Country[] {
	const foldedText = foldText(text.trim());
	if (foldedText === '') return sortedCountries;
	return rankedMatches(sortedCountries, (country) => rankOf(country, foldedText));
}
