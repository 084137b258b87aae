// Outcomes of shipments, one commit each: what the service answered, what an interrupted station leaves behind, and what the user
// finds out about an unknown one.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { eurToCents } from '../../src-contract/lib/money';
import type { BookedShipment } from '../../src-contract/partner-api';
import { bookingDifference } from '../../src-contract/rules/booking-difference';
import type { Database } from '../platform/database';
import type { BookingMetrics } from '../reports/booking-metrics';
import { differenceSentences } from './booking-difference-text';
import type { PartialAnswer } from './operation-kind';
import type { ShipmentQueue } from './queue';
import type { ShipmentRecords } from './shipment-records';
import { storedDraft, summaryOf } from './shipment-row';
import type { StoredAnswers } from './stored-answers';

export interface OutcomesDependencies {
	database: Database;
	records: ShipmentRecords;
	queue: Pick<ShipmentQueue, 'queueEntry'>;
	answers: StoredAnswers;
	metrics: Pick<BookingMetrics, 'recordBooking'>;
}

const interruptedText = (): string =>
	t(
		'The station stopped while this was being sent. It may be booked or not. Look in the account of the service, then decide here.',
	);

export function createOutcomes({ database, records, queue, answers, metrics }: OutcomesDependencies) {
	const { move, read } = records;

	function requireUnknown(id: number): void {
		if (read(id).state === 'unknown') return;
		throw new AppError('shipment.outcomeKnown', t('This shipment is settled already; nothing was changed.'));
	}

	function countBooked(id: number): void {
		const booked = read(id);
		const { carrier, product, country, price_cents: priceCents, chosen_price_cents: chosenCents } = booked;
		metrics.recordBooking(id, storedDraft(booked), {
			carrier,
			product,
			country,
			priceCents,
			differenceCents: priceCents === null || chosenCents === null ? null : priceCents - chosenCents,
			isDiffering: bookingDifference(summaryOf(booked, null)) !== null,
		});
	}

	function storePartial(id: number, { trackingNumber, labels = [] }: PartialAnswer = {}): void {
		answers.receiveDocuments(id, labels);
		if (!trackingNumber) return;
		database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id);
		records.reindex(id);
	}

	return {
		/** Called once when the station starts: shipments in flight when it stopped have an unknown outcome. @returns how many */
		recoverInterrupted(): number {
			const interrupted = database.all<{ id: number }>("SELECT id FROM shipment WHERE state = 'sending'");
			for (const { id } of interrupted) move(id, 'lost', interruptedText());
			records.indexOlder();
			return interrupted.length;
		},

		/** The booking and what came with it, as received, in one commit. Splitting the documents may take long or fail: later. */
		booked(id: number, shipment: BookedShipment, message: string, received: readonly Uint8Array[]): void {
			const asBooked = { state: 'booked', ...shipment, productId: shipment.productId ?? null } as const;
			const { chosen } = summaryOf(read(id), null);
			const difference = bookingDifference({ ...asBooked, chosen, priceEur: shipment.price ?? null });
			const sentences = difference && chosen ? differenceSentences(difference, asBooked, chosen) : [];
			move(id, 'booked', [message, ...sentences].filter(Boolean).join(' '), () => {
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
				answers.receiveDocuments(id, received);
				countBooked(id);
			});
		},
		drafted: (id: number, partnerId: string, message: string): void =>
			move(id, 'drafted', message, () =>
				database.run('UPDATE shipment SET partner_id = ? WHERE id = ?', partnerId, id),
			),
		rejected(id: number, message: string): void {
			// The screen shows a user the refusal of what they send; that of a queued one is shown until it is acknowledged.
			move(id, 'rejected', message, () => queue.queueEntry(id) && records.markRefused(id));
		},
		/** @param partial stored until a user resolves the shipment */
		unknown: (id: number, message: string, partial?: PartialAnswer): void =>
			move(id, 'lost', message, () => storePartial(id, partial)),
		/** The request never left this machine: the shipment returns to where it came from. */
		notSent: (id: number, message: string): void =>
			move(id, queue.queueEntry(id) ? 'backToQueue' : 'backToComposed', message),

		/** The user found out that the unknown shipment is booked. */
		resolveBooked(id: number, trackingNumber: string): void {
			requireUnknown(id);
			move(
				id,
				'foundBooked',
				answers.hasDocuments(id)
					? t('Marked as booked at the desk. What came with the answer of the service is kept as its label.')
					: t('Marked as booked at the desk. Its label was not received: print it from the account of the service.'),
				() => {
					database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id);
					countBooked(id);
				},
			);
		},
		/** The user found out that it is not booked, and gives it up. */
		resolveNotBooked(id: number): void {
			requireUnknown(id);
			move(id, 'foundMissing', t('Marked as not booked at the desk.'), () => answers.discardDocuments(id));
		},
		/** The user found out that it is not booked: it is sent again, under the key that it had. */
		sendAgain(id: number): void {
			requireUnknown(id);
			move(id, 'sendAgain', t('Marked as not booked at the desk, and sent again.'), () => answers.discardDocuments(id));
		},

		/** What is known of an unknown shipment now; its state does not change. */
		addNote(id: number, message: string, partial?: PartialAnswer): void {
			requireUnknown(id);
			database.transaction(() => {
				storePartial(id, partial);
				if (read(id).message === message) return;
				database.run('UPDATE shipment SET message = ? WHERE id = ?', message, id);
				records.addEvent(id, 'unknown', message);
			});
		},
	};
}
