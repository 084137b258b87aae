// Kills a desk while it edits, imports, undoes and backs up its address book, copies the database files at random times, and fills
// the disk during an import. Each change must then be complete or absent, and every acknowledged change present.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { addressBookPaths } from '../../src-main/address-book/address-book-paths';
import { openBook } from '../../src-main/address-book/book-database';
import { newProgressMemory } from '../../src-main/address-book/progress';
import { projectRoot } from '../../tools/project-root.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import type { AddressDeskOptions, DeskMessage, Operation } from './addresses-desk';

export interface AddressReport {
	runs: number;
	/** Operations that were acknowledged, over all runs. */
	operations: number;
	/** Copies of the database files that could be opened. */
	copies: number;
	/** Operations in progress at the kill, by name and by state afterwards (`complete` or `absent`). */
	interrupted: Record<string, number>;
	lost: number;
	misreported: number;
	failures: string[];
}

const ROWS = 400;
/** Most operations of the desk take less. */
const MAX_OPERATION_MS = 150;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** A new address book after this many runs: its size changes what a kill can interrupt. */
const SESSIONS_PER_BOOK = 12;

/** What the address book must contain: phone numbers of saved entries by name, row counts of imports by batch. */
interface BookContents {
	typed: Map<string, string>;
	imports: Map<string, number>;
}

interface DeskProcess {
	messages: DeskMessage[];
	ready: Promise<void>;
	ended: Promise<void>;
	kill(): void;
}

