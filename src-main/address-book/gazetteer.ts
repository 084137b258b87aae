// Names of cities and of states or provinces, by country. Pure.
import table from '../../resources/places/gazetteer.json';
import { onFirstUse } from '../../src-contract/lib/on-first-use';
import { normalizeForMatching } from '../../src-contract/rules/place-matching';

type NamesByCountry = ReadonlyMap<string, ReadonlySet<string>>;

const namesIn = (lists: Record<string, string>) => (): NamesByCountry =>
	new Map(Object.entries(lists).map(([country, names]) => [country, new Set(names.split('|'))]));
const cities = onFirstUse(namesIn(table.cities));
const regions = onFirstUse(namesIn(table.regions));

/** The name of a city without the number or code of its district: "Praha 1", "Dublin 2", "Paris Cedex 08". */
const withoutDistrict = (city: string): string =>
	city.replace(/[\s,-]*\bcedex\b.*$/iu, '').replace(/[\s,-]+(\d{1,2}|[IVX]+\.?|[A-ZØ])\s*$/u, '');

/** Whether the text is the name of a larger city of the country, perhaps with its district. */
export function isCityName(text: string, countryCode: string): boolean {
	const names = cities().get(countryCode);
	if (!names || text === '') return false;
	return names.has(normalizeForMatching(text)) || names.has(normalizeForMatching(withoutDistrict(text)));
}

/** Whether the text is the name of a state or province of the country. */
export const isNameOfRegion = (text: string, countryCode: string): boolean =>
	regions().get(countryCode)?.has(normalizeForMatching(text)) ?? false;

const countriesByName = (names: NamesByCountry): ReadonlyMap<string, readonly string[]> => {
	const countries = new Map<string, string[]>();
	for (const [country, namesOfCountry] of names)
		for (const name of namesOfCountry) {
			const known = countries.get(name);
			if (known) known.push(country);
			else countries.set(name, [country]);
		}
	return countries;
};
const countriesByRegion = onFirstUse(() => countriesByName(regions()));
const countriesByCity = onFirstUse(() => countriesByName(cities()));

/** The countries that have a state or province with this name. */
export const countriesOfRegion = (text: string): readonly string[] =>
	countriesByRegion().get(normalizeForMatching(text)) ?? [];

/** The countries that have a larger city with this name. */
export const countriesOfCity = (text: string): readonly string[] =>
	countriesByCity().get(normalizeForMatching(withoutDistrict(text))) ?? [];
