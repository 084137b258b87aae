// Kills a desk while it edits, imports, undoes and backs up its address book, copies the book's files at any moment, and fills
// its disk in the middle of an import: afterwards each change must be whole or absent, and none that was acknowledged gone.
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
import type { AddressLife, Deed, Told } from './addresses-desk';

export interface AddressReport {
	runs: number;
	/** What was acknowledged in all of them. */
	deeds: number;
	/** Copies of the files that were opened. */
	copies: number;
	/** What was under way when the desk was killed, and whether it was whole or absent afterwards. */
	underWay: Record<string, number>;
	lost: number;
	dishonest: number;
	faults: string[];
}

const ROWS = 400;
/** A book grows with each life: a new one keeps the lives comparable. */
const LIVES_PER_BOOK = 12;

/** What the book must hold: addresses typed by hand by name, and imports by how many of their rows are there. */
interface Standing {
	typed: Map<string, string>;
	imports: Map<string, number>;
}

interface Life {
	told: Told[];
	ready: Promise<void>;
	ended: Promise<void>;
	kill(): void;
}

function startLife(script: string, life: AddressLife): Life {
	const child = spawn(process.execPath, [script, JSON.stringify(life)], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const told: Told[] = [];
	let isReady = () => {};
	const ready = new Promise<void>((resolve) => {
		isReady = resolve;
	});
	const lines = createInterface({ input: child.stdout });
	lines.on('line', (line) => {
		const one = JSON.parse(line) as Told;
		told.push(one);
		if (one.what === 'ready') isReady();
	});
	const ended = new Promise<void>((resolve) => lines.on('close', resolve));
	return { told, ready: Promise.race([ready, ended]), ended, kill: () => child.kill('SIGKILL') };
}

const copyOf = ({ typed, imports }: Standing): Standing => ({ typed: new Map(typed), imports: new Map(imports) });

function apply({ typed, imports }: Standing, deed: Deed): void {
	if (deed.kind === 'save' || deed.kind === 'edit') typed.set(deed.name, deed.phone);
	else if (deed.kind === 'remove') typed.delete(deed.name);
	else if (deed.kind === 'import') imports.set(deed.batch, deed.rows);
	else if (deed.kind === 'undo') imports.delete(deed.batch);
}

/** @throws when it does not open clean */
function readBook(dataDir: string): Standing {
	const book = openBook(
		addressBookPaths(dataDir, path.join(projectRoot, 'resources')),
		newProgressMemory(),
		() => 'campaign',
		() => new Date(),
	);
	try {
		if (book.notice() !== '') throw new Error(book.notice());
		const sound = book.database.get<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check;
		if (sound !== 'ok') throw new Error(`integrity: ${sound}`);
		const count = (table: string) => book.database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
		if (count('entry') !== count('entry_index')) throw new Error('the index does not hold what the book holds');
		const typed = new Map<string, string>();
		const imports = new Map<string, number>();
		for (const { companyName, phone } of book.search.list(0, 1_000_000, ANYTHING).rows) {
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
const ANYTHING = { book: null, countryCode: null, tag: null, favourites: false };

const written = (standing: Map<string, unknown>) => JSON.stringify([...standing].sort());

/** Whether one of two lanes stands as it must, with what was under way in it done or not. */
function isHonest(
	before: Standing,
	after: Standing,
	lane: 'typed' | 'imports',
	underWay: Deed | undefined,
): string | undefined {
	if (written(after[lane]) === written(before[lane])) return 'absent';
	if (!underWay) return undefined;
	const done = copyOf(before);
	apply(done, underWay);
	return written(after[lane]) === written(done[lane]) ? 'whole' : undefined;
}

function difference(before: Map<string, unknown>, after: Map<string, unknown>): string {
	const missing = [...before].filter(([name, value]) => after.get(name) !== value).slice(0, 3);
	const added = [...after].filter(([name, value]) => before.get(name) !== value).slice(0, 3);
	return `missing ${JSON.stringify(missing)}, found ${JSON.stringify(added)}`;
}

/** As a program for backups takes them, one file after the other. */
function copyFiles(dataDir: string): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-copy-'));
	for (const name of ['addresses.db', 'addresses.db-wal'])
		if (existsSync(path.join(dataDir, name))) copyFileSync(path.join(dataDir, name), path.join(folder, name));
	return folder;
}

async function oneRun(
	script: string,
	dataDir: string,
	life: number,
	standing: Standing,
	report: AddressReport,
): Promise<Standing> {
	const blame = (kind: 'lost' | 'dishonest', words: string) => {
		report[kind] += 1;
		report.faults.push(`life ${life}: ${words}`);
	};
	const desk = startLife(script, {
		dataDir,
		built: path.join(projectRoot, 'out/main'),
		life,
		rows: ROWS,
		fillDisk: false,
	});
	await desk.ready;
	const lifeMs = 20 + Math.random() * 1500;
	const copyAfterMs = Math.random() * lifeMs;
	await new Promise((resolve) => setTimeout(resolve, copyAfterMs));
	const savedBefore = desk.told.flatMap((one) =>
		one.what === 'done' && one.deed.kind === 'save' ? [one.deed.name] : [],
	);
	const copy = copyFiles(dataDir);
	await new Promise((resolve) => setTimeout(resolve, lifeMs - copyAfterMs));
	desk.kill();
	await desk.ended;

	const expected = copyOf(standing);
	const begun = new Map<number, Deed>();
	for (const one of desk.told) {
		if (one.what === 'begun') begun.set(one.n, one.deed);
		if (one.what === 'refused') blame('lost', `refused: ${one.message}`);
		if (one.what !== 'done') continue;
		begun.delete(one.n);
		apply(expected, one.deed);
		report.deeds += 1;
	}
	const underWay = (lane: Deed['lane']) => [...begun.values()].find((deed) => deed.lane === lane);

	try {
		const copied = readBook(copy);
		report.copies += 1;
		const removed = new Set(
			desk.told.flatMap((one) => ('deed' in one && one.deed.kind === 'remove' ? [one.deed.name] : [])),
		);
		for (const name of savedBefore)
			if (!removed.has(name) && !copied.typed.has(name)) blame('lost', `${name} is not in a copy taken after it`);
		for (const [batch, rows] of copied.imports)
			if (rows !== ROWS) blame('dishonest', `${rows} rows of ${batch} in a copy`);
	} catch (error) {
		blame('lost', `a copy does not open: ${(error as Error).message}`);
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}

	let after: Standing;
	try {
		after = readBook(dataDir);
	} catch (error) {
		blame('lost', `the book does not open: ${(error as Error).message}`);
		return standing;
	}
	for (const [lane, who] of [
		['typed', 'desk'],
		['imports', 'long'],
	] as const) {
		const deed = underWay(who);
		const state = isHonest(expected, after, lane, deed);
		if (!state) blame('dishonest', `${deed?.kind ?? 'nothing'} under way: ${difference(expected[lane], after[lane])}`);
		else if (deed) report.underWay[`${deed.kind} ${state}`] = (report.underWay[`${deed.kind} ${state}`] ?? 0) + 1;
	}
	judgeBackup(dataDir, blame);
	return after;
}

/** Whatever bears the name of a backup is one. */
function judgeBackup(dataDir: string, blame: (kind: 'lost', words: string) => void): void {
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
		blame('lost', `the backup does not open: ${(error as Error).message}`);
	} finally {
		book.snapshots.close();
		book.database.close();
		rmSync(folder, { recursive: true, force: true });
	}
}

/** An import that a real disk has no room for. */
async function onFullDisk(script: string, report: AddressReport): Promise<void> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-full-'));
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'tmpfs', dataDir]);
	try {
		const lines = Array.from({ length: 30_000 }, (_, at) => `I 0 0 ${at},Max Muster,Street ${at},10115,Berlin,DE`);
		writeFileSync(
			path.join(dataDir, 'I 0 0.csv'),
			`Company,Contact person,Street,Postcode,City,Country\n${lines.join('\n')}\n`,
		);
		const desk = startLife(script, {
			dataDir,
			built: path.join(projectRoot, 'out/main'),
			life: 0,
			rows: 30_000,
			fillDisk: true,
		});
		await desk.ended;
		const refused = desk.told.find((one) => one.what === 'refused');
		if (refused?.what !== 'refused' || refused.code !== 'storage.full') {
			report.dishonest += 1;
			report.faults.push(`a full disk: ${JSON.stringify(desk.told)}`);
		}
		const { typed, imports } = readBook(dataDir);
		if (typed.size + imports.size > 0) {
			report.dishonest += 1;
			report.faults.push('a full disk left a part of an import');
		}
		report.underWay['disk full'] = (report.underWay['disk full'] ?? 0) + 1;
	} finally {
		execFileSync('umount', ['-l', dataDir]);
		rmSync(dataDir, { recursive: true, force: true });
	}
}

