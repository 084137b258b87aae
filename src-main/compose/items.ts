// Composes the catalogue of items and the import of item files, which are read in the address book's background thread.

import type { WorkerClient } from '../../src-contract/worker-rpc';
import { createCatalog } from '../catalog/catalog';
import type { ItemFileMethods } from '../catalog/item-file-methods';
import { createItemImport } from '../catalog/item-import';
import { createItemStore } from '../catalog/item-store';
import type { Database } from '../platform/database';

export interface ItemsDependencies {
	database: Database;
	itemFiles: WorkerClient<ItemFileMethods>;
	/** Waits until the thread runs no other call, then makes the call. */
	inThread: <Result>(work: () => Promise<Result>) => Promise<Result>;
	/** Name that is recorded with each change. */
	userName: () => string;
	now: () => Date;
}

export function composeItems({ database, itemFiles, inThread, userName, now }: ItemsDependencies) {
	const store = createItemStore(database, userName, now);
	return { catalog: createCatalog(store), itemImport: createItemImport(database, store, itemFiles, inThread) };
}
