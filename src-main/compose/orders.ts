// Composes the import of order files into batches: files that the user opens, and the watched folder.
import type { Catalog } from '../catalog/catalog';
import type { Journal } from '../operations/journal';
import { createOrders } from '../orders/orders';
import { createWatchedFolder } from '../orders/watched-folder';
import type { Database } from '../platform/database';
import type { BatchStore } from '../shipments/batches/batch-store';
import type { Goods } from '../shipments/goods-codes';
import type { ServiceDependencies, StationSignals } from './dependencies';

export interface OrderFilesDependencies extends Pick<ServiceDependencies, 'settings' | 'now' | 'log'> {
	database: Database;
	orderFiles: Parameters<typeof createOrders>[0]['files'];
	journal: Journal;
	batchStore: BatchStore;
	catalog: Pick<Catalog, 'facts' | 'addUnknown'>;
	goods: Pick<Goods, 'findDecidedCode' | 'isKnownCode' | 'restrictions'>;
}

export function composeOrders(dependencies: OrderFilesDependencies, { statusChanged }: StationSignals) {
	const { database, orderFiles, journal, batchStore, catalog, goods, settings, now, log } = dependencies;
	const orders = createOrders({
		database,
		files: orderFiles,
		batches: batchStore,
		items: catalog,
		sender: () => settings.read().sender,
		findActiveShipment: journal.findActiveByReference,
		findDecidedCode: goods.findDecidedCode,
		findRestrictions: goods.restrictions,
		isKnownCode: goods.isKnownCode,
		now,
	});
	const watchedFolder = createWatchedFolder({
		folder: () => settings.read().ordersFolder,
		createBatch: orders.importAutomatically,
		onChange: statusChanged.emit,
		onError: (error) => log('orders.error', { error: String(error) }),
	});
	return { orders, watchedFolder };
}
