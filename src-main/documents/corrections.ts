// Applies the corrections of users to documents, and stores them for future documents of the carrier: the kind of a page, and page
// sizes that are not cropped to their labels.
import * as z from 'zod';
import { type PrintableKind, printableKindSchema } from '../../src-contract/model/print';
import type { Database } from '../platform/database';
import { readDocument } from './document-row';
import { codesOf, createLabelPages } from './label-pages';
import type { UncroppedDocument } from './page-crop';
import { type KindCorrection, PAGE_TRAITS, SIZE_TOLERANCE_MM } from './page-kind';
import type { Vault } from './vault';

const sizeSchema = z.object({ widthMm: z.number(), heightMm: z.number() });
const sizeRows = z.array(sizeSchema);
const correctionRows = z.array(
	sizeSchema.extend({
		guess: printableKindSchema,
		trait: z.enum(PAGE_TRAITS).nullable(),
		kind: printableKindSchema,
	}),
);

export function createCorrections(database: Database, vault: Vault) {
	const { markVerifiedIfAllScanned } = createLabelPages(database);

	return {
		/**
		 * Sets the kind of a document, and of future documents with the same carrier, guess, size and page trait (see `PAGE_TRAITS`).
		 * Does nothing to packing slips and unreadable documents. Marks the shipment as verified if the document was the only unscanned
		 * label.
		 * @throws `document.notFound`
		 */
		correctKind(id: number, kind: PrintableKind): void {
			database.transaction(() => {
				const {
					guess,
					trait,
					carrier,
					width_mm,
					height_mm,
					kind: previousKind,
					shipment_id,
				} = readDocument(database, id);
				if (previousKind === 'unreadable' || previousKind === 'slip' || !guess) return;
				database.run('UPDATE document SET kind = ? WHERE id = ?', kind, id);
				if (previousKind === 'label') markVerifiedIfAllScanned(shipment_id);
				database.run(
					`DELETE FROM kind_memory WHERE carrier = ? AND guess = ? AND abs(width_mm - ?) <= ? AND abs(height_mm - ?) <= ?
					AND coalesce(trait, ?, '') = coalesce(?, '')`,
					carrier,
					guess,
					width_mm,
					SIZE_TOLERANCE_MM,
					height_mm,
					SIZE_TOLERANCE_MM,
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

		/**
		 * Replaces a cropped label with its full pages, and turns cropping off for future pages of the carrier with the size of the
		 * full pages. Does nothing to a document that is not cropped.
		 * @throws `document.notFound`
		 */
		uncrop(id: number, { bytes, uncroppedPageIndexes, widthMm, heightMm }: UncroppedDocument): void {
			database.transaction(() => {
				const { carrier, page_width_mm, page_height_mm } = readDocument(database, id);
				if (page_width_mm === 0) return;
				database.run(
					'INSERT INTO whole_page (carrier, width_mm, height_mm) VALUES (?, ?, ?)',
					carrier,
					page_width_mm,
					page_height_mm,
				);
				const codes = codesOf(database, id);
				database.run('DELETE FROM label_code WHERE document_id = ?', id);
				for (const { page, code } of codes)
					database.run(
						'INSERT OR IGNORE INTO label_code (document_id, page, code) VALUES (?, ?, ?)',
						id,
						uncroppedPageIndexes[page] ?? 0,
						code,
					);
				const unread = z
					.array(z.object({ page: z.number() }))
					.parse(database.all('SELECT page FROM unread_page WHERE document_id = ?', id));
				database.run('DELETE FROM unread_page WHERE document_id = ?', id);
				for (const { page } of unread)
					database.run(
						'INSERT OR IGNORE INTO unread_page (document_id, page) VALUES (?, ?)',
						id,
						uncroppedPageIndexes[page] ?? 0,
					);
				database.run(
					'UPDATE document SET bytes = ?, pages = ?, width_mm = ?, height_mm = ?, page_width_mm = 0, page_height_mm = 0 WHERE id = ?',
					vault.seal(bytes),
					Math.max(...uncroppedPageIndexes) + 1,
					widthMm,
					heightMm,
					id,
				);
			});
		},

		/** Turns cropping on again for future pages of the document's carrier and size. @throws `document.notFound` */
		resumeCropping(id: number): void {
			const { carrier, width_mm, height_mm } = readDocument(database, id);
			database.run(
				'DELETE FROM whole_page WHERE carrier = ? AND abs(width_mm - ?) <= ? AND abs(height_mm - ?) <= ?',
				carrier,
				width_mm,
				SIZE_TOLERANCE_MM,
				height_mm,
				SIZE_TOLERANCE_MM,
			);
		},

		/** Sizes of pages for which cropping is turned off, for a carrier. */
		sizesNotToCrop: (carrier: string): { widthMm: number; heightMm: number }[] =>
			sizeRows.parse(
				database.all('SELECT width_mm AS widthMm, height_mm AS heightMm FROM whole_page WHERE carrier = ?', carrier),
			),

		/** Corrections of the kinds of pages, for a carrier, the latest first. */
		kindCorrections: (carrier: string): KindCorrection[] =>
			correctionRows.parse(
				database.all(
					'SELECT guess, trait, width_mm AS widthMm, height_mm AS heightMm, kind FROM kind_memory WHERE carrier = ? ORDER BY rowid DESC',
					carrier,
				),
			),
	};
}
