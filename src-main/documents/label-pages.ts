// Reads the label pages of a shipment, the bar codes on each page, and which pages were scanned.
import * as z from 'zod';
import type { Database } from '../platform/database';

/** A page of a label with its stored bar codes. For labels that early versions stored, the codes were guessed from the text. */
export interface LabelPage {
	documentId: number;
	/** Index of the page in its document. */
	page: number;
	codes: readonly string[];
}

interface LabelScan {
	document_id: number;
	page: number;
	/** Time of the scan, ISO 8601. */
	at: string;
}

const labelRows = z.array(z.object({ id: z.number(), pages: z.number(), copy_pages: z.string(), is_held: z.number() }));
const pageIndexesSchema = z.array(z.number());
const codeRows = z.array(z.object({ page: z.number(), code: z.string() }));
const kindRows = z.array(z.object({ kind: z.string() }));
const scanRows = z.array(z.object({ document_id: z.number(), page: z.number(), at: z.string() }));

/** The stored bar codes of a document. */
export const codesOf = (database: Database, documentId: number): { page: number; code: string }[] =>
	codeRows.parse(database.all('SELECT page, code FROM label_code WHERE document_id = ?', documentId));

/** The scanned label pages of a shipment, the latest scan first. */
export const scansOf = (database: Database, shipmentId: number): LabelScan[] =>
	scanRows.parse(
		database.all('SELECT document_id, page, at FROM label_scan WHERE shipment_id = ? ORDER BY at DESC', shipmentId),
	);

export const isScanned = ({ documentId, page }: LabelPage, scans: readonly LabelScan[]): boolean =>
	scans.some((scan) => scan.document_id === documentId && scan.page === page);

export function createLabelPages(database: Database) {
	/** The label pages of a shipment that have to be scanned, with the codes on each page. */
	function labelPages(shipmentId: number): LabelPage[] {
		const labels = labelRows.parse(
			database.all(
				"SELECT id, pages, copy_pages, is_held FROM document WHERE shipment_id = ? AND kind = 'label' ORDER BY id",
				shipmentId,
			),
		);
		// A held label beside the right one is not on the parcel: it does not have to be scanned.
		const areAllHeld = labels.every(({ is_held }) => is_held === 1);
		return labels.flatMap(({ id, pages, copy_pages, is_held }) => {
			if (is_held === 1 && !areAllHeld) return [];
			const pagesWithoutScan = pageIndexesSchema.parse(JSON.parse(copy_pages));
			// The codes of a held label may be those of another shipment. They verify nothing.
			const codes = is_held === 1 ? [] : codesOf(database, id);
			return Array.from({ length: pages }, (_, page) => ({
				documentId: id,
				page,
				codes: codes.filter((entry) => entry.page === page).map(({ code }) => code),
			})).filter(({ page }) => !pagesWithoutScan.includes(page));
		});
	}

	return {
		labelPages,

		/** The number of label pages of a shipment that have to be scanned, and of those that were. */
		scanProgress(shipmentId: number): { scanned: number; pages: number } {
			const scans = scansOf(database, shipmentId);
			const pages = labelPages(shipmentId);
			return { scanned: pages.filter((page) => isScanned(page, scans)).length, pages: pages.length };
		},

		/**
		 * Whether a code is on a document of a shipment other than a label, and on none of its labels.
		 * @param code in the form of `storedCode`
		 */
		isOnlyOnPapers: (shipmentId: number, code: string): boolean => {
			const kinds = kindRows.parse(
				database.all(
					'SELECT document.kind FROM label_code JOIN document ON document.id = document_id WHERE code = ? AND shipment_id = ?',
					code,
					shipmentId,
				),
			);
			return kinds.length > 0 && kinds.every(({ kind }) => kind !== 'label');
		},

		/** Marks a shipment as verified if all its label pages were scanned. Called when a user corrected the kind of a label. */
		markVerifiedIfAllScanned(shipmentId: number): void {
			const scans = scansOf(database, shipmentId);
			const pages = labelPages(shipmentId);
			const [latestScan] = scans;
			if (!latestScan || pages.length === 0 || !pages.every((page) => isScanned(page, scans))) return;
			database.run('UPDATE shipment SET closed_at = coalesce(closed_at, ?) WHERE id = ?', latestScan.at, shipmentId);
		},
	};
}
export type LabelPages = ReturnType<typeof createLabelPages>;
