// Landed cost of a shipment (goods, shipping, duties, taxes) and how sender and recipient share it.
import { eurToCents } from '../lib/money';
import type { Incoterms } from '../model/trade-terms';
import type { DutiesResponse, TaxLine } from '../partner-api';

/** `tax`: VAT and similar taxes. `charge`: any other line, such as a customs processing fee. */
export type TaxLineKind = 'duty' | 'tax' | 'charge';

/** Derives the kind of a tax line from the line's name, because the partner API has no field for the kind. */
export function kindOfTaxLine({ name }: TaxLine): TaxLineKind {
	if (/\b(VAT|GST|HST|QST|PST|IVA|IGV|IGIC|ICMS|IGST|ITBIS|ITBMS|IVU|IGI|BTW|TVA|MwSt|tax(es)?)\b/i.test(name))
		return 'tax';
	return /\b(duty|duties|tariff|courier flat rate|import surcharge)\b/i.test(name) ? 'duty' : 'charge';
}

/**
 * True for a placeholder line of an unknown amount; its `amount` is meaningless. Services that do not send `known` end the name of
 * such a line with "not known".
 */
export const isUnknownLine = ({ known, name }: TaxLine): boolean =>
	known === undefined ? /not known$/.test(name) : !known;

/** True for a tax that the seller charges at the sale instead of customs at import. */
export const isChargedAtSale = ({ description }: TaxLine): boolean =>
	/charged by the seller|the seller charges it/.test(description);

export interface LandedCost {
	goodsEur: number;
	/** Undefined while no rate is known. */
	shippingEur: number | undefined;
	dutyEur: number;
	taxEur: number;
	chargeEur: number;
	totalEur: number;
	/** Kinds with a line of unknown amount, which counts as 0. */
	unknownKinds: TaxLineKind[];
	/** A duty, tax or charge is unknown, so the total is a minimum. */
	isMinimum: boolean;
}

/** Total value of the goods, in EUR. */
export function totalValueEur(contents: readonly { quantity: number; priceEur: number }[]): number {
	return contents.reduce((sum, item) => sum + item.quantity * item.priceEur, 0);
}

/**
 * Adds up goods, shipping and an estimate of duties and taxes.
 * @param estimate The service's answer; its total includes charges without a line of their own.
 * @param goodsEur Value of the goods, in EUR.
 * @param shippingEur Price of the chosen rate, in EUR; undefined while unknown, which counts as 0 in the total.
 * @returns amounts in EUR, exact to the cent
 */
export function landedCost(estimate: DutiesResponse, goodsEur: number, shippingEur: number | undefined): LandedCost {
	const sumOf = (kind: 'duty' | 'tax') =>
		estimate.taxDetails
			.filter((line) => kindOfTaxLine(line) === kind)
			.reduce((sum, { amount }) => sum + eurToCents(amount), 0) / 100;
	const [dutyEur, taxEur] = [sumOf('duty'), sumOf('tax')];
	const unknownKinds = [...new Set(estimate.taxDetails.filter(isUnknownLine).map(kindOfTaxLine))];
	return {
		goodsEur,
		shippingEur,
		dutyEur,
		taxEur,
		// The rest of the estimate: charge lines, and amounts that a service adds to its total without a line of their own.
		chargeEur: (eurToCents(estimate.estimate) - eurToCents(dutyEur) - eurToCents(taxEur)) / 100,
		totalEur: (eurToCents(goodsEur) + eurToCents(shippingEur ?? 0) + eurToCents(estimate.estimate)) / 100,
		unknownKinds,
		isMinimum: estimate.estimateIsMinimum === true || unknownKinds.length > 0,
	};
}

/** What each side pays besides the goods. The sender pays shipping; incoterms decide who pays duties, taxes and charges. */
export function costShares(cost: LandedCost, incoterms: Incoterms): { senderEur: number; recipientEur: number } {
	const importCosts = (eurToCents(cost.dutyEur) + eurToCents(cost.taxEur) + eurToCents(cost.chargeEur)) / 100;
	const shipping = cost.shippingEur ?? 0;
	return incoterms === 'DDP'
		? { senderEur: (eurToCents(shipping) + eurToCents(importCosts)) / 100, recipientEur: 0 }
		: { senderEur: shipping, recipientEur: importCosts };
}