/** @param count of kills */
export async function faultsInAddresses(count: number): Promise<AddressReport> {
	const script = await buildForNode('test/faults/addresses-desk.ts', 'faults-addresses-desk', [
		'src-main',
		'test/fixtures',
	]);
	const report: AddressReport = { runs: 0, deeds: 0, copies: 0, underWay: {}, lost: 0, dishonest: 0, faults: [] };
	if (process.platform === 'linux' && process.getuid?.() === 0) await onFullDisk(script, report);
	let dataDir = '';
	let standing: Standing = { typed: new Map(), imports: new Map() };
	for (let run = 0; run < count; run += 1) {
		if (run % LIVES_PER_BOOK === 0) {
			if (dataDir) rmSync(dataDir, { recursive: true, force: true });
			dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-kill-'));
			mkdirSync(dataDir, { recursive: true });
			standing = { typed: new Map(), imports: new Map() };
		}
		standing = await oneRun(script, dataDir, run, standing, report);
		report.runs += 1;
	}
	const left = dataDir ? readdirSync(dataDir).filter((name) => name.includes('.damaged-')) : [];
	if (left.length > 0) report.faults.push(`set aside: ${left.join(', ')}`);
	if (dataDir) rmSync(dataDir, { recursive: true, force: true });
	return report;
}
