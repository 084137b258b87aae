// Scan verification: a parcel is verified when its printed label was scanned. The scan proves that the label was printed, is on
// the right parcel and was not used twice.
import * as z from 'zod';
import type { ScanVerdict } from '../../src-contract/model/scan';
import type { Database } from '../platform/database';
import {
	containsNumber,
	hasRoutingStructure,
	isRecord,
	isRoutingCode,
	isSameCode,
	numbersIn,
	recordNamesParcel,
} from './code-numbers';
import { storedCode } from './label-codes';
import { isScanned, type LabelPage, type LabelPages, scansOf } from './label-pages';

/** A scanned code in all forms in which it may be stored. */
interface ScannedCode {
	/** The code in the form in which label codes are stored. */
	code: string;
	/** `code`, and the numbers that the structure of the code contains. */
	keys: readonly string[];
}
function readScan(text: string): ScannedCode {
	const code = storedCode(text);
	return { code, keys: code === '' ? [] : [...new Set([code, ...numbersIn(text)])] };
}

const hasCode = (page: LabelPage, text: string): boolean => page.codes.some((stored) => isSameCode(text, stored));

/** Whether a code of the label does not identify the parcel: a routing code, or a record without any number of the label. */
function isRouting(text: string, trackingNumber: string, pagesWithCode: readonly LabelPage[]): boolean {
	const codes = pagesWithCode.flatMap((page) => page.codes);
	return isRecord(text) ? !recordNamesParcel(text, trackingNumber, codes) : isRoutingCode(text, trackingNumber);
}

/**
 * The pages that a scanned code may identify. A code on exactly one page identifies that page. The tracking number, or a code on
 * several pages, may mean any of them. Pure.
 * @param pagesWithCode pages with the scanned code
 * @param isNumber whether the scanned code contains the tracking number
 * @returns `unclear` when several pages match and every page has a code of its own, which must be scanned instead
 */
function pagesOf(
	pagesWithCode: readonly LabelPage[],
	isNumber: boolean,
	trackingNumber: string,
	pages: readonly LabelPage[],
): readonly LabelPage[] | 'unclear' {
	const candidates = pagesWithCode.length === 0 && isNumber ? pages : pagesWithCode;
	const hasOwn = ({ codes }: LabelPage) =>
		codes.some(
			(code) => !isRoutingCode(code, trackingNumber) && pages.filter((page) => page.codes.includes(code)).length === 1,
		);
	return candidates.length > 1 && pages.every(hasOwn) ? 'unclear' : candidates;
}

const shipmentRows = z.array(z.object({ tracking_number: z.string(), closed_at: z.string().nullable() }));
const otherShipmentRows = z.array(z.object({ id: z.number(), recipient: z.string() }));

export function createScanVerification(
	database: Database,
	documents: Pick<LabelPages, 'labelPages' | 'isOnPapers'>,
	now: () => Date,
) {
	/** Other booked shipments with this tracking number or with this code on a label: at most two, the latest first. */
	function otherShipments({ keys }: ScannedCode, id: number): { id: number; recipient: string }[] {
		const rows = database.all(
			`SELECT id, recipient FROM shipment
			WHERE id <> ?1 AND state = 'booked' AND id IN (
				SELECT id FROM shipment WHERE replace(upper(tracking_number), ' ', '') IN (SELECT value FROM json_each(?2))
				UNION ALL
				SELECT document.shipment_id FROM label_code JOIN document ON document.id = label_code.document_id
				WHERE label_code.code IN (SELECT value FROM json_each(?2)) AND document.kind = 'label')
			ORDER BY id DESC LIMIT 2`,
			id,
			JSON.stringify(keys),
		);
		return otherShipmentRows.parse(rows);
	}

	return {
		/** Booked shipments with this code as tracking number or on a label: at most two, the latest first. */
		ownersByCode: (text: string): { id: number; recipient: string }[] => {
			const scanned = readScan(text);
			return scanned.code === '' ? [] : otherShipments(scanned, 0);
		},

		/**
		 * Checks a scanned code against the labels of a shipment, records the scanned page, and closes the shipment when all label
		 * pages were scanned.
		 * @param text scanned code, as the scanner sends it
		 */
		scan(id: number, text: string): ScanVerdict {
			const scanned = readScan(text);
			const [shipment] = shipmentRows.parse(
				database.all('SELECT tracking_number, closed_at FROM shipment WHERE id = ?', id),
			);
			const trackingNumber = shipment?.tracking_number ?? '';
			const isNumber = containsNumber(text, trackingNumber);
			const pages = documents.labelPages(id);
			const pagesWithCode = pages.filter((page) => hasCode(page, text));
			if (!isNumber && scanned.code !== '') {
				if (pagesWithCode.length > 0 && isRouting(text, trackingNumber, pagesWithCode)) return { kind: 'routing' };
				if (pagesWithCode.length === 0 && documents.isOnPapers(id, scanned.code)) return { kind: 'routing' };
				// The codes of these labels are unknown, so a code with a routing structure cannot identify the parcel.
				if (pages.every(({ codes }) => codes.length === 0) && hasRoutingStructure(text)) return { kind: 'routing' };
			}
			const candidates = pagesOf(pagesWithCode, isNumber, trackingNumber, pages);
			if (candidates === 'unclear') return { kind: 'shared' };
			const others = isNumber ? [] : otherShipments(scanned, id);
			if (candidates.length === 0 && !isNumber) {
				// A code on several labels, such as that of a depot, identifies none of them.
				const other = others.length === 1 ? others[0] : undefined;
				return { kind: 'wrong', otherShipmentId: other?.id ?? null, otherRecipient: other?.recipient ?? '' };
			}
			if (others.length > 0) return { kind: 'shared' };
			const scans = scansOf(database, id);
			const wasScanned = (page: LabelPage) => isScanned(page, scans);
			const unscannedPage = candidates.find((page) => !wasScanned(page));
			const scannedBefore = pages.filter(wasScanned).length;
			// Pages that share their only code cannot be told apart: each scan counts for one page.
			if (!unscannedPage && (pages.length > 0 || shipment?.closed_at)) {
				return { kind: 'again', at: scans[0]?.at ?? shipment?.closed_at ?? '' };
			}
			const at = now().toISOString();
			return database.transaction(() => {
				if (unscannedPage) {
					database.run(
						'INSERT INTO label_scan (shipment_id, document_id, page, at) VALUES (?, ?, ?, ?)',
						id,
						unscannedPage.documentId,
						unscannedPage.page,
						at,
					);
				}
				const count = scannedBefore + (unscannedPage ? 1 : 0);
				const isVerified = count >= pages.length;
				if (isVerified) database.run('UPDATE shipment SET closed_at = coalesce(closed_at, ?) WHERE id = ?', at, id);
				return { kind: 'right', isVerified, scanned: count, pages: pages.length };
			});
		},
	};
}
export type ScanVerificationService = ReturnType<typeof createScanVerification>;
