// The pickup of a booking, and its calendar entry.
import { DAY_MS } from '../../src-contract/lib/units';
import type { ShipmentRequest } from '../../src-contract/partner-api';
import type { Places } from '../places/places';
import { fromLocalTime } from '../places/time-zones';
import type { Calendar } from '../rating/calendar';

/** Pickup window when the request states no times. */
const DEFAULT_FROM = '09:00';
const DEFAULT_TO = '17:00';

export interface Pickup {
	/** ISO date in the local time of the pickup address. */
	date: string;
	/** Start and end of the pickup window, `HH:MM` in the local time of the pickup address. */
	from: string;
	to: string;
	/** IANA name of the time zone of the pickup address. */
	timeZone: string;
	instructions: string;
}

/**
 * The pickup on the day of the booking; on the next working day if the pickup window has passed or the day is not a working day.
 * @param bookedAt ISO 8601, in UTC
 * @returns undefined when no pickup was requested
 */
export function pickupOf(
	request: ShipmentRequest,
	bookedAt: string,
	calendar: Calendar,
	places: Places,
): Pickup | undefined {
	if (!request.schedulePickup) return undefined;
	const localBookedAt = places.localTime(request.pickupAddress, new Date(bookedAt));
	// If a default time would make the window end before it starts, the window starts at 00:00 or ends at 23:59 instead.
	const from = request.pickupTimeFrom ?? ((request.pickupTimeTo ?? DEFAULT_TO) > DEFAULT_FROM ? DEFAULT_FROM : '00:00');
	const to = request.pickupTimeTo ?? (from < DEFAULT_TO ? DEFAULT_TO : '23:59');
	const country = request.pickupAddress.countryCode;
	let date = localBookedAt.slice(0, 10);
	const hasWindowPassed = localBookedAt.slice(11, 16) >= to;
	// Skips the day of the booking if its window has passed, then every day that is not a working day.
	for (let mustSkip = hasWindowPassed; mustSkip || !calendar.isWorkingDay(country, date); mustSkip = false)
		date = new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
	const timeZone = places.timeZoneOf(request.pickupAddress);
	return { date, from, to, timeZone, instructions: request.pickupInstructions ?? '' };
}

/** The pickup window as text, in the local time of the pickup address. */
export const pickupText = ({ date, from, to, timeZone }: Pickup): string => `${date}, ${from} to ${to} (${timeZone})`;

/** The pickup as an iCalendar file. Times are in UTC, so that a calendar in another time zone shows the right moment. */
export async function pickupCalendar(
	pickup: Pickup,
	shipment: { carrier: string; trackingNumber: string; request: ShipmentRequest },
): Promise<string> {
	const { default: ical } = await import('ical-generator');
	const { pickupAddress: address } = shipment.request;
	const calendar = ical({ prodId: { company: 'Waybill', product: 'Shipping service' } });
	calendar.createEvent({
		id: `pickup.${shipment.trackingNumber}@waybill.invalid`,
		start: fromLocalTime(pickup.timeZone, `${pickup.date}T${pickup.from}:00`),
		end: fromLocalTime(pickup.timeZone, `${pickup.date}T${pickup.to}:00`),
		summary: `Pickup by ${shipment.carrier}: ${shipment.trackingNumber}`,
		description: [pickupText(pickup), pickup.instructions].filter(Boolean).join('\n'),
		location: [address.addressLine1, address.addressLine2, `${address.zipcode} ${address.city}`, address.countryCode]
			.filter(Boolean)
			.join(', '),
	});
	return calendar.toString();
}
