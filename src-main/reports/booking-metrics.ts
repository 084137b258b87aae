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

/** The metrics of a shipment, as its row of `shipment_figures` stores them. */
interface Figures extends Pick<BookingSummary, 'carrier' | 'product' | 'country' | 'priceCents' | 'differenceCents'> {
	/** Day of the booking at the desk, as in 2026-11-25. */
	day: string;
	grams: number;
	pieces: number;
	/** Null when they were not estimated. */
	dutiesCents: number | null;
}

export function createBookingMetrics(database: Database, now: () => Date) {
	/** Adds a shipment to the daily sums, or takes it out of them. @param sign 1 adds, -1 takes out */
	function changeSums(figures: Figures, differsFromChosen: boolean, sign: 1 | -1): void {
		const { day, carrier, product, country, grams, pieces, priceCents, dutiesCents, differenceCents } = figures;
		const nameByGroup = { day, carrier, country, product: `${carrier} ${product}`.trim() };
		for (const group of REPORT_GROUPS)
			database.write(
				`INSERT INTO report_sum (day, kind, name, shipments, pieces, grams, cents, priced_grams, unpriced, duties_cents, estimates,
					difference_cents, differing)
				VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
				ON CONFLICT (day, kind, name) DO UPDATE SET shipments = shipments + ?4, pieces = pieces + ?5, grams = grams + ?6,
					cents = cents + ?7, priced_grams = priced_grams + ?8, unpriced = unpriced + ?9, duties_cents = duties_cents + ?10,
					estimates = estimates + ?11, difference_cents = difference_cents + ?12, differing = differing + ?13`,
				day,
				group,
				nameByGroup[group],
				sign,
				sign * pieces,
				sign * grams,
				sign * (priceCents ?? 0),
				priceCents === null ? 0 : sign * grams,
				priceCents === null ? sign : 0,
				sign * (dutiesCents ?? 0),
				dutiesCents === null ? 0 : sign,
				sign * (differenceCents ?? 0),
				differsFromChosen ? sign : 0,
			);
	}

	return {
		/** Records a booking. Call it once per shipment, in the transaction that stores the booking. */
		recordBooking(shipmentId: number, draft: EnteredDraft, booking: BookingSummary): void {
			const { parcels, dutiesEur } = draft;
			const { carrier, product, country, priceCents, differenceCents, differsFromChosen } = booking;
			const figures: Figures = {
				day: localDay(now()),
				carrier,
				product,
				country,
				priceCents,
				grams: Math.round(parcels.reduce((sum, { count = 1, weightKg = 0 }) => sum + count * weightKg * 1000, 0)),
				pieces: parcels.reduce((sum, { count = 1 }) => sum + count, 0),
				dutiesCents: dutiesEur === null || dutiesEur === undefined ? null : eurToCents(dutiesEur),
				differenceCents,
			};
			database.write(
				`INSERT INTO shipment_figures (shipment_id, day, carrier, product, country, price_cents, grams, pieces, duties_cents, difference_cents)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				shipmentId,
				figures.day,
				carrier,
				product,
				country,
				priceCents,
				figures.grams,
				figures.pieces,
				figures.dutiesCents,
				differenceCents,
			);
			changeSums(figures, differsFromChosen, 1);
		},

		/**
		 * Takes a booking out of the reports, because its shipment was voided. Call it in the transaction of that change.
		 * @param differsFromChosen as recorded with the booking
		 */
		removeBooking(shipmentId: number, differsFromChosen: boolean): void {
			const figures = database.get<Figures>(
				`SELECT day, carrier, product, country, price_cents AS priceCents, grams, pieces, duties_cents AS dutiesCents,
					difference_cents AS differenceCents
				FROM shipment_figures WHERE shipment_id = ?`,
				shipmentId,
			);
			if (!figures) return;
			changeSums(figures, differsFromChosen, -1);
			database.write('DELETE FROM report_sum WHERE day = ? AND shipments = 0', figures.day);
			database.write('DELETE FROM shipment_figures WHERE shipment_id = ?', shipmentId);
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
