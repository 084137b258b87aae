// @vitest-environment happy-dom
// The suggested boxes on the Pack screen, their picture, and the choice of another box.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { PlacedItem, SuggestedCartons } from '../../../../src-contract/model/carton';
import type { PackView as Session } from '../../../../src-contract/model/packing';
import type { ParcelPreset } from '../../../../src-contract/model/settings';
import PackView from '../../../../src-renderer/features/pack/PackView.vue';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { settingsOf, statusOf } from '../../../fixtures/screens';
import { currentSession, packAnswer, packQueue, packView } from './pack-fixtures';

let bridge: TestBridge;
beforeEach(() => {
	bridge = installBridge();
	bridge.reply('packing.queue', () => packQueue());
});
afterEach(unmountAll);

const details = {
	innerLengthCm: 30,
	innerWidthCm: 20,
	innerHeightCm: 15,
	emptyKg: 0.2,
	maxKg: null,
	costEur: 0.4,
	isFlexible: false,
	isInStock: true,
};
const box = (name: string, carton: ParcelPreset['carton']): ParcelPreset => ({
	name,
	lengthCm: 31,
	widthCm: 21,
	heightCm: 16,
	weightKg: 1,
	carton,
});
const item = (lineIndex: number, xCm: number): PlacedItem => ({
	lineIndex,
	name: `Item ${lineIndex}`,
	xCm,
	yCm: 0,
	lengthCm: 10,
	widthCm: 10,
	heightCm: 5,
});
const advice = (changes: Partial<SuggestedCartons> = {}): SuggestedCartons => ({
	packages: [
		{
			carton: 'M',
			innerLengthCm: 30,
			innerWidthCm: 20,
			emptyShare: 0.254,
			layers: [[item(0, 0), item(1, 10)], [item(0, 0)], [item(0, 0)]],
		},
	],
	reason: 'M instead of S: 1.20 EUR less.',
	...changes,
});

async function open(
	session: Partial<Session>,
	boxes: ParcelPreset[] = [box('S', details), box('M', details)],
): Promise<Mounted> {
	bridge.reply('packing.current', () => currentSession(packView(session)));
	const component = { render: () => null };
	const router = createRouter({ history: createMemoryHistory(), routes: [{ path: '/pack', name: 'pack', component }] });
	await router.push('/pack');
	const pinia = freshPinia();
	Object.assign(useStationStore(), { status: statusOf(), settings: settingsOf({ parcelPresets: boxes }) });
	const screen = mount(pinia, PackView, () => ({}), [router]);
	await flushPromises();
	await flushPromises();
	return screen;
}
const panelText = (screen: Mounted) =>
	screen.find('[data-testid=pack-cartons]').textContent?.replace(/\s+/g, ' ').trim();

describe('the suggested boxes', () => {
	it('are named beside the order, with the empty space, the reason and the items of each layer', async () => {
		const screen = await open({ cartons: advice() });
		expect(screen.find('[data-testid=pack-carton]').textContent?.trim()).toMatch(/^Box\s+M$/);
		expect(panelText(screen)).toContain('25 % empty');
		expect(panelText(screen)).toContain('M instead of S: 1.20 EUR less.');
		const layers = [...screen.find('[data-testid=pack-cartons]').querySelectorAll('title')];
		expect(layers.map(({ textContent }) => textContent?.trim())).toEqual([
			'Bottom: 1 × Item 0, 1 × Item 1',
			'Layers 2 to 3: 1 × Item 0',
		]);
		expect(panelText(screen)).toMatch(/1\s*Item 0\s*× 3\s*2\s*Item 1\s*× 1/);
	});

	it('are several for several packages', async () => {
		const [pack] = advice().packages;
		const screen = await open({ cartons: advice({ packages: pack ? [pack, { ...pack, carton: 'S' }] : [] }) });
		expect(screen.find('[data-testid=pack-carton]').textContent).toMatch(/M \+ S/);
	});

	it('are none on a desk without boxes to suggest', async () => {
		const screen = await open({}, [box('S', null)]);
		expect(screen.root.querySelector('[data-testid=pack-cartons]')).toBeNull();
		expect(screen.root.querySelector('[data-testid=pack-carton]')).toBeNull();
		expect(screen.root.textContent).not.toContain('Choose a box');
	});
});

it('sends the box that the packer chooses with Alt K, and returns to the field for codes', async () => {
	const screen = await open({ cartons: advice(), boxChoice: { packageNumber: 1, chosen: '' } });
	await pressKey(document.body, 'k', { altKey: true, code: 'KeyK' });
	const field = screen.find('input[aria-label="Box of package 1"]') as HTMLInputElement;
	expect(document.activeElement).toBe(field);
	await typeInto(field, 'S');
	await pressKey(field, 'Enter');
	const choice = bridge.pending('packing.chooseCarton');
	expect(choice.input).toMatchObject({ carton: 'S', sessionId: 7, revision: 1 });
	const boxChoice = { packageNumber: 1, chosen: 'S' };
	const chosen = packView({ revision: 2, cartons: advice(), boxChoice });
	await choice.answer(packAnswer({ title: 'S', view: chosen }));
	expect(screen.find('[data-testid=pack-carton]').textContent).toMatch(/S$/);
	expect(document.activeElement).toBe(screen.find('input[maxlength="500"]'));
});
