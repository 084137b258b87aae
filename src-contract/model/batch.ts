// A batch: the orders of a file, submitted one after the other without user interaction.
import * as z from 'zod';
import type { FieldError } from '../errors';
import { choiceRuleSchema, type ShipmentSummary } from './shipment';

/** Print order of labels: file order, by carrier, or by the label size of their printer. */
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

/** `checked`: not started. `stopped`: ended by the user. `done`: no row waits in the queue. */
export type BatchState = 'checked' | 'running' | 'paused' | 'stopped' | 'done';

/** `wrong`: has field errors. `ready`: not rated. `rated`: an option was chosen. The other states are its shipment's. */
export const ROW_STATES = [
	'wrong',
	/** Saved as a draft by the form, not submitted yet. */
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
	counts: BatchCounts;
	rows: number;
	/** Total of all rated rows, and of the rows booked so far. */
	ratedEur: number;
	bookedEur: number;
}

export interface BatchProgress extends BatchSummary {
	/** Estimated time to completion; null when unknown. */
	secondsLeft: number | null;
	/** Progress of rating; null when no rating runs. */
	rating: { done: number; total: number } | null;
}

export interface BatchRow {
	position: number;
	row: string;
	state: RowState;
	recipient: string;
	destination: string;
	reference: string;
	fieldErrors: FieldError[];
	warnings: string[];
	/** The recipient is in the address book. */
	isKnown: boolean;
	option: { carrier: string; product: string; productId: number; price: number } | null;
	/** Why no option was chosen. */
	rateError: string;
	shipment: ShipmentSummary | null;
}
