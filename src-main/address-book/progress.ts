// How far a long piece of work is, seen from another thread while the work keeps its own busy; and its end before its time.

import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { BookProgress } from '../../src-contract/model/address-import';

const [DONE, TOTAL, STOP] = [0, 1, 2];
const [NOW, FOR_GOOD] = [1, 2];

export const newProgressMemory = (): SharedArrayBuffer => new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);

/** What the thread at work tells. */
export function createProgress(memory: SharedArrayBuffer) {
	const numbers = new Int32Array(memory);
	return {
		/** All of it together; clears a stop that came too late for the work before. */
		within<Result>(total: number, work: () => Result): Result {
			Atomics.compareExchange(numbers, STOP, NOW, 0);
			Atomics.store(numbers, DONE, 0);
			Atomics.store(numbers, TOTAL, Math.max(1, total));
			try {
				return work();
			} finally {
				Atomics.store(numbers, TOTAL, 0);
			}
		},
		/** @throws `address.cancelled` when somebody asked for it */
		step(): void {
			Atomics.add(numbers, DONE, 1);
			if (Atomics.load(numbers, STOP) !== 0)
				throw new AppError('address.cancelled', t('Stopped. The address book is as it was.'));
		},
	};
}
export type Progress = ReturnType<typeof createProgress>;

/** What somebody else sees of it. */
export const watchProgress = (memory: SharedArrayBuffer) => {
	const numbers = new Int32Array(memory);
	return {
		/** Null: nothing is under way. */
		read(): BookProgress | null {
			const total = Atomics.load(numbers, TOTAL);
			return total === 0 ? null : { done: Math.min(total, Atomics.load(numbers, DONE)), total };
		},
		stop: (): void => void Atomics.compareExchange(numbers, STOP, 0, NOW),
		/** Nor does anything begin any more. */
		stopForGood: (): void => void Atomics.store(numbers, STOP, FOR_GOOD),
	};
};
