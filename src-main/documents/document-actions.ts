// User actions on one document: preview a page, save the document to a file, correct its kind or its cropping, ingest it again.
import type { PageImage } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { PrintableKind } from '../../src-contract/model/print';
import { fileNameOf } from '../platform/file-name';
import type { Ingestion } from './ingestion';
import type { UncroppedDocument } from './page-crop';
import type { DocumentStore } from './store';

const PREVIEW_DPI = 150;

export interface DocumentActionsDependencies {
	documentStore: Pick<DocumentStore, 'get' | 'correctKind' | 'resumeCropping' | 'uncrop'>;
	documentThread: {
		draw(bytes: Uint8Array, page: number, dpi: number): Promise<PageImage>;
		uncrop(bytes: Uint8Array): Promise<UncroppedDocument>;
	};
	ingestion: Pick<Ingestion, 'reprocess'>;
}

export function createDocumentActions({ documentStore, documentThread, ingestion }: DocumentActionsDependencies) {
	return {
		/**
		 * Draws a page for the preview.
		 * @param page index of the page
		 * @throws `document.notFound`, `document.locked`; `document.notPrintable` when the document is unreadable or not a PDF
		 */
		async drawPage(documentId: number, page: number): Promise<PageImage> {
			const document = documentStore.get(documentId);
			if (document.format !== 'pdf' || document.kind === 'unreadable') {
				throw new AppError(
					'document.notPrintable',
					document.kind === 'unreadable'
						? t(
								"This document cannot be printed: {message}. The received file is stored. Save it and send it to the service's support.",
								{ message: document.message },
							)
						: t('This document is in a printer language, so there is no preview. Print it to see it.'),
				);
			}
			return documentThread.draw(document.bytes, page, PREVIEW_DPI);
		},

		/** The bytes of a document and a suggested file name. @throws `document.notFound`, `document.locked` */
		file(documentId: number): { name: string; bytes: Uint8Array } {
			const { kind, format, bytes, trackingNumber, shipmentId } = documentStore.get(documentId);
			const baseName = `${fileNameOf(trackingNumber) || `shipment-${shipmentId}`}-${kind}`;
			const extension = kind === 'unreadable' ? 'bin' : format === 'slip' ? 'json' : format;
			return { name: `${baseName}.${extension}`, bytes };
		},

		/** Sets the kind of a document and of similar future documents of the carrier. @returns the id of the shipment */
		correctKind(documentId: number, kind: Exclude<PrintableKind, 'slip'>): number {
			documentStore.correctKind(documentId, kind);
			return documentStore.get(documentId).shipmentId;
		},

		/**
		 * Turns cropping on or off for future pages of the document's carrier and size. Turning cropping off also restores the full
		 * pages of the document itself, and does nothing if the document is not cropped. Turning cropping on does not crop the
		 * document again.
		 * @returns the id of the shipment
		 */
		async setCropped(documentId: number, isCropped: boolean): Promise<number> {
			const { shipmentId, bytes, format } = documentStore.get(documentId);
			if (isCropped) documentStore.resumeCropping(documentId);
			else if (format === 'pdf') documentStore.uncrop(documentId, await documentThread.uncrop(bytes));
			return shipmentId;
		},

		/** Ingests an unreadable document again. @returns the id of the shipment */
		async reprocess(documentId: number): Promise<number> {
			const { shipmentId } = documentStore.get(documentId);
			await ingestion.reprocess(documentId);
			return shipmentId;
		},
	};
}
export type DocumentActions = ReturnType<typeof createDocumentActions>;
