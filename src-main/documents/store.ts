// Stores the documents of shipments, encrypted if the desk has a keyring. Deletes the bytes of old documents, and of the oldest
// documents when their total size is too large.
import * as z from 'zod';
import { DAY_MS, MEGABYTE } from '../../src-contract/lib/units';
import type { DocumentFormat, DocumentKind } from '../../src-contract/model/print';
import type { DocumentSummary } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import { createCorrections } from './corrections';
import { documentRowSchema, INGESTED_KINDS, RECEIVED, readDocument } from './document-row';
import { createDocumentTable, DOCUMENT_DEFAULTS } from './document-table';
import { createLabelPages } from './label-pages';
import { SIZE_TOLERANCE_MM } from './page-kind';
import { createReceivedDocuments } from './received-documents';
import { createUnreadPages } from './unread-pages';
import type { Vault } from './vault';

export interface StoredDocument {
	id: number;
	shipmentId: number;
	kind: DocumentKind;
	format: DocumentFormat;
	pages: number;
	/** Why the document cannot be printed, or is held; empty when it can be printed. */
	message: string;
	/** Whether it is a label that may belong to another shipment. */
	isHeld: boolean;
	/** Whether it is a label of a voided shipment, which must not be printed. */
	isVoid: boolean;
	bytes: Uint8Array;
	trackingNumber: string;
	reference: string;
	carrier: string;
	/** ISO 3166 code of the recipient's country. */
	destination: string;
	/** Printer that the user chose for labels to this recipient; empty if none was chosen. */
	labelPrinterId: string;
}

const idRows = z.array(z.object({ id: z.number() }));
const sizeRows = z.array(z.object({ id: z.number(), size: z.number(), created_at: z.string() }));
const summaryRows = z.array(
	documentRowSchema
		.pick({
			id: true,
			format: true,
			pages: true,
			width_mm: true,
			height_mm: true,
			page_width_mm: true,
			message: true,
			is_held: true,
		})
		.extend({ kind: z.enum(INGESTED_KINDS), size: z.number(), is_whole: z.number() }),
);

export function createDocumentStore(database: Database, vault: Vault, now: () => Date) {
	const { insertDocument, decryptBytes } = createDocumentTable(database, vault, now);

	return {
		...createReceivedDocuments(database, vault, now),
		...createLabelPages(database),
		...createCorrections(database, vault),
		...createUnreadPages(database),

		/** Stores the packing slip of a shipment. Replaces an earlier packing slip. @returns the id of the document */
		savePackingSlip(shipmentId: number, content: unknown): number {
			const bytes = Buffer.from(JSON.stringify(content));
			const [existing] = idRows.parse(
				database.all("SELECT id FROM document WHERE shipment_id = ? AND kind = 'slip'", shipmentId),
			);
			if (existing) {
				database.run(
					'UPDATE document SET bytes = ?, created_at = ? WHERE id = ?',
					vault.seal(bytes),
					now().toISOString(),
					existing.id,
				);
				return existing.id;
			}
			return insertDocument(shipmentId, {
				...DOCUMENT_DEFAULTS,
				kind: 'slip',
				guess: 'slip',
				format: 'slip',
				pages: 1,
				bytes,
			});
		},

		/** @throws `document.notFound` when the document or its bytes are deleted; `document.locked` when its key is not available */
		get(id: number): StoredDocument {
			const document = readDocument(database, id);
			return {
				id: document.id,
				shipmentId: document.shipment_id,
				// Documents that are not yet ingested cannot be printed.
				kind: document.kind === RECEIVED ? 'unreadable' : document.kind,
				format: document.format,
				pages: document.pages,
				message: document.message,
				isHeld: document.is_held === 1,
				isVoid: document.is_voided === 1 && document.kind === 'label',
				bytes: decryptBytes(document),
				trackingNumber: document.tracking_number,
				reference: document.reference,
				carrier: document.carrier,
				destination: document.destination ?? '',
				labelPrinterId: document.label_printer_id,
			};
		},

		/** Releases a held label, because the user has looked at it. Does nothing to other documents. */
		acceptHeld: (id: number): void =>
			void database.run("UPDATE document SET is_held = 0, message = '' WHERE id = ? AND is_held = 1", id),

		/** The documents of a shipment, except those that are not yet ingested. */
		documentsOfShipment: (shipmentId: number): DocumentSummary[] =>
			summaryRows
				.parse(
					database.all(
						`SELECT id, kind, format, pages, width_mm, height_mm, page_width_mm, message, is_held, length(bytes) AS size,
						EXISTS (SELECT 1 FROM whole_page WHERE carrier = (SELECT carrier FROM shipment WHERE id = document.shipment_id)
							AND abs(whole_page.width_mm - document.width_mm) <= ? AND abs(whole_page.height_mm - document.height_mm) <= ?) AS is_whole
					FROM document WHERE shipment_id = ? AND kind <> ? ORDER BY id`,
						SIZE_TOLERANCE_MM,
						SIZE_TOLERANCE_MM,
						shipmentId,
						RECEIVED,
					),
				)
				.map(({ id, kind, format, pages, width_mm, height_mm, page_width_mm, message, is_held, size, is_whole }) => ({
					id,
					kind,
					format,
					pages,
					widthMm: width_mm,
					heightMm: height_mm,
					message,
					isHeld: is_held === 1,
					isStored: size > 0,
					cropping: page_width_mm > 0 ? 'cropped' : is_whole === 1 ? 'whole' : 'none',
				})),

		/**
		 * Deletes the bytes of documents older than `maxAgeDays`, and of the oldest documents while the total exceeds
		 * `maxMegabytes`. All documents stay listed. Documents that are not yet ingested, or have an unfinished print job, keep their
		 * bytes and do not count towards the total.
		 * @returns the number of documents whose bytes were deleted
		 */
		prune(maxAgeDays: number, maxMegabytes: number): number {
			const oldestCreatedAt = new Date(now().getTime() - maxAgeDays * DAY_MS).toISOString();
			const inUseSql = `kind = '${RECEIVED}' OR id IN (SELECT document_id FROM print_job WHERE state IN ('waiting', 'sending', 'failed', 'doubtful'))`;
			const rows = sizeRows.parse(
				database.all(
					`SELECT id, length(bytes) AS size, created_at FROM document WHERE length(bytes) > 0 AND NOT (${inUseSql}) ORDER BY id`,
				),
			);
			let totalBytes = rows.reduce((sum, { size }) => sum + size, 0);
			let deletedCount = 0;
			database.transaction(() => {
				for (const { id, size, created_at } of rows) {
					if (created_at >= oldestCreatedAt && totalBytes <= maxMegabytes * MEGABYTE) break;
					database.run("UPDATE document SET bytes = x'' WHERE id = ?", id);
					totalBytes -= size;
					deletedCount += 1;
				}
			});
			return deletedCount;
		},
	};
}
export type DocumentStore = ReturnType<typeof createDocumentStore>;
