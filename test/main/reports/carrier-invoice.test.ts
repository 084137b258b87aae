// A carrier's invoice against the bookings: every planted difference is found, and none is invented.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { InvoiceDifferenceKind } from '../../../src-contract/model/carrier-invoice';
import { createEventLog } from '../../../src-main/events/event-log';
import { type BookingFacts, checkInvoice, type InvoiceTable } from '../../../src-main/reports/carrier-invoice';
import { createInvoiceCheck } from '../../../src-main/reports/invoice-check';
import { invoiceFileMethods } from '../../../src-main/reports/invoice-file-methods';
import { random as seededRandom } from '../../fixtures/address-book/made-up';
import { newFolder, openDesk } from '../../fixtures/desk';
import { exampleDraft, testRequestTarget } from '../../fixtures/shipment-draft';

const LINES = 2000;
const PLANTED = 40;
const KINDS = ['unknown', 'voided', 'chargedTwice', 'weight', 'price'] as const satisfies InvoiceDifferenceKind[];

interface MadeUpInvoice {
	table: InvoiceTable;
	findBooking: (number: string) => BookingFacts | undefined;
	/** Tracking numbers with their planted kinds. */
	planted: Map<string, InvoiceDifferenceKind>;
	csv: string;
}

/**
 * An invoice of 2,000 lines with 40 differences, and the bookings that it charges. A fifth of the shipments have a second line for a
 * surcharge, some have two parcels, and some are not priced.
 * @param factor taxes that the invoice adds
 */
function madeUpInvoice(seed: number, factor: number, decimal: '.' | ','): MadeUpInvoice {
	const next = seededRandom(seed);
	const bookings = new Map<string, BookingFacts>();
	const planted = new Map<string, InvoiceDifferenceKind>();
	const rows: { number: string; cents: number; kg: number; text: string }[] = [];
	const plantAt = new Set<number>();
	const shipments = 1600;
	while (plantAt.size < PLANTED) plantAt.add(Math.floor(next() * shipments));
	for (let index = 0; rows.length < LINES || index < shipments; index += 1) {
		if (rows.length >= LINES && planted.size >= PLANTED) break;
		const number = `3S${String(100_000_000 + index * 37 + seed * 1_000_003)}NL`;
		const pieces = next() < 0.05 ? 2 : 1;
		const grams = Math.round(200 + next() * 20_000);
		const priceCents = Math.round(450 + next() * 3500) * pieces;
		const kind = plantAt.has(index) ? KINDS[planted.size % KINDS.length] : undefined;
		const isUnpriced = kind === undefined && next() < 0.02;
		const booking: BookingFacts = {
			shipmentId: index + 1,
			isVoided: kind === 'voided',
			priceCents: kind === 'voided' || isUnpriced ? null : priceCents,
			grams: kind === 'voided' ? 0 : grams,
			pieces,
			recipient: `Recipient ${index}`,
			reference: `SO-${index}`,
		};
		if (kind !== 'unknown') bookings.set(number, booking);
		if (kind) planted.set(number, kind);
		const total = Math.round(priceCents * factor);
		// Carriers round the weight up to the next half kilogram, which has no other price.
		const kg = Math.ceil(grams / 500) / 2;
		const add = (cents: number, chargedKg = kg, text = 'Freight') => rows.push({ number, cents, kg: chargedKg, text });
		if (kind === 'weight') add(Math.round(total * 1.4), kg * 2 + 1);
		else if (kind === 'price') add(total + (next() < 0.5 ? 150 : -75));
		else if (pieces === 2 && total % 2 === 0) {
			add(total / 2);
			add(total / 2);
		} else if (next() < 0.2) {
			const surcharge = Math.round(total * 0.12);
			add(total - surcharge);
			add(surcharge, kg, 'Fuel surcharge');
		} else add(total);
		if (kind === 'chargedTwice')
			for (let copy = 0; copy < pieces; copy += 1) rows.push({ ...(rows.at(-1) as (typeof rows)[0]) });
	}
	const amount = (cents: number) => (cents / 100).toFixed(2).replace('.', decimal);
	const titles = ['Invoice line', 'Date', 'Barcode', 'Description', 'Billed weight', 'Amount EUR', 'Postcode'];
	const cells = rows.map(({ number, cents, kg, text }, index) => [
		String(index + 1),
		'2026-11-30',
		number,
		text,
		String(kg).replace('.', decimal),
		amount(cents),
		String(10_000 + Math.floor(next() * 80_000)),
	]);
	const table = {
		name: 'invoice.csv',
		titles,
		rows: cells.map((row, index) => ({ rowNumber: index + 2, cells: row })),
	};
	const csv = [titles, ...cells].map((row) => row.join(';')).join('\r\n');
	return { table, findBooking: (number) => bookings.get(number.replaceAll(' ', '')), planted, csv };
}

