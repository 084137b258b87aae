// Inputs that somebody hostile would give, on every surface by which one comes in: calls of a page that was taken over, labels, files and
// answers of the partner. Nothing may crash, hang, write beside its folders, or let the secret out.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../tools/project-root.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import { makeAwkwardDocuments } from '../fixtures/awkward-documents/index';
import type { FuzzRun } from './fuzz/process';
import type { SurfaceReport } from './fuzz/surface';
import { countOf, SURFACES } from './fuzz/surfaces';

export interface FuzzReport {
	inputs: number;
	seed: number;
	seconds: number;
	surfaces: Record<string, Omit<SurfaceReport, 'faults'> & { seconds: number }>;
	/** Surfaces whose process crashed or did not end. */
	lost: number;
	/** Promises that were broken. */
	dishonest: number;
	faults: string[];
}

const AT_ONCE = 2;
/** A surface that takes longer hangs. */
const MAX_MS = 40 * 60_000;
/** Larger ones are slower, not odder. */
const MAX_DOCUMENT_BYTES = 150_000;

function attempt(script: string, run: FuzzRun): Promise<SurfaceReport | string> {
	const child = spawn(process.execPath, [script, JSON.stringify(run)], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let told = '';
	child.stdout.on('data', (chunk: Buffer) => {
		told += chunk;
	});
	const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
	return new Promise((resolve) =>
		child.on('close', (code, signal) => {
			clearTimeout(timer);
			const last = told.trim().split('\n').at(-1) ?? '';
			resolve(
				code === 0 && last.startsWith('{') ? (JSON.parse(last) as SurfaceReport) : `ended with ${code ?? signal}`,
			);
		}),
	);
}

/** @param count of inputs over all surfaces */
export async function fuzz(count: number): Promise<FuzzReport> {
	const script: string = await buildForNode('test/faults/fuzz/process.ts', 'faults-fuzz', [
		'src-main',
		'test/faults',
		'test/fixtures',
	]);
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-fuzz-'));
	const documents = path.join(folder, 'originals');
	mkdirSync(documents);
	for (const [at, { bytes }] of (await makeAwkwardDocuments()).entries())
		if (bytes.length > 0 && bytes.length < MAX_DOCUMENT_BYTES) writeFileSync(path.join(documents, String(at)), bytes);
	const begun = performance.now();
	const secondsSince = (from: number) => Math.round((performance.now() - from) / 1000);
	const seed = Math.floor(Math.random() * 2 ** 31);
	const report: FuzzReport = { inputs: 0, seed, seconds: 0, surfaces: {}, lost: 0, dishonest: 0, faults: [] };
	const waiting = Object.keys(SURFACES);
	const work = async () => {
		for (let surface = waiting.shift(); surface; surface = waiting.shift()) {
			const from = performance.now();
			const own = path.join(folder, surface);
			mkdirSync(own);
			const done = await attempt(script, {
				surface,
				folder: own,
				count: countOf(surface, count),
				seed,
				documents,
			});
			if (typeof done === 'string') {
				report.lost += 1;
				report.faults.push(`${surface}: ${done}`);
				continue;
			}
			const { faults, ...rest } = done;
			report.inputs += rest.inputs;
			report.surfaces[surface] = { ...rest, seconds: secondsSince(from) };
			report.dishonest += faults.length;
			report.faults.push(...faults.map((fault) => `${surface}: ${fault}`));
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	report.seconds = secondsSince(begun);
	rmSync(folder, { recursive: true, force: true });
	return report;
}
