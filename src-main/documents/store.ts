// The documents of shipments at this desk: kept encrypted when the desk can, taken for what they are or corrected, and let
// go of by age and size.
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import { DAY_MS, MEGABYTE } from '../../src-contract/lib/units';
import type { DocumentFormat, DocumentKind, PrintableKind } from '../../src-contract/model/print';
import type { DocumentSummary } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';
import { storedCode } from './label-codes';
import type { NewDocument } from './new-document';
import type { WholePages } from './page-crop';
import { type PageTrait, type RememberedKind, SAME_SIZE_MM } from './page-kind';
import type { Vault } from './vault';

/** The kind of what came with a booking until it is filed; no screen sees it. */
const RECEIVED = 'received';

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

/** A page of a label, and its bar codes as they are stored. Labels that were stored before keep the codes guessed from their text. */
export interface LabelPage {
	documentId: number;
	page: number;
	codes: readonly string[];
}

interface Row {
	id: number;
	shipment_id: number;
	kind: DocumentKind;
	guess: PrintableKind | null;
	trait: PageTrait | null;
	format: DocumentFormat;
	pages: number;
	width_mm: number;
	height_mm: number;
	page_width_mm: number;
	page_height_mm: number;
	message: string;
	bytes: Uint8Array;
	tracking_number: string;
	reference: string;
	carrier: string;
	destination: string;
	label_printer_id: string;
}

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

	function row(id: number): Row {
		const found = database.get<Row>(
			`SELECT document.*, shipment.tracking_number, shipment.reference, shipment.carrier,
				json_extract(shipment.composition, '$.to.countryCode') AS destination,
				coalesce(json_extract(shipment.composition, '$.labelPrinterId'), '') AS label_printer_id
			FROM document JOIN shipment ON shipment.id = document.shipment_id WHERE document.id = ?`,
			id,
		);
		if (!found) throw new AppError('document.notFound', say('This document is not kept at this desk any more.'));
		return found;
	}

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

	/** The pages of a shipment's labels that are pieces, with the codes on each. */
	function labelPages(shipmentId: number): LabelPage[] {
		const labels = database.all<{ id: number; pages: number; copy_pages: string }>(
			"SELECT id, pages, copy_pages FROM document WHERE shipment_id = ? AND kind = 'label' ORDER BY id",
			shipmentId,
		);
		return labels.flatMap(({ id, pages, copy_pages }) => {
			const copies: number[] = JSON.parse(copy_pages);
			const codes = database.all<{ page: number; code: string }>(
				'SELECT page, code FROM label_code WHERE document_id = ?',
				id,
			);
			return Array.from({ length: pages }, (_, page) => ({
				documentId: id,
				page,
				codes: codes.filter((one) => one.page === page).map(({ code }) => code),
			})).filter(({ page }) => !copies.includes(page));
		});
	}

	/** A label that turned out to be a paper may have been the last that was not scanned. */
	function closeWhenAllScanned(shipmentId: number): void {
		const scans = database.all<{ document_id: number; page: number; at: string }>(
			'SELECT document_id, page, at FROM label_scan WHERE shipment_id = ? ORDER BY at DESC',
			shipmentId,
		);
		const pages = labelPages(shipmentId);
		const [last] = scans;
		const isScanned = ({ documentId, page }: LabelPage) =>
			scans.some((scan) => scan.document_id === documentId && scan.page === page);
		if (!last || pages.length === 0 || !pages.every(isScanned)) return;
		database.run('UPDATE shipment SET closed_at = coalesce(closed_at, ?) WHERE id = ?', last.at, shipmentId);
	}

	return {
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
				database.all<{ bytes: Uint8Array }>(
					'SELECT bytes FROM document WHERE shipment_id = ? AND kind = ? ORDER BY id',
					id,
					RECEIVED,
				);
			return database
				.all<{ id: number }>(
					`SELECT document.shipment_id AS id FROM document JOIN shipment ON shipment.id = document.shipment_id
					WHERE document.kind = ? AND shipment.state = 'booked' GROUP BY 1 ORDER BY min(document.id)`,
					RECEIVED,
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
			const made = database.get<{ id: number }>(
				"SELECT id FROM document WHERE shipment_id = ? AND kind = 'slip'",
				shipmentId,
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
			const found = row(id);
			return {
				id: found.id,
				shipmentId: found.shipment_id,
				kind: found.kind,
				format: found.format,
				pages: found.pages,
				message: found.message,
				bytes: open(found),
				trackingNumber: found.tracking_number,
				reference: found.reference,
				carrier: found.carrier,
				destination: found.destination,
				labelPrinterId: found.label_printer_id,
			};
		},

		of: (shipmentId: number): DocumentSummary[] =>
			database
				.all<Row & { size: number; is_whole: number }>(
					`SELECT id, kind, format, pages, width_mm, height_mm, page_width_mm, message, length(bytes) AS size,
						EXISTS (SELECT 1 FROM whole_page WHERE carrier = (SELECT carrier FROM shipment WHERE id = document.shipment_id)
							AND abs(whole_page.width_mm - document.width_mm) <= ? AND abs(whole_page.height_mm - document.height_mm) <= ?) AS is_whole
					FROM document WHERE shipment_id = ? AND kind <> ? ORDER BY id`,
					SAME_SIZE_MM,
					SAME_SIZE_MM,
					shipmentId,
					RECEIVED,
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

		labelPages,

		/** True if a code stands on the papers of a shipment and on none of its labels. @param code as it is stored */
		isOnPapers: (shipmentId: number, code: string): boolean => {
			const kinds = database.all<{ kind: DocumentKind }>(
				'SELECT document.kind FROM label_code JOIN document ON document.id = document_id WHERE code = ? AND shipment_id = ?',
				code,
				shipmentId,
			);
			return kinds.length > 0 && kinds.every(({ kind }) => kind !== 'label');
		},

		/** The user says what a document is; the next of that carrier, guess, size and trait is taken for it. */
		correctKind(id: number, kind: PrintableKind): void {
			database.transaction(() => {
				const { guess, trait, carrier, width_mm, height_mm, kind: before, shipment_id } = row(id);
				if (before === 'unreadable' || before === 'slip' || !guess) return;
				database.run('UPDATE document SET kind = ? WHERE id = ?', kind, id);
				if (before === 'label') closeWhenAllScanned(shipment_id);
				database.run(
					`DELETE FROM kind_memory WHERE carrier = ? AND guess = ? AND abs(width_mm - ?) <= ? AND abs(height_mm - ?) <= ?
					AND coalesce(trait, ?, '') = coalesce(?, '')`,
					carrier,
					guess,
					width_mm,
					SAME_SIZE_MM,
					height_mm,
					SAME_SIZE_MM,
					trait,
					trait,
				);
				if (kind === guess) return;
				database.run(
					'INSERT INTO kind_memory (carrier, guess, trait, width_mm, height_mm, kind) VALUES (?, ?, ?, ?, ?, ?)',
					carrier,
					guess,
					trait,
					width_mm,
					height_mm,
					kind,
				);
			});
		},

		/** The user wants the whole page of a cropped label, and of the next ones of that carrier and size. */
		uncrop(id: number, { bytes, pageOf, widthMm, heightMm }: WholePages): void {
			database.transaction(() => {
				const { carrier, page_width_mm, page_height_mm } = row(id);
				if (page_width_mm === 0) return;
				database.run(
					'INSERT INTO whole_page (carrier, width_mm, height_mm) VALUES (?, ?, ?)',
					carrier,
					page_width_mm,
					page_height_mm,
				);
				const codes = database.all<{ page: number; code: string }>(
					'SELECT page, code FROM label_code WHERE document_id = ?',
					id,
				);
				database.run('DELETE FROM label_code WHERE document_id = ?', id);
				for (const { page, code } of codes)
					database.run(
						'INSERT OR IGNORE INTO label_code (document_id, page, code) VALUES (?, ?, ?)',
						id,
						pageOf[page] ?? 0,
						code,
					);
				database.run(
					'UPDATE document SET bytes = ?, pages = ?, width_mm = ?, height_mm = ?, page_width_mm = 0, page_height_mm = 0 WHERE id = ?',
					vault.seal(bytes),
					Math.max(...pageOf) + 1,
					widthMm,
					heightMm,
					id,
				);
			});
		},

		/** The next pages of that carrier and size are cropped to their labels again. */
		cropNext(id: number): void {
			const { carrier, width_mm, height_mm } = row(id);
			database.run(
				'DELETE FROM whole_page WHERE carrier = ? AND abs(width_mm - ?) <= ? AND abs(height_mm - ?) <= ?',
				carrier,
				width_mm,
				SAME_SIZE_MM,
				height_mm,
				SAME_SIZE_MM,
			);
		},

		/** Sizes of pages that stay whole. */
		wholePages: (carrier: string): { widthMm: number; heightMm: number }[] =>
			database.all('SELECT width_mm AS widthMm, height_mm AS heightMm FROM whole_page WHERE carrier = ?', carrier),

		/** The last correction first. */
		remembered: (carrier: string): RememberedKind[] =>
			database.all(
				'SELECT guess, trait, width_mm AS widthMm, height_mm AS heightMm, kind FROM kind_memory WHERE carrier = ? ORDER BY rowid DESC',
				carrier,
			),

		/**
		 * Lets go of the bytes of what is older than so many days, and of the oldest while all take more than so much. What
		 * waits to be filed or printed stays, and every document stays listed.
		 */
		prune(days: number, megabytes: number): number {
			const before = new Date(now().getTime() - days * DAY_MS).toISOString();
			const busy = `kind = '${RECEIVED}' OR id IN (SELECT document_id FROM print_job WHERE state IN ('waiting', 'sending', 'failed', 'doubtful'))`;
			const rows = database.all<{ id: number; size: number; created_at: string }>(
				`SELECT id, length(bytes) AS size, created_at FROM document WHERE length(bytes) > 0 AND NOT (${busy}) ORDER BY id`,
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
