// HS codes that users chose for a description of goods, and how codes are written.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatHsCode } from '../../../src-contract/model/goods';
import { hsCodeSchema } from '../../../src-contract/model/trade-terms';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { createGoods } from '../../../src-main/shipments/goods-codes';

const candidates = [
	{ code: '610910', description: 'T-shirts of cotton', heading: 'T-shirts, knitted', matchedWords: 'tee' },
];

function openGoods(file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-goods-')), 'waybill.db')) {
	const errors: string[] = [];
	const thread = { isDown: false };
	const database = openDatabase(file, migrations);
	const goods = createGoods({
		database,
		nomenclature: {
			async classify() {
				if (thread.isDown) throw new Error('it took too long');
				return { confidence: 'sure', probability: 0.9, candidates, question: null };
			},
			async describe(code) {
				if (thread.isDown) throw new Error('it took too long');
				return code.startsWith('6109') ? 'T-shirts' : null;
			},
			async restrictions({ to, onDate }, items) {
				if (thread.isDown) throw new Error('it took too long');
				return items.map(({ hsCode }, item) => ({
					item,
					isProhibited: true,
					goods: 'alcohol',
					rule: 'not-admitted',
					territory: to.countryCode,
					source: `${hsCode}, ${onDate}`,
				}));
			},
		},
		deskName: () => 'Desk 4',
		now: () => new Date('2026-11-24T10:00:00Z'),
		log: (event) => errors.push(event),
	});
	return { goods, thread, errors, file, close: () => database.close() };
}

it('remembers who chose which code and when, for descriptions that differ only in case and spaces', async () => {
	const first = openGoods();
	expect((await first.goods.suggest('Cotton tee')).rememberedCode).toBeNull();
	await first.goods.remember('Cotton tee', '61091000');
	await first.goods.remember('Cotton  TEE ', '610990');
	first.close();
	const { goods, close } = openGoods(first.file);
	expect(await goods.suggest(' cotton tee')).toEqual({
		confidence: 'sure',
		probability: 0.9,
		candidates,
		question: null,
		hasFailed: false,
		rememberedCode: {
			code: '610990',
			description: 'T-shirts',
			chosenBy: 'Desk 4',
			chosenAt: '2026-11-24T10:00:00.000Z',
		},
	});
	close();
});

it('refuses an unknown code and keeps the earlier choice', async () => {
	const { goods, close } = openGoods();
	await goods.remember('tee', '610910');
	await expect(goods.remember('tee', '999999')).rejects.toMatchObject({ code: 'goods.unknownCode' });
	expect((await goods.suggest('tee')).rememberedCode?.code).toBe('610910');
	close();
});

it('returns the remembered code when the nomenclature does not answer', async () => {
	const { goods, thread, errors, close } = openGoods();
	await goods.remember('tee', '610910');
	thread.isDown = true;
	expect(await goods.suggest('tee')).toMatchObject({
		hasFailed: true,
		confidence: 'unsure',
		candidates: [],
		rememberedCode: { code: '610910' },
	});
	expect(errors).toEqual(['goods.error']);
	close();
});

it('accepts separators in codes and formats codes with dots', () => {
	expect(hsCodeSchema.parse('6109.10 00')).toBe('61091000');
	expect(hsCodeSchema.safeParse('6109').success).toBe(false);
	expect(formatHsCode('6109100010')).toBe('6109.10.00.10');
	expect(formatHsCode('')).toBe('');
});

it('finds restrictions across a customs border, and none when the nomenclature fails', async () => {
	const { goods, thread, errors, close } = openGoods();
	const route = { from: { countryCode: 'NL' }, to: { countryCode: 'SA' } };
	const items = [{ description: 'wine', hsCode: '2204.21' }];
	expect(await goods.restrictions(route, items)).toEqual([
		{
			item: 0,
			isProhibited: true,
			goods: 'alcohol',
			rule: 'not-admitted',
			territory: 'SA',
			source: '220421, 2026-11-24',
		},
	]);
	expect(await goods.restrictions({ ...route, to: { countryCode: 'DE' } }, items)).toEqual([]);
	expect(errors).toEqual([]);
	thread.isDown = true;
	expect(await goods.restrictions(route, items)).toEqual([]);
	expect(errors).toEqual(['goods.error']);
	close();
});
