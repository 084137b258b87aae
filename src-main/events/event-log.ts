// The event log of the desk: who did what, when and where. Append-only; the database refuses changes of it, and each event has the hash
// of all before it (see event-chain.ts). Reports, and the evidence of an order or a shipment, are read from it.

import { randomBytes } from 'node:crypto';
import type { PackageCarton } from '../../src-contract/model/carton';
import type { Refusal } from '../../src-contract/model/packing';
import type { PackerException } from '../../src-contract/model/saved-order';
import type { Database } from '../platform/database';
import { chainedHash, type EventRecord, FIRST_HASH } from './event-chain';

/** The kinds of events, with their data. */
export interface DeskEvents {
	'order.imported': { source: string };
	'order.changed': { changes: string[] };
	'order.edited': Record<never, never>;
	'order.held': { reason: string };
	'order.released': Record<never, never>;
	/** @property combinedInto id of the order that it was combined with */
	'order.cancelled': { reason: string; combinedInto?: number };
	'order.cancelledAfterPacking': { reason: string };
	'order.combined': { numbers: string[] };
	'order.shippedShort': { missing: number };
	/** `number`: of the order; absent in events of earlier versions. */
	'packing.opened': { pieces: number; number?: string };
	'packing.resumed': Record<never, never>;
	'packing.takenOver': { from: string };
	/** Another desk of the site has the order. */
	'packing.lost': { desk: string };
	'packing.scanned': { sku: string; quantity: number; code: string; serial?: string; lot?: string; expiresOn?: string };
	'packing.counted': { sku: string; quantity: number };
	'packing.undone': { sku: string; quantity: number };
	'packing.refused': { refusal: Refusal; code: string };
	/** Shadow mode: the scan would have been refused. */
	'packing.found': { refusal: Refusal; code: string };
	'packing.packageClosed': { number: number };
	'packing.putOff': Record<never, never>;
	'packing.changeAccepted': Record<never, never>;
	'packing.excepted': { exception: PackerException; note: string };
	/** `cartons`: of the packages that have one; absent in events of earlier versions. */
	'packing.closed': { packages: number; pieces: number; cartons?: PackageCarton[] };
	/** `number`: of the package. `carton`: empty: the suggested one again. */
	'packing.cartonChosen': { number: number; carton: string };
	/** `problem`: why the weight was wrong; `reason`: why it was right all the same. Both are empty for a right weight. */
	'packing.weighed': { number: number; weightKg: number; problem: string; reason: string };
	'packing.staged': { reason: string };
	'packing.labelVerified': { trackingNumber: string };
	'shipment.voided': { reason: string; trackingNumber: string };
	'item.codeTaught': { sku: string; code: string; quantity: number };
}
export type DeskEventKind = keyof DeskEvents;

export interface StoredEvent<Kind extends DeskEventKind = DeskEventKind> {
	id: number;
	at: string;
	kind: Kind;
	/** Name of the user or, without one, of the desk. */
	packer: string;
	desk: string;
	orderId: number | null;
	shipmentId: number | null;
	data: DeskEvents[Kind];
}

export const toEvent = ({ id, at, kind, packer, desk, order_id, shipment_id, data }: EventRecord): StoredEvent => ({
	id,
	at,
	kind: kind as DeskEventKind,
	packer,
	desk,
	orderId: order_id,
	shipmentId: shipment_id,
	data: JSON.parse(data) as DeskEvents[DeskEventKind],
});

/** Events that nobody at the desk caused: not those of the person who happens to be signed in. */
const OF_THE_DESK: readonly DeskEventKind[] = [
	'order.imported',
	'order.changed',
	'order.cancelledAfterPacking',
	'packing.lost',
];
const SALT_BYTES = 16;

export interface EventSubject {
	orderId?: number;
	shipmentId?: number | null;
}

/**
 * @param names names of the packer and of the desk
 */
export function createEventLog(database: Database, names: () => { packer: string; desk: string }, now: () => Date) {
	return {
		/** Appends an event. Call it in the transaction of the change that it records. */
		append<Kind extends DeskEventKind>(
			kind: Kind,
			{ orderId, shipmentId }: EventSubject,
			data: DeskEvents[Kind],
		): void {
			const { packer, desk } = names();
			const event = {
				at: now().toISOString(),
				kind,
				packer: OF_THE_DESK.includes(kind) ? '' : packer,
				desk,
				order_id: orderId ?? null,
				shipment_id: shipmentId ?? null,
				data: JSON.stringify(data),
				salt: randomBytes(SALT_BYTES).toString('hex'),
			};
			const last = database.get<{ hash: string | null }>('SELECT hash FROM desk_event ORDER BY id DESC LIMIT 1');
			database.write(
				`INSERT INTO desk_event (at, kind, packer, desk, order_id, shipment_id, data, salt, hash)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				event.at,
				event.kind,
				event.packer,
				event.desk,
				event.order_id,
				event.shipment_id,
				event.data,
				event.salt,
				chainedHash(last?.hash ?? FIRST_HASH, event),
			);
		},
		/** Events of an order, the newest first. */
		ofOrder: (orderId: number, limit = 500): StoredEvent[] =>
			database
				.all<EventRecord>('SELECT * FROM desk_event WHERE order_id = ? ORDER BY id DESC LIMIT ?', orderId, limit)
				.map(toEvent),
		/** Events of a shipment, the newest first. */
		ofShipment: (shipmentId: number): StoredEvent[] =>
			database
				.all<EventRecord>('SELECT * FROM desk_event WHERE shipment_id = ? ORDER BY id DESC LIMIT 100', shipmentId)
				.map(toEvent),
		/** The newest event of a kind of an order. */
		newest: <Kind extends DeskEventKind>(orderId: number, kind: Kind): StoredEvent<Kind> | undefined =>
			database
				.all<EventRecord>(
					'SELECT * FROM desk_event WHERE order_id = ? AND kind = ? ORDER BY id DESC LIMIT 1',
					orderId,
					kind,
				)
				.map(toEvent)[0] as StoredEvent<Kind> | undefined,
		/** The newest events of a kind. */
		ofKind: <Kind extends DeskEventKind>(kind: Kind, limit: number): StoredEvent<Kind>[] =>
			database
				.all<EventRecord>('SELECT * FROM desk_event WHERE kind = ? ORDER BY id DESC LIMIT ?', kind, limit)
				.map(toEvent) as StoredEvent<Kind>[],
	};
}
export type EventLog = ReturnType<typeof createEventLog>;
