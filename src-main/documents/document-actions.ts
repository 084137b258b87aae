// What a user does to one document of a shipment: looks at a page, saves it to a file, corrects what it was taken for.
import type { PageImage } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { PrintableKind } from '../../src-contract/model/print';
import { fileNameOf } from '../platform/file-name';
import type { Ingestion } from './ingestion';
import type { WholePages } from './page-crop';
import type { DocumentStore } from './store';

const PREVIEW_DPI = 150;

export interface DocumentActionsDependencies {
	documentStore: Pick<DocumentStore, 'get' | 'correctKind' | 'cropNext' | 'uncrop'>;
	/** Work on the bytes of a document, in a thread of its own. */
	documents: {
		draw(bytes: Uint8Array, page: number, dpi: number): Promise<PageImage>;
		uncrop(bytes: Uint8Array): Promise<WholePages>;
	};
	filing: Pick<Ingestion, 'readAgain'>;
}

export function createDocumentActions({ documentStore, documents, filing }: DocumentActionsDependencies) {
	return {
		/** @throws `document.notPrintable` for what is no page */
		async page(documentId: number, page: number): Promise<PageImage> {
			const document = documentStore.get(documentId);
			if (document.format !== 'pdf' || document.kind === 'unreadable') {
				throw new AppError(
					'document.notPrintable',
					document.kind === 'unreadable'
						? t(
								'This cannot be printed: {message}. It is kept as it came: save the file and show it to the support of the service.',
								{ message: document.message },
							)
						: t('This is written in the language of a printer; only such a printer can show it.'),
				);
			}
			return documents.draw(document.bytes, page, PREVIEW_DPI);
		},

		/** The document as a file, under the name that it is best saved by. */
		file(documentId: number): { name: string; bytes: Uint8Array } {
			const { kind, format, bytes, trackingNumber, shipmentId } = documentStore.get(documentId);
			const stem = `${fileNameOf(trackingNumber) || `shipment-${shipmentId}`}-${kind}`;
			const extension = kind === 'unreadable' ? 'bin' : format === 'slip' ? 'json' : format;
			return { name: `${stem}.${extension}`, bytes };
		},

		/** For this document and the next of its carrier. @returns the id of its shipment */
		correctKind(documentId: number, kind: Exclude<PrintableKind, 'slip'>): number {
			documentStore.correctKind(documentId, kind);
			return documentStore.get(documentId).shipmentId;
		},

		/** For the next of its carrier and size; taken back, for this document too. @returns the id of its shipment */
		async setCropped(documentId: number, isCropped: boolean): Promise<number> {
			const { shipmentId, bytes, format } = documentStore.get(documentId);
			if (isCropped) documentStore.cropNext(documentId);
			else if (format === 'pdf') documentStore.uncrop(documentId, await documents.uncrop(bytes));
			return shipmentId;
		},

		/** Takes apart once more what could not be printed. @returns the id of its shipment */
		async readAgain(documentId: number): Promise<number> {
			const { shipmentId } = documentStore.get(documentId);
			await filing.readAgain(documentId);
			return shipmentId;
		},
	};
}
export type DocumentActions = ReturnType<typeof createDocumentActions>;
