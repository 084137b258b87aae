// Files of orders, read in the long thread of the address book; and the client of that thread as the orders use it.
import type { Address } from '../../src-contract/model/address';
import type { ImportReading } from '../../src-contract/model/address-import';
import type { OrderPlan } from '../../src-contract/model/order';
import type { WorkerClient } from '../../src-contract/worker-rpc';
import { fileTooLarge } from '../platform/tabular/file-too-large';
import type { OrderReading } from './order-file';
import type { Matcher } from './order-rows';

/** Which reader has a file of orders open: the user's, or the watched folder's. */
export type OrderSlot = 'desk' | 'folder';

/** @param matcher of the address book, as it is when the rows are read */
export function orderMethods(matcher: () => Matcher) {
	const readings = new Map<OrderSlot, OrderReading>();
	/** The readers of tables are loaded with the first file. */
	async function reading(slot: OrderSlot): Promise<OrderReading> {
		const { createOrderReading } = await import('./order-file');
		const open = readings.get(slot) ?? createOrderReading(matcher);
		readings.set(slot, open);
		return open;
	}
	return {
		ordersOpen: async (slot: OrderSlot, file: string) => (await reading(slot)).open(file),
		ordersRead: async (slot: OrderSlot, how: ImportReading) => (await reading(slot)).read(how),
		orders: async (slot: OrderSlot, plan: OrderPlan, sender: Address) => (await reading(slot)).orders(plan, sender),
		ordersClose: async (slot: OrderSlot) => (await reading(slot)).close(),
	};
}
export type OrderMethods = ReturnType<typeof orderMethods>;

/** @param inThread runs a call when the thread is free for it */
export const createOrderFiles = (
	thread: WorkerClient<OrderMethods>,
	inThread: <Result>(work: () => Promise<Result>) => Promise<Result>,
): WorkerClient<OrderMethods> => ({
	/** @throws `order.noFile` */
	ordersOpen: (slot, file) => inThread(() => thread.ordersOpen(slot, file)).catch(fileTooLarge('order.noFile')),
	ordersRead: (slot, how) => inThread(() => thread.ordersRead(slot, how)),
	orders: (slot, plan, sender) => inThread(() => thread.orders(slot, plan, sender)),
	ordersClose: (slot) => inThread(() => thread.ordersClose(slot)),
});
