// @vitest-environment happy-dom
// A number in a field, in every language.
import { afterEach, describe, expect, it } from 'vitest';
import { nextTick, ref } from 'vue';
import { showLanguage } from '../../../src-renderer/lib/i18n';
import BaseInput from '../../../src-renderer/ui/BaseInput.vue';
import { freshPinia, mount, pressKey, typeInto, unmountAll } from '../../fixtures/mount';

const value = ref<number | string | undefined>(undefined);
let field: HTMLInputElement;
async function show(properties: Record<string, unknown> = {}): Promise<void> {
	const part = mount(freshPinia(), BaseInput, () => ({
		type: 'number',
		step: 0.1,
		...properties,
		modelValue: value.value,
		'onUpdate:modelValue': (next: number | string) => {
			value.value = next;
		},
	}));
	field = part.find<HTMLInputElement>('input');
	await nextTick();
}
afterEach(async () => {
	unmountAll();
	value.value = undefined;
	await showLanguage('en');
});
const type = (text: string) => typeInto(field, text);
const leave = async () => {
	field.dispatchEvent(new FocusEvent('blur'));
	await nextTick();
};

describe('a number in a field', () => {
	it('is shown with the decimal separator of the language, also when the language changes', async () => {
		value.value = 1234.5;
		await show();
		expect(field.value).toBe('1234.5');
		await showLanguage('de');
		await nextTick();
		expect(field.value).toBe('1234,5');
		expect(field.getAttribute('aria-valuenow')).toBe('1234.5');
	});

	it.each([
		['kg', '350 g', 0.35, '0.35'],
		['kg', '2.2 lb', 0.997903, '0.997903'],
		['kg', '1,5 kg', 1.5, '1.5'],
		['kg', '2 lb 3 oz', 0.992233, '0.992233'],
		['cm', '12 in', 30.48, '30.48'],
		['cm', '300mm', 30, '30'],
		['kg', '5 cm', '', '5 cm'],
	])('in %s may have another unit: %s', async (unit, text, expected, shown) => {
		await show({ unit });
		await type(text);
		expect(value.value).toBe(expected);
		await leave();
		expect(field.value).toBe(shown);
	});

	it.each(['en', 'nl', 'de', 'fr', 'es', 'pl'] as const)('may have a comma or a point in %s', async (language) => {
		await showLanguage(language);
		await show();
		const separator = language === 'en' ? '.' : ',';
		for (const text of ['2,4', '2.4', ' 2,40 ']) {
			await type(text);
			expect([text, value.value, field.value]).toEqual([text, 2.4, text]);
			await leave();
			expect([text, field.value]).toEqual([text, `2${separator}4`]);
		}
	});

	it.each([
		['1.234,50', 1234.5],
		['1,234.50', 1234.5],
		["1'234", 1234],
		['1 234,5', 1234.5],
		['1.250', 1.25],
		['-0,5', -0.5],
		['.5', 0.5],
		[',50', 0.5],
		['1.234.567', 1234567],
	])('is read from %s', async (text, number) => {
		await show();
		await type(text);
		expect(value.value).toBe(number);
	});

	it.each(['12,,50', '2..5', '1.23.4', '1.2.3,4'])('is not read from %s', async (text) => {
		await show();
		await type(text);
		expect([value.value, field.value]).toEqual(['', text]);
	});

	it('keeps what was typed while it is not a number, and is empty then', async () => {
		value.value = 5;
		await show();
		await type('-');
		await leave();
		expect([value.value, field.value]).toEqual(['', '-']);
		await type('');
		await leave();
		expect([value.value, field.value]).toEqual(['', '']);
	});

	it('shows a number that is set elsewhere in the meantime', async () => {
		await show();
		await type('2,');
		value.value = 7.5;
		await nextTick();
		expect(field.value).toBe('7.5');
	});

	it('has two decimals as an amount, more if it has more', async () => {
		value.value = 5;
		await show({ isAmount: true });
		expect(field.value).toBe('5.00');
		value.value = 5.125;
		await nextTick();
		expect(field.value).toBe('5.125');
		await type('5.1');
		expect(field.value).toBe('5.1');
	});

	it('changes by a step with the arrow keys, within its limits', async () => {
		value.value = 0.2;
		await show({ min: 0, max: 0.4 });
		await pressKey(field, 'ArrowUp');
		expect(value.value).toBe(0.3);
		for (let count = 0; count < 3; count += 1) await pressKey(field, 'ArrowUp');
		expect(value.value).toBe(0.4);
		for (let count = 0; count < 9; count += 1) await pressKey(field, 'ArrowDown');
		expect(value.value).toBe(0);
	});

	it('takes no letters', async () => {
		await show();
		const typed = (data: string) => {
			const event = new InputEvent('beforeinput', { data, cancelable: true, bubbles: true });
			field.dispatchEvent(event);
			return !event.defaultPrevented;
		};
		expect([...'5,.-x e€'].filter(typed)).toEqual(['5', ',', '.', '-', ' ']);
	});
});
