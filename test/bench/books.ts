// Twenty desks in this process share 50,000 addresses on one PostgreSQL server. Measures the time until a change has reached every
// desk, and until a desk that missed 10,000 changes has caught up.
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyEntry } from '../../src-contract/model/address';
import { generateAddresses } from '../fixtures/address-book/made-up';
import { memoryFile } from '../fixtures/desk';
import { startPostgres } from '../fixtures/postgres';
import { openSharedDesk, type SharedDesk, until, untilEqual } from '../fixtures/shared-desk';
import { BOOK, createTestSite, PASSPHRASE } from '../fixtures/shared-site';
import type { BenchRow } from './benches';

const ADDRESSES = 50_000;
const DESKS = 20;
const CHANGES = 30;
const MISSED_CHANGES = 10_000;
const MAX_MS = 600_000;
const MAX_CONNECT_MS = 2_000;
const MAX_CATCH_UP_MS = 10_000;

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'waybill-bench-books-'));
const cityOf = (desk: SharedDesk, id: number) =>
	desk.book.database.get<{ city: string }>('SELECT city FROM entry WHERE id = ?', id)?.city;

function changeCity(desk: SharedDesk, id: number, city: string): void {
	desk.write(({ entries, history }) => {
		const [{ after } = { after: null }] = history.history(id);
		return entries.save({ ...emptyEntry, ...after, id, city });
	});
}

export async function books(): Promise<BenchRow[]> {
	const postgres = await startPostgres();
	const desks: SharedDesk[] = [];
	try {
		const site = await createTestSite(postgres.url);
		const firstFolder = newFolder();
		const firstFile = memoryFile();
		const first = openSharedDesk('Desk 1', firstFolder, firstFile);
		first.book.entries.addAll(
			generateAddresses(ADDRESSES).map((entry) => ({ ...entry, book: BOOK })),
			'',
		);
		await first.join(await site.invite('Desk 1'));
		await untilEqual([first]);
		const shareStart = performance.now();
		await first.site.shareBook(BOOK);
		await until(() => (first.book.sharing.state()?.version ?? 0) >= ADDRESSES, MAX_MS);
		const shareMs = performance.now() - shareStart;
		await untilEqual([first], MAX_MS);

		// One desk downloads the whole address book; the others start with a copy of the first desk's file.
		const second = openSharedDesk('Desk 2');
		desks.push(second);
		const joinStart = performance.now();
		await second.join(await site.invite('Desk 2'));
		await until(() => (second.book.sharing.state()?.version ?? 0) >= ADDRESSES, MAX_MS);
		const joinMs = performance.now() - joinStart;
		await first.close();
		for (let number = 3; number <= DESKS; number += 1) {
			const folder = newFolder();
			copyFileSync(path.join(firstFolder, 'addresses.db'), path.join(folder, 'addresses.db'));
			const desk = openSharedDesk(`Desk ${number}`, folder);
			await desk.join(await site.invite(`Desk ${number}`));
			desks.push(desk);
		}
		const reopenedDesk1 = openSharedDesk('Desk 1', firstFolder, firstFile);
		await reopenedDesk1.site.unlock(PASSPHRASE);
		desks.push(reopenedDesk1);
		await untilEqual(desks, MAX_MS);

		const propagationMs: number[] = [];
		for (let number = 0; number < CHANGES; number += 1) {
			const desk = desks[1 + (number % (DESKS - 1))] as SharedDesk;
			const copies = desks.slice(1);
			const id = 1 + number * 7;
			const start = performance.now();
			changeCity(desk, id, `Town ${number}`);
			await until(() => copies.every((copy) => cityOf(copy, id) === `Town ${number}`), MAX_MS);
			propagationMs.push(performance.now() - start);
			await untilEqual(desks, MAX_MS);
		}
		propagationMs.sort((first, second) => first - second);

		const offlineDesk = desks.pop() as SharedDesk;
		await offlineDesk.close();
		const [, ...writers] = desks;
		for (let number = 0; number < MISSED_CHANGES; number += 1)
			changeCity(writers[number % 4] as SharedDesk, 1000 + number, `Village ${number}`);
		await untilEqual(writers.slice(0, 4), MAX_MS);
		await untilEqual(desks, MAX_MS);
		const returningDesk = openSharedDesk('Desk 1', firstFolder, firstFile);
		desks.push(returningDesk);
		const catchUpStart = performance.now();
		await returningDesk.site.unlock(PASSPHRASE);
		await untilEqual([returningDesk, writers[0] as SharedDesk], MAX_MS);
		const catchUpMs = performance.now() - catchUpStart;
		const hasAll = cityOf(returningDesk, 1000 + MISSED_CHANGES - 1) === `Village ${MISSED_CHANGES - 1}`;

		const row = (measure: string, milliseconds: number, limit: number | undefined, holds = true): BenchRow => ({
			measure: `books: ${measure}`,
			ours: `${milliseconds.toFixed(0)} ms`,
			peer: '',
			ratio: '',
			limit: limit === undefined ? '' : `≤ ${limit} ms`,
			verdict: holds && milliseconds <= (limit ?? Number.POSITIVE_INFINITY) ? 'met' : 'missed',
		});
		return [
			row(`${ADDRESSES} addresses shared for the first time`, shareMs, undefined),
			row(`${ADDRESSES} addresses downloaded by a new desk`, joinMs, undefined),
			row(
				`a change reaches ${DESKS - 1} desks, median of ${CHANGES}`,
				propagationMs[Math.floor(CHANGES / 2)] ?? 0,
				MAX_CONNECT_MS,
			),
			row(`a change reaches ${DESKS - 1} desks, the slowest`, propagationMs.at(-1) ?? 0, MAX_CONNECT_MS),
			row(`a desk catches up ${MISSED_CHANGES} changes`, catchUpMs, MAX_CATCH_UP_MS, hasAll),
		];
	} finally {
		for (const desk of desks) await desk.close();
		postgres.remove();
	}
}
