// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { Report, ReportSums } from '../../../../src-contract/model/report';
import type { ShipmentDetail } from '../../../../src-contract/model/shipment';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import TodayPanel from '../../../../src-renderer/features/ship/TodayPanel.vue';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { shipmentDetail } from '../../../fixtures/screens';

const sums: ReportSums = {
	shipments: 2,
	pieces: 3,
	weightKg: 11,
	spendEur: 18.5,
	unpriced: 1,
	perKgEur: null,
	dutiesEur: 0,
	estimates: 0,
	differenceEur: 0,
	differing: 0,
};
const label = {
	id: 70,
	kind: 'label' as const,
	format: 'pdf' as const,
	pages: 1,
	widthMm: 100,
	heightMm: 150,
	message: '',
	isStored: true,
	cropping: 'none' as const,
	isHeld: false,
};

let bridge: TestBridge;
let panel: Mounted;
let shipment: ShipmentDetail;
beforeEach(async () => {
	bridge = installBridge();
	shipment = shipmentDetail({ id: 5, documents: [{ ...label, id: 69, kind: 'invoice' }, label] });
	bridge.reply(
		'reports.read',
		({ from, until }): Report => ({
			range: { from, until },
			total: sums,
			previous: { range: { from, until }, total: sums },
			seal: null,
			timeline: { step: 'day', starts: [], carriers: [] },
			medianSecondsToLabel: null,
			timedLabels: 0,
			linesByGroup: { day: [], carrier: [], country: [], product: [] },
		}),
	);
	bridge.reply('shipments.list', () => [shipment, shipmentDetail({ id: 4, priceEur: null })]);
	bridge.reply('shipments.get', () => shipment);
	const router = createRouter({
		history: createMemoryHistory(),
		routes: [
			{ path: '/', component: {} },
			{ path: '/shipments/:id', name: 'shipments', component: {} },
		],
	});
	panel = mount(freshPinia(), TodayPanel, () => ({}), [router]);
	await flushPromises();
});
afterEach(unmountAll);
const textOf = (selector: string) => panel.find(selector).textContent?.replace(/\s+/g, ' ').trim();

describe('today', () => {
	it('shows the parcels and the spend of this day, and how many have no price', () => {
		const [{ input } = { input: undefined }] = bridge.callsTo('reports.read');
		expect(input?.from).toBe(input?.until);
		expect(textOf('[data-testid=today-parcels]')).toBe('3');
		expect(textOf('[data-testid=today-spend]')).toBe('€18.50');
		expect(textOf('dl')).toContain('1 without a price');
	});

	it('lists the last five booked shipments; an unknown price is not 0', () => {
		expect(bridge.callsTo('shipments.list')[0]?.input).toEqual({ filter: { state: 'booked' }, limit: 5 });
		expect(panel.findAll('li')).toHaveLength(2);
		expect(textOf('li')).toContain('Muster GmbH');
		expect(panel.findAll('li')[1]?.textContent).toContain('not known');
	});

	it('is loaded again after a booking', async () => {
		useShipFormStore().result = shipmentDetail({ id: 6 });
		await flushPromises();
		expect(bridge.callsTo('reports.read')).toHaveLength(2);
	});
});

describe('printing a label again', () => {
	const printAgain = async () => {
		panel.find('button[aria-label="Print label again: Muster GmbH"]').click();
		await flushPromises();
	};

	it('prints the labels of the shipment, and no other document', async () => {
		await printAgain();
		expect(bridge.callsTo('printing.print').map(({ input }) => input)).toEqual([{ documentId: 70 }]);
		await bridge.pending('printing.print').answer(undefined as never);
		expect(textOf('[role=status]')).toBe('Muster GmbH: the label is printed again.');
	});

	it('says if the label was deleted', async () => {
		shipment = shipmentDetail({ id: 5, documents: [{ ...label, isStored: false }] });
		await printAgain();
		expect(bridge.callsTo('printing.print')).toHaveLength(0);
		expect(textOf('[role=alert]')).toBe('Muster GmbH: the label is no longer stored at this desk.');
	});
});
