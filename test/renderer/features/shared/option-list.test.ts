// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reactive } from 'vue';
import OptionList from '../../../../src-renderer/features/shared/OptionList.vue';
import { createPrices, type Prices } from '../../../../src-renderer/features/shared/prices';
import type { ReadinessStep } from '../../../../src-renderer/features/shared/readiness';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { quoteOf, rateOption } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';

const { from, to, parcels } = exampleDraft;
let bridge: TestBridge;
let prices: Prices;
let list: Mounted;
let openedSteps: string[];
const steps: ReadinessStep[] = [
	{ key: 'to', name: 'To', missing: [], firstField: 'to' },
	{ key: 'parcels', name: 'Size and weight', missing: ['Height', 'Weight'], firstField: 'parcels.0.heightCm' },
];
beforeEach(() => {
	bridge = installBridge();
	openedSteps = [];
	prices = reactive(createPrices(() => ({ from, to, parcels, insured: false, totalValueEur: 0 })));
	list = mount(freshPinia(), OptionList, () => ({
		prices,
		steps,
		onOpen: (step: ReadinessStep) => openedSteps.push(step.key),
	}));
});
afterEach(unmountAll);

async function loadPrices(...options: Parameters<typeof quoteOf>): Promise<void> {
	void prices.load();
	await bridge.pending('rates.quote').answer(quoteOf(...options));
}
const rows = () => list.findAll('label').map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim());
const checked = () => list.findAll('input[type=radio]').map((radio) => (radio as HTMLInputElement).checked);

describe('the list of options', () => {
	it('marks and preselects the cheapest, in any order of the answer', async () => {
		await loadPrices(rateOption(1, 30), rateOption(2, 10), rateOption(3, 20));
		expect(rows()).toHaveLength(3);
		expect(rows()[0]).toMatch(/Carrier 2.*cheapest.*€10\.00/);
		expect(rows().filter((row) => row?.includes('cheapest'))).toHaveLength(1);
		expect(checked()).toEqual([true, false, false]);
	});

	it('is announced once prices arrive, not while they load', async () => {
		const announcement = () => list.find('[role=status]').textContent;
		void prices.load();
		await flushPromises();
		expect(announcement()).toBe('');
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(1, 7.8), rateOption(2, 9)));
		expect(announcement()).toBe('2 options, cheapest €7.80');
		void prices.load();
		await flushPromises();
		expect(announcement()).toBe('2 options, cheapest €7.80');
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(2, 9)));
		expect(announcement()).toBe('1 option, cheapest €9.00');
	});

	it('selects one of two options with the same product id', async () => {
		await loadPrices(rateOption(7, 10, { product: 'Economy' }), rateOption(7, 20, { product: 'Priority' }));
		expect(checked()).toEqual([true, false]);
		list.findAll('input[type=radio]')[1]?.click();
		await flushPromises();
		expect(checked()).toEqual([false, true]);
		expect(prices.chosenOption).toMatchObject({ product: 'Priority', price: 20 });
		expect(rows().filter((row) => row?.includes('cheapest'))).toHaveLength(1);
	});

	it('shows the note about omitted options', async () => {
		void prices.load();
		await bridge
			.pending('rates.quote')
			.answer({ ...quoteOf(rateOption(1, 10)), notes: ['2 options of the service cannot be used.'] });
		expect(rows()).toHaveLength(1);
		expect(list.find('[role=note]').textContent).toBe('2 options of the service cannot be used.');
	});

	it('requests prices again with a button after an error', async () => {
		void prices.load();
		await bridge.pending('rates.quote').fail('partner.rejected', 'The postcode is unknown.');
		expect(list.find('[role=alert]').textContent).toContain('The postcode is unknown.');
		list.button('Try again').click();
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(1, 10)));
		expect(rows()).toHaveLength(1);
		expect(list.findAll('[role=alert]')).toHaveLength(0);
	});

	it('isolates the text direction of carrier and product names', async () => {
		await loadPrices(rateOption(1, 10, { carrier: '\u202eשליח', product: 'Long'.repeat(100) }));
		expect(list.findAll('label bdi').map(({ textContent }) => textContent)).toEqual(['\u202eשליח', 'Long'.repeat(100)]);
	});
});

