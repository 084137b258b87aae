// The stored queue: position, selection rule and price limit of each queued shipment. The outbox sends these shipments.
import { eurToCents } from '../../src-contract/lib/money';
import { type ChoiceRule, choiceRuleSchema } from '../../src-contract/model/shipment';
import type { Database } from '../platform/database';

/** A shipment that the user queued. The stored entry remains after the shipment was sent or withdrawn. */
export interface QueuedShipment {
	id: number;
	position: number;
	rule: ChoiceRule;
	limitEur: number;
	batchId: number | null;
}

export interface QueueOptions {
	/** The service to book at. The rule and the price limit apply to the options of this service. */
	connectionId: string;
	rule: ChoiceRule;
	/** Maximum price in EUR. */
	limitEur: number;
	batchId?: number;
}

/** SQL for the queued shipments of a service, without those of a paused or stopped batch. ?1: connection id. */
const WAITING_FOR_SERVICE_SQL = `SELECT outbox.shipment_id AS id FROM outbox JOIN shipment ON shipment.id = outbox.shipment_id
	LEFT JOIN batch ON batch.id = outbox.batch_id
	WHERE outbox.is_waiting = 1 AND shipment.connection_id = ?1
		AND (outbox.batch_id IS NULL OR batch.state IN ('running', 'done'))`;

export function createShipmentQueue(database: Database) {
	/** The shipment's entry in the queue; undefined when the user never queued this shipment. */
	function queuedShipment(id: number): QueuedShipment | undefined {
		const found = database.get<{ position: number; rule: string; limit_cents: number; batch_id: number | null }>(
			'SELECT position, rule, limit_cents, batch_id FROM outbox WHERE shipment_id = ?',
			id,
		);
		return (
			found && {
				id,
				position: found.position,
				rule: choiceRuleSchema.parse(JSON.parse(found.rule)),
				limitEur: found.limit_cents / 100,
				batchId: found.batch_id,
			}
		);
	}

	return {
		queuedShipment,

		/**
		 * Appends the shipment to the queue. An existing entry moves to the end, with the new rule and limit but its old batch.
		 * Call this in the transaction that changes the shipment's state.
		 */
		enqueue(id: number, { connectionId, rule, limitEur, batchId }: QueueOptions): void {
			database.run('UPDATE shipment SET connection_id = ? WHERE id = ?', connectionId, id);
			database.run(
				`INSERT INTO outbox (shipment_id, position, rule, limit_cents, batch_id, is_waiting)
				VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM outbox), ?2, ?3, ?4, 0)
				ON CONFLICT (shipment_id) DO UPDATE SET position = excluded.position, rule = excluded.rule, limit_cents = excluded.limit_cents`,
				id,
				JSON.stringify(rule),
				eurToCents(limitEur),
				batchId ?? null,
			);
		},
		/** @param isWaiting whether the shipment is in the state `queued` */
		setWaiting: (id: number, isWaiting: boolean) =>
			database.run('UPDATE outbox SET is_waiting = ? WHERE shipment_id = ?', isWaiting ? 1 : 0, id),
		setLimit: (id: number, limitEur: number) =>
			database.run('UPDATE outbox SET limit_cents = ? WHERE shipment_id = ?', eurToCents(limitEur), id),

		/**
		 * The shipment to send next: the first in the queue for this service whose batch, if any, is not paused or stopped. Shipments
		 * without a batch come before those of batches, because a packer waits for their labels.
		 * @param skippedIds shipments to leave out
		 */
		nextQueued(connectionId: string, skippedIds: readonly number[] = []): QueuedShipment | undefined {
			const found = database.get<{ id: number }>(
				`${WAITING_FOR_SERVICE_SQL} AND outbox.shipment_id NOT IN (SELECT value FROM json_each(?2))
				ORDER BY outbox.batch_id IS NOT NULL, outbox.position LIMIT 1`,
				connectionId,
				JSON.stringify(skippedIds),
			);
			return found && queuedShipment(found.id);
		},
		/** Whether the shipment is queued for this service and its batch, if any, is not paused or stopped. */
		maySend: (connectionId: string, id: number): boolean =>
			database.get(`${WAITING_FOR_SERVICE_SQL} AND outbox.shipment_id = ?2`, connectionId, id) !== undefined,
		/**
		 * Another service than the given one, for which shipments are queued, and their number; undefined when there is none.
		 * If there are several such services, any one of these.
		 */
		queuedForOtherService: (connectionId: string): { connectionId: string; count: number } | undefined =>
			database.get(
				`SELECT shipment.connection_id AS connectionId, count(*) AS count FROM outbox JOIN shipment ON shipment.id = outbox.shipment_id
				WHERE outbox.is_waiting = 1 AND shipment.connection_id <> ? GROUP BY 1 LIMIT 1`,
				connectionId,
			),
	};
}
export type ShipmentQueue = ReturnType<typeof createShipmentQueue>;
