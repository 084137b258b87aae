// Order and identity of rate options. This module does not import the schema library, so that screens can use the module without
// loading that library.
import type { RateOption } from '../partner-api';

const UNKNOWN_DAYS = Number.POSITIVE_INFINITY;
/** Maximum transit time in working days; infinite when the service returned none. */
export const maxTransitDays = (option: RateOption): number =>
	option.maxEstimatedTransitTimeInWorkingsDays ??
	option.estimatedTransitTimeInWorkingDays ??
	option.minEstimatedTransitTimeInWorkingsDays ??
	UNKNOWN_DAYS;
const minDays = (option: RateOption): number =>
	option.minEstimatedTransitTimeInWorkingsDays ?? option.estimatedTransitTimeInWorkingDays ?? maxTransitDays(option);

/** Compares numbers for sorting. Subtraction alone would give NaN for two infinities. */
const ascending = (left: number, right: number): number => (left === right ? 0 : left - right);

/**
 * Orders by price. Options with the same price are ordered by maximum, then by minimum transit days; those without transit days
 * come last among them.
 */
export const compareOptions = (left: RateOption, right: RateOption): number =>
	ascending(left.price, right.price) ||
	ascending(maxTransitDays(left), maxTransitDays(right)) ||
	ascending(minDays(left), minDays(right));

/** A sorted copy, in the order of `compareOptions`. */
export const sortedByPrice = (options: readonly RateOption[]): RateOption[] => [...options].sort(compareOptions);

/** The product id of an option; a string for an option that shares its product id with another option. */
export type OptionKey = number | string;

/**
 * Returns a unique key for each option, in the order of the options, because a service may return several options with one
 * `productId`. Prices are not part of the key, so an option keeps its key when its price changes.
 */
export function optionKeys(options: readonly RateOption[]): OptionKey[] {
	const countById = new Map<number, number>();
	for (const { productId } of options) countById.set(productId, (countById.get(productId) ?? 0) + 1);
	const countByName = new Map<string, number>();
	return options.map(({ productId, carrier, product }) => {
		if (countById.get(productId) === 1) return productId;
		const name = JSON.stringify([productId, carrier, product]);
		const count = (countByName.get(name) ?? 0) + 1;
		countByName.set(name, count);
		return count === 1 ? name : `${name}${count}`;
	});
}
