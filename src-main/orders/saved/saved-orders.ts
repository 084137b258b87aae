// The orders of the desk: taken over from a source, held, released, cancelled, combined, and shipped in bulk.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { BatchOrder, Order } from '../../../src-contract/model/order';
import type {
	CombinableOrders,
	OrderFilter,
	OrderSort,
	OrderSummary,
	SavedOrder,
} from '../../../src-contract/model/saved-order';
import { isNotBooked } from '../../../src-contract/model/shipment';
import type { EnteredDraft } from '../../../src-contract/model/shipment-draft';
import type { EventLog } from '../../events/event-log';
import { toOrderEvent } from '../../events/event-texts';
import type { Database } from '../../platform/database';
import { yieldToEventLoop } from '../../platform/event-loop';
import { changesOf, detailChanges, withoutFilledCodes } from './order-changes';
import { combined, withPackedQuantities } from './order-draft-changes';
import { type OrderContent, type OrderStore, orderNumberKey, type StoredOrder } from './order-store';

/** Number of orders that are written before the main process handles other events. */
const ORDERS_PER_STEP = 50;

/** Where an order comes from. */
export interface OrderSource {
	/** Orders with the same number and key are one order. */
	key: string;
	/** The key that the file had in an earlier version, which did not know its program; empty for a file of no program. */
	formerKey: string;
	/** For display. */
	name: string;
}

export interface SavedOrdersDependencies {
	database: Pick<Database, 'transaction'>;
	store: OrderStore;
	events: EventLog;
	/** Pieces packed so far of each line of an order; empty when nothing is. */
	packedQuantities: (orderId: number) => number[];
	/** Withdraws a shipment that is queued or held. @returns false when its request was sent */
	withdrawQueued: (shipmentId: number, message: string) => boolean;
	/** Creates a batch of orders. @returns its id */
	createBatch: (name: string, orders: readonly { id: number; order: BatchOrder }[]) => number;
	/** Called after orders were added or changed. */
	onChange: (orderIds: readonly number[]) => void;
}

/** Result of importing an order. `finished`: it is packed or shipped already, and stays as it is. */
export type ImportOutcome = 'added' | 'changed' | 'same' | 'finished' | 'cancelled';
export interface ImportedOrder {
	id: number;
	outcome: ImportOutcome;
	/** What its source changed since the last import, in a few words each. */
	changes: string[];
	/** The order as it is at this desk now; a user may have changed what its source says. */
	content: Pick<OrderContent, 'draft' | 'fieldErrors'>;
}

/** Result for an order that was cancelled at its source. */
export interface CancelledOrder {
	id: number;
	outcome: 'cancelled' | 'exception' | 'shipped';
}

const contentOf = (order: Order): OrderContent => ({
	draft: order.draft,
	lines: order.lines,
	fieldErrors: order.fieldErrors,
	warnings: order.warnings,
	addressId: order.addressId,
	...order.details,
});

