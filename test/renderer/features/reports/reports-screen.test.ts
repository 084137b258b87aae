// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { Report, ReportLine, ReportSums } from '../../../../src-contract/model/report';
import ReportsView from '../../../../src-renderer/features/reports/ReportsView.vue';
import { spendChart, timelineChart } from '../../../../src-renderer/features/reports/report-charts';
import { afterNextFrame } from '../../../../src-renderer/lib/after-next-frame';
import { stackLabels, sumsOf } from '../../../../src-renderer/ui/chart-style';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';

// The test environment has no canvas.
vi.mock('chart.js', () => {
	class Chart {
		static register(): void {}
		destroy(): void {}
	}
	return { Chart, BarController: {}, BarElement: {}, CategoryScale: {}, Legend: {}, LinearScale: {}, Tooltip: {} };
});

const sums = (changes: Partial<ReportSums> = {}): ReportSums => ({
	shipments: 10,
	pieces: 12,
	weightKg: 40,
	spendEur: 125,
	unpriced: 0,
	perKgEur: 3.13,
	dutiesEur: 0,
	estimates: 0,
	differenceEur: 0,
	differing: 0,
	...changes,
});
const line = (name: string, spendEur: number, previousSpendEur: number | null): ReportLine => ({
	...sums({ spendEur }),
	name,
	previousSpendEur,
});
const reportOf = (changes: Partial<Report> = {}): Report => ({
	range: { from: '2026-11-02', until: '2026-11-03' },
	total: sums(),
	medianSecondsToLabel: null,
	timedLabels: 0,
	linesByGroup: {
		day: [line('2026-11-02', 125, null)],
		carrier: [line('Postalis', 100, 80), line('Overland Parcel', 25, 0)],
		country: [line('DE', 125, 80)],
		product: [line('Postalis Economy', 100, 80)],
	},
	previous: { range: { from: '2026-10-31', until: '2026-11-01' }, total: sums({ shipments: 8, spendEur: 100 }) },
	seal: null,
	timeline: {
		step: 'day',
		starts: ['2026-11-02', '2026-11-03'],
		carriers: [
			{ name: 'Postalis', shipments: [4, 3] },
			{ name: 'Overland Parcel', shipments: [0, 3] },
		],
	},
	...changes,
});

let bridge: TestBridge;
let screen: Mounted;
beforeEach(async () => {
	vi.useFakeTimers({ now: new Date('2026-11-01T12:00:00'), toFake: ['Date'] });
	bridge = installBridge();
	bridge.reply('reports.read', () => reportOf());
	bridge.reply('reports.boxes', () => []);
	bridge.reply('reports.packers', () => []);
	screen = mount(freshPinia(), ReportsView);
	// The report is requested once the screen is drawn.
	await new Promise<void>((resolve) => afterNextFrame(resolve));
	await flushPromises();
});
afterEach(() => {
	unmountAll();
	vi.useRealTimers();
});
const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
const pressed = () =>
	screen.findAll('[aria-label=Period] [aria-pressed=true]').map(({ textContent }) => plain(textContent));
const requestedRange = () => bridge.callsTo('reports.read').at(-1)?.input;

describe('the presets of a report', () => {
	it('show which one is pressed, also when another one has the same days', async () => {
		expect(pressed()).toEqual(['30 days Alt 3']);
		// Today is the first of the month, so both ranges are this day.
		for (const preset of ['This month', 'Today']) {
			screen.button(preset).click();
			await flushPromises();
			expect(pressed()).toEqual([expect.stringMatching(`^${preset}`)]);
			expect(requestedRange()).toEqual({ from: '2026-11-01', until: '2026-11-01' });
		}
		expect(screen.button('Today').className).toContain('button-solid');
		expect(screen.button('7 days').className).toContain('button-subtle');
	});

	it('are not pressed any more when the user changes a day', async () => {
		const from = screen.find('input[aria-label=From]');
		await typeInto(from, '20/10/2026');
		await pressKey(from, 'Enter');
		expect(requestedRange()).toMatchObject({ from: '2026-10-20' });
		expect(pressed()).toEqual([]);
	});
});

