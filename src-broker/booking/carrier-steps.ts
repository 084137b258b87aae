// The next tracking status of a parcel at the simulated carrier, and its time. Pure.
import { DAY_MS, HOUR_MS } from '../../src-contract/lib/units';
import type { ShipmentStatus } from '../store/schema';

export interface TrackedShipment {
	status: ShipmentStatus;
	trackingNumber: string;
	/** Latest arrival, as an ISO date. */
	arrivesBy: string;
}

export interface CarrierStep {
	status: ShipmentStatus;
	/** ISO time. */
	at: string;
	/** Text beside the status on the tracking page. */
	note: string;
}

const PICKED_UP_AFTER_MS = 6 * HOUR_MS;
/** Start of a delivery round, UTC. */
const ROUND_START_HOUR = 7;
const ROUND_MS = 5 * HOUR_MS;
/** One parcel in 20 is not delivered at the first attempt. */
const EXCEPTION_ONE_IN = 20;

function hasException(trackingNumber: string): boolean {
	const sum = [...trackingNumber].reduce((total, character) => total * 31 + (character.codePointAt(0) ?? 0), 7);
	return sum % EXCEPTION_ONE_IN === 0;
}

/**
 * The next step of a shipment, at the earliest one hour after `since`.
 * @param since time of the current status
 * @returns undefined for drafts and delivered shipments
 */
export function nextCarrierStep(
	{ status, trackingNumber, arrivesBy }: TrackedShipment,
	since: Date,
): CarrierStep | undefined {
	const roundOn = (date: string) => Date.parse(`${date}T00:00:00Z`) + ROUND_START_HOUR * HOUR_MS;
	const notBefore = (time: number) => new Date(Math.max(time, since.getTime() + HOUR_MS)).toISOString();
	switch (status) {
		case 'created_at_carrier':
			return { status: 'in_transit', at: notBefore(since.getTime() + PICKED_UP_AFTER_MS), note: 'Picked up' };
		case 'in_transit':
			return hasException(trackingNumber)
				? {
						status: 'exception',
						at: notBefore(roundOn(arrivesBy)),
						note: 'Recipient not available; a second attempt follows',
					}
				: { status: 'out_for_delivery', at: notBefore(roundOn(arrivesBy)), note: 'Loaded for delivery' };
		case 'exception':
			return { status: 'out_for_delivery', at: notBefore(since.getTime() + DAY_MS), note: 'Second attempt' };
		case 'out_for_delivery':
			return { status: 'delivered', at: notBefore(since.getTime() + ROUND_MS), note: 'Signed for' };
		case 'delivered':
		case 'draft':
			return undefined;
	}
}
