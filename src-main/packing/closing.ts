// Closes the packages of an order and has them booked, in one commit. What cannot be booked now is put aside with a slip.
import { t } from '../../src-contract/i18n';
import type { PackFeedback, PackingSettings } from '../../src-contract/model/packing';
import { VOID_REASONS, type VoidReason } from '../../src-contract/model/shipment';
import { shipmentDraftSchema } from '../../src-contract/model/shipment-draft';
import type { EventLog } from '../events/event-log';
import type { Journal } from '../operations/journal';
import type { OrderStore, StoredOrder } from '../orders/saved/order-store';
import type { Database } from '../platform/database';
import type { Cartons } from './cartons/cartons';
import type { OrderClaims } from './order-claims';
import type { PackDesk } from './pack-desk';
import {
	closeAll,
	firstUnweighed,
	isComplete,
	type PackSession,
	piecesPacked,
	withMissingPieces,
} from './pack-session';
import type { PackSessionStore, StoredSession } from './pack-session-store';
import { isActiveShipment, type PackViews } from './pack-views';
import type { StagedPackage } from './papers';
import { notPackableText } from './refusal-texts';
import type { PackageWeightCheck } from './weight/package-weight-check';

/** Why closed packages are not booked yet. */
export const awaitedText = (): string =>
	t('It is booked as soon as the site confirms that no other desk has packed it.');

export interface ClosingDependencies {
	database: Pick<Database, 'transaction'>;
	orders: OrderStore;
	sessions: PackSessionStore;
	views: PackViews;
	cartons: Pick<Cartons, 'assign' | 'isOn' | 'withoutBox'>;
	weightCheck: Pick<PackageWeightCheck, 'learn'>;
	events: EventLog;
	journal: Pick<Journal, 'queue' | 'withdraw'>;
	outbox: { wake: () => void };
	claims: Pick<OrderClaims, 'request' | 'wake' | 'isAwaited' | 'isOnline' | 'obstacle'>;
	/** Prints the slip of a closed package without a label. */
	printStagingSlip: (slip: StagedPackage) => Promise<unknown>;
	settings: () => PackingSettings;
	connectionId: () => string;
	onChange: (orderIds: readonly number[]) => void;
	onError: (error: unknown) => void;
}

