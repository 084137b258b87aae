// Messages about the differences between a booking and the rate option that was chosen for it, by the user or by the rule of a
// queued shipment. Pure.
import { t } from '../../src-contract/i18n';
import type { ChosenOption } from '../../src-contract/model/shipment';
import type { BookedShipment } from '../../src-contract/partner-api';
import { amountText } from '../../src-contract/rules/amount-text';
import type { BookingDifference } from '../../src-contract/rules/booking-difference';

type ProductName = Pick<ChosenOption, 'carrier' | 'product'>;
const nameOf = ({ carrier, product }: ProductName): string => `${carrier} ${product}`.trim();

export function differenceMessages(
	{ priceDifferenceEur, isOtherProduct }: BookingDifference,
	booked: ProductName & Pick<BookedShipment, 'price'>,
	chosen: ChosenOption,
): string[] {
	const textOf = (eur: number | null | undefined) => (eur == null ? '' : amountText(eur));
	const [price, chosenPrice] = [textOf(booked.price), textOf(chosen.priceEur)];
	return [
		...(priceDifferenceEur === 0
			? []
			: [t('Booked at {price} EUR; {chosenPrice} EUR was chosen.', { price, chosenPrice })]),
		...(isOtherProduct
			? [
					t('Booked as {product}; {chosenProduct} was chosen.', {
						product: nameOf(booked),
						chosenProduct: nameOf(chosen),
					}),
				]
			: []),
	];
}
