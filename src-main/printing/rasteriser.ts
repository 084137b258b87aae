// Asks a worker for pages as pixels; the worker is started at the first question and ended when it does not answer.
import type { Worker } from 'node:worker_threads';
import { AppError } from '../../src-contract/errors';
import type { PageImage } from '../../src-contract/station-api';

export interface RasterQuestion {
	id: number;
	bytes: Uint8Array;
	page: number;
	dpi: number;
}

export interface RasterAnswer {
	id: number;
	image?: PageImage;
	error?: string;
}

const TIMEOUT_MS = 10_000;

export function createRasteriser(startWorker: () => Worker) {
	let worker: Worker | undefined;
	let lastId = 0;
	const open = new Map<number, (answer: RasterAnswer) => void>();

	function end(reason: string): void {
		void worker?.terminate();
		worker = undefined;
		for (const [id, answer] of open) answer({ id, error: reason });
		open.clear();
	}

	function running(): Worker {
		if (worker) return worker;
		worker = startWorker();
		worker.on('message', (answer: RasterAnswer) => open.get(answer.id)?.(answer));
		worker.on('error', (error) => end(error.message));
		return worker;
	}

	return {
		/** @throws `document.notPrintable` when the bytes are not a document that can be drawn within the time limit */
		async draw(bytes: Uint8Array, page: number, dpi: number): Promise<PageImage> {
			lastId += 1;
			const id = lastId;
			const answer = await new Promise<RasterAnswer>((resolve) => {
				const timer = setTimeout(() => end('it took too long'), TIMEOUT_MS);
				open.set(id, (value) => {
					clearTimeout(timer);
					open.delete(id);
					resolve(value);
				});
				running().postMessage({ id, bytes, page, dpi } satisfies RasterQuestion);
			});
			if (answer.image) return answer.image;
			throw new AppError(
				'document.notPrintable',
				`The document cannot be shown (${answer.error}). It is kept as it came: save the file and show it to the support of the service.`,
			);
		},
		close: () => end('the station is closing'),
	};
}
export type Rasteriser = ReturnType<typeof createRasteriser>;
