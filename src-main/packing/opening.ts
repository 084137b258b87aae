// Opens orders for packing, resumes their sessions, and puts them off.
import { t } from '../../src-contract/i18n';
import type { PackFeedback, PackingSettings } from '../../src-contract/model/packing';
import type { Catalog } from '../catalog/catalog';
import type { EventLog } from '../events/event-log';
import type { OrderStore, StoredOrder } from '../orders/saved/order-store';
import type { Database } from '../platform/database';
import type { Cartons } from './cartons/cartons';
import type { OrderClaims } from './order-claims';
import type { PackDesk } from './pack-desk';
import { newSession, type PackSession, piecesPacked, withLines } from './pack-session';
import type { PackSessionStore, StoredSession } from './pack-session-store';
import type { PackViews } from './pack-views';
import { notPackableText } from './refusal-texts';
import { factsOf, sessionLines } from './session-lines';

export interface OpeningDependencies {
	database: Pick<Database, 'transaction'>;
	orders: OrderStore;
	sessions: PackSessionStore;
	views: PackViews;
	cartons: Pick<Cartons, 'request'>;
	events: EventLog;
	catalog: Pick<Catalog, 'findBySku' | 'hasPicture'>;
	claims: Pick<OrderClaims, 'request' | 'wake' | 'obstacle'>;
	settings: () => PackingSettings;
	/** Name of this desk. */
	desk: () => string;
	onChange: (orderIds: readonly number[]) => void;
}

