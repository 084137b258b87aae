// What is typed in Ship, as the main process holds it for a window that has to be loaded again.
import * as z from 'zod';
import { savedDraftSchema } from './shipment-draft';

const id = z.int().positive();

export const formBackupSchema = z.object({
	composition: savedDraftSchema,
	/** The saved shipment that it is. */
	keptId: id.optional(),
	/** The row of a batch that it is. */
	row: z.object({ batchId: id, position: id, row: z.string().max(100) }).optional(),
	limitEur: z.number().optional(),
	/** The option that the user picked. */
	productId: z.number().optional(),
	/** The user pressed the button that sends it. */
	isBeingSent: z.boolean(),
});
export type FormBackup = z.infer<typeof formBackupSchema>;

export interface RecoveredForm {
	/** Null: nothing was typed, or it is a shipment by now. */
	form: FormBackup | null;
	/** It was being sent when the window stopped, and its answer is not there yet. */
	isBeingSent: boolean;
}
