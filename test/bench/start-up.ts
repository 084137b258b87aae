// Time from process start to a usable Ship screen, and peak memory, compared with a bare Electron window with one static page; both are
// started in the same way, alternately. Usable: the screen is drawn, the recipient can be typed, and the station has answered its first
// calls, after which the page sets its title. Memory: the peak of the proportional set size (PSS) of all processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findElectron } from '../../tools/electron-executable.mjs';
import { electronSwitches } from '../../tools/electron-switches.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import type { BenchRow } from './benches';

const RUNS = 9;
const SETTLE_MS = 2500;
/** Each query is answered by the measured thread: with a query every 5 ms the start took 10 % longer. */
const POLL_MS = 25;
const MAX_TIME_RATIO = 1.6;
const MAX_MEMORY_RATIO = 1.5;

interface Measured {
	milliseconds: number;
	megabytes: number;
}

function bareProgram(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bare-'));
	writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'bare', main: 'main.cjs' }));
	writeFileSync(
		path.join(folder, 'page.html'),
		'<!doctype html><title>bare</title><h1>One static page</h1><input autofocus>',
	);
	writeFileSync(
		path.join(folder, 'main.cjs'),
		`const { app, BrowserWindow } = require('electron');
		app.setPath('userData', process.env.WAYBILL_DATA_DIR);
		app.whenReady().then(() => {
			const window = new BrowserWindow({ width: 1280, height: 800, show: false });
			window.once('ready-to-show', () => window.show());
			window.loadFile('page.html');
		});`,
	);
	return folder;
}

/** A process and all its descendants. */
function processTree(root: number): number[] {
	const parents = new Map<number, number>();
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		try {
			const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
			parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
		} catch {
			// It ended meanwhile.
		}
	}
	const tree = [root];
	for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.push(child);
	return tree;
}

function memoryMegabytes(root: number): number {
	let kilobytes = 0;
	for (const id of processTree(root)) {
		try {
			kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
		} catch {
			// It ended meanwhile.
		}
	}
	return kilobytes / 1024;
}

/** Titles of the pages of a process, read from its debugging port. */
async function titles(port: number): Promise<string[]> {
	const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
	const pages = ((await response?.json()) ?? []) as { type: string; title: string }[];
	return pages.filter(({ type }) => type === 'page').map(({ title }) => title);
}

async function debuggingPort(child: ChildProcess): Promise<number> {
	let text = '';
	return new Promise((resolve) => {
		child.stderr?.on('data', (data: Buffer) => {
			text += data;
			const port = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
			if (port) resolve(Number(port));
		});
	});
}

async function waitForTitle(child: ChildProcess, title: string): Promise<void> {
	const port = await debuggingPort(child);
	for (const end = performance.now() + 30_000; performance.now() < end; ) {
		if ((await titles(port)).includes(title)) return;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
	throw new Error(`no page named "${title}" appeared within 30 s`);
}

async function measure(program: string, title: string): Promise<Measured> {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-bench-'));
	const started = performance.now();
	const child = spawn(findElectron().path, [program, '--remote-debugging-port=0', ...electronSwitches()], {
		stdio: ['ignore', 'ignore', 'pipe'],
		env: { ...process.env, WAYBILL_DATA_DIR: dataDir },
	});
	const gone = new Promise((resolve) => child.once('exit', resolve));
	try {
		await waitForTitle(child, title);
		const milliseconds = performance.now() - started;
		let megabytes = 0;
		for (const end = performance.now() + SETTLE_MS; performance.now() < end; ) {
			megabytes = Math.max(megabytes, memoryMegabytes(child.pid as number));
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		return { milliseconds, megabytes };
	} finally {
		for (const id of processTree(child.pid as number).reverse()) {
			try {
				process.kill(id, 'SIGKILL');
			} catch {
				// It has ended.
			}
		}
		await gone;
		rmSync(dataDir, { recursive: true, force: true });
	}
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

export async function startUp(): Promise<BenchRow[]> {
	const bare = bareProgram();
	const station: Measured[] = [];
	const peer: Measured[] = [];
	// Discard the first run of each: it reads the executable from the disk.
	for (let run = 0; run <= RUNS; run += 1) {
		const pair = [await measure(bare, 'bare'), await measure(projectRoot, 'Waybill · Ship')] as const;
		if (run === 0) continue;
		peer.push(pair[0]);
		station.push(pair[1]);
	}
	rmSync(bare, { recursive: true, force: true });
	const row = (name: string, field: keyof Measured, unit: string, limit: number): BenchRow => {
		const ours = median(station.map((run) => run[field]));
		const peerMs = median(peer.map((run) => run[field]));
		// The ratio of each pair of consecutive runs, so that other load affects both.
		const ratio = median(station.map((run, pair) => run[field] / (peer[pair] as Measured)[field]));
		return {
			measure: name,
			ours: `${ours.toFixed(0)} ${unit}`,
			peer: `${peerMs.toFixed(0)} ${unit}`,
			ratio: ratio.toFixed(2),
			limit: limit.toFixed(2),
			verdict: ratio <= limit ? 'met' : 'missed',
		};
	};
	return [
		row(`spawn to usable, median of ${RUNS}`, 'milliseconds', 'ms', MAX_TIME_RATIO),
		row('peak memory, all processes', 'megabytes', 'MB', MAX_MEMORY_RATIO),
	];
}
