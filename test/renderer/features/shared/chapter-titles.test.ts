// @vitest-environment happy-dom

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../../../../src-contract/i18n';
import type { DecisionMatch } from '../../../../src-contract/model/goods';
import { chapterTitle } from '../../../../src-renderer/features/shared/chapter-titles';
import { codeHint } from '../../../../src-renderer/features/shared/code-hint';
import { useGoodsStore } from '../../../../src-renderer/features/shared/goods-codes';
import HsCodeField from '../../../../src-renderer/features/shared/HsCodeField.vue';
import { newContent } from '../../../../src-renderer/lib/draft-fields';
import { showLanguage } from '../../../../src-renderer/lib/i18n';
import { flushPromises, installBridge } from '../../../fixtures/bridge';
import { freshPinia, mount, unmountAll } from '../../../fixtures/mount';
import { suggestionOf } from '../../../fixtures/screens';
import { waitFor } from '../../../fixtures/wait-for';

afterEach(async () => {
	unmountAll();
	await showLanguage('en');
});

const codes = readFileSync(path.resolve('resources/nomenclature/codes.csv'), 'utf8');
const chapters = [...new Set([...codes.matchAll(/^(\d\d)\d\d,/gm)].map(([, chapter = '']) => chapter))];

it.each((Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en'))(
	'every chapter of the Harmonised System has a title of its own: %s',
	async (language) => {
		await showLanguage(language);
		await waitFor(() => expect(chapterTitle('0101')).toBeDefined());
		const titles = chapters.map(chapterTitle);
		expect(titles).toHaveLength(96);
		expect(titles.filter((title = '') => title.length >= 3 && title.length <= 80)).toHaveLength(96);
		expect(new Set(titles).size).toBe(96);
		expect(chapterTitle('7700')).toBeUndefined();
	},
);

it('the title stands before the English description of a code, except in English', async () => {
	const bridge = installBridge();
	bridge.reply('goods.describe', () => 'T-shirts of cotton');
	freshPinia();
	const goods = useGoodsStore();
	await goods.loadDescription('6109.10');
	const item = { ...newContent(), hsCode: '6109.10' };
	expect(codeHint(item, goods).parts).toEqual([{ text: '✓ ' }, { text: 'T-shirts of cotton', lang: 'en' }]);
	await showLanguage('de');
	await waitFor(() => expect(chapterTitle('6109.10')).toBeDefined());
	expect(codeHint(item, goods).parts).toEqual([
		{ text: '✓ Kleidung, gewirkt oder gestrickt: ' },
		{ text: 'T-shirts of cotton', lang: 'en' },
	]);
});

it('a code chosen before names its desk, or this desk if it had no name', async () => {
	const bridge = installBridge();
	let chosenBy = 'Desk 4';
	let match: DecisionMatch = 'description';
	bridge.reply('goods.describe', () => 'T-shirts of cotton');
	bridge.reply('goods.suggest', () =>
		suggestionOf({
			rememberedCode: {
				code: '610910',
				description: 'T-shirts',
				chosenBy,
				chosenAt: '2026-11-20T10:00:00Z',
				match,
				decidedFor: 'Polo shirts',
			},
		}),
	);
	const item = { ...newContent(), description: 'shirt', hsCode: '6109.10' };
	const textsShown = async () => {
		const pinia = freshPinia();
		const goods = useGoodsStore();
		await goods.loadDescription(item.hsCode);
		await goods.loadSuggestion(item.description);
		const field = mount(pinia, HsCodeField, () => ({ modelValue: { ...item }, label: 'HS code', invalid: false }));
		field.find('input').click();
		await flushPromises();
		const [option] = field.findAll('[role=option]');
		return [
			codeHint(item, goods)
				.parts.map(({ text }) => text)
				.join(''),
			option?.lastElementChild?.lastElementChild?.textContent,
		];
	};
	await showLanguage('en');
	expect(await textsShown()).toEqual(['✓ T-shirts of cotton · chosen by Desk 4', 'chosen by Desk 4, 2026-11-20']);
	chosenBy = '';
	expect(await textsShown()).toEqual(['✓ T-shirts of cotton · chosen at this desk', 'chosen at this desk, 2026-11-20']);
	match = 'words';
	expect(await textsShown()).toEqual([
		'✓ T-shirts of cotton · chosen at this desk for "Polo shirts"',
		'chosen at this desk for "Polo shirts", 2026-11-20',
	]);
	chosenBy = 'Desk 4';
	expect(await textsShown()).toEqual([
		'✓ T-shirts of cotton · chosen by Desk 4 for "Polo shirts"',
		'chosen by Desk 4 for "Polo shirts", 2026-11-20',
	]);
	match = 'similar';
	item.hsCode = '';
	expect(await textsShown()).toEqual([
		'Suggested: 6109.10 T-shirts (chosen by Desk 4 for "Polo shirts"). ↓ in HS code to choose',
		'chosen by Desk 4 for "Polo shirts", 2026-11-20',
	]);
});

it('the suggestions for goods show it under the description', async () => {
	await showLanguage('pl');
	await waitFor(() => expect(chapterTitle('6109.10')).toBeDefined());
	const bridge = installBridge();
	bridge.reply('goods.suggest', () => suggestionOf({}));
	const pinia = freshPinia();
	await useGoodsStore().loadSuggestion('shirt');
	const field = mount(pinia, HsCodeField, () => ({
		modelValue: { ...newContent(), description: 'shirt' },
		label: 'HS code',
		invalid: false,
	}));
	field.find('input').click();
	await flushPromises();
	const [option] = field.findAll('[role=option]');
	expect(option?.querySelector('[lang=en]')?.textContent).toBe('T-shirts of cotton');
	expect(option?.textContent).toContain('Dział 61: Odzież z dzianin');
});
