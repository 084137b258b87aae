// Finds what a scanned code refers to: the label of a parcel, the reference of an order, or an item. The scan of a label also
// verifies the parcel.
import type { ScanResult } from '../../src-contract/model/scan';
import type { ScanVerificationService } from '../documents/scan-verification';
import type { Journal } from '../operations/journal';

export interface ScanLookupDependencies {
	journal: Pick<Journal, 'findDraftByReference' | 'findActiveByReference' | 'summary'>;
	scanVerification: Pick<ScanVerificationService, 'ownersByCode' | 'scan' | 'voidedOwner'>;
	items: { findIdByScan(text: string): number | undefined };
	packing: { knowsCode(text: string): boolean };
}

/** @param text the scanned code */
export function handleScan(
	{ journal, scanVerification, packing, items }: ScanLookupDependencies,
	text: string,
): ScanResult {
	const [owner, secondOwner] = scanVerification.ownersByCode(text);
	if (secondOwner) return { kind: 'severalShipments' };
	if (owner) {
		const { id: shipmentId, recipient } = owner;
		const { reference } = journal.summary(shipmentId);
		return { kind: 'parcel', shipmentId, recipient, reference, verdict: scanVerification.scan(shipmentId, text) };
	}
	// The number of an order may be on the label of its voided shipment.
	const voided = packing.knowsCode(text) ? undefined : scanVerification.voidedOwner(text);
	if (voided) return { kind: 'voided', shipmentId: voided.id, recipient: voided.recipient };
	// An active shipment with this reference takes precedence over an order or draft, so that no order is shipped twice.
	const activeShipment = journal.findActiveByReference(text);
	if (activeShipment) return { kind: 'shipment', shipmentId: activeShipment.id, recipient: activeShipment.recipient };
	if (packing.knowsCode(text)) return { kind: 'order' };
	const draft = journal.findDraftByReference(text);
	if (draft) return { kind: 'draft', shipmentId: draft.id };
	const itemId = items.findIdByScan(text);
	return itemId === undefined ? { kind: 'notFound' } : { kind: 'item', itemId };
}
