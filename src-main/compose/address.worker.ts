// A thread of the address book: only such threads open its database, so that neither a long search nor a large import keeps
// the station's window or a booking waiting.
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-rpc';
import type { BookPlaces } from '../address-book/address-book-paths';
import { openBook } from '../address-book/book-database';
import { type AddressAnswer, type AddressQuestion, answerAddressQuestion } from '../address-book/worker-methods';

/** When nobody is waiting any more. */
const WARM_MS = 3_000;

/** `desk` answers what somebody waits for while they type, `long` what takes long. */
export interface AddressWorkerData extends BookPlaces {
	role: 'desk' | 'long';
	/** Of this run of the station. */
	isFirst: boolean;
	progressMemory: SharedArrayBuffer;
}

if (parentPort) {
	const { role, isFirst, progressMemory, ...places } = workerData as AddressWorkerData;
	let who = '';
	const book = openBook(
		places,
		progressMemory,
		() => who,
		() => new Date(),
		isFirst,
	);
	if (isFirst) book.history.forgetOld();
	const port = parentPort;
	answerCalls<AddressQuestion, AddressAnswer>(port, (question) => {
		who = question.who;
		// The thread ends by itself once this is answered.
		if (question.kind === 'close') setImmediate(() => port.close());
		return answerAddressQuestion(book, question);
	});
	if (role === 'desk') setTimeout(book.search.warm, WARM_MS).unref();
}
