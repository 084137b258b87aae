// Compares a postcode with the city and the state or province of its address. Pure.
import table from '../../resources/places/postcode-areas.json';
import { onFirstUse } from '../../src-contract/lib/on-first-use';
import type { CheckedAddress } from '../../src-contract/model/address-check';
import { normalizeForMatching, zipcodeMatcher } from '../../src-contract/rules/place-matching';

type PlaceField = 'city' | 'region';
type PostcodeTest = (normalizedZipcode: string) => boolean;

const keyOf = (countryCode: string, field: PlaceField, name: string) =>
	`${countryCode} ${field} ${normalizeForMatching(name)}`;

/** Tests for the postcodes of a place, by country, field and name. */
const postcodeTests = new Map<string, PostcodeTest[]>();
/** Countries whose postcodes in the table are digits only. */
const countriesWithDigits = new Set<string>();
/** ü is often written as ue, also by an order file. */
const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue' };
const spellingsOf = (name: string) => [
	name,
	name.toLowerCase().replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter),
];

for (const { country, field, names, zipcodes } of table.areas) {
	const tests = zipcodes.map(zipcodeMatcher);
	for (const name of names.flatMap(spellingsOf)) postcodeTests.set(keyOf(country, field as PlaceField, name), tests);
	if (zipcodes.every((zipcode) => /^[\d-]+$/.test(zipcode))) countriesWithDigits.add(country);
}

/** A city as an address has it, without what does not belong to its name: "Paris Cedex 08", "Lyon 3", "Berlin (Mitte)". */
const withoutAdditions = (city: string): string => city.replace(/\(.*$|[\s,-]*cedex.*$|[\s,-]+\d+\s*$/iu, '').trim();

/**
 * The field that does not fit the postcode, or undefined if both fit or the place is not in the table. The table has large cities,
 * and the states and provinces of three countries.
 */
export function fieldThatDoesNotFitPostcode({
	zipcode,
	city,
	region,
	countryCode,
}: Pick<CheckedAddress, 'zipcode' | 'city' | 'region' | 'countryCode'>): PlaceField | undefined {
	let postcode = normalizeForMatching(zipcode);
	// A country prefix, such as D-10115.
	if (countriesWithDigits.has(countryCode)) postcode = postcode.replace(/^[A-Z]{1,3}/, '');
	if (postcode === '') return undefined;
	const names = { city: withoutAdditions(city), region };
	return (['city', 'region'] as const).find((field) => {
		const tests = postcodeTests.get(keyOf(countryCode, field, names[field]));
		return tests !== undefined && !tests.some((hasPrefix) => hasPrefix(postcode));
	});
}

/** Large cities by normalized name, each with its country and the tests of its postcodes. */
const citiesByName = onFirstUse(() => {
	const cities = new Map<string, { country: string; tests: PostcodeTest[] }[]>();
	for (const { country, field, names, zipcodes } of table.areas) {
		if (field !== 'city') continue;
		const city = { country, tests: zipcodes.map(zipcodeMatcher) };
		for (const name of new Set(names.flatMap(spellingsOf).map(normalizeForMatching)))
			cities.set(name, [...(cities.get(name) ?? []), city]);
	}
	return cities;
});

/** The country that has a large city with this name and postcode; an empty string when there is none, or several have. */
export function countryOfCity(zipcode: string, city: string): string {
	const cities = citiesByName().get(normalizeForMatching(withoutAdditions(city)));
	if (!cities) return '';
	const postcode = normalizeForMatching(zipcode);
	const countries = new Set(
		cities.filter(({ tests }) => tests.some((hasPrefix) => hasPrefix(postcode))).map(({ country }) => country),
	);
	const [country = ''] = countries;
	return countries.size === 1 ? country : '';
}

const regionNames = new Set(
	table.areas
		.filter(({ field }) => field === 'region')
		.flatMap(({ country, names }) => names.map((name) => keyOf(country, 'region', name))),
);
/** Whether the text is the name of a state or province of the country. */
export const isRegionName = (text: string, countryCode: string): boolean =>
	regionNames.has(keyOf(countryCode, 'region', text));