describe('an invoice of 2,000 lines with 40 planted differences', () => {
	test.each([
		[1, 1, '.'],
		[2, 1, ','],
		[3, 1.21, '.'],
		[4, 1.19, ','],
		[5, 1, '.'],
		[6, 1.2, ','],
	] as const)('all are found, none is invented (seed %d, factor %d)', (seed, factor, decimal) => {
		const { table, findBooking, planted } = madeUpInvoice(seed, factor, decimal);
		expect(table.rows.length).toBeGreaterThanOrEqual(LINES);
		expect(planted.size).toBe(PLANTED);
		const checked = checkInvoice(table, findBooking);
		expect(checked).toMatchObject({
			charges: table.rows.length,
			columns: { trackingNumber: 'Barcode', amount: 'Amount EUR', weight: 'Billed weight' },
		});
		expect(checked?.factor).toBeCloseTo(factor, 2);
		expect(checked?.unpriced).toBeGreaterThan(5);
		const found = checked?.differences.map(({ trackingNumber }) => trackingNumber) ?? [];
		expect(found.toSorted()).toEqual([...planted.keys()].toSorted());
		const kinds = new Map(checked?.differences.map(({ trackingNumber, kind }) => [trackingNumber, kind]));
		for (const [number, kind] of planted)
			if (kind !== 'chargedTwice') expect([number, kinds.get(number)]).toEqual([number, kind]);
	});

	test('columns without titles, in another order, and rows of sums are read', () => {
		const { table, findBooking, planted } = madeUpInvoice(7, 1, '.');
		const shuffled = {
			...table,
			titles: table.titles.map((_, index) => `Column ${index + 1}`),
			rows: [
				...table.rows.map(({ rowNumber, cells }) => ({ rowNumber, cells: cells.toReversed() })),
				{ rowNumber: 99_999, cells: ['', '12345.67', '', 'Total', '', '', ''] },
			],
		};
		const checked = checkInvoice(shuffled, findBooking);
		expect(checked?.charges).toBe(table.rows.length);
		expect(checked?.differences).toHaveLength(planted.size);
	});

	test('a file without a known number, or without an amount, is not an invoice', () => {
		const { table, findBooking } = madeUpInvoice(8, 1, '.');
		expect(checkInvoice(table, () => undefined)).toBeUndefined();
		const withoutAmounts = {
			...table,
			rows: table.rows.map(({ rowNumber, cells }) => ({ rowNumber, cells: cells.with(5, 'see below') })),
		};
		expect(checkInvoice(withoutAmounts, findBooking)?.columns.amount).not.toBe('Amount EUR');
	});
});

