import { describe, expect, it } from 'vitest';
import type { RateOption } from '../../src-contract/partner-api';
import { compareOptions, optionKeys } from '../../src-contract/rate-options';

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
		['by the minimum when it is the only one', option(9, 2), option(9, undefined, 3)],
		['by the maximum rather than the single number', option(9, undefined, 2, 9), option(9, undefined, 3, 1)],
		['by the minimum rather than the single number', option(9, 1, 4, 3), option(9, 2, 4, 1)],
		['by the single number where the minimum is missing', option(9, undefined, 4, 1), option(9, 2, 4)],
		['by the maximum where the minimum is missing', option(9, 2, 4), option(9, undefined, 4)],
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
		expect(optionKeys(options.map((one) => ({ ...one, price: one.price + 1 })))).toEqual(keys);
		expect(keys.slice(0, 3)).toEqual(['[1,"C","P"]', '[1,"C","Q"]', '[1,"C","P"]2']);
		expect(optionKeys([])).toEqual([]);
	});
});
