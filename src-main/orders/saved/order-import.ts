// Writes the orders of a file, and cancels those that the file says are cancelled.
import { t } from '../../../src-contract/i18n';
import type { LeftOutRows, Order } from '../../../src-contract/model/order';
import type { BatchStore, OrderOfBatch } from '../../shipments/batches/batch-store';
import { orderNumberKey } from './order-store';
import type { ImportOutcome, OrderSource, SavedOrders } from './saved-orders';

export interface OrderImportDependencies {
	savedOrders: Pick<SavedOrders, 'takeOver' | 'cancelFromSource'>;
	batches: Pick<BatchStore, 'hasUnsentOrder'>;
	/** The newest shipment with this order reference that is booked or may still be booked; undefined if there is none. */
	findActiveShipment: (reference: string) => object | undefined;
}

/** What an import did. */
export interface OrderImport {
	/** The orders that can be shipped with a batch. */
	rows: OrderOfBatch[];
	/** Those of cancelled orders come first. */
	leftOutRows: LeftOutRows[];
	/** For the user; empty when all orders are new. */
	message: string;
	/** Ids of the orders that were added, changed or cancelled. */
	changedIds: number[];
}

/** What an import says when not all of its orders are new; empty when they are. */
function importSummary(counts: Record<ImportOutcome, number>, cancelled: number): string {
	const { added, changed, same, finished } = counts;
	if (changed + same + finished + counts.cancelled + cancelled === 0) return '';
	if (same > 0 && added + changed + finished + counts.cancelled + cancelled === 0)
		return t('All orders of this file are already at this desk, and nothing changed.');
	return [
		[added, t('{count, plural, one {# new order} other {# new orders}}', { count: added })],
		[changed, t('{count, plural, one {# changed order} other {# changed orders}}', { count: changed })],
		[same, t('{count, plural, one {# order already here} other {# orders already here}}', { count: same })],
		[
			finished + counts.cancelled,
			t('{count, plural, one {# finished order} other {# finished orders}}', { count: finished + counts.cancelled }),
		],
		[cancelled, t('{count, plural, one {# order cancelled now} other {# orders cancelled now}}', { count: cancelled })],
	]
		.flatMap(([count, text]) => (count === 0 ? [] : [text]))
		.join(', ');
}

export function createOrderImport({ savedOrders, batches, findActiveShipment }: OrderImportDependencies) {
	/** Writes the orders of a file. @returns those for the batch, and those that are finished, as rows left out */
	function takeOverOrders(source: OrderSource, orders: readonly Order[]) {
		const counts: Record<ImportOutcome, number> = { added: 0, changed: 0, same: 0, finished: 0, cancelled: 0 };
		const occurrences = new Map<string, number>();
		const rows: OrderOfBatch[] = [];
		const finished: LeftOutRows[] = [];
		const changedIds: number[] = [];
		for (const order of orders) {
			const { rowNumbers, draft } = order;
			const key = orderNumberKey(draft.reference) ?? '';
			const occurrence = (occurrences.get(key) ?? 0) + 1;
			occurrences.set(key, occurrence);
			const { id, outcome, content } = savedOrders.takeOver(source, order, occurrence);
			counts[outcome] += 1;
			if (outcome === 'added' || outcome === 'changed') changedIds.push(id);
			if (outcome === 'finished' || outcome === 'cancelled') {
				const reason =
					outcome === 'finished'
						? t('Already packed or shipped at this desk.')
						: t('The order is cancelled at this desk.');
				finished.push({ rowNumbers, reference: draft.reference, reason, isCancelled: false });
			} else rows.push({ ...order, draft: content.draft, fieldErrors: content.fieldErrors, orderId: id });
		}
		return { rows, finished, counts, changedIds };
	}

	/** Says that an order that was cancelled is already at this desk, from a file before its cancellation. */
	function withEarlierImport(rows: LeftOutRows): LeftOutRows {
		const shipment = findActiveShipment(rows.reference);
		const isInBatch = !shipment && batches.hasUnsentOrder(rows.reference);
		if (!shipment && !isInBatch) return rows;
		const addition = shipment
			? t('It was imported before and has a shipment: check whether to stop it.')
			: t('It is in an earlier batch that is not sent yet: remove it there.');
		return { ...rows, reason: `${rows.reason} ${addition}` };
	}

	/**
	 * Cancels the orders that the file says are cancelled. An order of which only some rows are cancelled is not.
	 * @returns the rows, with the results of their orders, and the ids of the orders that changed
	 */
	function cancelOrders(
		source: OrderSource,
		leftOut: readonly LeftOutRows[],
		orders: readonly Order[],
	): { leftOut: LeftOutRows[]; cancelledIds: number[] } {
		const keys = new Set(orders.map(({ draft }) => orderNumberKey(draft.reference)));
		const cancelledIds: number[] = [];
		const rows = leftOut.map((row) => {
			if (!row.isCancelled || row.reference === '' || keys.has(orderNumberKey(row.reference))) return row;
			const cancelled = savedOrders.cancelFromSource(source, row.reference, row.reason);
			cancelledIds.push(...cancelled.flatMap(({ id, outcome }) => (outcome === 'shipped' ? [] : [id])));
			if (cancelled.some(({ outcome }) => outcome === 'exception'))
				return { ...row, reason: `${row.reason} ${t('It is already packed here: look at the exceptions.')}` };
			if (cancelled.length > 0 && cancelled.every(({ outcome }) => outcome === 'cancelled'))
				return { ...row, reason: `${row.reason} ${t('It is cancelled here too.')}` };
			return withEarlierImport(row);
		});
		return { leftOut: rows, cancelledIds };
	}

	/**
	 * Writes the orders of a file. Call it in the transaction of the import.
	 * @param leftOut rows that are no order, or an order that must not ship
	 * @returns undefined when the file contains no orders and cancels none
	 */
	return (source: OrderSource, orders: readonly Order[], leftOut: readonly LeftOutRows[]): OrderImport | undefined => {
		const { leftOut: otherRows, cancelledIds } = cancelOrders(source, leftOut, orders);
		if (orders.length === 0 && cancelledIds.length === 0) return undefined;
		const { rows, finished, counts, changedIds } = takeOverOrders(source, orders);
		return {
			rows,
			leftOutRows: [
				...otherRows.filter(({ isCancelled }) => isCancelled),
				...finished,
				...otherRows.filter(({ isCancelled }) => !isCancelled),
			],
			message: importSummary(counts, cancelledIds.length),
			changedIds: [...cancelledIds, ...changedIds],
		};
	};
}
