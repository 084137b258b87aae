// @vitest-environment happy-dom
// The weighing of a package on the Pack screen: what it should weigh, a typed weight, and the reason for a wrong one.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ref } from 'vue';
import type { PackView } from '../../../../src-contract/model/packing';
import PackWeighing from '../../../../src-renderer/features/pack/PackWeighing.vue';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, typeInto, unmountAll } from '../../../fixtures/mount';
import { packView } from './pack-fixtures';

let weighed: [number, string][] = [];
beforeEach(() => {
	weighed = [];
	isWrong.value = false;
	installBridge();
});
afterEach(unmountAll);

const isWrong = ref(false);
const weighing = (changes: Partial<PackView['weighing']> = {}): Mounted =>
	mount(freshPinia(), PackWeighing, () => ({
		view: packView({ phase: 'weighing', weighing: { packageNumber: 1, expectedKg: 1.094, ...changes } }),
		isWrong: isWrong.value,
		isBusy: false,
		onWeigh: (weightKg: number, reason: string) => weighed.push([weightKg, reason]),
	}));
const submit = async (screen: Mounted, index: number) => {
	screen.findAll('form')[index]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
	await flushPromises();
};

it('says what the package should weigh, or that it is not known', () => {
	expect(weighing().root.textContent).toContain('It should weigh about 1.09 kg.');
	expect(weighing({ expectedKg: null }).root.textContent).toContain('Its weight is not checked');
});

it('sends a typed weight, but not an empty one or 0', async () => {
	const screen = weighing();
	await submit(screen, 0);
	const field = screen.find('input[aria-label="Weight (kg)"]');
	expect(document.activeElement).toBe(field);
	await typeInto(field, '0');
	await submit(screen, 0);
	expect(weighed).toEqual([]);
	await typeInto(field, '1.1');
	await submit(screen, 0);
	expect(weighed).toEqual([[1.1, '']]);
	expect(screen.findAll('form')).toHaveLength(1);
});

it('sends a wrong weight again only with a reason', async () => {
	const screen = weighing();
	isWrong.value = true;
	await flushPromises();
	await typeInto(screen.find('input[aria-label="Weight (kg)"]'), '1.5');
	await submit(screen, 1);
	expect(weighed).toEqual([]);
	await typeInto(screen.find('input[aria-label^="Why is"]'), ' Catalogue added ');
	await submit(screen, 1);
	expect(weighed).toEqual([[1.5, 'Catalogue added']]);
});
