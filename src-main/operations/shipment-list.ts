// The list of shipments that the Shipments screen shows: rows in the order that the user chose, and sums of each day.
import type {
	LabelPrint,
	ListedShipment,
	ShipmentDay,
	ShipmentFilter,
	ShipmentSort,
	ShipmentSummary,
} from '../../src-contract/model/shipment';
import { localDay, startOfDay } from '../../src-contract/rules/days';
import type { Database } from '../platform/database';
import { yieldToEventLoop } from '../platform/event-loop';
import type { ShipmentIndex } from './shipment-index';
import type { ShipmentRow } from './shipment-row';

/** Maximum time for which adding up the days blocks the main thread. */
const MAX_BLOCK_MS = 10;
/** Number of shipments that are read at a time to add up the days of a search. */
const SEARCH_PAGE_SIZE = 2000;

/** Sums of the shipments of a day. `unpriced`: number of booked shipments whose price is not known. */
interface DaySums {
	shipments: number;
	cents: number;
	unpriced: number;
}

/** Each has an index, created in migrations/0010-shipment-list.ts or an earlier migration. */
const SORT_COLUMNS: Record<ShipmentSort['by'], string> = {
	created: 'created_at',
	recipient: 'recipient COLLATE NOCASE',
	destination: 'destination COLLATE NOCASE',
	carrier: 'carrier',
	reference: 'upper(reference)',
	price: 'price_cents',
};
function orderBy({ by, isDescending }: ShipmentSort): string {
	const direction = isDescending ? 'DESC' : 'ASC';
	return `${SORT_COLUMNS[by]} ${direction}${by === 'price' ? ' NULLS LAST' : ''}, shipment.id ${direction}`;
}

/** Value of the type `LabelPrint` for the shipment of the row. */
const LABEL_PRINT_SQL = `(
	SELECT CASE WHEN max(NOT is_sent AND has_failed) THEN 'failed' WHEN min(is_sent) THEN 'sent' END FROM (
		SELECT coalesce(max(print_job.state = 'sent'), 0) AS is_sent,
			coalesce(max(print_job.state IN ('failed', 'doubtful')), 0) AS has_failed
		FROM document LEFT JOIN print_job ON print_job.document_id = document.id
		WHERE document.shipment_id = shipment.id AND document.kind = 'label' GROUP BY document.id))`;

export interface ShipmentListDependencies {
	database: Database;
	index: Pick<ShipmentIndex, 'selectionOf' | 'utcDays'>;
	toSummary: (row: ShipmentRow) => ShipmentSummary;
}

