import { countries } from 'countries-list';
import { formatAddress } from 'localized-address-format';
import { expect, it } from 'vitest';
import { needsPostcode } from '../../../src-contract/lib/postcode-countries';
import {
	cityLine,
	hasRegion,
	placeFields,
	printedPlaceFields,
	splitCityLine,
} from '../../../src-contract/rules/address-regions';

/** The fields of a place in the order in which the country's address format contains them. */
function formatOrder(postalCountry: string): string[] {
	const text = formatAddress(
		{ postalCountry, administrativeArea: '<region>', locality: '<city>', postalCode: '<zipcode>', addressLines: ['1'] },
		'latin',
	).join(' ');
	return [...text.matchAll(/<(\w+)>/g)].map(([, field]) => field ?? '');
}

it('has the order of the address data for every country with a region', () => {
	const codes = Object.keys(countries).filter((code) => formatOrder(code).includes('region'));
	expect(codes.length).toBeGreaterThan(70);
	expect(Object.keys(countries).filter(hasRegion)).toEqual(codes);
	for (const code of codes) {
		const order = formatOrder(code);
		const fields = placeFields(code);
		// The form needs postcode and city also where the format leaves one of them out.
		expect([...fields].sort(), code).toEqual(['city', 'region', 'zipcode']);
		expect(
			fields.filter((field) => order.includes(field)),
			code,
		).toEqual(order);
	}
	expect(placeFields('DE')).toEqual(['zipcode', 'city']);
	expect(placeFields('')).toEqual(['zipcode', 'city']);
});

it('prints postcode and city in the order of the address data', () => {
	const codes = Object.keys(countries).filter((code) => {
		const order = formatOrder(code);
		return order.includes('zipcode') && order.includes('city');
	});
	expect(codes.length).toBeGreaterThan(150);
	for (const code of codes)
		expect(
			printedPlaceFields(code).filter((field) => formatOrder(code).includes(field)),
			code,
		).toEqual(formatOrder(code));
});

it('needs a postcode in every country whose address format has one', () => {
	for (const code of Object.keys(countries))
		expect(needsPostcode(code), code).toBe(formatOrder(code).includes('zipcode'));
	expect(needsPostcode('')).toBe(true);
});

it.each([
	['US', 'Austin', 'TX', 'Austin, TX'],
	['US', 'Austin, TX', 'TX', 'Austin, TX'],
	['US', 'Austin TX', 'tx', 'Austin TX'],
	['US', 'Brooks', 'KS', 'Brooks, KS'],
	['US', 'New York', 'New York', 'New York, New York'],
	['US', 'Austin', '', 'Austin'],
	['US', '', 'TX', 'TX'],
	['ES', 'Madrid', 'Madrid', 'Madrid, Madrid'],
	['DE', 'Berlin', 'TX', 'Berlin'],
])('%s: sends %s and %s as %s', (countryCode, city, region, expected) => {
	expect(cityLine({ countryCode, city, region })).toBe(expected);
});

it('sends the city of a stored draft that has no region', () => {
	expect(cityLine({ countryCode: 'US', city: 'Austin' })).toBe('Austin');
});

it.each([
	['US', 'Austin, TX', 'Austin', 'TX'],
	['US', 'AUSTIN TX', 'AUSTIN', 'TX'],
	['US', 'SANTA FE', 'SANTA FE', undefined],
	['US', 'Austin, Texas', 'Austin', 'Texas'],
	['CA', 'Toronto (ON)', 'Toronto', 'ON'],
	['BR', 'São Paulo - SP', 'São Paulo', 'SP'],
	['AU', 'Sydney NSW', 'Sydney', 'NSW'],
	['IT', 'Roma (RM)', 'Roma', 'RM'],
	['IT', 'REGGIO EM', 'REGGIO EM', undefined],
	['DE', 'Berlin', 'Berlin', undefined],
])('%s: splits %s into %s and %s', (countryCode, line, city, region) => {
	expect(splitCityLine(line, countryCode)).toEqual({ city, region });
});
