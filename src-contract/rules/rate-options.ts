// Order and identity of the options of one rates answer. Pure; without the schema library, so that the screens can use it.
import type { RateOption } from '../partner-api';

const NO_DAYS = Number.POSITIVE_INFINITY;
/** Maximum working days; infinite where the service does not say. */
export const maxTransitDays = (option: RateOption): number =>
	option.maxEstimatedTransitTimeInWorkingsDays ??
	option.estimatedTransitTimeInWorkingDays ??
	option.minEstimatedTransitTimeInWorkingsDays ??
	NO_DAYS;
const minDays = (option: RateOption): number =>
	option.minEstimatedTransitTimeInWorkingsDays ?? option.estimatedTransitTimeInWorkingDays ?? maxTransitDays(option);

/** Ascending also where both are infinite, of which the difference is not a number. */
const ascending = (one: number, other: number): number => (one === other ? 0 : one - other);

/** Cheapest first, then by maximum and by minimum transit days; options without days come last. For a stable sort. */
export const compareOptions = (one: RateOption, other: RateOption): number =>
	ascending(one.price, other.price) ||
	ascending(maxTransitDays(one), maxTransitDays(other)) ||
	ascending(minDays(one), minDays(other));

export const sortedByPrice = (options: readonly RateOption[]): RateOption[] => [...options].sort(compareOptions);

/** The product id, or a longer text for an option that shares its product id with another one. */
export type OptionKey = number | string;

/**
 * A key for each option, unique within the answer, in the order of the options. A service may give several options one
 * `productId`. The key has no price, so an option keeps its key when the same question is asked again and its price changed.
 */
export function optionKeys(options: readonly RateOption[]): OptionKey[] {
	const countById = new Map<number, number>();
	for (const { productId } of options) countById.set(productId, (countById.get(productId) ?? 0) + 1);
	const uses = new Map<string, number>();
	return options.map(({ productId, carrier, product }) => {
		if (countById.get(productId) === 1) return productId;
		const names = JSON.stringify([productId, carrier, product]);
		const use = (uses.get(names) ?? 0) + 1;
		uses.set(names, use);
		return use === 1 ? names : `${names}${use}`;
	});
}
