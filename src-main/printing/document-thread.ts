// What is done to documents that came from outside, in a thread of its own: a hostile file can keep that thread busy, not
// the station.
import type { Worker } from 'node:worker_threads';
import { AppError } from '../../src-contract/errors';
import type { PageImage } from '../../src-contract/station-api';
import { createWorkerCalls } from '../worker-calls';
import { type NewDocument, unreadableDocument } from './documents';
import type { RememberedKind } from './page-kind';
import type { PayloadRequest } from './payload';

export type DocumentQuestion =
	| { kind: 'draw'; bytes: Uint8Array; page: number; dpi: number }
	| { kind: 'split'; bytes: Uint8Array; trackingNumber: string; remembered: readonly RememberedKind[] }
	| ({ kind: 'payload' } & PayloadRequest);
export type DocumentAnswer = PageImage | NewDocument[] | Uint8Array;

const TIMEOUT_MS = 10_000;

export function createDocumentThread(startWorker: () => Worker) {
	const { ask, close } = createWorkerCalls<DocumentQuestion, DocumentAnswer>(startWorker, TIMEOUT_MS);

	return {
		/**
		 * A page as pixels.
		 * @throws `document.notPrintable` when the bytes are not a document that can be drawn within the time limit
		 */
		async draw(bytes: Uint8Array, page: number, dpi: number): Promise<PageImage> {
			try {
				return (await ask({ kind: 'draw', bytes, page, dpi })) as PageImage;
			} catch (error) {
				throw new AppError(
					'document.notPrintable',
					`The document cannot be shown (${(error as Error).message}). It is kept as it came: save the file and show it to the support of the service.`,
				);
			}
		},

		/** Labels and papers apart; what cannot be taken apart within the time limit comes back as it came. */
		split: (bytes: Uint8Array, trackingNumber: string, remembered: readonly RememberedKind[]): Promise<NewDocument[]> =>
			ask({ kind: 'split', bytes, trackingNumber, remembered }).then(
				(documents) => documents as NewDocument[],
				(error: Error) => [unreadableDocument(bytes, error.message)],
			),

		/** What the device is sent. @throws `printer.mismatch`, `printer.otherLanguage`, or an error when it takes too long */
		makePayload: (request: PayloadRequest): Promise<Uint8Array> =>
			ask({ kind: 'payload', ...request }) as Promise<Uint8Array>,

		close,
	};
}
export type DocumentThread = ReturnType<typeof createDocumentThread>;
