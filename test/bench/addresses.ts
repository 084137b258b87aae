// The address book with 100,000 addresses: search time while typing, compared with 1,000 addresses and three in-memory libraries.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { buildForNode } from '../../tools/service-build.mjs';
import type { BenchRow } from './benches';

const MAX_TYPING_MS = 10;
const MAX_GROWTH = 2;

interface Measured {
	recall: number;
	meanMs: number;
	typingP95Ms: number;
}
type Run = Record<'ours' | 'oursSmall' | 'miniSearch' | 'flexSearch' | 'fuseJs', Measured>;

const ms = (value: number) => `${value.toFixed(2)} ms`;
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;

export async function addresses(): Promise<BenchRow[]> {
	const script = await buildForNode('test/bench/addresses-process.ts', 'bench-addresses', [
		'src-main',
		'test/fixtures',
	]);
	const { ours, oursSmall, miniSearch, flexSearch, fuseJs } = JSON.parse(
		execFileSync(process.execPath, ['--max-old-space-size=8192', script], {
			cwd: path.resolve('.'),
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		}),
	) as Run;
	const growth = ours.typingP95Ms / oursSmall.typingP95Ms;
	const peers = { MiniSearch: miniSearch, FlexSearch: flexSearch, 'Fuse.js': fuseJs };
	const bestRecall = Math.max(...Object.values(peers).map(({ recall }) => recall));
	return [
		{
			measure: 'addresses: search while typing in 100,000, p95 (peer: in 1,000)',
			ours: ms(ours.typingP95Ms),
			peer: ms(oursSmall.typingP95Ms),
			ratio: growth.toFixed(2),
			limit: `≤ ${MAX_TYPING_MS} ms, ≤ ${MAX_GROWTH}`,
			verdict: ours.typingP95Ms <= MAX_TYPING_MS && growth <= MAX_GROWTH ? 'met' : 'missed',
		},
		...Object.entries(peers).map(
			([name, peer]): BenchRow => ({
				measure: `addresses: a search, on average (peer: ${name})`,
				ours: ms(ours.meanMs),
				peer: ms(peer.meanMs),
				ratio: (ours.meanMs / peer.meanMs).toFixed(2),
				limit: '< 1',
				verdict: ours.meanMs < peer.meanMs ? 'met' : 'missed',
			}),
		),
		{
			measure: 'addresses: found despite a typing error (peer: the best of the three)',
			ours: percent(ours.recall),
			peer: percent(bestRecall),
			ratio: (ours.recall / bestRecall).toFixed(2),
			limit: '≥ 1',
			verdict: ours.recall >= bestRecall ? 'met' : 'missed',
		},
	];
}
