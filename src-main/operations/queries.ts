// Read-only queries of the journal: one shipment, and lists by state, filter, text or reference.
import type {
	LastPickup,
	ShipmentFacets,
	ShipmentFilter,
	ShipmentState,
	ShipmentSummary,
	StateChange,
} from '../../src-contract/model/shipment';
import type { EnteredDraft, ShipmentDraft } from '../../src-contract/model/shipment-draft';
import type { Database } from '../platform/database';
import type { ShipmentQueue } from './queue';
import type { ShipmentIndex } from './shipment-index';
import { createShipmentList } from './shipment-list';
import type { ShipmentRecords } from './shipment-records';
import {
	intentOf,
	parseSavedDraft,
	parseShipmentDraft,
	type ShipmentIntent,
	type ShipmentRow,
	summaryOf,
} from './shipment-row';

export interface QueriesDependencies {
	database: Database;
	records: Pick<ShipmentRecords, 'read'>;
	queue: Pick<ShipmentQueue, 'queuedShipment'>;
	index: Pick<ShipmentIndex, 'find' | 'facets' | 'selectionOf' | 'utcDays'>;
}

/** Number of shipments that are searched for a pickup. Their drafts are stored as JSON, so the search reads each of them. */
const MAX_PICKUP_SEARCH = 2_000;

export function createQueries({ database, records: { read }, queue, index }: QueriesDependencies) {
	function toSummary(row: ShipmentRow): ShipmentSummary {
		const isWaiting = row.state === 'queued' || row.state === 'held';
		return summaryOf(row, isWaiting ? (queue.queuedShipment(row.id)?.limitEur ?? null) : null);
	}

	function newestWithReference(reference: string, states: readonly ShipmentState[]): ShipmentSummary | undefined {
		if (reference === '') return undefined;
		const found = database.get<ShipmentRow>(
			`SELECT * FROM shipment WHERE upper(reference) = upper(?) AND state IN (${states.map(() => '?').join(', ')}) ORDER BY id DESC LIMIT 1`,
			reference,
			...states,
		);
		return found && toSummary(found);
	}

	return {
		...createShipmentList({ database, index, toSummary }),
		readIntent: (id: number): ShipmentIntent => intentOf(read(id)),
		summary: (id: number): ShipmentSummary => toSummary(read(id)),
		/** The draft of a shipment that was queued or sent, and is therefore complete. */
		draft: (id: number): ShipmentDraft => parseShipmentDraft(read(id)),
		/** The draft of any shipment; fields may be missing. */
		savedDraft: (id: number): EnteredDraft => parseSavedDraft(read(id)),
		history: (id: number): StateChange[] =>
			database.all('SELECT state, message, at FROM shipment_event WHERE shipment_id = ? ORDER BY id', id),
		/**
		 * The service that the shipment was queued for or sent to (before that: the built-in service), and the shipment's id at
		 * that service; null until the service assigns one.
		 */
		partnerReference(id: number): { connectionId: string; partnerId: string | null } {
			const { connection_id, partner_id } = read(id);
			return { connectionId: connection_id, partnerId: partner_id };
		},

		count: (state: ShipmentState): number =>
			database.get<{ n: number }>('SELECT count(*) AS n FROM shipment WHERE state = ?', state)?.n ?? 0,
		countRefused: (): number =>
			database.get<{ n: number }>('SELECT count(*) AS n FROM shipment WHERE refused_at IS NOT NULL')?.n ?? 0,

		/** A page of the shipments that match the filter, newest first. @param before id of the last shipment of the previous page */
		list: (filter: ShipmentFilter, before: number | undefined, limit: number): ShipmentSummary[] =>
			index.find<ShipmentRow>(filter, before, limit).map(toSummary),
		facets: (): ShipmentFacets => index.facets(),
		/** Shipments with an unknown outcome, newest first. */
		listUnknown: (): ShipmentSummary[] =>
			database.all<ShipmentRow>("SELECT * FROM shipment WHERE state = 'unknown' ORDER BY id DESC").map(toSummary),
		/** The list of refused shipments, newest first; see `markRefused` in shipment-records.ts. */
		listRefused: (): ShipmentSummary[] =>
			database.all<ShipmentRow>('SELECT * FROM shipment WHERE refused_at IS NOT NULL ORDER BY id DESC').map(toSummary),
		/** Queued and held shipments outside batches, in queue order. */
		listWaiting: (): ShipmentSummary[] =>
			database
				.all<ShipmentRow>(
					`SELECT shipment.* FROM shipment JOIN outbox ON outbox.shipment_id = shipment.id
					WHERE shipment.state IN ('queued', 'held') AND outbox.batch_id IS NULL ORDER BY outbox.position`,
				)
				.map(toSummary),

		/** Id of the newest shipment that was booked at this service. */
		lastBookedId: (connectionId: string): number | undefined =>
			database.get<{ id: number }>(
				"SELECT id FROM shipment WHERE state = 'booked' AND connection_id = ? ORDER BY id DESC LIMIT 1",
				connectionId,
			)?.id,
		/** The last pickup that was requested for a sender, among the last `MAX_PICKUP_SEARCH` shipments. */
		findLastPickup({ addressLine1, zipcode }: { addressLine1: string; zipcode: string }): LastPickup | null {
			const row = database.get<ShipmentRow>(
				`SELECT * FROM shipment WHERE id > (SELECT max(id) FROM shipment) - ? AND state IN ('sending', 'booked', 'unknown')
					AND json_extract(composition, '$.schedulePickup') = 1
					AND json_extract(composition, '$.from.addressLine1') = ? AND json_extract(composition, '$.from.zipcode') = ?
				ORDER BY id DESC LIMIT 1`,
				MAX_PICKUP_SEARCH,
				addressLine1,
				zipcode,
			);
			if (!row) return null;
			return { requestedAt: row.created_at, carrier: row.carrier, pickup: parseSavedDraft(row).pickup };
		},
		/** The newest local draft with this reference, ignoring case. */
		findDraftByReference: (reference: string): ShipmentSummary | undefined =>
			newestWithReference(reference, ['composed']),
		/** The newest shipment with this reference that is queued, held, being sent, booked or unknown, ignoring case. */
		findActiveByReference: (reference: string): ShipmentSummary | undefined =>
			newestWithReference(reference, ['queued', 'held', 'sending', 'booked', 'unknown']),
	};
}