export function createOpening(
	dependencies: OpeningDependencies,
	{ answer, refuse, save, showClosed, currentSession }: PackDesk,
) {
	const { database, orders, sessions, views, cartons, events, catalog, claims, settings, desk, onChange } =
		dependencies;

	/** What to do with closed packages. */
	function closedText(stored: StoredSession): string {
		const phase = views.phase(stored);
		if (phase === 'label') return t('It is packed. Scan the label.');
		return phase === 'booking' ? t('It is being booked. Wait for the label.') : t('It is packed, without a label.');
	}

	/** Orders that were put off at this desk, and are offered again after the others. */
	const putOffIds = new Set<number>();
	const nextOrder = () => orders.nextPackable(undefined, [...putOffIds]) ?? orders.nextPackable();

	/** Puts an open session off, or forgets it when nothing is packed. Call it in a transaction. */
	function putOff(stored: StoredSession): void {
		const { orderId } = stored;
		putOffIds.add(orderId);
		const order = orders.get(orderId);
		const isCancelled = order.storedState === 'cancelled';
		if (isCancelled || piecesPacked(stored.session) === 0) {
			save(stored, { state: 'dropped' });
			claims.request(orderId, 'free');
			if (order.storedState === 'packing') orders.setState(orderId, 'open', { reason: order.reason });
			return;
		}
		save(stored, { state: 'later' });
		events.append('packing.putOff', { orderId }, {});
	}

	/** The session with weights and sizes of its items as they are in the catalogue now. */
	const withItemFacts = (session: PackSession): PackSession => ({
		...session,
		lines: session.lines.map((line) => ({
			...line,
			...factsOf(line.sku === '' ? undefined : catalog.findBySku(line.sku)),
		})),
	});

	/** Gives a session the lines of its order as it is now. Call it in a transaction. */
	function withOrderLines(
		stored: StoredSession,
		order: StoredOrder,
	): { stored: StoredSession; tooMany: { sku: string; quantity: number }[] } {
		const lines = sessionLines(order.lines, catalog.findBySku, catalog.hasPicture);
		const { session, tooMany } = withLines(stored.session, lines, order.revision);
		for (const { sku, quantity } of tooMany) events.append('packing.undone', { orderId: order.id }, { sku, quantity });
		cartons.request(order, session);
		return { stored: save(stored, { session }), tooMany };
	}

	/**
	 * Opens an order, resumes its session, or shows its closed packages.
	 * @param isSuggested the station opens it automatically
	 */
	function openOrder(orderId: number, { takeOver = false, isSuggested = false } = {}): PackFeedback {
		const order = orders.get(orderId);
		const { number } = order;
		const active = sessions.activeOf(orderId);
		const title = t('Order {number}', { number });
		const isPackable = orders.isPackable(orderId);
		if (active?.state === 'closed' && order.storedState === 'packed' && order.state !== 'shipped') {
			const previous = sessions.openAt(desk());
			if (previous) {
				database.transaction(() => putOff(previous));
				onChange([previous.orderId]);
			}
			showClosed(active.id);
			return answer('ask', title, closedText(active), active);
		}
		const isResumable = active !== undefined && (order.storedState === 'packing' || isPackable);
		if (!isResumable && !isPackable)
			return refuse('notPackable', `${title}. ${notPackableText(order)}`, number, currentSession());
		if (active?.state === 'open' && active.desk !== desk() && !takeOver)
			return refuse(
				'notPackable',
				t('This order is being packed at {desk}.', { desk: active.desk }),
				number,
				undefined,
				{
					openElsewhere: { orderId, desk: active.desk },
				},
			);
		const obstacle = claims.obstacle(orderId, takeOver);
		if (obstacle) {
			const { message, mayTakeOver } = obstacle;
			const more = mayTakeOver ? { openElsewhere: { orderId, desk: obstacle.desk } } : {};
			return refuse('notPackable', message, number, undefined, more);
		}
		const stored = database.transaction(() => {
			const previous = sessions.openAt(desk());
			if (previous && previous.id !== active?.id) putOff(previous);
			claims.request(orderId, 'packing', takeOver);
			if (active) {
				const isTaken = active.desk !== desk();
				const session = {
					...withItemFacts(active.session),
					// An open package has no box: it is assigned when the order is finished.
					packages: active.session.packages.map((pack) => ({ ...pack, carton: null })),
					takenFrom: isTaken ? active.desk : '',
					isSuggested: false,
				};
				if (isTaken) events.append('packing.takenOver', { orderId }, { from: active.desk });
				else if (active.state !== 'open') events.append('packing.resumed', { orderId }, {});
				if (order.storedState !== 'packing') orders.setState(orderId, 'packing', { reason: order.reason });
				const resumed = save(active, { desk: desk(), state: 'open', session });
				// The user decided in Orders what is shipped of it.
				return order.storedState === 'packing' ? resumed : withOrderLines(resumed, orders.get(orderId)).stored;
			}
			const lines = sessionLines(order.lines, catalog.findBySku, catalog.hasPicture);
			const session = { ...newSession(lines, order.revision, `SLIP${orderId}`), isSuggested };
			const id = sessions.add(orderId, desk(), session);
			orders.setState(orderId, 'packing', { reason: order.reason });
			const pieces = lines.reduce((sum, { isGoods, wanted }) => sum + (isGoods ? wanted : 0), 0);
			events.append('packing.opened', { orderId }, { pieces, number: order.number });
			return sessions.find(id);
		});
		putOffIds.delete(orderId);
		claims.wake();
		showClosed(undefined);
		onChange([orderId]);
		if (stored) cartons.request(orders.get(orderId), stored.session);
		return answer('right', title, '', stored);
	}

	return {
		closedText,
		putOff,
		withOrderLines,
		openOrder,
		/** The order to pack next. */
		nextOrder,

		/** Ends a session whose labels are verified, or need no scan, and opens the next order if the desk is set so. */
		complete(stored: StoredSession, title: string): PackFeedback {
			save(stored, { state: 'done' });
			showClosed(undefined);
			onChange([stored.orderId]);
			const nextText = (number: string) => t('Next: order {number}', { number });
			// The label of an earlier order was scanned while the next one was on the screen.
			const open = sessions.openAt(desk());
			if (open) return answer('done', title, nextText(orders.get(open.orderId).number), open);
			const next = settings().opensNextOrder ? nextOrder() : undefined;
			if (!next) return answer('done', title, '');
			const opened = openOrder(next.id, { isSuggested: true });
			return { ...opened, verdict: 'done', title, message: nextText(next.number) };
		},
	};
}
export type Opening = ReturnType<typeof createOpening>;
