// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { ref, shallowRef } from 'vue';
import type { OrderFile, OrderPreview } from '../../../../src-contract/model/order';
import { localDay } from '../../../../src-contract/rules/days';
import OrderPrices from '../../../../src-renderer/features/orders/OrderPrices.vue';
import type { OrderRowDefaults } from '../../../../src-renderer/features/orders/order-defaults';
import { flushPromises } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

const file = { currencies: ['EUR', 'USD'] } as OrderFile;
const previewWith = (perEuro: number, from = ''): OrderPreview => ({
	orders: [],
	orderCount: 0,
	wrongCount: 0,
	commonErrors: [],
	leftOut: [],
	leftOutCount: 0,
	currencies: [{ code: 'USD', perEuro, from }],
	priceQuestion: null,
	countriesWithoutRegion: [],
	unusedColumns: [],
	partlyUsedColumns: [],
	payerContacts: [],
	columnsWithoutUnit: [],
	hsCodes: [],
	unknownStates: [],
	isWithoutQuantity: false,
	unknownSkus: [],
	unknownSkuCount: 0,
});

it('keeps the rate that is being typed when the preview of an earlier one arrives', async () => {
	const defaults = ref({ currency: 'EUR', rates: {}, priceMeaning: null } as unknown as OrderRowDefaults);
	const preview = shallowRef(previewWith(1.16));
	const screen = mount(freshPinia(), OrderPrices, () => ({ file, preview: preview.value, modelValue: defaults.value }));
	const field = screen.find('input[aria-label="1 € in USD"]') as HTMLInputElement;
	const type = async (text: string) => {
		field.value = text;
		field.dispatchEvent(new Event('input', { bubbles: true }));
		await flushPromises();
	};
	const showPreview = async (perEuro: number) => {
		preview.value = previewWith(perEuro);
		await flushPromises();
	};

	await type('1');
	await type('1.25');
	await showPreview(1);
	expect([field.value, defaults.value.rates]).toEqual(['1.25', { USD: 1.25 }]);
	await type('');
	await showPreview(1.16);
	expect([field.value, defaults.value.rates]).toEqual(['', {}]);
	field.dispatchEvent(new Event('focusout', { bubbles: true }));
	await flushPromises();
	expect(field.value).toBe('1.16');
});

it('says that a rate is more than a year old', async () => {
	const modelValue = { currency: 'EUR', rates: {}, priceMeaning: null } as unknown as OrderRowDefaults;
	const warningOf = (from: string) =>
		mount(freshPinia(), OrderPrices, () => ({ file, preview: previewWith(1.16, from), modelValue })).root.textContent;
	expect(warningOf('2024-01-31')).toContain('The exchange rate of USD is from');
	expect(warningOf(localDay(new Date()))).not.toContain('The exchange rate');
});