export function createSavedOrders(dependencies: SavedOrdersDependencies) {
	const { database, store, events, packedQuantities, withdrawQueued, createBatch, onChange } = dependencies;

	/** Applies a change to each order, in parts. @param change returns false when the order stays as it is */
	async function changeEach(
		ids: readonly number[],
		change: (order: StoredOrder) => boolean,
	): Promise<{ changed: number; skipped: number }> {
		let changed = 0;
		for (let start = 0; start < ids.length; start += ORDERS_PER_STEP) {
			database.transaction(() => {
				for (const id of ids.slice(start, start + ORDERS_PER_STEP)) {
					const order = store.find(id);
					if (order && change(order)) changed += 1;
				}
			});
			await yieldToEventLoop();
		}
		onChange(ids);
		return { changed, skipped: ids.length - changed };
	}

	/** @throws `order.changed` when the order is not as the screen showed it */
	function requireRevision(id: number, revision: number): StoredOrder {
		const order = store.get(id);
		if (order.revision === revision) return order;
		throw new AppError('order.changed', t('This order was changed meanwhile. Nothing was saved. Look at it again.'));
	}

	/** Takes over what a source changed of an order that is not packed. @returns the content of the order */
	function changeFromSource(
		existing: StoredOrder,
		content: OrderContent,
		changes: readonly string[],
	): Pick<OrderContent, 'draft' | 'fieldErrors'> {
		const { id, imported } = existing;
		const tags = [...new Set([...existing.tags, ...content.tags])];
		const reason = t('Changed at its source: {changes}', { changes: changes.join(', ') });
		events.append('order.changed', { orderId: id }, { changes: [...changes] });
		const areGoodsOfUser = imported !== null && JSON.stringify(imported.lines) !== JSON.stringify(existing.lines);
		if (!areGoodsOfUser) {
			store.replaceContent(id, { ...content, tags }, reason, 'source');
			return content;
		}
		// The order holds the goods of several orders, or is shipped without missing pieces. Only a user can join that with the change.
		store.replaceContent(id, existing, reason, 'user');
		store.setImported(id, content);
		if (existing.state === 'open') store.setState(id, 'held', { reason });
		return existing;
	}

	/** Holds the order that another one was combined with, when that one was changed at its source. Only a user can join the two. */
	function holdCombined({ id, number }: StoredOrder, content: OrderContent, changes: readonly string[]): void {
		const combinedInto = events.newest(id, 'order.cancelled')?.data.combinedInto;
		const base = combinedInto === undefined ? undefined : store.find(combinedInto);
		if (!base) return;
		// Each later import finds the same changes.
		store.setImported(id, content);
		events.append('order.changed', { orderId: base.id }, { changes: changes.map((change) => `${number}: ${change}`) });
		if (base.state !== 'open' && base.state !== 'packing') return;
		const reason = t('Order {number}, which is combined with it, was changed at its source: {changes}', {
			number,
			changes: changes.join(', '),
		});
		store.setState(base.id, 'held', { reason });
		onChange([base.id]);
	}

	/** Whether the order is not packed yet. */
	const isWaiting = ({ state }: StoredOrder) => state === 'open' || state === 'held' || state === 'exception';

	/** Whether its packages are closed, and no shipment is booked or may be. */
	const isPackedWithoutBooking = ({ storedState, shipmentState }: StoredOrder) =>
		storedState === 'packed' && (shipmentState === null || isNotBooked(shipmentState));

	function detail(id: number): SavedOrder {
		const order = store.get(id);
		return {
			...store.summary(id),
			lines: order.lines,
			draft: order.draft,
			notes: order.notes,
			fieldErrors: order.fieldErrors,
			warnings: order.warnings,
			packedQuantities: packedQuantities(id),
			events: events.ofOrder(id).map(toOrderEvent),
		};
	}

	function cancel(order: StoredOrder, reason: string): boolean {
		if (order.state !== 'packing' && !isWaiting(order)) return false;
		store.setState(order.id, 'cancelled', { reason });
		events.append('order.cancelled', { orderId: order.id }, { reason });
		return true;
	}

	function cancelAtSource(order: StoredOrder, reason: string): CancelledOrder['outcome'] | undefined {
		if (order.state === 'cancelled' || order.exception === 'cancelledAfterPacking') return undefined;
		if (order.state === 'shipped') return 'shipped';
		const isQueued = order.shipmentState === 'queued' || order.shipmentState === 'held';
		const isWithdrawn = isQueued && order.shipmentId !== null && withdrawQueued(order.shipmentId, reason);
		if (order.storedState !== 'packed' && (order.state !== 'packed' || isWithdrawn))
			return cancel({ ...order, state: order.storedState }, reason) ? 'cancelled' : undefined;
		store.setState(order.id, 'exception', { exception: 'cancelledAfterPacking', reason });
		events.append('order.cancelledAfterPacking', { orderId: order.id }, { reason });
		return 'exception';
	}

	return {
		detail,
		list: (
			filter: OrderFilter,
			sort: OrderSort,
			offset: number,
			limit: number,
		): { orders: OrderSummary[]; total: number } => ({
			orders: store.list(filter, sort, offset, limit),
			total: store.count(filter),
		}),
		facets: store.facets,

		/**
		 * Takes over an order from a source: adds it, or updates the order with the same number. What is packed or shipped stays as it is.
		 * Call it in the transaction of the import.
		 * @param occurrence 1 for the first order with this number in its file; a file may hold several parcels of one order
		 */
		takeOver(source: OrderSource, order: Order, occurrence: number): ImportedOrder {
			const content = contentOf(order);
			const baseKey = orderNumberKey(order.draft.reference);
			const numberKey = baseKey === null || occurrence === 1 ? baseKey : `${baseKey} #${occurrence}`;
			const existing = numberKey === null ? undefined : store.findBySourceNumber(source, numberKey);
			if (!existing) {
				const id = store.add(source.key, source.name, numberKey, content);
				events.append('order.imported', { orderId: id }, { source: source.name });
				return { id, outcome: 'added', changes: [], content };
			}
			const { id, imported, state } = existing;
			store.setSource(id, source.key, source.name);
			const changes = imported
				? changesOf(imported, { ...content, draft: withoutFilledCodes(content.draft, imported.draft) })
				: [...changesOf(existing, content), ...detailChanges(existing, content)];
			if (state === 'cancelled') {
				if (changes.length > 0) holdCombined(existing, content, changes);
				return { id, outcome: 'cancelled', changes, content: existing };
			}
			if (state === 'packed' || state === 'shipped' || existing.exception === 'cancelledAfterPacking') {
				// Each later import finds the same changes.
				const isNew =
					JSON.stringify(events.newest(id, 'order.changed')?.data.changes ?? []) !== JSON.stringify(changes);
				if (changes.length > 0 && isNew) events.append('order.changed', { orderId: id }, { changes });
				return { id, outcome: 'finished', changes, content: existing };
			}
			if (changes.length === 0) return { id, outcome: 'same', changes, content: imported ? existing : content };
			return { id, outcome: 'changed', changes, content: changeFromSource(existing, content, changes) };
		},

		/**
		 * Orders with a number that was cancelled at its source; a file may hold several parcels of one order. Call it in the
		 * transaction of the import.
		 * @returns the result for each order here; empty when none is here, or they were cancelled before
		 */
		cancelFromSource: (source: OrderSource, number: string, reason: string): CancelledOrder[] =>
			store.findAllBySourceNumber(source, number).flatMap((order) => {
				const outcome = cancelAtSource(order, reason);
				return outcome ? [{ id: order.id, outcome }] : [];
			}),

		/** Replaces the draft of an order that is not packed. @throws `order.changed` */
		saveDraft(id: number, revision: number, draft: EnteredDraft): SavedOrder {
			database.transaction(() => {
				const order = requireRevision(id, revision);
				if (!isWaiting(order) && !isPackedWithoutBooking(order))
					throw new AppError('order.changed', t('This order is booked or shipped. Nothing was saved.'));
				store.replaceContent(id, { ...order, draft, fieldErrors: store.errorsOf(draft) }, undefined, 'user');
				events.append('order.edited', { orderId: id }, {});
			});
			onChange([id]);
			return detail(id);
		},
		/** A user edited the row of the order in a batch. Call it in the transaction of the edit. */
		rowEdited(id: number, content: Pick<OrderContent, 'draft' | 'fieldErrors' | 'warnings'>): void {
			store.replaceContent(id, { ...store.get(id), ...content }, undefined, 'user');
			events.append('order.edited', { orderId: id }, {});
			onChange([id]);
		},

		hold: (ids: readonly number[], reason: string) =>
			changeEach(ids, (order) => {
				if (order.state !== 'open' && order.state !== 'exception') return false;
				store.setState(order.id, 'held', { reason });
				events.append('order.held', { orderId: order.id }, { reason });
				return true;
			}),
		/** Holds all orders that wait or are being packed, after they were restored from a copy. @returns their number */
		holdAll(reason: string): number {
			const ids = store.idsToPack();
			database.transaction(() => {
				for (const id of ids) {
					store.setState(id, 'held', { reason });
					events.append('order.held', { orderId: id }, { reason });
				}
			});
			return ids.length;
		},
		release: (ids: readonly number[]) =>
			changeEach(ids, (order) => {
				if (order.state !== 'held' && order.state !== 'exception') return false;
				// Its packages are closed already: it only has to be booked, or its shipment cancelled.
				store.setState(order.id, order.exception === 'cancelledAfterPacking' ? 'packed' : 'open');
				events.append('order.released', { orderId: order.id }, {});
				return true;
			}),
		/** @param reason for the user; may be empty */
		cancel: (ids: readonly number[], reason: string) =>
			changeEach(ids, (order) => order.state !== 'packing' && cancel(order, reason || t('Cancelled at this desk'))),
		tag: (ids: readonly number[], tag: string, isSet: boolean) =>
			changeEach(ids, ({ id, tags }) => {
				if (tags.includes(tag) === isSet) return false;
				store.setTags(id, isSet ? [...tags, tag] : tags.filter((other) => other !== tag));
				return true;
			}),

		/** Ships what was packed of an order that is short. @throws `order.changed` when it is not short any more, or nothing is packed */
		shipShort(id: number, revision: number): SavedOrder {
			database.transaction(() => {
				const order = requireRevision(id, revision);
				const packed = packedQuantities(id);
				const pieces = packed.reduce((sum, quantity) => sum + quantity, 0);
				if (order.state !== 'exception' || pieces === 0)
					throw new AppError('order.changed', t('Nothing of this order is packed. Nothing was changed.'));
				const content = withPackedQuantities(order, packed);
				const missing = order.lines.reduce(
					(sum, { isGoods, quantity }, index) => sum + (isGoods ? quantity - (packed[index] ?? 0) : 0),
					0,
				);
				store.replaceContent(
					id,
					{ ...order, ...content, fieldErrors: store.errorsOf(content.draft) },
					t('Ships without {count, plural, one {# missing piece} other {# missing pieces}}', { count: missing }),
					'user',
				);
				store.setState(id, 'open', { reason: store.get(id).reason });
				events.append('order.shippedShort', { orderId: id }, { missing });
			});
			onChange([id]);
			return detail(id);
		},

		combinable(): CombinableOrders[] {
			const groups = new Map<string, ReturnType<typeof store.combinable>>();
			for (const order of store.combinable())
				groups.set(order.recipientKey, [...(groups.get(order.recipientKey) ?? []), order]);
			return [...groups.values()].flatMap((orders) => {
				const [first, second] = orders;
				return first && second
					? [
							{
								recipient: first.recipient,
								destination: first.destination,
								orders: orders.map(({ id, number, revision, pieces }) => ({ id, number, revision, pieces })),
							},
						]
					: [];
			});
		},
		/** @throws `order.changed` unless all are open and have the same recipient */
		combine(ids: readonly number[]): SavedOrder {
			const [firstId, ...otherIds] = [...ids].sort((left, right) => left - right);
			database.transaction(() => {
				const group = store.combinable().filter(({ id }) => ids.includes(id));
				const first = group.find(({ id }) => id === firstId);
				if (
					!first ||
					otherIds.length === 0 ||
					group.length !== ids.length ||
					group.some(({ recipientKey }) => recipientKey !== first.recipientKey)
				)
					throw new AppError(
						'order.changed',
						t('These orders are no longer open, or not to the same recipient. Nothing was combined.'),
					);
				const orders = [first.id, ...otherIds].map((id) => store.get(id));
				const content = combined(orders);
				const [base] = orders;
				if (!content || !base) return;
				const others = orders.slice(1);
				const numbers = others.map(({ number }) => number);
				const joinTexts = (pick: (order: StoredOrder) => string) =>
					[...new Set(orders.map(pick).filter((text) => text !== ''))].join('\n');
				const shipByTimes = orders.flatMap(({ shipBy }) => shipBy ?? []).sort();
				store.replaceContent(
					base.id,
					{
						...base,
						...content,
						fieldErrors: store.errorsOf(content.draft),
						tags: [...new Set(orders.flatMap(({ tags }) => tags))],
						notes: {
							customer: joinTexts(({ notes }) => notes.customer),
							order: joinTexts(({ notes }) => notes.order),
							giftText: joinTexts(({ notes }) => notes.giftText),
						},
						shipBy: shipByTimes[0] ?? null,
					},
					t('Combined with {numbers}', { numbers: numbers.join(', ') }),
					'user',
				);
				events.append('order.combined', { orderId: base.id }, { numbers });
				for (const order of others) {
					const reason = t('Combined with order {number}', { number: base.number });
					store.setState(order.id, 'cancelled', { reason });
					events.append('order.cancelled', { orderId: order.id }, { reason, combinedInto: base.id });
				}
			});
			onChange(ids);
			return detail(firstId ?? 0);
		},

		/** Creates a batch of the orders that are open. */
		shipInBulk(ids: readonly number[]): { batchId: number; skipped: number } {
			const orders = ids.flatMap((id) => {
				const order = store.isPackable(id) ? store.find(id) : undefined;
				return order ? [order] : [];
			});
			if (orders.length === 0)
				throw new AppError('order.changed', t('None of these orders is open. No batch was created.'));
			const name = t('{count, plural, one {# order} other {# orders}}', { count: orders.length });
			const batchId = createBatch(
				name,
				orders.map((order, index) => ({
					id: order.id,
					order: { ...order, rowNumbers: String(index + 1) },
				})),
			);
			return { batchId, skipped: ids.length - orders.length };
		},
	};
}
export type SavedOrders = ReturnType<typeof createSavedOrders>;
