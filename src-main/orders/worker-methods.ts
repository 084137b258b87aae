// Methods for order files in the background thread of the address book, and the client for them in the main thread.
import type { Address } from '../../src-contract/model/address';
import type { DroppedFile, ImportReadOptions } from '../../src-contract/model/address-import';
import type { ItemFacts } from '../../src-contract/model/item';
import type { OrderPlan } from '../../src-contract/model/order';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import { rethrowTimeoutAsTooLarge } from '../platform/tabular/file-too-large';
import type { RecipientMatcher } from './order-draft';
import type { OrderFileReader } from './order-file';

/** Who opened an order file. Each of them can have one file open at a time. */
export type OrderFileOpener = 'user' | 'watchedFolder';

/**
 * @param createMatcher creates a function that finds a recipient in the address book. The function reads the data to compare once, so a
 * new one is created each time rows are converted to orders.
 * @param resourcesDir folder of the program's tables, of which order files need the exchange rates and the exports of other programs
 */
export function orderMethods(createMatcher: () => RecipientMatcher, resourcesDir: string) {
	const readers = new Map<OrderFileOpener, OrderFileReader>();
	/** The reader of the file that the user or the watched folder opened. Loads the table parsers on first use. */
	async function readerOf(opener: OrderFileOpener): Promise<OrderFileReader> {
		const { createOrderFileReader } = await import('./order-file');
		const reader = readers.get(opener) ?? createOrderFileReader(createMatcher, resourcesDir);
		readers.set(opener, reader);
		return reader;
	}
	return {
		ordersOpen: async (opener: OrderFileOpener, file: string | DroppedFile) => (await readerOf(opener)).open(file),
		ordersRead: async (opener: OrderFileOpener, readOptions: ImportReadOptions) =>
			(await readerOf(opener)).read(readOptions),
		ordersSkus: async (opener: OrderFileOpener, plan: OrderPlan) => (await readerOf(opener)).skus(plan),
		orders: async (opener: OrderFileOpener, plan: OrderPlan, sender: Address, items: readonly ItemFacts[]) =>
			(await readerOf(opener)).orders(plan, sender, items),
		ordersPreview: async (opener: OrderFileOpener, plan: OrderPlan, sender: Address, items: readonly ItemFacts[]) =>
			(await readerOf(opener)).preview(plan, sender, items),
		ordersClose: async (opener: OrderFileOpener) => (await readerOf(opener)).close(),
	};
}
export type OrderMethods = ReturnType<typeof orderMethods>;

/**
 * Creates the client for the main thread.
 * @param inThread waits until the background thread runs no other call, then makes the call
 */
export const createOrderFiles = (
	thread: WorkerClient<OrderMethods>,
	inThread: <Result>(work: () => Promise<Result>) => Promise<Result>,
): WorkerClient<OrderMethods> => ({
	/** @throws `order.importRefused`, also when the thread times out or runs out of memory on the file */
	ordersOpen: (opener, file) =>
		inThread(() => thread.ordersOpen(opener, file)).catch(rethrowTimeoutAsTooLarge('order.importRefused')),
	ordersRead: (opener, readOptions) => inThread(() => thread.ordersRead(opener, readOptions)),
	ordersSkus: (opener, plan) => inThread(() => thread.ordersSkus(opener, plan)),
	orders: (opener, plan, sender, items) => inThread(() => thread.orders(opener, plan, sender, items)),
	ordersPreview: (opener, plan, sender, items) => inThread(() => thread.ordersPreview(opener, plan, sender, items)),
	ordersClose: (opener) => inThread(() => thread.ordersClose(opener)),
});
