// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reactive } from 'vue';
import ParcelLines from '../../../../src-renderer/features/shared/ParcelLines.vue';
import { newParcel, type ParcelInput } from '../../../../src-renderer/lib/draft-fields';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { settingsOf } from '../../../fixtures/screens';

let parcels: ParcelInput[];
let lines: Mounted;
beforeEach(() => {
	installBridge();
	const pinia = freshPinia();
	useStationStore().settings = settingsOf();
	parcels = reactive([newParcel()]);
	lines = mount(pinia, ParcelLines, () => ({ modelValue: parcels, errorOf: () => undefined }));
});
afterEach(unmountAll);

const field = (name: string) => lines.find<HTMLInputElement>(`input[aria-label^="Parcel 1: ${name}"]`);

/** Types into the focused field, character by character. A number field drops characters that are no part of a number. */
async function typeKeys(text: string): Promise<void> {
	for (const data of text) {
		const input = document.activeElement as HTMLInputElement;
		const event = new InputEvent('beforeinput', { data, bubbles: true, cancelable: true });
		input.dispatchEvent(event);
		if (!event.defaultPrevented && /[\d.]/.test(data)) {
			input.value += data;
			input.dispatchEvent(new Event('input', { bubbles: true }));
		}
		await flushPromises();
	}
}

describe('dimensions typed in one go', () => {
	it.each([
		['Length', '40x30x20', { count: 1, lengthCm: 40, widthCm: 30, heightCm: 20 }],
		['Width', '40*30*20', { count: 1, lengthCm: 40, widthCm: 30, heightCm: 20 }],
		['Height', '40×30×20', { count: 1, lengthCm: 40, widthCm: 30, heightCm: 20 }],
		['Length', '2x40x30x20', { count: 2, lengthCm: 40, widthCm: 30, heightCm: 20 }],
		['Length', '40.2X30x20', { count: 1, lengthCm: 41, widthCm: 30, heightCm: 20 }],
		['Length', '40', { count: 1, lengthCm: 40, widthCm: undefined, heightCm: undefined }],
		['Height', '40x30', { count: 1, lengthCm: 40, widthCm: 30, heightCm: undefined }],
	])('fill the fields like pasted ones, from %s: %s', async (start, text, expected) => {
		field(start).focus();
		await typeKeys(text);
		expect(parcels[0]).toMatchObject(expected);
	});

	it('leave the focus in the field of the last number', async () => {
		field('Length').focus();
		await typeKeys('40x30x20');
		expect(document.activeElement).toBe(field('Height'));
	});
});

describe('an implausible measure', () => {
	const warning = () => lines.findAll('[data-testid=parcel-warning]').map(({ textContent }) => textContent?.trim());

	it('is asked about while it is typed, without blocking', async () => {
		field('Length').focus();
		await typeKeys('40');
		expect(warning()).toEqual([]);
		await typeKeys('0');
		expect(warning()).toEqual(['Is the length really 400 cm?']);
		expect(field('Length').getAttribute('aria-invalid')).toBeNull();
		expect(parcels[0]?.lengthCm).toBe(400);
	});
});

it('the totals count every piece', async () => {
	Object.assign(parcels[0] ?? {}, { count: 2, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5.5 });
	parcels.push({ count: 1, lengthCm: 10, widthCm: 10, heightCm: 10, weightKg: 0.25 });
	await flushPromises();
	expect(lines.find('[data-testid=parcel-totals]').textContent?.replace(/\s+/g, ' ').trim()).toBe(
		'3 pieces · 11.25 kg · 0.049 m³',
	);
});
