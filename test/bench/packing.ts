// Packing with 100,000 items and 20,000 open orders: a scan until the main process answers, a scan until the answer is painted, and a
// one-line order from the scan of its item to the label in the printer's folder.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { emptyItem, type Item } from '../../src-contract/model/item';
import { PACK_COMMANDS, type PackFeedback } from '../../src-contract/model/packing';
import { projectRoot } from '../../tools/project-root.mjs';
import { removeDataDir, type Station, startStation } from '../e2e/station';
import { addPackingData } from '../faults/packing-data';
import { gtinOf, type OrderLines } from '../faults/packing-goods';
import { openPackScreen, paintEmptyFrames, scanCode, shownTrackingNumber, untilPhase } from '../faults/packing-screen';
import { random } from '../fixtures/address-book/made-up';
import { openServices } from '../fixtures/desk-services';
import { orderOf } from '../fixtures/packing-desk';
import { recipient } from '../fixtures/shipment-draft';
import type { BenchRow } from './benches';

const ITEMS = 100_000;
const ORDERS = 20_000;
const LINES = 12;
/** Orders with 12 lines that are scanned, and orders with one line that are booked. Their items are in no other order. */
const LONG_ORDERS = 120;
const ONE_LINE_ORDERS = 200;
const OTHER_ITEMS_FROM = ONE_LINE_ORDERS + LONG_ORDERS * LINES;
/** Long orders that the main process is measured with; the others are for the screen. */
const LONG_ORDERS_OF_MAIN = 60;
const BOOKED_ORDERS = 50;
/** The half of a scan until it is painted. */
const MAX_SCAN_TO_ANSWER_MS = 15;
const MAX_SCAN_TO_PAINT_MS = 30;
const MAX_LABEL_MS = 4_000;
const MAX_WAIT_MS = 60_000;
const EMPTY_FRAMES = 200;

/** A data folder in memory if possible: sync times of the disk vary tenfold on these machines. */
function memoryDataDir(): string {
	const folder = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'waybill-bench-packing-'));
	writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ settings: { isWelcomed: true } }));
	return folder;
}

const itemOf = (number: number): Item => ({
	...emptyItem,
	sku: `SKU-${number}`,
	name: `Article ${number}`,
	codes: [{ code: gtinOf(number), quantity: 1 }],
	weightKg: 0.2,
	hsCode: '691200',
	originCountry: 'NL',
	priceEur: 4,
});
const longNumber = (index: number): string => `LONG-${index}`;
const itemsOfLong = (index: number): number[] =>
	Array.from({ length: LINES }, (_, line) => ONE_LINE_ORDERS + index * LINES + line);
const linesWith = (items: readonly number[]): OrderLines =>
	Object.fromEntries(items.map((number) => [`SKU-${number}`, 1]));

/** The order with this place in the queue: the measured orders lie between the others. */
function orderAt(index: number) {
	const next = random(index + 1);
	const [longEvery, oneEvery] = [Math.floor(ORDERS / LONG_ORDERS), Math.floor(ORDERS / ONE_LINE_ORDERS)];
	const long = index / longEvery;
	const one = (index - 1) / oneEvery;
	const to = { ...recipient, addressLine1: `Invalidenstraße ${index}` };
	if (Number.isInteger(long) && long < LONG_ORDERS)
		return orderOf(longNumber(long), linesWith(itemsOfLong(long)), { to });
	if (Number.isInteger(one) && one < ONE_LINE_ORDERS) return orderOf(`ONE-${one}`, linesWith([one]), { to });
	const items = Array.from(
		{ length: 1 + Math.floor(next() * LINES) },
		() => OTHER_ITEMS_FROM + Math.floor(next() * (ITEMS - OTHER_ITEMS_FROM)),
	);
	return orderOf(`SO-${index}`, linesWith(items), { to });
}

interface Times {
	/** Milliseconds by what was scanned. */
	[what: string]: number[];
}
const at = (times: readonly number[], share: number): number =>
	[...times].sort((left, right) => left - right)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
	Number.POSITIVE_INFINITY;

/** The scans of a long order: it is opened by its number or by an item; its items but one, wrong and unknown codes; then it is put off. */
function scansOf(index: number): { what: string; text: string }[] {
	const [first = 0, ...items] = itemsOfLong(index);
	return [
		index % 2 === 0
			? { what: 'the number of an order', text: longNumber(index) }
			: { what: 'an item first', text: gtinOf(first) },
		...items.slice(0, -1).map((number) => ({ what: 'an item', text: gtinOf(number) })),
		{ what: 'a wrong item', text: gtinOf(OTHER_ITEMS_FROM + index * 7) },
		{ what: 'an unknown code', text: `NO-ITEM-${index}` },
		{ what: 'a command', text: PACK_COMMANDS.LATER },
	];
}
const isRefused = (what: string): boolean => what === 'a wrong item' || what === 'an unknown code';

