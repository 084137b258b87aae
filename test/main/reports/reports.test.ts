// Reports on booked shipments, and changes to a parcel that would save money.
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEventLog } from '../../../src-main/events/event-log';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { exportReport } from '../../../src-main/reports/export';
import { createReports } from '../../../src-main/reports/reports';
import { findCheaperVariant } from '../../../src-main/shipments/cheaper-variants';
import { openDesk } from '../../fixtures/desk';
import { exampleDraft, recipient, testRequestTarget } from '../../fixtures/shipment-draft';

const booking = { id: 7, status: 's', trackingNumber: 'T', trackingUrl: '' };
const range = { from: '2026-11-01', until: '2026-11-30' };
let clock = new Date('2026-11-10T09:00:00');
let desk: ReturnType<typeof openDesk>;

function bookAt(
	at: string,
	carrier: string,
	countryCode: string,
	price: number | undefined,
	changes: object = {},
): number {
	clock = new Date(at);
	const order = { ...exampleDraft, to: { ...recipient, countryCode }, ...changes };
	const { id } = desk.journal.recordIntent(order, 1, testRequestTarget);
	desk.journal.recordBooking(id, { ...booking, id, carrier, product: 'Economy', price }, '', []);
	return id;
}

beforeEach(() => {
	desk = openDesk({ now: () => clock });
});

describe('the work of packers', () => {
	it('is counted by name, in quarters of an hour, without the time that an order waited for another packer', () => {
		const append = (
			at: string,
			packer: string,
			kind: 'packing.opened' | 'packing.closed' | 'packing.refused',
			orderId: number,
		) => {
			clock = new Date(at);
			const events = createEventLog(
				desk.database,
				() => ({ packer, desk: 'Desk 1' }),
				() => clock,
			);
			if (kind === 'packing.opened') events.append(kind, { orderId }, { pieces: 2, number: 'SO' });
			else if (kind === 'packing.closed') events.append(kind, { orderId }, { packages: 1, pieces: 2 });
			else events.append(kind, { orderId }, { refusal: 'wrongItem', code: 'X' });
		};
		append('2026-10-31T09:00:00', 'Ada', 'packing.closed', 9);
		append('2026-11-02T09:00:00', 'Ada', 'packing.opened', 1);
		append('2026-11-02T09:01:00', 'Ada', 'packing.refused', 1);
		append('2026-11-02T09:02:00', 'Ada', 'packing.closed', 1);
		append('2026-11-02T09:20:00', 'Ada', 'packing.opened', 2);
		append('2026-11-02T09:24:00', 'Ada', 'packing.closed', 2);
		append('2026-11-02T09:30:00', '', 'packing.opened', 3);
		const { packers } = createReports(desk.database, () => null);
		const [ada, others] = packers(range);
		expect(ada).toEqual({
			name: 'Ada',
			orders: 2,
			pieces: 4,
			hours: 0.5,
			secondsPerOrder: 180,
			refusedScans: 1,
			problems: 0,
		});
		expect(others).toEqual({
			name: 'Desk 1',
			orders: 0,
			pieces: 0,
			hours: 0.25,
			secondsPerOrder: null,
			refusedScans: 0,
			problems: 0,
		});
	});
});

describe('the boxes that orders were packed into', () => {
	const box = (name: string, emptyShare: number | null) => ({
		name,
		lengthCm: 31,
		widthCm: 26,
		heightCm: 21,
		emptyKg: 0.2,
		costEur: 0.5,
		emptyShare,
	});
	const close = (at: string, cartons?: ReturnType<typeof box>[]) => {
		clock = new Date(at);
		const events = createEventLog(
			desk.database,
			() => ({ packer: '', desk: 'Desk 1' }),
			() => clock,
		);
		events.append('packing.closed', {}, { packages: 1, pieces: 1, ...(cartons && { cartons }) });
	};

	it('are counted by month, with their empty space and cost', () => {
		close('2026-10-31T23:30:00', [box('M', 0.9)]);
		close('2026-11-01T00:10:00', [box('M', 0.2), box('L', 0.7)]);
		close('2026-11-12T09:00:00', [box('M', 0.6)]);
		close('2026-11-13T09:00:00', [box('M', null)]);
		// Without a box, and from an earlier version.
		close('2026-11-14T09:00:00', []);
		close('2026-11-15T09:00:00');
		close('2026-12-01T00:00:00', [box('M', 0.1)]);
		const { boxes } = createReports(desk.database, () => null);
		expect(boxes(range)).toEqual([
			{ month: '2026-11', name: 'M', packages: 3, emptyShare: 0.4, measured: 2, mostlyEmpty: 1, costEur: 1.5 },
			{ month: '2026-11', name: 'L', packages: 1, emptyShare: 0.7, measured: 1, mostlyEmpty: 1, costEur: 0.5 },
		]);
		expect(boxes({ from: '2026-10-01', until: '2026-12-31' }).map(({ month }) => month)).toEqual([
			'2026-10',
			'2026-11',
			'2026-11',
			'2026-12',
		]);
	});
});

