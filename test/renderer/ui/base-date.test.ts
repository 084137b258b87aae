// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, ref } from 'vue';
import { LANGUAGES, type Language } from '../../../src-contract/i18n';
import { showLanguage } from '../../../src-renderer/lib/i18n';
import BaseDate from '../../../src-renderer/ui/BaseDate.vue';
import { datePattern, dateText, parseDate } from '../../../src-renderer/ui/date-text';
import { flushPromises } from '../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../fixtures/mount';

const TODAY = '2026-11-24';
afterEach(() => showLanguage('en'));

describe('a date as text', () => {
	it.each([
		['en', '05/11/2026', 'dd/mm/yyyy'],
		['nl', '05-11-2026', 'dd-mm-jjjj'],
		['de', '05.11.2026', 'TT.MM.JJJJ'],
		['fr', '05/11/2026', 'jj/mm/aaaa'],
		['es', '05/11/2026', 'dd/mm/aaaa'],
		['pl', '05.11.2026', 'dd.mm.rrrr'],
	] as const)('has the order and form of the language: %s', async (language, text, pattern) => {
		await showLanguage(language);
		expect([dateText('2026-11-05'), datePattern()]).toEqual([text, pattern]);
		expect(parseDate(text, TODAY)).toBe('2026-11-05');
	});

	it.each(Object.keys(LANGUAGES) as Language[])('is read back for every day of a leap year: %s', async (language) => {
		await showLanguage(language);
		let count = 0;
		for (let time = Date.UTC(2028, 0, 1); time < Date.UTC(2029, 0, 1); time += 86_400_000) {
			const day = new Date(time).toISOString().slice(0, 10);
			expect(parseDate(dateText(day), TODAY)).toBe(day);
			count += 1;
		}
		expect(count).toBe(366);
	});

	it.each([
		['5.11.2026', '2026-11-05'],
		['5 11 26', '2026-11-05'],
		['5/11', '2026-11-05'],
		['05.11.', '2026-11-05'],
		['05112026', '2026-11-05'],
		['051126', '2026-11-05'],
		['0511', '2026-11-05'],
		['2026-11-05', '2026-11-05'],
		['29.2.2028', '2028-02-29'],
	])('may be typed as %s', (text, day) => {
		expect(parseDate(text, TODAY)).toBe(day);
	});

	it.each(['', '5', '051', '32.1.2026', '29.2.2026', '13/13/2026', '1.1.202', '1.1.20266', '5 Nov 2026', 'monday'])(
		'is not "%s"',
		(text) => {
			expect(parseDate(text, TODAY)).toBeUndefined();
		},
	);
});

describe('a date field', () => {
	const day = ref('');
	let part: Mounted;
	const field = () => part.find<HTMLInputElement>('input[aria-label=From]');
	beforeEach(async () => {
		vi.useFakeTimers({ now: new Date(`${TODAY}T12:00:00`), toFake: ['Date'] });
		day.value = '2026-11-20';
		const Form = defineComponent(
			() => () =>
				h(BaseDate, {
					label: 'From',
					modelValue: day.value,
					'onUpdate:modelValue': (newDay: string) => {
						day.value = newDay;
					},
				}),
		);
		part = mount(freshPinia(), Form);
		await flushPromises();
	});
	afterEach(() => {
		unmountAll();
		vi.useRealTimers();
	});

	it('takes the typed date with Enter', async () => {
		expect(field().value).toBe('20/11/2026');
		await typeInto(field(), '5.11');
		expect(day.value).toBe('2026-11-20');
		await pressKey(field(), 'Enter');
		expect(day.value).toBe('2026-11-05');
		expect(field().value).toBe('05/11/2026');
	});

	it('keeps a text that is not a date, and says how to type one', async () => {
		await typeInto(field(), '99.11');
		field().dispatchEvent(new Event('change', { bubbles: true }));
		await flushPromises();
		expect([day.value, field().value, field().getAttribute('aria-invalid')]).toEqual(['2026-11-20', '99.11', 'true']);
		expect(part.find('[role=alert]').textContent?.trim()).toBe('Enter a date as in 24/11/2026.');
		await typeInto(field(), '9.11');
		expect(part.findAll('[role=alert]')).toEqual([]);
	});

	it('can be emptied', async () => {
		await typeInto(field(), '');
		await pressKey(field(), 'Enter');
		expect(day.value).toBe('');
		expect([field().value, field().placeholder]).toEqual(['', 'dd/mm/yyyy']);
	});

	it('goes to the next and previous day with the arrow keys', async () => {
		await pressKey(field(), 'ArrowDown');
		expect(day.value).toBe('2026-11-19');
		await typeInto(field(), '31.10');
		await pressKey(field(), 'ArrowUp');
		expect(day.value).toBe('2026-11-01');
		expect(field().value).toBe('01/11/2026');
	});

	it('takes the date that is chosen in the calendar, and one that is set elsewhere', async () => {
		const picker = part.find<HTMLInputElement>('input[type=date]');
		const showPicker = vi.fn();
		Object.assign(picker, { showPicker });
		part.find('button').click();
		expect(showPicker).toHaveBeenCalledTimes(1);
		await typeInto(field(), '1.1');
		picker.value = '2026-11-15';
		picker.dispatchEvent(new Event('input'));
		await flushPromises();
		expect([day.value, field().value]).toEqual(['2026-11-15', '15/11/2026']);
		await typeInto(field(), '1.1');
		day.value = '2026-10-01';
		await flushPromises();
		expect(field().value).toBe('01/10/2026');
	});
});
