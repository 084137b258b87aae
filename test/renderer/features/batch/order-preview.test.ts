// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { OrderPreview as Preview } from '../../../../src-contract/model/order';
import OrderPreview from '../../../../src-renderer/features/batch/OrderPreview.vue';
import { installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

const preview: Preview = {
	orders: [],
	orderCount: 1,
	wrongCount: 0,
	commonErrors: [],
	leftOut: [],
	leftOutCount: 0,
	currencies: [],
	priceQuestion: null,
	countriesWithoutRegion: [],
	isWithoutQuantity: false,
	unknownStates: [],
	unknownSkus: [],
	unknownSkuCount: 0,
	hsCodes: [],
	unusedColumns: [],
};
function textOf(changes: Partial<Preview>): string {
	installBridge();
	return mount(freshPinia(), OrderPreview, () => ({ preview: { ...preview, ...changes } })).root.textContent ?? '';
}

it('says which states and SKUs are not known, and that no column has the quantity', () => {
	const text = textOf({
		isWithoutQuantity: true,
		unknownStates: ['Status: Gone fishing', 'Status: Later'],
		unknownSkus: ['A', 'B'],
		unknownSkuCount: 3,
	});
	expect(text).toContain('Check whether they ship: Status: Gone fishing · Status: Later');
	expect(text).toContain('3 SKUs are not among the items and become items to complete: A, B, …');
	expect(text).toContain('each row counts as one piece');
	expect(textOf({ unknownSkus: ['A'], unknownSkuCount: 1 })).toContain(
		'1 SKU is not among the items and becomes an item to complete: A',
	);
});

it('says nothing of them when there are none', () => {
	expect(textOf({})).not.toMatch(/SKU|states|piece/);
});
