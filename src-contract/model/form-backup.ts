// Backup of the Ship form. The main process holds it in memory, for a window that has to be reloaded.
import * as z from 'zod';
import { enteredDraftSchema } from './shipment-draft';

const id = z.int().positive();

/**
 * Why a batch row needs the user: an error of a field, with the value that the field had when the row was opened, or another
 * reason.
 */
const rowProblemSchema = z.object({
	message: z.string().max(2000),
	path: z.string().max(200).optional(),
	value: z.unknown().optional(),
});
export type RowProblem = z.infer<typeof rowProblemSchema>;

export const formBackupSchema = z.object({
	draft: enteredDraftSchema,
	/** Id of the saved draft that the form edits. */
	savedDraftId: id.optional(),
	/** The batch row that the form edits; absent when the draft is not from a batch. */
	editedRow: z
		.object({
			batchId: id,
			position: id,
			rowNumbers: z.string().max(100),
			problems: z.array(rowProblemSchema).max(1000).optional(),
		})
		.optional(),
	/** Maximum price that the user entered to queue the shipment. */
	limitEur: z.number().optional(),
	/** `OptionKey` of the rate option that the user picked. */
	optionKey: z.union([z.number(), z.string().max(1000)]).optional(),
	/** The user has submitted the form, and the request has not ended. */
	isBeingSent: z.boolean(),
});
export type FormBackup = z.infer<typeof formBackupSchema>;

export interface RecoveredForm {
	/** Null when there is no backup, while the request of the form has not ended, and after the request succeeded. */
	form: FormBackup | null;
	/** The form was submitted before the window was reloaded, and the request has not ended. */
	isBeingSent: boolean;
}
