// The thread of the address book: it alone opens the book's database, so that neither a long search nor a large import keeps
// the station's window or a booking waiting.
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { answerCalls } from '../../src-contract/worker-calls';
import { openDatabase } from '../storage/database';
import { createEntries } from './entries';
import { migrations } from './migrations';
import { type AddressAnswer, type AddressQuestion, answerAddressQuestion } from './questions';
import { createSearch } from './search';
import { takeOver } from './take-over';

/** When nobody is waiting any more. */
const WARM_MS = 3_000;

if (parentPort) {
	const { file, deskFile } = workerData as { file: string; deskFile: string };
	const database = openDatabase(file, migrations);
	const search = createSearch(database);
	let who = '';
	const entries = createEntries(
		database,
		() => who,
		() => new Date(),
		search.noteWords,
	);
	if (existsSync(deskFile)) takeOver(database, entries, deskFile);
	entries.forgetOld();
	answerCalls<AddressQuestion, AddressAnswer>(parentPort, (question) => {
		who = question.who;
		return answerAddressQuestion(entries, search, question);
	});
	setTimeout(search.warm, WARM_MS).unref();
}