/** Scans at the service of the main process, without the window. */
async function scanInMain(dataDir: string): Promise<Times> {
	const services = openServices(dataDir, 'http://127.0.0.1:1', path.join(projectRoot, 'out/main'));
	const times: Times = {};
	let view: PackFeedback['view'] = null;
	for (let index = 0; index < LONG_ORDERS_OF_MAIN; index += 1)
		for (const { what, text } of scansOf(index)) {
			const startMs = performance.now();
			const answer = services.packing.scan(text, view && { sessionId: view.sessionId, revision: view.revision });
			times[what] = [...(times[what] ?? []), performance.now() - startMs];
			if ((answer.verdict === 'wrong') !== isRefused(what))
				throw new Error(`${what}, ${text}: ${answer.verdict} ${answer.title}`);
			view = answer.view;
		}
	await services.close();
	return times;
}

/** Scans in the window: from the scanner's Enter to the painted answer. */
async function scanInWindow(page: Page): Promise<Times> {
	const times: Times = {};
	for (let index = LONG_ORDERS_OF_MAIN; index < LONG_ORDERS; index += 1)
		for (const { what, text } of scansOf(index)) {
			const { isAnswered, verdict, title, milliseconds } = await scanCode(page, text);
			if (!isAnswered || (verdict === 'wrong') !== isRefused(what))
				throw new Error(`${what}, ${text}: ${verdict} ${title}`);
			times[what] = [...(times[what] ?? []), milliseconds];
		}
	return times;
}

/** Packs a one-line order by its item. @returns milliseconds from the scan to the label in the folder */
async function bookOneLine({ page, labelsDir }: Station, index: number): Promise<number> {
	const startMs = performance.now();
	const { verdict, title, message } = await scanCode(page, gtinOf(index));
	if (verdict === 'wrong') throw new Error(`the item of ONE-${index} was refused: ${title}. ${message}`);
	const { view } = await untilPhase(page, ['label', 'staged'], MAX_WAIT_MS);
	if (view?.phase !== 'label') throw new Error(`ONE-${index} has no label: ${view?.shipment?.message}`);
	const trackingNumber = await shownTrackingNumber(page);
	const label = path.join(labelsDir, `${trackingNumber}-label.pdf`);
	while (!existsSync(label)) {
		if (performance.now() - startMs > MAX_WAIT_MS) throw new Error(`${label} is not printed`);
		await new Promise((resolve) => setTimeout(resolve, 2));
	}
	const milliseconds = performance.now() - startMs;
	await scanCode(page, trackingNumber);
	return milliseconds;
}

export async function packing(): Promise<BenchRow[]> {
	const dataDir = memoryDataDir();
	try {
		addPackingData(dataDir, { count: ITEMS, of: itemOf }, { count: ORDERS, of: orderAt });
		const main = await scanInMain(dataDir);
		const station = await startStation(dataDir);
		let window: Times;
		let firstMs: number;
		let emptyFrames: number[];
		const laterMs: number[] = [];
		try {
			await openPackScreen(station.page);
			firstMs = await bookOneLine(station, 0);
			for (let index = 1; index <= BOOKED_ORDERS; index += 1) laterMs.push(await bookOneLine(station, index));
			emptyFrames = await paintEmptyFrames(station.page, EMPTY_FRAMES);
			window = await scanInWindow(station.page);
		} finally {
			await station.close();
		}
		const row = (measure: string, ms: number, limitMs?: number, peerMs?: number): BenchRow => ({
			measure: `packing: ${measure}`,
			ours: `${ms.toFixed(1)} ms`,
			peer: peerMs === undefined ? '' : `${peerMs.toFixed(1)} ms`,
			ratio: peerMs === undefined ? '' : (ms / peerMs).toFixed(2),
			limit: limitMs === undefined ? '' : `≤ ${limitMs} ms`,
			verdict: limitMs === undefined || ms <= limitMs ? 'met' : 'missed',
		});
		const rowsOf = (where: string, times: Times, limitMs: number, peers?: readonly number[]): BenchRow[] => {
			const all = Object.values(times).flat();
			const rowAt = (name: string, share: number, limit?: number) =>
				row(`${where}, ${name}`, at(all, share), limit, peers && at(peers, share));
			return [
				rowAt(`median of ${all.length}`, 0.5),
				rowAt('p95', 0.95, limitMs),
				...Object.entries(times).map(([what, list]) =>
					row(`${where.replace(/ \(.*/, '')}: ${what}, p95 of ${list.length}`, at(list, 0.95)),
				),
			];
		};
		return [
			...rowsOf('scan to answer of the main process', main, MAX_SCAN_TO_ANSWER_MS),
			...rowsOf('scan to painted answer (peer: a frame without a scan)', window, MAX_SCAN_TO_PAINT_MS, emptyFrames),
			row('one-line order, item to printed label, first of the day', firstMs, MAX_LABEL_MS),
			row(`one-line order, item to printed label, p95 of ${laterMs.length}`, at(laterMs, 0.95), MAX_LABEL_MS),
		];
	} finally {
		if (!process.env.KEEP) removeDataDir(dataDir);
	}
}
