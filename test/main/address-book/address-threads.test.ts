// The two threads of the address book working at the same time, as in the station.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { emptyEntry } from '../../../src-contract/model/address';
import { CLOSED } from '../../../src-contract/worker-rpc';
import { type AddressBook, createAddressBook } from '../../../src-main/address-book/address-book';
import { addressBookPaths } from '../../../src-main/address-book/address-book-paths';
import { createAddressThreads } from '../../../src-main/compose/address-threads';
import { recipient } from '../../fixtures/shipment-draft';

const everything = { book: null, countryCode: null, tag: null, favourites: false };
const newDataDir = () => mkdtempSync(path.join(tmpdir(), 'waybill-threads-'));

/** @param onMessage called with each message of a thread */
function openThreads(dataDir: string, onMessage: (message: unknown) => void = () => {}): AddressBook {
	return createAddressBook(
		createAddressThreads(
			(data) => {
				const worker = new Worker(path.resolve('out/main/address-worker.js'), {
					workerData: { ...data, ...addressBookPaths(dataDir, path.resolve('resources')) },
				});
				return worker.on('message', onMessage);
			},
			() => 'desk 1',
		),
	);
}

async function readyImport(book: AddressBook, dataDir: string, rows: number) {
	const file = path.join(dataDir, 'many.csv');
	const lines = Array.from({ length: rows }, (_, at) => `Firm ${at},Max Muster,Street ${at},10115,Berlin,DE`);
	writeFileSync(file, `Company,Contact person,Street,Postcode,City,Country\n${lines.join('\n')}\n`);
	const columns = (await book.importOpen(file)).columns.map(({ target }) => target);
	await book.importPreview({ columns, book: '', countryCode: '' });
	return () => book.importApply(columns, true);
}

it('searches and saves during an import, while an undo waits for it', async () => {
	const dataDir = newDataDir();
	const book = openThreads(dataDir);
	const take = await readyImport(book, dataDir, 8000);
	const taken = take();
	const undone = taken.then(({ batchId }) => book.undo(batchId));
	let searchCount = 0;
	let isTaken = false;
	void taken.then(() => {
		isTaken = true;
	});
	const saved = book.save({ ...emptyEntry, ...recipient, companyName: 'Typed meanwhile' });
	while (!isTaken) {
		await book.search('typed', 5, everything);
		searchCount += 1;
	}
	expect((await saved).companyName).toBe('Typed meanwhile');
	expect((await undone).restored).toBe(8000);
	// If a search waited for the import, there would be one at most.
	expect(searchCount).toBeGreaterThan(5);
	expect((await book.search('meanwhile', 5, everything)).map(({ companyName }) => companyName)).toEqual([
		'Typed meanwhile',
	]);
	expect((await book.list(0, 10, everything)).total).toBe(1);
	await book.close();
});

it('report that they have answered their calls, so that a thread that never exits does not block the end of the station', async () => {
	const dataDir = newDataDir();
	let closedCount = 0;
	const book = openThreads(dataDir, (message) => {
		if (message === CLOSED) closedCount += 1;
	});
	await book.save({ ...emptyEntry, ...recipient });
	await readyImport(book, dataDir, 10);
	await book.close();
	expect(closedCount).toBe(2);
});

it('stops an import on request and at shutdown, and still writes saved entries', async () => {
	const dataDir = newDataDir();
	const book = openThreads(dataDir);
	const take = await readyImport(book, dataDir, 30_000);
	const stopped = take().catch((error) => error);
	await expect.poll(() => book.progress(), { interval: 5 }).not.toBeNull();
	book.stop();
	expect(await stopped).toMatchObject({ code: 'address.cancelled' });
	const ended = take().catch((error) => error);
	await expect.poll(() => book.progress(), { interval: 5 }).not.toBeNull();
	const saved = book.save({ ...emptyEntry, ...recipient });
	await book.close();
	expect(await ended).toMatchObject({ code: 'address.cancelled' });
	await saved;

	const again = openThreads(dataDir);
	expect((await again.list(0, 10, everything)).total).toBe(1);
	expect((await again.facets()).notice).toBe('');
	await again.close();
});

it.each([1, 2, 3])('answers a call right after the daily snapshot, which ends the background thread: %i', async () => {
	const dataDir = newDataDir();
	const book = openThreads(dataDir);
	await book.save({ ...emptyEntry, ...recipient });
	expect(await book.snapshotDaily()).toContain(dataDir);
	expect(await book.snapshots()).toHaveLength(1);
	await book.close();
});
