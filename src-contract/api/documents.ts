// Methods of labels and papers that were received.
import * as z from 'zod';
import { documentKindSchema } from '../model/print';
import type { ShipmentDetail } from '../model/shipment';
import { method } from './method';

/** One page as pixels: RGBA, four bytes each, row by row from the top. */
export interface PageImage {
	rgba: Uint8Array;
	widthPx: number;
	heightPx: number;
	widthMm: number;
	heightMm: number;
}

export const documentsApi = {
	'documents.page': method<PageImage>()(z.object({ documentId: z.int().positive(), page: z.int().min(0).max(500) })),
	'documents.export': method<{ path: string } | null>()(z.object({ documentId: z.int().positive() })),
	/** Says what a document is, for this one and the next of its carrier. */
	'documents.correctKind': method<ShipmentDetail>()(
		z.object({ documentId: z.int().positive(), kind: documentKindSchema.exclude(['slip']) }),
	),
	/** Whether a label is cropped out of its page: for the next of its carrier and size, and taken back for this one. */
	'documents.setCropped': method<ShipmentDetail>()(
		z.object({ documentId: z.int().positive(), isCropped: z.boolean() }),
	),
	/** Takes apart once more what could not be printed. */
	'documents.readAgain': method<ShipmentDetail>()(z.object({ documentId: z.int().positive() })),
} as const;
