// Methods of batches.
import * as z from 'zod';
import { type BatchProgress, type BatchRow, type BatchSummary, batchPlanSchema, rowStateSchema } from '../model/batch';
import { type SavedDraft, savedDraftSchema } from '../model/shipment-draft';
import { id, method, nothing, page } from './method';

const rowOfBatch = id.extend({ position: z.int().positive() });

export const batchesApi = {
	'batches.list': method<BatchSummary[]>()(nothing),
	'batches.get': method<BatchProgress>()(id),
	'batches.rows': method<BatchRow[]>()(id.extend({ state: rowStateSchema.nullable().default(null), ...page.shape })),
	/** A row as the form shows it. */
	'batches.composition': method<SavedDraft>()(rowOfBatch),
	'batches.save': method<BatchProgress>()(id.extend({ plan: batchPlanSchema })),
	/** What the service offers on the lanes of a batch. */
	'batches.products': method<{ productId: number; name: string }[]>()(id),
	/** Asks the price of every row that was not sent. */
	'batches.rate': method<BatchProgress>()(id),
	'batches.start': method<BatchProgress>()(id),
	'batches.pause': method<BatchProgress>()(id),
	'batches.stop': method<BatchProgress>()(id),
	'batches.mend': method<BatchRow>()(rowOfBatch.extend({ composition: savedDraftSchema })),
	'batches.remove': method<void>()(id),
	/** Asks where to; null: nowhere. */
	'batches.export': method<{ place: string } | null>()(id),
} as const;
