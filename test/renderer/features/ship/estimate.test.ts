import { beforeEach, describe, expect, it } from 'vitest';
import { computed, reactive } from 'vue';
import { createEstimate } from '../../../../src-renderer/features/ship/estimate';
import type { ContentInput } from '../../../../src-renderer/lib/draft-fields';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { dutiesOf } from '../../../fixtures/screens';
import { waitFor } from '../../../fixtures/wait-for';

const address = { countryCode: 'NL', zipcode: '1012 LG', city: 'Amsterdam' };
const shirts: ContentInput = {
	description: 'Cotton shirts',
	quantity: 2,
	priceEur: 10,
	originCountry: 'NL',
	hsCode: '6109.10',
};
let bridge: TestBridge;
let form: { isDutiable: boolean; contents: ContentInput[]; priceEur: number | undefined };
let estimate: ReturnType<typeof createEstimate>;
beforeEach(() => {
	bridge = installBridge();
	form = reactive({ isDutiable: true, contents: [{ ...shirts }], priceEur: 8 });
	estimate = createEstimate(
		computed(() => (form.isDutiable ? { from: address, to: address, contents: form.contents } : undefined)),
		() => form.priceEur,
	);
});
async function loadEstimate(): Promise<void> {
	const before = bridge.callsTo('duties.estimate').length;
	void estimate.load();
	await waitFor(() => expect(bridge.callsTo('duties.estimate')).toHaveLength(before + 1));
}

describe('the estimate of a shipment', () => {
	it('adds goods, shipping and duties, and follows the price of the chosen option', async () => {
		await loadEstimate();
		await bridge.pending('duties.estimate').answer(dutiesOf(4.5));
		expect(estimate.cost.value).toMatchObject({ goodsEur: 20, shippingEur: 8, totalEur: 32.5 });
		form.priceEur = undefined;
		expect(estimate.cost.value).toMatchObject({ shippingEur: undefined, totalEur: 24.5 });
	});

	it('is current only for its input', async () => {
		await loadEstimate();
		await bridge.pending('duties.estimate').answer(dutiesOf(4.5));
		expect(estimate.isCurrent()).toBe(true);
		for (const item of form.contents) item.hsCodeChoice = { description: 'cotton shirts', isAutomatic: true };
		expect(estimate.isCurrent()).toBe(true);
		for (const item of form.contents) item.quantity = 3;
		expect(estimate.isCurrent()).toBe(false);
	});

	it('ignores the answer to superseded input', async () => {
		await loadEstimate();
		for (const item of form.contents) item.quantity = 3;
		await loadEstimate();
		const [first, second] = bridge.callsTo('duties.estimate');
		await second?.answer(dutiesOf(9));
		await first?.answer(dutiesOf(4.5));
		expect(estimate.answer.value?.estimate).toBe(9);
		expect(estimate.cost.value?.goodsEur).toBe(30);
	});

	it('of the previous shipment is dropped, with its error', async () => {
		await loadEstimate();
		await bridge.pending('duties.estimate').fail('partner.rejected', 'Refused.');
		expect(estimate.error.value).toBe('Refused.');
		estimate.clear();
		expect(estimate.error.value).toBe('');
		await loadEstimate();
		estimate.clear();
		await bridge.pending('duties.estimate').answer(dutiesOf(4.5));
		expect(estimate.answer.value).toBeUndefined();
	});

	it('is not requested when no duties are due or an item is incomplete', async () => {
		await loadEstimate();
		await bridge.pending('duties.estimate').answer(dutiesOf(4.5));
		form.isDutiable = false;
		await estimate.load();
		expect(estimate.answer.value).toBeUndefined();
		form.isDutiable = true;
		for (const item of form.contents) item.priceEur = undefined;
		await estimate.load();
		await flushPromises();
		expect(bridge.callsTo('duties.estimate')).toHaveLength(1);
	});
});
