import { beforeEach, describe, expect, it } from 'vitest';
import { ref } from 'vue';
import type { QuoteInput } from '../../../../src-contract/model/shipment-draft';
import { createPrices } from '../../../../src-renderer/features/shared/prices';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { quoteOf, rateOption } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';

const { from, to, parcels } = exampleDraft;
const quoteInput = ref<QuoteInput>();
const inputOf = (totalValueEur: number): QuoteInput => ({ from, to, parcels, insured: false, totalValueEur });

let bridge: TestBridge;
let prices: ReturnType<typeof createPrices>;
const optionIds = () => prices.visibleOptions.value.map(({ productId }) => productId);
async function loadPrices(...options: Parameters<typeof quoteOf>): Promise<void> {
	const loading = prices.load();
	await bridge.pending('rates.quote').answer(quoteOf(...options));
	await loading;
}

beforeEach(() => {
	bridge = installBridge();
	quoteInput.value = inputOf(10);
	prices = createPrices(() => quoteInput.value);
});

describe('prices', () => {
	it('show the options in the order of the answer, with the first and cheapest chosen', async () => {
		await loadPrices(rateOption(2, 8.5), rateOption(1, 10), rateOption(3, 30));
		expect(optionIds()).toEqual([2, 1, 3]);
		expect(prices.chosenOption.value?.productId).toBe(2);
		expect(prices.isCurrent()).toBe(true);
		expect(prices.isLoading.value).toBe(false);
	});

	it('are sorted by price, then by days, and the cheapest is chosen', async () => {
		const days = (max: number) => ({ maxEstimatedTransitTimeInWorkingsDays: max });
		await loadPrices(rateOption(1, 30), rateOption(2, 10, days(3)), rateOption(3, 20), rateOption(4, 10, days(1)));
		expect(optionIds()).toEqual([4, 2, 3, 1]);
		expect(prices.chosenOption.value).toMatchObject({ productId: 4, price: 10 });
		expect(prices.visibleRows.value.map(({ isCheapest }) => isCheapest)).toEqual([true, false, false, false]);
	});

	it('distinguish options with the same product id', async () => {
		const economy = rateOption(7, 10, { product: 'Economy' });
		const priority = rateOption(7, 20, { product: 'Priority' });
		await loadPrices(economy, priority);
		expect(new Set(prices.visibleRows.value.map(({ key }) => key)).size).toBe(2);
		expect(prices.chosenOption.value?.product).toBe('Economy');
		prices.moveChoice(1);
		expect(prices.chosenOption.value).toMatchObject({ product: 'Priority', price: 20 });
		await loadPrices({ ...priority, price: 9 }, economy);
		expect(prices.chosenOption.value).toMatchObject({ product: 'Priority', price: 9 });
	});

	it('ignore the answer to superseded input, even when it arrives last', async () => {
		void prices.load();
		quoteInput.value = inputOf(20);
		void prices.load();
		const [first, second] = bridge.callsTo('rates.quote');
		expect(second?.input.totalValueEur).toBe(20);
		await second?.answer(quoteOf(rateOption(2, 20)));
		expect(optionIds()).toEqual([2]);
		await first?.answer(quoteOf(rateOption(1, 10)));
		expect(optionIds()).toEqual([2]);
		expect(prices.isCurrent()).toBe(true);
	});

	it('ignore the error of superseded input, and wait for the newest answer', async () => {
		void prices.load();
		quoteInput.value = inputOf(20);
		void prices.load();
		const [first, second] = bridge.callsTo('rates.quote');
		await first?.fail('partner.unreachable', 'The service cannot be reached.');
		expect(prices.error.value).toBe('');
		expect(prices.isOffline.value).toBe(false);
		expect(prices.isLoading.value).toBe(true);
		await second?.answer(quoteOf(rateOption(2, 20)));
		expect(prices.chosenOption.value?.price).toBe(20);
		expect(prices.isLoading.value).toBe(false);
	});

	it('are not current after the input changes', async () => {
		await loadPrices(rateOption(1, 10));
		expect(prices.isCurrent()).toBe(true);
		quoteInput.value = inputOf(20);
		expect(prices.isCurrent()).toBe(false);
		expect(prices.chosenOption.value?.price).toBe(10);
	});

	it('disappear while the input is incomplete, without a request', async () => {
		await loadPrices(rateOption(1, 10));
		quoteInput.value = undefined;
		await prices.load();
		expect(bridge.callsTo('rates.quote')).toHaveLength(1);
		expect(optionIds()).toEqual([]);
		expect(prices.chosenOption.value).toBeUndefined();
	});

	it('drop their error while the input is incomplete', async () => {
		const loading = prices.load();
		await bridge.pending('rates.quote').fail('partner.rejected', 'The postcode is unknown.');
		await loading;
		quoteInput.value = undefined;
		await prices.load();
		expect(bridge.callsTo('rates.quote')).toHaveLength(1);
		expect(prices.error.value).toBe('');
	});

	it('of the previous shipment are dropped when they arrive after a clear', async () => {
		void prices.load();
		prices.clear();
		await bridge.pending('rates.quote').answer(quoteOf(rateOption(1, 10)));
		expect(bridge.callsTo('rates.quote')[0]?.isAnswered).toBe(true);
		expect(prices.quote.value).toBeUndefined();
		expect(prices.isLoading.value).toBe(false);
	});

	it('report that the service is offline, and are online again with the next answer', async () => {
		const loading = prices.load();
		await bridge.pending('rates.quote').fail('partner.unreachable', 'The service cannot be reached.');
		await loading;
		expect(prices.isOffline.value).toBe(true);
		expect(prices.error.value).toBe('The service cannot be reached.');
		await loadPrices(rateOption(1, 10));
		expect(prices.isOffline.value).toBe(false);
		expect(prices.error.value).toBe('');
	});

	it('of an earlier time are shown as offline', async () => {
		const loading = prices.load();
		await bridge
			.pending('rates.quote')
			.answer({ ...quoteOf(rateOption(1, 10)), failure: 'no connection', isOffline: true });
		await loading;
		expect(optionIds()).toEqual([1]);
		expect(prices.isOffline.value).toBe(true);
	});

	it('stay online when the service refuses the request', async () => {
		const loading = prices.load();
		await bridge.pending('rates.quote').fail('partner.rejected', 'The postcode is unknown.');
		await loading;
		expect(prices.error.value).toBe('The postcode is unknown.');
		expect(prices.isOffline.value).toBe(false);
	});
});

