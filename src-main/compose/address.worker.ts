// Worker thread of the address book, of order files, item files and invoices; address-threads.ts starts two of them. The main thread never opens the
// address-book database, so long searches and imports never block the window or a booking.
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-rpc';
import { openBook } from '../address-book/book-database';
import { backgroundMethods, interactiveMethods } from '../address-book/worker-methods';
import { itemFileMethods } from '../catalog/item-file-methods';
import { orderMethods } from '../orders/worker-methods';
import { invoiceFileMethods } from '../reports/invoice-file-methods';
import type { AddressWorkerData } from './address-threads';

/** Delay before the search cache is filled, because filling the cache would slow down the first calls after the start. */
const CACHE_WARM_DELAY_MS = 3_000;

if (parentPort) {
	// Only address-threads.ts starts this worker, with this data.
	const { role, isFirstOpeningSinceStart, progressMemory, ...paths } = workerData as AddressWorkerData;
	let user = '';
	const book = openBook(
		paths,
		progressMemory,
		() => user,
		() => new Date(),
		isFirstOpeningSinceStart,
	);
	if (isFirstOpeningSinceStart) book.history.deleteOld();
	const port = parentPort;
	const methods =
		role === 'interactive'
			? interactiveMethods(book)
			: {
					...backgroundMethods(book),
					...orderMethods(book.recipientMatcher, paths.resourcesDir),
					...itemFileMethods(),
					...invoiceFileMethods(),
				};
	answerCalls(port, methods, (call) => {
		user = call.user;
	});
	if (role === 'interactive') setTimeout(book.search.warm, CACHE_WARM_DELAY_MS).unref();
}
