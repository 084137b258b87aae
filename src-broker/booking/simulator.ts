// Simulates the carriers: when the next tracking event of a shipment is due, saves the event and the new status. Several
// instances of the service may run at the same time.
import type { Store } from '../store/store';
import { parseStoredRequest } from './shipment-row';
import { nextTrackingEvent, type TrackedShipment } from './tracking-events';

const BATCH_SIZE = 200;

/** @param carrierNow the carriers' clock, which may run faster than `now` for demonstrations */
export function createSimulator(
	store: Store,
	carrierNow: () => Date,
	now: () => Date,
	log: (event: string, detail: Record<string, unknown>) => void,
) {
	/**
	 * Applies the due event of a shipment, unless another instance has already applied it. Queues the mail to the recipient if the event
	 * causes one.
	 */
	async function applyEvent(row: Awaited<ReturnType<typeof selectDueShipments>>[number]): Promise<void> {
		const { id, status, tracking_number: trackingNumber, arrives_by: arrivesBy, next_event_at: dueAt } = row;
		if (!trackingNumber || !arrivesBy || !dueAt) return;
		const shipment: TrackedShipment = { status, trackingNumber, arrivesBy };
		// Only the status and note are used, because the time of this event was stored with the previous event (`next_event_at`).
		const event = nextTrackingEvent(shipment, new Date(0));
		if (!event) return;
		const followingEvent = nextTrackingEvent({ ...shipment, status: event.status }, new Date(dueAt));
		await store.transaction().execute(async (transaction) => {
			const updatedRow = await transaction
				.updateTable('shipment')
				.set({ status: event.status, next_event_at: followingEvent?.at ?? null })
				.where('id', '=', id)
				.where('next_event_at', '=', dueAt)
				.where('status', '=', status)
				.returning('request')
				.executeTakeFirst();
			if (!updatedRow) return;
			await transaction
				.insertInto('event')
				.values({ shipment_id: id, status: event.status, at: dueAt, note: event.note })
				.execute();
			if (event.status !== 'in_transit' || !parseStoredRequest(updatedRow).destinationAddress.sendNotification) return;
			await transaction
				.insertInto('mail')
				.values({ shipment_id: id, due_at: now().toISOString(), claimed_until: null, sent_at: null })
				.onConflict((conflict) => conflict.column('shipment_id').doNothing())
				.execute();
		});
	}

	/** The shipments whose next event is due, at most `BATCH_SIZE`. */
	function selectDueShipments() {
		return store
			.selectFrom('shipment')
			.select(['id', 'status', 'tracking_number', 'arrives_by', 'next_event_at'])
			.where('next_event_at', '<=', carrierNow().toISOString())
			.orderBy('next_event_at')
			.limit(BATCH_SIZE)
			.execute();
	}

	return {
		/** Applies all events that are due. An event that fails is logged and retried by the next call. */
		async advance(): Promise<void> {
			for (let rows = await selectDueShipments(); rows.length > 0; rows = await selectDueShipments()) {
				let appliedCount = 0;
				for (const row of rows) {
					try {
						await applyEvent(row);
						appliedCount += 1;
					} catch (error) {
						// One failing shipment must not block the others.
						log('error', { shipmentId: row.id, error: String(error) });
					}
				}
				// All events of this batch failed: continuing would select the same shipments again.
				if (appliedCount === 0) return;
			}
		},
	};
}
export type Simulator = ReturnType<typeof createSimulator>;
