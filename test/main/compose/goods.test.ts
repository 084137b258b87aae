import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createSettings, defaultSettings } from '../../../src-main/settings/settings';
import { GOODS_INDEX_DIR } from '../../../tools/goods-index.mjs';
import { memoryFile } from '../../fixtures/desk';
import { openServices } from '../../fixtures/desk-services';

it('a chosen HS code carries the name of the desk, and no name while the desk has none', async () => {
	const dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-goods-'));
	const settings = createSettings(memoryFile());
	const builtDir = path.resolve('out', 'main');
	const { goods, close } = openServices(dataDir, 'http://127.0.0.1:9', builtDir, {
		settings,
		startGoodsWorker: () =>
			new Worker(path.join(builtDir, 'goods-worker.js'), {
				workerData: { resourcesDir: path.resolve('resources'), goodsIndexDir: GOODS_INDEX_DIR },
			}),
	});
	try {
		expect(await goods.remember('shirt', '610910')).toMatchObject({ code: '610910', chosenBy: '' });
		settings.save({ ...defaultSettings(), deskName: 'Desk 4' });
		expect(await goods.remember('shirt', '610910')).toMatchObject({ code: '610910', chosenBy: 'Desk 4' });
	} finally {
		await close();
		rmSync(dataDir, { recursive: true });
	}
});
