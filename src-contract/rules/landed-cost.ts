// What a consignment costs until it is with the recipient, and who pays which part of it.

import { eurToCents } from '../lib/money';
import type { Incoterms } from '../model/trade-terms';
import type { DutiesResponse, TaxLine } from '../partner-api';

export type TaxLineKind = 'duty' | 'tax' | 'charge';

/** The interface names its lines in words only: the kind is read from the name. */
export function kindOfTaxLine({ name }: TaxLine): TaxLineKind {
	if (/\b(VAT|GST|HST|QST|PST|IVA|IGV|IGIC|ICMS|IGST|ITBIS|ITBMS|IVU|IGI|BTW|TVA|MwSt|tax(es)?)\b/i.test(name))
		return 'tax';
	return /\b(duty|duties|tariff|courier flat rate|import surcharge)\b/i.test(name) ? 'duty' : 'charge';
}

/** True for a line that stands for what is not known: its amount says nothing. */
export const isUnknownLine = ({ name }: TaxLine): boolean => /not known$/.test(name);

/** True for a tax that the seller charges at the sale, not customs. */
export const isChargedAtSale = ({ description }: TaxLine): boolean => /the seller charges it/.test(description);

export interface LandedCost {
	goodsEur: number;
	/** Undefined while no price of transport is known. */
	shippingEur: number | undefined;
	dutyEur: number;
	taxEur: number;
	chargeEur: number;
	totalEur: number;
	/** True when a part of it is not known: the total is then the least. */
	isAtLeast: boolean;
}

/** What goods are worth, in euros. */
export function totalValueEur(contents: readonly { quantity: number; priceEur: number }[]): number {
	return contents.reduce((sum, item) => sum + item.quantity * item.priceEur, 0);
}

export function landedCost(estimate: DutiesResponse, goodsEur: number, shippingEur: number | undefined): LandedCost {
	const sumOf = (kind: 'duty' | 'tax') =>
		estimate.taxDetails
			.filter((line) => kindOfTaxLine(line) === kind)
			.reduce((sum, { amount }) => sum + eurToCents(amount), 0) / 100;
	const [dutyEur, taxEur] = [sumOf('duty'), sumOf('tax')];
	return {
		goodsEur,
		shippingEur,
		dutyEur,
		taxEur,
		// With whatever a service adds to its total without a line of its own.
		chargeEur: (eurToCents(estimate.estimate) - eurToCents(dutyEur) - eurToCents(taxEur)) / 100,
		totalEur: (eurToCents(goodsEur) + eurToCents(shippingEur ?? 0) + eurToCents(estimate.estimate)) / 100,
		isAtLeast: estimate.taxDetails.some(isUnknownLine),
	};
}

/** What each side pays beside the goods: the sender always the transport, duties and taxes by the incoterms. */
export function shares(cost: LandedCost, incoterms: Incoterms): { senderEur: number; recipientEur: number } {
	const dues = (eurToCents(cost.dutyEur) + eurToCents(cost.taxEur) + eurToCents(cost.chargeEur)) / 100;
	const shipping = cost.shippingEur ?? 0;
	return incoterms === 'DDP'
		? { senderEur: (eurToCents(shipping) + eurToCents(dues)) / 100, recipientEur: 0 }
		: { senderEur: shipping, recipientEur: dues };
}
