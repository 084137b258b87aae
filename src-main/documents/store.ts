// The documents of shipments at this desk: stored encrypted when the desk can, listed, and emptied by age and size.
import * as z from 'zod';
import { DAY_MS, MEGABYTE } from '../../src-contract/lib/units';
import type { DocumentFormat, DocumentKind } from '../../src-contract/model/print';
import type { DocumentSummary } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import { createCorrections } from './corrections';
import { DOCUMENT_STATES, documentRowSchema, RECEIVED, readDocument } from './document-row';
import { createDocumentTable, EMPTY_DOCUMENT } from './document-table';
import { createLabelPages } from './label-pages';
import { SAME_SIZE_MM } from './page-kind';
import { createReceivedDocuments } from './received-documents';
import type { Vault } from './vault';

export interface StoredDocument {
	id: number;
	shipmentId: number;
	kind: DocumentKind;
	format: DocumentFormat;
	pages: number;
	message: string;
	bytes: Uint8Array;
	trackingNumber: string;
	reference: string;
	carrier: string;
	/** The recipient's country. */
	destination: string;
	labelPrinterId: string;
}

const idRows = z.array(z.object({ id: z.number() }));
const sizeRows = z.array(z.object({ id: z.number(), size: z.number(), created_at: z.string() }));
const listedRows = z.array(
	documentRowSchema
		.pick({ id: true, format: true, pages: true, width_mm: true, height_mm: true, page_width_mm: true, message: true })
		.extend({ kind: z.enum(DOCUMENT_STATES), size: z.number(), is_whole: z.number() }),
);

export function createDocumentStore(database: Database, vault: Vault, now: () => Date) {
	const { insert, open } = createDocumentTable(database, vault, now);

	return {
		...createReceivedDocuments(database, vault, now),
		...createLabelPages(database),
		...createCorrections(database, vault),

		/** The packing slip of a shipment, one, as its shipment stands now. @returns its id */
		slip(shipmentId: number, content: unknown): number {
			const bytes = Buffer.from(JSON.stringify(content));
			const [made] = idRows.parse(
				database.all("SELECT id FROM document WHERE shipment_id = ? AND kind = 'slip'", shipmentId),
			);
			if (made) {
				const sealed = vault.seal(bytes);
				database.run(
					'UPDATE document SET bytes = ?, created_at = ? WHERE id = ?',
					sealed,
					now().toISOString(),
					made.id,
				);
				return made.id;
			}
			return insert(shipmentId, { ...EMPTY_DOCUMENT, kind: 'slip', guess: 'slip', format: 'slip', pages: 1, bytes });
		},

		/** @throws `document.notFound`, `document.locked` */
		get(id: number): StoredDocument {
			const found = readDocument(database, id);
			return {
				id: found.id,
				shipmentId: found.shipment_id,
				// Documents that are not filed cannot be printed.
				kind: found.kind === RECEIVED ? 'unreadable' : found.kind,
				format: found.format,
				pages: found.pages,
				message: found.message,
				bytes: open(found),
				trackingNumber: found.tracking_number,
				reference: found.reference,
				carrier: found.carrier,
				destination: found.destination ?? '',
				labelPrinterId: found.label_printer_id,
			};
		},

		of: (shipmentId: number): DocumentSummary[] =>
			listedRows
				.parse(
					database.all(
						`SELECT id, kind, format, pages, width_mm, height_mm, page_width_mm, message, length(bytes) AS size,
						EXISTS (SELECT 1 FROM whole_page WHERE carrier = (SELECT carrier FROM shipment WHERE id = document.shipment_id)
							AND abs(whole_page.width_mm - document.width_mm) <= ? AND abs(whole_page.height_mm - document.height_mm) <= ?) AS is_whole
					FROM document WHERE shipment_id = ? AND kind <> ? ORDER BY id`,
						SAME_SIZE_MM,
						SAME_SIZE_MM,
						shipmentId,
						RECEIVED,
					),
				)
				.map(({ id, kind, format, pages, width_mm, height_mm, page_width_mm, message, size, is_whole }) => ({
					id,
					kind,
					format,
					pages,
					widthMm: width_mm,
					heightMm: height_mm,
					message,
					isStored: size > 0,
					cropping: page_width_mm > 0 ? 'cropped' : is_whole === 1 ? 'whole' : 'none',
				})),

		/**
		 * Lets go of the bytes of what is older than so many days, and of the oldest while all take more than so much. What
		 * waits to be filed or printed stays, and every document stays listed.
		 */
		prune(days: number, megabytes: number): number {
			const before = new Date(now().getTime() - days * DAY_MS).toISOString();
			const busy = `kind = '${RECEIVED}' OR id IN (SELECT document_id FROM print_job WHERE state IN ('waiting', 'sending', 'failed', 'doubtful'))`;
			const rows = sizeRows.parse(
				database.all(
					`SELECT id, length(bytes) AS size, created_at FROM document WHERE length(bytes) > 0 AND NOT (${busy}) ORDER BY id`,
				),
			);
			let total = rows.reduce((sum, { size }) => sum + size, 0);
			let gone = 0;
			database.transaction(() => {
				for (const { id, size, created_at } of rows) {
					if (created_at >= before && total <= megabytes * MEGABYTE) break;
					database.run("UPDATE document SET bytes = x'' WHERE id = ?", id);
					total -= size;
					gone += 1;
				}
			});
			return gone;
		},
	};
}
export type DocumentStore = ReturnType<typeof createDocumentStore>;
