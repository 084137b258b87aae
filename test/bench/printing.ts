// Printing: a label as it comes in base64 becomes ZPL in this process, against pdftoppm as a whole process on the same file;
// and a desk that prints 200 labels in a row neither grows nor stands still.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
// @ts-expect-error: a plain script without types
import { buildForNode } from '../../tools/service-build.mjs';
import type { BenchRow } from './benches';

const MOST_RATIO = 0.5;
const MOST_GROWTH = 1.1;
const MOST_BLOCK_MS = 20;
const IN_A_ROW = 200;

interface Run {
	oursMs: number;
	theirsMs: number;
	ratio: number;
	warmMegabytes: number;
	endMegabytes: number;
	longestBlockMs: number;
	/** On a processor, between two turns of its loop. */
	longestWorkMs: number;
	/** Of a thread that did nothing beside it. */
	idleBlockMs: number;
	sent: number;
}

export async function printing(): Promise<BenchRow[]> {
	const script = await buildForNode('test/bench/printing-process.ts', 'bench-printing', ['src-main', 'test/fixtures']);
	const run = JSON.parse(
		execFileSync(process.execPath, ['--expose-gc', script], {
			cwd: path.resolve('.'),
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		}),
	) as Run;
	if (run.sent !== IN_A_ROW) throw new Error(`${run.sent} of ${IN_A_ROW} labels were printed`);
	const mostBlockMs = Math.max(MOST_BLOCK_MS, run.idleBlockMs);
	const growth = run.endMegabytes / run.warmMegabytes;
	return [
		{
			measure: 'printing: base64 label to ZPL at 203 dpi (peer: pdftoppm -mono, a process)',
			ours: `${run.oursMs.toFixed(1)} ms`,
			peer: `${run.theirsMs.toFixed(1)} ms`,
			ratio: run.ratio.toFixed(2),
			limit: `≤ ${MOST_RATIO}`,
			verdict: run.ratio <= MOST_RATIO ? 'held' : 'missed',
		},
		{
			measure: 'printing: memory after 200 labels (peer: after 50)',
			ours: `${run.endMegabytes.toFixed(0)} MB`,
			peer: `${run.warmMegabytes.toFixed(0)} MB`,
			ratio: growth.toFixed(2),
			limit: `≤ ${MOST_GROWTH}`,
			verdict: growth <= MOST_GROWTH ? 'held' : 'missed',
		},
		{
			measure: 'printing: the longest stretch of work of the main thread',
			ours: `${run.longestWorkMs.toFixed(1)} ms`,
			peer: '–',
			ratio: (run.longestWorkMs / MOST_BLOCK_MS).toFixed(2),
			limit: `≤ ${MOST_BLOCK_MS} ms`,
			verdict: run.longestWorkMs <= MOST_BLOCK_MS ? 'held' : 'missed',
		},
		{
			measure: 'printing: the longest that it stood still, whatever for (peer: an idle thread)',
			ours: `${run.longestBlockMs.toFixed(1)} ms`,
			peer: `${run.idleBlockMs.toFixed(1)} ms`,
			ratio: (run.longestBlockMs / mostBlockMs).toFixed(2),
			limit: `≤ ${MOST_BLOCK_MS} ms, or the peer`,
			verdict: run.longestBlockMs <= mostBlockMs ? 'held' : 'missed',
		},
	];
}
