// The shipment table: reads, inserts and updates shipments, and changes their state by the transitions of states.ts. Data
// that belongs to the new state is written in the same commit.
import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { ShipmentState } from '../../src-contract/model/shipment';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import type { Database } from '../platform/database';
import type { ShipmentQueue } from './queue';
import type { ShipmentIndex } from './shipment-index';
import { type ShipmentRow, searchableOf } from './shipment-row';
import { type ShipmentTransition, stateAfter } from './states';

const stateChangedError = (state: ShipmentState): AppError =>
	new AppError(
		'shipment.stateChanged',
		t(
			'This shipment is now {state, select, composed {a draft} queued {queued} held {waiting for approval} sending {being sent} draft {an online draft} booked {booked} rejected {rejected} unknown {unconfirmed} abandoned {cancelled} voided {void} other {{state}}}. Nothing was changed. Refresh the list.',
			{ state },
		),
	);

/** The columns that lists of shipments show: reference, recipient, destination, country. */
const listColumnsOf = ({ to, reference }: EnteredDraft): [string, string, string, string] => [
	reference,
	to.companyName || to.contactPerson,
	[to.city, to.countryCode].filter(Boolean).join(', '),
	to.countryCode,
];

export function createShipmentRecords(
	database: Database,
	index: Pick<ShipmentIndex, 'add' | 'put'>,
	queue: Pick<ShipmentQueue, 'setWaiting'>,
	now: () => Date,
) {
	function read(id: number): ShipmentRow {
		const found = database.get<ShipmentRow>('SELECT * FROM shipment WHERE id = ?', id);
		if (!found) throw new AppError('shipment.notFound', t('This shipment was not found. Refresh the list.'));
		return found;
	}

	/** Updates the shipment in the search index. Call this function in the transaction that changed the shipment. */
	const reindex = (id: number): void => index.put(searchableOf(read(id)));

	function addEvent(id: number, state: ShipmentState, message: string): void {
		database.run(
			'INSERT INTO shipment_event (shipment_id, state, message, at) VALUES (?, ?, ?, ?)',
			id,
			state,
			message,
			now().toISOString(),
		);
	}

	/** @throws `shipment.stateChanged` when the shipment is in another state */
	function requireState(id: number, state: ShipmentState): void {
		const { state: currentState } = read(id);
		if (currentState !== state) throw stateChangedError(currentState);
	}

	/** Creates a local draft with an idempotency key. Its connection is set later, when the shipment is queued or sent. */
	function insert(draft: EnteredDraft): number {
		const id = database.run(
			`INSERT INTO shipment (state, idempotency_key, connection_id, composition, reference, recipient, destination, country, created_at)
			VALUES ('composed', ?, 'built-in', ?, ?, ?, ?, ?, ?)`,
			randomUUID(),
			JSON.stringify(draft),
			...listColumnsOf(draft),
			now().toISOString(),
		);
		addEvent(id, 'composed', '');
		const created = read(id);
		index.add(searchableOf(created), created.created_at);
		return id;
	}

	function update(id: number, draft: EnteredDraft): void {
		const json = JSON.stringify(draft);
		if (read(id).composition === json) return;
		// The service would treat a request with new content and the old idempotency key as a repetition.
		database.run('UPDATE shipment SET idempotency_key = ? WHERE id = ?', randomUUID(), id);
		database.run(
			'UPDATE shipment SET composition = ?, reference = ?, recipient = ?, destination = ?, country = ? WHERE id = ?',
			json,
			...listColumnsOf(draft),
			id,
		);
		reindex(id);
	}

	return {
		read,
		reindex,
		addEvent,
		requireState,

		/**
		 * @param id id of an existing local draft; undefined creates a new one
		 * @returns the shipment's id
		 * @throws `shipment.stateChanged` when the shipment is no longer a local draft
		 */
		saveDraft(draft: EnteredDraft, id: number | undefined): number {
			if (id === undefined) return insert(draft);
			requireState(id, 'composed');
			update(id, draft);
			return id;
		},

		/**
		 * Changes the shipment's state, records the event, and removes the shipment from the list of refused shipments.
		 * @param furtherChanges further writes in the same commit
		 * @throws `shipment.stateChanged` when the transition is not allowed in the shipment's current state
		 */
		applyTransition(
			id: number,
			transition: ShipmentTransition,
			message: string,
			furtherChanges: () => void = () => {},
		): void {
			database.transaction(() => {
				const { state: from } = read(id);
				const state = stateAfter(from, transition);
				if (!state) {
					throw stateChangedError(from);
				}
				database.run('UPDATE shipment SET state = ?, message = ?, refused_at = NULL WHERE id = ?', state, message, id);
				addEvent(id, state, message);
				if (from === 'queued' || state === 'queued') queue.setWaiting(id, state === 'queued');
				furtherChanges();
				reindex(id);
			});
		},

		/**
		 * Adds a shipment from the queue to the list of refused shipments: the service rejected the shipment, or its requests
		 * kept failing. The shipment stays in the list until the user acknowledges it or its state changes.
		 */
		markRefused: (id: number) =>
			database.run('UPDATE shipment SET refused_at = ? WHERE id = ?', now().toISOString(), id),

		/** Adds to the search index the shipments that were created by releases that had no search index. */
		indexUnindexed(): void {
			database.transaction(() => {
				for (const { id } of database.all<{ id: number }>('SELECT shipment_id AS id FROM shipment_unindexed'))
					reindex(id);
				database.run('DELETE FROM shipment_unindexed');
			});
		},
	};
}
export type ShipmentRecords = ReturnType<typeof createShipmentRecords>;
