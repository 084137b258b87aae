import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EffectScope, effectScope, nextTick, reactive } from 'vue';
import { createPrices } from '../../../src-renderer/features/shared/prices';
import { useAutoLoad } from '../../../src-renderer/lib/auto-load';
import { installBridge, type TestBridge } from '../../fixtures/bridge';
import { quoteOf, rateOption } from '../../fixtures/screens';
import { exampleDraft } from '../../fixtures/shipment-draft';

const { from, to, parcels } = exampleDraft;
const form = reactive({ isComplete: true, totalValueEur: 10 });
const quoteInput = () =>
	form.isComplete ? { from, to, parcels, insured: false, totalValueEur: form.totalValueEur } : undefined;

let bridge: TestBridge;
let scope: EffectScope;
let prices: ReturnType<typeof createPrices>;
async function pauseTyping(): Promise<void> {
	await nextTick();
	await vi.advanceTimersByTimeAsync(250);
}

beforeEach(() => {
	vi.useFakeTimers();
	bridge = installBridge();
	bridge.reply('rates.quote', ({ totalValueEur }) => quoteOf(rateOption(1, totalValueEur)));
	Object.assign(form, { isComplete: true, totalValueEur: 10 });
	scope = effectScope();
	prices = createPrices(quoteInput);
	scope.run(() => useAutoLoad(quoteInput, reactive(prices), 250));
});
afterEach(() => {
	scope.stop();
	vi.useRealTimers();
});

describe('automatic rates requests', () => {
	it('send one request for several changes, when typing pauses', async () => {
		await pauseTyping();
		for (const value of [11, 12, 13]) {
			form.totalValueEur = value;
			await nextTick();
			await vi.advanceTimersByTimeAsync(100);
		}
		expect(bridge.callsTo('rates.quote').map(({ input }) => input.totalValueEur)).toEqual([10]);
		await pauseTyping();
		expect(bridge.callsTo('rates.quote').map(({ input }) => input.totalValueEur)).toEqual([10, 13]);
	});

	it('send a request again after a clear, even when the next shipment has the same input', async () => {
		await pauseTyping();
		expect(prices.chosenOption.value?.price).toBe(10);
		prices.clear();
		expect(prices.chosenOption.value).toBeUndefined();
		await pauseTyping();
		expect(bridge.callsTo('rates.quote')).toHaveLength(2);
		expect(prices.chosenOption.value?.price).toBe(10);
	});

	it('remove the prices when the form is incomplete', async () => {
		await pauseTyping();
		form.isComplete = false;
		await pauseTyping();
		expect(bridge.callsTo('rates.quote')).toHaveLength(1);
		expect(prices.quote.value).toBeUndefined();
	});

	it('stop after the screen is unmounted', async () => {
		await pauseTyping();
		scope.stop();
		form.totalValueEur = 20;
		await pauseTyping();
		expect(bridge.callsTo('rates.quote')).toHaveLength(1);
	});
});
