// The documents of shipments at this desk: stored encrypted when the desk can, listed, and emptied by age and size.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { DocumentFormat, DocumentKind } from '../../src-contract/model/print';
import type { DocumentSummary } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import { createCorrections } from './corrections';
import { DOCUMENT_STATES, documentRowSchema, RECEIVED, readDocument } from './document-row';
import { storedCode } from './label-codes';
import { createLabelPages } from './label-pages';
import type { NewDocument } from './new-document';
import { SAME_SIZE_MM } from './page-kind';
import type { Vault } from './vault';

const BYTES_PER_MEGABYTE = 1024 * 1024;

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
const contentRows = z.array(z.object({ bytes: z.instanceof(Uint8Array) }));
const sizeRows = z.array(z.object({ id: z.number(), size: z.number(), created_at: z.string() }));
const listedRows = z.array(
	documentRowSchema
		.pick({ id: true, format: true, pages: true, width_mm: true, height_mm: true, page_width_mm: true, message: true })
		.extend({ kind: z.enum(DOCUMENT_STATES), size: z.number(), is_whole: z.number() }),
);

export function createDocumentStore(database: Database, vault: Vault, now: () => Date) {
	function keep(shipmentId: number, document: Omit<NewDocument, 'kind'> & { kind: string }): number {
		const id = database.run(
			`INSERT INTO document (shipment_id, kind, guess, trait, copy_pages, page_width_mm, page_height_mm, format, pages, width_mm, height_mm, message, bytes, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			shipmentId,
			document.kind,
			document.guess,
			document.trait ?? null,
			JSON.stringify(document.copyPages ?? []),
			document.croppedFrom?.widthMm ?? 0,
			document.croppedFrom?.heightMm ?? 0,
			document.format,
			document.pages,
			document.widthMm,
			document.heightMm,
			document.message,
			vault.seal(document.bytes),
			now().toISOString(),
		);
		for (const [page, codes] of document.codes.entries())
			for (const code of new Set(codes.map(storedCode).filter((stored) => stored !== '')))
				database.run('INSERT INTO label_code (document_id, page, code) VALUES (?, ?, ?)', id, page, code);
		return id;
	}

	const plain = { guess: null, format: 'pdf' as const, pages: 0, widthMm: 0, heightMm: 0, codes: [], message: '' };

	function open({ bytes, created_at }: { bytes: Uint8Array; created_at?: string }): Uint8Array {
		if (bytes.length > 0) return vault.open(bytes);
		throw new AppError(
			'document.notFound',
			created_at
				? say('This document of {date} was let go of to make room. Print it from the account of the service.', {
						date: created_at.slice(0, 10),
					})
				: say('This document was let go of to make room. Print it from the account of the service.'),
		);
	}

	return {
		...createLabelPages(database),
		...createCorrections(database, vault),

		/** Stores one document as it came. Called within the commit of a booking, once for each document of its answer. */
		receive: (shipmentId: number, bytes: Uint8Array): number => keep(shipmentId, { ...plain, kind: RECEIVED, bytes }),

		/** Whether documents are stored as they came, filed later once the shipment is booked. */
		isReceived: (shipmentId: number): boolean =>
			database.get('SELECT 1 FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED) !== undefined,

		/** Deletes what was received for a shipment whose request was not carried out, or was answered again. */
		discardReceived: (shipmentId: number): void =>
			void database.run('DELETE FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED),

		/**
		 * What was received gives way to the documents that it holds, in one commit.
		 * @returns false when that was done already: the documents are not kept twice
		 */
		file(shipmentId: number, documents: readonly NewDocument[]): boolean {
			return database.transaction(() => {
				if (!database.get('SELECT 1 FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED))
					return false;
				database.run('DELETE FROM document WHERE shipment_id = ? AND kind = ?', shipmentId, RECEIVED);
				for (const document of documents) keep(shipmentId, document);
				return true;
			});
		},

		/**
		 * Booked shipments with documents that are stored as they came: the station stopped before they were filed. Documents of a
		 * shipment whose outcome is unknown are not filed, and not printed, before a user settles it as booked.
		 */
		unfiled(): { id: number; received: () => Uint8Array[] }[] {
			const ofShipment = (id: number) =>
				contentRows.parse(
					database.all('SELECT bytes FROM document WHERE shipment_id = ? AND kind = ? ORDER BY id', id, RECEIVED),
				);
			return idRows
				.parse(
					database.all(
						`SELECT document.shipment_id AS id FROM document JOIN shipment ON shipment.id = document.shipment_id
						WHERE document.kind = ? AND shipment.state = 'booked' GROUP BY 1 ORDER BY min(document.id)`,
						RECEIVED,
					),
				)
				.map(({ id }) => ({ id, received: () => ofShipment(id).map(open) }));
		},

		isUnfiled: (shipmentId: number): boolean =>
			database.get(
				`SELECT 1 FROM document JOIN shipment ON shipment.id = document.shipment_id
				WHERE document.shipment_id = ? AND document.kind = ? AND shipment.state = 'booked'`,
				shipmentId,
				RECEIVED,
			) !== undefined,

		/** What could not be printed lies as it came again. */
		unfile(id: number): void {
			database.run(
				"UPDATE document SET kind = ? WHERE id = ? AND kind = 'unreadable' AND length(bytes) > 0",
				RECEIVED,
				id,
			);
		},

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
			return keep(shipmentId, { ...plain, kind: 'slip', guess: 'slip', format: 'slip', pages: 1, bytes });
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
					kept: size > 0,
					cropping: page_width_mm > 0 ? 'cropped' : is_whole === 1 ? 'whole' : 'none',
				})),

		/**
		 * Lets go of the bytes of what is older than so many days, and of the oldest while all take more than so much. What
		 * waits to be filed or printed stays, and every document stays listed.
		 */
		prune(days: number, megabytes: number): number {
			const before = new Date(now().getTime() - days * 86_400_000).toISOString();
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
					if (created_at >= before && total <= megabytes * BYTES_PER_MEGABYTE) break;
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
