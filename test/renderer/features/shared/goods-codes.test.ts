import { beforeEach, describe, expect, it } from 'vitest';
import type { GoodsSuggestion, RememberedCode } from '../../../../src-contract/model/goods';
import { useGoodsStore } from '../../../../src-renderer/features/shared/goods-codes';
import { type ContentInput, newContent } from '../../../../src-renderer/lib/draft-fields';
import { freshPinia } from '../../../fixtures/active-pinia';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { suggestionOf } from '../../../fixtures/screens';

const suggestion = (remembered: RememberedCode | null = null): GoodsSuggestion => ({
	...suggestionOf(),
	rememberedCode: remembered,
});
const remembered = (code: string, changes: Partial<RememberedCode> = {}): RememberedCode => ({
	code,
	description: 'T-shirts of cotton',
	chosenBy: 'Desk 4',
	chosenAt: '2026-11-20T10:00:00.000Z',
	match: 'description',
	decidedFor: 'Cotton shirts',
	...changes,
});
const item = (changes: Partial<ContentInput> = {}): ContentInput => ({ ...newContent(), ...changes });

let bridge: TestBridge;
let goods: ReturnType<typeof useGoodsStore>;
beforeEach(() => {
	bridge = installBridge();
	freshPinia();
	goods = useGoodsStore();
});

describe('choosing a code', () => {
	it('remembers the code for the description', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		bridge.reply('goods.remember', ({ code }) => remembered(code));
		const shirts = item({ description: 'Cotton  shirts' });
		await goods.chooseCode(shirts, '610910');
		expect(shirts.hsCode).toBe('6109.10');
		expect(bridge.callsTo('goods.remember').map(({ input }) => input)).toEqual([
			{ description: 'Cotton  shirts', code: '610910' },
		]);
		expect(goods.isForOtherGoods(shirts)).toBe(false);
		shirts.description = 'Steel screws';
		expect(goods.isForOtherGoods(shirts)).toBe(true);
	});

	it('without a description is for no goods, so a later description is not "other goods"', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		const shirts = item({ description: '  ' });
		await goods.chooseCode(shirts, '610910');
		expect(shirts.hsCode).toBe('6109.10');
		expect(shirts.hsCodeChoice).toBeUndefined();
		expect(bridge.callsTo('goods.describe')).toHaveLength(1);
		expect(bridge.callsTo('goods.remember')).toHaveLength(0);
		shirts.description = 'Cotton shirts';
		expect(goods.isForOtherGoods(shirts)).toBe(false);
	});

	it('belongs to the description at the time of the choice, even when the user types during the lookup', async () => {
		const shirts = item({ description: 'Cotton shirts' });
		const chosen = goods.chooseCode(shirts, '610910');
		shirts.description = 'Steel screws';
		await bridge.pending('goods.describe').answer('T-shirts of cotton');
		await bridge.pending('goods.remember').answer(remembered('610910'));
		await chosen;
		expect(bridge.callsTo('goods.remember')[0]?.input).toEqual({ description: 'Cotton shirts', code: '610910' });
		expect(shirts.hsCodeChoice?.description).toBe('cotton shirts');
	});

	it('remembers only the last of two choices, even when the first lookup is slower', async () => {
		bridge.reply('goods.remember', ({ code }) => remembered(code));
		const shirts = item({ description: 'Cotton shirts' });
		const first = goods.chooseCode(shirts, '610910');
		const second = goods.chooseCode(shirts, '610990');
		const [slow, fast] = bridge.callsTo('goods.describe');
		await fast?.answer('T-shirts of other fibres');
		await slow?.answer('T-shirts of cotton');
		await Promise.all([first, second]);
		expect(bridge.callsTo('goods.remember').map(({ input }) => input)).toEqual([
			{ description: 'Cotton shirts', code: '610990' },
		]);
		expect(shirts.hsCode).toBe('6109.90');
	});

	it('does not remember a code that is not in the nomenclature', async () => {
		bridge.reply('goods.describe', () => null);
		const shirts = item({ description: 'Cotton shirts' });
		await goods.chooseCode(shirts, '999999');
		expect(goods.descriptionOf('9999.99')).toBeNull();
		expect(bridge.callsTo('goods.describe')).toHaveLength(1);
		expect(bridge.callsTo('goods.remember')).toHaveLength(0);
	});

	it('keeps the code on the item and reports it when it cannot be remembered', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		const shirts = item({ description: 'Cotton shirts' });
		const chosen = goods.chooseCode(shirts, '610910');
		await flushPromises();
		await bridge.pending('goods.remember').fail('internal', 'The disk is full.');
		await chosen;
		expect(shirts.hsCode).toBe('6109.10');
		expect(goods.failure).toContain('The disk is full.');
	});
});

