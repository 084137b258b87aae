// A run of the journal benchmark in its own process: pages, searches and filters in a journal of two years and in one of a week, both
// written by the journal itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ShipmentFilter, type ShipmentSort, shipmentFilterSchema } from '../../src-contract/model/shipment';
import { JOURNAL_START, largeJournal } from '../fixtures/large-journal';

export interface JournalMeasurement {
	name: string;
	/** Time for a full page of the large journal. */
	largeMs: number;
	rows: number;
	/** Time for as many rows as the small journal has. */
	sameRowsMs: number;
	smallMs: number;
	/** Every matching shipment is read, so the time grows with the journal. */
	readsAll: boolean;
}

const LARGE_COUNT = 200_000;
const SMALL_COUNT = 2_000;
const PAGE = 100;
const RUNS = 15;

const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bench-journal-'));

const journalOf = (size: number) => largeJournal(path.join(folder, `${size}.db`), size);

function medianMs(work: () => unknown): number {
	const times = Array.from({ length: RUNS }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	}).sort((first, second) => first - second);
	return times[Math.floor(RUNS / 2)] as number;
}

const large = journalOf(LARGE_COUNT);
const small = journalOf(SMALL_COUNT);
const filter = (changes: Partial<ShipmentFilter>): ShipmentFilter => ({
	...shipmentFilterSchema.parse({}),
	...changes,
});
const knownShipment = small.journal.list(filter({}), undefined, 500)[321] as {
	trackingNumber: string;
	reference: string;
};
const day = (number: number) => new Date(JOURNAL_START + number * 86_400_000).toISOString();

const FILTERS: [string, Partial<ShipmentFilter>][] = [
	['first page', {}],
	['one letter', { text: 'm' }],
	['a name', { text: 'mueller' }],
	['a name half typed', { text: 'muel' }],
	['a city and a name', { text: 'berlin an' }],
	['a tracking number', { text: knownShipment.trackingNumber }],
	['the end of one', { text: knownShipment.trackingNumber.slice(-5) }],
	['a reference', { text: knownShipment.reference }],
	['a word that nobody has', { text: 'zzyzx' }],
	['state booked', { state: 'booked' }],
	['state rejected', { state: 'rejected' }],
	['state unknown', { state: 'unknown' }],
	['a state that none has', { state: 'queued' }],
	['a carrier', { carrier: 'Nordline' }],
	['a country', { countryCode: 'DE' }],
	['one day', { from: day(3), until: day(4) }],
	['some days', { from: day(1), until: day(6) }],
	['rejected of a country', { state: 'rejected', countryCode: 'FR' }],
	['rejected of a carrier (no match)', { state: 'rejected', carrier: 'Nordline' }],
	['a carrier, a country and a letter', { carrier: 'Postalis', countryCode: 'DE', text: 's' }],
	['some days of a carrier', { from: day(1), until: day(6), carrier: 'Postalis' }],
];
const measurements: JournalMeasurement[] = FILTERS.map(([name, changes]) => {
	const shipmentFilter = filter(changes);
	const rows = large.journal.list(shipmentFilter, undefined, PAGE).length;
	const sameRows = Math.max(1, small.journal.list(shipmentFilter, undefined, PAGE).length);
	return {
		name,
		rows,
		largeMs: medianMs(() => large.journal.list(shipmentFilter, undefined, PAGE)),
		sameRowsMs: medianMs(() => large.journal.list(shipmentFilter, undefined, sameRows)),
		smallMs: medianMs(() => small.journal.list(shipmentFilter, undefined, PAGE)),
		readsAll: false,
	};
});
type Journal = typeof large.journal;
function measureBoth(
	name: string,
	rows: number,
	work: (journal: Journal, size: number) => unknown,
	readsAll = false,
): void {
	const largeMs = medianMs(() => work(large.journal, LARGE_COUNT));
	const smallMs = medianMs(() => work(small.journal, SMALL_COUNT));
	measurements.push({ name, rows, largeMs, sameRowsMs: largeMs, smallMs, readsAll });
}
/** The sums of the days: the time of all of them, during which other work of the main thread runs too. */
async function measureDays(name: string, changes: Partial<ShipmentFilter>): Promise<void> {
	const shipmentFilter = filter(changes);
	const medianOf = async ({ journal }: typeof large): Promise<number> => {
		const times: number[] = [];
		for (let run = 0; run < RUNS; run += 1) {
			const start = performance.now();
			await journal.listDays(shipmentFilter);
			times.push(performance.now() - start);
		}
		return times.sort((first, second) => first - second)[Math.floor(RUNS / 2)] as number;
	};
	const { length: rows } = await large.journal.listDays(shipmentFilter);
	const [largeMs, smallMs] = [await medianOf(large), await medianOf(small)];
	measurements.push({ name, rows, largeMs, sameRowsMs: largeMs, smallMs, readsAll: true });
}
measureBoth('a page from the middle', PAGE, (journal, size) => journal.list(filter({}), size / 2, PAGE));
measureBoth('the values of its filters', 1, (journal) => journal.facets());
const sortedPage =
	(by: ShipmentSort['by'], changes: Partial<ShipmentFilter> = {}) =>
	(journal: Journal) =>
		journal.listRows(filter(changes), { by, isDescending: true }, 0, PAGE);
measureBoth('a page of some days', PAGE, sortedPage('created', { from: day(1), until: day(3) }));
measureBoth('a page sorted by price', PAGE, sortedPage('price'));
measureBoth('a page sorted by recipient', PAGE, sortedPage('recipient'));
measureBoth('a page of a carrier, sorted by price', PAGE, sortedPage('price', { carrier: 'Postalis' }), true);
measureBoth(
	'the end of the list, sorted by recipient',
	PAGE,
	(journal, size) => journal.listRows(filter({}), { by: 'recipient', isDescending: true }, size - PAGE, PAGE),
	true,
);
await measureDays('the days', {});
await measureDays('the days of a carrier', { carrier: 'Postalis' });
await measureDays('the days of a name', { text: 'mueller' });
await measureDays('the days of one letter', { text: 'm' });
large.database.close();
small.database.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify(measurements), () => process.exit(0));
