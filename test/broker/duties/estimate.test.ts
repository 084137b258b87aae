// The duties and taxes estimate of the partner API: what its message says about HS codes.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Classifier } from '../../../src-broker/classification/classify';
import { estimate } from '../../../src-broker/duties/estimate';
import { loadDutyTables } from '../../../src-broker/duties/tables';
import { createPlaces } from '../../../src-broker/places/places';
import { NO_CLASSIFICATION } from '../../../src-contract/model/goods';

const resourcesDir = path.resolve('resources');
const tables = loadDutyTables(resourcesDir);
const places = createPlaces(resourcesDir);
/** Finds an uncertain code for descriptions that start with "shirt", and none for others. */
const classifier: Classifier = {
	isCode: () => true,
	describe: () => undefined,
	classify: (description) => ({
		...NO_CLASSIFICATION,
		candidates: description.startsWith('shirt')
			? [{ code: '610910', description: 'T-shirts', heading: 'T-shirts, knitted', matchedWords: 'shirt' }]
			: [],
	}),
	likelyCode: () => '',
	close: () => undefined,
};

function messageFor(descriptions: readonly string[]): string {
	const contentItems = descriptions.map((description) => ({ description, numberOfItems: 1, cost: 10 }));
	const request = { contentItems, fromCountry: 'NL', toCountry: 'NO', personalUse: false };
	return estimate({ tables, classifier, places, embargoReason: () => undefined }, request, '2026-11-21').message ?? '';
}
const shirts = (count: number) => Array.from({ length: count }, (_, index) => `shirt ${index}`);
const riddles = (count: number) => Array.from({ length: count }, (_, index) => `riddle ${index}`);

describe('the message of an estimate', () => {
	it('names five items without a certain code', () => {
		const message = messageFor([...shirts(4), ...riddles(1)]);
		expect(message).toMatch(/The HS code of "shirt 3" is uncertain: 610910 \(T-shirts\) was used\. Check it\./);
		expect(message).toMatch(/No HS code was found for "riddle 0"\. Enter one for a better estimate\./);
		expect(message).not.toMatch(/more item/);
	});

	it.each([
		[shirts(6), 'The HS code of 1 more item is uncertain.'],
		[shirts(7), 'The HS code of 2 more items is uncertain.'],
		[riddles(6), 'No HS code was found for 1 more item.'],
		[[...riddles(5), ...shirts(2), ...riddles(2)], 'uncertain. No HS code was found for 2 more items.'],
	])('counts the further items of %j', (descriptions, expected) => {
		expect(messageFor(descriptions)).toContain(expected);
	});
});
