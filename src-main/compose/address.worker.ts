// A thread of the address book: only such threads open its database, so that neither a long search nor a large import keeps
// the station's window or a booking waiting.
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-rpc';
import { openBook } from '../address-book/book-database';
import { deskMethods, longMethods } from '../address-book/worker-methods';
import { orderMethods } from '../orders/worker-methods';
import type { AddressWorkerData } from './address-threads';

/** After the answers that the station waits for at its start. */
const WARM_MS = 3_000;

if (parentPort) {
	// As address-threads.ts starts it, and nobody else does.
	const { role, isFirst, progressMemory, ...places } = workerData as AddressWorkerData;
	let user = '';
	const book = openBook(
		places,
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
		// The thread ends once this is answered.
		if (call.method === 'close') setImmediate(() => port.close());
	});
	if (role === 'desk') setTimeout(book.search.warm, WARM_MS).unref();
}
