// What the simulated carrier does with a parcel next, and when. Pure.
import { DAY_MS, HOUR_MS } from '../../src-contract/lib/units';
import type { ShipmentStatus } from '../store/schema';

export interface Underway {
	status: ShipmentStatus;
	trackingNumber: string;
	/** ISO date of the latest day of arrival. */
	arrivesBy: string;
}

export interface Step {
	status: ShipmentStatus;
	/** ISO time. */
	at: string;
	/** What a reader of the tracking page is told beside the status. */
	note: string;
}

const PICKED_UP_AFTER_MS = 6 * HOUR_MS;
const ROUND_BEGINS_HOUR = 7;
const ROUND_MS = 5 * HOUR_MS;
/** One parcel in so many is not delivered at the first attempt. */
const EXCEPTION_ONE_IN = 20;

function meetsException(trackingNumber: string): boolean {
	const sum = [...trackingNumber].reduce((total, letter) => total * 31 + (letter.codePointAt(0) ?? 0), 7);
	return sum % EXCEPTION_ONE_IN === 0;
}

/** @param since when the shipment came into its status @returns undefined when nothing more happens to it */
export function nextStep({ status, trackingNumber, arrivesBy }: Underway, since: Date): Step | undefined {
	const roundOn = (date: string) => Date.parse(`${date}T00:00:00Z`) + ROUND_BEGINS_HOUR * HOUR_MS;
	const notBefore = (time: number) => new Date(Math.max(time, since.getTime() + HOUR_MS)).toISOString();
	switch (status) {
		case 'created_at_carrier':
			return { status: 'in_transit', at: notBefore(since.getTime() + PICKED_UP_AFTER_MS), note: 'Picked up' };
		case 'in_transit':
			return meetsException(trackingNumber)
				? { status: 'exception', at: notBefore(roundOn(arrivesBy)), note: 'Nobody was met; a second attempt follows' }
				: { status: 'out_for_delivery', at: notBefore(roundOn(arrivesBy)), note: 'With the driver' };
		case 'exception':
			return { status: 'out_for_delivery', at: notBefore(since.getTime() + DAY_MS), note: 'Second attempt' };
		case 'out_for_delivery':
			return { status: 'delivered', at: notBefore(since.getTime() + ROUND_MS), note: 'Signed for' };
		case 'delivered':
		case 'draft':
			return undefined;
	}
}
