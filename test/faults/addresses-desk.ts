// The child process of the address book campaign: edits, imports, undoes and backs up at the same time until it is killed. Prints
// a line of JSON when an operation starts and when it is acknowledged.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { emptyEntry } from '../../src-contract/model/address';
import { createAddressBook } from '../../src-main/address-book/address-book';
import { addressBookPaths } from '../../src-main/address-book/address-book-paths';
import { createAddressThreads } from '../../src-main/compose/address-threads';
import { recipient } from '../fixtures/shipment-draft';

export interface AddressDeskOptions {
	dataDir: string;
	built: string;
	/** Part of every name that this process writes, so that no name occurs twice. */
	session: number;
	rows: number;
	/** Runs one import, of a file that fills the disk, and ends. */
	fillDisk: boolean;
}

/** `n` counts the operations of this process. */
export type DeskMessage =
	| { what: 'ready' }
	| { what: 'started' | 'done'; n: number; operation: Operation }
	| { what: 'refused'; n: number; code: string; message: string };
export type Operation =
	| { loop: 'desk'; kind: 'save'; name: string; phone: string }
	| { loop: 'desk'; kind: 'edit'; name: string; phone: string }
	| { loop: 'desk'; kind: 'remove'; name: string }
	| { loop: 'long'; kind: 'import'; batch: string; rows: number }
	| { loop: 'long'; kind: 'undo'; batch: string }
	| { loop: 'long'; kind: 'backup'; file: string };

const { dataDir, built, session, rows, fillDisk } = JSON.parse(process.argv[2] as string) as AddressDeskOptions;
const book = createAddressBook(
	createAddressThreads(
		(data) =>
			new Worker(path.join(built, 'address-worker.js'), {
				workerData: { ...data, ...addressBookPaths(dataDir, path.resolve('resources')) },
			}),
		() => `session ${session}`,
	),
);
const NO_FILTER = { book: null, countryCode: null, tag: null, favourites: false };
const send = (message: DeskMessage) => process.stdout.write(`${JSON.stringify(message)}\n`);
let count = 0;

async function runOperation<Result>(operation: Operation, work: () => Promise<Result>): Promise<Result | undefined> {
	count += 1;
	const n = count;
	send({ what: 'started', n, operation });
	try {
		const result = await work();
		send({ what: 'done', n, operation });
		return result;
	} catch (error) {
		send({ what: 'refused', n, code: (error as { code?: string }).code ?? '', message: (error as Error).message });
		return undefined;
	}
}

/** Repeats: saves three entries, edits the first and removes the second. */
async function desk(): Promise<void> {
	for (let round = 0; ; round += 1) {
		const saved: { id: number; name: string }[] = [];
		for (let at = 0; at < 3; at += 1) {
			const name = `D ${session} ${round} ${at}`;
			const entry = await runOperation({ loop: 'desk', kind: 'save', name, phone: '1' }, () =>
				book.save({ ...emptyEntry, ...recipient, companyName: name, phone: '1' }),
			);
			if (entry) saved.push({ id: entry.id, name });
		}
		const [changed, gone] = saved;
		if (changed)
			await runOperation({ loop: 'desk', kind: 'edit', name: changed.name, phone: '2' }, () =>
				book.save({ ...emptyEntry, ...recipient, id: changed.id, companyName: changed.name, phone: '2' }),
			);
		if (gone) await runOperation({ loop: 'desk', kind: 'remove', name: gone.name }, () => book.remove([gone.id]));
	}
}

async function importFile(batch: string): Promise<number | undefined> {
	const file = path.join(dataDir, `${batch}.csv`);
	const lines = Array.from({ length: rows }, (_, at) => `${batch} ${at},Max Muster,Street ${at},10115,Berlin,DE`);
	if (!fillDisk) writeFileSync(file, `Company,Contact person,Street,Postcode,City,Country\n${lines.join('\n')}\n`);
	const { columns } = await book.importOpen(file);
	const targets = columns.map(({ target }) => target);
	await book.importPreview({ columns: targets, book: '', countryCode: '' });
	const result = await runOperation({ loop: 'long', kind: 'import', batch, rows }, () =>
		book.importApply(targets, true),
	);
	return result?.batchId;
}

/** Repeats: imports a file, writes a backup, and undoes every second import. */
async function long(): Promise<void> {
	for (let round = 0; ; round += 1) {
		const batch = `I ${session} ${round}`;
		const batchId = await importFile(batch);
		if (fillDisk) return;
		const file = path.join(dataDir, 'backup.waybill');
		await runOperation({ loop: 'long', kind: 'backup', file }, () => book.backup(file));
		if (round % 2 === 0 && batchId !== undefined)
			await runOperation({ loop: 'long', kind: 'undo', batch }, () => book.undo(batchId));
	}
}

await book.search('', 1, NO_FILTER);
send({ what: 'ready' });
if (fillDisk) {
	await long();
	await book.close();
} else await Promise.all([desk(), long()]);
