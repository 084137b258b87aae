// IPC methods of received labels and documents.
import * as z from 'zod';
import { printableKindSchema } from '../model/print';
import type { ShipmentDetail } from '../model/shipment';
import { method } from './method';

/** One page as RGBA pixels: 4 bytes each, row by row from the top. */
export interface PageImage {
	rgba: Uint8Array;
	widthPx: number;
	heightPx: number;
	widthMm: number;
	heightMm: number;
}

export const documentsApi = {
	'documents.page': method<PageImage>()(z.object({ documentId: z.int().positive(), page: z.int().min(0).max(500) })),
	/** Opens a save dialog; null when the user cancels it. */
	'documents.export': method<{ path: string } | null>()(z.object({ documentId: z.int().positive() })),
	/** Sets the kind of a document, and of later documents of the same carrier that look like this document. */
	'documents.correctKind': method<ShipmentDetail>()(
		z.object({ documentId: z.int().positive(), kind: printableKindSchema.exclude(['slip']) }),
	),
	/**
	 * Turns cropping on or off for later labels of the same carrier and page size. Turning it off also restores the full pages of this
	 * document.
	 */
	'documents.setCropped': method<ShipmentDetail>()(
		z.object({ documentId: z.int().positive(), isCropped: z.boolean() }),
	),
	/** Ingests an unreadable document again. */
	'documents.reprocess': method<ShipmentDetail>()(z.object({ documentId: z.int().positive() })),
} as const;
