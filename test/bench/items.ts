// The catalogue with 100,000 items: a scan of a bar code, the first page of the list, and searches.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyItem, type Item } from '../../src-contract/model/item';
import { createCatalog } from '../../src-main/catalog/catalog';
import { createItemStore } from '../../src-main/catalog/item-store';
import { openDatabase } from '../../src-main/platform/database';
import { migrations } from '../../src-main/platform/migrations';
import type { BenchRow } from './benches';

const ITEM_COUNT = 100_000;
const ITEMS_PER_COMMIT = 5_000;
const RUNS = 200;
/** A scan has 30 ms from the key to the painted screen. */
const MAX_SCAN_MS = 2;
/** As for the search of addresses. */
const MAX_LIST_MS = 50;

const COLOURS = ['Blue', 'Red', 'Green', 'White', 'Black', 'Grey', 'Yellow', 'Orange'];
const KINDS = ['mug', 'cup', 'plate', 'bowl', 'lamp', 'chair', 'table', 'shelf', 'towel', 'candle'];
const PAGE = 100;

/** The check digit of the 13 digits before it makes a GTIN-14. */
function gtinOf(number: number): string {
	const digits = String(9_521_200_000_000 + number);
	const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
	return `${digits}${(10 - (sum % 10)) % 10}`;
}
const itemOf = (number: number): Item => ({
	...emptyItem,
	sku: `SKU-${number}`,
	name: `${COLOURS[number % COLOURS.length]} ${KINDS[number % KINDS.length]} ${Math.floor(number / 80)}`,
	codes: [{ code: gtinOf(number), quantity: 1 }],
});

function percentile95(work: (run: number) => unknown): number {
	const times = Array.from({ length: RUNS }, (_, run) => {
		const start = performance.now();
		work(run);
		return performance.now() - start;
	}).sort((left, right) => left - right);
	return times[Math.floor(RUNS * 0.95)] ?? 0;
}

export async function items(): Promise<BenchRow[]> {
	const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bench-items-'));
	const database = openDatabase(path.join(folder, 'waybill.db'), migrations);
	try {
		const store = createItemStore(
			database,
			() => 'bench',
			() => new Date(),
		);
		const catalog = createCatalog(store);
		const batchId = store.beginBatch('import', 'bench');
		for (let start = 0; start < ITEM_COUNT; start += ITEMS_PER_COMMIT)
			database.transaction(() => {
				for (let number = start; number < start + ITEMS_PER_COMMIT; number += 1)
					store.saveIn(batchId, itemOf(number), undefined);
			});
		const list = (text: string) => catalog.list({ text, onlyIncomplete: false }, 0, PAGE);
		const rowOf = (measure: string, ms: number, limitMs: number): BenchRow => ({
			measure: `items: ${measure}, 95th percentile, of 100,000`,
			ours: `${ms.toFixed(2)} ms`,
			peer: '',
			ratio: '',
			limit: `≤ ${limitMs} ms`,
			verdict: ms <= limitMs ? 'met' : 'missed',
		});
		return [
			rowOf(
				'a scanned bar code',
				percentile95((run) => catalog.findIdByScan(gtinOf(run * 499))),
				MAX_SCAN_MS,
			),
			rowOf(
				'a code that no item has',
				percentile95((run) => catalog.findIdByScan(`NONE-${run}`)),
				MAX_SCAN_MS,
			),
			rowOf(
				'first page',
				percentile95(() => list('')),
				MAX_LIST_MS,
			),
			rowOf(
				'one letter',
				percentile95(() => list('b')),
				MAX_LIST_MS,
			),
			rowOf(
				'two words half typed',
				percentile95(() => list('blu mu')),
				MAX_LIST_MS,
			),
			rowOf(
				'a SKU',
				percentile95((run) => list(`sku-${run * 499}`)),
				MAX_LIST_MS,
			),
		];
	} finally {
		database.close();
		rmSync(folder, { recursive: true, force: true });
	}
}
