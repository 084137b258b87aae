// The two worker threads of the address book. The `long` thread also parses order files, which it matches with the book.
import type { Worker } from 'node:worker_threads';
import type { AddressBookPaths } from '../address-book/address-book-paths';
import { newProgressMemory } from '../address-book/progress';
import type { AddressThreads } from '../address-book/thread-schedule';
import type { DeskMethods, LongMethods } from '../address-book/worker-methods';
import type { OrderMethods } from '../orders/worker-methods';
import { createWorkerCalls, DATABASE_THREAD_TIMEOUT_MS, type WorkerCalls } from '../platform/worker-rpc';

/** Start data of an address-book thread (address.worker.ts). */
export interface AddressWorkerData extends AddressBookPaths {
	/** `desk` answers calls that the user waits for while typing; `long` runs imports, exports and other slow tasks. */
	role: 'desk' | 'long';
	/** True for the first thread since the station started. */
	isFirst: boolean;
	progressMemory: SharedArrayBuffer;
}
export type StartAddressWorker = (data: Pick<AddressWorkerData, 'role' | 'isFirst' | 'progressMemory'>) => Worker;

export interface StationAddressThreads extends AddressThreads {
	long: WorkerCalls<LongMethods & OrderMethods>;
}

/** @param user Name that is recorded with each change. */
export function createAddressThreads(startWorker: StartAddressWorker, user: () => string): StationAddressThreads {
	const progressMemory = newProgressMemory();
	let isFirst = true;
	const start = (role: AddressWorkerData['role']) => () => {
		const worker = startWorker({ role, isFirst, progressMemory });
		// Its first message means that the thread has repaired the book and imported the data of an earlier release.
		worker.once('message', () => {
			isFirst = false;
		});
		return worker;
	};
	return {
		desk: createWorkerCalls<DeskMethods>(start('desk'), DATABASE_THREAD_TIMEOUT_MS, user),
		long: createWorkerCalls<LongMethods & OrderMethods>(start('long'), DATABASE_THREAD_TIMEOUT_MS, user),
		progressMemory,
	};
}
