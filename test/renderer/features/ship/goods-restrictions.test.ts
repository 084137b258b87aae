// @vitest-environment happy-dom
// The warnings of prohibited and restricted goods on Ship.
import type { Pinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { GoodsRestriction } from '../../../../src-contract/model/goods-restrictions';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import GoodsRestrictions from '../../../../src-renderer/features/ship/GoodsRestrictions.vue';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';
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

/** Lines of the warnings for a parcel to a country, with their colour. */
async function linesFor(countryCode: string): Promise<string[]> {
	const ship = useShipFormStore();
	Object.assign(ship.draft, structuredClone(exampleDraft), { to: { ...recipient, countryCode, zipcode: '12211' } });
	const shown = mount(pinia, GoodsRestrictions);
	await vi.advanceTimersByTimeAsync(400);
	return shown
		.findAll('li')
		.map(({ className, textContent }) => `${/text-(error|warning)/.exec(className)?.[1]}: ${textContent?.trim()}`);
}

it('show each restriction once, and prohibited goods as errors', async () => {
	const requests: unknown[] = [];
	bridge.reply('goods.restrictions', (input) => {
		requests.push(input);
		return [wine, battery, { ...battery, item: 2 }];
	});
	expect(await linesFor('SA')).toEqual([
		'error: Alcohol to SA: prohibited. They may not be imported. (customs law)',
		'warning: Lithium batteries to SA: restricted. Carriers accept them only if packed and declared as dangerous goods. (customs law)',
	]);
	expect(requests).toMatchObject([
		{ to: { countryCode: 'SA', zipcode: '12211' }, items: [{ description: 'Cotton T-shirt' }] },
	]);
});

it('say when the restrictions could not be checked', async () => {
	bridge.reply('goods.restrictions', () => null);
	expect(await linesFor('SA')).toEqual([
		'warning: The restrictions of the destination could not be checked. Check before you ship whether it admits these goods.',
	]);
	expect(await linesFor('DE')).toEqual([]);
});

it('are not asked for within a customs territory, and show nothing while the route is not complete', async () => {
	let requestCount = 0;
	bridge.reply('goods.restrictions', () => {
		requestCount += 1;
		throw new Error('the postcode is missing');
	});
	expect(await linesFor('DE')).toEqual([]);
	expect(requestCount).toBe(0);
	expect(await linesFor('SA')).toEqual([]);
	expect(requestCount).toBeGreaterThan(0);
});
