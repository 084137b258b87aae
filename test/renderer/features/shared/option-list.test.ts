// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reactive } from 'vue';
import OptionList from '../../../../src-renderer/features/shared/OptionList.vue';
import { createPrices, type Prices } from '../../../../src-renderer/features/shared/prices';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { quoteOf, rateOption } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';

const { from, to, parcels } = exampleDraft;
let bridge: TestBridge;
let prices: Prices;
let list: Mounted;
beforeEach(() => {
	bridge = installBridge();
	prices = reactive(createPrices(() => ({ from, to, parcels, insured: false, totalValueEur: 0 })));
	list = mount(freshPinia(), OptionList, () => ({ prices, hint: 'Prices appear here' }));
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
		expect(rows()[0]).toMatch(/Carrier 2.*€10\.00.*cheapest/);
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
