// IPC handlers of batches.
import path from 'node:path';
import type { batchesApi } from '../../../src-contract/api/batches';
import type { HandlersOf } from '../../../src-contract/api/method';
import type { Desktop } from '../../platform/desktop';
import { fileNameOf } from '../../platform/file-name';
import type { BatchStore } from '../../shipments/batches/batch-store';
import type { Batches } from '../../shipments/batches/batches';

/** Number of batches that the list shows. */
const MAX_BATCHES = 50;

export interface BatchesServices {
	batches: Batches;
	batchStore: BatchStore;
	desktop: Desktop;
}

export const batchesHandlers = ({ batches, batchStore, desktop }: BatchesServices) =>
	({
		'batches.list': () => batchStore.list(MAX_BATCHES),
		'batches.get': ({ id }) => batches.progress(id),
		'batches.rows': ({ id, state, offset, limit }) => batchStore.rows(id, state, offset, limit),
		'batches.draft': ({ id, position }) => batchStore.draft(id, position),
		'batches.save': ({ id, plan }) => batches.savePlan(id, plan),
		'batches.products': ({ id }) => batches.offeredProducts(id),
		'batches.rate': ({ id }) => batches.rate(id),
		'batches.start': ({ id, repeated }) => batches.start(id, repeated),
		'batches.pause': ({ id }) => batches.pause(id),
		'batches.stop': ({ id }) => batches.stop(id),
		'batches.editRow': ({ id, position, draft }) => batches.editRow(id, position, draft),
		'batches.fillRows': ({ id, states, positions, fill }) => batches.fillRows(id, states, positions, fill),
		'batches.remove': ({ id }) => batches.remove(id),
		'batches.export': async ({ id }) => {
			const { name } = batches.progress(id);
			const savePath = await desktop.chooseSavePath(`${fileNameOf(path.parse(name).name) || 'batch'}-result.csv`);
			if (savePath === null) return null;
			await (await import('../../shipments/export')).exportBatch(batchStore, id, savePath);
			return { path: savePath };
		},
	}) satisfies HandlersOf<typeof batchesApi>;