describe('the badge of an option', () => {
	it('is one, on the cheapest and on the cheapest of the fastest', async () => {
		const days = (max: number) => ({ maxEstimatedTransitTimeInWorkingsDays: max });
		await loadPrices(rateOption(1, 10, days(3)), rateOption(2, 20, days(1)), rateOption(3, 30, days(1)));
		expect(list.findAll('.badge').map(({ textContent }) => textContent?.trim())).toEqual(['cheapest', 'fastest']);
		expect(rows()[1]).toContain('Carrier 2');
		expect(rows()[1]).toMatch(/Tue,? 24 Nov/);
	});

	it('names both if the cheapest is the fastest', async () => {
		const days = (max: number) => ({ maxEstimatedTransitTimeInWorkingsDays: max });
		await loadPrices(rateOption(1, 10, days(1)), rateOption(2, 20, days(3)));
		expect(list.findAll('.badge').map(({ textContent }) => textContent?.trim())).toEqual(['cheapest and fastest']);
	});
});

describe('the digits', () => {
	const options = Array.from({ length: 11 }, (_, index) => rateOption(index + 1, index + 1));
	/** Presses keys at these times in milliseconds, and waits until no key is awaited any more. */
	async function press(
		keys: [key: string, atMs: number][],
		target: Element = list.findAll('input[type=radio]')[0] as Element,
	): Promise<void> {
		for (const [key, atMs] of keys) {
			const event = new KeyboardEvent('keydown', { key, bubbles: true });
			Object.defineProperty(event, 'timeStamp', { value: atMs });
			target.dispatchEvent(event);
		}
		await vi.advanceTimersByTimeAsync(100);
	}
	beforeEach(async () => {
		await loadPrices(...options);
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	it('stand on the first nine rows and choose them', async () => {
		expect(list.findAll('kbd').map(({ textContent }) => textContent)).toEqual([...'123456789']);
		await press([['3', 1000]]);
		expect(prices.chosenOption?.productId).toBe(3);
		expect(prices.isPicked).toBe(true);
		expect(document.activeElement).toBe(list.findAll('input[type=radio]')[2]);
	});

	it('choose before Ctrl Enter, however fast', async () => {
		const target = list.findAll('input[type=radio]')[0] as Element;
		for (const [key, atMs] of [
			['4', 1000],
			['Control', 1020],
		] as const) {
			const event = new KeyboardEvent('keydown', { key, bubbles: true });
			Object.defineProperty(event, 'timeStamp', { value: atMs });
			target.dispatchEvent(event);
		}
		expect(prices.chosenOption?.productId).toBe(4);
	});

	it('choose nothing while the focus is elsewhere', async () => {
		for (const element of ['input', 'button']) {
			const control = document.createElement(element);
			document.body.append(control);
			await press([['3', 1000]], control);
		}
		await press([['3', 1500]], document.body);
		expect(prices.chosenOption?.productId).toBe(1);
		await press([['3', 2000]]);
		expect(prices.chosenOption?.productId).toBe(3);
	});

	it('choose nothing when a scanner types them', async () => {
		await press([...'34512', 'Enter'].map((key, index) => [key, 1000 + 5 * index]));
		expect(prices.chosenOption?.productId).toBe(1);
		expect(prices.isPicked).toBe(false);
	});
});

describe('before there are prices', () => {
	it('lists what is missing in words, and opens a step', () => {
		const lines = list.findAll('li').map(({ textContent }) => textContent?.replace(/\s+/g, ' ').trim());
		expect(lines).toEqual(['To complete', 'Size and weight Missing: Height, Weight']);
		list.button('Size and weight').click();
		expect(openedSteps).toEqual(['parcels']);
	});

	it('is replaced by the prices', async () => {
		await loadPrices(rateOption(1, 10));
		expect(rows()).toHaveLength(1);
		expect(list.findAll('li')).toHaveLength(0);
	});
});
