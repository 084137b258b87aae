// IPC methods of batches: listing, editing, rating, running, exporting.
import * as z from 'zod';
import {
	type BatchProgress,
	type BatchRow,
	type BatchSummary,
	batchPlanSchema,
	FILLABLE_STATES,
	REPEATED_ORDERS,
	rowFillSchema,
	rowStateSchema,
} from '../model/batch';
import { type EnteredDraft, enteredDraftSchema } from '../model/shipment-draft';
import { idInput, method, noInput, pageInput } from './method';

const rowOfBatch = idInput.extend({ position: z.int().positive() });

export const batchesApi = {
	/** The newest batches, newest first. */
	'batches.list': method<BatchSummary[]>()(noInput),
	'batches.get': method<BatchProgress>()(idInput),
	'batches.rows': method<BatchRow[]>()(
		idInput.extend({ state: rowStateSchema.nullable().default(null), ...pageInput.shape }),
	),
	/** The draft of a row, to edit it in the Ship form. */
	'batches.draft': method<EnteredDraft>()(rowOfBatch),
	/** Saves the options for submitting a batch. */
	'batches.save': method<BatchProgress>()(idInput.extend({ plan: batchPlanSchema })),
	/**
	 * Products that the service offers for one row of each destination country, sorted by name. A limited number of countries is
	 * tried.
	 */
	'batches.products': method<{ productId: number; name: string }[]>()(idInput),
	/** Requests rates for the valid rows without a shipment: for those without a rate option or, if there are none, for all. */
	'batches.rate': method<BatchProgress>()(idInput),
	/** Fails with `batch.repeatsOrders` if orders of the batch already have a shipment, unless `repeated` says what to do. */
	'batches.start': method<BatchProgress>()(idInput.extend({ repeated: z.enum(REPEATED_ORDERS).default('ask') })),
	/** Sends no further shipments until the batch is started again. */
	'batches.pause': method<BatchProgress>()(idInput),
	/** Withdraws the queued and held shipments of the batch. */
	'batches.stop': method<BatchProgress>()(idInput),
	'batches.editRow': method<BatchRow>()(rowOfBatch.extend({ draft: enteredDraftSchema })),
	/**
	 * Sets values for all rows in these states, or for those of them at `positions` (null: all); a price that was found for a row is
	 * dropped. @returns number of rows
	 */
	'batches.fillRows': method<{ rowCount: number }>()(
		idInput.extend({
			states: z.array(z.enum(FILLABLE_STATES)).min(1),
			positions: z.array(z.int().positive()).max(20_000).nullable(),
			fill: rowFillSchema,
		}),
	),
	'batches.remove': method<void>()(idInput),
	/** Opens a save dialog; null when the user cancels it. */
	'batches.export': method<{ path: string } | null>()(idInput),
} as const;
