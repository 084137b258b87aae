// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { reactive } from 'vue';
import ParcelLines from '../../../../src-renderer/features/shared/ParcelLines.vue';
import { newParcel, type ParcelInput } from '../../../../src-renderer/lib/draft-fields';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, typeInto, unmountAll } from '../../../fixtures/mount';
import { settingsOf } from '../../../fixtures/screens';

const box = { name: 'Box M', lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5 };
afterEach(unmountAll);

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
