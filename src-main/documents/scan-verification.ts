// A parcel is closed when its printed label was scanned: that proves the print, the right box, and that no label was used
// twice.
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

/** A scanned code in every form in which it may be stored. */
interface ScannedCode {
	/** As codes of labels are stored. */
	code: string;
	/** That form, and the numbers that the code holds by its structure. */
	keys: readonly string[];
}
function readScan(text: string): ScannedCode {
	const code = storedCode(text);
	return { code, keys: code === '' ? [] : [...new Set([code, ...numbersIn(text)])] };
}

const bears = (page: LabelPage, text: string): boolean => page.codes.some((stored) => isSameCode(text, stored));

/** The code is of this label but names no parcel: it routes, or it is a record that holds none of the label's numbers. */
function isRouting(text: string, trackingNumber: string, bearing: readonly LabelPage[]): boolean {
	const codes = bearing.flatMap((page) => page.codes);
	return isRecord(text) ? !recordNamesParcel(text, trackingNumber, codes) : isRoutingCode(text, trackingNumber);
}

/**
 * Which pages a scanned code may stand for. Pure. A code of one page alone means that page; the shipment's own number, or
 * a code of several pages, may mean any of them, and tells two pieces apart only where no page has a code of its own.
 */
function pagesOf(
	bearing: readonly LabelPage[],
	isNumber: boolean,
	trackingNumber: string,
	pages: readonly LabelPage[],
): readonly LabelPage[] | 'unclear' {
	const candidates = bearing.length === 0 && isNumber ? pages : bearing;
	const hasOwn = ({ codes }: LabelPage) =>
		codes.some(
			(one) => !isRoutingCode(one, trackingNumber) && pages.filter((page) => page.codes.includes(one)).length === 1,
		);
	return candidates.length > 1 && pages.every(hasOwn) ? 'unclear' : candidates;
}

const shipmentRows = z.array(z.object({ tracking_number: z.string(), closed_at: z.string().nullable() }));
const otherRows = z.array(z.object({ id: z.number(), recipient: z.string() }));

export function createScanVerification(
	database: Database,
	documents: Pick<LabelPages, 'labelPages' | 'isOnPapers'>,
	now: () => Date,
) {
	/** The other booked shipments whose number that is, or on whose labels that code stands: two of them at most. */
	function elsewhere({ keys }: ScannedCode, id: number): { id: number; recipient: string }[] {
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
		return otherRows.parse(rows);
	}

	return {
		/** Whose label bears a code: two of them at most. */
		ownersByCode: (text: string): { id: number; recipient: string }[] => {
			const scanned = readScan(text);
			return scanned.code === '' ? [] : elsewhere(scanned, 0);
		},

		scan(id: number, text: string): ScanVerdict {
			const scanned = readScan(text);
			const [found] = shipmentRows.parse(
				database.all('SELECT tracking_number, closed_at FROM shipment WHERE id = ?', id),
			);
			const trackingNumber = found?.tracking_number ?? '';
			const isNumber = containsNumber(text, trackingNumber);
			const pages = documents.labelPages(id);
			const bearing = pages.filter((page) => bears(page, text));
			if (!isNumber && scanned.code !== '') {
				if (bearing.length > 0 && isRouting(text, trackingNumber, bearing)) return { kind: 'routing' };
				if (bearing.length === 0 && documents.isOnPapers(id, scanned.code)) return { kind: 'routing' };
				// Which codes stand on such a label is not known; none of these closes a parcel.
				if (pages.every(({ codes }) => codes.length === 0) && hasRoutingStructure(text)) return { kind: 'routing' };
			}
			const candidates = pagesOf(bearing, isNumber, trackingNumber, pages);
			if (candidates === 'unclear') return { kind: 'shared' };
			const others = isNumber ? [] : elsewhere(scanned, id);
			if (candidates.length === 0 && !isNumber) {
				// A code of many labels, such as a depot's, names none of them.
				const other = others.length === 1 ? others[0] : undefined;
				return { kind: 'wrong', otherShipmentId: other?.id ?? null, otherRecipient: other?.recipient ?? '' };
			}
			if (others.length > 0) return { kind: 'shared' };
			const scans = scansOf(database, id);
			const wasScanned = (page: LabelPage) => isScanned(page, scans);
			const fresh = candidates.find((page) => !wasScanned(page));
			const before = pages.filter(wasScanned).length;
			// A label of several pages that bear one code between them cannot be told apart: each scan counts for one.
			if (!fresh && (pages.length > 0 || found?.closed_at)) {
				return { kind: 'again', at: scans[0]?.at ?? found?.closed_at ?? '' };
			}
			const at = now().toISOString();
			return database.transaction(() => {
				if (fresh) {
					database.run(
						'INSERT INTO label_scan (shipment_id, document_id, page, at) VALUES (?, ?, ?, ?)',
						id,
						fresh.documentId,
						fresh.page,
						at,
					);
				}
				const count = before + (fresh ? 1 : 0);
				const closed = count >= pages.length;
				if (closed) database.run('UPDATE shipment SET closed_at = coalesce(closed_at, ?) WHERE id = ?', at, id);
				return { kind: 'right', closed, scanned: count, pages: pages.length };
			});
		},
	};
}
export type ScanVerificationService = ReturnType<typeof createScanVerification>;
