// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reactive, ref } from 'vue';
import ParcelLines from '../../../../src-renderer/features/shared/ParcelLines.vue';
import { newParcel, type ParcelInput } from '../../../../src-renderer/lib/draft-fields';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, typeInto, unmountAll } from '../../../fixtures/mount';
import { settingsOf } from '../../../fixtures/screens';

afterEach(unmountAll);

describe('an added parcel', () => {
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
	const focusedLabel = () => document.activeElement?.getAttribute('aria-label');
	async function pressAltP(): Promise<void> {
		document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', code: 'KeyP', altKey: true, bubbles: true }));
		await flushPromises();
	}

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

const box = { name: 'Box M', lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5, carton: null };
function show(errorOf: (path: string) => string | undefined = () => undefined) {
	installBridge();
	const pinia = freshPinia();
	useStationStore().settings = settingsOf({ parcelPresets: [box] });
	const parcels = reactive<ParcelInput[]>([newParcel()]);
	return { parcels, lines: mount(pinia, ParcelLines, () => ({ modelValue: parcels, errorOf })) };
}

it('fills in a box over a length that was emptied, and adds a parcel after a measured one', async () => {
	const { parcels, lines } = show();
	const length = lines.find('[data-field="parcels.0.lengthCm"]');
	await typeInto(length, '4');
	await typeInto(length, '');
	lines.button('Box M').click();
	expect(parcels).toHaveLength(1);
	expect(parcels[0]?.lengthCm).toBe(40);
	lines.button('Box M').click();
	expect(parcels).toHaveLength(2);
});

it('shows the error of each field', () => {
	const { lines } = show(
		(path) => ({ 'parcels.0.lengthCm': 'Length is required', 'parcels.0.weightKg': 'Weight is required' })[path],
	);
	const alert = lines.find('[role=alert]');
	expect(alert.textContent).toContain('Length is required');
	expect(alert.textContent).toContain('Weight is required');
	expect(lines.find('[data-field="parcels.0.weightKg"]').getAttribute('aria-describedby')).toBe(alert.id);
});
