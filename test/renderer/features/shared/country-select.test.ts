// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ref } from 'vue';
import CountrySelect from '../../../../src-renderer/features/shared/CountrySelect.vue';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';

const code = ref('');
let part: Mounted;
const field = () => part.find<HTMLInputElement>('input');
const highlighted = () => part.find('[aria-selected=true]').textContent;

async function mountSelect(props: Record<string, unknown> = {}): Promise<void> {
	part = mount(freshPinia(), CountrySelect, () => ({
		label: 'Country',
		modelValue: code.value,
		'onUpdate:modelValue': (value: string) => {
			code.value = value;
		},
		...props,
	}));
	field().focus();
}
/** Types a text character by character, each added to what the field shows, and presses Enter. */
async function typeAndEnter(text: string): Promise<void> {
	for (let length = 1; length <= text.length; length += 1) await typeInto(field(), text.slice(0, length));
	await pressKey(field(), 'Enter');
}
beforeEach(() => {
	code.value = '';
});
afterEach(unmountAll);

const COMMON_CODES =
	'AE AR AT AU BE BG BR CA CH CL CN CY CZ DE DK EE ES FI FR GB GR HK HR HU IE IL IN IS IT JP KR LI LT LU LV MA MT MX MY NL NO NZ PL PT RO RS SE SG SI SK TH TR TW UA US ZA';

describe('a typed code and Enter', () => {
	it.each(COMMON_CODES.split(' '))('chooses the country %s', async (typed) => {
		await mountSelect();
		await typeAndEnter(typed);
		expect(code.value).toBe(typed);
	});

	it.each(['CH', 'NL', 'DE', 'US'])('chooses %s as the country of origin, shown by its code', async (typed) => {
		await mountSelect({ isOrigin: true });
		await typeAndEnter(typed.toLowerCase());
		expect(code.value).toBe(typed);
		expect(field().value).toBe(typed);
	});
});

describe('a typed name and Enter', () => {
	it.each([
		['Switzer', 'CH'],
		['Germany', 'DE'],
		['USA', 'US'],
		['Holland', 'NL'],
		['UK', 'GB'],
		['England', 'GB'],
		['Deutschland', 'DE'],
		['Österreich', 'AT'],
		['osterreich', 'AT'],
		['Suisse', 'CH'],
		['Polska', 'PL'],
		['España', 'ES'],
	])('chooses for %s the country %s', async (typed, expected) => {
		await mountSelect();
		await typeAndEnter(typed);
		expect(code.value).toBe(expected);
	});
});

describe('the list of countries', () => {
	it('highlights the best match while the user types', async () => {
		await mountSelect();
		await typeInto(field(), 'C');
		await typeInto(field(), 'CH');
		expect(highlighted()).toBe('Switzerland (CH)');
		await typeInto(field(), 'CHA');
		expect(highlighted()).toBe('Chad (TD)');
	});

	it('keeps the country if the typed text is not found or the user presses Escape', async () => {
		code.value = 'NL';
		await mountSelect();
		await typeInto(field(), 'qqq');
		expect(part.root.textContent).toContain('Nothing found');
		await pressKey(field(), 'Enter');
		await typeInto(field(), 'CH');
		await pressKey(field(), 'Escape');
		expect(code.value).toBe('NL');
		expect(field().value).toBe('Netherlands (NL)');
	});
});
