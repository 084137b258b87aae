// Methods for order files in the background thread of the address book, and the client for them in the main thread.
import type { Address } from '../../src-contract/model/address';
import type { ImportReadOptions } from '../../src-contract/model/address-import';
import type { OrderPlan } from '../../src-contract/model/order';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import { fileTooLarge } from '../platform/tabular/file-too-large';
import type { OrderFileReader } from './order-file';
import type { RecipientMatcher } from './order-rows';

/** Who has an order file open: the user (`desk`) or the watched folder (`folder`). Each can have one file open at a time. */
export type OrderSlot = 'desk' | 'folder';

/** @param createMatcher reads the keys of the address book; called each time rows are converted to orders */
export function orderMethods(createMatcher: () => RecipientMatcher) {
	const readers = new Map<OrderSlot, OrderFileReader>();
	/** The reader of a slot. Loads the table parsers on first use. */
	async function readerOf(slot: OrderSlot): Promise<OrderFileReader> {
		const { createOrderFileReader } = await import('./order-file');
		const reader = readers.get(slot) ?? createOrderFileReader(createMatcher);
		readers.set(slot, reader);
		return reader;
	}
	return {
		ordersOpen: async (slot: OrderSlot, filePath: string) => (await readerOf(slot)).open(filePath),
		ordersRead: async (slot: OrderSlot, readOptions: ImportReadOptions) => (await readerOf(slot)).read(readOptions),
		orders: async (slot: OrderSlot, plan: OrderPlan, sender: Address) => (await readerOf(slot)).orders(plan, sender),
		ordersClose: async (slot: OrderSlot) => (await readerOf(slot)).close(),
	};
}
export type OrderMethods = ReturnType<typeof orderMethods>;

/**
 * Creates the client for the main thread.
 * @param inThread makes a call when the background thread runs no other call
 */
export const createOrderFiles = (
	thread: WorkerClient<OrderMethods>,
	inThread: <Result>(work: () => Promise<Result>) => Promise<Result>,
): WorkerClient<OrderMethods> => ({
	/** @throws `order.importRefused` */
	ordersOpen: (slot, filePath) =>
		inThread(() => thread.ordersOpen(slot, filePath)).catch(fileTooLarge('order.importRefused')),
	ordersRead: (slot, readOptions) => inThread(() => thread.ordersRead(slot, readOptions)),
	orders: (slot, plan, sender) => inThread(() => thread.orders(slot, plan, sender)),
	ordersClose: (slot) => inThread(() => thread.ordersClose(slot)),
});
