// Lines of addresses in the order and form of their country.
import path from 'node:path';
import { countries } from 'countries-list';
import { expect, it } from 'vitest';
import { loadAddressFormatter } from '../../../src-broker/places/address-form';

const { addressLines } = loadAddressFormatter(path.resolve('resources'));
const person = { companyName: 'Example Ltd', contactPerson: 'Erika Example' };

/** Texts of the lines, separated by slashes. */
const printed = (countryCode: string, zipcode: string, city: string) =>
	addressLines({ ...person, countryCode, zipcode, city }, ['1 Street'])
		.map(({ text }) => text)
		.join(' / ');

it.each([
	['NL', '1012lg', 'Amsterdam', '1012 LG Amsterdam'],
	['NL', 'NL-1012 LG', 'Amsterdam', '1012 LG Amsterdam'],
	['IM', 'IM99 1AA', 'Douglas', 'Douglas / IM99 1AA'],
	['GB', 'sw1a1aa', 'London', 'London / SW1A 1AA'],
	['JE', 'JE23AB', 'St Helier', 'St Helier / JERSEY / JE2 3AB'],
	['IE', 'D02X285', 'Dublin 2', 'Dublin 2 / D02 X285'],
	['US', '10001', 'New York', 'New York 10001'],
	['US', '10001', 'New York, NY', 'New York, NY 10001'],
	['US', '100011234', 'New York NY', 'New York, NY 10001-1234'],
	['US', '87501', 'SANTA FE', 'SANTA FE 87501'],
	['CA', 'k1a0b1', 'Ottawa, ON', 'Ottawa ON K1A 0B1'],
	['AU', '2000', 'Sydney NSW', 'Sydney NSW 2000'],
	['BR', '01310100', 'São Paulo - SP', 'São Paulo-SP / 01310-100'],
	['IT', '00184', 'Roma (RM)', '00184 Roma RM'],
	['MX', '06000', 'Ciudad de México, CDMX', '06000 Ciudad de México, CDMX'],
	['IN', '110001', 'New Delhi, Delhi', 'New Delhi 110001 / Delhi'],
	['DE', 'D-10115', 'Berlin', '10115 Berlin'],
	['DE', 'd 10115', 'Berlin', '10115 Berlin'],
	['DE', 'DE-10115', 'Berlin', '10115 Berlin'],
	['AT', 'A-1010', 'Wien', '1010 Wien'],
	['LI', 'FL-9490', 'Vaduz', 'FL-9490 Vaduz'],
	['US', 'FL-33101', 'Miami', 'Miami FL-33101'],
	['US', 'US-33101', 'Miami', 'Miami 33101'],
	['AU', 'WA-6000', 'Perth', 'Perth WA-6000'],
	['DE', '60311', 'Frankfurt, Hessen', '60311 Frankfurt, Hessen'],
	['CH', 'CH-8001', 'Zürich', 'CH-8001 Zürich'],
	['CH', '8001', 'Zürich', 'CH-8001 Zürich'],
	['SE', '11122', 'Stockholm', 'SE-111 22 Stockholm'],
	['PL', '00950', 'Warszawa', '00-950 Warszawa'],
	['PT', '1000001', 'Lisboa', '1000-001 Lisboa'],
	['CZ', '11000', 'Praha', '110 00 Praha'],
	['LV', '1010', 'Rīga', 'Rīga, LV-1010'],
	['KY', 'KY1-1102', 'George Town', 'George Town KY1-1102'],
	['JP', '1000001', 'Chiyoda-ku, Tokyo', 'Chiyoda-ku, Tokyo / 100-0001'],
	['JP', '6008216', 'Kyoto, Kyoto Prefecture', 'Kyoto, Kyoto Prefecture / 600-8216'],
	['CN', '200000', 'Shanghai', 'Shanghai / 200000'],
	['SG', '018956', 'Singapore', 'SINGAPORE 018956'],
	['SG', '018956', 'Jurong East', '018956 Jurong East'],
	['AE', '00000', 'Dubai', 'Dubai'],
	['AE', '00000', 'Dubai, Emirate of Dubai', 'Dubai, Emirate of Dubai'],
	['HK', '00000', 'Kowloon', 'Kowloon'],
	['PR', '00901', 'San Juan, PR', 'San Juan PR 00901'],
	['PA', '0801', 'Zone 0801', 'Zone 0801 / 0801'],
	['PA', '0801', 'Panama City', 'Panama City / 0801'],
])('%s %s %s ends with %s', (countryCode, zipcode, city, end) => {
	expect(printed(countryCode, zipcode, city)).toBe(`Example Ltd / Erika Example / 1 Street / ${end}`);
});

it('follows the order of the country above the street too', () => {
	expect(printed('HU', '1051', 'Budapest')).toBe('Example Ltd / Erika Example / Budapest / 1 Street / 1051');
	expect(printed('JP', '1000001', '東京都千代田区')).toBe(
		'〒100-0001 / 東京都千代田区 / 1 Street / Example Ltd / Erika Example',
	);
});

it('names the field of each line', () => {
	const lines = addressLines({ contactPerson: 'A', countryCode: 'GB', zipcode: 'SW1A 1AA', city: 'London' }, [
		'1 Street',
		'Flat 2',
	]);
	expect(lines.map(({ field }) => field)).toEqual(['contactPerson', 'addressLine1', 'addressLine1', 'city', 'city']);
});

it('loses no text in any country', () => {
	const codes = Object.keys(countries);
	expect(codes.length).toBeGreaterThan(240);
	for (const code of codes) {
		for (const city of ['Testville', 'Testville, Northshire', 'Testville NS']) {
			const text = printed(code, '12345', city);
			for (const word of [...city.split(/,? /), '1 Street', 'Example Ltd', 'Erika Example'])
				expect(text, `${code} ${city}`).toContain(word);
			expect(text.replace(/[ -]/g, ''), code).toContain('12345');
		}
	}
});

it.each([
	['Testville, Testville Prefecture', 2],
	['Testville, Emirate of Testville', 2],
	['North Testville, Testville', 2],
	['Testville', 1],
])('prints every word of %s in every country', (city, count) => {
	const codes = Object.keys(countries);
	expect(codes.length).toBeGreaterThan(240);
	const differing = codes.filter((code) => {
		const text = printed(code, '12345', city);
		const words = city.split(/,? /).filter((word) => text.includes(word));
		return words.length !== city.split(' ').length || text.split('Testville').length - 1 !== count;
	});
	expect(differing).toEqual([]);
});
