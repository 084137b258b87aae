// Worker thread of the address book. Only these threads open its database, so long searches and imports never block the window
// or a booking.
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-rpc';
import { openBook } from '../address-book/book-database';
import { deskMethods, longMethods } from '../address-book/worker-methods';
import { orderMethods } from '../orders/worker-methods';
import type { AddressWorkerData } from './address-threads';

/** Delay of cache warming, so that it does not slow down the calls of the start. */
const WARM_MS = 3_000;

if (parentPort) {
	// Only address-threads.ts starts this worker, with this data.
	const { role, isFirst, progressMemory, ...paths } = workerData as AddressWorkerData;
	let user = '';
	const book = openBook(
		paths,
		progressMemory,
		() => user,
		() => new Date(),
		isFirst,
	);
	if (isFirst) book.history.deleteOld();
	const port = parentPort;
	const methods =
		role === 'desk' ? deskMethods(book) : { ...longMethods(book), ...orderMethods(book.recipientMatcher) };
	answerCalls(port, methods, (call) => {
		user = call.user;
		// End the thread after replying.
		if (call.method === 'close') setImmediate(() => port.close());
	});
	if (role === 'desk') setTimeout(book.search.warm, WARM_MS).unref();
}
