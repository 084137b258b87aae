// The two worker threads of the address book. The background thread also parses order and item files, and finds the address-book entry of
// each order's recipient.
import type { Worker } from 'node:worker_threads';
import type { AddressBookPaths } from '../address-book/address-book-paths';
import { newProgressMemory } from '../address-book/progress';
import type { AddressThreads } from '../address-book/thread-schedule';
import type { BackgroundMethods, InteractiveMethods } from '../address-book/worker-methods';
import type { ItemFileMethods } from '../catalog/item-file-methods';
import type { OrderMethods } from '../orders/worker-methods';
import { createWorkerCalls, DATABASE_THREAD_TIMEOUT_MS, type WorkerCalls } from '../platform/worker-rpc';
import type { InvoiceFileMethods } from '../reports/invoice-file-methods';

/** Start data of an address-book thread (address.worker.ts). */
export interface AddressWorkerData extends AddressBookPaths {
	/** `interactive` answers calls that the user waits for while typing; `background` runs imports, exports and other slow tasks. */
	role: 'interactive' | 'background';
	/** True while no thread has opened the database since the station started. */
	isFirstOpeningSinceStart: boolean;
	progressMemory: SharedArrayBuffer;
}
export type StartAddressWorker = (
	data: Pick<AddressWorkerData, 'role' | 'isFirstOpeningSinceStart' | 'progressMemory'>,
) => Worker;

export interface StationAddressThreads extends AddressThreads {
	background: WorkerCalls<BackgroundMethods & OrderMethods & ItemFileMethods & InvoiceFileMethods>;
}

/** @param userName returns the name that is recorded with each change */
export function createAddressThreads(startWorker: StartAddressWorker, userName: () => string): StationAddressThreads {
	const progressMemory = newProgressMemory();
	let isFirstOpeningSinceStart = true;
	const starterOf = (role: AddressWorkerData['role']) => () => {
		const worker = startWorker({ role, isFirstOpeningSinceStart, progressMemory });
		// A thread sends its first message after it has opened the address book, repaired it if necessary, and imported the
		// addresses of an earlier release.
		worker.once('message', () => {
			isFirstOpeningSinceStart = false;
		});
		return worker;
	};
	return {
		interactive: createWorkerCalls<InteractiveMethods>(starterOf('interactive'), DATABASE_THREAD_TIMEOUT_MS, userName),
		background: createWorkerCalls<BackgroundMethods & OrderMethods & ItemFileMethods & InvoiceFileMethods>(
			starterOf('background'),
			DATABASE_THREAD_TIMEOUT_MS,
			userName,
		),
		progressMemory,
	};
}
