// Batches on disk: their rows, how they are sent, and what became of each row.

import { AppError, type FieldFault } from '../../../src-contract/errors';
import { say } from '../../../src-contract/i18n';
import type { BatchPlan, BatchRow, BatchState, BatchSummary, RowState } from '../../../src-contract/model/batch';
import { ROW_STATES } from '../../../src-contract/model/batch';
import type { Order } from '../../../src-contract/model/order';
import { type Composition, compositionFaults, type KeptComposition } from '../../../src-contract/model/shipment-draft';
import type { Journal } from '../../operations/journal';
import type { Database } from '../../platform/database';

interface BatchLine {
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
interface RowLine {
	position: number;
	row: string;
	composition: string;
	faults: string;
	remarks: string;
	address_id: number | null;
	option: string | null;
	rate_fault: string;
	shipment_id: number | null;
	shipment_state: string | null;
}
/** With the service whose option it is. */
export type ChosenOption = NonNullable<BatchRow['option']> & { connectionId: string };
export interface RatedRow {
	position: number;
	composition: Composition;
	/** Or why none was chosen. */
	option: ChosenOption | string;
}
export interface SendableRow {
	position: number;
	composition: Composition;
	option: ChosenOption;
}

/** What a row stands at, told from its own faults, its option and its shipment. */
const ROW_STATE = `CASE WHEN shipment.state IS NOT NULL THEN shipment.state
	WHEN faults <> '[]' THEN 'wrong' WHEN option IS NOT NULL THEN 'rated' ELSE 'ready' END`;
const ROWS = `FROM batch_row LEFT JOIN shipment ON shipment.id = batch_row.shipment_id WHERE batch_row.batch_id = ?1`;

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
	function line(id: number): BatchLine {
		const found = database.get<BatchLine>('SELECT * FROM batch WHERE id = ?', id);
		if (!found) throw new AppError('batch.notFound', say('This batch is not at this desk any more. Refresh the list.'));
		return found;
	}

	const planOf = ({ rule, print_order, per_minute, allowance_percent }: BatchLine): BatchPlan => ({
		rule: JSON.parse(rule),
		printOrder: print_order,
		perMinute: per_minute,
		allowancePercent: allowance_percent,
	});

