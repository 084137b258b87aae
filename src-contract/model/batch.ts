// A batch: orders of a file that are sent one after the other without a person beside each.
import * as z from 'zod';
import type { FieldError } from '../errors';
import { choiceRuleSchema, type ShipmentSummary } from './shipment';

/** In which order labels come out: as the file lists them, by carrier, or by the stock of the printer that prints them. */
const printOrderSchema = z.enum(['listed', 'carrier', 'stock']);

/** How a batch is sent. */
export const batchPlanSchema = z.object({
	rule: choiceRuleSchema,
	printOrder: printOrderSchema,
	/** So many in a minute at most; 0: as fast as they can. */
	perMinute: z.int().min(0).max(600),
	/** How much more than the price it was rated at a shipment may cost, in percent. */
	allowancePercent: z.number().min(0).max(100),
});
export type BatchPlan = z.infer<typeof batchPlanSchema>;

/** `checked`: nothing of it was sent. `stopped`: a person ended it. `done`: nothing of it waits in the queue. */
export type BatchState = 'checked' | 'running' | 'paused' | 'stopped' | 'done';

/** What became of a row: `wrong`: it lacks something. `ready`: nothing yet. `rated`: an option was chosen. Else its shipment's state. */
export const ROW_STATES = [
	'wrong',
	/** Sent from the form, and not out yet: it is kept there. */
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
	/** Why it does not go on, or what a person should know. */
	message: string;
	plan: BatchPlan;
	createdAt: string;
	counts: BatchCounts;
	rows: number;
	/** What the rows that were rated cost together, and what was booked so far. */
	ratedEur: number;
	bookedEur: number;
}

export interface BatchProgress extends BatchSummary {
	/** Null: it cannot be told. */
	secondsLeft: number | null;
	/** While the rows are rated. */
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
	remarks: string[];
	/** Whether the recipient was found in the address book. */
	isKnown: boolean;
	option: { carrier: string; product: string; productId: number; price: number } | null;
	/** Why no option was chosen. */
	rateError: string;
	shipment: ShipmentSummary | null;
}