describe('a report', () => {
	it('shows the change from the period before', async () => {
		expect(plain(screen.find('[data-testid=shipments-before]').textContent)).toBe('Before: 8 +25%');
		expect(plain(screen.find('[data-testid=spend-before]').textContent)).toBe('Before: €100.00 +25%');
		expect(plain(screen.find('.print-area > p').textContent)).toContain('compared with 31 Oct 2026 – 1 Nov 2026');
	});

	it('shows no change when there was nothing before', async () => {
		bridge.reply('reports.read', () =>
			reportOf({ previous: { range: reportOf().previous.range, total: sums({ shipments: 0, spendEur: 0 }) } }),
		);
		screen.button('Today').click();
		await flushPromises();
		await nextTick();
		expect(plain(screen.find('[data-testid=shipments-before]').textContent)).toBe('Before: 0');
	});

	it('lists the boxes of the packed orders, if there are any', async () => {
		expect(screen.findAll('[aria-labelledby=report-boxes]')).toEqual([]);
		const box = { month: '2026-11', name: 'M', packages: 3, measured: 2, mostlyEmpty: 1, costEur: 1.5 };
		bridge.reply('reports.boxes', () => [
			{ ...box, emptyShare: 0.404 },
			{ ...box, name: 'Tube', emptyShare: null, measured: 0, mostlyEmpty: 0 },
		]);
		screen.button('Today').click();
		await flushPromises();
		await nextTick();
		const rows = screen.findAll('[aria-labelledby=report-boxes] tbody tr');
		expect(rows.map((row) => [...row.children].map(({ textContent }) => plain(textContent)))).toEqual([
			['Nov 2026', 'M', '3', '40 %', '1', '€1.50'],
			['Nov 2026', 'Tube', '3', '–', '–', '€1.50'],
		]);
	});

	it('lists the work of the packers, if there is any', async () => {
		expect(screen.findAll('[aria-labelledby=report-packers]')).toEqual([]);
		bridge.reply('reports.packers', () => [
			{ name: 'Finn', orders: 33, pieces: 80, hours: 1.5, secondsPerOrder: 93, refusedScans: 2, problems: 1 },
			{ name: 'Ada', orders: 0, pieces: 0, hours: 0, secondsPerOrder: null, refusedScans: 1, problems: 0 },
		]);
		screen.button('Today').click();
		await flushPromises();
		await nextTick();
		const rows = screen.findAll('[aria-labelledby=report-packers] tbody tr');
		expect(rows.map((row) => [...row.children].map(({ textContent }) => plain(textContent)))).toEqual([
			['Finn', '33', '80', '1.5', '22', '1.6', '2', '1'],
			['Ada', '0', '0', '0', '–', '–', '1', '0'],
		]);
	});

	it('checks an invoice, lists its differences, and saves them', async () => {
		const difference = {
			kind: 'weight',
			shipmentId: null,
			trackingNumber: 'AB10000002',
			row: 5,
			recipient: 'Muster',
			reference: '',
			chargedEur: 11.5,
			expectedEur: 6.5,
			chargedKg: 30,
			bookedKg: 1.2,
		} as const;
		bridge.reply('reports.checkInvoice', () => ({
			name: 'November.csv',
			charges: 4,
			shipments: 3,
			chargedEur: 26.7,
			expectedEur: 11.5,
			unpriced: 1,
			factor: 1.21,
			columns: { trackingNumber: 'Barcode', amount: 'Amount', weight: '' },
			differences: [difference],
		}));
		bridge.reply('reports.exportDispute', () => ({ path: '/home/desk/differences.csv' }));
		screen.button('Check an invoice').click();
		await flushPromises();
		const panel = screen.find('[aria-labelledby=report-invoice]');
		expect(plain(panel.textContent)).toContain(
			'4 charges for 3 shipments of this desk: €26.70 charged, €11.50 booked.',
		);
		expect(plain(panel.textContent)).toContain('Most amounts are 1.21 times the booked price');
		expect(plain(panel.textContent)).toContain('1 shipment has no booked price');
		expect(plain(screen.find('[data-testid=invoice-differences]').textContent)).toBe('Differences: 1, together €5.00');
		expect([...panel.querySelectorAll('tbody tr > *')].map(({ textContent }) => plain(textContent))).toEqual([
			'AB10000002',
			'Muster',
			'Charged for a higher weight',
			'€11.50',
			'€6.50',
			'30',
			'1.2',
		]);
		screen.button('Save the differences').click();
		await flushPromises();
		expect(plain(panel.textContent)).toContain('Saved as /home/desk/differences.csv.');
	});

	it('has the numbers of its charts as tables, for screen readers', () => {
		const tables = screen.findAll('.sr-only table').map(({ textContent }) => plain(textContent));
		expect(tables).toHaveLength(2);
		expect(tables[0]).toMatch(/^Shipments by day and carrier/);
		const cells = [...(screen.find('.sr-only table').querySelectorAll('tbody tr') ?? [])].map((row) =>
			[...row.children].map(({ textContent }) => textContent),
		);
		expect(cells).toEqual([
			['2 Nov', '4', '0'],
			['3 Nov', '3', '3'],
		]);
	});
});

describe('the charts', () => {
	it('stack at most six series: the largest carriers, and all others as one', () => {
		const carriers = [9, 8, 7, 6, 5, 4, 3].map((count, index) => ({
			name: `Carrier ${index + 1}`,
			shipments: [count, 1],
		}));
		const { names, series } = timelineChart({ step: 'month', starts: ['2026-10-01', '2026-11-01'], carriers });
		expect(names).toEqual(['Oct 2026', 'Nov 2026']);
		expect(series).toHaveLength(6);
		expect(series.at(-1)).toEqual({ name: 'Other carriers', values: [7, 2] });
		expect(sumsOf(names, series)).toEqual([42, 7]);
	});

	it('compare the spend of each carrier with the period before', () => {
		expect(spendChart(reportOf(), 'carrier').series).toEqual([
			{ name: 'This period', values: [100, 25] },
			{ name: 'Period before', values: [80, 0] },
		]);
	});

	it('write the sum above each stack, unless it would run into its neighbour', () => {
		const fillText = vi.fn();
		const labels = stackLabels([12, 0, 123_456], { font: '', colour: '', format: String });
		const chart = {
			ctx: { fillText, measureText: (text: string) => ({ width: text.length * 10 }) },
			chartArea: { width: 150 },
			scales: { y: { getPixelForValue: (value: number) => 100 - value } },
			getDatasetMeta: () => ({ data: [{ x: 25 }, { x: 75 }, { x: 125 }] }),
		};
		labels.afterDatasetsDraw?.(chart as never, {}, {} as never, false as never);
		expect(fillText.mock.calls).toEqual([['12', 25, 86]]);
	});
});
