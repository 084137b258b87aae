import { expect, it } from 'vitest';
import { isPostcode, padPostcode } from '../../../src-contract/rules/postcodes';

it.each([
	['FL-9490', 'LI', true],
	['9490', 'LI', true],
	['D-10115', 'DE', true],
	['BFPO 57', 'GB', true],
	['BFPO57', 'GB', true],
	['BFPO 57', 'DE', false],
	['1011', 'DE', false],
])('%s is a postcode of %s: %s', (text, country, expected) => {
	expect(isPostcode(text, country)).toBe(expected);
});

it('restores zeros that a spreadsheet program has removed', () => {
	expect([padPostcode('1067', 'DE'), padPostcode('10115', 'DE'), padPostcode('2115', 'US')]).toEqual([
		'01067',
		'10115',
		'02115',
	]);
});
