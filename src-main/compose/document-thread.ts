// What is done to documents that came from outside, in a thread of its own: a hostile file can keep that thread busy, not
// the station.
import type { Worker } from 'node:worker_threads';
import type { PageImage } from '../../src-contract/api';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { type NewDocument, unreadableDocument } from '../documents/new-document';
import type { KindCorrection } from '../documents/page-kind';
import type { UncroppedSize } from '../documents/page-parts';
import { createWorkerCalls, WorkerTimeoutError } from '../platform/worker-rpc';
import type { DocumentMethods } from './document.worker';

const TIMEOUT_MS = 10_000;
/** A thread that fills its memory by and by ends alone; a single list without an end must be refused before it is begun. */
export const DOCUMENT_THREAD_MEMORY = { maxOldGenerationSizeMb: 384 };

export function createDocumentThread(startWorker: () => Worker) {
	const { client, close } = createWorkerCalls<DocumentMethods>(startWorker, TIMEOUT_MS);

	return {
		/**
		 * A page as pixels.
		 * @throws `document.notPrintable` when the bytes are not a document that can be drawn within the time limit
		 */
		async draw(bytes: Uint8Array, page: number, dpi: number): Promise<PageImage> {
			try {
				return await client.draw(bytes, page, dpi);
			} catch (error) {
				throw new AppError(
					'document.notPrintable',
					t(
						'The document cannot be shown ({reason}). It is kept as it came: save the file and show it to the support of the service.',
						{ reason: errorMessage(error) },
					),
				);
			}
		},

		/**
		 * Labels and papers apart; what cannot be taken apart within the time limit comes back as it came.
		 * @throws Error when that says nothing of the document: the station is closing, or has no thread
		 */
		async split(
			bytes: Uint8Array,
			trackingNumber: string,
			corrections: readonly KindCorrection[],
			uncroppedSizes: readonly UncroppedSize[] = [],
		): Promise<NewDocument[]> {
			const split = () => client.split(bytes, trackingNumber, corrections, uncroppedSizes);
			try {
				// A machine that was busy may do it the second time.
				return await split().catch((error) => {
					if (error instanceof WorkerTimeoutError) return split();
					throw error;
				});
			} catch (error) {
				if (error instanceof WorkerTimeoutError) return [unreadableDocument(bytes, error.message)];
				throw error;
			}
		},

		/** What the device is sent. @throws `printer.mismatch`, `printer.codesLost`, `printer.otherLanguage`, or an error when it takes too long */
		makePayload: client.makePayload,

		/** The whole pages of a document that was cropped to its labels. */
		uncrop: client.uncrop,

		/** How a document would lie if it were scaled, and which codes would be lost. */
		previewScaled: client.previewScaled,

		close,
	};
}