describe('the chosen option', () => {
	it('stays with the picked option when prices change', async () => {
		await loadPrices(rateOption(1, 10), rateOption(2, 20));
		prices.chosenKey.value = 2;
		prices.isPicked.value = true;
		await loadPrices(rateOption(1, 11), rateOption(2, 21));
		expect(prices.chosenOption.value).toMatchObject({ productId: 2, price: 21 });
	});

	it('returns to the cheapest when the picked option is no longer offered', async () => {
		await loadPrices(rateOption(1, 10), rateOption(2, 20));
		prices.chosenKey.value = 2;
		prices.isPicked.value = true;
		await loadPrices(rateOption(3, 9), rateOption(1, 11));
		expect(prices.chosenOption.value?.productId).toBe(3);
		expect(prices.isPicked.value).toBe(false);
	});

	it('follows the cheapest while the user picked none', async () => {
		await loadPrices(rateOption(1, 10), rateOption(2, 20));
		await loadPrices(rateOption(2, 5), rateOption(1, 11));
		expect(prices.chosenOption.value?.productId).toBe(2);
	});

	it('is the cheapest of the filtered options', async () => {
		const days = (max: number) => ({ maxEstimatedTransitTimeInWorkingsDays: max });
		await loadPrices(rateOption(1, 10, days(5)), rateOption(2, 20, days(2)), rateOption(3, 30));
		prices.filter.maxDays = 3;
		prices.updateChoice();
		expect(optionIds()).toEqual([2]);
		expect(prices.chosenOption.value?.productId).toBe(2);
		Object.assign(prices.filter, { maxDays: undefined, carrier: 'Carrier 3' });
		prices.updateChoice();
		expect(optionIds()).toEqual([3]);
		expect(prices.chosenOption.value?.productId).toBe(3);
	});
});
