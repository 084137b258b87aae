// A parcel is closed when its printed label was scanned: that proves the print, the right box, and that no label was used
// twice.
import type { ScanVerdict } from '../../src-contract/shipment';
import type { DocumentStore } from '../printing/document-store';
import type { Database } from '../storage/database';

/** As scanners send it and people write it: symbology marks, gaps and brackets do not count. */
export const bareCode = (text: string): string =>
	text
		.trim()
		.replace(/^\][A-Za-z]\d/, '')
		.replace(/[\s()\x1d]/g, '')
		.toUpperCase();

/** A page of a label, by its place among all pages. */
export interface LabelPage {
	documentId: number;
	page: number;
	codes: readonly string[];
}

/**
 * Which pages a scanned code may stand for. Pure. A code of one page alone means that page; the shipment's own number, or
 * a code of several pages, may mean any of them.
 */
export function pagesOf(code: string, trackingNumber: string, pages: readonly LabelPage[]): LabelPage[] {
	const bearing = pages.filter(({ codes }) => codes.includes(code));
	if (bearing.length > 0) return bearing;
	return code === bareCode(trackingNumber) ? [...pages] : [];
}

export function createClosing(database: Database, documents: Pick<DocumentStore, 'labelCodes'>, now: () => Date) {
	const pagesOfShipment = (id: number): LabelPage[] =>
		documents
			.labelCodes(id)
			.flatMap(({ documentId, codes }) => codes.map((page, index) => ({ documentId, page: index, codes: page })));

	/** Where else that code belongs. */
	function other(code: string, id: number): { id: number; recipient: string } | undefined {
		return database.get(
			`SELECT shipment.id, shipment.recipient FROM shipment
			WHERE shipment.id <> ?1 AND shipment.state = 'booked' AND (replace(upper(shipment.tracking_number), ' ', '') = ?2
				OR EXISTS (SELECT 1 FROM document WHERE document.shipment_id = shipment.id AND document.kind = 'label' AND instr(document.codes, '"' || ?2 || '"') > 0))
			ORDER BY shipment.id DESC LIMIT 1`,
			id,
			code,
		);
	}

	return {
		scan(id: number, text: string): ScanVerdict {
			const code = bareCode(text);
			const found = database.get<{ tracking_number: string; closed_at: string | null }>(
				'SELECT tracking_number, closed_at FROM shipment WHERE id = ?',
				id,
			);
			const pages = pagesOfShipment(id);
			const candidates = pagesOf(code, found?.tracking_number ?? '', pages);
			const isOwn = candidates.length > 0 || (code !== '' && code === bareCode(found?.tracking_number ?? ''));
			if (!isOwn) {
				const elsewhere = other(code, id);
				return { kind: 'wrong', otherShipmentId: elsewhere?.id ?? null, otherRecipient: elsewhere?.recipient ?? '' };
			}
			const scans = database.all<{ document_id: number; page: number; at: string }>(
				'SELECT document_id, page, at FROM label_scan WHERE shipment_id = ? ORDER BY at DESC',
				id,
			);
			const wasScanned = ({ documentId, page }: LabelPage) =>
				scans.some((scan) => scan.document_id === documentId && scan.page === page);
			const fresh = candidates.find((page) => !wasScanned(page));
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
				const scanned = scans.length + (fresh ? 1 : 0);
				const closed = scanned >= pages.length;
				if (closed) database.run('UPDATE shipment SET closed_at = coalesce(closed_at, ?) WHERE id = ?', at, id);
				return { kind: 'right', closed, scanned, pages: pages.length };
			});
		},
	};
}
export type Closing = ReturnType<typeof createClosing>;
