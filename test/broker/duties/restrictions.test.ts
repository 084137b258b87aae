// Goods that a destination prohibits or restricts.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRestrictions } from '../../../src-broker/duties/restrictions';
import { loadRestrictions } from '../../../src-broker/duties/tables';
import { RESTRICTED_GOODS, RESTRICTION_RULES } from '../../../src-contract/model/goods-restrictions';
import { translateReasons } from '../../../src-contract/rules/duty-reasons';
import { restrictionReason, restrictionText } from '../../../src-contract/rules/restriction-texts';

const rows = loadRestrictions(path.resolve('resources'));
const ON = '2026-11-25';
const find = (from: string, to: string, hsCode: string, description = 'goods', onDate = ON) =>
	findRestrictions(rows, { countryCode: from }, { countryCode: to }, [{ description, hsCode }], onDate).map(
		({ isProhibited, goods, rule }) => `${isProhibited ? 'no ' : ''}${goods}: ${rule}`,
	);

describe('the restrictions of a destination', () => {
	it.each<[string, string, string, string, string[]]>([
		['DE', 'US', '850760', 'power bank', ['lithium-batteries: dangerous-goods']],
		['DE', 'US', '851713', 'mobile phone', ['lithium-battery-devices: dangerous-goods']],
		['DE', 'SG', '170410', 'chewing gum', ['no chewing-gum: not-admitted']],
		['DE', 'SG', '854340', 'vape pen', ['no e-cigarettes: not-admitted']],
		['DE', 'SA', '220421', 'red wine', ['no alcohol: not-admitted']],
		['DE', 'CH', '220421', 'red wine', ['alcohol: excise']],
		['DE', 'GB', '821192', 'kitchen knife', ['knives: age-check']],
		['DE', 'GB', '821192', 'Zombie knife, black', ['no offensive-weapons: not-admitted', 'knives: age-check']],
		['US', 'DE', '020130', 'beef steak', ['meat-and-dairy: health-certificate']],
		['DE', 'GB', '821192', 'Flick knives', ['no offensive-weapons: not-admitted', 'knives: age-check']],
		['DE', 'MA', '880621', 'drone', ['drones: import-licence', 'lithium-battery-devices: dangerous-goods']],
		['US', 'FR', '300490', 'pain relief tablets', ['medicines: medicine-permit']],
		['DE', 'US', '420221', 'handbag of crocodile leather', ['protected-species: cites-permit']],
		['DE', 'US', '420221', 'handbag of cow leather', []],
		['DE', 'US', '180632', 'chocolate surprise egg', ['no food-with-toy: not-admitted', 'food: prior-notice']],
		['DE', 'NZ', '040900', 'honey', ['no honey: not-admitted', 'animal-products: health-certificate']],
		['CN', 'DE', '950300', 'plush toy', ['toys: conformity-mark']],
		['DE', 'RU', '847130', 'laptop', ['no sanctioned-goods: not-admitted', 'lithium-battery-devices: dangerous-goods']],
		['CN', 'RU', '847130', 'laptop', ['lithium-battery-devices: dangerous-goods']],
		['DE', 'US', '610910', 'T-shirt', []],
		// Within one customs territory.
		['DE', 'FR', '220421', 'red wine', []],
		['DE', 'DE', '850760', 'power bank', []],
		// The code is not known.
		['DE', 'SA', '', 'red wine', []],
	])('from %s to %s, %s (%s): %j', (from, to, hsCode, description, expected) => {
		expect(find(from, to, hsCode, description).sort()).toEqual([...expected].sort());
	});

	it('begin on the first day of their row', () => {
		expect(find('BR', 'DE', '090111', 'coffee', '2026-12-29')).toEqual([]);
		expect(find('BR', 'DE', '090111', 'coffee', '2026-12-30')).toEqual(['deforestation-goods: due-diligence']);
	});

	it('name the item, and prohibited goods first', () => {
		const items = [
			{ description: 'T-shirt', hsCode: '610910' },
			{ description: 'zombie knife', hsCode: '821192' },
		];
		const found = findRestrictions(rows, { countryCode: 'DE' }, { countryCode: 'GB' }, items, ON);
		expect(found.map(({ item, isProhibited, territory }) => [item, isProhibited, territory])).toEqual([
			[1, true, 'GB'],
			[1, false, 'GB'],
		]);
	});

	it('are at least 100, and use every kind of goods and every rule that has a text', () => {
		expect(rows.length).toBeGreaterThanOrEqual(100);
		expect(new Set(rows.map(({ goods }) => goods))).toEqual(new Set(RESTRICTED_GOODS));
		expect(new Set(rows.map(({ rule }) => rule))).toEqual(new Set(RESTRICTION_RULES));
	});

	it('are read back from the note of an estimate', () => {
		const [restriction] = findRestrictions(
			rows,
			{ countryCode: 'DE' },
			{ countryCode: 'SG' },
			[{ description: 'chewing gum', hsCode: '170410' }],
			ON,
		);
		const text = restriction ? restrictionText(restriction) : '';
		expect(text).toMatch(/^Chewing gum to SG: prohibited\. They may not be imported\. \(.+\)$/);
		expect(translateReasons(restriction && [restrictionReason(restriction)], 'English', ' ')).toBe(text);
		const unknown = {
			code: 'note_restriction',
			values: { goods: 'robots', rule: 'excise', territory: 'SG', source: '' },
		};
		expect(translateReasons([unknown], 'English', ' ')).toBe('English');
	});
});
