/** What a code that was scanned on any screen stands for. */
export type Scanned =
	/** A label: the parcel is closed by it, or not. */
	| { kind: 'parcel'; shipmentId: number; recipient: string; verdict: ScanVerdict }
	/** A code on several labels, such as a depot's. */
	| { kind: 'shared' }
	/** An order that nothing was sent of. */
	| { kind: 'row'; batchId: number; position: number; row: string }
	/** An order that is kept here unfinished. */
	| { kind: 'kept'; shipmentId: number }
	/** An order that was sent before. */
	| { kind: 'sent'; shipmentId: number; recipient: string }
	| { kind: 'nothing' };

/** What a scan of a printed label showed. */
export type ScanVerdict =
	/** Of this shipment. */
	| { kind: 'right'; closed: boolean; scanned: number; pages: number }
	/** Scanned before. */
	| { kind: 'again'; at: string }
	/** Also on labels of other shipments, such as the code of a depot: it says nothing of this box. */
	| { kind: 'shared' }
	/** On this label or its papers, but it names no parcel: it routes it, for example by the postal code. */
	| { kind: 'routing' }
	/** Of another shipment of this desk, or of none. */
	| { kind: 'wrong'; otherShipmentId: number | null; otherRecipient: string };