describe('a suggestion', () => {
	it('is requested once for descriptions that differ only in case and spaces', async () => {
		bridge.reply('goods.suggest', () => suggestion());
		await goods.loadSuggestion('Cotton shirts');
		await goods.loadSuggestion('cotton  SHIRTS ');
		expect(bridge.callsTo('goods.suggest').map(({ input }) => input)).toEqual([{ description: 'cotton shirts' }]);
		expect(goods.suggestionFor('Cotton Shirts')?.candidates[0]?.code).toBe('610910');
	});

	it('is requested again after the nomenclature did not answer', async () => {
		bridge.reply('goods.suggest', () => ({ ...suggestion(), hasFailed: true }));
		await goods.loadSuggestion('Cotton shirts');
		await goods.loadSuggestion('Cotton shirts');
		expect(bridge.callsTo('goods.suggest')).toHaveLength(2);
	});

	it('is not requested for a single character', async () => {
		bridge.reply('goods.suggest', () => suggestion());
		await goods.loadSuggestion('ab');
		await goods.loadSuggestion('a');
		expect(bridge.callsTo('goods.suggest').map(({ input }) => input)).toEqual([{ description: 'ab' }]);
	});

	it('shows a choice that was made during its request', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of other fibres');
		bridge.reply('goods.remember', ({ code }) => remembered(code));
		const loading = goods.loadSuggestion('Cotton shirts');
		await goods.chooseCode(item({ description: 'Cotton shirts' }), '610990');
		await bridge.pending('goods.suggest').answer(suggestion());
		await loading;
		expect(goods.suggestionFor('Cotton shirts')?.rememberedCode?.code).toBe('610990');
	});

	it('is requested again after a decision of this desk or of another desk, which may apply to the same goods', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		bridge.reply('goods.remember', ({ code }) => remembered(code));
		bridge.reply('goods.suggest', () => suggestion());
		await goods.loadSuggestion('Blue cotton shirts');
		await goods.chooseCode(item({ description: 'Cotton shirts' }), '610910');
		bridge.reply('goods.suggest', () => suggestion(remembered('610910', { match: 'words' })));
		await goods.loadSuggestion('Blue cotton shirts');
		expect(goods.suggestionFor('Blue cotton shirts')?.rememberedCode).toMatchObject({ code: '610910', match: 'words' });
		expect(bridge.callsTo('goods.suggest')).toHaveLength(2);
		await bridge.push('goods.decisionsReceived', null);
		await goods.loadSuggestion('Blue cotton shirts');
		await goods.loadSuggestion('Blue cotton shirts');
		expect(bridge.callsTo('goods.suggest')).toHaveLength(3);
	});

	it('shows the later choice of another desk', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		bridge.reply('goods.remember', ({ code }) => remembered(code));
		await goods.chooseCode(item({ description: 'Cotton shirts' }), '610910');
		const later = remembered('610990', { chosenBy: 'Desk 1', chosenAt: '2026-11-21T10:00:00.000Z' });
		bridge.reply('goods.suggest', () => suggestion(later));
		await goods.loadSuggestion('Cotton shirts');
		expect(goods.suggestionFor('Cotton shirts')?.rememberedCode).toMatchObject({ code: '610990', chosenBy: 'Desk 1' });
	});

	it('is discarded, oldest first, beyond 500', async () => {
		bridge.reply('goods.suggest', () => suggestion());
		for (let number = 0; number <= 500; number += 1) await goods.loadSuggestion(`goods ${number}`);
		expect(goods.suggestionFor('goods 0')).toBeUndefined();
		expect(goods.suggestionFor('goods 1')).toBeDefined();
		expect(goods.suggestionFor('goods 500')).toBeDefined();
	});
});

