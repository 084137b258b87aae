// The journal of shipments: what was intended, before it was sent, and what became of it. Every state a shipment can be
// in is written here and nowhere else.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import type { BookedShipment } from '../../src-contract/partner-api';
import type { Composition, ShipmentState, ShipmentSummary, StateChange } from '../../src-contract/shipment';
import type { DocumentStore } from '../printing/document-store';
import type { Database } from '../storage/database';

/** Which state may follow which. `sending` survives a call only when the station was killed in it. */
const NEXT: Record<ShipmentState, readonly ShipmentState[]> = {
	sending: ['draft', 'booked', 'rejected', 'unknown'],
	unknown: ['booked', 'abandoned'],
	draft: [],
	booked: [],
	rejected: [],
	abandoned: [],
};

interface Row {
	id: number;
	state: ShipmentState;
	idempotency_key: string;
	composition: string;
	product_id: number | null;
	reference: string;
	recipient: string;
	destination: string;
	carrier: string;
	product: string;
	price_cents: number | null;
	tracking_number: string;
	tracking_url: string;
	message: string;
	created_at: string;
	closed_at: string | null;
}

const toSummary = (row: Row): ShipmentSummary => ({
	id: row.id,
	state: row.state,
	reference: row.reference,
	recipient: row.recipient,
	destination: row.destination,
	carrier: row.carrier,
	product: row.product,
	priceEur: row.price_cents === null ? null : row.price_cents / 100,
	trackingNumber: row.tracking_number,
	trackingUrl: row.tracking_url,
	message: row.message,
	createdAt: row.created_at,
	closedAt: row.closed_at,
});

const LOST_IN_FLIGHT =
	'The station stopped while this was being sent. It may be booked or not; it is not sent again by itself. Look in the account of the service, then decide here.';

export function createJournal(database: Database, documents: Pick<DocumentStore, 'receive'>, now: () => Date) {
	function row(id: number): Row {
		const found = database.get<Row>('SELECT * FROM shipment WHERE id = ?', id);
		if (!found) throw new AppError('shipment.notFound', 'This shipment is not in the journal. Refresh the list.');
		return found;
	}

	function note(id: number, state: ShipmentState, message: string): void {
		database.run(
			'INSERT INTO shipment_event (shipment_id, state, message, at) VALUES (?, ?, ?, ?)',
			id,
			state,
			message,
			now().toISOString(),
		);
	}

	/** Moves on, with whatever belongs to the new state in the same commit. */
	function move(id: number, state: ShipmentState, message: string, rest: () => void = () => {}): void {
		database.transaction(() => {
			const from = row(id).state;
			if (!NEXT[from].includes(state)) throw new Error(`shipment ${id} cannot go from ${from} to ${state}`);
			database.run('UPDATE shipment SET state = ?, message = ? WHERE id = ?', state, message, id);
			note(id, state, message);
			rest();
		});
	}

	return {
		/** Called once when the station starts: what was in flight when it stopped has an unknown outcome. */
		settleInterrupted(): number {
			const interrupted = database.all<{ id: number }>("SELECT id FROM shipment WHERE state = 'sending'");
			for (const { id } of interrupted) move(id, 'unknown', LOST_IN_FLIGHT);
			return interrupted.length;
		},

		/** Writes the intent; it is on disk when this returns, before a byte is sent. */
		intend(
			composition: Composition,
			productId: number | undefined,
			serviceUrl: string,
		): { id: number; idempotencyKey: string } {
			const idempotencyKey = randomUUID();
			const id = database.transaction(() => {
				const created = database.run(
					`INSERT INTO shipment (state, idempotency_key, service_url, composition, product_id, reference, recipient, destination, created_at)
					VALUES ('sending', ?, ?, ?, ?, ?, ?, ?, ?)`,
					idempotencyKey,
					serviceUrl,
					JSON.stringify(composition),
					productId ?? null,
					composition.reference,
					composition.to.companyName || composition.to.contactPerson,
					`${composition.to.city}, ${composition.to.countryCode}`,
					now().toISOString(),
				);
				note(created, 'sending', '');
				return created;
			});
			return { id, idempotencyKey };
		},

		/**
		 * The booking and what came with it, as it came, in one commit: never one without the other. Taking it apart may take
		 * long or fail; it is filed afterwards.
		 */
		booked(id: number, shipment: BookedShipment, message: string, received: Uint8Array | undefined): void {
			move(id, 'booked', message, () => {
				database.run(
					'UPDATE shipment SET partner_id = ?, carrier = ?, product = ?, price_cents = ?, tracking_number = ?, tracking_url = ? WHERE id = ?',
					String(shipment.id),
					shipment.carrier,
					shipment.product,
					shipment.price === undefined ? null : Math.round(shipment.price * 100),
					shipment.trackingNumber,
					shipment.trackingUrl,
					id,
				);
				if (received) documents.receive(id, received);
			});
		},

		draft(id: number, partnerId: string, message: string): void {
			move(id, 'draft', message, () => database.run('UPDATE shipment SET partner_id = ? WHERE id = ?', partnerId, id));
		},
		rejected: (id: number, message: string): void => move(id, 'rejected', message),
		unknown: (id: number, message: string): void => move(id, 'unknown', message),

		/** A person found out that the unknown shipment was booked after all. */
		resolveBooked(id: number, trackingNumber: string): void {
			requireUnknown(id);
			move(
				id,
				'booked',
				'Marked as booked at the desk. Its label was not received: print it from the account of the service.',
				() => database.run('UPDATE shipment SET tracking_number = ? WHERE id = ?', trackingNumber, id),
			);
		},

		/** A person found out that it was not booked; it may now be shipped anew. */
		resolveNotBooked(id: number): void {
			requireUnknown(id);
			move(id, 'abandoned', 'Marked as not booked at the desk.');
		},

		summary: (id: number): ShipmentSummary => toSummary(row(id)),
		composition: (id: number): Composition => JSON.parse(row(id).composition),
		history: (id: number): StateChange[] =>
			database.all('SELECT state, message, at FROM shipment_event WHERE shipment_id = ? ORDER BY id', id),
		unknownCount: (): number =>
			database.get<{ n: number }>("SELECT count(*) AS n FROM shipment WHERE state = 'unknown'")?.n ?? 0,

		/** All that wait for a person's word, whatever else was shipped since. */
		listUnknown: (): ShipmentSummary[] =>
			database.all<Row>("SELECT * FROM shipment WHERE state = 'unknown' ORDER BY id DESC").map(toSummary),

		/** Newest first; unknown ones are the caller's to show on top. */
		list(text: string, before: number | undefined, limit: number): ShipmentSummary[] {
			const like = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
			return database
				.all<Row>(
					`SELECT * FROM shipment WHERE id < ? AND (reference LIKE ? ESCAPE '\\' OR recipient LIKE ? ESCAPE '\\' OR tracking_number LIKE ? ESCAPE '\\' OR destination LIKE ? ESCAPE '\\')
					ORDER BY id DESC LIMIT ?`,
					before ?? Number.MAX_SAFE_INTEGER,
					like,
					like,
					like,
					like,
					limit,
				)
				.map(toSummary);
		},
	};

	function requireUnknown(id: number): void {
		if (row(id).state === 'unknown') return;
		throw new AppError('shipment.notUnknown', 'This shipment is settled already; nothing was changed.');
	}
}
export type Journal = ReturnType<typeof createJournal>;
