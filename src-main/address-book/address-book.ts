// The address book as the rest of the station knows it: questions to its thread.
import type { Worker } from 'node:worker_threads';
import type {
	Address,
	AddressFacets,
	AddressFilter,
	Batch,
	BookEntry,
	EntryChange,
	SavedAddress,
	Undone,
} from '../../src-contract/address';
import { createWorkerCalls } from '../worker-calls';
import type { AddressAnswer, AddressQuestion } from './questions';

/** An undo of a large import is the longest. */
const TIMEOUT_MS = 60_000;

/** @param who is noted with every change */
export function createAddressBook(startWorker: () => Worker, who: () => string) {
	const { ask, close } = createWorkerCalls<AddressQuestion, AddressAnswer>(startWorker, TIMEOUT_MS);

	return {
		search: (text: string, limit: number, filter: AddressFilter) =>
			ask({ who: who(), kind: 'find', text, limit, filter }) as Promise<SavedAddress[]>,
		facets: () => ask({ who: who(), kind: 'facets' }) as Promise<AddressFacets>,

		/** @throws `address.notFound` when the id names no entry */
		save: (entry: BookEntry & { id?: number | undefined }) =>
			ask({ who: who(), kind: 'save', entry }) as Promise<SavedAddress>,
		remove: (ids: readonly number[]) => ask({ who: who(), kind: 'remove', ids }) as Promise<{ batchId: number }>,
		/** Two entries become one, which keeps the first one's place. */
		merge: (keptId: number, otherId: number, entry: BookEntry) =>
			ask({ who: who(), kind: 'merge', keptId, otherId, entry }) as Promise<{ batchId: number; entry: SavedAddress }>,
		/** Those that equal this address come first next time. */
		markUsed: (address: Address) => ask({ who: who(), kind: 'markUsed', address }) as Promise<void>,

		/** Brings back what stood before; what was changed since stays. @throws `address.notFound` */
		undo: (batchId: number) => ask({ who: who(), kind: 'undo', batchId }) as Promise<Undone>,
		history: (id: number) => ask({ who: who(), kind: 'history', id }) as Promise<EntryChange[]>,
		batches: (limit: number) => ask({ who: who(), kind: 'batches', limit }) as Promise<Batch[]>,
		close,
	};
}
export type AddressBook = ReturnType<typeof createAddressBook>;
