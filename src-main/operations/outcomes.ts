// Writes the outcome of a shipment's request: the service answered, the request was interrupted, or the user resolved an
// unknown outcome or voided the booking. Each outcome is one commit.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { eurToCents } from '../../src-contract/lib/money';
import type { BookedShipment } from '../../src-contract/partner-api';
import { bookingDifference } from '../../src-contract/rules/booking-difference';
import type { Database } from '../platform/database';
import type { BookingMetrics } from '../reports/booking-metrics';
import { differenceMessages } from './booking-difference-text';
import type { PartialAnswer } from './operation-kind';
import type { ShipmentQueue } from './queue';
import type { ShipmentRecords } from './shipment-records';
import { parseSavedDraft, type ShipmentRow, summaryOf } from './shipment-row';
import type { StoredAnswers } from './stored-answers';

export interface OutcomesDependencies {
	database: Database;
	records: ShipmentRecords;
	queue: Pick<ShipmentQueue, 'queuedShipment'>;
	answers: StoredAnswers;
	metrics: Pick<BookingMetrics, 'recordBooking' | 'removeBooking'>;
}

const interruptedText = (): string =>
	t(
		'Waybill stopped while sending this shipment. It may or may not be booked. Check your account at the service, then confirm here.',
	);

export function createOutcomes({ database, records, queue, answers, metrics }: OutcomesDependencies) {
	const { applyTransition, read } = records;

	function requireUnknown(id: number): void {
		if (read(id).state === 'unknown') return;
		throw new AppError('shipment.alreadyResolved', t('This shipment is no longer unconfirmed. Nothing was changed.'));
	}

	const differsFromChosen = (row: ShipmentRow): boolean => bookingDifference(summaryOf(row, null)) !== null;

	function recordMetrics(id: number): void {
		const row = read(id);
		const { carrier, product, country, price_cents: priceCents, chosen_price_cents: chosenCents } = row;
		metrics.recordBooking(id, parseSavedDraft(row), {
			carrier,
			product,
			country,
			priceCents,
			differenceCents: priceCents === null || chosenCents === null ? null : priceCents - chosenCents,
			differsFromChosen: differsFromChosen(row),
		});
	}

	function storePartialAnswer(id: number, { trackingNumber, documents = [] }: PartialAnswer = {}): void {
		answers.receiveDocuments(id, documents);
		if (!trackingNumber) return;
		database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id);
		records.reindex(id);
	}

	return {
		/**
		 * Called once at startup: marks as unknown the shipments that were in flight when the station stopped. Also adds
		 * shipments that are missing in the search index.
		 * @returns the number of shipments that were in flight
		 */
		recoverInterrupted(): number {
			const interrupted = database.all<{ id: number }>("SELECT id FROM shipment WHERE state = 'sending'");
			for (const { id } of interrupted) applyTransition(id, 'outcomeLost', interruptedText());
			records.indexUnindexed();
			return interrupted.length;
		},

		/**
		 * Stores the booking with the received documents in one commit. The documents are ingested afterwards, because
		 * ingestion is slow and may fail.
		 */
		recordBooking(
			id: number,
			shipment: BookedShipment,
			message: string,
			receivedDocuments: readonly Uint8Array[],
		): void {
			const booking = { state: 'booked', ...shipment, productId: shipment.productId ?? null } as const;
			const { chosen } = summaryOf(read(id), null);
			const difference = bookingDifference({ ...booking, chosen, priceEur: shipment.price ?? null });
			const warnings = difference && chosen ? differenceMessages(difference, booking, chosen) : [];
			applyTransition(id, 'booked', [message, ...warnings].filter(Boolean).join(' '), () => {
				database.run(
					'UPDATE shipment SET partner_id = ?, carrier = ?, product = ?, booked_product_id = ?, price_cents = ?, tracking_number = ?, tracking_url = ? WHERE id = ?',
					String(shipment.id),
					shipment.carrier,
					shipment.product,
					shipment.productId ?? null,
					shipment.price === undefined ? null : eurToCents(shipment.price),
					shipment.trackingNumber,
					shipment.trackingUrl,
					id,
				);
				answers.receiveDocuments(id, receivedDocuments);
				recordMetrics(id);
			});
		},
		recordPartnerDraft: (id: number, partnerId: string, message: string): void =>
			applyTransition(id, 'drafted', message, () =>
				database.run('UPDATE shipment SET partner_id = ? WHERE id = ?', partnerId, id),
			),
		recordRejection(id: number, message: string): void {
			// A shipment that was not queued was sent from the form, which shows the rejection. A queued shipment is added to the list
			// of refused shipments, because no form shows its rejection.
			applyTransition(id, 'rejected', message, () => queue.queuedShipment(id) && records.markRefused(id));
		},
		/** @param partialAnswer data found in the answer; deleted when the user confirms that nothing was booked */
		recordUnknown: (id: number, message: string, partialAnswer?: PartialAnswer): void =>
			applyTransition(id, 'outcomeLost', message, () => storePartialAnswer(id, partialAnswer)),
		/** The service carried out nothing: a shipment from the queue returns to the queue, any other to the local drafts. */
		recordNotCarriedOut: (id: number, message: string): void =>
			applyTransition(id, queue.queuedShipment(id) ? 'requeue' : 'returnToComposed', message),

		/**
		 * Marks a booked shipment as void. The reports no longer count it. The service is not told: the user cancels it there, too.
		 * @param furtherChanges further writes in the same commit
		 */
		markVoided(id: number, message: string, furtherChanges?: () => void): void {
			const isDiffering = differsFromChosen(read(id));
			applyTransition(id, 'void', message, () => {
				metrics.removeBooking(id, isDiffering);
				furtherChanges?.();
			});
		},

		/** The user confirms that an unknown shipment is booked. @throws `shipment.alreadyResolved` */
		resolveBooked(id: number, trackingNumber: string): void {
			requireUnknown(id);
			applyTransition(
				id,
				'foundBooked',
				answers.hasDocuments(id)
					? t('Marked as booked. The document that the service sent was saved as its label.')
					: t('Marked as booked. No label was received. Print it from your account at the service.'),
				() => {
					database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id);
					recordMetrics(id);
				},
			);
		},
		/** The user confirms that an unknown shipment is not booked, and cancels the shipment. @throws `shipment.alreadyResolved` */
		resolveNotBooked(id: number): void {
			requireUnknown(id);
			applyTransition(id, 'foundNotBooked', t('Marked as not booked.'), () => answers.discardPartialAnswer(id));
		},
		/**
		 * The user confirms that an unknown shipment is not booked: changes the state to `sending`. The caller then sends the
		 * request again, with the same idempotency key.
		 * @throws `shipment.alreadyResolved`
		 */
		markSendingAgain(id: number): void {
			requireUnknown(id);
			applyTransition(id, 'sendAgain', t('Marked as not booked and sent again.'), () =>
				answers.discardPartialAnswer(id),
			);
		},

		/**
		 * Stores the partial answer and replaces the message of an unknown shipment. A message that differs from the current
		 * one is also added to the shipment's history. The state does not change.
		 * @throws `shipment.alreadyResolved`
		 */
		updateUnknownMessage(id: number, message: string, partialAnswer?: PartialAnswer): void {
			requireUnknown(id);
			database.transaction(() => {
				storePartialAnswer(id, partialAnswer);
				if (read(id).message === message) return;
				database.run('UPDATE shipment SET message = ? WHERE id = ?', message, id);
				records.addEvent(id, 'unknown', message);
			});
		},
	};
}
