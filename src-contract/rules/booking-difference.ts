// How a booking differs from the option that was chosen for it. Pure.
import { eurToCents } from '../lib/money';
import type { ShipmentSummary } from '../model/shipment';

export interface BookingDifference {
	/** Booked minus chosen; 0 when one of the two prices is not known. */
	priceDifferenceEur: number;
	/** Another product id, carrier or product name than chosen. */
	isOtherProduct: boolean;
}

const normalized = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
/** A name that the service did not give says nothing. */
const isOtherName = (chosen: string, booked: string): boolean =>
	normalized(chosen) !== '' && normalized(booked) !== '' && normalized(chosen) !== normalized(booked);

/** @returns null when it is booked as chosen, is not booked, or nothing was chosen */
export function bookingDifference({
	state,
	chosen,
	carrier,
	product,
	productId,
	priceEur,
}: Pick<
	ShipmentSummary,
	'state' | 'chosen' | 'carrier' | 'product' | 'productId' | 'priceEur'
>): BookingDifference | null {
	if (state !== 'booked' || !chosen) return null;
	const isOtherId = chosen.productId !== null && productId !== null && chosen.productId !== productId;
	const isOtherProduct = isOtherId || isOtherName(chosen.carrier, carrier) || isOtherName(chosen.product, product);
	const priceDifferenceEur =
		chosen.priceEur === null || priceEur === null ? 0 : (eurToCents(priceEur) - eurToCents(chosen.priceEur)) / 100;
	return isOtherProduct || priceDifferenceEur !== 0 ? { priceDifferenceEur, isOtherProduct } : null;
}
