// HS codes that users chose for a description of goods, and how codes are written.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatHsCode } from '../../../src-contract/model/goods';
import { hsCodeSchema } from '../../../src-contract/model/trade-terms';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { goodsDecisions } from '../../../src-main/platform/migrations/0012-goods-decisions';
import { createGoods } from '../../../src-main/shipments/goods-codes';
import { createDecisionStore } from '../../../src-main/shipments/goods-decisions/decision-store';

const candidates = [
	{ code: '610910', description: 'T-shirts of cotton', heading: 'T-shirts, knitted', matchedWords: 'tee' },
];

/** The log entry of a failed call, which contains neither the goods nor the route. */
const TIMEOUT_LOGGED = 'goods.error {"error":"Error: it took too long"}';

function openGoods(file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-goods-')), 'waybill.db')) {
	const errors: string[] = [];
	const thread = { isDown: false };
	const database = openDatabase(file, migrations);
	const decisions = createDecisionStore(database, () => {});
	let rememberedCount = 0;
	const goods = createGoods({
		decisions,
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
		onRemembered: () => {
			rememberedCount += 1;
		},
		now: () => new Date('2026-11-24T10:00:00Z'),
		log: (event, detail) => errors.push(`${event} ${JSON.stringify(detail)}`),
	});
	return {
		goods,
		decisions,
		thread,
		errors,
		file,
		rememberedCount: () => rememberedCount,
		close: () => database.close(),
	};
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
			// Just after the first choice, which this desk made at the same time.
			chosenAt: '2026-11-24T10:00:00.001Z',
			match: 'description',
			decidedFor: 'Cotton  TEE ',
		},
	});
	close();
});

it('suggests the code for the same goods in other words, and says for which goods it was chosen', async () => {
	const { goods, rememberedCount, close } = openGoods();
	expect((await goods.suggest('blue merino tees (L)')).rememberedCode).toBeNull();
	await goods.remember('Merino tee, grey, size M', '610910');
	expect(rememberedCount()).toBe(1);
	expect((await goods.suggest('blue merino tees (L)')).rememberedCode).toMatchObject({
		code: '610910',
		match: 'words',
		decidedFor: 'Merino tee, grey, size M',
		chosenBy: 'Desk 4',
	});
	expect((await goods.suggest('merino tees with print')).rememberedCode).toMatchObject({ match: 'similar' });
	// A decision for exactly this description wins over the one by words.
	await goods.remember('blue merino tees (L)', '610990');
	expect((await goods.suggest('Blue merino tees (L)')).rememberedCode).toMatchObject({
		code: '610990',
		match: 'description',
	});
	// The newest decision by words wins.
	expect((await goods.suggest('merino tee, XS')).rememberedCode).toMatchObject({ code: '610990', match: 'words' });
	close();
});

it('keeps the codes that an earlier version remembered, and finds them by words after a restart', async () => {
	const file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-goods-')), 'waybill.db');
	const earlier = openDatabase(file, migrations.slice(0, migrations.indexOf(goodsDecisions[0] as string)));
	for (let number = 0; number < 1200; number += 1)
		earlier.run(
			"INSERT INTO customs_memory VALUES (?, '610910', 'T-shirts', 'Anna', '2026-01-02T03:04:05.000Z')",
			`cotton tee, model${number}x`,
		);
	earlier.close();
	const { goods, decisions, close } = openGoods(file);
	const remembered = {
		code: '610910',
		description: 'T-shirts',
		chosenBy: 'Anna',
		chosenAt: '2026-01-02T03:04:05.000Z',
	};
	expect((await goods.suggest('Cotton tee, model7x')).rememberedCode).toEqual({
		...remembered,
		match: 'description',
		decidedFor: 'cotton tee, model7x',
	});
	expect((await goods.suggest('Blue cotton tees model1199x')).rememberedCode).toEqual({
		...remembered,
		match: 'words',
		decidedFor: 'cotton tee, model1199x',
	});
	// They are sent when the desk joins a site.
	expect(decisions.pending(2000)).toHaveLength(1200);
	close();
});

it('finds a code for goods of a batch by description and by words, and not for similar goods', async () => {
	const { goods, decisions, thread, errors, close } = openGoods();
	await goods.remember('Merino tee', '610910');
	expect(await goods.findDecidedCode('merino TEE')).toBe('610910');
	expect(await goods.findDecidedCode('grey merino tees')).toBe('610910');
	expect(await goods.findDecidedCode('merino tee with print')).toBeUndefined();
	expect(await goods.findDecidedCode('steel screws')).toBeUndefined();
	// Codes of other desks are described by the nomenclature of this desk, which may not contain them.
	const received = { chosenAt: '2026-11-24T10:00:00.000Z', chosenBy: 'Desk 1' };
	decisions.applyReceived([{ key: 'silk tee', goods: 'Silk tee', code: '610990', ...received }], 1);
	decisions.applyReceived([{ key: 'lost tee', goods: 'Lost tee', code: '999999', ...received }], 2);
	expect(await goods.findDecidedCode('Silk tees')).toBe('610990');
	expect((await goods.suggest('Silk tee')).rememberedCode).toMatchObject({
		description: 'T-shirts',
		chosenBy: 'Desk 1',
	});
	expect(await goods.findDecidedCode('Lost tees')).toBeUndefined();
	expect((await goods.suggest('Lost tee')).rememberedCode).toBeNull();
	thread.isDown = true;
	expect(await goods.findDecidedCode('Merino tees')).toBe('610910');
	expect(await goods.findDecidedCode('Silk tees')).toBeUndefined();
	expect(errors).toEqual([TIMEOUT_LOGGED]);
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
	expect(errors).toEqual([TIMEOUT_LOGGED]);
	close();
});

it('accepts separators in codes and formats codes with dots', () => {
	expect(hsCodeSchema.parse('6109.10 00')).toBe('61091000');
	expect(hsCodeSchema.safeParse('6109').success).toBe(false);
	expect(formatHsCode('6109100010')).toBe('6109.10.00.10');
	expect(formatHsCode('')).toBe('');
});

it('finds restrictions across a customs border, and says when it cannot', async () => {
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
	expect(await goods.restrictions(route, items)).toBeNull();
	expect(errors).toEqual([TIMEOUT_LOGGED]);
	// Nothing to check.
	expect(await goods.restrictions(route, [])).toEqual([]);
	expect(await goods.restrictions(route, [{ description: ' ', hsCode: '' }])).toEqual([]);
	expect(errors).toHaveLength(1);
	close();
});