describe('a report', () => {
	it('adds up the bookings of the chosen days, and counts those without a price', () => {
		bookAt('2026-11-10T09:00:00', 'Overland Parcel', 'DE', 8, { dutiesEur: null });
		bookAt('2026-11-10T23:30:00', 'Postalis', 'CH', 12.5, { dutiesEur: 9.4 });
		bookAt('2026-11-12T09:00:00', 'Overland Parcel', 'DE', undefined);
		bookAt('2026-12-01T09:00:00', 'Postalis', 'DE', 99);
		const rejected = desk.journal.recordIntent(exampleDraft, 1, testRequestTarget).id;
		desk.journal.recordRejection(rejected, 'no');
		const report = createReports(desk.database, () => null).read(range);
		expect(report.total).toEqual({
			shipments: 3,
			pieces: 3,
			weightKg: 16.5,
			spendEur: 20.5,
			unpriced: 1,
			perKgEur: 1.86,
			dutiesEur: 9.4,
			estimates: 1,
			differenceEur: 0,
			differing: 0,
		});
		expect(report.linesByGroup.day.map(({ name, shipments }) => [name, shipments])).toEqual([
			['2026-11-10', 2],
			['2026-11-12', 1],
		]);
		expect(report.linesByGroup.carrier.map(({ name, spendEur }) => [name, spendEur])).toEqual([
			['Postalis', 12.5],
			['Overland Parcel', 8],
		]);
		expect(report.linesByGroup.country.map(({ name }) => name)).toEqual(['CH', 'DE']);
		expect(report.linesByGroup.product.map(({ name }) => name)).toEqual([
			'Postalis Economy',
			'Overland Parcel Economy',
		]);
	});

	it.each([
		['with another price than chosen', 12.5, { dutiesEur: 9.4 }],
		['without a price', undefined, { dutiesEur: null }],
	])('equals the report before a booking %s that was voided', (_name, price, changes) => {
		bookAt('2026-11-10T09:00:00', 'Overland Parcel', 'DE', 8);
		const before = createReports(desk.database, () => null).read(range);
		const sumsBefore = desk.database.all('SELECT * FROM report_sum ORDER BY day, kind, name');
		clock = new Date('2026-11-12T09:00:00');
		const order = { ...exampleDraft, to: { ...recipient, countryCode: 'CH' }, ...changes };
		const chosen = { carrier: 'Postalis', product: 'Economy', productId: 1, priceEur: 10 };
		const { id } = desk.journal.recordIntent(order, 1, testRequestTarget, { chosen });
		desk.journal.recordBooking(id, { ...booking, carrier: 'Postalis', product: 'Economy', price }, '', []);
		expect(createReports(desk.database, () => null).read(range).total.shipments).toBe(2);
		// Voided on another day than booked.
		clock = new Date('2026-11-20T09:00:00');
		desk.journal.markVoided(id, 'void');
		expect(createReports(desk.database, () => null).read(range)).toEqual(before);
		expect(desk.database.all('SELECT * FROM report_sum ORDER BY day, kind, name')).toEqual(sumsBefore);
	});

	it('compares with as many days before, in total and for each carrier', () => {
		bookAt('2026-10-01T09:00:00', 'Postalis', 'DE', 3);
		bookAt('2026-10-31T09:00:00', 'Postalis', 'DE', 4);
		bookAt('2026-11-10T09:00:00', 'Postalis', 'DE', 5);
		bookAt('2026-11-11T09:00:00', 'Overland Parcel', 'DE', 8);
		const { total, previous, linesByGroup } = createReports(desk.database, () => null).read(range);
		expect([total.shipments, total.spendEur]).toEqual([2, 13]);
		// 30 days: 1 October is not one of them.
		expect(previous.range).toEqual({ from: '2026-10-02', until: '2026-10-31' });
		expect([previous.total.shipments, previous.total.spendEur]).toEqual([1, 4]);
		expect(linesByGroup.carrier.map(({ name, previousSpendEur }) => [name, previousSpendEur])).toEqual([
			['Overland Parcel', 0],
			['Postalis', 4],
		]);
		expect(linesByGroup.day.map(({ previousSpendEur }) => previousSpendEur)).toEqual([null, null]);
	});

	it('has the shipments of each carrier by day, also on days without shipments', () => {
		bookAt('2026-11-01T09:00:00', 'Postalis', 'DE', 5);
		bookAt('2026-11-04T09:00:00', 'Postalis', 'DE', 5);
		bookAt('2026-11-04T10:00:00', 'Overland Parcel', 'DE', 5);
		const { timeline } = createReports(desk.database, () => null).read({ from: '2026-11-01', until: '2026-11-04' });
		expect(timeline).toEqual({
			step: 'day',
			starts: ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'],
			carriers: [
				{ name: 'Postalis', shipments: [1, 0, 0, 1] },
				{ name: 'Overland Parcel', shipments: [0, 0, 0, 1] },
			],
		});
	});

	it.each([
		// 31 August 2026 is a Monday.
		[{ from: '2026-09-05', until: '2026-11-30' }, 'week', '2026-08-31', 14, 10],
		[{ from: '2025-12-15', until: '2026-11-30' }, 'month', '2025-12-01', 12, 11],
		[{ from: '2021-06-15', until: '2026-11-30' }, 'year', '2021-01-01', 6, 5],
	] as const)('has longer steps in the longer range %o', (longRange, step, firstStart, stepCount, stepOfBooking) => {
		bookAt('2026-11-10T09:00:00', 'Postalis', 'DE', 5);
		const { timeline } = createReports(desk.database, () => null).read(longRange);
		expect([timeline.step, timeline.starts[0], timeline.starts.length]).toEqual([step, firstStart, stepCount]);
		expect(timeline.carriers.map(({ shipments }) => shipments.indexOf(1))).toEqual([stepOfBooking]);
	});

	it('counts a shipment once, even when a user resolved it', () => {
		const { id } = desk.journal.recordIntent(exampleDraft, 1, testRequestTarget);
		desk.journal.recordUnknown(id, 'lost');
		desk.journal.resolveBooked(id, 'T1');
		const { total } = createReports(desk.database, () => null).read({ from: '2026-01-01', until: '2027-01-01' });
		expect([total.shipments, total.unpriced, total.perKgEur]).toEqual([1, 1, null]);
	});

	it('has the median time from the start of a parcel to its label', () => {
		for (const seconds of [20, 40, 300]) {
			const id = bookAt('2026-11-10T09:00:00', 'Postalis', 'DE', 5, { begunAt: clock.toISOString() });
			const startedAt = new Date(JSON.parse(JSON.stringify(desk.journal.savedDraft(id).begunAt)));
			clock = new Date(startedAt.getTime() + seconds * 1000);
			desk.journal.recordFirstLabel(id);
			clock = new Date(startedAt.getTime() + 10_000_000);
			// A reprint changes nothing.
			desk.journal.recordFirstLabel(id);
		}
		// Left unfinished and continued on the next day: not counted.
		const interrupted = bookAt('2026-11-11T09:00:00', 'Postalis', 'DE', 5, { begunAt: '2026-11-10T09:00:00.000Z' });
		desk.journal.recordFirstLabel(interrupted);
		const report = createReports(desk.database, () => null).read(range);
		expect([report.medianSecondsToLabel, report.timedLabels]).toEqual([40, 3]);
	});

	it('is exported as a table', () => {
		bookAt('2026-11-10T09:00:00', 'Overland Parcel', 'DE', 8);
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-report-')), 'report.csv');
		exportReport(createReports(desk.database, () => null).read(range), file);
		const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/);
		expect(lines).toHaveLength(5);
		expect(lines[2]).toContain('2026-11-01');
		expect(lines[2]).toContain('Overland Parcel');
		expect(lines[2]).toContain('8.00');
	});

	it('includes shipments booked by an earlier version', () => {
		const file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-report-')), 'old.db');
		const firstWithReports = migrations.findIndex((migration) => migration.includes('CREATE TABLE report_sum'));
		expect(firstWithReports).toBeGreaterThan(0);
		const old = openDatabase(file, migrations.slice(0, firstWithReports));
		old.run(
			`INSERT INTO shipment (state, idempotency_key, service_url, composition, reference, recipient, destination, country, carrier, product, price_cents, created_at)
			VALUES ('booked', 'k', '', ?, '', 'R', '', 'DE', 'Postalis', 'Economy', 750, '2026-11-10T12:00:00.000Z')`,
			JSON.stringify(exampleDraft),
		);
		old.close();
		const database = openDatabase(file, migrations);
		const { total } = createReports(database, () => null).read(range);
		expect([total.shipments, total.weightKg, total.spendEur, total.pieces]).toEqual([1, 5.5, 7.5, 1]);
		database.close();
	});
});

describe('a saving', () => {
	const parcels = [{ count: 1, lengthCm: 40, widthCm: 30, heightCm: 22, weightKg: 5 }];
	it('is the smallest change with the largest effect, at the price of its rates request', async () => {
		const requests: string[] = [];
		const saving = await findCheaperVariant(parcels, async (changed) => {
			requests.push(JSON.stringify(changed));
			const { heightCm = 0, weightKg = 0 } = changed[0] ?? {};
			return 10 + (heightCm > 20 ? 4.1 : 0) + (weightKg > 4.8 ? 1 : 0);
		});
		expect(saving).toEqual({ parcelIndex: 0, field: 'heightCm', reduction: 2, savedEur: 4.1 });
		expect(requests.length).toBeLessThan(16);
	});
	it('is null when every change saves little, or no product takes the parcel', async () => {
		expect(await findCheaperVariant(parcels, async ([parcel]) => 10 + (parcel?.heightCm ?? 0) / 100)).toBeNull();
		expect(await findCheaperVariant(parcels, async () => undefined)).toBeNull();
	});
});
