// A thread of the address book: only such threads open its database, so that neither a long search nor a large import keeps
// the station's window or a booking waiting.
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-calls';
import type { BookPlaces } from './book-places';
import { openBook } from './opened-book';
import { type AddressAnswer, type AddressQuestion, answerAddressQuestion } from './questions';

/** When nobody is waiting any more. */
const WARM_MS = 3_000;
/**
 * The log is written back when nobody has written for so long: a copy of the files that is taken meanwhile would hold half of
 * it, so it must be rare.
 */
const QUIET_MS = 10_000;

/** `desk` answers what somebody waits for while they type, `long` what takes long. */
export interface AddressWorkerData extends BookPlaces {
	role: 'desk' | 'long';
	progressMemory: SharedArrayBuffer;
}

if (parentPort) {
	const { role, progressMemory, ...places } = workerData as AddressWorkerData;
	let who = '';
	const book = openBook(
		places,
		progressMemory,
		() => who,
		() => new Date(),
	);
	let quiet: NodeJS.Timeout | undefined;
	answerCalls<AddressQuestion, AddressAnswer>(parentPort, (question) => {
		who = question.who;
		quiet?.refresh();
		return answerAddressQuestion(book, question);
	});
	if (role === 'desk') {
		book.history.forgetOld();
		setTimeout(book.search.warm, WARM_MS).unref();
		quiet = setTimeout(() => {
			book.database.checkpoint();
			quiet?.refresh();
		}, QUIET_MS);
		quiet.unref();
	}
}
