// IPC methods of batches: listing, editing, rating, running, exporting.
import * as z from 'zod';
import { type BatchProgress, type BatchRow, type BatchSummary, batchPlanSchema, rowStateSchema } from '../model/batch';
import { type SavedDraft, savedDraftSchema } from '../model/shipment-draft';
import { id, method, nothing, page } from './method';

const rowOfBatch = id.extend({ position: z.int().positive() });

export const batchesApi = {
	'batches.list': method<BatchSummary[]>()(nothing),
	'batches.get': method<BatchProgress>()(id),
	'batches.rows': method<BatchRow[]>()(id.extend({ state: rowStateSchema.nullable().default(null), ...page.shape })),
	/** The draft of a row, for the form. */
	'batches.draft': method<SavedDraft>()(rowOfBatch),
	'batches.save': method<BatchProgress>()(id.extend({ plan: batchPlanSchema })),
	/** Products that the service offers on the routes of a batch. */
	'batches.products': method<{ productId: number; name: string }[]>()(id),
	/** Requests a price for every row that is not submitted yet. */
	'batches.rate': method<BatchProgress>()(id),
	'batches.start': method<BatchProgress>()(id),
	'batches.pause': method<BatchProgress>()(id),
	'batches.stop': method<BatchProgress>()(id),
	'batches.editRow': method<BatchRow>()(rowOfBatch.extend({ composition: savedDraftSchema })),
	'batches.remove': method<void>()(id),
	/** Opens a save dialog; null when the user cancels it. */
	'batches.export': method<{ path: string } | null>()(id),
} as const;
