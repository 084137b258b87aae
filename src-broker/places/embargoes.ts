// Destinations under an embargo (resources/places/embargoes.csv): for them, nothing is offered, booked or estimated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { type RouteLocation, territoryOf } from '../../src-contract/rules/customs-territory';
import { normalizeForMatching, zipcodeMatcher } from '../../src-contract/rules/place-matching';
import { readTable } from '../platform/table';

const day = z.iso.date('is not a day as YYYY-MM-DD');
const embargoRow = z.object({
	country: z.string().length(2),
	/** Prefix or range FROM-TO of prefixes; empty for the whole country. */
	zipcodes: z.string(),
	/** Normalized cities in the area of `zipcodes`, used when no zipcode is given. */
	cities: z.string().transform((text) => text.split(';').map(normalizeForMatching).filter(Boolean)),
	/** Country or customs union of dispatch, or `*` for any. */
	dispatch: z.string().min(1, 'is empty: write * for any'),
	effective_from: day,
	effective_to: z.union([z.literal('').transform(() => undefined), day]),
	name: z.string().min(1),
	confidence: z.enum(['high', 'medium', 'low']),
	source: z.string().min(1),
});

/**
 * Reads the table.
 * @returns a function that returns why nothing is sent on a route on an ISO date; undefined for a route without an embargo
 * @throws Error for the first invalid row, with the file, the line and the reason
 */
export function createEmbargoReason(resourcesDir: string) {
	const file = path.join(resourcesDir, 'places', 'embargoes.csv');
	const rows = readTable(file, readFileSync(file, 'utf8'), embargoRow).map((row) => ({
		...row,
		coversZipcode: zipcodeMatcher(row.zipcodes),
	}));
	const embargoedCountries = new Set(rows.map(({ country }) => country));

	return (from: RouteLocation, to: RouteLocation, onDate: string): string | undefined => {
		if (!embargoedCountries.has(to.countryCode)) return undefined;
		const zipcode = normalizeForMatching(to.zipcode);
		const city = normalizeForMatching(to.city);
		const { code, customs } = territoryOf(from);
		const embargo = rows.find(
			(row) =>
				row.country === to.countryCode &&
				[code, customs, '*'].includes(row.dispatch) &&
				row.effective_from <= onDate &&
				onDate <= (row.effective_to ?? onDate) &&
				(row.zipcodes === '' || (zipcode === '' ? row.cities.includes(city) : row.coversZipcode(zipcode))),
		);
		return (
			embargo && `No shipments to ${embargo.name} are offered: ${embargo.source}, since ${embargo.effective_from}.`
		);
	};
}
export type EmbargoReason = ReturnType<typeof createEmbargoReason>;
