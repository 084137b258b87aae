// Duties: time and memory to open the index of goods and load the tables in a new process, and the time of an estimate of ten items
// without codes, for new and for repeated descriptions.
import { execFileSync } from 'node:child_process';
import { GOODS_INDEX_DIR } from '../../tools/goods-index.mjs';
import { buildForNode } from '../../tools/service-build.mjs';
import type { BenchRow } from './benches';

const RUNS = 7;
const MAX_INDEX_MS = 60;
const MAX_LOAD_MS = 150;
const MAX_LOAD_MEGABYTES = 40;
const MAX_ESTIMATE_MS = 5;

interface Run {
	indexMs: number;
	loadMs: number;
	loadMegabytes: number;
	unseenMs: number;
	seenMs: number;
}

const row = (measure: string, ours: string, peer: string, value: number, limit: number, unit: string): BenchRow => ({
	measure,
	ours,
	peer,
	ratio: (value / limit).toFixed(2),
	limit: `≤ ${limit} ${unit}`,
	verdict: value <= limit ? 'met' : 'missed',
});

export async function duties(): Promise<BenchRow[]> {
	// Built, as in a service: transpiling at run time would be slower.
	const script = await buildForNode('test/bench/duties-process.ts', 'bench-duties');
	const run = () =>
		JSON.parse(
			execFileSync(process.execPath, [script, GOODS_INDEX_DIR], {
				encoding: 'utf8',
				stdio: ['ignore', 'pipe', 'inherit'],
			}),
		) as Run;
	const runs = Array.from({ length: RUNS }, run);
	const medianOf = (name: keyof Run) =>
		runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
	const [indexMs, loadMs, megabytes, unseenMs, seenMs] = [
		medianOf('indexMs'),
		medianOf('loadMs'),
		medianOf('loadMegabytes'),
		medianOf('unseenMs'),
		medianOf('seenMs'),
	];
	return [
		row('duties: opening the index of goods', `${indexMs.toFixed(0)} ms`, '–', indexMs, MAX_INDEX_MS, 'ms'),
		row('duties: loading the index and all tables', `${loadMs.toFixed(0)} ms`, '–', loadMs, MAX_LOAD_MS, 'ms'),
		row('duties: memory of loading', `${megabytes.toFixed(0)} MB`, '–', megabytes, MAX_LOAD_MEGABYTES, 'MB'),
		row(
			'duties: ten new items (peer: repeated items)',
			`${unseenMs.toFixed(2)} ms`,
			`${seenMs.toFixed(2)} ms`,
			unseenMs,
			MAX_ESTIMATE_MS,
			'ms',
		),
	];
}