function startDesk(script: string, session: AddressDeskOptions): DeskProcess {
	const child = spawn(process.execPath, [script, JSON.stringify(session)], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const messages: DeskMessage[] = [];
	let isReady = () => {};
	const ready = new Promise<void>((resolve) => {
		isReady = resolve;
	});
	const lines = createInterface({ input: child.stdout });
	lines.on('line', (line) => {
		const message = JSON.parse(line) as DeskMessage;
		messages.push(message);
		if (message.what === 'ready') isReady();
	});
	const ended = new Promise<void>((resolve) => lines.on('close', resolve));
	return { messages, ready: Promise.race([ready, ended]), ended, kill: () => child.kill('SIGKILL') };
}

const copyContents = ({ typed, imports }: BookContents): BookContents => ({
	typed: new Map(typed),
	imports: new Map(imports),
});

function apply({ typed, imports }: BookContents, operation: Operation): void {
	if (operation.kind === 'save' || operation.kind === 'edit') typed.set(operation.name, operation.phone);
	else if (operation.kind === 'remove') typed.delete(operation.name);
	else if (operation.kind === 'import') imports.set(operation.batch, operation.rows);
	else if (operation.kind === 'undo') imports.delete(operation.batch);
}

/** @throws if the database is damaged or its index is incomplete */
function readBook(dataDir: string): BookContents {
	const book = openBook(
		addressBookPaths(dataDir, path.join(projectRoot, 'resources')),
		newProgressMemory(),
		() => 'campaign',
		() => new Date(),
	);
	try {
		if (book.notice() !== '') throw new Error(book.notice());
		const integrity = book.database.get<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check;
		if (integrity !== 'ok') throw new Error(`integrity: ${integrity}`);
		const count = (table: string) => book.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
		if (count('entry') !== count('entry_index'))
			throw new Error('the search index and the address book differ in size');
		const typed = new Map<string, string>();
		const imports = new Map<string, number>();
		for (const { companyName, phone } of book.search.list(0, 1_000_000, NO_FILTER).rows) {
			if (companyName.startsWith('D ')) typed.set(companyName, phone);
			else {
				const batch = companyName.split(' ').slice(0, 3).join(' ');
				imports.set(batch, (imports.get(batch) ?? 0) + 1);
			}
		}
		return { typed, imports };
	} finally {
		book.database.close();
	}
}
const NO_FILTER = { book: null, countryCode: null, tag: null, favourites: false };

const serialised = (contents: Map<string, unknown>) => JSON.stringify([...contents].sort());

/** State of the operation in progress at the kill; undefined if the contents are neither those before nor those after it. */
function interruptedState(
	before: BookContents,
	after: BookContents,
	part: 'typed' | 'imports',
	interrupted: Operation | undefined,
): string | undefined {
	if (serialised(after[part]) === serialised(before[part])) return 'absent';
	if (!interrupted) return undefined;
	const done = copyContents(before);
	apply(done, interrupted);
	return serialised(after[part]) === serialised(done[part]) ? 'complete' : undefined;
}

function difference(before: Map<string, unknown>, after: Map<string, unknown>): string {
	const missing = [...before].filter(([name, value]) => after.get(name) !== value).slice(0, 3);
	const added = [...after].filter(([name, value]) => before.get(name) !== value).slice(0, 3);
	return `missing ${JSON.stringify(missing)}, found ${JSON.stringify(added)}`;
}

/** Copies the database and its write-ahead log one after the other, as backup programs do. */
function copyFiles(dataDir: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-copy-'));
	for (const name of ['addresses.db', 'addresses.db-wal'])
		if (existsSync(path.join(dataDir, name))) copyFileSync(path.join(dataDir, name), path.join(folder, name));
	return folder;
}

async function runOnce(
	script: string,
	dataDir: string,
	session: number,
	contents: BookContents,
	report: AddressReport,
): Promise<BookContents> {
	const recordFailure = (kind: 'lost' | 'misreported', message: string) => {
		report[kind] += 1;
		report.failures.push(`session ${session}: ${message}`);
	};
	const desk = startDesk(script, {
		dataDir,
		built: path.join(projectRoot, 'out/main'),
		session,
		rows: ROWS,
		fillDisk: false,
	});
	await desk.ready;
	// Counted in operations, because a slow machine completes none in a second.
	const copiedAfter = 4 + Math.floor(Math.random() * 8);
	const killedAfter = copiedAfter + Math.floor(Math.random() * 8);
	const whenDone = async (operations: number) => {
		while (desk.messages.filter(({ what }) => what === 'done').length < operations) await pause(5);
		// A part of the next operation.
		await pause(Math.random() * MAX_OPERATION_MS);
	};
	await whenDone(copiedAfter);
	const savedBefore = desk.messages.flatMap((message) =>
		message.what === 'done' && message.operation.kind === 'save' ? [message.operation.name] : [],
	);
	const copy = copyFiles(dataDir);
	await whenDone(killedAfter);
	desk.kill();
	await desk.ended;

	const expected = copyContents(contents);
	const started = new Map<number, Operation>();
	for (const message of desk.messages) {
		if (message.what === 'started') started.set(message.n, message.operation);
		if (message.what === 'refused') recordFailure('lost', `refused: ${message.message}`);
		if (message.what !== 'done') continue;
		started.delete(message.n);
		apply(expected, message.operation);
		report.operations += 1;
	}
	const interrupted = (loop: Operation['loop']) => [...started.values()].find((operation) => operation.loop === loop);

	try {
		const copied = readBook(copy);
		report.copies += 1;
		const removed = new Set(
			desk.messages.flatMap((message) =>
				'operation' in message && message.operation.kind === 'remove' ? [message.operation.name] : [],
			),
		);
		for (const name of savedBefore)
			if (!removed.has(name) && !copied.typed.has(name))
				recordFailure('lost', `${name} is missing from a copy taken after it was saved`);
		for (const [batch, rows] of copied.imports)
			if (rows !== ROWS) recordFailure('misreported', `${rows} rows of ${batch} in a copy`);
	} catch (error) {
		recordFailure('lost', `a copy does not open: ${(error as Error).message}`);
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}

	let after: BookContents;
	try {
		after = readBook(dataDir);
	} catch (error) {
		recordFailure('lost', `the book does not open: ${(error as Error).message}`);
		return contents;
	}
	for (const [part, loop] of [
		['typed', 'desk'],
		['imports', 'long'],
	] as const) {
		const operation = interrupted(loop);
		const state = interruptedState(expected, after, part, operation);
		if (!state)
			recordFailure(
				'misreported',
				`${operation?.kind ?? 'nothing'} in progress: ${difference(expected[part], after[part])}`,
			);
		else if (operation)
			report.interrupted[`${operation.kind} ${state}`] = (report.interrupted[`${operation.kind} ${state}`] ?? 0) + 1;
	}
	checkBackup(dataDir, recordFailure);
	return after;
}

/** A file with the name of a backup must be a readable backup. */
function checkBackup(dataDir: string, recordFailure: (kind: 'lost', message: string) => void): void {
	const file = path.join(dataDir, 'backup.waybill');
	if (!existsSync(file)) return;
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-backup-'));
	const book = openBook(
		addressBookPaths(folder, path.join(projectRoot, 'resources')),
		newProgressMemory(),
		() => 'campaign',
		() => new Date(),
	);
	try {
		book.snapshots.open(file);
	} catch (error) {
		recordFailure('lost', `the backup does not open: ${(error as Error).message}`);
	} finally {
		book.snapshots.close();
		book.database.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Imports more rows than a tmpfs of 5 MB can store. */
async function onFullDisk(script: string, report: AddressReport): Promise<void> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-full-'));
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'tmpfs', dataDir]);
	try {
		const lines = Array.from({ length: 30_000 }, (_, at) => `I 0 0 ${at},Max Muster,Street ${at},10115,Berlin,DE`);
		writeFileSync(
			path.join(dataDir, 'I 0 0.csv'),
			`Company,Contact person,Street,Postcode,City,Country\n${lines.join('\n')}\n`,
		);
		const desk = startDesk(script, {
			dataDir,
			built: path.join(projectRoot, 'out/main'),
			session: 0,
			rows: 30_000,
			fillDisk: true,
		});
		await desk.ended;
		const refused = desk.messages.find((message) => message.what === 'refused');
		if (refused?.what !== 'refused' || refused.code !== 'storage.full') {
			report.misreported += 1;
			report.failures.push(`a full disk: ${JSON.stringify(desk.messages)}`);
		}
		const { typed, imports } = readBook(dataDir);
		if (typed.size + imports.size > 0) {
			report.misreported += 1;
			report.failures.push('a partial import remained on the full disk');
		}
		report.interrupted['disk full'] = (report.interrupted['disk full'] ?? 0) + 1;
	} finally {
		execFileSync('umount', ['-l', dataDir]);
		rmSync(dataDir, { recursive: true, force: true });
	}
}

