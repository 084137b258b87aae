// One life of an address book in the campaign, a process of its own: it edits, imports, undoes and backs up at once, and tells
// in lines of JSON what it begins and what was acknowledged. It ends when it is killed.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { emptyEntry } from '../../src-contract/model/address';
import { createAddressBook } from '../../src-main/address-book/address-book';
import { addressBookPaths } from '../../src-main/address-book/address-book-paths';
import { createAddressThreads } from '../../src-main/compose/address-threads';
import { recipient } from '../fixtures/composition';

export interface AddressLife {
	dataDir: string;
	built: string;
	/** Unlike in each life, so that no name is given twice. */
	life: number;
	rows: number;
	/** Once, and then it ends by itself: what a full disk does to an import. */
	fillDisk: boolean;
}

/** What was begun, or acknowledged; `n` counts within its lane. */
export type Told =
	| { what: 'ready' }
	| { what: 'begun' | 'done'; n: number; deed: Deed }
	| { what: 'refused'; n: number; code: string; message: string };
export type Deed =
	| { lane: 'desk'; kind: 'save'; name: string; phone: string }
	| { lane: 'desk'; kind: 'edit'; name: string; phone: string }
	| { lane: 'desk'; kind: 'remove'; name: string }
	| { lane: 'long'; kind: 'import'; batch: string; rows: number }
	| { lane: 'long'; kind: 'undo'; batch: string }
	| { lane: 'long'; kind: 'backup'; file: string };

const { dataDir, built, life, rows, fillDisk } = JSON.parse(process.argv[2] as string) as AddressLife;
const book = createAddressBook(
	createAddressThreads(
		(data) =>
			new Worker(path.join(built, 'address-worker.cjs'), {
				workerData: { ...data, ...addressBookPaths(dataDir, path.resolve('resources')) },
			}),
		() => `life ${life}`,
	),
);
const everything = { book: null, countryCode: null, tag: null, favourites: false };
const tell = (told: Told) => process.stdout.write(`${JSON.stringify(told)}\n`);
let count = 0;

async function lived<Result>(deed: Deed, work: () => Promise<Result>): Promise<Result | undefined> {
	count += 1;
	const n = count;
	tell({ what: 'begun', n, deed });
	try {
		const result = await work();
		tell({ what: 'done', n, deed });
		return result;
	} catch (error) {
		tell({ what: 'refused', n, code: (error as { code?: string }).code ?? '', message: (error as Error).message });
		return undefined;
	}
}

/** Adds three, changes one and takes one out, over and over. */
async function desk(): Promise<void> {
	for (let round = 0; ; round += 1) {
		const saved: { id: number; name: string }[] = [];
		for (let at = 0; at < 3; at += 1) {
			const name = `D ${life} ${round} ${at}`;
			const entry = await lived({ lane: 'desk', kind: 'save', name, phone: '1' }, () =>
				book.save({ ...emptyEntry, ...recipient, companyName: name, phone: '1' }),
			);
			if (entry) saved.push({ id: entry.id, name });
		}
		const [changed, gone] = saved;
		if (changed)
			await lived({ lane: 'desk', kind: 'edit', name: changed.name, phone: '2' }, () =>
				book.save({ ...emptyEntry, ...recipient, id: changed.id, companyName: changed.name, phone: '2' }),
			);
		if (gone) await lived({ lane: 'desk', kind: 'remove', name: gone.name }, () => book.remove([gone.id]));
	}
}

async function imported(batch: string): Promise<number | undefined> {
	const file = path.join(dataDir, `${batch}.csv`);
	const lines = Array.from({ length: rows }, (_, at) => `${batch} ${at},Max Muster,Street ${at},10115,Berlin,DE`);
	if (!fillDisk) writeFileSync(file, `Company,Contact person,Street,Postcode,City,Country\n${lines.join('\n')}\n`);
	const { columns } = await book.importOpen(file);
	const targets = columns.map(({ target }) => target);
	await book.importPreview({ columns: targets, book: '', countryCode: '' });
	const result = await lived({ lane: 'long', kind: 'import', batch, rows }, () => book.importApply(targets, true));
	return result?.batchId;
}

/** Imports, takes back every second one, and writes a backup after each. */
async function long(): Promise<void> {
	for (let round = 0; ; round += 1) {
		const batch = `I ${life} ${round}`;
		const batchId = await imported(batch);
		if (fillDisk) return;
		const file = path.join(dataDir, 'backup.waybill');
		await lived({ lane: 'long', kind: 'backup', file }, () => book.backup(file));
		if (round % 2 === 0 && batchId !== undefined)
			await lived({ lane: 'long', kind: 'undo', batch }, () => book.undo(batchId));
	}
}

await book.search('', 1, everything);
tell({ what: 'ready' });
if (fillDisk) {
	await long();
	await book.close();
} else await Promise.all([desk(), long()]);
