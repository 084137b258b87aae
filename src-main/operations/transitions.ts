// State changes of a shipment before its request is sent: saves, queues, holds, releases and withdraws the shipment, and
// records the intent, which is the stored data of the request (see `OperationIntent`). Each change is one commit.
import { t } from '../../src-contract/i18n';
import { eurToCents } from '../../src-contract/lib/money';
import type { ChosenOption } from '../../src-contract/model/shipment';
import type { EnteredDraft, ShipmentDraft } from '../../src-contract/model/shipment-draft';
import { amountText } from '../../src-contract/rules/amount-text';
import type { Database } from '../platform/database';
import type { QueueOptions, ShipmentQueue } from './queue';
import type { ShipmentRecords } from './shipment-records';

/** The service and account that a request is sent to, and the time at that service when the intent is written. */
export interface RequestTarget {
	connectionId: string;
	/** Digest of the API key. */
	apiKeyDigest: string;
	/** Time by the service's clock; undefined when unknown. */
	serviceTime: Date | undefined;
}

interface IntentOptions {
	/** False to save a draft at the service instead of booking the shipment. True by default. */
	isBooking?: boolean;
	/** Id of an existing local draft; undefined creates a shipment. */
	id?: number | undefined;
	/** Further writes in the same commit. */
	furtherChanges?: ((id: number) => void) | undefined;
	/** The rate option that the user chose, or that the rule of a queued shipment selected; null when there was none. */
	chosen?: ChosenOption | null | undefined;
	/** Message of the change in the shipment's history. */
	message?: string;
}

export interface TransitionsDependencies {
	database: Database;
	records: ShipmentRecords;
	queue: ShipmentQueue;
}

export function createTransitions({ database, records, queue }: TransitionsDependencies) {
	const { applyTransition, read } = records;

	function writeIntent(
		id: number,
		productId: number | undefined,
		{ connectionId, apiKeyDigest, serviceTime }: RequestTarget,
		{ isBooking = true, chosen = null, message = '' }: IntentOptions,
	): void {
		applyTransition(id, 'send', message, () =>
			database.run(
				`UPDATE shipment SET connection_id = ?, account = ?, product_id = ?, is_booking = ?, service_time = ?,
					chosen_carrier = ?, chosen_product = ?, chosen_price_cents = ? WHERE id = ?`,
				connectionId,
				apiKeyDigest,
				productId ?? null,
				isBooking ? 1 : 0,
				serviceTime?.toISOString() ?? null,
				chosen?.carrier ?? null,
				chosen?.product ?? null,
				chosen?.priceEur == null ? null : eurToCents(chosen.priceEur),
				id,
			),
		);
	}

	return {
		/** Saves a local draft. @param id of an existing draft; undefined creates one @returns the draft's id */
		saveDraft: (draft: EnteredDraft, id: number | undefined): number =>
			database.transaction(() => records.saveDraft(draft, id)),

		/** Saves the draft and appends the shipment to the queue. @param message for its history @returns the shipment's id */
		queue(draft: ShipmentDraft, entry: QueueOptions, id: number | undefined, message = ''): number {
			return database.transaction(() => {
				const savedId = records.saveDraft(draft, id);
				queue.enqueue(savedId, entry);
				applyTransition(savedId, 'queue', message);
				return savedId;
			});
		},

		/**
		 * Saves the draft and commits the intent. The request may be sent only after this function has returned, because the
		 * intent is on disk only then.
		 */
		recordIntent(
			draft: ShipmentDraft,
			productId: number | undefined,
			target: RequestTarget,
			options: IntentOptions = {},
		): { id: number; idempotencyKey: string } {
			return database.transaction(() => {
				const id = records.saveDraft(draft, options.id);
				writeIntent(id, productId, target, options);
				options.furtherChanges?.(id);
				return { id, idempotencyKey: read(id).idempotency_key };
			});
		},

		/** Commits the intent of a queued shipment, with the rate option that its rule selected. */
		recordQueuedIntent(id: number, productId: number, target: RequestTarget, chosen: ChosenOption | null = null): void {
			database.transaction(() => {
				records.requireState(id, 'queued');
				writeIntent(id, productId, target, { chosen });
			});
		},

		/** Holds all queued shipments, whatever their service and batch. @returns their number */
		holdAll(message: string): number {
			const queued = database.all<{ id: number }>("SELECT id FROM shipment WHERE state = 'queued'");
			database.transaction(() => {
				for (const { id } of queued) applyTransition(id, 'hold', message);
			});
			return queued.length;
		},

		/**
		 * Forgets when the requests with an unknown outcome were sent, so that they are not repeated automatically: the user decides.
		 */
		forgetServiceTimes: (): void =>
			void database.run("UPDATE shipment SET service_time = NULL WHERE state IN ('sending', 'unknown')"),

		/**
		 * Takes a queued shipment out of the queue, until the user approves a price or cancels the shipment.
		 * @param isRefused true when the service rejected the rate request or keeps failing for this shipment; false when no
		 * option matches the rule within the price limit
		 */
		hold: (id: number, message: string, { isRefused = false } = {}): void =>
			applyTransition(id, 'hold', message, () => isRefused && records.markRefused(id)),
		/** Returns a held shipment to the queue, with the price that the user approved as its limit. */
		release: (id: number, limitEur: number): void =>
			applyTransition(
				id,
				'release',
				t('A price of up to {price} EUR was approved.', { price: amountText(limitEur) }),
				() => queue.setLimit(id, limitEur),
			),
		/** Cancels a local draft, a queued or a held shipment, for good. Nothing was sent to the service. */
		withdraw: (id: number, message: string): void => applyTransition(id, 'withdraw', message),

		/** Removes shipments from the list of refused shipments. @param ids null removes all */
		acknowledgeRefused(ids: readonly number[] | null): void {
			database.run(
				`UPDATE shipment SET refused_at = NULL
				WHERE refused_at IS NOT NULL AND (?1 IS NULL OR id IN (SELECT value FROM json_each(?1)))`,
				ids && JSON.stringify(ids),
			);
		},
	};
}
