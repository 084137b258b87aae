// Asks a worker for pages as pixels.
import type { Worker } from 'node:worker_threads';
import { AppError } from '../../src-contract/errors';
import type { PageImage } from '../../src-contract/station-api';
import { createWorkerCalls } from '../worker-calls';

export interface RasterQuestion {
	bytes: Uint8Array;
	page: number;
	dpi: number;
}

const TIMEOUT_MS = 10_000;

export function createRasteriser(startWorker: () => Worker) {
	const calls = createWorkerCalls<RasterQuestion, PageImage>(startWorker, TIMEOUT_MS);
	return {
		/** @throws `document.notPrintable` when the bytes are not a document that can be drawn within the time limit */
		async draw(bytes: Uint8Array, page: number, dpi: number): Promise<PageImage> {
			try {
				return await calls.ask({ bytes, page, dpi });
			} catch (error) {
				throw new AppError(
					'document.notPrintable',
					`The document cannot be shown (${(error as Error).message}). It is kept as it came: save the file and show it to the support of the service.`,
				);
			}
		},
		close: calls.close,
	};
}
export type Rasteriser = ReturnType<typeof createRasteriser>;
