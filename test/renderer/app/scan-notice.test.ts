// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import ScanNotice from '../../../src-renderer/app/ScanNotice.vue';
import type { ScanMessage } from '../../../src-renderer/app/scanner';
import { flushPromises, installBridge } from '../../fixtures/bridge';
import { freshPinia, mount, pressKey, unmountAll } from '../../fixtures/mount';

vi.mock('../../../src-renderer/lib/sounds', () => ({ playSound: vi.fn() }));

const message = ref<ScanMessage>();
beforeEach(() => {
	installBridge();
	mount(freshPinia(), ScanNotice, () => ({
		modelValue: message.value,
		'onUpdate:modelValue': (newMessage: ScanMessage | undefined) => {
			message.value = newMessage;
		},
	}));
});
afterEach(unmountAll);
const show = async (newMessage: ScanMessage) => {
	message.value = newMessage;
	await flushPromises();
};
const isShown = () => document.querySelectorAll('[data-testid=scan-notice]').length === 1;

describe('the notice of a scan', () => {
	it('goes with the next key or click after an error', async () => {
		await show({ isError: true, text: '"X" not found at this desk' });
		expect(isShown()).toBe(true);
		await pressKey(document.body, 'Shift');
		expect(isShown()).toBe(true);
		await pressKey(document.body, 'Tab');
		expect(isShown()).toBe(false);
		await show({ isError: true, text: '"X" not found at this desk' });
		document.body.click();
		await flushPromises();
		expect(isShown()).toBe(false);
	});

	it('stays when the parcel must stop, until the user closes it', async () => {
		await show({ isError: true, isStop: true, text: 'STOP' });
		await pressKey(document.body, 'Tab');
		expect(isShown()).toBe(true);
		document.querySelector('button')?.click();
		await flushPromises();
		expect(isShown()).toBe(false);
	});
});
