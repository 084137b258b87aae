// Pure rules that a careless implementation would make slow: replaced entries of a bounded map, a lookup among past decisions, and
// the parsing of pasted texts.
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import { parsePastedAddress } from '../../src-main/address-book/paste-parser';
import { createDecisionIndex } from '../../src-main/shipments/goods-decisions/decision-index';
import type { BenchRow } from './benches';

const MAX_ENTRIES = 50_000;
/** Ratio to a plain map. With a new iterator for each entry it would be above 100. */
const MAX_MAP_RATIO = 20;
const DECISIONS = 20_000;
const LOOKUPS = 50;
const MAX_LOOKUP_MS = 2;
const MAX_PARSE_MS = 100;

function timeMs(work: () => void): number {
	const start = performance.now();
	work();
	return performance.now() - start;
}

function fillMs(map: { set(key: number, value: number): unknown }): number {
	return timeMs(() => {
		for (let key = 0; key < 10 * MAX_ENTRIES; key += 1) map.set(key, key);
	});
}

function lookupMs(): number {
	const index = createDecisionIndex();
	const materials = ['cotton', 'merino', 'leather', 'steel', 'wooden', 'plastic', 'silk', 'linen'];
	for (let number = 0; number < DECISIONS; number += 1) {
		const goods = `${materials[number % 8]} men part${number}x hiking jacket type${number % 97}y`;
		index.add({ key: goods, goods, chosenAt: '2026-11-20' });
	}
	const description = 'Blue cotton hiking jackets for men with hood, part16x type16y, waterproof zip pocket, size L';
	const totalMs = timeMs(() => {
		for (let lookup = 0; lookup < LOOKUPS; lookup += 1) index.find(description);
	});
	return totalMs / LOOKUPS;
}

/** The longest time for a text of four thousand characters without an address. */
const parseMs = (): number =>
	Math.max(
		...['a@'.repeat(2000), '.a@a'.repeat(1000), '1 '.repeat(2000), '+'.repeat(4000)].map((text) =>
			timeMs(() => parsePastedAddress(text, 'NL')),
		),
	);

export async function rules(): Promise<BenchRow[]> {
	const plainMs = fillMs(new Map());
	const boundedMs = fillMs(createBoundedMap<number, number>(MAX_ENTRIES));
	const row = (measure: string, ms: number, peer: string, ratio: number, limit: string): BenchRow => ({
		measure,
		ours: `${ms.toFixed(1)} ms`,
		peer,
		ratio: ratio.toFixed(2),
		limit,
		verdict: ratio <= 1 ? 'met' : 'missed',
	});
	const [lookup, parse] = [lookupMs(), parseMs()];
	return [
		row(
			'rules: 500,000 entries in a bounded map (peer: a map)',
			boundedMs,
			`${plainMs.toFixed(1)} ms`,
			boundedMs / plainMs / MAX_MAP_RATIO,
			`≤ ${MAX_MAP_RATIO} times`,
		),
		row('rules: a lookup among 20,000 decisions', lookup, '–', lookup / MAX_LOOKUP_MS, `≤ ${MAX_LOOKUP_MS} ms`),
		row('rules: a pasted text of 4,000 characters', parse, '–', parse / MAX_PARSE_MS, `≤ ${MAX_PARSE_MS} ms`),
	];
}
