// Rows of batches on disk: the order of each row, the option that was chosen for it, and the shipment that it became.
import { AppError, type FieldError } from '../../../src-contract/errors';
import { t } from '../../../src-contract/i18n';
import type { BatchPlan, BatchRow, RowState } from '../../../src-contract/model/batch';
import type { ShipmentState } from '../../../src-contract/model/shipment';
import type { SavedDraft, ShipmentDraft } from '../../../src-contract/model/shipment-draft';
import { draftErrors } from '../../../src-contract/rules/draft-requirements';
import type { Journal } from '../../operations/journal';
import { storedDraft, storedSavedDraft } from '../../operations/shipment-row';
import type { Database } from '../../platform/database';

interface BatchRowRecord {
	position: number;
	row: string;
	composition: string;
	faults: string;
	remarks: string;
	address_id: number | null;
	option: string | null;
	rate_fault: string;
	shipment_id: number | null;
	shipment_state: ShipmentState | null;
}
/** With the service whose option it is. */
export type ChosenOption = NonNullable<BatchRow['option']> & { connectionId: string };
export interface RatedRow {
	position: number;
	composition: ShipmentDraft;
	/** Or a sentence that says why none was chosen. */
	option: ChosenOption | string;
}
export interface SendableRow {
	position: number;
	composition: ShipmentDraft;
	option: ChosenOption;
}

/** Rows written in one commit: the window does not respond meanwhile. */
export const ROWS_PER_COMMIT = 20;

// The store wrote these columns itself from checked values.
const storedFieldErrors = ({ faults }: Pick<BatchRowRecord, 'faults'>): FieldError[] => JSON.parse(faults);
const storedWarnings = ({ remarks }: Pick<BatchRowRecord, 'remarks'>): string[] => JSON.parse(remarks);
const storedOption = (option: string): ChosenOption => JSON.parse(option);

/** SQL of a row's state, derived from its field errors, its option and its shipment. */
export const ROW_STATE = `CASE WHEN shipment.state IS NOT NULL THEN shipment.state
	WHEN faults <> '[]' THEN 'wrong' WHEN option IS NOT NULL THEN 'rated' ELSE 'ready' END`;
export const ROWS = `FROM batch_row LEFT JOIN shipment ON shipment.id = batch_row.shipment_id WHERE batch_row.batch_id = ?1`;

export function createBatchRows(
	database: Database,
	journal: Pick<Journal, 'summary' | 'withdraw' | 'acknowledgeRefused'>,
) {
	function toRow(record: BatchRowRecord): BatchRow {
		const { to, reference } = storedDraft(record);
		const state: RowState =
			record.shipment_state ?? (record.faults !== '[]' ? 'wrong' : record.option ? 'rated' : 'ready');
		return {
			position: record.position,
			row: record.row,
			state,
			recipient: to.companyName || to.contactPerson,
			destination: [to.city, to.countryCode].filter(Boolean).join(', '),
			reference,
			fieldErrors: storedFieldErrors(record),
			warnings: storedWarnings(record),
			isKnown: record.address_id !== null,
			option: record.option === null ? null : storedOption(record.option),
			rateError: record.rate_fault,
			shipment: record.shipment_id === null ? null : journal.summary(record.shipment_id),
		};
	}

	function readRecord(id: number, position: number): BatchRowRecord {
		const found = database.get<BatchRowRecord>(
			`SELECT batch_row.*, shipment.state AS shipment_state ${ROWS} AND position = ?2`,
			id,
			position,
		);
		if (!found) throw new AppError('batch.notFound', t('This row is not in the batch any more. Refresh the list.'));
		return found;
	}

	return {
		rows: (id: number, state: RowState | null, offset: number, limit: number): BatchRow[] =>
			database
				.all<BatchRowRecord>(
					`SELECT batch_row.*, shipment.state AS shipment_state ${ROWS} AND (?2 IS NULL OR ${ROW_STATE} = ?2)
					ORDER BY position LIMIT ?3 OFFSET ?4`,
					id,
					state,
					limit,
					offset,
				)
				.map(toRow),
		row: (id: number, position: number): BatchRow => toRow(readRecord(id, position)),
		composition: (id: number, position: number): SavedDraft => storedDraft(readRecord(id, position)),

		/** Rows without a fault that nothing was sent of yet. */
		unsent: (id: number): { position: number; composition: ShipmentDraft; isRated: boolean }[] =>
			database
				.all<{ position: number; composition: string; is_rated: number }>(
					"SELECT position, composition, option IS NOT NULL AS is_rated FROM batch_row WHERE batch_id = ? AND faults = '[]' AND shipment_id IS NULL ORDER BY position",
					id,
				)
				.map(({ position, composition, is_rated }) => ({
					position,
					composition: storedSavedDraft({ composition }),
					isRated: is_rated === 1,
				})),

		/** Of rows that are still as they were priced, by the rule that chose. */
		saveOptions(id: number, rule: BatchPlan['rule'], chosen: readonly RatedRow[]): void {
			database.transaction(() => {
				const batch = database.get<{ rule: string }>('SELECT rule FROM batch WHERE id = ?', id);
				if (batch?.rule !== JSON.stringify(rule)) return;
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
					composition: storedSavedDraft(row),
					option: storedOption(row.option),
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
			const { shipment_id: taken, shipment_state: state } = readRecord(id, position);
			const isFree = taken === null || taken === shipmentId || state === 'rejected' || state === 'abandoned';
			if (!isFree)
				throw new AppError(
					'shipment.settled',
					t('This order is in the queue of its batch, or was sent. Nothing was sent now: look at its row.'),
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
		 * The user edited a row: it can be sent, also again. A row that is booked, queued or unknown is not changed.
		 * @throws `shipment.settled`
		 */
		mend(id: number, position: number, composition: SavedDraft): BatchRow {
			return database.transaction(() => {
				const { shipment_state: state, shipment_id: kept } = readRecord(id, position);
				if (state !== null && state !== 'rejected' && state !== 'abandoned' && state !== 'composed')
					throw new AppError(
						'shipment.settled',
						t(
							'This row is {state, select, queued {queued} held {held} sending {sending} draft {draft} booked {booked} unknown {unknown} other {{state}}} by now, and was not changed. Withdraw it first, or duplicate it.',
							{ state },
						),
					);
				// It was to be sent from the form, and was not: from now on it is the row again, and nothing beside it.
				if (state === 'composed' && kept !== null) journal.withdraw(kept, '');
				// The user who edits the row has seen the refusal.
				if (state === 'rejected' && kept !== null) journal.acknowledgeRefused([kept]);
				const fieldErrors: FieldError[] = draftErrors(composition);
				database.run(
					"UPDATE batch_row SET composition = ?, faults = ?, option = NULL, rate_fault = '', shipment_id = NULL WHERE batch_id = ? AND position = ?",
					JSON.stringify(composition),
					JSON.stringify(fieldErrors),
					id,
					position,
				);
				return toRow(readRecord(id, position));
			});
		},
	};
}
