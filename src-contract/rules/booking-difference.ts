// Compares a booking with the option that the user chose.
import { eurToCents } from '../lib/money';
import type { ShipmentSummary } from '../model/shipment';

export interface BookingDifference {
	/** Booked minus chosen price; 0 when one of the two prices is not known. */
	priceDifferenceEur: number;
	/** The product id, carrier or product name differs from the chosen one. */
	isOtherProduct: boolean;
}

const normalized = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
/** True when both names are present and differ. */
const isOtherName = (chosen: string, booked: string): boolean =>
	normalized(chosen) !== '' && normalized(booked) !== '' && normalized(chosen) !== normalized(booked);

/** @returns null when there is nothing to compare or no difference: not booked, no option chosen, or booked as chosen */
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

/** Whether a shipment was booked at a price that exceeds the chosen price by more than the limit. */
export const exceedsAlertLimit = (shipment: Parameters<typeof bookingDifference>[0], limitEur: number): boolean =>
	(bookingDifference(shipment)?.priceDifferenceEur ?? 0) > limitEur;
