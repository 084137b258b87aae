// Which option a rule chooses of those that the service offers. Pure.
import type { RateOption } from '../../src-contract/partner-api';
import type { ChoiceRule } from '../../src-contract/shipment';
import { say } from '../../src-contract/wording';

const euros = (amount: number): string => `${amount.toFixed(2)} EUR`;

/** Working days at most; an option that does not say comes after all that do. */
const daysOf = (option: RateOption): number =>
	option.maxEstimatedTransitTimeInWorkingsDays ??
	option.estimatedTransitTimeInWorkingDays ??
	option.minEstimatedTransitTimeInWorkingsDays ??
	Number.POSITIVE_INFINITY;

/** @returns the option, or a sentence that says why there is none */
export function chooseOption(options: readonly RateOption[], rule: ChoiceRule): RateOption | string {
	const [cheapest, ...others] = [...options].sort((one, other) => one.price - other.price);
	if (!cheapest) return say('No carrier takes these parcels on this route.');
	switch (rule.kind) {
		case 'cheapest':
			return cheapest;
		case 'fastest': {
			const within = [cheapest, ...others].filter(({ price }) => price <= rule.withinEur);
			const fastest = within.reduce<RateOption | undefined>(
				(best, option) => (best === undefined || daysOf(option) < daysOf(best) ? option : best),
				undefined,
			);
			return (
				fastest ??
				say('Nothing costs {limit} or less; the cheapest is {price}.', {
					limit: euros(rule.withinEur),
					price: euros(cheapest.price),
				})
			);
		}
		case 'product':
			return (
				options.find(({ productId }) => productId === rule.productId) ??
				say('{product} is not offered on this route.', { product: rule.name })
			);
	}
}