	function toSummary(one: BatchLine): BatchSummary {
		const counts = Object.fromEntries(ROW_STATES.map((state) => [state, 0])) as BatchSummary['counts'];
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

	function toRow(one: RowLine): BatchRow {
		const composition = JSON.parse(one.composition) as KeptComposition;
		const { to, reference } = composition;
		const state = one.shipment_state ?? (one.faults !== '[]' ? 'wrong' : one.option ? 'rated' : 'ready');
		return {
			position: one.position,
			row: one.row,
			state: state as RowState,
			recipient: to.companyName || to.contactPerson,
			destination: [to.city, to.countryCode].filter(Boolean).join(', '),
			reference,
			faults: JSON.parse(one.faults),
			remarks: JSON.parse(one.remarks),
			isKnown: one.address_id !== null,
			option: one.option === null ? null : JSON.parse(one.option),
			rateFault: one.rate_fault,
			shipment: one.shipment_id === null ? null : journal.summary(one.shipment_id),
		};
	}

	function rowLine(id: number, position: number): RowLine {
		const found = database.get<RowLine>(
			`SELECT batch_row.*, shipment.state AS shipment_state ${ROWS} AND position = ?2`,
			id,
			position,
		);
		if (!found) throw new AppError('batch.notFound', say('This row is not in the batch any more. Refresh the list.'));
		return found;
	}

	return {
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
						JSON.stringify(order.faults),
						JSON.stringify(order.remarks),
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
			database.all<BatchLine>('SELECT * FROM batch ORDER BY id DESC LIMIT ?', limit).map(toSummary),
		running: (): number[] =>
			database.all<{ id: number }>("SELECT id FROM batch WHERE state = 'running'").map(({ id }) => id),

		rows: (id: number, state: RowState | null, offset: number, limit: number): BatchRow[] =>
			database
				.all<RowLine>(
					`SELECT batch_row.*, shipment.state AS shipment_state ${ROWS} AND (?2 IS NULL OR ${ROW_STATE} = ?2)
					ORDER BY position LIMIT ?3 OFFSET ?4`,
					id,
					state,
					limit,
					offset,
				)
				.map(toRow),
		row: (id: number, position: number): BatchRow => toRow(rowLine(id, position)),
		composition: (id: number, position: number): KeptComposition => JSON.parse(rowLine(id, position).composition),

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

		/** Rows without a fault that nothing was sent of yet. */
		unsent: (id: number): { position: number; composition: Composition; isRated: boolean }[] =>
			database
				.all<{ position: number; composition: string; is_rated: number }>(
					"SELECT position, composition, option IS NOT NULL AS is_rated FROM batch_row WHERE batch_id = ? AND faults = '[]' AND shipment_id IS NULL ORDER BY position",
					id,
				)
				.map(({ position, composition, is_rated }) => ({
					position,
					composition: JSON.parse(composition),
					isRated: is_rated === 1,
				})),

		/** Of rows that are still as they were priced, by the rule that chose. */
		saveOptions(id: number, rule: BatchPlan['rule'], chosen: readonly RatedRow[]): void {
			database.transaction(() => {
				if (line(id).rule !== JSON.stringify(rule)) return;
				for (const { position, composition, option } of chosen)
					database.run(
						'UPDATE batch_row SET option = ?, rate_fault = ? WHERE batch_id = ? AND position = ? AND shipment_id IS NULL AND composition = ?',
						typeof option === 'string' ? null : JSON.stringify(option),
						typeof option === 'string' ? option : '',
						id,
						position,
						JSON.stringify(composition),
					);
			});
		},

		/** Rated rows that are not in the queue yet; one of them by its position. */
		sendable: (id: number, position?: number): SendableRow[] =>
			database
				.all<{ position: number; composition: string; option: string }>(
					`SELECT position, composition, option FROM batch_row
					WHERE batch_id = ?1 AND (?2 IS NULL OR position = ?2) AND faults = '[]' AND option IS NOT NULL AND shipment_id IS NULL
					ORDER BY position`,
					id,
					position ?? null,
				)
				.map((row) => ({
					position: row.position,
					composition: JSON.parse(row.composition),
					option: JSON.parse(row.option),
				})),

		/** Within the commit that queues the shipment. */
		setShipment: (id: number, position: number, shipmentId: number) =>
			database.run(
				'UPDATE batch_row SET shipment_id = ? WHERE batch_id = ? AND position = ?',
				shipmentId,
				id,
				position,
			),

		/**
		 * Within the commit of the intent: a person sends the row from the form.
		 * @throws `shipment.settled` when it was sent otherwise
		 */
		take(id: number, position: number, shipmentId: number): void {
			const { shipment_id: taken, shipment_state: state } = rowLine(id, position);
			const isFree = taken === null || taken === shipmentId || state === 'rejected' || state === 'abandoned';
			if (!isFree)
				throw new AppError(
					'shipment.settled',
					say('This order is in the queue of its batch, or was sent. Nothing was sent now: look at its row.'),
				);
			database.run(
				'UPDATE batch_row SET shipment_id = ? WHERE batch_id = ? AND position = ?',
				shipmentId,
				id,
				position,
			);
		},
		/** The newest row with such a reference that nothing was sent of. */
		withReference: (reference: string): { batchId: number; position: number; row: string } | undefined =>
			database.get(
				`SELECT batch_id AS batchId, position, row FROM batch_row LEFT JOIN shipment ON shipment.id = batch_row.shipment_id
				WHERE upper(json_extract(batch_row.composition, '$.reference')) = upper(?)
					AND (shipment_id IS NULL OR shipment.state IN ('rejected', 'abandoned', 'composed'))
				ORDER BY batch_id DESC, position LIMIT 1`,
				reference,
			),

		/** What still waits in the queue. */
		queued: (id: number): number[] =>
			database
				.all<{ id: number }>(
					`SELECT shipment.id ${ROWS} AND shipment.state IN ('queued', 'held') ORDER BY position`,
					id,
				)
				.map((one) => one.id),
		/** By the few that are in these states, not by all of the batch. */
		hasQueued: (id: number): boolean =>
			database.get(
				`SELECT 1 FROM shipment JOIN outbox ON outbox.shipment_id = shipment.id
				WHERE shipment.state IN ('queued', 'sending') AND outbox.batch_id + 0 = ? LIMIT 1`,
				id,
			) !== undefined,

		/**
		 * A person mended a row: it can be sent, anew if need be. What is booked, under way or in doubt is not touched.
		 * @throws `shipment.settled`
		 */
		mend(id: number, position: number, composition: KeptComposition): BatchRow {
			return database.transaction(() => {
				const { shipment_state: state, shipment_id: kept } = rowLine(id, position);
				if (state !== null && state !== 'rejected' && state !== 'abandoned' && state !== 'composed')
					throw new AppError(
						'shipment.settled',
						say(
							'This row is {state, select, queued {queued} held {held} sending {sending} draft {draft} booked {booked} unknown {unknown} other {{state}}} by now, and was not changed. Withdraw it first, or duplicate it.',
							{ state },
						),
					);
				// It was to be sent from the form, and was not: from now on it is the row again, and nothing beside it.
				if (state === 'composed' && kept !== null) journal.withdraw(kept, '');
				// The user who edits the row has seen the refusal.
				if (state === 'rejected' && kept !== null) journal.acknowledgeRefused([kept]);
				const faults: FieldFault[] = compositionFaults(composition);
				database.run(
					"UPDATE batch_row SET composition = ?, faults = ?, option = NULL, rate_fault = '', shipment_id = NULL WHERE batch_id = ? AND position = ?",
					JSON.stringify(composition),
					JSON.stringify(faults),
					id,
					position,
				);
				return toRow(rowLine(id, position));
			});
		},

		/** Only what nothing was sent of. */
		remove(id: number): void {
			database.transaction(() => {
				if (database.get('SELECT 1 FROM batch_row WHERE batch_id = ? AND shipment_id IS NOT NULL LIMIT 1', id))
					throw new AppError(
						'batch.underWay',
						say('Shipments of this batch were queued or sent: it stays, as a record of them.'),
					);
				database.run('DELETE FROM order_file WHERE batch_id = ?', id);
				database.run('DELETE FROM batch_row WHERE batch_id = ?', id);
				database.run('DELETE FROM batch WHERE id = ?', id);
			});
		},
	};
}
export type BatchStore = ReturnType<typeof createBatchStore>;
