// What a scanned code stands for: a parcel's label closes the parcel, an order's number names the order.
import type { ScanResult } from '../../src-contract/model/scan';
import type { ScanVerificationService } from '../documents/scan-verification';
import type { Journal } from '../operations/journal';

export interface ScannedDependencies {
	journal: Pick<Journal, 'keptWithReference' | 'ofOrder'>;
	scanVerification: Pick<ScanVerificationService, 'ownersByCode' | 'scan'>;
	/** Rows of batches. */
	rows: { withReference(reference: string): { batchId: number; position: number; row: string } | undefined };
}

export function lookUpScan({ journal, scanVerification, rows }: ScannedDependencies, text: string): ScanResult {
	const [bearer, another] = scanVerification.ownersByCode(text);
	if (another) return { kind: 'shared' };
	if (bearer) {
		const { id: shipmentId, recipient } = bearer;
		return { kind: 'parcel', shipmentId, recipient, verdict: scanVerification.scan(shipmentId, text) };
	}
	// A shipment that was sent comes before an order that was not: nobody ships it twice unasked.
	const sent = journal.ofOrder(text);
	if (sent) return { kind: 'sent', shipmentId: sent.id, recipient: sent.recipient };
	const row = rows.withReference(text);
	if (row) return { kind: 'row', ...row };
	const kept = journal.keptWithReference(text);
	if (kept) return { kind: 'draft', shipmentId: kept.id };
	return { kind: 'notFound' };
}
