// The database of a desk that is not running: writes items and orders into it, and reads what its event log says of them.
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Item } from '../../src-contract/model/item';
import type { Order } from '../../src-contract/model/order';
import { createItemStore } from '../../src-main/catalog/item-store';
import { createEventLog } from '../../src-main/events/event-log';
import { createOrderStore } from '../../src-main/orders/saved/order-store';
import { createSavedOrders } from '../../src-main/orders/saved/saved-orders';
import { openDatabase } from '../../src-main/platform/database';
import { migrations } from '../../src-main/platform/migrations';

const SOURCE = { key: 'shop', name: 'Shop export', formerKey: '' };
const PER_COMMIT = 5_000;

/** @param orders a function makes each order when it is written, so that not all are in memory */
export function addPackingData(
	dataDir: string,
	items: { count: number; of: (index: number) => Item },
	orders: { count: number; of: (index: number) => Order },
): void {
	const database = openDatabase(path.join(dataDir, 'waybill.db'), migrations);
	const now = () => new Date();
	const itemStore = createItemStore(database, () => 'campaign', now);
	const savedOrders = createSavedOrders({
		database,
		store: createOrderStore(database, now),
		events: createEventLog(database, () => ({ packer: '', desk: 'campaign' }), now),
		packedQuantities: () => [],
		withdrawQueued: () => false,
		createBatch: () => 0,
		onChange: () => {},
	});
	const inCommits = (count: number, add: (index: number) => unknown) => {
		for (let start = 0; start < count; start += PER_COMMIT)
			database.transaction(() => {
				for (let index = start; index < Math.min(count, start + PER_COMMIT); index += 1) add(index);
			});
	};
	try {
		const batchId = itemStore.beginBatch('import', 'campaign');
		inCommits(items.count, (index) => itemStore.saveIn(batchId, items.of(index), undefined));
		inCommits(orders.count, (index) => savedOrders.takeOver(SOURCE, orders.of(index), 1));
	} finally {
		database.close();
	}
}

/** What the event log says of an order. */
export interface LoggedPacking {
	/** Pieces by SKU that were scanned and not undone. */
	packed: Map<string, number>;
	closed: number;
	verified: number;
}
/** The event log by order. @param file the database of a desk */
export function readPackingLog(file: string): Map<number, LoggedPacking> {
	const database = new DatabaseSync(file, { readOnly: true });
	const events = database
		.prepare("SELECT order_id AS orderId, kind, data FROM desk_event WHERE kind LIKE 'packing.%' ORDER BY id")
		.all() as { orderId: number | null; kind: string; data: string }[];
	database.close();
	const logged = new Map<number, LoggedPacking>();
	for (const { orderId, kind, data } of events) {
		if (orderId === null) continue;
		const order = logged.get(orderId) ?? { packed: new Map(), closed: 0, verified: 0 };
		logged.set(orderId, order);
		const { sku, quantity } = JSON.parse(data) as { sku: string; quantity: number };
		const sign = { 'packing.scanned': 1, 'packing.counted': 1, 'packing.undone': -1 }[kind];
		if (sign) order.packed.set(sku, (order.packed.get(sku) ?? 0) + sign * quantity);
		if (kind === 'packing.closed') order.closed += 1;
		if (kind === 'packing.labelVerified') order.verified += 1;
	}
	return logged;
}