/** @param count number of kills */
export async function injectAddressBookFaults(count: number): Promise<AddressReport> {
	const script = await buildForNode('test/faults/addresses-desk.ts', 'faults-addresses-desk', [
		'src-main',
		'test/fixtures',
	]);
	const report: AddressReport = {
		runs: 0,
		operations: 0,
		copies: 0,
		interrupted: {},
		lost: 0,
		misreported: 0,
		failures: [],
	};
	if (process.platform === 'linux' && process.getuid?.() === 0) await onFullDisk(script, report);
	let dataDir = '';
	let contents: BookContents = { typed: new Map(), imports: new Map() };
	for (let run = 0; run < count; run += 1) {
		if (run % SESSIONS_PER_BOOK === 0) {
			if (dataDir) rmSync(dataDir, { recursive: true, force: true });
			dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-kill-'));
			mkdirSync(dataDir, { recursive: true });
			contents = { typed: new Map(), imports: new Map() };
		}
		contents = await runOnce(script, dataDir, run, contents, report);
		report.runs += 1;
	}
	const left = dataDir ? readdirSync(dataDir).filter((name) => name.includes('.damaged-')) : [];
	if (left.length > 0) report.failures.push(`damaged databases set aside: ${left.join(', ')}`);
	if (dataDir) rmSync(dataDir, { recursive: true, force: true });
	return report;
}
