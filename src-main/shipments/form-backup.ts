// Backup of the form in Ship, so that a window that crashed can be reloaded with its content. In memory only; never
// written to disk.
import { AppError } from '../../src-contract/errors';
import type { FormBackup, RecoveredForm } from '../../src-contract/model/form-backup';

/**
 * Maximum wait for a request in flight, long enough for an immediate refusal. A slower request is already in the
 * shipment journal.
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
		 * Runs a request that creates a shipment. If it is the request of the form, the backup is cleared when it
		 * succeeds, so that a reloaded window does not offer the same parcel again.
		 * @param id of the local draft that is sent; undefined for a new shipment
		 */
		async track<Result>(id: number | undefined, work: () => Result | Promise<Result>): Promise<Result> {
			if (!form?.isBeingSent || form.keptId !== id) return work();
			const request = (async () => work())();
			const ended = request.then(
				() => {
					form = null;
				},
				(error: unknown) => {
					if (form && error instanceof AppError) form = { ...form, keptId: error.shipmentId ?? form.keptId };
				},
			);
			inFlight = ended;
			void ended.then(() => {
				if (inFlight === ended) inFlight = undefined;
			});
			return request;
		},

		/** The form for a reloaded window. Waits up to one second for a request in flight. */
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
