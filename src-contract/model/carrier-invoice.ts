// A carrier's invoice, compared with what was booked and weighed at this desk.

/**
 * `unknown`: a number that this desk did not book. `voided`: the shipment is void. `chargedTwice`: the same charge again. `weight`: the
 * price is that of a higher weight. `price`: another price than booked.
 */
export type InvoiceDifferenceKind = 'unknown' | 'voided' | 'chargedTwice' | 'weight' | 'price';

export interface InvoiceDifference {
	kind: InvoiceDifferenceKind;
	/** Null for an unknown number. */
	shipmentId: number | null;
	/** As in the invoice. */
	trackingNumber: string;
	/** Number of the row of the first charge in the file, from 1. */
	row: number;
	recipient: string;
	reference: string;
	chargedEur: number;
	/** What was booked, with the tax of the invoice. */
	expectedEur: number;
	/** Null when the invoice states none. */
	chargedKg: number | null;
	/** Of the booking, and weighed where the desk weighs; null for an unknown number. */
	bookedKg: number | null;
}

export interface InvoiceCheck {
	/** Name of the file. */
	name: string;
	/** Rows with a number and an amount. */
	charges: number;
	/** Different shipments of this desk among them. */
	shipments: number;
	chargedEur: number;
	/** Sum of the bookings with a known price, with the tax of the invoice. */
	expectedEur: number;
	/** Shipments whose booked price is not known; they are not compared. */
	unpriced: number;
	/** Amounts of the invoice in relation to booked prices: 1, or another factor that most shipments have, such as 1.21 for taxes. */
	factor: number;
	/** Titles of the columns that were read; an empty title: none. */
	columns: { trackingNumber: string; amount: string; weight: string };
	/** By amount, the largest first. */
	differences: InvoiceDifference[];
}
