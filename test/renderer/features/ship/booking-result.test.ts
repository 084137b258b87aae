// @vitest-environment happy-dom
import type { Pinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShipmentDetail } from '../../../../src-contract/model/shipment';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import BookingResult from '../../../../src-renderer/features/ship/BookingResult.vue';
import { useSubmissionStore } from '../../../../src-renderer/features/ship/submission';
import { playSound } from '../../../../src-renderer/lib/sounds';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { settingsOf, shipmentDetail } from '../../../fixtures/screens';

vi.mock('../../../../src-renderer/lib/sounds', () => ({ playSound: vi.fn() }));

let bridge: TestBridge;
let pinia: Pinia;
beforeEach(() => {
	vi.mocked(playSound).mockClear();
	bridge = installBridge();
	pinia = freshPinia();
	useStationStore().settings = settingsOf({ priceDifferenceAlertEur: 5 });
});
afterEach(unmountAll);

const chosen = { carrier: 'Carrier 1', product: 'Standard', productId: 7, priceEur: 7.5 };
async function show(changes: Partial<ShipmentDetail>, isBookingRequested = true): Promise<Mounted> {
	const shipment = shipmentDetail({ chosen, productId: 7, priceEur: 7.5, ...changes });
	bridge.reply('shipments.get', () => shipment);
	useShipFormStore().result = shipment;
	useSubmissionStore().isBookingRequested = isBookingRequested;
	const panel = mount(pinia, BookingResult);
	await flushPromises();
	return panel;
}
const textOf = (panel: Mounted, selector: string) => panel.find(selector).textContent?.replace(/\s+/g, ' ');
const DIFFERENCE = '[data-testid=booking-difference]';

describe('a booking whose price or product differs from the chosen option', () => {
	it('shows both prices, and plays a warning above the limit of the desk', async () => {
		const panel = await show({ priceEur: 750 });
		expect(textOf(panel, DIFFERENCE)).toContain('Booked at a different price than chosen');
		expect(textOf(panel, DIFFERENCE)).toMatch(/€7\.50.*€750\.00.*\+€742\.50/);
		expect(panel.find(DIFFERENCE).getAttribute('role')).toBe('alert');
		expect(vi.mocked(playSound).mock.calls).toEqual([['warning']]);
	});

	it.each([
		['at the limit', 12.5, 'done'],
		['just above it', 12.51, 'warning'],
		['cheaper than chosen', 1, 'done'],
	])('plays a sound by the limit: %s', async (_name, priceEur, sound) => {
		const panel = await show({ priceEur });
		expect(panel.findAll(DIFFERENCE)).toHaveLength(1);
		expect(vi.mocked(playSound).mock.calls).toEqual([[sound]]);
	});

	it('shows both products', async () => {
		const panel = await show({ product: 'Express', productId: 8 });
		expect(textOf(panel, DIFFERENCE)).toMatch(/different product than chosen.*Chosen.*Standard.*Booked.*Express/);
		expect(vi.mocked(playSound).mock.calls).toEqual([['done']]);
	});

	it('is not shown when the booking matches the choice', async () => {
		const panel = await show({});
		expect(textOf(panel, '[data-testid=tracking-number]')).toContain('TRAC');
		expect(panel.findAll(DIFFERENCE)).toHaveLength(0);
	});
});

describe('a draft', () => {
	const draft = { state: 'draft', trackingNumber: '', message: 'The service created a draft, number 12.' } as const;

	it('is reported as not booked, without the success sound, when a booking was requested', async () => {
		const panel = await show(draft);
		expect(textOf(panel, '[data-testid=unexpected-draft]')).toContain(
			'Not booked: the service saved the shipment as a draft',
		);
		expect(textOf(panel, '[data-testid=unexpected-draft]')).toContain('draft, number 12');
		expect(vi.mocked(playSound).mock.calls).toEqual([['stop']]);
	});

	it('is shown without a warning when a draft was requested', async () => {
		const panel = await show(draft, false);
		expect(panel.root.textContent).toContain('draft, number 12');
		expect(panel.findAll('[data-testid=unexpected-draft]')).toHaveLength(0);
		expect(vi.mocked(playSound).mock.calls).toEqual([]);
	});
});

it.each([
	['booked', 'Booked', 'tone-success'],
	['unknown', 'Unconfirmed', 'tone-warning'],
	['rejected', 'Rejected', 'tone-error'],
] as const)('shows the state %s in large letters', async (state, text, tone) => {
	const panel = await show({ state });
	const banner = panel.find('[data-testid=result-state]');
	expect(banner.textContent?.trim()).toBe(text);
	expect(banner.classList.contains(tone)).toBe(true);
	expect(banner.querySelectorAll('svg')).toHaveLength(1);
});

describe('tracking', () => {
	it('opens a web address', async () => {
		const panel = await show({ trackingUrl: 'https://carrier.example/track' });
		panel.button('Track').click();
		expect(bridge.pending('links.open').input).toEqual({ url: 'https://carrier.example/track' });
	});

	it('explains why a web address could not be opened', async () => {
		const panel = await show({ trackingUrl: 'https://carrier.example/track' });
		panel.button('Track').click();
		await bridge.pending('links.open').fail('internal', 'There is no browser.');
		expect(panel.root.textContent).toContain('There is no browser.');
	});

	it.each(['', 'carrier.example/track', 'javascript:alert(1)'])(
		'copies the number instead of opening %j',
		async (trackingUrl) => {
			const panel = await show({ trackingUrl });
			expect(() => panel.button('Track')).toThrow();
			panel.button('Copy tracking number').click();
			await bridge.pending('clipboard.copy').answer(undefined);
			expect(bridge.callsTo('clipboard.copy')[0]?.input).toEqual({ text: 'TRACK0001' });
			expect(panel.button('Copied')).toBeTruthy();
		},
	);
});

it('shows the full reason of a refusal, with its text direction isolated', async () => {
	const message = `${'The address is not known. '.repeat(12)}\u202eEnd`;
	const panel = await show({ state: 'rejected', trackingNumber: '', message });
	expect(panel.findAll('[role=alert] bdi').map(({ textContent }) => textContent)).toEqual([message]);
});