test('a file is compared with the bookings of the desk, and the differences are saved with their evidence', async () => {
	const desk = openDesk();
	const events = createEventLog(
		desk.database,
		() => ({ packer: 'Finn', desk: 'Desk 1' }),
		() => new Date('2026-11-30T10:00:00Z'),
	);
	const book = (number: string, price: number) => {
		const { id } = desk.journal.recordIntent(exampleDraft, 1, testRequestTarget);
		const booking = { id, status: 's', carrier: 'C', product: 'P', price, trackingNumber: number, trackingUrl: '' };
		desk.journal.recordBooking(id, booking, '', []);
		return id;
	};
	book('AB 1000 0001', 5);
	const heavy = book('AB10000002', 6.5);
	const voided = book('AB10000003', 7);
	desk.journal.markVoided(voided, 'Void', () => {});
	events.append('packing.weighed', { shipmentId: heavy }, { number: 1, weightKg: 1.25, problem: '', reason: '' });
	const check = createInvoiceCheck({
		database: desk.database,
		files: invoiceFileMethods(),
		eventsOfShipment: events.ofShipment,
	});
	const file = path.join(newFolder(), 'November.csv');
	writeFileSync(
		file,
		[
			'Invoice 4711',
			'',
			'Tracking no;Product;Weight kg;Net amount',
			'AB10000001;Economy;1,0;5,00',
			'ab1000 0002;Economy;30,0;11,50',
			'AB10000003;Economy;1,0;7,00',
			'ZZ99999999;Economy;1,0;3,20',
			';Sum;;26,70',
		].join('\r\n'),
	);
	const checked = await check.check(file);
	expect(checked).toMatchObject({
		name: 'November.csv',
		charges: 4,
		shipments: 3,
		chargedEur: 26.7,
		expectedEur: 11.5,
	});
	expect(checked.differences.map(({ kind, trackingNumber }) => [kind, trackingNumber])).toEqual([
		['voided', 'AB10000003'],
		['weight', 'ab1000 0002'],
		['unknown', 'ZZ99999999'],
	]);
	const dispute = path.join(newFolder(), 'dispute.csv');
	check.exportDispute(dispute);
	const saved = readFileSync(dispute, 'utf8');
	expect(saved).toContain('Charged for a higher weight');
	expect(saved).toContain('Finn: Package 1 weighed: 1.25 kg');
	expect(saved.trim().split('\n')).toHaveLength(4);
	await expect(check.check(path.join(newFolder(), 'missing.csv'))).rejects.toMatchObject({ code: 'report.fileFailed' });
	const other = path.join(newFolder(), 'other.csv');
	writeFileSync(other, 'a;b\r\n1;2\r\n');
	await expect(check.check(other)).rejects.toMatchObject({ code: 'report.fileFailed' });
});

describe('an invoice as carriers write it', () => {
	const booking = (shipmentId: number): BookingFacts => ({
		shipmentId,
		isVoided: false,
		priceCents: 1000,
		grams: 1000,
		pieces: 1,
		recipient: '',
		reference: '',
	});
	const numberOf = (index: number): string => `3S${100_000_000 + index}NL`;
	const check = (rows: [number | string, string][]) =>
		checkInvoice(
			{
				name: 'invoice.csv',
				titles: ['Number', 'Amount'],
				rows: rows.map(([number, amount], index) => ({
					rowNumber: index + 2,
					cells: [typeof number === 'number' ? numberOf(number) : number, amount],
				})),
			},
			(number) => {
				const index = Number(/^3S(\d+)NL$/.exec(number)?.[1]) - 100_000_000;
				return index >= 0 && index < 50 ? booking(index + 1) : undefined;
			},
		);

	test.each(['-10.00', '(10.00)', '10.00-', '\u221210.00', '- 10.00', '-€10.00', '10.00 CR'])(
		'reads the credit %s',
		(credit) => {
			const rows: [number, string][] = [0, 1, 2].map((index) => [index, '10.00']);
			expect(check([...rows, [1, '10.00'], [1, credit]])?.differences).toEqual([]);
		},
	);

	test('takes a common ratio for a tax only if it is one, and only of several shipments', () => {
		const all = (count: number, amount: string) =>
			check(Array.from({ length: count }, (_value, index) => [index, amount] as [number, string]));
		expect(all(10, '12.10')).toMatchObject({ factor: 1.21, differences: [] });
		expect(all(10, '11.40')).toMatchObject({ factor: 1 });
		expect(all(10, '11.40')?.differences).toHaveLength(10);
		expect(all(2, '12.10')?.differences).toHaveLength(2);
	});

	test('leaves out a row of a sum whose text has a digit', () => {
		const rows: [number | string, string][] = [0, 1, 2, 3].map((index) => [index, '10.00']);
		expect(check([...rows, ['Total (4 shipments)', '40.00']])).toMatchObject({ charges: 4, differences: [] });
	});
});
