// Results of scanning codes: which shipment or order a code belongs to, and whether a label is the right one.
/** Meaning of a code that was scanned on any screen. */
export type ScanResult =
	/** The label of one shipment, verified by this scan. */
	| { kind: 'parcel'; shipmentId: number; recipient: string; verdict: ScanVerdict }
	/** A code that is on the labels of several shipments, such as a depot's. */
	| { kind: 'shared' }
	/** An order of a batch that was not submitted yet. */
	| { kind: 'row'; batchId: number; position: number; row: string }
	/** The reference of a saved draft. */
	| { kind: 'draft'; shipmentId: number }
	/** The reference of a shipment that was submitted before. */
	| { kind: 'sent'; shipmentId: number; recipient: string }
	| { kind: 'notFound' };

/** Result of verifying a scanned label against a shipment. */
export type ScanVerdict =
	/** On this shipment's label. `isVerified`: all pages are scanned now. */
	| { kind: 'right'; isVerified: boolean; scanned: number; pages: number }
	/** Scanned before, at this time (ISO 8601). */
	| { kind: 'again'; at: string }
	/** Also on labels of other shipments, such as a depot's code, so it does not identify the parcel. */
	| { kind: 'shared' }
	/** On this label or its documents, but a routing code (for example the postcode), which does not identify the parcel. */
	| { kind: 'routing' }
	/** On the label of another shipment, or unknown at this desk. */
	| { kind: 'wrong'; otherShipmentId: number | null; otherRecipient: string };
