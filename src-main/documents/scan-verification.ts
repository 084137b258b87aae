// Scan verification: a shipment is verified (column `closed_at`) when all its label pages that have to be scanned were scanned. The
// scan proves that the label was printed, is on the right parcel, and was not used twice.
import * as z from 'zod';
import type { ScanVerdict } from '../../src-contract/model/scan';
import type { ShipmentState } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import {
	containsNumber,
	hasRoutingStructure,
	isRecordCode,
	isRoutingCode,
	isSameCode,
	numbersIn,
	recordIdentifiesParcel,
} from './code-numbers';
import { storedCode } from './label-codes';
import { isScanned, type LabelPage, type LabelPages, scansOf } from './label-pages';

interface ScannedCode {
	/** The code in the form of `storedCode`. */
	code: string;
	/** All forms in which the code may be stored: `code`, and the numbers that the code contains. */
	storedForms: readonly string[];
}
function toScannedCode(text: string): ScannedCode {
	const code = storedCode(text);
	return { code, storedForms: code === '' ? [] : [...new Set([code, ...numbersIn(text)])] };
}

const hasCode = (page: LabelPage, text: string): boolean => page.codes.some((stored) => isSameCode(text, stored));

/**
 * Whether a code of a label does not identify the parcel: it is a routing code, or a code of several fields (`isRecordCode`) that
 * contains neither the tracking number nor another code of the label.
 */
function isSharedByParcels(text: string, trackingNumber: string, pagesWithCode: readonly LabelPage[]): boolean {
	const codes = pagesWithCode.flatMap((page) => page.codes);
	return isRecordCode(text)
		? !recordIdentifiesParcel(text, trackingNumber, codes)
		: isRoutingCode(text, trackingNumber);
}

/**
 * The label pages that a scanned code may identify: the pages with the code. A code that contains the tracking number, but is on
 * no page, may identify every page. Pure.
 * @param pagesWithCode label pages of the shipment with the scanned code
 * @param hasTrackingNumber whether the scanned code contains the tracking number
 * @param pages all label pages of the shipment
 * @returns `unclear` when the code may identify several pages, although every page has a code of its own that could be scanned
 */
function identifiedPages(
	pagesWithCode: readonly LabelPage[],
	hasTrackingNumber: boolean,
	trackingNumber: string,
	pages: readonly LabelPage[],
): readonly LabelPage[] | 'unclear' {
	const candidates = pagesWithCode.length === 0 && hasTrackingNumber ? pages : pagesWithCode;
	const hasOwnCode = ({ codes }: LabelPage) =>
		codes.some(
			(code) => !isRoutingCode(code, trackingNumber) && pages.filter((page) => page.codes.includes(code)).length === 1,
		);
	return candidates.length > 1 && pages.every(hasOwnCode) ? 'unclear' : candidates;
}

const shipmentRows = z.array(z.object({ tracking_number: z.string(), closed_at: z.string().nullable() }));
const ownerRows = z.array(z.object({ id: z.number(), recipient: z.string() }));
type Owner = z.infer<typeof ownerRows>[number];

