// A parcel is closed when its printed label was scanned: that proves the print, the right box, and that no label was used
// twice.
import type { ScanVerdict } from '../../src-contract/shipment';
import type { DocumentStore, LabelPage } from '../printing/document-store';
import type { Database } from '../storage/database';

/** As scanners send it and people write it: symbology marks, gaps and brackets do not count. */
const bareCode = (text: string): string =>
	text
		.trim()
		.replace(/^\][A-Za-z]\d/, '')
		.replace(/[\s()\x1d]/g, '')
		.toUpperCase();

/**
 * Which pages a scanned code may stand for. Pure. A code of one page alone means that page; the shipment's own number, or
 * a code of several pages, may mean any of them, and tells two pieces apart only where no page has a code of its own.
 */
function pagesOf(code: string, trackingNumber: string, pages: readonly LabelPage[]): LabelPage[] | 'unclear' {
	const bearing = pages.filter(({ codes }) => codes.includes(code));
	const candidates = bearing.length === 0 && code === bareCode(trackingNumber) ? [...pages] : bearing;
	const hasOwn = ({ codes }: LabelPage) =>
		codes.some((one) => pages.filter((page) => page.codes.includes(one)).length === 1);
	return candidates.length > 1 && pages.every(hasOwn) ? 'unclear' : candidates;
}

export function createClosing(database: Database, documents: Pick<DocumentStore, 'labelPages'>, now: () => Date) {
	/** The other booked shipments whose number that is, or on whose labels that code stands: two of them at most. */
	function elsewhere(code: string, id: number): { id: number; recipient: string }[] {
		return database.all(
			`SELECT id, recipient FROM shipment
			WHERE id <> ?1 AND state = 'booked' AND (replace(upper(tracking_number), ' ', '') = ?2 OR id IN (
				SELECT document.shipment_id FROM label_code JOIN document ON document.id = label_code.document_id
				WHERE label_code.code = ?2 AND document.kind = 'label'))
			ORDER BY id DESC LIMIT 2`,
			id,
			code,
		);
	}

	return {
		/** Whose label bears a code: two of them at most. */
		bearers: (text: string): { id: number; recipient: string }[] => {
			const code = bareCode(text);
			return code === '' ? [] : elsewhere(code, 0);
		},

		scan(id: number, text: string): ScanVerdict {
			const code = bareCode(text);
			const found = database.get<{ tracking_number: string; closed_at: string | null }>(
				'SELECT tracking_number, closed_at FROM shipment WHERE id = ?',
				id,
			);
			const trackingNumber = bareCode(found?.tracking_number ?? '');
			const isNumber = code !== '' && code === trackingNumber;
			const pages = documents.labelPages(id);
			const candidates = pagesOf(code, trackingNumber, pages);
			if (candidates === 'unclear') return { kind: 'shared' };
			const others = isNumber ? [] : elsewhere(code, id);
			if (candidates.length === 0 && !isNumber) {
				// A code of many labels, such as a depot's, names none of them.
				const other = others.length === 1 ? others[0] : undefined;
				return { kind: 'wrong', otherShipmentId: other?.id ?? null, otherRecipient: other?.recipient ?? '' };
			}
			if (others.length > 0) return { kind: 'shared' };
			const scans = database.all<{ document_id: number; page: number; at: string }>(
				'SELECT document_id, page, at FROM label_scan WHERE shipment_id = ? ORDER BY at DESC',
				id,
			);
			const wasScanned = ({ documentId, page }: LabelPage) =>
				scans.some((scan) => scan.document_id === documentId && scan.page === page);
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
				const scanned = before + (fresh ? 1 : 0);
				const closed = scanned >= pages.length;
				if (closed) database.run('UPDATE shipment SET closed_at = coalesce(closed_at, ?) WHERE id = ?', at, id);
				return { kind: 'right', closed, scanned, pages: pages.length };
			});
		},
	};
}
export type Closing = ReturnType<typeof createClosing>;
