// Sends hostile inputs to every surface of the station: calls of a compromised page, labels, files and answers of the partner
// service. The station must not crash, hang, write outside its folders or reveal the secret.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../tools/project-root.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import { makeAwkwardDocuments } from '../fixtures/awkward-documents/index';
import type { FuzzRun } from './fuzz/process';
import type { SurfaceReport } from './fuzz/surface';
import { inputCount, SURFACES } from './fuzz/surfaces';

export interface FuzzReport {
	inputs: number;
	seed: number;
	seconds: number;
	surfaces: Record<string, Omit<SurfaceReport, 'failures'> & { seconds: number }>;
	/** Surfaces whose process crashed or did not end. */
	lost: number;
	/** Guarantees that were violated. */
	misreported: number;
	failures: string[];
}

const CONCURRENCY = 2;
/** Time limit of one surface; after it the surface counts as hanging. */
const MAX_MS = 40 * 60_000;
/** Larger documents only take longer. */
const MAX_DOCUMENT_BYTES = 150_000;

function attempt(script: string, run: FuzzRun): Promise<SurfaceReport | string> {
	const child = spawn(process.execPath, [script, JSON.stringify(run)], {
		cwd: projectRoot,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let output = '';
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk;
	});
	const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS);
	return new Promise((resolve) =>
		child.on('close', (code, signal) => {
			clearTimeout(timer);
			const last = output.trim().split('\n').at(-1) ?? '';
			resolve(
				code === 0 && last.startsWith('{') ? (JSON.parse(last) as SurfaceReport) : `ended with ${code ?? signal}`,
			);
		}),
	);
}

/** @param count number of inputs over all surfaces */
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
	const startedAt = performance.now();
	const secondsSince = (from: number) => Math.round((performance.now() - from) / 1000);
	const seed = Math.floor(Math.random() * 2 ** 31);
	const report: FuzzReport = { inputs: 0, seed, seconds: 0, surfaces: {}, lost: 0, misreported: 0, failures: [] };
	const waiting = Object.keys(SURFACES);
	const work = async () => {
		for (let surface = waiting.shift(); surface; surface = waiting.shift()) {
			const from = performance.now();
			const ownFolder = path.join(folder, surface);
			mkdirSync(ownFolder);
			const result = await attempt(script, {
				surface,
				folder: ownFolder,
				count: inputCount(surface, count),
				seed,
				documents,
			});
			if (typeof result === 'string') {
				report.lost += 1;
				report.failures.push(`${surface}: ${result}`);
				continue;
			}
			const { failures, ...rest } = result;
			report.inputs += rest.inputs;
			report.surfaces[surface] = { ...rest, seconds: secondsSince(from) };
			report.misreported += failures.length;
			report.failures.push(...failures.map((failure) => `${surface}: ${failure}`));
		}
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, work));
	report.seconds = secondsSince(startedAt);
	rmSync(folder, { recursive: true, force: true });
	return report;
}
