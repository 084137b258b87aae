import { describe, expect, it } from 'vitest';
import { optionKeys, sortedByPrice } from '../../src-contract/rate-options';
import { rateOption } from '../fixtures/screens';

const days = (min: number | undefined, max: number | undefined) => ({
	minEstimatedTransitTimeInWorkingsDays: min,
	maxEstimatedTransitTimeInWorkingsDays: max,
});
const idsOf = (options: readonly { productId: number }[]) => options.map(({ productId }) => productId);

describe('sortedByPrice', () => {
	it('puts the cheapest first, and leaves the given list as it is', () => {
		const given = [rateOption(1, 30), rateOption(2, 10), rateOption(3, 20)];
		expect(idsOf(sortedByPrice(given))).toEqual([2, 3, 1]);
		expect(idsOf(given)).toEqual([1, 2, 3]);
	});

	it('orders equal prices by maximum days, then by minimum days, and those without days last', () => {
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

	it('keeps the order of the service for options that differ in neither', () => {
		expect(idsOf(sortedByPrice([rateOption(3, 10), rateOption(1, 10), rateOption(2, 10)]))).toEqual([3, 1, 2]);
	});
});

describe('optionKeys', () => {
	it('are the product ids where these are distinct', () => {
		expect(optionKeys([rateOption(7, 10), rateOption(8, 20)])).toEqual([7, 8]);
	});

	it('are distinct for options of one product id, also with equal names', () => {
		const keys = optionKeys([
			rateOption(7, 10, { product: 'Economy' }),
			rateOption(7, 20, { product: 'Priority' }),
			rateOption(7, 30, { product: 'Priority' }),
			rateOption(8, 40),
		]);
		expect(new Set(keys).size).toBe(4);
		expect(keys[3]).toBe(8);
	});

	it('do not depend on prices or on the order of different names', () => {
		const economy = rateOption(7, 10, { product: 'Economy' });
		const priority = rateOption(7, 20, { product: 'Priority' });
		const [first, second] = optionKeys([economy, priority]);
		expect(optionKeys([{ ...priority, price: 5 }, economy])).toEqual([second, first]);
	});
});
