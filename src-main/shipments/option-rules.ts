// Selects a rate option by the rule of a queued shipment or batch. Pure.
import { t } from '../../src-contract/i18n';
import type { ChoiceRule } from '../../src-contract/model/shipment';
import type { RateOption } from '../../src-contract/partner-api';
import { amountText } from '../../src-contract/rules/amount-text';
import { isolateBidi } from '../../src-contract/rules/bidi';
import { maxTransitDays, sortedByPrice } from '../../src-contract/rules/rate-options';

const euros = (amount: number): string => `${amountText(amount)} EUR`;

/** @returns the selected option, or a message that says why there is none */
export function chooseOption(options: readonly RateOption[], rule: ChoiceRule): RateOption | string {
	const sorted = sortedByPrice(options);
	const [cheapest] = sorted;
	if (!cheapest) return t('No carrier takes these parcels on this route.');
	switch (rule.kind) {
		case 'cheapest':
			return cheapest;
		case 'fastest': {
			const affordable = sorted.filter(({ price }) => price <= rule.withinEur);
			const fastest = affordable.reduce<RateOption | undefined>(
				(best, option) => (best === undefined || maxTransitDays(option) < maxTransitDays(best) ? option : best),
				undefined,
			);
			return (
				fastest ??
				t('No option costs {limit} or less. The cheapest costs {price}.', {
					limit: euros(rule.withinEur),
					price: euros(cheapest.price),
				})
			);
		}
		case 'product': {
			// Several options may share a product id: select the option with the rule's name, or else the cheapest option.
			const optionsOfProduct = sorted.filter(({ productId }) => productId === rule.productId);
			return (
				optionsOfProduct.find(({ carrier, product }) => `${carrier} ${product}` === rule.name) ??
				optionsOfProduct[0] ??
				t('{product} is not offered on this route.', { product: isolateBidi(rule.name) })
			);
		}
	}
}
