// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import ScanVerification from '../../../../src-renderer/features/ship/ScanVerification.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, typeInto, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

it('is ready for the next scan once the user has dismissed a warning', async () => {
	const bridge = installBridge();
	const screen = mount(freshPinia(), ScanVerification, () => ({ shipmentId: 1, verifiedAt: null }));
	const field = screen.find<HTMLInputElement>('input');
	await typeInto(field, '1234567890');
	screen.find<HTMLFormElement>('form').requestSubmit();
	await bridge.pending('shipments.scan').answer({ kind: 'wrong', otherShipmentId: null, otherRecipient: '' });
	const dismiss = screen.button('Checked');
	dismiss.focus();
	dismiss.click();
	await flushPromises();
	expect(document.activeElement).toBe(field);
	expect(screen.root.textContent).not.toContain('STOP');
});