export function createShipmentList({ database, index, toSummary }: ShipmentListDependencies) {
	/**
	 * Days of the desk's time zone that can have shipments. Days are stored in UTC, and a day in UTC overlaps two local days, so one
	 * of these may have no shipment.
	 */
	function localDays({ from, until }: ShipmentFilter): string[] {
		const days = new Set(
			index
				.utcDays()
				.flatMap((day) => [localDay(new Date(`${day}T23:59:59Z`)), localDay(new Date(`${day}T00:00:00Z`))]),
		);
		const first = from === null ? '' : localDay(new Date(from));
		const last = until === null ? '9999' : localDay(new Date(until));
		return [...days].filter((day) => day >= first && day <= last);
	}

	/** Sums of the shipments that match a filter without a search text. */
	function sumsOf(filter: ShipmentFilter): DaySums {
		const selection = index.selectionOf(filter);
		const sums =
			selection &&
			// This index contains every column of the query, so SQLite does not read the rows, which are long because of the drafts.
			database.get<DaySums>(
				`SELECT count(*) AS shipments, total(iif(state = 'voided', 0, price_cents)) AS cents, total(state = 'booked' AND price_cents IS NULL) AS unpriced
				FROM shipment INDEXED BY shipment_created WHERE ${selection.where}`,
				...selection.values,
			);
		return sums ?? { shipments: 0, cents: 0, unpriced: 0 };
	}

	/** Sums of each day. Adds up one day at a time. */
	async function sumDays(filter: ShipmentFilter): Promise<Map<string, DaySums>> {
		const sumsByDay = new Map<string, DaySums>();
		let blockedSince = performance.now();
		for (const day of localDays(filter)) {
			const start = startOfDay(day).toISOString();
			const end = startOfDay(day, 1).toISOString();
			const from = filter.from !== null && filter.from > start ? filter.from : start;
			const until = filter.until !== null && filter.until < end ? filter.until : end;
			const sums = sumsOf({ ...filter, from, until });
			if (sums.shipments > 0) sumsByDay.set(day, sums);
			if (performance.now() - blockedSince > MAX_BLOCK_MS) {
				await yieldToEventLoop();
				blockedSince = performance.now();
			}
		}
		return sumsByDay;
	}

	/**
	 * Sums of each day, for a filter with a search text. Reads all matches once, newest first: one query for each day would read all
	 * matches in the full-text index again for each day.
	 */
	async function sumSearchedDays(filter: ShipmentFilter): Promise<Map<string, DaySums>> {
		const sumsByDay = new Map<string, DaySums>();
		let before: number | undefined;
		for (;;) {
			const selection = index.selectionOf(filter, before);
			if (!selection) return sumsByDay;
			const rows = database.all<Pick<ShipmentRow, 'id' | 'created_at' | 'state' | 'price_cents'>>(
				`SELECT shipment.id, created_at, state, price_cents FROM ${selection.from} WHERE ${selection.where}
				ORDER BY shipment_index.rowid DESC LIMIT ?`,
				...selection.values,
				SEARCH_PAGE_SIZE,
			);
			for (const { created_at, state, price_cents } of rows) {
				const day = localDay(new Date(created_at));
				const sums = sumsByDay.get(day) ?? { shipments: 0, cents: 0, unpriced: 0 };
				sums.shipments += 1;
				if (state !== 'voided') sums.cents += price_cents ?? 0;
				if (state === 'booked' && price_cents === null) sums.unpriced += 1;
				sumsByDay.set(day, sums);
			}
			if (rows.length < SEARCH_PAGE_SIZE) return sumsByDay;
			before = rows.at(-1)?.id;
			await yieldToEventLoop();
		}
	}

	return {
		/** Rows of the list. @param offset number of shipments before the first one */
		listRows(filter: ShipmentFilter, sort: ShipmentSort, offset: number, limit: number): ListedShipment[] {
			const selection = index.selectionOf(filter);
			if (!selection) return [];
			return database
				.all<ShipmentRow & { label_print: LabelPrint }>(
					`SELECT shipment.*, ${LABEL_PRINT_SQL} AS label_print FROM shipment WHERE id IN (
						SELECT shipment.id FROM ${selection.from} WHERE ${selection.where} ORDER BY ${orderBy(sort)} LIMIT ? OFFSET ?
					) ORDER BY ${orderBy(sort)}`,
					...selection.values,
					limit,
					offset,
				)
				.map((row) => ({ ...toSummary(row), labelPrint: row.label_print }));
		},

		/** Sums of each day, newest first. Lets other work of the main thread run in between. */
		async listDays(filter: ShipmentFilter): Promise<ShipmentDay[]> {
			const sumsByDay = await (filter.text.trim() === '' ? sumDays(filter) : sumSearchedDays(filter));
			return [...sumsByDay]
				.map(([day, { shipments, cents, unpriced }]) => ({ day, shipments, spendEur: cents / 100, unpriced }))
				.sort((left, right) => (left.day < right.day ? 1 : -1));
		},

		labelPrint: (id: number): LabelPrint =>
			database.get<{ label_print: LabelPrint }>(
				`SELECT ${LABEL_PRINT_SQL} AS label_print FROM shipment WHERE id = ?`,
				id,
			)?.label_print ?? null,
	};
}