export function createClosing(
	dependencies: ClosingDependencies,
	{ answer, refuse, save, showClosed, currentSession }: PackDesk,
) {
	const {
		database,
		orders,
		sessions,
		views,
		cartons,
		weightCheck,
		events,
		journal,
		outbox,
		claims,
		settings,
		connectionId,
		onChange,
		onError,
	} = dependencies;

	/** Books closed packages. Call it in a transaction. @returns why they cannot be booked; empty when they are */
	function queueBooking(order: StoredOrder, session: PackSession): string {
		if (isActiveShipment(views.shipmentOf(order))) return '';
		const [problem] = views.problemsOf(order, session);
		const draft = shipmentDraftSchema.safeParse(views.draftFor(order, session));
		if (problem !== undefined || !draft.success) return problem ?? t('The order cannot be booked as it is.');
		const { rule, limitEur, verifiesLabels } = settings();
		const shipmentId = journal.queue(draft.data, { connectionId: connectionId(), rule, limitEur }, undefined);
		orders.linkShipment(order.id, shipmentId, verifiesLabels);
		return '';
	}

	/** Marks closed packages as put aside without a label, and prints their slip, once. */
	function stageWithSlip(stored: StoredSession, reason: string): StoredSession {
		if (stored.session.isStaged) return stored;
		const order = orders.get(stored.orderId);
		const staged = database.transaction(() => {
			events.append('packing.staged', { orderId: stored.orderId }, { reason });
			return save(stored, { session: { ...stored.session, isStaged: true } });
		});
		void printSlips(order, stored.session).catch(onError);
		return staged;
	}
	async function printSlips(order: StoredOrder, { packages, slipCode }: PackSession): Promise<void> {
		const { companyName, contactPerson, countryCode } = order.draft.to;
		for (const { number } of packages)
			await dependencies.printStagingSlip({
				orderNumber: order.number,
				recipient: companyName || contactPerson,
				slipCode,
				packageNumber: number,
				packageCount: packages.length,
				countryCode,
			});
	}

	const askForBox = (stored: StoredSession, number: number): PackFeedback =>
		answer('ask', t('Choose the box'), t('It is not known which box holds package {number}.', { number }), stored);
	function askForWeight(stored: StoredSession): PackFeedback {
		const { packages } = stored.session;
		const number = firstUnweighed(stored.session)?.number ?? 1;
		return answer(
			'ask',
			packages.length > 1 ? t('Put package {number} on the scale', { number }) : t('Put the package on the scale'),
			'',
			stored,
		);
	}

	return {
		stageWithSlip,
		askForWeight,

		/**
		 * Withdraws the booking of packed goods. Call it in the transaction of the change that is the reason.
		 * @returns false when the request was sent: then the shipment has to be decided about first
		 */
		withdrawBooking(order: StoredOrder): boolean {
			const shipment = views.shipmentOf(order);
			if (shipment?.state === 'queued' || shipment?.state === 'held')
				journal.withdraw(shipment.id, t('Withdrawn at the packing desk. Nothing was sent.'));
			else if (isActiveShipment(shipment)) return false;
			return true;
		},

		/** Closes the packages and books them, in one commit. */
		finish(stored: StoredSession): PackFeedback {
			const order = orders.get(stored.orderId);
			const isShort = !isComplete(stored.session);
			if (isShort && !settings().isShadow)
				return refuse('incomplete', t('Scan the missing items, or report a problem.'), '', stored);
			const packed = isShort ? withMissingPieces(stored.session) : stored.session;
			const assigned = cartons.assign(order, packed);
			const [unknownBox] = cartons.isOn() ? cartons.withoutBox(order, assigned) : [];
			if (unknownBox !== undefined) return askForBox(stored, unknownBox);
			if (settings().weighs && !settings().isShadow && firstUnweighed(packed)) return askForWeight(stored);
			const session = closeAll(assigned);
			let problem = '';
			const closed = database.transaction(() => {
				if (isShort) events.append('packing.found', { orderId: order.id }, { refusal: 'incomplete', code: '' });
				const saved = save(stored, { state: 'closed', session });
				for (const pack of session.packages) weightCheck.learn(session, pack);
				sessions.freeTotes(order.id);
				events.append(
					'packing.closed',
					{ orderId: order.id },
					{
						packages: session.packages.length,
						pieces: piecesPacked(session),
						cartons: session.packages.flatMap(({ carton }) => carton ?? []),
					},
				);
				claims.request(order.id, 'packed');
				// Another desk may have packed the order: the site decides before it is booked.
				if (!claims.isAwaited(order.id)) problem = queueBooking(order, session);
				orders.setState(order.id, 'packed', { reason: problem });
				return saved;
			});
			showClosed(closed.id);
			outbox.wake();
			claims.wake();
			onChange([order.id]);
			if (claims.isAwaited(order.id) && !claims.isOnline())
				return answer('wrong', t('Packed, not booked'), awaitedText(), stageWithSlip(closed, awaitedText()));
			if (problem === '') return answer('done', t('Packed##of an order'), t('It is being booked.'), closed);
			return answer('wrong', t('Packed, not booked'), problem, stageWithSlip(closed, problem));
		},

		/**
		 * The shipment was voided: its order is packed without a label, so that it is booked again without packing again. A cancelled order
		 * needs a decision, and an order of bulk mode is held, because it would be packed again. Call it in the transaction of the void.
		 * @returns a function to call after the commit, which tells the screens
		 */
		shipmentVoided(shipmentId: number, reason: VoidReason): () => void {
			const order = orders.findByShipment(shipmentId);
			const { trackingNumber } = views.shipment(shipmentId);
			const text = VOID_REASONS[reason]();
			const subject = { ...(order && { orderId: order.id }), shipmentId };
			events.append('shipment.voided', subject, { reason: text, trackingNumber });
			const verified = order && !sessions.activeOf(order.id) ? sessions.doneOf(order.id) : undefined;
			if (verified) save(verified, { state: 'closed' });
			if (order?.storedState === 'packed' && reason === 'cancelled')
				orders.setState(order.id, 'exception', { exception: 'cancelledAfterPacking', reason: text });
			if (order?.storedState === 'open')
				orders.setState(order.id, 'held', { reason: t('Void: {reason}', { reason: text }) });
			return () => onChange(order ? [order.id] : []);
		},

		/** Books closed packages after the site has confirmed that no other desk has packed the order. Call it in a transaction. */
		bookConfirmed(orderId: number): void {
			const stored = sessions.activeOf(orderId);
			const order = orders.get(orderId);
			// Only the user books the order of a voided shipment again.
			if (stored?.state !== 'closed' || order.storedState !== 'packed' || order.shipmentState === 'voided') return;
			orders.setState(orderId, 'packed', { reason: queueBooking(order, stored.session) });
		},

		/** Books closed packages without a label again. */
		bookStaged(sessionId: number): PackFeedback {
			const stored = sessions.find(sessionId);
			if (stored?.state !== 'closed')
				return answer('wrong', t('Not done'), t('This order is no longer waiting.'), currentSession());
			const order = orders.get(stored.orderId);
			showClosed(stored.id);
			// It was cancelled at its source after packing: a user decides in Orders.
			if (order.storedState !== 'packed') return refuse('notPackable', notPackableText(order), '', stored);
			// Another desk has packed it, too: the shipment of this desk may have been voided for that.
			const obstacle = order.shipmentState === 'voided' ? claims.obstacle(order.id, false) : undefined;
			if (obstacle) return refuse('notPackable', obstacle.message, '', stored);
			if (claims.isAwaited(order.id)) {
				claims.wake();
				return answer('wrong', t('Packed, not booked'), awaitedText(), stored);
			}
			const shipment = views.shipmentOf(order);
			if (shipment?.state === 'held' || shipment?.state === 'unknown' || shipment?.state === 'draft')
				return answer('wrong', t('Decide in Shipments'), shipment.message, stored);
			const problem = database.transaction(() => {
				const found = queueBooking(order, stored.session);
				orders.setState(order.id, 'packed', { reason: found });
				return found;
			});
			outbox.wake();
			onChange([order.id]);
			if (problem !== '') return answer('wrong', t('Packed, not booked'), problem, stored);
			return answer('right', t('It is being booked.'), '', stored);
		},
	};
}
