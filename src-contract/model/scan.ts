// Results of scanning codes: which shipment or order a code belongs to, and whether a label belongs to the parcel.

/** What a code that was scanned on any screen belongs to. */
export type ScanResult =
	/** The label of one shipment. The scan also verified the label, with this verdict. */
	| { kind: 'parcel'; shipmentId: number; recipient: string; reference: string; verdict: ScanVerdict }
	/** A code that is on the labels of several shipments, such as the code of a depot. */
	| { kind: 'severalShipments' }
	/** The label of a voided shipment: it must not be used. */
	| { kind: 'voided'; shipmentId: number; recipient: string }
	/** The number of an order, its tote or its slip. Pack says whether it can be packed. */
	| { kind: 'order' }
	/** The reference of a saved draft. */
	| { kind: 'draft'; shipmentId: number }
	/** The reference of a shipment that was queued or submitted before. */
	| { kind: 'shipment'; shipmentId: number; recipient: string }
	/** The bar code of an item. */
	| { kind: 'item'; itemId: number }
	| { kind: 'notFound' };

/** Result of verifying the label of a shipment by scanning a code on the parcel. */
export type ScanVerdict =
	/**
	 * The code is on this shipment's label. `scanned`: number of pages of the label that have been scanned so far, of `pages`.
	 * `isVerified`: all pages have been scanned.
	 */
	| { kind: 'right'; isVerified: boolean; scanned: number; pages: number }
	/** The code is on this shipment's label and was scanned before, at this time (ISO 8601). */
	| { kind: 'scannedBefore'; scannedAt: string }
	/** The tracking number of the whole shipment, whose label pages each have a code of their own that must be scanned. */
	| { kind: 'wholeShipment' }
	/** The code is on several label pages or on labels of other shipments, so it does not identify the parcel. */
	| { kind: 'ambiguous' }
	/** The code is a routing code of this shipment's label or documents, such as the postcode. It does not identify the parcel. */
	| { kind: 'routing' }
	/** The code is on the label of another shipment (`otherShipmentId`), or unknown at this desk (null). */
	| { kind: 'wrong'; otherShipmentId: number | null; otherRecipient: string };
