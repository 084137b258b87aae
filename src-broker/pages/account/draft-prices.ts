// The prices that the form of a draft shows. The form sends them back, so that a draft is not booked at a price that was not shown. Pure.
import { eurToCents } from '../../../src-contract/lib/money';
import type { RateOption } from '../../../src-contract/partner-api';

/** Price, carrier and product, such as `7.93 EUR, Overland Parcel Economy`. The price comes first, because a list box cuts long texts. */
export const optionText = ({ carrier, product, price }: RateOption): string =>
	`${price.toFixed(2)} EUR, ${carrier} ${product}`;

const priceKey = ({ productId, price }: RateOption): string => `${productId}:${eurToCents(price)}`;

/** Value of the hidden form field. @param options cheapest first */
export const toShownPrices = (options: readonly RateOption[]): string => options.map(priceKey).join(' ');

/**
 * Whether the form showed this price for the user's choice.
 * @param preferredId id of the chosen option; undefined for the cheapest
 * @param shownPrices value of the hidden form field; undefined when the form did not send it
 */
export function wasPriceShown(
	option: RateOption,
	preferredId: number | undefined,
	shownPrices: string | undefined,
): boolean {
	const shown = shownPrices?.split(' ') ?? [];
	return preferredId === undefined ? shown[0] === priceKey(option) : shown.includes(priceKey(option));
}
