// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reactive, ref } from 'vue';
import ParcelLines from '../../../../src-renderer/features/shared/ParcelLines.vue';
import { newParcel, type ParcelInput } from '../../../../src-renderer/lib/draft-fields';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';

let parcels: ParcelInput[];
let lines: Mounted;
const isLocked = ref(false);
beforeEach(() => {
	installBridge();
	isLocked.value = false;
	parcels = reactive([newParcel()]);
	lines = mount(freshPinia(), ParcelLines, () => ({
		modelValue: parcels,
		errorOf: () => undefined,
		isLocked: isLocked.value,
	}));
});
afterEach(unmountAll);
const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
async function pressAltP(): Promise<void> {
	document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', code: 'KeyP', altKey: true, bubbles: true }));
	await flushPromises();
}

describe('an added parcel', () => {
	it('has the focus in its first empty field, after the button and after its key', async () => {
		lines.button('Add').click();
		await flushPromises();
		expect(focusedLabel()).toBe('Parcel 2: Length (cm)');
		await pressAltP();
		expect(parcels).toHaveLength(3);
		expect(focusedLabel()).toBe('Parcel 3: Length (cm)');
	});

	it('is not added while the form is locked', async () => {
		isLocked.value = true;
		await flushPromises();
		await pressAltP();
		expect(parcels).toHaveLength(1);
		isLocked.value = false;
		await flushPromises();
		await pressAltP();
		expect(parcels).toHaveLength(2);
	});
});
