// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { defineComponent, h } from 'vue';
import type { BatchPlan } from '../../../../src-contract/model/batch';
import BatchPlanForm from '../../../../src-renderer/features/orders/BatchPlanForm.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, pressKey, unmountAll } from '../../../fixtures/mount';

const plan: BatchPlan = { rule: { kind: 'cheapest' }, printOrder: 'listed', perMinute: 0, allowancePercent: 5 };
afterEach(unmountAll);

it('says that a batch keeps its options while a product is to be chosen', async () => {
	const saved: BatchPlan[] = [];
	installBridge().reply('batches.products', () => [{ productId: 7, name: 'Sample Parcel' }]);
	const part = mount(
		freshPinia(),
		defineComponent(() => () => h(BatchPlanForm, { plan, batchId: 1, onSave: (next: BatchPlan) => saved.push(next) })),
	);
	const choose = async (label: string, text: string) => {
		const field = part.find<HTMLInputElement>(`input[aria-label="${label}"]`);
		field.focus();
		await pressKey(field, 'Enter');
		const option = part.findAll('[role=option]').find(({ textContent }) => textContent.trim() === text);
		option?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
		await flushPromises();
	};
	expect(part.root.textContent).not.toContain('An option is missing');

	await choose('Shipping options', 'One product');
	expect(part.root.textContent).toContain('An option is missing');
	expect(saved).toEqual([]);

	await choose('Product', 'Sample Parcel');
	expect(part.root.textContent).not.toContain('An option is missing');
	expect(saved).toEqual([{ ...plan, rule: { kind: 'product', productId: 7, name: 'Sample Parcel' } }]);
});
