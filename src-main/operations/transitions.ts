// State changes of a shipment up to its request, one commit each: saved, queued, held, withdrawn, and the intent.
import { t } from '../../src-contract/i18n';
import { eurToCents } from '../../src-contract/lib/money';
import type { ChosenOption } from '../../src-contract/model/shipment';
import type { SavedDraft, ShipmentDraft } from '../../src-contract/model/shipment-draft';
import type { Database } from '../platform/database';
import type { QueueEntry, ShipmentQueue } from './queue';
import type { ShipmentRecords } from './shipment-records';

/** Where a request goes, and when by the clock there. */
export interface Destination {
	connectionId: string;
	/** A digest of the key that it goes under. */
	account: string;
	/** The service's own clock; undefined: not known. */
	serviceTime: Date | undefined;
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
}

export function createTransitions({ database, records, queue }: TransitionsDependencies) {
	const { move, read } = records;

	function writeIntent(
		id: number,
		productId: number | undefined,
		{ connectionId, account, serviceTime }: Destination,
		{ isBooking = true, chosen = null }: IntentOptions,
	): void {
		move(id, 'send', '', () =>
			database.run(
				`UPDATE shipment SET connection_id = ?, account = ?, product_id = ?, is_booking = ?, service_time = ?,
					chosen_carrier = ?, chosen_product = ?, chosen_price_cents = ? WHERE id = ?`,
				connectionId,
				account,
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
		/** Saves a local draft. @param id of one that exists @returns its id */
		compose: (draft: SavedDraft, id: number | undefined): number =>
			database.transaction(() => records.saveDraft(draft, id)),

		/** It is sent when the service is online, after those that were queued before. @returns its id */
		queue(composition: ShipmentDraft, entry: QueueEntry, id: number | undefined): number {
			return database.transaction(() => {
				const queued = records.saveDraft(composition, id);
				queue.enqueue(queued, entry);
				move(queued, 'queue', '');
				return queued;
			});
		},

		/** Writes the intent; it is on disk when this returns, before a byte is sent. */
		intend(
			composition: ShipmentDraft,
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

		/** @param isRefused the service refused it or cannot handle it; otherwise its price is above the limit */
		hold: (id: number, message: string, { isRefused = false } = {}): void =>
			move(id, 'hold', message, () => isRefused && records.markRefused(id)),
		/** The user allowed a higher price. */
		release: (id: number, limitEur: number): void =>
			move(
				id,
				'release',
				t('A price of up to {price} EUR was allowed at the desk.', { price: limitEur.toFixed(2) }),
				() => queue.setLimit(id, limitEur),
			),
		withdraw: (id: number, message: string): void => move(id, 'withdraw', message),

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