export function createScanVerification(
	database: Database,
	documents: Pick<LabelPages, 'labelPages' | 'isOnlyOnPapers'>,
	now: () => Date,
) {
	/**
	 * Shipments in these states that have this code as tracking number or on a label: at most two, the latest first.
	 * @param exceptId id of a shipment to leave out
	 */
	function shipmentsWithCode(
		{ storedForms }: ScannedCode,
		exceptId?: number,
		states: readonly ShipmentState[] = ['booked'],
	): Owner[] {
		const rows = database.all(
			`SELECT id, recipient FROM shipment
			WHERE id IS NOT ?1 AND state IN (SELECT value FROM json_each(?3)) AND id IN (
				SELECT id FROM shipment WHERE replace(upper(tracking_number), ' ', '') IN (SELECT value FROM json_each(?2))
				UNION ALL
				SELECT document.shipment_id FROM label_code JOIN document ON document.id = label_code.document_id
				WHERE label_code.code IN (SELECT value FROM json_each(?2)) AND document.kind = 'label' AND document.is_held <= ?4)
			ORDER BY id DESC LIMIT 2`,
			exceptId ?? null,
			JSON.stringify(storedForms),
			JSON.stringify(states),
			// A held label may belong to another shipment, but that of a voided one must not be used either way.
			states.includes('booked') ? 0 : 1,
		);
		return ownerRows.parse(rows);
	}

	const trackingNumberOf = (id: number): string =>
		shipmentRows.parse(database.all('SELECT tracking_number, closed_at FROM shipment WHERE id = ?', id))[0]
			?.tracking_number ?? '';

	return {
		/** Booked shipments with this code as tracking number or on a label: at most two, the latest first. */
		ownersByCode: (text: string): Owner[] => {
			const scanned = toScannedCode(text);
			return scanned.code === '' ? [] : shipmentsWithCode(scanned);
		},
		/** The voided shipment whose label has this code, if no booked one has it: the label must not be used. */
		voidedOwner(text: string): Owner | undefined {
			const scanned = toScannedCode(text);
			const [owner] = scanned.code === '' ? [] : shipmentsWithCode(scanned, undefined, ['voided']);
			if (!owner || shipmentsWithCode(scanned).length > 0) return undefined;
			// A code that other labels may have, too, such as that of a depot, does not show that this label is void.
			const trackingNumber = trackingNumberOf(owner.id);
			const pagesWithCode = documents.labelPages(owner.id).filter((page) => hasCode(page, text));
			const isShared = !containsNumber(text, trackingNumber) && isSharedByParcels(text, trackingNumber, pagesWithCode);
			return isShared ? undefined : owner;
		},

		/**
		 * Checks a scanned code against the labels of a shipment. If the code is right, records the scanned page, and marks the
		 * shipment as verified when all label pages were scanned. A shipment without label pages is verified by its tracking number.
		 * @param text scanned code, as the scanner sends it
		 */
		scan(id: number, text: string): ScanVerdict {
			const scanned = toScannedCode(text);
			const [shipment] = shipmentRows.parse(
				database.all('SELECT tracking_number, closed_at FROM shipment WHERE id = ?', id),
			);
			const trackingNumber = shipment?.tracking_number ?? '';
			const hasTrackingNumber = containsNumber(text, trackingNumber);
			const pages = documents.labelPages(id);
			const pagesWithCode = pages.filter((page) => hasCode(page, text));
			if (!hasTrackingNumber && scanned.code !== '') {
				if (pagesWithCode.length > 0 && isSharedByParcels(text, trackingNumber, pagesWithCode))
					return { kind: 'routing' };
				if (pagesWithCode.length === 0 && documents.isOnlyOnPapers(id, scanned.code)) return { kind: 'routing' };
				// If no codes of the labels are stored, the scanned code cannot be compared with them: only its structure can show that it
				// is a routing code.
				if (pages.every(({ codes }) => codes.length === 0) && hasRoutingStructure(text)) return { kind: 'routing' };
			}
			const candidates = identifiedPages(pagesWithCode, hasTrackingNumber, trackingNumber, pages);
			if (candidates === 'unclear') return { kind: hasTrackingNumber ? 'wholeShipment' : 'ambiguous' };
			// The label of a voided shipment of the same order may have the same codes.
			const otherOwners = hasTrackingNumber ? [] : shipmentsWithCode(scanned, id, ['booked', 'voided']);
			if (candidates.length === 0 && !hasTrackingNumber) {
				// A code on the labels of several shipments, such as the code of a depot, identifies none of them.
				const owner = otherOwners.length === 1 ? otherOwners[0] : undefined;
				return { kind: 'wrong', otherShipmentId: owner?.id ?? null, otherRecipient: owner?.recipient ?? '' };
			}
			if (otherOwners.length > 0) return { kind: 'ambiguous' };
			const scans = scansOf(database, id);
			const wasScanned = (page: LabelPage) => isScanned(page, scans);
			// Several candidates cannot be told apart by the code, so each scan counts for the next unscanned candidate.
			const unscannedPage = candidates.find((page) => !wasScanned(page));
			const scannedBeforeCount = pages.filter(wasScanned).length;
			if (!unscannedPage && (pages.length > 0 || shipment?.closed_at)) {
				return { kind: 'scannedBefore', scannedAt: scans[0]?.at ?? shipment?.closed_at ?? '' };
			}
			const scannedAt = now().toISOString();
			return database.transaction(() => {
				if (unscannedPage) {
					database.run(
						'INSERT INTO label_scan (shipment_id, document_id, page, at) VALUES (?, ?, ?, ?)',
						id,
						unscannedPage.documentId,
						unscannedPage.page,
						scannedAt,
					);
				}
				const scannedCount = scannedBeforeCount + (unscannedPage ? 1 : 0);
				const isVerified = scannedCount >= pages.length;
				if (isVerified)
					database.run('UPDATE shipment SET closed_at = coalesce(closed_at, ?) WHERE id = ?', scannedAt, id);
				return { kind: 'right', isVerified, scanned: scannedCount, pages: pages.length };
			});
		},
	};
}
export type ScanVerificationService = ReturnType<typeof createScanVerification>;
