// The two threads of the address book. The long one reads files of orders too, with the address book at hand.
import type { Worker } from 'node:worker_threads';
import type { AddressBookPaths } from '../address-book/address-book-paths';
import { newProgressMemory } from '../address-book/progress';
import type { AddressThreads } from '../address-book/thread-schedule';
import type { DeskMethods, LongMethods } from '../address-book/worker-methods';
import type { OrderMethods } from '../orders/worker-methods';
import { createWorkerCalls, DATABASE_THREAD_TIMEOUT_MS, type WorkerCalls } from '../platform/worker-rpc';

/** What a thread is started with; see address.worker.ts. */
export interface AddressWorkerData extends AddressBookPaths {
	/** `desk` answers what the user waits for while typing, `long` what takes long. */
	role: 'desk' | 'long';
	/** Of this run of the station. */
	isFirst: boolean;
	progressMemory: SharedArrayBuffer;
}
export type StartAddressWorker = (data: Pick<AddressWorkerData, 'role' | 'isFirst' | 'progressMemory'>) => Worker;

export interface StationAddressThreads extends AddressThreads {
	long: WorkerCalls<LongMethods & OrderMethods>;
}

/** @param user is noted with every change */
export function createAddressThreads(startWorker: StartAddressWorker, user: () => string): StationAddressThreads {
	const progressMemory = newProgressMemory();
	let isFirst = true;
	const start = (role: AddressWorkerData['role']) => () => {
		const worker = startWorker({ role, isFirst, progressMemory });
		// A thread that sends a message has repaired the book, and taken over the one of an earlier release.
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
