// Computes the next tracking event of a shipment at the simulated carrier. Pure.
import { DAY_MS, HOUR_MS } from '../../src-contract/lib/units';
import type { PartnerAddress, ShipmentRequest } from '../../src-contract/partner-api';
import type { ShipmentStatus } from '../store/schema';

export interface TrackedShipment {
	status: ShipmentStatus;
	trackingNumber: string;
	/** Latest arrival, as an ISO date. */
	arrivesBy: string;
}

/** An event in the tracking history of a shipment. */
export interface TrackingEvent {
	status: ShipmentStatus;
	/** ISO time. */
	at: string;
	/** Text beside the status on the tracking page: a `TrackingNote`, or empty. */
	note: string;
}

/** What the simulated carriers say about an event. */
export type TrackingNote =
	| 'Picked up'
	| 'Loaded for delivery'
	| 'Recipient not available; a second attempt follows'
	| 'Second attempt'
	| 'Signed for';

/** The address in whose city an event happens. The simulated carriers report events only at the two ends of the route. */
export const addressOfEvent = (status: ShipmentStatus, request: ShipmentRequest): PartnerAddress =>
	status === 'created_at_carrier' || status === 'in_transit' ? request.pickupAddress : request.destinationAddress;

const BOOKING_TO_PICKUP_MS = 6 * HOUR_MS;
/** Hour (UTC) at which delivery rounds start. */
const ROUND_START_HOUR = 7;
/** Time from the start of a delivery round to the delivery. */
const ROUND_START_TO_DELIVERY_MS = 5 * HOUR_MS;
/** The first delivery attempt fails for one shipment in 20. */
const SHIPMENTS_PER_EXCEPTION = 20;

/** Whether the first delivery attempt fails. Depends only on the tracking number. */
function hasException(trackingNumber: string): boolean {
	const sum = [...trackingNumber].reduce((total, character) => total * 31 + (character.codePointAt(0) ?? 0), 7);
	return sum % SHIPMENTS_PER_EXCEPTION === 0;
}

/**
 * The next event of a shipment, at the earliest one hour after the current one.
 * @param since time of the current event
 * @returns undefined for drafts and delivered shipments
 */
export function nextTrackingEvent(
	{ status, trackingNumber, arrivesBy }: TrackedShipment,
	since: Date,
): (TrackingEvent & { note: TrackingNote }) | undefined {
	const roundStartOn = (date: string) => Date.parse(`${date}T00:00:00Z`) + ROUND_START_HOUR * HOUR_MS;
	const atEarliest = (time: number) => new Date(Math.max(time, since.getTime() + HOUR_MS)).toISOString();
	switch (status) {
		case 'created_at_carrier':
			return { status: 'in_transit', at: atEarliest(since.getTime() + BOOKING_TO_PICKUP_MS), note: 'Picked up' };
		case 'in_transit':
			return hasException(trackingNumber)
				? {
						status: 'exception',
						at: atEarliest(roundStartOn(arrivesBy)),
						note: 'Recipient not available; a second attempt follows',
					}
				: { status: 'out_for_delivery', at: atEarliest(roundStartOn(arrivesBy)), note: 'Loaded for delivery' };
		case 'exception':
			return { status: 'out_for_delivery', at: atEarliest(since.getTime() + DAY_MS), note: 'Second attempt' };
		case 'out_for_delivery':
			return { status: 'delivered', at: atEarliest(since.getTime() + ROUND_START_TO_DELIVERY_MS), note: 'Signed for' };
		case 'delivered':
		case 'draft':
		case 'deleted':
			return undefined;
	}
}
