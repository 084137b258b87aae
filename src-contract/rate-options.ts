// Order and identity of the options of one rates answer. Pure; without the schema library, so that the screens can use it.
import type { RateOption } from './partner-api';

const NO_DAYS = Number.POSITIVE_INFINITY;
const maxDays = (option: RateOption): number =>
	option.maxEstimatedTransitTimeInWorkingsDays ??
	option.estimatedTransitTimeInWorkingDays ??
	option.minEstimatedTransitTimeInWorkingsDays ??
	NO_DAYS;
const minDays = (option: RateOption): number =>
	option.minEstimatedTransitTimeInWorkingsDays ?? option.estimatedTransitTimeInWorkingDays ?? maxDays(option);

/** Ascending also where both are infinite, of which the difference is not a number. */
const ascending = (one: number, other: number): number => (one === other ? 0 : one - other);

/** Cheapest first, then by maximum and by minimum transit days; options without days come last. For a stable sort. */
export const compareOptions = (one: RateOption, other: RateOption): number =>
	ascending(one.price, other.price) ||
	ascending(maxDays(one), maxDays(other)) ||
	ascending(minDays(one), minDays(other));

/**
 * A key for each option, unique within the answer, in the order of the options. A service may give several options one
 * `productId`. The key has no price, so an option keeps its key when the same question is asked again and its price changed.
 */
export function optionKeys(options: readonly RateOption[]): string[] {
	const uses = new Map<string, number>();
	return options.map(({ productId, carrier, product }) => {
		const key = JSON.stringify([productId, carrier, product]);
		const number = (uses.get(key) ?? 0) + 1;
		uses.set(key, number);
		return number === 1 ? key : `${key}${number}`;
	});
}
