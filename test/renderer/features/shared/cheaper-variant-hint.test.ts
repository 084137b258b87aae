// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import CheaperVariantHint from '../../../../src-renderer/features/shared/CheaperVariantHint.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';
import { rateOption } from '../../../fixtures/screens';
import { exampleDraft } from '../../../fixtures/shipment-draft';

afterEach(() => {
	unmountAll();
	vi.useRealTimers();
});

it.each([
	[1, 'Save €2.12 by removing 0.4 kg'],
	[5, 'Save €2.12 by removing 0.4 kg from each piece'],
])('of %i pieces says what to change', async (count, text) => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const bridge = installBridge();
	bridge.reply('rates.cheaperVariant', () => ({ parcelIndex: 0, field: 'weightKg', reduction: 0.4, savedEur: 2.12 }));
	const parcels = exampleDraft.parcels.map((parcel) => ({ ...parcel, count }));
	const quoteInput = { ...exampleDraft, parcels, totalValueEur: 25 };
	const hint = mount(freshPinia(), CheaperVariantHint, () => ({ quoteInput, option: rateOption(7, 12) }));
	await vi.advanceTimersByTimeAsync(1_200);
	await flushPromises();
	expect(hint.root.textContent).toBe(text);
});
