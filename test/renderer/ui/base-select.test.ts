// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import BaseSelect from '../../../src-renderer/ui/BaseSelect.vue';
import { flushPromises } from '../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../fixtures/mount';

const ITEMS = [
	{ value: 'commercial', label: 'Commercial' },
	{ value: 'gift', label: 'Gift' },
	{ value: 'sample', label: 'Sample' },
	{ value: 'return', label: 'Returned goods' },
];
const chosen = ref<string | null>(null);
let part: Mounted;
const field = () => part.find<HTMLInputElement>('input[role=combobox]');
const next = () => part.find<HTMLInputElement>('input.next');
const options = () => part.findAll('[role=option]').map(({ textContent }) => textContent);

beforeEach(async () => {
	chosen.value = null;
	const Form = defineComponent(
		() => () =>
			h('main', [
				h(BaseSelect, {
					items: ITEMS,
					modelValue: chosen.value,
					'aria-label': 'Reason',
					placeholder: 'Choose',
					'onUpdate:modelValue': (value: string) => {
						chosen.value = value;
					},
				}),
				h('button', 'Remove'),
				h('input', { class: 'next' }),
			]),
	);
	part = mount(freshPinia(), Form);
	field().focus();
	await flushPromises();
});
afterEach(unmountAll);

describe('a list to choose from', () => {
	it('opens with Enter, and Enter chooses the highlighted entry and moves on to the next field', async () => {
		await pressKey(field(), 'Enter');
		expect(options()).toEqual(ITEMS.map(({ label }) => label));
		await pressKey(field(), 'ArrowDown');
		await pressKey(field(), 'Enter');
		expect(chosen.value).toBe('gift');
		expect(field().value).toBe('Gift');
		expect(options()).toEqual([]);
		expect(document.activeElement).toBe(next());
	});

	it('opens with a typed character, which is the start of the search', async () => {
		await typeInto(field(), 's');
		expect(options()).toEqual(['Sample', 'Returned goods']);
		await pressKey(field(), 'Enter');
		expect(chosen.value).toBe('sample');
	});

	it('moves on when the user types what is already chosen', async () => {
		chosen.value = 'gift';
		await flushPromises();
		field().value = 'Gift';
		field().dispatchEvent(new InputEvent('input', { bubbles: true, data: 'Gift', inputType: 'insertText' }));
		await flushPromises();
		expect(options()).toEqual(['Gift']);
		await pressKey(field(), 'Enter');
		expect(options()).toEqual([]);
		expect(chosen.value).toBe('gift');
		expect(document.activeElement).toBe(next());
	});

	it('chooses what was typed when the user leaves the field', async () => {
		await typeInto(field(), 'gi');
		next().focus();
		await flushPromises();
		expect(chosen.value).toBe('gift');
		expect(options()).toEqual([]);
	});

	describe('while a text is half typed', () => {
		let valuesAtKey: unknown[];
		beforeEach(() => {
			valuesAtKey = [];
			// As the Ship screen does.
			part.find('main').addEventListener('keydown', ({ ctrlKey }) => ctrlKey && valuesAtKey.push(chosen.value), true);
		});
		const pressWithCtrl = (key: string) => pressKey(field(), key, { ctrlKey: true });

		it.each(['Enter', 's'])('Ctrl %s uses the entry that it found', async (key) => {
			chosen.value = 'commercial';
			await typeInto(field(), 'gi');
			await pressWithCtrl(key);
			expect(valuesAtKey).toEqual(['gift']);
			expect(field().value).toBe('Gift');
			expect(options()).toEqual([]);
		});

		it.each(['xyz', ''])('Ctrl Enter does nothing if "%s" finds no entry', async (text) => {
			chosen.value = 'commercial';
			await flushPromises();
			await typeInto(field(), text);
			await pressWithCtrl('Enter');
			expect(valuesAtKey).toEqual([]);
			expect(field().value).toBe(text);
			expect(part.root.textContent).toContain(text ? 'Nothing found' : 'Returned goods');
			await pressKey(field(), 'Escape');
			await pressWithCtrl('Enter');
			expect(valuesAtKey).toEqual(['commercial']);
			expect(field().value).toBe('Commercial');
		});

		it('Ctrl Enter uses the shown entry if the list was only opened', async () => {
			chosen.value = 'commercial';
			await flushPromises();
			await pressKey(field(), 'ArrowDown');
			expect(options()).toHaveLength(4);
			await pressWithCtrl('Enter');
			expect(valuesAtKey).toEqual(['commercial']);
			expect(options()).toEqual([]);
		});

		it('Ctrl A and other keys of a text field choose nothing', async () => {
			await typeInto(field(), 'gi');
			await pressWithCtrl('a');
			expect(valuesAtKey).toEqual([null]);
			expect(options()).toEqual(['Gift']);
		});
	});

	it('chooses nothing when the user opens it and leaves the field', async () => {
		await pressKey(field(), 'ArrowDown');
		expect(options()).toHaveLength(4);
		next().focus();
		await flushPromises();
		expect(options()).toEqual([]);
		expect(chosen.value).toBeNull();
	});

	it('closes with Escape without closing the panel around it', async () => {
		const keys: string[] = [];
		part.root.addEventListener('keydown', ({ key }) => keys.push(key));
		await typeInto(field(), 'gi');
		await pressKey(field(), 'Escape');
		expect(options()).toEqual([]);
		expect(keys).toEqual([]);
		await pressKey(field(), 'Escape');
		expect(keys).toEqual(['Escape']);
		expect(chosen.value).toBeNull();
	});

	it('chooses an entry by mouse and stays focused', async () => {
		field().click();
		await flushPromises();
		part.findAll('[role=option]')[2]?.click();
		await flushPromises();
		expect(chosen.value).toBe('sample');
		expect(options()).toEqual([]);
		expect(document.activeElement).toBe(field());
	});

	it('ignores a text that a scanner typed and that was removed again', async () => {
		chosen.value = 'gift';
		await flushPromises();
		await typeInto(field(), 'GiftJJD0001');
		await typeInto(field(), 'Gift');
		expect(options()).toEqual([]);
		expect(field().value).toBe('Gift');
		expect(chosen.value).toBe('gift');
	});
});
