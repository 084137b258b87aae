// @vitest-environment happy-dom
// The warnings of prohibited and restricted goods on Ship.
import type { Pinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GoodsRestriction } from '../../../../src-contract/model/goods-restrictions';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import GoodsRestrictions from '../../../../src-renderer/features/ship/GoodsRestrictions.vue';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, unmountAll } from '../../../fixtures/mount';
import { exampleDraft, recipient } from '../../../fixtures/shipment-draft';

const wine: GoodsRestriction = {
	item: 0,
	isProhibited: true,
	goods: 'alcohol',
	rule: 'not-admitted',
	territory: 'SA',
	source: 'customs law',
};
const battery: GoodsRestriction = {
	...wine,
	item: 1,
	isProhibited: false,
	goods: 'lithium-batteries',
	rule: 'dangerous-goods',
};

let bridge: TestBridge;
let pinia: Pinia;
beforeEach(() => {
	bridge = installBridge();
	pinia = freshPinia();
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
	unmountAll();
});

const unchecked =
	'warning: The restrictions of the destination could not be checked. Check before you ship whether it admits these goods.';

/** Changes the form to a parcel to a country, and waits until the restrictions are requested. */
async function fillIn(countryCode: string, description = 'Cotton T-shirt'): Promise<void> {
	// Of this test: a timer of an earlier test may have made another Pinia the active one while this test waited.
	const ship = useShipFormStore(pinia);
	const { contents, ...draft } = structuredClone(exampleDraft);
	Object.assign(ship.draft, draft, {
		to: { ...recipient, countryCode, zipcode: '12211' },
		contents: contents.map((item) => ({ ...item, description, hsCode: description === '' ? '' : item.hsCode })),
	});
	await vi.advanceTimersByTimeAsync(400);
}

/** Lines of the warnings, with their colour. */
const linesOf = ({ findAll }: Mounted): string[] =>
	findAll('li').map(
		({ className, textContent }) => `${/text-(error|warning)/.exec(className)?.[1]}: ${textContent?.trim()}`,
	);

it('show each restriction once, and prohibited goods as errors', async () => {
	const requests: unknown[] = [];
	bridge.reply('goods.restrictions', (input) => {
		requests.push(input);
		return [wine, battery, { ...battery, item: 2 }];
	});
	const shown = mount(pinia, GoodsRestrictions);
	await fillIn('SA');
	expect(linesOf(shown)).toEqual([
		'error: Alcohol to SA: prohibited. They may not be imported. (customs law)',
		'warning: Lithium batteries to SA: restricted. Carriers accept them only if packed and declared as dangerous goods. (customs law)',
	]);
	expect(requests).toMatchObject([
		{ to: { countryCode: 'SA', zipcode: '12211' }, items: [{ description: 'Cotton T-shirt' }] },
	]);
});

it('say when the restrictions could not be checked, until they are checked or nothing is left to check', async () => {
	bridge.reply('goods.restrictions', () => null);
	const shown = mount(pinia, GoodsRestrictions);
	await fillIn('SA');
	expect(linesOf(shown)).toEqual([unchecked]);
	await fillIn('SA', '');
	expect(linesOf(shown)).toEqual([]);
	await fillIn('SA');
	expect(linesOf(shown)).toEqual([unchecked]);
	await fillIn('DE');
	expect(linesOf(shown)).toEqual([]);
	await fillIn('SA');
	expect(linesOf(shown)).toEqual([unchecked]);
	bridge.reply('goods.restrictions', () => []);
	await fillIn('SA', 'Linen T-shirt');
	expect(linesOf(shown)).toEqual([]);
	expect(bridge.callsTo('goods.restrictions')).toHaveLength(4);
});

it('say so when the call fails', async () => {
	const shown = mount(pinia, GoodsRestrictions);
	await fillIn('SA');
	await bridge.pending('goods.restrictions').fail('internal', 'An unexpected error occurred.');
	expect(linesOf(shown)).toEqual([unchecked]);
	await fillIn('SA', 'Linen T-shirt');
	await bridge.pending('goods.restrictions').answer([wine]);
	expect(linesOf(shown)).toEqual(['error: Alcohol to SA: prohibited. They may not be imported. (customs law)']);
});

it('ignore a failed check of goods that are no longer in the form', async () => {
	const shown = mount(pinia, GoodsRestrictions);
	await fillIn('SA');
	const superseded = bridge.pending('goods.restrictions');
	await fillIn('SA', 'Linen T-shirt');
	await bridge.callsTo('goods.restrictions')[1]?.answer([wine]);
	await superseded.fail('internal', 'An unexpected error occurred.');
	expect(linesOf(shown)).toEqual(['error: Alcohol to SA: prohibited. They may not be imported. (customs law)']);
	await fillIn('SA', 'Wool T-shirt');
	const ofRemovedGoods = bridge.pending('goods.restrictions');
	await fillIn('SA', '');
	await ofRemovedGoods.answer(null);
	expect(linesOf(shown)).toEqual([]);
});

it('are not requested within a customs territory', async () => {
	bridge.reply('goods.restrictions', () => [wine]);
	const shown = mount(pinia, GoodsRestrictions);
	await fillIn('SA');
	expect(linesOf(shown)).toHaveLength(1);
	await fillIn('DE');
	expect(linesOf(shown)).toEqual([]);
	expect(bridge.callsTo('goods.restrictions')).toHaveLength(1);
});
