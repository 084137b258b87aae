// Destinations under an embargo, by country, postcode, city, place of dispatch and date.
import path from 'node:path';
import { expect, it } from 'vitest';
import { createEmbargoReason } from '../../../src-broker/places/embargoes';

const embargoReason = createEmbargoReason(path.resolve('resources'));
const NL = { countryCode: 'NL' };
const US = { countryCode: 'US' };
const ON = '2026-11-21';

it.each([
	['North Korea', NL, { countryCode: 'KP' }, true],
	['South Korea', NL, { countryCode: 'KR' }, false],
	['Cuba from the US', US, { countryCode: 'CU' }, true],
	['Cuba from Puerto Rico', { countryCode: 'PR' }, { countryCode: 'CU' }, true],
	['Cuba from the Netherlands', NL, { countryCode: 'CU' }, false],
	['Simferopol by postcode', NL, { countryCode: 'UA', zipcode: '95000', city: 'Simferopol' }, true],
	['Simferopol by city', NL, { countryCode: 'UA', city: 'simferopol' }, true],
	['Simferopol by Russian postcode', NL, { countryCode: 'RU', zipcode: '295 000' }, true],
	['Kyiv', NL, { countryCode: 'UA', zipcode: '01001' }, false],
	['Lviv, whose postcode counts more than its city', NL, { countryCode: 'UA', zipcode: '79000', city: 'Yalta' }, false],
	['Moscow', NL, { countryCode: 'RU', zipcode: '101000' }, false],
])('refuses or allows %s', (_name, from, to, isRefused) => {
	expect(embargoReason(from, to, ON) !== undefined).toBe(isRefused);
});

it('applies from the day of its row', () => {
	const northKorea = { countryCode: 'KP' };
	expect(embargoReason(NL, northKorea, '2017-12-21')).toBeUndefined();
	expect(embargoReason(NL, northKorea, '2017-12-22')).toBe(
		'No shipments to North Korea are offered: sanctions of the United Nations (Security Council resolution 2397), since 2017-12-22.',
	);
});
