import { describe, expect, it } from 'vitest';
import type { RateOption } from '../../../src-contract/partner-api';
import { compareOptions, optionKeys, sortedByPrice } from '../../../src-contract/rules/rate-options';
import { rateOption } from '../../fixtures/screens';

const option = (price: number, min?: number, max?: number, single?: number): RateOption => ({
	carrier: 'C',
	product: 'P',
	productId: 1,
	price,
	minEstimatedTransitTimeInWorkingsDays: min,
	maxEstimatedTransitTimeInWorkingsDays: max,
	estimatedTransitTimeInWorkingDays: single,
});

describe('the order of rate options', () => {
	it.each<[string, RateOption, RateOption]>([
		['by price', option(9, 5, 5), option(10, 1, 1)],
		['then by maximum days', option(9, 2, 3), option(9, 1, 4)],
		['then by minimum days', option(9, 1, 4), option(9, 2, 4)],
		['by the single number of days', option(9, undefined, undefined, 2), option(9, undefined, undefined, 3)],
		['by the minimum when it is the only value', option(9, 2), option(9, undefined, 3)],
		['by the maximum rather than the single number', option(9, undefined, 2, 9), option(9, undefined, 3, 1)],
		['by the minimum rather than the single number', option(9, 1, 4, 3), option(9, 2, 4, 1)],
		['by the single number when the minimum is missing', option(9, undefined, 4, 1), option(9, 2, 4)],
		['by the maximum when the minimum is missing', option(9, 2, 4), option(9, undefined, 4)],
		['options without days last', option(9, 90, 90), option(9)],
	])('is %s', (_name, first, second) => {
		expect([second, first].sort(compareOptions)).toEqual([first, second]);
		expect([first, second].sort(compareOptions)).toEqual([first, second]);
	});

	it('is stable for equal options', () => {
		expect(compareOptions(option(9), option(9))).toBe(0);
		expect(compareOptions(option(9, 1, 2), option(9, 1, 2))).toBe(0);
	});
});

describe('the keys of rate options', () => {
	it('differ within an answer, and do not depend on the price', () => {
		const options = [option(9), { ...option(9), product: 'Q' }, option(10), { ...option(9), productId: 2 }, option(11)];
		const keys = optionKeys(options);
		expect(new Set(keys).size).toBe(5);
		expect(optionKeys(options.map((entry) => ({ ...entry, price: entry.price + 1 })))).toEqual(keys);
		expect(keys.slice(0, 3)).toEqual(['[1,"C","P"]', '[1,"C","Q"]', '[1,"C","P"]2']);
		expect(optionKeys([])).toEqual([]);
	});
});

const days = (min: number | undefined, max: number | undefined) => ({
	minEstimatedTransitTimeInWorkingsDays: min,
	maxEstimatedTransitTimeInWorkingsDays: max,
});
const idsOf = (options: readonly { productId: number }[]) => options.map(({ productId }) => productId);

describe('sorting by price', () => {
	it('puts the cheapest first, and does not change the given list', () => {
		const given = [rateOption(1, 30), rateOption(2, 10), rateOption(3, 20)];
		expect(idsOf(sortedByPrice(given))).toEqual([2, 3, 1]);
		expect(idsOf(given)).toEqual([1, 2, 3]);
	});

	it('orders equal prices by maximum days, then by minimum days, and options without days last', () => {
		const given = [
			rateOption(1, 10),
			rateOption(2, 10, days(1, 4)),
			rateOption(3, 10, days(2, 3)),
			rateOption(4, 10, days(1, 3)),
			rateOption(5, 10, { estimatedTransitTimeInWorkingDays: 2 }),
			rateOption(6, 10, days(1, undefined)),
		];
		expect(idsOf(sortedByPrice(given))).toEqual([6, 5, 4, 3, 2, 1]);
	});

	it('keeps the order of the service for options with equal price and days', () => {
		expect(idsOf(sortedByPrice([rateOption(3, 10), rateOption(1, 10), rateOption(2, 10)]))).toEqual([3, 1, 2]);
	});
});

describe('option keys', () => {
	it('are the product ids when these are distinct', () => {
		expect(optionKeys([rateOption(7, 10), rateOption(8, 20)])).toEqual([7, 8]);
	});

	it('are distinct for options with the same product id, even with equal names', () => {
		const keys = optionKeys([
			rateOption(7, 10, { product: 'Economy' }),
			rateOption(7, 20, { product: 'Priority' }),
			rateOption(7, 30, { product: 'Priority' }),
			rateOption(8, 40),
		]);
		expect(new Set(keys).size).toBe(4);
		expect(keys[3]).toBe(8);
	});

	it('do not depend on prices, or on the order of different names', () => {
		const economy = rateOption(7, 10, { product: 'Economy' });
		const priority = rateOption(7, 20, { product: 'Priority' });
		const [first, second] = optionKeys([economy, priority]);
		expect(optionKeys([{ ...priority, price: 5 }, economy])).toEqual([second, first]);
	});
});
