// Stores metrics of each booked shipment. All of them except the time to the first label are also added to daily sums, so that a
// report of a year does not add up individual shipments.

import { eurToCents } from '../../src-contract/lib/money';
import { SECOND_MS } from '../../src-contract/lib/units';
import { REPORT_GROUPS } from '../../src-contract/model/report';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { localDay } from '../../src-contract/rules/days';
import type { Database } from '../platform/database';

/**
 * Maximum time from the start of work on a parcel to its first label. A longer time is not recorded, because the user has
 * probably interrupted the work.
 */
const MAX_SECONDS_TO_LABEL = 3600;

export interface BookingSummary {
	carrier: string;
	product: string;
	/** Country code of the recipient. */
	country: string;
	/** Null when not known. */
	priceCents: number | null;
	/** Booked price minus chosen price; null when one of them is not known. */
	differenceCents: number | null;
	/** Whether the booked price or product differs from that of the chosen option. */
	differsFromChosen: boolean;
}

export function createBookingMetrics(database: Database, now: () => Date) {
	return {
		/** Records a booking. Call it once per shipment, in the transaction that stores the booking. */
		recordBooking(shipmentId: number, draft: EnteredDraft, booking: BookingSummary): void {
			const { parcels, dutiesEur } = draft;
			const { carrier, product, country, priceCents, differenceCents, differsFromChosen } = booking;
			const day = localDay(now());
			const pieces = parcels.reduce((sum, { count = 1 }) => sum + count, 0);
			const grams = Math.round(parcels.reduce((sum, { count = 1, weightKg = 0 }) => sum + count * weightKg * 1000, 0));
			const dutiesCents = dutiesEur === null || dutiesEur === undefined ? null : eurToCents(dutiesEur);
			database.write(
				`INSERT INTO shipment_figures (shipment_id, day, carrier, product, country, price_cents, grams, pieces, duties_cents, difference_cents)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				shipmentId,
				day,
				carrier,
				product,
				country,
				priceCents,
				grams,
				pieces,
				dutiesCents,
				differenceCents,
			);
			const nameByGroup = { day, carrier, country, product: `${carrier} ${product}`.trim() };
			for (const group of REPORT_GROUPS)
				database.write(
					`INSERT INTO report_sum (day, kind, name, shipments, pieces, grams, cents, priced_grams, unpriced, duties_cents, estimates,
						difference_cents, differing)
					VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
					ON CONFLICT (day, kind, name) DO UPDATE SET shipments = shipments + 1, pieces = pieces + ?4, grams = grams + ?5, cents = cents + ?6,
						priced_grams = priced_grams + ?7, unpriced = unpriced + ?8, duties_cents = duties_cents + ?9, estimates = estimates + ?10,
						difference_cents = difference_cents + ?11, differing = differing + ?12`,
					day,
					group,
					nameByGroup[group],
					pieces,
					grams,
					priceCents ?? 0,
					priceCents === null ? 0 : grams,
					priceCents === null ? 1 : 0,
					dutiesCents ?? 0,
					dutiesCents === null ? 0 : 1,
					differenceCents ?? 0,
					differsFromChosen ? 1 : 0,
				);
		},

		/** Records the time from the start of work on the parcel to its first label. Ignores later labels. */
		recordFirstLabel(shipmentId: number): void {
			const shipment = database.get<{ begunAt: string | null }>(
				`SELECT json_extract(composition, '$.begunAt') AS begunAt FROM shipment
				JOIN shipment_figures ON shipment_id = id WHERE id = ? AND label_seconds IS NULL`,
				shipmentId,
			);
			if (!shipment?.begunAt) return;
			const seconds = Math.round((now().getTime() - Date.parse(shipment.begunAt)) / SECOND_MS);
			if (seconds < 0 || seconds > MAX_SECONDS_TO_LABEL) return;
			database.write('UPDATE shipment_figures SET label_seconds = ? WHERE shipment_id = ?', seconds, shipmentId);
		},
	};
}
export type BookingMetrics = ReturnType<typeof createBookingMetrics>;
