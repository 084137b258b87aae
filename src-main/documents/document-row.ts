// Reads rows of the document table, joined with columns of the shipment.
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { documentFormatSchema, PRINTABLE_KINDS, printableKindSchema } from '../../src-contract/model/print';
import type { Database } from '../platform/database';
import { PAGE_TRAITS } from './page-kind';

/** Kind of a received document until it is ingested. Not shown to the user. */
export const RECEIVED = 'received';
/** The kinds of ingested documents. */
export const INGESTED_KINDS = [...PRINTABLE_KINDS, 'unreadable'] as const;

export const documentRowSchema = z.object({
	id: z.number(),
	shipment_id: z.number(),
	kind: z.enum([...INGESTED_KINDS, RECEIVED]),
	/** Kind that was recognised, before the corrections of users were applied. Null: no kind was recognised. */
	guess: printableKindSchema.nullable(),
	/** See `PAGE_TRAITS`. */
	trait: z.enum(PAGE_TRAITS).nullable(),
	format: documentFormatSchema,
	pages: z.number(),
	width_mm: z.number(),
	height_mm: z.number(),
	/** Size of the page that the document was cropped from; 0 when it was not cropped. */
	page_width_mm: z.number(),
	page_height_mm: z.number(),
	/** Why the document cannot be printed, or is held; empty if it can be printed. */
	message: z.string(),
	/** 1 for a label that may belong to another shipment; 0 for all others. */
	is_held: z.number(),
	/** 1 when the shipment is void. */
	is_voided: z.number(),
	bytes: z.instanceof(Uint8Array),
	created_at: z.string(),
	tracking_number: z.string(),
	reference: z.string(),
	carrier: z.string(),
	/** ISO 3166 code of the recipient's country. */
	destination: z.string().nullable(),
	label_printer_id: z.string(),
});
export type DocumentRow = z.infer<typeof documentRowSchema>;

/** @throws `document.notFound` */
export function readDocument(database: Database, id: number): DocumentRow {
	const row = database.get(
		`SELECT document.*, shipment.state = 'voided' AS is_voided, shipment.tracking_number, shipment.reference, shipment.carrier,
			json_extract(shipment.composition, '$.to.countryCode') AS destination,
			coalesce(json_extract(shipment.composition, '$.labelPrinterId'), '') AS label_printer_id
		FROM document JOIN shipment ON shipment.id = document.shipment_id WHERE document.id = ?`,
		id,
	);
	if (!row) throw new AppError('document.notFound', t('This document is no longer stored at this desk.'));
	return documentRowSchema.parse(row);
}
