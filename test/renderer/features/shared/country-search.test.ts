import { countries } from 'countries-list';
import { describe, expect, it } from 'vitest';
import { keysOf } from '../../../../src-contract/lib/keys';
import { allCountries, searchCountries } from '../../../../src-renderer/features/shared/country-search';

const all = allCountries();
const firstCode = (text: string): string | undefined => searchCountries(all, text)[0]?.code;

describe('the search of countries', () => {
	it('finds each country first by its code, in either case', () => {
		const codes = keysOf(countries);
		expect(codes.length).toBeGreaterThan(240);
		expect(codes.filter((code) => firstCode(code) !== code || firstCode(code.toLowerCase()) !== code)).toEqual([]);
	});

	it.each([
		['USA', 'US'],
		['America', 'US'],
		['uk', 'GB'],
		['Great Britain', 'GB'],
		['Holland', 'NL'],
		['Nederland', 'NL'],
		['deutschland', 'DE'],
		['osterreich', 'AT'],
		['Côte d', 'CI'],
		['cote', 'CI'],
		['Czech Republic', 'CZ'],
		['Emirates', 'AE'],
		['united k', 'GB'],
		['zealand', 'NZ'],
		['Suisse', 'CH'],
		['Svizzera', 'CH'],
		['Niederlande', 'NL'],
		['Allemagne', 'DE'],
		['England', 'GB'],
		['Hiszpania', 'ES'],
	])('finds %s as %s', (text, code) => {
		expect(firstCode(text)).toBe(code);
	});

	it('lists names that start with the text before names that contain it', () => {
		const codes = searchCountries(all, 'ni').map(({ code }) => code);
		expect(codes.slice(0, 4)).toEqual(['NI', 'NE', 'NG', 'NU']);
		expect(codes.indexOf('AL')).toBeGreaterThan(codes.indexOf('NU'));
	});

	it('lists names before other names that start with the text', () => {
		const codes = searchCountries(all, 'ho').map(({ code }) => code);
		expect(codes.slice(0, 2)).toEqual(['HN', 'HK']);
		expect(codes).toContain('NL');
	});

	it('finds nothing for a text that no name contains, and all countries without a text', () => {
		expect(searchCountries(all, 'qqq')).toEqual([]);
		expect(searchCountries(all, ' ')).toHaveLength(all.length);
	});
});
