// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { defineComponent, h, reactive } from 'vue';
import BaseButton from '../../../src-renderer/ui/BaseButton.vue';
import { flushPromises } from '../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../fixtures/mount';

const onClick = vi.fn();
const onSubmit = vi.fn((event: Event) => event.preventDefault());
const props = reactive({ loading: false, disabled: false });
let part: Mounted;
beforeEach(() => {
	onClick.mockReset();
	onSubmit.mockClear();
	Object.assign(props, { loading: false, disabled: false });
	const Form = defineComponent(
		() => () =>
			h('form', { onSubmit }, [h(BaseButton, { type: 'submit', ...props, onClick }, () => 'Save'), h('input')]),
	);
	part = mount(freshPinia(), Form);
});
afterEach(unmountAll);

const set = async (changes: Partial<typeof props>): Promise<void> => {
	Object.assign(props, changes);
	await flushPromises();
};

it.each(['loading', 'disabled'] as const)('keeps the focus and ignores presses while it is %s', async (state) => {
	const button = part.button('Save');
	button.focus();
	button.click();
	await set({ [state]: true });
	expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
	expect(document.activeElement).toBe(button);
	button.click();
	await set({ [state]: false });
	button.click();
	expect(button.getAttribute('aria-disabled')).toBeNull();
	expect(onClick).toHaveBeenCalledTimes(2);
	expect(onSubmit).toHaveBeenCalledTimes(2);
});

it('cannot be reached while it is disabled and the focus is elsewhere', async () => {
	const button = part.button('Save');
	button.focus();
	await set({ disabled: true });
	part.find('input').focus();
	await flushPromises();
	expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([true, null]);
	await set({ disabled: false });
	expect(button.disabled).toBe(false);
});
