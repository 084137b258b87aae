// Reads and writes the batch table: plan, state and totals of batches.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { BatchPlan, BatchState, BatchSummary, RowState } from '../../../src-contract/model/batch';
import type { BatchOrder, LeftOutRows } from '../../../src-contract/model/order';
import { choiceRuleSchema } from '../../../src-contract/model/shipment';
import type { Journal } from '../../operations/journal';
import type { Database } from '../../platform/database';
import { createBatchRows, type EditedRow, ROW_STATE_SQL, ROWS_SQL } from './batch-rows';

interface BatchRecord {
	id: number;
	name: string;
	state: BatchState;
	message: string;
	rule: string;
	print_order: BatchPlan['printOrder'];
	per_minute: number;
	allowance_percent: number;
	created_at: string;
	left_out: string;
	left_out_count: number;
}
/** A count of 0 for each row state. `ROW_STATES` explains the states. */
export const NO_COUNTS: BatchSummary['counts'] = {
	wrong: 0,
	composed: 0,
	ready: 0,
	rated: 0,
	queued: 0,
	held: 0,
	sending: 0,
	booked: 0,
	draft: 0,
	rejected: 0,
	unknown: 0,
	abandoned: 0,
	voided: 0,
};

/** Maximum number of rows left out of which a batch keeps the reasons. */
const MAX_LEFT_OUT = 200;

/** Plan of the first batch of a desk. Each later batch starts with the plan of the previous batch. */
export const DEFAULT_BATCH_PLAN: BatchPlan = {
	rule: { kind: 'cheapest' },
	printOrder: 'listed',
	perMinute: 0,
	allowancePercent: 5,
};

/** An order as a row of a batch. */
export interface OrderOfBatch extends BatchOrder {
	/** Id of the saved order. */
	orderId?: number;
}

