// A batch: the orders of a file, submitted one after the other without user interaction.
import * as z from 'zod';
import type { FieldError } from '../errors';
import type { LeftOutRows } from './order';
import { parcelSizeSchema } from './parcel';
import { choiceRuleSchema, type ShipmentSummary } from './shipment';
import { incotermsSchema, reasonForExportSchema } from './trade-terms';

/** Print order of the labels. `listed`: as in the file. `carrier`: by carrier. `stock`: by label stock, then by printer. */
const printOrderSchema = z.enum(['listed', 'carrier', 'stock']);

/** Options for submitting a batch. */
export const batchPlanSchema = z.object({
	rule: choiceRuleSchema,
	printOrder: printOrderSchema,
	/** Maximum submissions per minute; 0: no limit. */
	perMinute: z.int().min(0).max(600),
	/** Maximum price increase over the rated price, in percent. */
	allowancePercent: z.number().min(0).max(100),
});
export type BatchPlan = z.infer<typeof batchPlanSchema>;

/** State of a batch. `checked`: not started. `stopped`: ended by the user. `done`: no row is queued or being sent any more. */
export type BatchState = 'checked' | 'running' | 'paused' | 'stopped' | 'done';

/**
 * States of a batch row. `wrong`: has field errors. `ready`: no rate option is selected yet. `rated`: an option is selected. A row
 * with a shipment has the state of the shipment; `composed` means that this shipment is a draft at this desk, not submitted.
 */
export const ROW_STATES = [
	'wrong',
	'composed',
	'ready',
	'rated',
	'queued',
	'held',
	'sending',
	'booked',
	'draft',
	'rejected',
	'unknown',
	'abandoned',
	'voided',
] as const;
export const rowStateSchema = z.enum(ROW_STATES);
export type RowState = z.infer<typeof rowStateSchema>;
export type BatchCounts = Record<RowState, number>;

export interface BatchSummary {
	id: number;
	name: string;
	state: BatchState;
	/** Why the batch does not continue, or other information for the user; may be empty. */
	message: string;
	plan: BatchPlan;
	createdAt: string;
	/** The first rows of the order file that were left out, with the reasons. */
	leftOut: LeftOutRows[];
	leftOutCount: number;
	/** Number of rows in each state. */
	counts: BatchCounts;
	/** Number of all rows. */
	rowCount: number;
	/** Total price of the selected rate options of all rows, submitted rows included. */
	ratedEur: number;
	/** Total price of the rows booked so far. */
	bookedEur: number;
}

/** Values that are set for several rows at once; null leaves a value as it is. */
export const rowFillSchema = z.object({
	parcel: parcelSizeSchema.nullable(),
	/** Weight of each parcel, in place of that of `parcel`. */
	weightKg: parcelSizeSchema.shape.weightKg.nullable(),
	/** How an option is chosen for these rows; `batch`: as for the whole batch. */
	rule: z.union([choiceRuleSchema, z.literal('batch')]).nullable(),
	reasonForExport: reasonForExportSchema.nullable(),
	incoterms: incotermsSchema.nullable(),
});
export type RowFill = z.infer<typeof rowFillSchema>;
/** States of rows that may be changed together: their orders have no shipment. */
export const FILLABLE_STATES = ['wrong', 'ready', 'rated'] as const satisfies readonly RowState[];
export const isFillable = (state: RowState): boolean => FILLABLE_STATES.some((fillable) => fillable === state);

/** What to do with orders of a batch that already have a shipment: ask the user, leave them out, or send them again. */
export const REPEATED_ORDERS = ['ask', 'leaveOut', 'send'] as const;
export type RepeatedOrders = (typeof REPEATED_ORDERS)[number];

export interface BatchProgress extends BatchSummary {
	/** Estimated time to completion; null when unknown. */
	secondsLeft: number | null;
	/** Progress of rating; null when no rating runs. */
	rating: { done: number; total: number } | null;
}

export interface BatchRow {
	/** Position in the batch, from 1. */
	position: number;
	/** Row numbers of the order in the order file, such as `2` or `2–4`, for display. */
	rowNumbers: string;
	state: RowState;
	recipient: string;
	destination: string;
	reference: string;
	fieldErrors: FieldError[];
	warnings: string[];
	/** Whether the recipient is in the address book. */
	isInAddressBook: boolean;
	option: { carrier: string; product: string; productId: number; price: number } | null;
	/** Carrier and product that were set for the row, whatever the batch's rule is; empty when none was. */
	wantedProduct: string;
	/** Why no option was selected; empty when an option was selected or the row is not rated yet. */
	rateError: string;
	shipment: ShipmentSummary | null;
}