describe('recalling a code after a description is typed', () => {
	it('fills in the remembered code', async () => {
		bridge.reply('goods.suggest', () => suggestion(remembered('610910')));
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		const shirts = item({ description: 'Cotton shirts' });
		await goods.fillInCode(shirts);
		expect(shirts.hsCode).toBe('6109.10');
		expect(goods.isForOtherGoods(shirts)).toBe(false);
	});

	it('fills in a code that was chosen for the same goods, and not one for similar goods', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		bridge.reply('goods.suggest', ({ description }) =>
			suggestion(remembered('610910', { match: description === 'blue shirts' ? 'words' : 'similar' })),
		);
		const same = item({ description: 'Blue shirts' });
		const similar = item({ description: 'Hawaii shirts' });
		await goods.fillInCode(same);
		await goods.fillInCode(similar);
		expect([same.hsCode, similar.hsCode]).toEqual(['6109.10', '']);
		expect(goods.suggestionFor('Hawaii shirts')?.rememberedCode?.code).toBe('610910');
	});

	it('removes a code that was filled in for another description', async () => {
		bridge.reply('goods.suggest', ({ description }) =>
			suggestion(description === 'cotton shirts' ? remembered('610910') : null),
		);
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		const goodsItem = item({ description: 'Cotton shirts' });
		await goods.fillInCode(goodsItem);
		expect(goodsItem.hsCode).toBe('6109.10');
		goodsItem.description = 'Steel screws';
		await goods.fillInCode(goodsItem);
		expect(goodsItem.hsCode).toBe('');
		expect(goodsItem.hsCodeChoice).toBeUndefined();
	});

	it.each([
		['another description', (content: ContentInput) => (content.description = 'Steel screws'), ''],
		['a code', (content: ContentInput) => (content.hsCode = '7318.15'), '7318.15'],
	])('fills nothing in when %s was typed before the answer', async (_name, type, hsCode) => {
		const goodsItem = item({ description: 'Cotton shirts' });
		const fillingIn = goods.fillInCode(goodsItem);
		type(goodsItem);
		await bridge.pending('goods.suggest').answer(suggestion(remembered('610910')));
		await fillingIn;
		expect(bridge.callsTo('goods.suggest')).toHaveLength(1);
		expect(goodsItem.hsCode).toBe(hsCode);
	});

	it('leaves a chosen code unchanged', async () => {
		bridge.reply('goods.suggest', () => suggestion(remembered('610910')));
		bridge.reply('goods.describe', () => 'Screws');
		bridge.reply('goods.remember', ({ code }) => remembered(code));
		const screws = item({ description: 'Steel screws' });
		await goods.chooseCode(screws, '731815');
		screws.description = 'Cotton shirts';
		await goods.fillInCode(screws);
		expect(screws.hsCode).toBe('7318.15');
		expect(goods.isForOtherGoods(screws)).toBe(true);
	});
});

describe('the description of a code', () => {
	it('is undefined until it is loaded, and null for text that is not a code', async () => {
		bridge.reply('goods.describe', () => 'T-shirts of cotton');
		expect(goods.descriptionOf('6109.10')).toBeUndefined();
		await goods.loadDescription('6109.10');
		await goods.loadDescription('610910');
		expect(goods.descriptionOf('6109 10')).toBe('T-shirts of cotton');
		expect(goods.descriptionOf('shirt')).toBeNull();
		expect(goods.descriptionOf('')).toBeUndefined();
		expect(bridge.callsTo('goods.describe').map(({ input }) => input)).toEqual([{ code: '610910' }]);
	});
});
