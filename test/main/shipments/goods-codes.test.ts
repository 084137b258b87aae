import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { formatHsCode } from '../../../src-contract/model/goods';
import { hsCodeSchema } from '../../../src-contract/model/trade-terms';
import { openDatabase } from '../../../src-main/platform/database';
import { migrations } from '../../../src-main/platform/migrations';
import { createGoods } from '../../../src-main/shipments/goods-codes';

const candidates = [{ code: '610910', description: 'T-shirts of cotton' }];

function desk(file = path.join(mkdtempSync(path.join(tmpdir(), 'waybill-goods-')), 'waybill.db')) {
	const faults: string[] = [];
	const thread = { isDown: false };
	const database = openDatabase(file, migrations);
	const goods = createGoods({
		database,
		nomenclature: {
			async classify() {
				if (thread.isDown) throw new Error('it took too long');
				return { confidence: 'high', candidates };
			},
			async describe(code) {
				if (thread.isDown) throw new Error('it took too long');
				return code.startsWith('6109') ? 'T-shirts' : null;
			},
		},
		who: () => 'Desk 4',
		now: () => new Date('2026-11-24T10:00:00Z'),
		log: (event) => faults.push(event),
	});
	return { goods, thread, faults, file, close: () => database.close() };
}

it('remembers who chose which code when, for descriptions that differ in case and spaces only', async () => {
	const first = desk();
	expect((await first.goods.suggest('Cotton tee')).remembered).toBeNull();
	await first.goods.remember('Cotton tee', '61091000');
	await first.goods.remember('Cotton  TEE ', '610990');
	first.close();
	const { goods, close } = desk(first.file);
	expect(await goods.suggest(' cotton tee')).toEqual({
		confidence: 'high',
		candidates,
		failed: false,
		remembered: { code: '610990', description: 'T-shirts', chosenBy: 'Desk 4', chosenAt: '2026-11-24T10:00:00.000Z' },
	});
	close();
});

it('refuses a code that is none, and keeps the earlier choice', async () => {
	const { goods, close } = desk();
	await goods.remember('tee', '610910');
	await expect(goods.remember('tee', '999999')).rejects.toMatchObject({ code: 'goods.unknownCode' });
	expect((await goods.suggest('tee')).remembered?.code).toBe('610910');
	close();
});

it('tells what it remembers when the nomenclature does not answer', async () => {
	const { goods, thread, faults, close } = desk();
	await goods.remember('tee', '610910');
	thread.isDown = true;
	expect(await goods.suggest('tee')).toMatchObject({
		failed: true,
		confidence: 'low',
		candidates: [],
		remembered: { code: '610910' },
	});
	expect(faults).toEqual(['goods.error']);
	close();
});

it('reads and writes codes as people do', () => {
	expect(hsCodeSchema.parse('6109.10 00')).toBe('61091000');
	expect(hsCodeSchema.safeParse('6109').success).toBe(false);
	expect(formatHsCode('6109100010')).toBe('6109.10.00.10');
	expect(formatHsCode('')).toBe('');
});
