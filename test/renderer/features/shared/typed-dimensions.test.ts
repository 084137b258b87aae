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

/**
 * Types into the focused field, character by character. The first one replaces the number of a field that has just received the
 * focus, which is selected. A number field drops characters that are no part of a number.
 */
async function typeKeys(text: string): Promise<void> {
	let selected: HTMLInputElement | undefined;
	let focused: HTMLInputElement | undefined;
	for (const data of text) {
		const input = document.activeElement as HTMLInputElement;
		if (input !== focused) selected = input;
		focused = input;
		const event = new InputEvent('beforeinput', { data, bubbles: true, cancelable: true });
		input.dispatchEvent(event);
		if (!event.defaultPrevented && /[\d.]/.test(data)) {
			input.value = input === selected ? data : input.value + data;
			selected = undefined;
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
		['Length', '40x30x20 5.5kg', { lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5.5 }],
		['Length', '40 x 30 x 20.5 5.5 kg', { lengthCm: 40, widthCm: 30, heightCm: 21, weightKg: 5.5 }],
		['Length', '2 x 40 x 30 x 20 5', { count: 2, lengthCm: 40, widthCm: 30, heightCm: 20, weightKg: 5 }],
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

	it('replace the dimensions and the weight that the parcel had', async () => {
		Object.assign(parcels[0] ?? {}, { lengthCm: 60, widthCm: 50, heightCm: 40, weightKg: 9 });
		await flushPromises();
		field('Length').focus();
		await typeKeys('2 x 41 x 31 x 21 6.5 kg');
		expect(parcels[0]).toEqual({ count: 2, lengthCm: 41, widthCm: 31, heightCm: 21, weightKg: 6.5 });
	});

	it('keep a space after a single height, and an x in the weight, without effect', async () => {
		field('Height').focus();
		await typeKeys('20 ');
		expect(document.activeElement).toBe(field('Height'));
		field('Weight').focus();
		await typeKeys('5x');
		expect(document.activeElement).toBe(field('Weight'));
		expect(parcels[0]).toMatchObject({ count: 1, lengthCm: undefined, heightCm: 20, weightKg: 5 });
	});
});

describe('an implausible measure', () => {
	const warning = () => lines.findAll('[data-testid=parcel-warning]').map(({ textContent }) => textContent?.trim());

	it('is asked about while it is typed, without blocking', async () => {
		field('Length').focus();
		await typeKeys('40');
		expect(warning()).toEqual([]);
		await typeKeys('400');
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
