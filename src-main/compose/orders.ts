// Composes the orders of the desk: their event log and store, and their import from files that the user opens, and from the watched
// folder.
import type { OrderEvent } from '../../src-contract/model/order-event';
import type { Catalog } from '../catalog/catalog';
import { createEventLog, type StoredEvent } from '../events/event-log';
import { toOrderEvent } from '../events/event-texts';
import type { Journal } from '../operations/journal';
import { createOrders } from '../orders/orders';
import { createOrderStore } from '../orders/saved/order-store';
import { createSavedOrders } from '../orders/saved/saved-orders';
import { createWatchedFolder } from '../orders/watched-folder';
import { createPackSessionStore } from '../packing/pack-session-store';
import type { Database } from '../platform/database';
import type { BatchStore } from '../shipments/batches/batch-store';
import type { Goods } from '../shipments/goods-codes';
import type { ServiceDependencies, StationSignals } from './dependencies';

export interface SavedOrdersComposition extends Pick<ServiceDependencies, 'now' | 'userName'> {
	/** Name of the person who is signed in; empty: none. */
	packerName: () => string;
	database: Database;
	journal: Pick<Journal, 'summary' | 'withdraw'>;
	batchStore: Pick<BatchStore, 'create' | 'planForNextBatch'>;
}

/** Composes the saved orders. Tests use this composition too. */
export function composeSavedOrders(
	{ database, journal, batchStore, userName, packerName, now }: SavedOrdersComposition,
	{ ordersChanged }: Pick<StationSignals, 'ordersChanged'>,
) {
	const events = createEventLog(database, () => ({ packer: packerName(), desk: userName() }), now);
	const orderStore = createOrderStore(database, now);
	const packSessions = createPackSessionStore(database, now);
	const changedIds = new Set<number>();
	/** Emits the signal after the running call, so that its changes are committed, and a change of many orders is one event. */
	function onChange(orderIds: readonly number[]): void {
		if (changedIds.size === 0)
			queueMicrotask(() => {
				const ids = [...changedIds];
				changedIds.clear();
				ordersChanged.emit(ids);
			});
		for (const id of orderIds) changedIds.add(id);
	}
	const savedOrders = createSavedOrders({
		database,
		store: orderStore,
		events,
		packedQuantities: (orderId) => packSessions.packedQuantities(orderId, orderStore.get(orderId).lines.length),
		withdrawQueued(shipmentId, message) {
			const { state } = journal.summary(shipmentId);
			if (state !== 'queued' && state !== 'held') return false;
			journal.withdraw(shipmentId, message);
			return true;
		},
		createBatch: (name, rows) =>
			batchStore.create(
				name,
				{ orders: rows.map(({ id, order }) => ({ ...order, orderId: id })), leftOut: [] },
				batchStore.planForNextBatch(),
			),
		onChange,
	});
	/** The order of a shipment. That of a voided one has another shipment when it was booked again, and is in the events of the void. */
	function orderOfShipment(shipmentId: number) {
		const order = orderStore.findByShipment(shipmentId);
		const orderId = order ? undefined : events.ofShipment(shipmentId).find((event) => event.orderId !== null)?.orderId;
		return order ?? (orderId ? orderStore.find(orderId) : undefined);
	}
	function storedEventsOfShipment(shipmentId: number): StoredEvent[] {
		const order = orderOfShipment(shipmentId);
		return order ? events.ofOrder(order.id) : events.ofShipment(shipmentId);
	}
	return {
		events,
		orderStore,
		packSessions,
		savedOrders,
		onChange,
		orderOfShipment,
		/** What happened to the order of a shipment, the newest first; empty if it has none. */
		storedEventsOfShipment,
		/** The same for the screens. */
		eventsOfShipment: (shipmentId: number): OrderEvent[] => storedEventsOfShipment(shipmentId).map(toOrderEvent),
	};
}

export interface OrderFilesDependencies
	extends Pick<ServiceDependencies, 'settings' | 'now' | 'push' | 'userName' | 'log'> {
	packerName: () => string;
	database: Database;
	orderFiles: Parameters<typeof createOrders>[0]['files'];
	journal: Journal;
	batchStore: BatchStore;
	catalog: Pick<Catalog, 'facts' | 'addUnknown'>;
	goods: Pick<Goods, 'findDecidedCode' | 'isKnownCode' | 'restrictions'>;
}

export function composeOrders(
	dependencies: OrderFilesDependencies,
	signals: Pick<StationSignals, 'statusChanged' | 'ordersChanged'>,
) {
	const { database, orderFiles, journal, batchStore, catalog, goods, settings, now, push, log } = dependencies;
	const saved = composeSavedOrders(dependencies, signals);
	signals.ordersChanged.on(() => push('orders.changed', null));
	const orders = createOrders({
		database,
		files: orderFiles,
		batches: batchStore,
		savedOrders: saved.savedOrders,
		items: catalog,
		sender: () => settings.read().sender,
		findActiveShipment: journal.findActiveByReference,
		findDecidedCode: goods.findDecidedCode,
		findRestrictions: goods.restrictions,
		isKnownCode: goods.isKnownCode,
		onChange: saved.onChange,
		now,
	});
	const watchedFolder = createWatchedFolder({
		folder: () => settings.read().ordersFolder,
		createBatch: orders.importAutomatically,
		onChange: signals.statusChanged.emit,
		onError: (error) => log('orders.error', { error: String(error) }),
	});
	return { orders, watchedFolder, ...saved };
}
