// Simulates the carriers: advances the tracking status of shipments when their next event is due. Several instances may run at once.
import type { Store } from '../store/store';
import { nextCarrierStep, type TrackedShipment } from './carrier-steps';
import { parseStoredRequest } from './shipment-row';

const BATCH_SIZE = 200;

/** @param carrierNow the carriers' clock, which may run faster than `now` for demonstrations */
export function createSimulator(
	store: Store,
	carrierNow: () => Date,
	now: () => Date,
	log: (event: string, detail: Record<string, unknown>) => void,
) {
	async function step(row: Awaited<ReturnType<typeof due>>[number]): Promise<void> {
		const { id, status, tracking_number: trackingNumber, arrives_by: arrivesBy, next_event_at: at } = row;
		if (!trackingNumber || !arrivesBy || !at) return;
		const underway: TrackedShipment = { status, trackingNumber, arrivesBy };
		// The planned step, at its planned time: `since` is only a lower limit.
		const next = nextCarrierStep(underway, new Date(0));
		if (!next) return;
		const after = nextCarrierStep({ ...underway, status: next.status }, new Date(at));
		await store.transaction().execute(async (transaction) => {
			const moved = await transaction
				.updateTable('shipment')
				.set({ status: next.status, next_event_at: after?.at ?? null })
				.where('id', '=', id)
				.where('next_event_at', '=', at)
				.where('status', '=', status)
				.returning('request')
				.executeTakeFirst();
			if (!moved) return;
			await transaction
				.insertInto('event')
				.values({ shipment_id: id, status: next.status, at, note: next.note })
				.execute();
			if (next.status !== 'in_transit' || !parseStoredRequest(moved).destinationAddress.sendNotification) return;
			await transaction
				.insertInto('mail')
				.values({ shipment_id: id, due_at: now().toISOString(), claimed_until: null, sent_at: null })
				.onConflict((conflict) => conflict.column('shipment_id').doNothing())
				.execute();
		});
	}

	function due() {
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
			for (let rows = await due(); rows.length > 0; rows = await due()) {
				let moved = 0;
				for (const row of rows) {
					try {
						await step(row);
						moved += 1;
					} catch (error) {
						// One failing shipment must not block the others.
						log('error', { shipmentId: row.id, error: String(error) });
					}
				}
				if (moved === 0) return;
			}
		},
	};
}
export type Simulator = ReturnType<typeof createSimulator>;