/** @param onRowEdited see `createBatchRows` */
export function createBatchStore(
	database: Database,
	journal: Pick<Journal, 'summary' | 'withdraw' | 'acknowledgeRefused'>,
	now: () => Date,
	onRowEdited: (orderId: number, content: EditedRow) => void,
) {
	function readRecord(id: number): BatchRecord {
		const found = database.get<BatchRecord>('SELECT * FROM batch WHERE id = ?', id);
		if (!found) throw new AppError('batch.notFound', t('This batch no longer exists. Refresh the list.'));
		return found;
	}

	const planOf = ({ rule, print_order, per_minute, allowance_percent }: BatchRecord): BatchPlan => ({
		rule: choiceRuleSchema.parse(JSON.parse(rule)),
		printOrder: print_order,
		perMinute: per_minute,
		allowancePercent: allowance_percent,
	});

	function toSummary(record: BatchRecord): BatchSummary {
		const counts = { ...NO_COUNTS };
		const groups = database.all<{
			state: RowState;
			rowCount: number;
			ratedEur: number | null;
			bookedCents: number | null;
		}>(
			`SELECT ${ROW_STATE_SQL} AS state, count(*) AS rowCount, sum(json_extract(option, '$.price')) AS ratedEur,
				sum(shipment.price_cents) AS bookedCents
			${ROWS_SQL} GROUP BY 1`,
			record.id,
		);
		for (const { state, rowCount } of groups) counts[state] += rowCount;
		const sum = (pick: (group: (typeof groups)[number]) => number | null) =>
			groups.reduce((total, group) => total + (pick(group) ?? 0), 0);
		return {
			id: record.id,
			name: record.name,
			state: record.state,
			message: record.message,
			plan: planOf(record),
			createdAt: record.created_at,
			leftOut: JSON.parse(record.left_out) as LeftOutRows[],
			leftOutCount: record.left_out_count,
			counts,
			rowCount: sum(({ rowCount }) => rowCount),
			// A row that is only ready has an option if its order cannot be sent now.
			ratedEur: Math.round(sum(({ state, ratedEur }) => (state === 'ready' ? 0 : ratedEur)) * 100) / 100,
			bookedEur: sum(({ state, bookedCents }) => (state === 'voided' ? 0 : bookedCents)) / 100,
		};
	}

	return {
		...createBatchRows(database, journal, onRowEdited),

		/** Whether any order of the batch has a shipment, in whatever state. */
		hasShipments: (id: number): boolean =>
			database.get('SELECT 1 AS found FROM batch_row WHERE batch_id = ? AND shipment_id IS NOT NULL LIMIT 1', id) !==
			undefined,

		/** Whether a batch that is not finished has an order with this number and without a shipment, which is not cancelled. */
		hasUnsentOrder: (reference: string): boolean =>
			database.get(
				`SELECT 1 AS found FROM batch_row JOIN batch ON batch.id = batch_id
				WHERE shipment_id IS NULL AND state IN ('checked', 'running', 'paused')
					AND NOT EXISTS (SELECT 1 FROM customer_order WHERE customer_order.id = order_id AND customer_order.state = 'cancelled')
					AND upper(json_extract(composition, '$.reference')) = upper(?) LIMIT 1`,
				reference,
			) !== undefined,

		/**
		 * Creates a batch with one row for each order.
		 * @param message information for the user; may be empty
		 * @returns the id of the batch
		 */
		create(
			name: string,
			{ orders, leftOut }: { orders: readonly OrderOfBatch[]; leftOut: readonly LeftOutRows[] },
			plan: BatchPlan,
			message = '',
		): number {
			return database.transaction(() => {
				const id = database.run(
					`INSERT INTO batch (name, state, rule, print_order, per_minute, allowance_percent, created_at, left_out, left_out_count,
						message)
					VALUES (?, 'checked', ?, ?, ?, ?, ?, ?, ?, ?)`,
					name,
					JSON.stringify(plan.rule),
					plan.printOrder,
					plan.perMinute,
					plan.allowancePercent,
					now().toISOString(),
					JSON.stringify(leftOut.slice(0, MAX_LEFT_OUT)),
					leftOut.length,
					message,
				);
				for (const [index, order] of orders.entries()) {
					database.run(
						`INSERT INTO batch_row (batch_id, position, row, composition, faults, remarks, address_id, order_id)
						VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
						id,
						index + 1,
						order.rowNumbers,
						JSON.stringify(order.draft),
						JSON.stringify(order.fieldErrors),
						JSON.stringify(order.warnings),
						order.addressId,
						order.orderId ?? null,
					);
				}
				return id;
			});
		},

		summary: (id: number): BatchSummary => toSummary(readRecord(id)),
		state: (id: number): BatchState => readRecord(id).state,
		plan: (id: number): BatchPlan => planOf(readRecord(id)),
		list: (limit: number): BatchSummary[] =>
			database.all<BatchRecord>('SELECT * FROM batch ORDER BY id DESC LIMIT ?', limit).map(toSummary),
		/** Plan for a new batch: that of the newest batch, because a user chose it last. */
		planForNextBatch(): BatchPlan {
			const newest = database.get<BatchRecord>('SELECT * FROM batch ORDER BY id DESC LIMIT 1');
			return newest ? planOf(newest) : DEFAULT_BATCH_PLAN;
		},
		runningIds: (): number[] =>
			database.all<{ id: number }>("SELECT id FROM batch WHERE state = 'running'").map(({ id }) => id),

		savePlan(id: number, { rule, printOrder, perMinute, allowancePercent }: BatchPlan): void {
			database.transaction(() => {
				const previousRecord = readRecord(id);
				database.run(
					'UPDATE batch SET rule = ?, print_order = ?, per_minute = ?, allowance_percent = ? WHERE id = ?',
					JSON.stringify(rule),
					printOrder,
					perMinute,
					allowancePercent,
					id,
				);
				// The stored options were selected by the old rule.
				if (previousRecord.rule !== JSON.stringify(rule))
					database.run(
						"UPDATE batch_row SET option = NULL, rate_fault = '' WHERE batch_id = ? AND shipment_id IS NULL",
						id,
					);
			});
		},

		setState(id: number, state: BatchState, message = ''): void {
			const changedAt = now().toISOString();
			database.run(
				`UPDATE batch SET state = ?1, message = ?2, started_at = CASE WHEN ?1 = 'running' THEN coalesce(started_at, ?3) ELSE started_at END,
					ended_at = CASE WHEN ?1 IN ('done', 'stopped') THEN ?3 END WHERE id = ?4`,
				state,
				message,
				changedAt,
				id,
			);
		},

		/** Deletes a batch, its rows and its order file; the orders stay. @throws `batch.running` when one of its shipments was queued or sent */
		remove(id: number): void {
			database.transaction(() => {
				if (database.get('SELECT 1 FROM batch_row WHERE batch_id = ? AND shipment_id IS NOT NULL LIMIT 1', id))
					throw new AppError(
						'batch.running',
						t('Shipments of this batch were queued or sent, so it cannot be removed.'),
					);
				database.run('DELETE FROM order_file WHERE batch_id = ?', id);
				database.run('DELETE FROM batch_row WHERE batch_id = ?', id);
				database.run('DELETE FROM batch WHERE id = ?', id);
			});
		},
	};
}
export type BatchStore = ReturnType<typeof createBatchStore>;
