import { buildForNode } from '../../../tools/service-build.mjs';
import type { ThreadFiles } from './threads';

const built = (entry: string, name: string): Promise<string> => buildForNode(entry, name, ['src-main']);

/** Builds what is older than its sources. */
export const buildThreads = async (): Promise<ThreadFiles> => ({
	documents: await built('src-main/printing/document.worker.ts', 'thread-documents'),
	goods: await built('src-broker/goods-worker.ts', 'thread-goods'),
	addresses: await built('src-main/address-book/address-book.worker.ts', 'thread-addresses'),
});
