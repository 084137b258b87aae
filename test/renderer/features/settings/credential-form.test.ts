// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import CredentialForm from '../../../../src-renderer/features/settings/CredentialForm.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

it('splits a pasted account into key and secret, so that the secret is never shown', async () => {
	const bridge = installBridge();
	const form = mount(freshPinia(), CredentialForm, () => ({}));
	await bridge
		.pending('credentials.status')
		.answer({ state: 'absent', protection: null, endsIn: '', keyringAvailable: true });
	const [keyField, secretField] = form.findAll('input.code, .code input') as HTMLInputElement[];
	const clipboardData = new DataTransfer();
	clipboardData.setData('text/plain', 'wb_key@made-up-secret\n');
	keyField?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
	await flushPromises();
	expect(keyField?.value).toBe('wb_key');
	expect(secretField?.value).toBe('made-up-secret');
	expect(secretField?.type).toBe('password');
});
