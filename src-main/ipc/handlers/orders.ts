// IPC handlers of order files.
import type { HandlersOf } from '../../../src-contract/api/method';
import type { ordersApi } from '../../../src-contract/api/orders';
import { t } from '../../../src-contract/i18n';
import type { Orders } from '../../orders/orders';
import type { WatchedFolder } from '../../orders/watched-folder';
import type { Desktop } from '../../platform/desktop';

export interface OrdersServices {
	orders: Orders;
	watchedFolder: WatchedFolder;
	desktop: Desktop;
}

export const ordersHandlers = ({ orders, watchedFolder, desktop }: OrdersServices) =>
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
	}) satisfies HandlersOf<typeof ordersApi>;
