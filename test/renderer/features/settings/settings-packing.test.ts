// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nextTick, reactive } from 'vue';
import type { PackingSettings } from '../../../../src-contract/model/packing';
import SettingsPacking from '../../../../src-renderer/features/settings/SettingsPacking.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { packingSettings } from '../pack/pack-fixtures';

let form: PackingSettings;
beforeEach(() => {
	installBridge();
	form = reactive(packingSettings());
});
afterEach(unmountAll);

const boxes = [{ name: 'Box M', lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 1 }];
const open = (): Mounted => mount(freshPinia(), SettingsPacking, () => ({ modelValue: form, boxes }));
const select = (screen: Mounted, label: string) => screen.find<HTMLInputElement>(`input[aria-label="${label}"]`);
async function choose(screen: Mounted, label: string, text: string): Promise<void> {
	await typeInto(select(screen, label), text);
	await pressKey(select(screen, label), 'Enter');
	await flushPromises();
}

it('changes what is scanned and booked, one switch each', async () => {
	const screen = open();
	const switches = screen.findAll('input[type=checkbox]') as HTMLInputElement[];
	expect(switches.map(({ checked }) => checked)).toEqual([true, true, true, true, false, false, false]);
	for (const box of switches) box.click();
	await nextTick();
	expect(form).toMatchObject({
		booksAfterLastItem: false,
		verifiesLabels: false,
		opensNextOrder: false,
		opensByItem: false,
		sharesOrders: true,
		weighs: true,
		isShadow: true,
	});
});

it('books the fastest option up to a price, and marks a price that is none', async () => {
	const screen = open();
	await choose(screen, 'Shipping option of packed orders', 'Fastest');
	expect(form.rule).toEqual({ kind: 'fastest', withinEur: 25 });
	await typeInto(select(screen, 'Maximum price of the fastest option, in euros'), '12.5');
	expect(form.rule).toEqual({ kind: 'fastest', withinEur: 12.5 });
	await typeInto(select(screen, 'Maximum price that is booked without asking, in euros'), '');
	expect(screen.root.textContent).toContain('A price is required');
});

it('keeps a product that was chosen elsewhere', async () => {
	form.rule = { kind: 'product', productId: 4, name: 'Postalis Priority' };
	const screen = open();
	expect(select(screen, 'Shipping option of packed orders').value).toBe('Postalis Priority');
	await choose(screen, 'Shipping option of packed orders', 'Cheapest');
	expect(form.rule).toEqual({ kind: 'cheapest' });
	await choose(screen, 'Shipping option of packed orders', 'Postalis');
	expect(form.rule).toEqual({ kind: 'product', productId: 4, name: 'Postalis Priority' });
});

it('offers the boxes of the desk, and keeps one that is no longer among them', async () => {
	form.box = 'Old box';
	const screen = open();
	expect(select(screen, 'Box of orders without a size').value).toBe('Old box');
	await choose(screen, 'Box of orders without a size', 'Box M');
	expect(form.box).toBe('Box M');
	await choose(screen, 'Box of orders without a size', 'None');
	expect(form.box).toBe('');
});
