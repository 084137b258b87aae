// The journal at 200,000 shipments: its first page, its search and every filter, beside 2,000.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildForNode } from '../../tools/service-build.mjs';
import type { BenchRow } from './benches';
import type { Asked } from './journal-process';

const MAX_MS = 50;
const MAX_GROWTH = 2;
/** Below this nobody, and no clock of this run, tells one time from another. */
const TELLABLE_MS = 1;

export async function journal(): Promise<BenchRow[]> {
	const script = await buildForNode('test/bench/journal-process.ts', 'bench-journal', ['src-main', 'test/fixtures']);
	const asked = JSON.parse(
		execFileSync(process.execPath, [script], {
			cwd: path.resolve('.'),
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		}),
	) as Asked[];
	return asked.map(({ name, largeMs, sameRowsMs, smallMs, rows }) => {
		// For the same number of rows: a small journal has fewer of what is rare.
		const growth = sameRowsMs / smallMs;
		const isHeld = largeMs <= MAX_MS && (growth <= MAX_GROWTH || sameRowsMs <= TELLABLE_MS);
		return {
			measure: `journal: ${name} (${rows} rows), of 200,000 (peer: of 2,000)`,
			ours: `${largeMs.toFixed(2)} ms`,
			peer: `${smallMs.toFixed(2)} ms`,
			ratio: growth.toFixed(2),
			limit: `≤ ${MAX_MS} ms, ≤ ${MAX_GROWTH}`,
			verdict: isHeld ? 'held' : 'missed',
		};
	});
}
