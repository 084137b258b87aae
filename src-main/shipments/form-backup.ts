// Backup of the form in the Ship view. A window that crashed is reloaded with the content of the backup. In memory only,
// never on disk.
import { AppError } from '../../src-contract/errors';
import type { FormBackup, RecoveredForm } from '../../src-contract/model/form-backup';

/**
 * Maximum time that a reloaded window waits for a request in flight. Long enough for an immediate refusal, after which the
 * form is offered again. A slower request is found in the shipment journal.
 */
const MAX_WAIT_MS = 1000;

export function createFormBackup() {
	let form: FormBackup | null = null;
	/** The request of the form while it is in flight. */
	let inFlight: Promise<unknown> | undefined;

	return {
		save(next: FormBackup | null): void {
			form = next;
		},

		/**
		 * Runs a request that creates a shipment. When the request of the form succeeds, the backup is cleared, so that a
		 * reloaded window does not offer the same parcel again.
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
			inFlight = requestEnded;
			void requestEnded.then(() => {
				if (inFlight === requestEnded) inFlight = undefined;
			});
			return request;
		},

		/** The form for a reloaded window. Waits up to `MAX_WAIT_MS` for a request in flight. */
		async recover(): Promise<RecoveredForm> {
			if (inFlight) {
				let timer: NodeJS.Timeout | undefined;
				await Promise.race([
					inFlight,
					new Promise((resolve) => {
						timer = setTimeout(resolve, MAX_WAIT_MS);
					}),
				]);
				clearTimeout(timer);
			}
			return inFlight ? { form: null, isBeingSent: true } : { form, isBeingSent: false };
		},
	};
}
export type FormBackupStore = ReturnType<typeof createFormBackup>;
