// One run of the journal's bench, in a process of its own: pages, searches and filters in a journal of two years and in one of a
// week, on shipments that were written by the journal itself.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ShipmentFilter, shipmentFilterSchema } from '../../src-contract/shipment';
import { createJournal } from '../../src-main/shipments/journal';
import { openDatabase } from '../../src-main/storage/database';
import { migrations } from '../../src-main/storage/migrations';
import { madeUpAddresses, random } from '../fixtures/address-book/made-up';
import { composition, somewhere } from '../fixtures/composition';

export interface Asked {
	name: string;
	/** A whole page. */
	largeMs: number;
	rows: number;
	/** As many rows as the small journal has, of each. */
	sameRowsMs: number;
	smallMs: number;
}

const LARGE = 200_000;
const SMALL = 2_000;
const A_DAY = 300;
const PAGE = 100;
const RUNS = 15;
const CARRIERS = ['Overland Parcel', 'Postalis', 'Meridian Express', 'Nordline', 'Kestrel Freight', 'Swiftpost'];
const START = Date.UTC(2025, 0, 1);

const folder = mkdtempSync(path.join(tmpdir(), 'waybill-bench-journal-'));
const addresses = madeUpAddresses(20_000);

function journalOf(size: number) {
	const next = random(5);
	let at = START;
	const database = openDatabase(path.join(folder, `${size}.db`), migrations);
	const noDocuments = { receive: () => 0 };
	const journal = createJournal(database, noDocuments, () => new Date(at));
	for (let from = 0; from < size; from += 2000) {
		database.transaction(() => {
			for (let number = from; number < Math.min(size, from + 2000); number += 1) {
				at = START + Math.floor((number / A_DAY) * 86_400_000);
				const to = addresses[Math.floor(next() * addresses.length)] as (typeof addresses)[number];
				const carrier = CARRIERS[Math.floor(next() * CARRIERS.length)] as string;
				const order = { ...composition, to, reference: `SO-${100_000 + number}` };
				const { id } = journal.intend(order, 1, somewhere);
				const dice = next();
				if (dice < 0.02) journal.rejected(id, 'refused');
				else if (dice < 0.021) journal.unknown(id, 'lost');
				else if (dice < 0.031) journal.drafted(id, String(id), '');
				else {
					const trackingNumber = `0034043416${String(Math.floor(next() * 1e10)).padStart(10, '0')}`;
					const booking = { id, status: 's', carrier, product: 'Economy', price: 9, trackingNumber, trackingUrl: '' };
					journal.booked(id, booking, '', undefined);
				}
			}
		});
	}
	return { journal, database };
}

function medianMs(work: () => unknown): number {
	const times = Array.from({ length: RUNS }, () => {
		const start = performance.now();
		work();
		return performance.now() - start;
	}).sort((one, other) => one - other);
	return times[Math.floor(RUNS / 2)] as number;
}

const large = journalOf(LARGE);
const small = journalOf(SMALL);
const filter = (changes: Partial<ShipmentFilter>): ShipmentFilter => ({
	...shipmentFilterSchema.parse({}),
	...changes,
});
const some = small.journal.list(filter({}), undefined, 500)[321] as { trackingNumber: string; reference: string };
const day = (number: number) => new Date(START + number * 86_400_000).toISOString();

const QUESTIONS: [string, Partial<ShipmentFilter>][] = [
	['first page', {}],
	['one letter', { text: 'm' }],
	['a name', { text: 'mueller' }],
	['a name half typed', { text: 'muel' }],
	['a city and a name', { text: 'berlin an' }],
	['a tracking number', { text: some.trackingNumber }],
	['the end of one', { text: some.trackingNumber.slice(-5) }],
	['a reference', { text: some.reference }],
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
	['rejected of a carrier, which none is', { state: 'rejected', carrier: 'Nordline' }],
	['a carrier, a country and a letter', { carrier: 'Postalis', countryCode: 'DE', text: 's' }],
	['some days of a carrier', { from: day(1), until: day(6), carrier: 'Postalis' }],
];
const asked: Asked[] = QUESTIONS.map(([name, changes]) => {
	const wanted = filter(changes);
	const rows = large.journal.list(wanted, undefined, PAGE).length;
	const fewer = Math.max(1, small.journal.list(wanted, undefined, PAGE).length);
	return {
		name,
		rows,
		largeMs: medianMs(() => large.journal.list(wanted, undefined, PAGE)),
		sameRowsMs: medianMs(() => large.journal.list(wanted, undefined, fewer)),
		smallMs: medianMs(() => small.journal.list(wanted, undefined, PAGE)),
	};
});
function askBoth(name: string, rows: number, work: (journal: typeof large.journal, size: number) => unknown): void {
	const largeMs = medianMs(() => work(large.journal, LARGE));
	asked.push({ name, rows, largeMs, sameRowsMs: largeMs, smallMs: medianMs(() => work(small.journal, SMALL)) });
}
askBoth('a page from the middle', PAGE, (journal, size) => journal.list(filter({}), size / 2, PAGE));
askBoth('what it can be narrowed by', 1, (journal) => journal.facets());
large.database.close();
small.database.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify(asked), () => process.exit(0));
