// The labels of packed orders: a label's scan verifies its parcel and ends the session of its order.
import { t } from '../../src-contract/i18n';
import type { PackFeedback } from '../../src-contract/model/packing';
import type { ScanVerificationService } from '../documents/scan-verification';
import type { EventLog } from '../events/event-log';
import type { OrderStore } from '../orders/saved/order-store';
import type { Database } from '../platform/database';
import type { Opening } from './opening';
import type { PackDesk } from './pack-desk';
import { isUntouchedSuggestion } from './pack-session';
import type { PackSessionStore, StoredSession } from './pack-session-store';
import type { PackViews } from './pack-views';
import { notPackableText, refusedLabelText, sharedCodeText, voidedLabelText } from './refusal-texts';

export interface LabelScansDependencies {
	database: Pick<Database, 'transaction'>;
	orders: OrderStore;
	sessions: PackSessionStore;
	views: PackViews;
	events: EventLog;
	scanVerification: Pick<ScanVerificationService, 'ownersByCode' | 'scan' | 'voidedOwner'>;
}

export function createLabelScans(
	{ database, orders, sessions, views, events, scanVerification }: LabelScansDependencies,
	{ answer, refuse }: PackDesk,
	{ closedText, complete }: Pick<Opening, 'closedText' | 'complete'>,
) {
	/** Refuses the label of a voided shipment. Undefined when the code is not that of one. */
	function refuseVoided(text: string, stored: StoredSession | undefined): PackFeedback | undefined {
		const voided = scanVerification.voidedOwner(text);
		return voided && refuse('voidedLabel', voidedLabelText(voided.recipient), text, stored);
	}

	function scanLabel(stored: StoredSession, text: string): PackFeedback {
		const order = orders.get(stored.orderId);
		// It was cancelled at its source after packing: its label must not be verified.
		if (order.storedState !== 'packed') return refuse('notPackable', notPackableText(order), text, stored);
		const shipment = views.shipmentOf(order);
		if (shipment?.state !== 'booked') return refuse('wait', closedText(stored), text, stored);
		const { orderId } = stored;
		const { id: shipmentId, trackingNumber } = shipment;
		const title = t('Label OK');
		return database.transaction(() => {
			const verdict = scanVerification.scan(shipmentId, text);
			if (verdict.kind === 'right' && !verdict.isVerified)
				return answer(
					'right',
					t('Label {scanned} of {pages}', { scanned: verdict.scanned, pages: verdict.pages }),
					t('Scan the next label.'),
					stored,
				);
			if (verdict.kind === 'wholeShipment')
				return answer('ask', t('Scan the other code of the label'), refusedLabelText(verdict), stored);
			// The station may have stopped between the label's scan and the end of the session.
			const isVerified = verdict.kind === 'right' || (verdict.kind === 'scannedBefore' && shipment.verifiedAt !== null);
			if (!isVerified) return refuse('wrongLabel', refusedLabelText(verdict), text, stored);
			events.append('packing.labelVerified', { orderId, shipmentId }, { trackingNumber });
			return complete(stored, title);
		});
	}

	return {
		refuseVoided,
		/** The label of a session with closed packages. */
		scanLabel,

		/** The code of a label, while no session waits for one. Undefined when it is none of this desk. */
		scanAnyLabel(text: string, open: StoredSession | undefined): PackFeedback | undefined {
			const [owner, secondOwner] = scanVerification.ownersByCode(text);
			if (!owner) return refuseVoided(text, open);
			if (open && !isUntouchedSuggestion(open.session))
				return refuse(
					'wrongLabel',
					t('This is the label for {recipient}. Take it off this parcel.', { recipient: owner.recipient }),
					text,
					open,
				);
			if (secondOwner) return refuse('wrongLabel', sharedCodeText(), text, open);
			const order = orders.findByShipment(owner.id);
			const session = order && sessions.activeOf(order.id);
			if (session?.state === 'closed') return scanLabel(session, text);
			const verdict = scanVerification.scan(owner.id, text);
			if (verdict.kind !== 'right') return refuse('wrongLabel', refusedLabelText(verdict), text, open);
			return answer('done', t('Label OK'), owner.recipient, open);
		},
	};
}
