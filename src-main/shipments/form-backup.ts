// Backup of the form in the Ship view. A window that crashed is reloaded with the content of the backup. The backup is only in
// memory. When the station closes, its content is saved as a draft.
import { AppError } from '../../src-contract/errors';
import type { FormBackup, RecoveredForm } from '../../src-contract/model/form-backup';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { hasDraftInput } from '../../src-contract/rules/draft-input';

/**
 * Maximum time that a reloaded window waits for a request in flight. Long enough for a request that the service rejects at once;
 * the form is then restored. The result of a slower request is found in the shipment journal.
 */
const MAX_WAIT_MS = 1000;

interface FormSaving {
	saveDraft(draft: EnteredDraft, id: number | undefined): unknown;
	editRow(batchId: number, position: number, draft: EnteredDraft): unknown;
}

export function createFormBackup() {
	let form: FormBackup | null = null;
	/** Resolves when the form's request has ended; undefined while no request of the form is in flight. */
	let requestInFlight: Promise<unknown> | undefined;

	return {
		save(newForm: FormBackup | null): void {
			form = newForm;
		},

		/**
		 * Runs a request that creates a shipment. If the request was sent from the form and succeeds, clears the backup, so that
		 * a reloaded window does not offer the same parcel again.
		 * @param id of the local draft that is sent; undefined for a new shipment
		 */
		async track<Result>(id: number | undefined, send: () => Result | Promise<Result>): Promise<Result> {
			if (!form?.isBeingSent || form.savedDraftId !== id) return send();
			const request = (async () => send())();
			const requestEnded = request.then(
				() => {
					form = null;
				},
				(error: unknown) => {
					// The next attempt must send the local draft that was saved despite the error.
					if (form && error instanceof AppError)
						form = { ...form, savedDraftId: error.shipmentId ?? form.savedDraftId };
				},
			);
			requestInFlight = requestEnded;
			void requestEnded.then(() => {
				if (requestInFlight === requestEnded) requestInFlight = undefined;
			});
			return request;
		},

		/**
		 * Saves what the form holds when the station closes: as the batch row that the form edits, or as a draft. Saves nothing if the
		 * form is empty or is being sent, because a shipment that is being sent is in the journal.
		 */
		saveOnClose({ saveDraft, editRow }: FormSaving): void {
			if (!form || form.isBeingSent || !hasDraftInput(form.draft)) return;
			const { draft, savedDraftId, editedRow } = form;
			form = null;
			if (editedRow) editRow(editedRow.batchId, editedRow.position, draft);
			else saveDraft(draft, savedDraftId);
		},

		/** The form for a reloaded window. Waits up to `MAX_WAIT_MS` for a request in flight. */
		async recover(): Promise<RecoveredForm> {
			if (requestInFlight) {
				let timer: NodeJS.Timeout | undefined;
				await Promise.race([
					requestInFlight,
					new Promise((resolve) => {
						timer = setTimeout(resolve, MAX_WAIT_MS);
					}),
				]);
				clearTimeout(timer);
			}
			return requestInFlight ? { form: null, isBeingSent: true } : { form, isBeingSent: false };
		},
	};
}
export type FormBackupStore = ReturnType<typeof createFormBackup>;
