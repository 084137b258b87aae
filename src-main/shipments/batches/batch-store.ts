// Batches on disk: how each is sent, its state, and what its rows add up to.
import { AppError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { BatchPlan, BatchState, BatchSummary, RowState } from '../../../src-contract/model/batch';
import type { Order } from '../../../src-contract/model/order';
import { choiceRuleSchema } from '../../../src-contract/model/shipment';
import type { Journal } from '../../operations/journal';
import type { Database } from '../../platform/database';
import { createBatchRows, ROW_STATE, ROWS } from './batch-rows';

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
}
const NO_ROWS: BatchSummary['counts'] = {
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
};

export const firstPlan: BatchPlan = {
	rule: { kind: 'cheapest' },
	printOrder: 'listed',
	perMinute: 0,
	allowancePercent: 5,
};

export function createBatchStore(
	database: Database,
	journal: Pick<Journal, 'summary' | 'withdraw' | 'acknowledgeRefused'>,
	now: () => Date,
) {
	function line(id: number): BatchRecord {
		const found = database.get<BatchRecord>('SELECT * FROM batch WHERE id = ?', id);
		if (!found) throw new AppError('batch.notFound', t('This batch is not at this desk any more. Refresh the list.'));
		return found;
	}

	const planOf = ({ rule, print_order, per_minute, allowance_percent }: BatchRecord): BatchPlan => ({
		rule: choiceRuleSchema.parse(JSON.parse(rule)),
		printOrder: print_order,
		perMinute: per_minute,
		allowancePercent: allowance_percent,
	});

	function toSummary(one: BatchRecord): BatchSummary {
		const counts = { ...NO_ROWS };
		const groups = database.all<{ state: RowState; n: number; rated: number | null; booked: number | null }>(
			`SELECT ${ROW_STATE} AS state, count(*) AS n, sum(json_extract(option, '$.price')) AS rated, sum(shipment.price_cents) AS booked
			${ROWS} GROUP BY 1`,
			one.id,
		);
		for (const { state, n } of groups) counts[state] += n;
		const sum = (pick: (group: (typeof groups)[number]) => number | null) =>
			groups.reduce((total, group) => total + (pick(group) ?? 0), 0);
		return {
			id: one.id,
			name: one.name,
			state: one.state,
			message: one.message,
			plan: planOf(one),
			createdAt: one.created_at,
			counts,
			rows: sum(({ n }) => n),
			ratedEur: Math.round(sum(({ rated }) => rated) * 100) / 100,
			bookedEur: sum(({ booked }) => booked) / 100,
		};
	}

	return {
		...createBatchRows(database, journal),

		/** @returns its id */
		create(name: string, orders: readonly Order[], plan: BatchPlan): number {
			return database.transaction(() => {
				const id = database.run(
					`INSERT INTO batch (name, state, rule, print_order, per_minute, allowance_percent, created_at)
					VALUES (?, 'checked', ?, ?, ?, ?, ?)`,
					name,
					JSON.stringify(plan.rule),
					plan.printOrder,
					plan.perMinute,
					plan.allowancePercent,
					now().toISOString(),
				);
				for (const [at, order] of orders.entries()) {
					database.run(
						`INSERT INTO batch_row (batch_id, position, row, composition, faults, remarks, address_id)
						VALUES (?, ?, ?, ?, ?, ?, ?)`,
						id,
						at + 1,
						order.row,
						JSON.stringify(order.composition),
						JSON.stringify(order.fieldErrors),
						JSON.stringify(order.warnings),
						order.addressId,
					);
				}
				return id;
			});
		},

		summary: (id: number): BatchSummary => toSummary(line(id)),
		state: (id: number): BatchState => line(id).state,
		plan: (id: number): BatchPlan => planOf(line(id)),
		list: (limit: number): BatchSummary[] =>
			database.all<BatchRecord>('SELECT * FROM batch ORDER BY id DESC LIMIT ?', limit).map(toSummary),
		running: (): number[] =>
			database.all<{ id: number }>("SELECT id FROM batch WHERE state = 'running'").map(({ id }) => id),

		savePlan(id: number, { rule, printOrder, perMinute, allowancePercent }: BatchPlan): void {
			database.transaction(() => {
				const before = line(id);
				database.run(
					'UPDATE batch SET rule = ?, print_order = ?, per_minute = ?, allowance_percent = ? WHERE id = ?',
					JSON.stringify(rule),
					printOrder,
					perMinute,
					allowancePercent,
					id,
				);
				// Another rule chooses another option.
				if (before.rule !== JSON.stringify(rule))
					database.run(
						"UPDATE batch_row SET option = NULL, rate_fault = '' WHERE batch_id = ? AND shipment_id IS NULL",
						id,
					);
			});
		},

		setState(id: number, state: BatchState, message = ''): void {
			const at = now().toISOString();
			database.run(
				`UPDATE batch SET state = ?1, message = ?2, started_at = CASE WHEN ?1 = 'running' THEN coalesce(started_at, ?3) ELSE started_at END,
					ended_at = CASE WHEN ?1 IN ('done', 'stopped') THEN ?3 END WHERE id = ?4`,
				state,
				message,
				at,
				id,
			);
		},

		/** Only what nothing was sent of. */
		remove(id: number): void {
			database.transaction(() => {
				if (database.get('SELECT 1 FROM batch_row WHERE batch_id = ? AND shipment_id IS NOT NULL LIMIT 1', id))
					throw new AppError(
						'batch.running',
						t('Shipments of this batch were queued or sent: it stays, as a record of them.'),
					);
				database.run('DELETE FROM order_file WHERE batch_id = ?', id);
				database.run('DELETE FROM batch_row WHERE batch_id = ?', id);
				database.run('DELETE FROM batch WHERE id = ?', id);
			});
		},
	};
}
export type BatchStore = ReturnType<typeof createBatchStore>;
