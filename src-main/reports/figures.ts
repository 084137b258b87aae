// The figures of each booked shipment, in a narrow table of their own: a report of a year reads no whole shipment.
import { localDay } from '../../src-contract/days';
import type { KeptComposition } from '../../src-contract/shipment';
import type { Database } from '../storage/database';

/** Longer than this, the parcel was left and come back to. */
const MOST_SECONDS = 3600;

export interface BookedFigures {
	carrier: string;
	product: string;
	country: string;
	/** null: not known. */
	priceCents: number | null;
}

export function createFigures(database: Database, now: () => Date) {
	return {
		/** Within the commit of the booking. */
		booked(shipmentId: number, composition: KeptComposition, figures: BookedFigures): void {
			const { parcels, dutiesEur } = composition;
			const pieces = parcels.reduce((sum, { count = 1 }) => sum + count, 0);
			const grams = parcels.reduce((sum, { count = 1, weightKg = 0 }) => sum + count * weightKg * 1000, 0);
			database.write(
				`INSERT OR REPLACE INTO shipment_figures (shipment_id, day, carrier, product, country, price_cents, grams, pieces, duties_cents)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				shipmentId,
				localDay(now()),
				figures.carrier,
				figures.product,
				figures.country,
				figures.priceCents,
				Math.round(grams),
				pieces,
				dutiesEur === null ? null : Math.round(dutiesEur * 100),
			);
		},

		/** Its first label is at the printer. */
		labelled(shipmentId: number): void {
			const found = database.get<{ begunAt: string | null }>(
				`SELECT json_extract(composition, '$.begunAt') AS begunAt FROM shipment
				JOIN shipment_figures ON shipment_id = id WHERE id = ? AND label_seconds IS NULL`,
				shipmentId,
			);
			if (!found?.begunAt) return;
			const seconds = Math.round((now().getTime() - Date.parse(found.begunAt)) / 1000);
			if (seconds < 0 || seconds > MOST_SECONDS) return;
			database.write('UPDATE shipment_figures SET label_seconds = ? WHERE shipment_id = ?', seconds, shipmentId);
		},
	};
}
export type Figures = ReturnType<typeof createFigures>;
