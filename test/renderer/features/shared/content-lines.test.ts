// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reactive } from 'vue';
import type { RememberedCode } from '../../../../src-contract/model/goods';
import ContentLines from '../../../../src-renderer/features/shared/ContentLines.vue';
import { type ContentInput, newContent, nextContent } from '../../../../src-renderer/lib/draft-fields';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { suggestionOf } from '../../../fixtures/screens';

let bridge: TestBridge;
let items: ContentInput[];
let lines: Mounted;
beforeEach(() => {
	bridge = installBridge();
	const memory = new Map<string, string>();
	bridge.reply('goods.describe', ({ code }) => (code === '999999' ? null : 'Shirts of cotton'));
	const chosen = (code: string): RememberedCode => ({
		code,
		description: 'Shirts',
		chosenBy: 'Desk 4',
		chosenAt: '2026-11-20T10:00:00Z',
		match: 'description',
		decidedFor: 'Shirts',
	});
	bridge.reply('goods.suggest', ({ description }) => {
		const code = memory.get(description);
		return suggestionOf({ confidence: 'unsure', rememberedCode: code ? chosen(code) : null });
	});
	bridge.reply('goods.remember', ({ description, code }) => {
		memory.set(description.toLowerCase(), code);
		return chosen(code);
	});
	items = reactive([newContent()]);
	lines = mount(freshPinia(), ContentLines, () => ({
		modelValue: items,
		title: 'Goods',
		dutiable: true,
		errorOf: () => undefined,
		onAdd: () => items.push(nextContent(items)),
	}));
});
afterEach(unmountAll);

it('shows the text of each error of an item, and connects it to the field', () => {
	const errors: Record<string, string> = {
		priceEur: 'A price is required',
		originCountry: 'Country of origin is required',
	};
	const shown = mount(freshPinia(), ContentLines, () => ({
		modelValue: items,
		title: 'Goods',
		dutiable: true,
		requiredFields: ['description', 'priceEur', 'originCountry'],
		errorOf: (_index: number, field: string) => errors[field],
	}));
	const alert = shown.find('[role=alert]');
	expect(alert.textContent).toContain('A price is required');
	expect(alert.textContent).toContain('Country of origin is required');
	const price = shown.find('[data-field="contents.0.priceEur"]');
	const origin = shown.find('[data-field="contents.0.originCountry"]');
	for (const field of [price, origin]) {
		expect(field.getAttribute('aria-describedby')).toBe(alert.id);
		expect(field.getAttribute('aria-required')).toBe('true');
	}
	expect(price.getAttribute('placeholder')).toBe('each *');
	expect(shown.find('[data-field="contents.0.quantity"]').getAttribute('aria-required')).toBe('false');
});

const description = () => lines.find<HTMLInputElement>('input[aria-label="Item 1: description"]');
const code = () => lines.find<HTMLInputElement>('input[aria-label="Item 1: HS code"]');
const hint = () => lines.find('[data-testid="hs-hint-1"]').textContent;
/** Types into a field and leaves it. */
async function fill(field: HTMLInputElement, text: string): Promise<void> {
	await typeInto(field, text);
	field.dispatchEvent(new Event('change', { bubbles: true }));
	await flushPromises();
}

describe('the HS code of goods', () => {
	it('stays when the user typed it and changes the goods, with a hint for which goods it was chosen', async () => {
		await fill(description(), 'shirt');
		await fill(code(), '6205.20');
		expect(hint()).toBe('✓ Shirts of cotton · chosen by Desk 4');
		await fill(description(), 'plastic buttons');
		expect(code().value).toBe('6205.20');
		expect(hint()).toContain('was chosen for "shirt"');
	});

	it('is removed with its goods when it came from memory', async () => {
		await fill(description(), 'shirt');
		await fill(code(), '6205.20');
		await fill(code(), '');
		await fill(description(), 'Shirt');
		expect(code().value).toBe('6205.20');
		await fill(description(), 'Shirt buttons');
		expect(code().value).toBe('');
		expect(hint()).toContain('Suggested: 6109.10 T-shirts of cotton (unsure)');
	});

	it('is described in English in every language, which its parts say', async () => {
		const english = () => lines.findAll('[data-testid="hs-hint-1"] [lang=en]').map(({ textContent }) => textContent);
		await fill(description(), 'shirt buttons');
		expect(english()).toEqual(['T-shirts of cotton']);
		code().click();
		await flushPromises();
		expect(lines.findAll('[role=option] [lang=en]').map(({ textContent }) => textContent)).toContain(
			'T-shirts of cotton',
		);
		await fill(code(), '6205.20');
		expect(english()).toEqual(['Shirts of cotton']);
	});

	it('is not replaced by a suggestion when the user typed it', async () => {
		await fill(description(), 'shirt');
		code().click();
		await typeInto(code(), '9606.21');
		await pressKey(code(), 'Enter');
		expect(code().value).toBe('9606.21');
	});

	it('has no hint about other goods when it was typed before the description', async () => {
		await fill(code(), '6205.20');
		await fill(description(), 'shirt');
		expect(code().value).toBe('6205.20');
		expect(hint()).toBe('✓ Shirts of cotton');
	});

	it('is marked when it does not exist', async () => {
		await fill(description(), 'shirt');
		await fill(code(), '9999.99');
		expect(hint()).toBe('9999.99 is not an HS code');
		expect(code().getAttribute('aria-invalid')).toBe('true');
	});
});

describe('an added item', () => {
	const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
	it('has the focus, after the button and after its key', async () => {
		await fill(description(), 'shirt');
		lines.button('Add').click();
		await flushPromises();
		expect(focusedLabel()).toBe('Item 2: description');
		// The empty item is filled in first.
		lines.button('Add').click();
		await flushPromises();
		expect(items).toHaveLength(2);
		await typeInto(document.activeElement as HTMLElement, 'mug');
		document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', code: 'KeyC', altKey: true, bubbles: true }));
		await flushPromises();
		expect(items).toHaveLength(3);
		expect(focusedLabel()).toBe('Item 3: description');
	});
});
