// Exported tables contain no characters that change the text direction, because such characters can disguise a cell's content.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Report, ReportLine } from '../../../src-contract/model/report';
import { shipmentFilterSchema } from '../../../src-contract/model/shipment';
import type { Journal } from '../../../src-main/operations/journal';
import { exportReport } from '../../../src-main/reports/export';
import { exportShipments } from '../../../src-main/shipments/export';
import { shipmentDetail } from '../../fixtures/screens';

const folder = mkdtempSync(path.join(tmpdir(), 'waybill-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'table.csv');
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

it('a table of shipments contains no characters that change the text direction', async () => {
	const journal: Pick<Journal, 'list'> = {
		list: () => [shipmentDetail({ carrier: '\u202eשליח', product: 'Fast\u2066', message: '\u200fBooked.\u202d' })],
	};
	expect(await exportShipments(journal as Journal, shipmentFilterSchema.parse({}), file)).toBe(1);
	const table = readFileSync(file, 'utf8');
	expect(table).toMatch(/שליח,Fast,.*,Booked\.,,\r\n$/);
	expect(table).not.toMatch(BIDI_CONTROLS);
});

it('a voided shipment has no price in a table', async () => {
	const journal: Pick<Journal, 'list'> = {
		list: () => [
			shipmentDetail({ priceEur: 8.5, state: 'voided' }),
			shipmentDetail({ priceEur: 8.5, state: 'booked' }),
		],
	};
	await exportShipments(journal as Journal, shipmentFilterSchema.parse({}), file);
	expect(readFileSync(file, 'utf8').match(/8\.50/g)).toEqual(['8.50']);
});

it('a report contains no characters that change the text direction', () => {
	const line: ReportLine = {
		name: 'Test\u202e Carrier',
		shipments: 2,
		pieces: 2,
		weightKg: 11,
		spendEur: 19,
		unpriced: 0,
		perKgEur: 1.73,
		dutiesEur: 0,
		differenceEur: 0,
		differing: 0,
		estimates: 0,
		previousSpendEur: null,
	};
	const report: Report = {
		range: { from: '2026-11-01', until: '2026-11-23' },
		total: line,
		linesByGroup: { day: [], carrier: [line], country: [], product: [] },
		timedLabels: 0,
		medianSecondsToLabel: null,
		previous: { range: { from: '2026-10-09', until: '2026-10-31' }, total: line },
		seal: null,
		timeline: { step: 'day', starts: [], carriers: [] },
	};
	exportReport(report, file);
	const table = readFileSync(file, 'utf8');
	expect(table).toContain('Test Carrier,2,2,11,19.00');
	expect(table).not.toMatch(BIDI_CONTROLS);
});
