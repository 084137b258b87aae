// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { ref } from 'vue';
import ScanVerification from '../../../../src-renderer/features/ship/ScanVerification.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, typeInto, unmountAll } from '../../../fixtures/mount';

afterEach(unmountAll);

it('asks before the next parcel while labels of several are not scanned', async () => {
	const bridge = installBridge();
	const onNext = vi.fn();
	const progress = ref({ scanned: 0, pages: 3 });
	const screen = mount(freshPinia(), ScanVerification, () => ({
		shipmentId: 1,
		verifiedAt: null,
		progress: progress.value,
		onNext,
	}));
	const field = screen.find<HTMLInputElement>('input');
	const enter = async (code: string) => {
		await typeInto(field, code);
		screen.find<HTMLFormElement>('form').requestSubmit();
		await flushPromises();
	};
	await enter('');
	expect(screen.find('[role=alert]').textContent).toContain('3 labels were not scanned.');
	await enter('1234567890');
	await bridge.pending('shipments.scan').answer({ kind: 'right', isVerified: false, scanned: 1, pages: 3 });
	progress.value = { scanned: 1, pages: 3 };
	await enter('');
	expect(onNext).not.toHaveBeenCalled();
	expect(screen.find('[role=alert]').textContent).toContain('2 labels were not scanned.');
	await enter('2345678901');
	await bridge.pending('shipments.scan').answer({ kind: 'right', isVerified: false, scanned: 2, pages: 3 });
	progress.value = { scanned: 2, pages: 3 };
	expect(screen.findAll('[role=alert]')).toHaveLength(0);
	await enter('');
	expect(onNext).not.toHaveBeenCalled();
	await enter('');
	expect(onNext).toHaveBeenCalledOnce();
});

it('starts the next parcel at once when no label or every label was scanned', async () => {
	const bridge = installBridge();
	const onNext = vi.fn();
	const screen = mount(freshPinia(), ScanVerification, () => ({
		shipmentId: 1,
		verifiedAt: null,
		progress: { scanned: 0, pages: 1 },
		onNext,
	}));
	const enter = async (code: string) => {
		await typeInto(screen.find('input'), code);
		screen.find<HTMLFormElement>('form').requestSubmit();
		await flushPromises();
	};
	await enter('');
	expect(onNext).toHaveBeenCalledTimes(1);
	await enter('1234567890');
	await bridge.pending('shipments.scan').answer({ kind: 'right', isVerified: true, scanned: 1, pages: 1 });
	await enter('');
	expect(onNext).toHaveBeenCalledTimes(2);
});

it('is ready for the next scan once the user has dismissed a warning', async () => {
	const bridge = installBridge();
	const onStop = vi.fn();
	const screen = mount(freshPinia(), ScanVerification, () => ({
		shipmentId: 1,
		verifiedAt: null,
		progress: { scanned: 0, pages: 1 },
		onStop,
	}));
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
	expect(onStop.mock.calls).toEqual([[true], [false]]);
});

it('does not stop at the number of the whole shipment', async () => {
	const bridge = installBridge();
	const onStop = vi.fn();
	const screen = mount(freshPinia(), ScanVerification, () => ({
		shipmentId: 1,
		verifiedAt: null,
		progress: { scanned: 0, pages: 5 },
		onStop,
	}));
	await typeInto(screen.find('input'), '1234567890');
	screen.find<HTMLFormElement>('form').requestSubmit();
	await bridge.pending('shipments.scan').answer({ kind: 'wholeShipment' });
	expect(screen.find('[role=status]').textContent).toContain('Scan the bar code of each label.');
	expect(screen.findAll('[role=alert]')).toEqual([]);
	expect(onStop).not.toHaveBeenCalledWith(true);
});
