import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EffectScope, effectScope, nextTick, reactive } from 'vue';
import { createPrices } from '../../../src-renderer/features/shared/prices';
import { useAutoLoad } from '../../../src-renderer/lib/auto-load';
import { installBridge, type TestBridge } from '../../fixtures/bridge';
import { composition } from '../../fixtures/composition';
import { quoteOf, rateOption } from '../../fixtures/screens';

const { from, to, parcels } = composition;
const form = reactive({ isWhole: true, totalValueEur: 10 });
const question = () =>
	form.isWhole ? { from, to, parcels, insured: false, totalValueEur: form.totalValueEur } : undefined;

let bridge: TestBridge;
let scope: EffectScope;
let prices: ReturnType<typeof createPrices>;
async function rest(): Promise<void> {
	await nextTick();
	await vi.advanceTimersByTimeAsync(250);
}

beforeEach(() => {
	vi.useFakeTimers();
	bridge = installBridge();
	bridge.reply('rates.quote', ({ totalValueEur }) => quoteOf(rateOption(1, totalValueEur)));
	Object.assign(form, { isWhole: true, totalValueEur: 10 });
	scope = effectScope();
	prices = createPrices(question);
	scope.run(() => useAutoLoad(question, reactive(prices), 250));
});
afterEach(() => {
	scope.stop();
	vi.useRealTimers();
});

describe('a question that is asked automatically', () => {
	it('is asked once for several changes, after the form has rested', async () => {
		await rest();
		for (const value of [11, 12, 13]) {
			form.totalValueEur = value;
			await nextTick();
			await vi.advanceTimersByTimeAsync(100);
		}
		expect(bridge.callsTo('rates.quote').map(({ input }) => input.totalValueEur)).toEqual([10]);
		await rest();
		expect(bridge.callsTo('rates.quote').map(({ input }) => input.totalValueEur)).toEqual([10, 13]);
	});

	it('is asked again after a clear, also when the next shipment asks the same', async () => {
		await rest();
		expect(prices.chosen.value?.price).toBe(10);
		prices.clear();
		expect(prices.chosen.value).toBeUndefined();
		await rest();
		expect(bridge.callsTo('rates.quote')).toHaveLength(2);
		expect(prices.chosen.value?.price).toBe(10);
	});

	it('takes the prices away once the form is incomplete', async () => {
		await rest();
		form.isWhole = false;
		await rest();
		expect(bridge.callsTo('rates.quote')).toHaveLength(1);
		expect(prices.quote.value).toBeUndefined();
	});

	it('is not asked after the screen was left', async () => {
		await rest();
		scope.stop();
		form.totalValueEur = 20;
		await rest();
		expect(bridge.callsTo('rates.quote')).toHaveLength(1);
	});
});
