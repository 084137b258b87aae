// IPC handlers of orders: the files that they are read from, and the orders of this desk.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { ordersApi } from '../../../src-contract/api/orders';
import { t } from '../../../src-contract/i18n';
import type { Orders } from '../../orders/orders';
import type { SavedOrders } from '../../orders/saved/saved-orders';
import type { WatchedFolder } from '../../orders/watched-folder';
import type { Desktop } from '../../platform/desktop';

export interface OrdersServices {
	orders: Orders;
	savedOrders: SavedOrders;
	watchedFolder: WatchedFolder;
	/** Prints the papers of orders. */
	orderPapers: {
		printPickList(orderIds: readonly number[]): Promise<{ destination: string }>;
		printSlips(orderIds: readonly number[]): Promise<{ destination: string; slips: number }>;
	};
	desktop: Desktop;
}

export const ordersHandlers = ({ orders, savedOrders, watchedFolder, orderPapers, desktop }: OrdersServices) =>
	({
		'orders.open': async () => {
			const file = await desktop.chooseFile(t('Orders##kind of file'), ['csv', 'txt', 'tsv', 'xlsx']);
			return file === null ? null : orders.open(file);
		},
		'orders.openDropped': (file) => orders.open(file),
		'orders.openWaiting': ({ name }) => orders.open(watchedFolder.pathOf(name)),
		'orders.read': (readOptions) => orders.read(readOptions),
		'orders.preview': ({ plan }) => orders.preview(plan),
		'orders.createBatch': async ({ plan, allowDuplicate }) => {
			const batchId = await orders.createBatch(plan, allowDuplicate);
			watchedFolder.retryRejected();
			return { batchId };
		},
		'orders.close': () => orders.close(),
		'orders.waiting': () => watchedFolder.waiting(),
		'orders.list': ({ filter, sort, offset, limit }) => savedOrders.list(filter, sort, offset, limit),
		'orders.facets': () => savedOrders.facets(),
		'orders.get': ({ id }) => savedOrders.detail(id),
		'orders.saveDraft': ({ id, revision, draft }) => savedOrders.saveDraft(id, revision, draft),
		'orders.hold': ({ ids, reason }) => savedOrders.hold(ids, reason),
		'orders.release': ({ ids }) => savedOrders.release(ids),
		'orders.cancel': ({ ids, reason }) => savedOrders.cancel(ids, reason),
		'orders.shipShort': ({ id, revision }) => savedOrders.shipShort(id, revision),
		'orders.tag': ({ ids, tag, isSet }) => savedOrders.tag(ids, tag, isSet),
		'orders.combinable': () => savedOrders.combinable(),
		'orders.combine': ({ ids }) => savedOrders.combine(ids),
		'orders.shipInBulk': ({ ids }) => savedOrders.shipInBulk(ids),
		'orders.printPickList': ({ ids }) => orderPapers.printPickList(ids),
		'orders.printSlips': ({ ids }) => orderPapers.printSlips(ids),
	}) satisfies HandlersOf<typeof ordersApi>;
