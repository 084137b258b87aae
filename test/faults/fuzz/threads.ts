// The worker threads of the built station.
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { addressBookPaths } from '../../../src-main/address-book/address-book-paths';
import type { StartAddressWorker } from '../../../src-main/compose/address-threads';
import { DOCUMENT_THREAD_MEMORY } from '../../../src-main/compose/document-thread';
import { GOODS_INDEX_DIR } from '../../../tools/goods-index.mjs';

export interface Threads {
	startDocumentWorker: () => Worker;
	startGoodsWorker: () => Worker;
	startBackupWorker: () => Worker;
	startCartonWorker: () => Worker;
	startAddressWorker: (dataDir: string) => StartAddressWorker;
}

const resourcesDir = path.resolve('resources');
const built = (name: string) => path.resolve('out', 'main', name);

export const threads: Threads = {
	startDocumentWorker: () =>
		new Worker(built('document-worker.js'), {
			stdout: true,
			workerData: { resourcesDir },
			resourceLimits: DOCUMENT_THREAD_MEMORY,
		}),
	startBackupWorker: () => new Worker(built('backup-worker.js')),
	startCartonWorker: () => new Worker(built('carton-worker.js')),
	startGoodsWorker: () =>
		new Worker(built('goods-worker.js'), { workerData: { resourcesDir, goodsIndexDir: GOODS_INDEX_DIR } }),
	startAddressWorker: (dataDir) => (data) =>
		new Worker(built('address-worker.js'), {
			workerData: { ...data, ...addressBookPaths(dataDir, resourcesDir) },
			resourceLimits: { maxOldGenerationSizeMb: 2048 },
		}),
};
