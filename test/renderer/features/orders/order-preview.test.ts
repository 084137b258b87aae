// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import type { OrderPreview as Preview } from '../../../../src-contract/model/order';
import OrderPreview from '../../../../src-renderer/features/orders/OrderPreview.vue';
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
	partlyUsedColumns: [],
	payerContacts: [],
	columnsWithoutUnit: [],
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

it('says which contacts are the payer’s, which texts are not used, and that units are not stated', () => {
	const text = textOf({
		payerContacts: [{ title: 'Buyer email', orderCount: 2 }],
		partlyUsedColumns: [{ title: 'Mobile', orderCount: 1 }],
		columnsWithoutUnit: ['Weight', 'Length'],
	});
	expect(text).toContain('Contact of the payer or customer, used where the recipient has none: Buyer email (2 orders)');
	expect(text).toContain('Not used where another column has the value: Mobile (1 order)');
	expect(text).toContain('No unit is stated, so kg and cm are used: Weight, Length');
});
