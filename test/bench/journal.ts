// The journal with 200,000 shipments compared with 2,000: its first page, its search and every filter.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildForNode } from '../../tools/service-build.mjs';
import type { BenchRow } from './benches';
import type { JournalMeasurement } from './journal-process';

const MAX_MS = 50;
const MAX_GROWTH = 2;
/** Limit of sums and orders that read every matching shipment. The sums let other work run in between. */
const MAX_ALL_MS = 1000;
/** Differences below this are not measurable here and not noticeable. */
const MIN_MEASURABLE_MS = 1;

export async function journal(): Promise<BenchRow[]> {
	const script = await buildForNode('test/bench/journal-process.ts', 'bench-journal', ['src-main', 'test/fixtures']);
	const measurements = JSON.parse(
		execFileSync(process.execPath, [script], {
			cwd: path.resolve('.'),
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		}),
	) as JournalMeasurement[];
	return measurements.map(({ name, largeMs, sameRowsMs, smallMs, rows, readsAll }) => {
		// Compare equal numbers of rows: the small journal has fewer matches of rare values.
		const growth = sameRowsMs / smallMs;
		const isMet = readsAll
			? largeMs <= MAX_ALL_MS
			: largeMs <= MAX_MS && (growth <= MAX_GROWTH || sameRowsMs <= MIN_MEASURABLE_MS);
		return {
			measure: `journal: ${name} (${rows} rows), of 200,000 (peer: of 2,000)`,
			ours: `${largeMs.toFixed(2)} ms`,
			peer: `${smallMs.toFixed(2)} ms`,
			ratio: growth.toFixed(2),
			limit: readsAll ? `≤ ${MAX_ALL_MS} ms` : `≤ ${MAX_MS} ms, ≤ ${MAX_GROWTH}`,
			verdict: isMet ? 'met' : 'missed',
		};
	});
}
