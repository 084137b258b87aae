// Client of the document thread, which parses documents from outside the station. A malicious file can only block or end that
// thread, not the station.
import type { Worker } from 'node:worker_threads';
import type { PageImage } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { type NewDocument, unreadableDocument } from '../documents/new-document';
import type { KindCorrection } from '../documents/page-kind';
import type { PageSizeMm } from '../documents/page-parts';
import { createWorkerCalls, WorkerTimeoutError } from '../platform/worker-rpc';
import type { DocumentMethods } from './document.worker';

/** Time limit of a call. It only ends a call that hangs: beside other work, an ordinary label may take many seconds. */
const TIMEOUT_MS = 60_000;
/** Maximum time that closing the station waits for the current call. */
const CLOSE_LIMIT_MS = 10_000;
/**
 * Memory limit of the thread. The limit does not stop a single huge allocation, so parsers must check sizes before they allocate.
 */
export const DOCUMENT_THREAD_MEMORY = { maxOldGenerationSizeMb: 384 };

export function createDocumentThread(startWorker: () => Worker) {
	const { client, finish } = createWorkerCalls<DocumentMethods>(startWorker, TIMEOUT_MS);

	let isWarmedUp = false;

	return {
		/**
		 * Starts the thread and loads what the first document needs, once. Called when the user sees rates: the label of the booking that
		 * follows does not wait for it, and a desk that only looks up shipments does not pay for it.
		 */
		warmUp(): void {
			if (isWarmedUp) return;
			isWarmedUp = true;
			// Without it, the first document takes longer.
			client.warmUp().catch(() => {});
		},

		/**
		 * Renders a page as pixels.
		 * @throws `document.notPrintable` when the document cannot be rendered, or not within the time limit
		 */
		async draw(bytes: Uint8Array, page: number, dpi: number): Promise<PageImage> {
			try {
				return await client.draw(bytes, page, dpi);
			} catch (error) {
				throw new AppError(
					'document.notPrintable',
					t(
						"The document cannot be shown ({reason}). The received file is stored. Save it and send it to the service's support.",
						{ reason: errorMessage(error) },
					),
				);
			}
		},

		/**
		 * Splits a received document into labels and other documents. If that times out or ends the thread, returns the document unchanged,
		 * marked as unreadable.
		 * @throws Error when the station is closing or the thread cannot start, which says nothing about the document
		 */
		async split(
			bytes: Uint8Array,
			trackingNumber: string,
			corrections: readonly KindCorrection[],
			sizesNotToCrop: readonly PageSizeMm[] = [],
		): Promise<NewDocument[]> {
			try {
				return await client.split(bytes, trackingNumber, corrections, sizesNotToCrop);
			} catch (error) {
				if (error instanceof WorkerTimeoutError) return [unreadableDocument(bytes, error.message)];
				throw error;
			}
		},

		/** The bar codes of a page of a PDF. */
		readCodes: client.readCodes,

		/** Reads a large answer to a shipment request. @throws when the thread fails */
		readShipment: client.readShipment,

		/**
		 * Renders the payload for a device.
		 * @throws `printer.mismatch`, `printer.codesLost`, `printer.otherLanguage`, or WorkerTimeoutError
		 */
		makePayload: client.makePayload,
		drawPackingPaper: client.drawPackingPaper,

		/** Restores the full pages of a document that was cropped to its labels. */
		uncrop: client.uncrop,

		/** Previews a scaled print and lists the bar codes that the scaling makes unreadable. */
		previewScaled: client.previewScaled,

		/** Waits for the document that is being read, but not for one that hangs. */
		close: () => finish(CLOSE_LIMIT_MS),
	};
}
export type DocumentThread = ReturnType<typeof createDocumentThread>;
