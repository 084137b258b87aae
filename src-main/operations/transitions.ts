// State changes of a shipment, one commit each: what was intended, before it is sent, and the outcome after that.
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { ChosenOption, Composition, KeptComposition } from '../../src-contract/model/shipment';
import type { BookedShipment } from '../../src-contract/partner-api';
import { bookingDifference } from '../../src-contract/rules/booking-difference';
import type { Database } from '../platform/database';
import type { BookingMetrics } from '../reports/booking-metrics';
import { differenceSentences } from './booking-difference-text';
import type { QueueEntry, ShipmentQueue } from './queue';
import type { ShipmentRecords } from './shipment-records';
import { storedDraft, summaryOf } from './shipment-row';
import type { StoredAnswers } from './stored-answers';

/** Where a request goes, and when by the clock there. */
export interface Destination {
	/** Empty: the built-in service. */
	serviceUrl: string;
	/** A digest of the key that it goes under. */
	account: string;
	/** The service's own clock; undefined: not known. */
	serviceTime: Date | undefined;
}

/** Parts of a booking in an answer that leaves open whether there is one. */
export interface PartialAnswer {
	/** A suggestion for the user who resolves the shipment as booked. */
	trackingNumber?: string;
	/** Label and papers, decoded. */
	labels?: readonly Uint8Array[];
}

interface IntentOptions {
	isBooking?: boolean;
	/** Of a local draft; undefined: a new shipment. */
	id?: number | undefined;
	/** Written in the same commit. */
	also?: ((id: number) => void) | undefined;
	chosen?: ChosenOption | null | undefined;
}

export interface TransitionsDependencies {
	database: Database;
	records: ShipmentRecords;
	queue: ShipmentQueue;
	answers: StoredAnswers;
	metrics: Pick<BookingMetrics, 'booked'>;
}

const interruptedText = (): string =>
	say(
		'The station stopped while this was being sent. It may be booked or not. Look in the account of the service, then decide here.',
	);
const cents = (eur: number): number => Math.round(eur * 100);

export function createTransitions({ database, records, queue, answers, metrics }: TransitionsDependencies) {
	const { move, read } = records;

	function requireUnknown(id: number): void {
		if (read(id).state === 'unknown') return;
		throw new AppError('shipment.notUnknown', say('This shipment is settled already; nothing was changed.'));
	}

	function writeIntent(
		id: number,
		productId: number | undefined,
		{ serviceUrl, account, serviceTime }: Destination,
		{ isBooking = true, chosen = null }: IntentOptions,
	): void {
		move(id, 'send', '', () =>
			database.run(
				`UPDATE shipment SET service_url = ?, account = ?, product_id = ?, is_booking = ?, service_time = ?,
					chosen_carrier = ?, chosen_product = ?, chosen_price_cents = ? WHERE id = ?`,
				serviceUrl,
				account,
				productId ?? null,
				isBooking ? 1 : 0,
				serviceTime?.toISOString() ?? null,
				chosen?.carrier ?? null,
				chosen?.product ?? null,
				chosen?.priceEur == null ? null : cents(chosen.priceEur),
				id,
			),
		);
	}

	function countBooked(id: number): void {
		const booked = read(id);
		const { carrier, product, country, price_cents: priceCents, chosen_price_cents: chosenCents } = booked;
		metrics.booked(id, storedDraft(booked), {
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

		/** Saves a local draft. @param id of one that exists @returns its id */
		compose: (draft: KeptComposition, id: number | undefined): number =>
			database.transaction(() => records.saveDraft(draft, id)),

		/** It is sent when the service is online, after those that were queued before. @returns its id */
		queue(composition: Composition, entry: QueueEntry, id: number | undefined): number {
			return database.transaction(() => {
				const queued = records.saveDraft(composition, id);
				queue.enqueue(queued, entry);
				move(queued, 'queue', '');
				return queued;
			});
		},

		/** Writes the intent; it is on disk when this returns, before a byte is sent. */
		intend(
			composition: Composition,
			productId: number | undefined,
			destination: Destination,
			options: IntentOptions = {},
		): { id: number; idempotencyKey: string } {
			return database.transaction(() => {
				const id = records.saveDraft(composition, options.id);
				writeIntent(id, productId, destination, options);
				options.also?.(id);
				return { id, idempotencyKey: read(id).idempotency_key };
			});
		},

		/** The intent of a queued shipment, with the option that its rule chose. */
		intendQueued(id: number, productId: number, destination: Destination, chosen: ChosenOption | null = null): void {
			database.transaction(() => {
				records.requireState(id, 'queued');
				writeIntent(id, productId, destination, { chosen });
			});
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
					shipment.price === undefined ? null : cents(shipment.price),
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

		/** @param isRefused the service refused it or cannot handle it; otherwise its price is above the limit */
		hold: (id: number, message: string, { isRefused = false } = {}): void =>
			move(id, 'hold', message, () => isRefused && records.markRefused(id)),
		/** The user allowed a higher price. */
		release: (id: number, limitEur: number): void =>
			move(
				id,
				'release',
				say('A price of up to {price} EUR was allowed at the desk.', { price: limitEur.toFixed(2) }),
				() => queue.setLimit(id, limitEur),
			),
		withdraw: (id: number, message: string): void => move(id, 'withdraw', message),

		/** The user found out that the unknown shipment is booked. */
		resolveBooked(id: number, trackingNumber: string): void {
			requireUnknown(id);
			move(
				id,
				'foundBooked',
				answers.hasDocuments(id)
					? say('Marked as booked at the desk. What came with the answer of the service is kept as its label.')
					: say('Marked as booked at the desk. Its label was not received: print it from the account of the service.'),
				() => {
					database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id);
					countBooked(id);
				},
			);
		},
		/** The user found out that it is not booked, and gives it up. */
		resolveNotBooked(id: number): void {
			requireUnknown(id);
			move(id, 'foundMissing', say('Marked as not booked at the desk.'), () => answers.discardDocuments(id));
		},
		/** The user found out that it is not booked: it is sent again, under the key that it had. */
		sendAgain(id: number): void {
			requireUnknown(id);
			move(id, 'sendAgain', say('Marked as not booked at the desk, and sent again.'), () =>
				answers.discardDocuments(id),
			);
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

		/** @param ids null: all of them */
		acknowledgeRefused(ids: readonly number[] | null): void {
			database.run(
				`UPDATE shipment SET refused_at = NULL
				WHERE refused_at IS NOT NULL AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))`,
				ids && JSON.stringify(ids),
			);
		},
	};
}
