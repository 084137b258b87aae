// The station's threads, from files that were built for tests that run before the station is.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { StartAddressWorker } from '../../../src-main/address-book/address-book';
import { bookPlaces } from '../../../src-main/address-book/book-places';
import { DOCUMENT_THREAD_MEMORY } from '../../../src-main/printing/document-thread';

export interface ThreadFiles {
	documents: string;
	goods: string;
	addresses: string;
}

export interface Threads {
	startDocumentWorker: () => Worker;
	startGoodsWorker: (dataDir: string) => Worker;
	startAddressWorker: (dataDir: string) => StartAddressWorker;
}

export function threadsOf({ documents, goods, addresses }: ThreadFiles): Threads {
	const resourcesDir = path.resolve('resources');
	return {
		startDocumentWorker: () => new Worker(documents, { stdout: true, resourceLimits: DOCUMENT_THREAD_MEMORY }),
		startGoodsWorker: (dataDir) => new Worker(goods, { workerData: { resourcesDir, dataDir } }),
		startAddressWorker: (dataDir) => (data) =>
			new Worker(addresses, {
				workerData: { ...data, ...bookPlaces(dataDir, resourcesDir) },
				resourceLimits: { maxOldGenerationSizeMb: 2048 },
			}),
	};
}
