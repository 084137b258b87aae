// The batch row table: the draft of each row, the rate option selected for it, and its shipment.
import { AppError, type FieldError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import { keysOf } from '../../../src-contract/lib/keys';
import type { BatchPlan, BatchRow, RowFill, RowState } from '../../../src-contract/model/batch';
import { type ChoiceRule, isNotBooked, type ShipmentState } from '../../../src-contract/model/shipment';
import type { EnteredDraft, ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import { draftErrors } from '../../../src-contract/rules/draft-requirements';
import type { Journal } from '../../operations/journal';
import { NOT_BOOKED_SQL, parseSavedDraft, parseShipmentDraft } from '../../operations/shipment-row';
import type { Database } from '../../platform/database';

interface BatchRowRecord {
	/** Position in the batch, from 1. */
	position: number;
	/** Row numbers in the order file, such as `2` or `2–4`. */
	row: string;
	/** Draft, as JSON. */
	composition: string;
	/** Field errors, as JSON. */
	faults: string;
	/** Warnings, as JSON. */
	remarks: string;
	/** Address-book entry that matched the recipient. */
	address_id: number | null;
	/** Selected rate option, as JSON; null when the row is not rated or no option was selected. */
	option: string | null;
	/** Why no option was selected; empty when an option was selected or the row is not rated yet. */
	rate_fault: string;
	/** Rule of this row, as JSON; null: that of the batch. */
	rule: string | null;
	shipment_id: number | null;
	shipment_state: ShipmentState | null;
	order_id: number | null;
	/** Newest shipment of the row's order. */
	order_shipment_id: number | null;
	order_obstacle: OrderObstacle | null;
}
/** Why the order of a row cannot be sent with its row. `packed`: it is packed, or has a shipment that may be booked. */
type OrderObstacle = 'packing' | 'packed' | 'held' | 'exception' | 'cancelled';
/** Content of a row that a user edited. */
export interface EditedRow {
	draft: EnteredDraft;
	fieldErrors: FieldError[];
	warnings: string[];
}
/** The rate option that was selected for a row, and the service that offered it. */
export type SelectedOption = NonNullable<BatchRow['option']> & { connectionId: string };
/** Result of rating one row. */
export interface RatingResult {
	position: number;
	/** The draft that was rated. */
	draft: ShipmentDraft;
	/** The row's own rule with which it was rated; null: that of the batch. */
	rowRule: ChoiceRule | null;
	option: SelectedOption | null;
	/** Why no option was selected; empty when an option was selected. */
	rateError: string;
}
/** A row with valid fields, without a shipment and without an obstacle. */
interface RatableRow extends Pick<RatingResult, 'position' | 'draft' | 'rowRule'> {
	hasOption: boolean;
}
/** A row with a selected option, valid fields and no shipment. */
export interface RowToQueue {
	position: number;
	draft: ShipmentDraft;
	option: SelectedOption;
	/** The row's own rule; null: that of the batch. */
	rowRule: ChoiceRule | null;
}

/** Maximum number of rows per commit. Small, because the window does not respond during a commit. */
export const ROWS_PER_COMMIT = 20;

// The values of these columns were validated before they were stored, and are not validated again.
const parseFieldErrors = ({ faults }: Pick<BatchRowRecord, 'faults'>): FieldError[] => JSON.parse(faults);
/** Stored field errors with their messages in the current language, if the draft still has the same errors. */
function translatedFieldErrors(record: BatchRowRecord): FieldError[] {
	const stored = parseFieldErrors(record);
	if (stored.length === 0) return stored;
	const current = draftErrors(parseSavedDraft(record));
	return stored.map(
		(fieldError) =>
			current.find(({ path, code }) => path === fieldError.path && code === fieldError.code) ?? fieldError,
	);
}
const parseWarnings = ({ remarks }: Pick<BatchRowRecord, 'remarks'>): string[] => JSON.parse(remarks);
const parseOption = (option: string): SelectedOption => JSON.parse(option);
const parseRule = (rule: string | null): ChoiceRule | null => (rule === null ? null : JSON.parse(rule));

/** Codes of errors that only the order file shows: the draft alone does not have them. */
const FILE_ERRORS: readonly string[] = ['unread', 'unknown_hs_code'];

/** SQL expression for the obstacle of a row without a shipment (`OrderObstacle`); null when the row can be sent. */
const ORDER_OBSTACLE_SQL = `(SELECT CASE WHEN customer_order.state <> 'open' THEN customer_order.state
		WHEN EXISTS (SELECT 1 FROM order_claim WHERE order_key = customer_order.source_key || char(10) || customer_order.number_key
			AND is_mine = 0 AND order_claim.state <> 'free') THEN 'packed'
		WHEN order_shipment.state IN ('queued', 'held', 'sending', 'unknown', 'draft', 'booked') THEN 'packed' END
	FROM customer_order LEFT JOIN shipment AS order_shipment ON order_shipment.id = customer_order.shipment_id
	WHERE customer_order.id = batch_row.order_id)`;
/** SQL expression for the state of a row, from its field errors, its option, its shipment and its order. */
export const ROW_STATE_SQL = `CASE WHEN shipment.state IS NOT NULL THEN shipment.state
	WHEN faults <> '[]' THEN 'wrong' WHEN option IS NOT NULL AND ${ORDER_OBSTACLE_SQL} IS NULL THEN 'rated' ELSE 'ready' END`;
/** SQL FROM and WHERE clauses for the rows of a batch and their shipments. ?1: batch id. */
export const ROWS_SQL = `FROM batch_row LEFT JOIN shipment ON shipment.id = batch_row.shipment_id WHERE batch_row.batch_id = ?1`;

/** Columns of `BatchRowRecord`, for `ROWS_SQL`. */
const ROW_COLUMNS_SQL = `batch_row.*, shipment.state AS shipment_state, ${ORDER_OBSTACLE_SQL} AS order_obstacle,
	(SELECT customer_order.shipment_id FROM customer_order WHERE customer_order.id = batch_row.order_id) AS order_shipment_id`;

const OBSTACLE_TEXTS: Record<OrderObstacle, () => string> = {
	packing: () => t('Not sent: the order is being packed.'),
	packed: () => t('Not sent: the order is already packed or shipped.'),
	held: () => t('Not sent: the order is held.'),
	exception: () => t('Not sent: the order has an exception.'),
	cancelled: () => t('Not sent: the order is cancelled.'),
};
/** Whether the goods of the order are on their way, so that its draft stays as it is. */
const isTakenElsewhere = ({ order_obstacle: obstacle }: BatchRowRecord): boolean =>
	obstacle !== null && obstacle !== 'held' && obstacle !== 'exception';

/** @param onRowEdited called in the transaction in which a user edited the row of an order; updates the order */
export function createBatchRows(
	database: Database,
	journal: Pick<Journal, 'summary' | 'withdraw' | 'acknowledgeRefused'>,
	onRowEdited: (orderId: number, content: EditedRow) => void,
) {
	function toRow(record: BatchRowRecord): BatchRow {
		const { to, reference } = parseSavedDraft(record);
		const obstacle = record.shipment_id === null ? record.order_obstacle : null;
		const option = obstacle === null ? record.option : null;
		const rule = parseRule(record.rule);
		const state: RowState = record.shipment_state ?? (record.faults !== '[]' ? 'wrong' : option ? 'rated' : 'ready');
		return {
			position: record.position,
			rowNumbers: record.row,
			state,
			recipient: to.companyName || to.contactPerson,
			destination: [to.city, to.countryCode].filter(Boolean).join(', '),
			reference,
			fieldErrors: translatedFieldErrors(record),
			warnings: parseWarnings(record),
			isInAddressBook: record.address_id !== null,
			option: option === null ? null : parseOption(option),
			wantedProduct: rule?.kind === 'product' ? rule.name : '',
			rateError: obstacle === null ? record.rate_fault : OBSTACLE_TEXTS[obstacle](),
			shipment: record.shipment_id === null ? null : journal.summary(record.shipment_id),
		};
	}

	function readRecord(id: number, position: number): BatchRowRecord {
		const found = database.get<BatchRowRecord>(`SELECT ${ROW_COLUMNS_SQL} ${ROWS_SQL} AND position = ?2`, id, position);
		if (!found) throw new AppError('batch.notFound', t('This row is no longer in the batch. Refresh the list.'));
		return found;
	}

	/** Links a row and its order to a shipment. The label of a shipment in bulk is not verified by scan. */
	function linkShipment(id: number, position: number, shipmentId: number): void {
		database.write(
			'UPDATE batch_row SET shipment_id = ? WHERE batch_id = ? AND position = ?',
			shipmentId,
			id,
			position,
		);
		database.write(
			`UPDATE customer_order SET shipment_id = ?, needs_label_scan = 0
			WHERE id = (SELECT order_id FROM batch_row WHERE batch_id = ? AND position = ?)`,
			shipmentId,
			id,
			position,
		);
	}

	/** Saves the edited draft of a row, and that of its order. */
	function saveEdited(
		{ order_id: orderId, remarks }: BatchRowRecord,
		id: number,
		position: number,
		edited: Omit<EditedRow, 'warnings'>,
	): void {
		database.write(
			"UPDATE batch_row SET composition = ?, faults = ?, option = NULL, rate_fault = '', shipment_id = NULL WHERE batch_id = ? AND position = ?",
			JSON.stringify(edited.draft),
			JSON.stringify(edited.fieldErrors),
			id,
			position,
		);
		if (orderId !== null) onRowEdited(orderId, { ...edited, warnings: parseWarnings({ remarks }) });
	}

	return {
		rows: (id: number, state: RowState | null, offset: number, limit: number): BatchRow[] =>
			database
				.all<BatchRowRecord>(
					`SELECT ${ROW_COLUMNS_SQL} ${ROWS_SQL} AND (?2 IS NULL OR ${ROW_STATE_SQL} = ?2)
					ORDER BY position LIMIT ?3 OFFSET ?4`,
					id,
					state,
					limit,
					offset,
				)
				.map(toRow),
		row: (id: number, position: number): BatchRow => toRow(readRecord(id, position)),
		draft: (id: number, position: number): EnteredDraft => parseSavedDraft(readRecord(id, position)),

		/** The rows that can be rated, or rated again: rows with valid fields, without a shipment and without an obstacle. */
		ratableRows: (id: number): RatableRow[] =>
			database
				.all<{ position: number; composition: string; has_option: number; rule: string | null }>(
					`SELECT position, composition, option IS NOT NULL AS has_option, rule FROM batch_row
					WHERE batch_id = ? AND faults = '[]' AND shipment_id IS NULL AND ${ORDER_OBSTACLE_SQL} IS NULL ORDER BY position`,
					id,
				)
				.map(({ position, composition, has_option, rule }) => ({
					position,
					draft: parseShipmentDraft({ composition }),
					hasOption: has_option === 1,
					rowRule: parseRule(rule),
				})),

		/**
		 * Saves the results of rating. Ignores rows that were edited or got another rule while they were being rated, and all rows
		 * if the batch's rule was changed in that time.
		 */
		saveRatingResults(id: number, rule: BatchPlan['rule'], results: readonly RatingResult[]): void {
			database.transaction(() => {
				const batch = database.get<{ rule: string }>('SELECT rule FROM batch WHERE id = ?', id);
				if (batch?.rule !== JSON.stringify(rule)) return;
				for (const { position, draft, rowRule, option, rateError } of results)
					database.run(
						`UPDATE batch_row SET option = ?, rate_fault = ?
						WHERE batch_id = ? AND position = ? AND shipment_id IS NULL AND composition = ? AND rule IS ?`,
						option && JSON.stringify(option),
						rateError,
						id,
						position,
						JSON.stringify(draft),
						rowRule && JSON.stringify(rowRule),
					);
			});
		},

		/** The rows that can be queued, in file order. @param position limits the result to one row */
		ratedRowsToQueue: (id: number, position?: number): RowToQueue[] =>
			database
				.all<{ position: number; composition: string; option: string; rule: string | null }>(
					`SELECT position, composition, option, rule FROM batch_row
					WHERE batch_id = ?1 AND (?2 IS NULL OR position = ?2) AND faults = '[]' AND option IS NOT NULL AND shipment_id IS NULL
						AND ${ORDER_OBSTACLE_SQL} IS NULL
					ORDER BY position`,
					id,
					position ?? null,
				)
				.map((row) => ({
					position: row.position,
					draft: parseShipmentDraft(row),
					option: parseOption(row.option),
					rowRule: parseRule(row.rule),
				})),

		/** Whether a shipment was sent for a row of the batch. */
		hasShipment: (id: number, shipmentId: number): boolean =>
			database.get('SELECT 1 FROM batch_row WHERE batch_id = ? AND shipment_id = ?', id, shipmentId) !== undefined,

		/** Leaves rows out: they have no selected option until they are rated again. @param reason for the user */
		leaveOut(id: number, positions: readonly number[], reason: string): void {
			database.transaction(() => {
				for (const position of positions)
					database.run(
						'UPDATE batch_row SET option = NULL, rate_fault = ? WHERE batch_id = ? AND position = ? AND shipment_id IS NULL',
						reason,
						id,
						position,
					);
			});
		},

		/** Links a row to the shipment that was queued for it. Call it in the transaction that queues the shipment. */
		linkQueuedShipment: linkShipment,

		/**
		 * Links a row to its shipment when the user submits the row from the form. Call it in the transaction that commits
		 * the intent.
		 * @throws `shipment.stateChanged` when the row has another shipment that is neither rejected nor cancelled, or its order is
		 * packed or shipped elsewhere
		 */
		linkFormShipment(id: number, position: number, shipmentId: number): void {
			const record = readRecord(id, position);
			const { shipment_id: linkedId, shipment_state: state, order_obstacle: obstacle } = record;
			if (obstacle !== null && record.order_shipment_id !== shipmentId)
				throw new AppError('shipment.stateChanged', `${OBSTACLE_TEXTS[obstacle]()} ${t('Nothing was sent now.')}`);
			const mayLink =
				linkedId === null || linkedId === shipmentId || (state !== null && state !== 'composed' && isNotBooked(state));
			if (!mayLink)
				throw new AppError(
					'shipment.stateChanged',
					t(
						'This order is already queued with its batch or was sent. Nothing was sent now. Check its row in the batch.',
					),
				);
			linkShipment(id, position, shipmentId);
		},
		/**
		 * The row with this reference, ignoring case, that can be submitted: the row has no shipment, or its shipment was
		 * rejected, was cancelled or is a local draft. Of several such rows, the first row of the newest batch.
		 */
		findSubmittableByReference: (
			reference: string,
		): { batchId: number; position: number; rowNumbers: string } | undefined =>
			database.get(
				`SELECT batch_id AS batchId, position, row AS rowNumbers FROM batch_row LEFT JOIN shipment ON shipment.id = batch_row.shipment_id
				WHERE upper(json_extract(batch_row.composition, '$.reference')) = upper(?)
					AND (shipment_id IS NULL OR shipment.state IN (${NOT_BOOKED_SQL})) AND ${ORDER_OBSTACLE_SQL} IS NULL
				ORDER BY batch_id DESC, position LIMIT 1`,
				reference,
			),

		/** Ids of the queued and held shipments of a batch, in row order. */
		queuedOrHeldShipmentIds: (id: number): number[] =>
			database
				.all<{ id: number }>(
					`SELECT shipment.id ${ROWS_SQL} AND shipment.state IN ('queued', 'held') ORDER BY position`,
					id,
				)
				.map(({ id: shipmentId }) => shipmentId),
		/**
		 * Whether a shipment of the batch is queued or being sent. The `+ 0` prevents SQLite from using the index on
		 * `batch_id`; the index on `state` reads fewer rows.
		 */
		hasQueuedOrSending: (id: number): boolean =>
			database.get(
				`SELECT 1 FROM shipment JOIN outbox ON outbox.shipment_id = shipment.id
				WHERE shipment.state IN ('queued', 'sending') AND outbox.batch_id + 0 = ? LIMIT 1`,
				id,
			) !== undefined,

		/**
		 * Replaces the draft of a row, which can then be rated and sent again.
		 * The row's order gets the draft, too.
		 * @throws `shipment.stateChanged` when the row's shipment is queued, held, being sent, booked, a partner draft
		 * or unknown, or when its order is packed, shipped or cancelled
		 */
		editRow(id: number, position: number, draft: EnteredDraft): BatchRow {
			return database.transaction(() => {
				const record = readRecord(id, position);
				const { shipment_state: state, shipment_id: shipmentId } = record;
				if (state !== null && !isNotBooked(state))
					throw new AppError(
						'shipment.stateChanged',
						t(
							'This row is now {state, select, queued {queued} held {waiting for approval} sending {being sent} draft {an online draft} booked {booked} unknown {unconfirmed} other {{state}}}. Nothing was changed. Withdraw its shipment first if it is still waiting; otherwise duplicate the shipment.',
							{ state },
						),
					);
				if (isTakenElsewhere(record))
					throw new AppError(
						'shipment.stateChanged',
						t('The order of this row is packed, shipped or cancelled. Nothing was changed.'),
					);
				// The row was submitted from the form, but the service carried out nothing. Withdraw the shipment's local draft,
				// so that the order exists only as this row.
				if (state === 'composed' && shipmentId !== null) journal.withdraw(shipmentId, '');
				// A user who edits the row has seen that the shipment was rejected.
				if (state === 'rejected' && shipmentId !== null) journal.acknowledgeRefused([shipmentId]);
				saveEdited(record, id, position, { draft, fieldErrors: draftErrors(draft) });
				return toRow(readRecord(id, position));
			});
		},

		/** Positions of the rows in these states. */
		positionsIn: (id: number, states: readonly RowState[]): number[] =>
			database
				.all<{ position: number; state: RowState }>(
					`SELECT position, ${ROW_STATE_SQL} AS state ${ROWS_SQL} ORDER BY position`,
					id,
				)
				.flatMap(({ position, state }) => (states.includes(state) ? [position] : [])),

		/**
		 * Sets values of rows without a shipment, and of their orders, and checks the rows again. Other rows stay as they are, and
		 * so do rows whose order is packed, shipped or cancelled.
		 * @returns the number of changed rows
		 */
		fillRows(
			id: number,
			positions: readonly number[],
			{ parcel, weightKg, rule, reasonForExport, incoterms }: RowFill,
		): number {
			const { weightKg: boxWeightKg, ...size } = parcel ?? { weightKg: undefined };
			const measures = { ...size, ...(weightKg !== null && { weightKg }) };
			/** Paths of a parcel whose values are set. */
			const isSet = (path: string) =>
				keysOf({ ...measures, ...(boxWeightKg !== undefined && { weightKg: boxWeightKg }) }).some(
					(field) => /^parcels\./.test(path) && path.endsWith(`.${field}`),
				);
			return database.transaction(() => {
				let changed = 0;
				for (const position of positions) {
					const record = readRecord(id, position);
					if (record.shipment_id !== null || isTakenElsewhere(record)) continue;
					const draft = parseSavedDraft(record);
					const filled: EnteredDraft = {
						...draft,
						// The weight of the box is that of a parcel without one.
						parcels: draft.parcels.map((line) => ({ ...line, weightKg: line.weightKg ?? boxWeightKg, ...measures })),
						...(reasonForExport && { reasonForExport }),
						...(incoterms && { incoterms }),
					};
					// What could not be read in the file stays an error, unless its value is set now.
					const unread = parseFieldErrors(record).filter(
						({ path, code }) => FILE_ERRORS.includes(code) && !isSet(path),
					);
					const errors = [...unread, ...draftErrors(filled)];
					const isFirst = ({ path }: FieldError, index: number) =>
						errors.findIndex((error) => error.path === path) === index;
					saveEdited(record, id, position, { draft: filled, fieldErrors: errors.filter(isFirst) });
					if (rule !== null)
						database.write(
							'UPDATE batch_row SET rule = ? WHERE batch_id = ? AND position = ?',
							rule === 'batch' ? null : JSON.stringify(rule),
							id,
							position,
						);
					changed += 1;
				}
				return changed;
			});
		},
	};
}
