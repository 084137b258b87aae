// What is typed in Ship, held here while the station runs: a window that dies is loaded again with it. It is written to no disk.
import { AppError } from '../../src-contract/errors';
import type { FormBackup, RecoveredForm } from '../../src-contract/model/form-backup';

/** A request that was refused at once is waited for; one that takes longer is in the shipment journal already. */
const MAX_WAIT_MS = 1000;

export function createFormBackup() {
	let form: FormBackup | null = null;
	let sending: Promise<unknown> | undefined;

	return {
		save(next: FormBackup | null): void {
			form = next;
		},

		/**
		 * Runs a request that makes a shipment. When it is the form's, the form is empty once the shipment is made: a window
		 * that is loaded again must not offer the same parcel a second time.
		 * @param id of the saved shipment that the request is of
		 */
		async follow<Result>(id: number | undefined, work: () => Result | Promise<Result>): Promise<Result> {
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
			sending = ended;
			void ended.then(() => {
				if (sending === ended) sending = undefined;
			});
			return request;
		},

		/** For a window that was loaded again. */
		async recover(): Promise<RecoveredForm> {
			if (sending) {
				let timer: NodeJS.Timeout | undefined;
				await Promise.race([
					sending,
					new Promise((resolve) => {
						timer = setTimeout(resolve, MAX_WAIT_MS);
					}),
				]);
				clearTimeout(timer);
			}
			return sending ? { form: null, isBeingSent: true } : { form, isBeingSent: false };
		},
	};
}
export type FormBackupStore = ReturnType<typeof createFormBackup>;
