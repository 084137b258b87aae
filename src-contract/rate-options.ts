// The order of rate options, and how one of them is told from another. Pure.
import type { RateOption } from './partner-api';

/** Maximum working days; an option without them comes after all that have them. */
export const maxTransitDays = (option: RateOption): number =>
	option.maxEstimatedTransitTimeInWorkingsDays ??
	option.estimatedTransitTimeInWorkingDays ??
	option.minEstimatedTransitTimeInWorkingsDays ??
	Number.POSITIVE_INFINITY;
const minTransitDays = (option: RateOption): number =>
	option.minEstimatedTransitTimeInWorkingsDays ?? maxTransitDays(option);

/** Unlike a subtraction it is right for two infinities. */
const compareNumbers = (first: number, second: number): number => (first < second ? -1 : first > second ? 1 : 0);

/** Cheapest first, among equal prices the fastest first, otherwise in the order of the service. */
export const sortedByPrice = (options: readonly RateOption[]): RateOption[] =>
	[...options].sort(
		(first, second) =>
			compareNumbers(first.price, second.price) ||
			compareNumbers(maxTransitDays(first), maxTransitDays(second)) ||
			compareNumbers(minTransitDays(first), minTransitDays(second)),
	);

/** The product id, or a longer text for options that share their product id with another one. */
export type OptionKey = number | string;

/**
 * A key for each option, in the same order: distinct within one answer, and the same in the next answer to the same question,
 * also when prices changed.
 */
export function optionKeys(options: readonly RateOption[]): OptionKey[] {
	const countById = new Map<number, number>();
	for (const { productId } of options) countById.set(productId, (countById.get(productId) ?? 0) + 1);
	const used = new Map<string, number>();
	return options.map(({ productId, carrier, product }) => {
		if (countById.get(productId) === 1) return productId;
		const names = JSON.stringify([productId, carrier, product]);
		const occurrence = (used.get(names) ?? 0) + 1;
		used.set(names, occurrence);
		return `${names} ${occurrence}`;
	});
}
