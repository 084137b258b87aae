// Progress and cancellation of a background operation, shared between threads through memory because the working thread is busy.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { BookProgress } from '../../src-contract/model/address-import';

/** Indexes in the shared memory. */
const [DONE, TOTAL, STOP] = [0, 1, 2];
/** Values at the index STOP: stop only the running operation, or stop it and all later operations. 0: no stop was requested. */
const [STOP_CURRENT, STOP_ALL] = [1, 2];

export const newProgressMemory = (): SharedArrayBuffer => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

/** For the thread that runs the operation. */
export function createProgress(memory: SharedArrayBuffer) {
	const numbers = new Int32Array(memory);
	return {
		/** Runs an operation of `total` steps. Clears an earlier stop request, unless it is permanent. */
		run<Result>(total: number, work: () => Result): Result {
			Atomics.compareExchange(numbers, STOP, STOP_CURRENT, 0);
			Atomics.store(numbers, DONE, 0);
			Atomics.store(numbers, TOTAL, Math.max(1, total));
			try {
				return work();
			} finally {
				Atomics.store(numbers, TOTAL, 0);
			}
		},
		/** Counts one step. @throws `address.cancelled` when a stop was requested */
		step(): void {
			Atomics.add(numbers, DONE, 1);
			if (Atomics.load(numbers, STOP) !== 0)
				throw new AppError('address.cancelled', t('Stopped. The address book was not changed.'));
		},
	};
}
export type Progress = ReturnType<typeof createProgress>;

/** For the main thread, which shows the progress. */
export const watchProgress = (memory: SharedArrayBuffer) => {
	const numbers = new Int32Array(memory);
	return {
		/** Null when no operation is running. */
		read(): BookProgress | null {
			const total = Atomics.load(numbers, TOTAL);
			return total === 0 ? null : { done: Math.min(total, Atomics.load(numbers, DONE)), total };
		},
		/** Requests that the running operation stops. */
		stop: (): void => void Atomics.compareExchange(numbers, STOP, 0, STOP_CURRENT),
		/** Requests that the running operation and all later ones stop. */
		stopPermanently: (): void => void Atomics.store(numbers, STOP, STOP_ALL),
	};
};
