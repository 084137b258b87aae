// Countries, their capitals (the default location of a side) and remote areas.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countries } from 'countries-list';
import * as z from 'zod';
import { withoutMarks } from '../../src-contract/lib/text-folding';
import { readTable } from '../platform/table';

export interface Place {
	countryCode: string;
	zipcode?: string | undefined;
	city?: string | undefined;
}

const remoteAreaRow = z
	.object({ country: z.string().length(2), zipcodes: z.string(), city: z.string(), reason: z.string().min(1) })
	.refine((row) => row.zipcodes !== '' || row.city !== '', 'a remote area needs zipcodes or a city');

const countryByCode = new Map<string, { name: string; capital: string }>(Object.entries(countries));

const PLAIN = /^[A-Z0-9]*$/;
const ASCII = /^[\x20-\x7e]*$/;

/** Normalizes a postcode or city for comparison: only letters and digits, in upper case, without accents. */
export function normalizeForMatching(text: string | undefined): string {
	if (!text || PLAIN.test(text)) return text ?? '';
	// Same result for ASCII, several times as fast: every quote compares four texts.
	if (ASCII.test(text)) return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
	return withoutMarks(text)
		.toUpperCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Creates a test for normalized postcodes.
 * @param pattern a prefix, or a range FROM-TO of equal lengths that is compared with the start of the postcode
 */
export function zipcodeMatcher(pattern: string): (comparableZipcode: string) => boolean {
	const [from = '', to] = pattern.split('-').map(normalizeForMatching);
	if (to && to.length === from.length) {
		return (code) => {
			const head = code.slice(0, from.length);
			return head.length === from.length && head >= from && head <= to;
		};
	}
	const prefix = normalizeForMatching(pattern);
	return (code) => prefix !== '' && code.startsWith(prefix);
}

/** @throws Error for the first invalid row of places/remote-areas.csv */
export function createPlaces(resourcesDir: string) {
	const file = path.join(resourcesDir, 'places', 'remote-areas.csv');
	const remoteAreas = new Map<string, { matches: (zipcode: string) => boolean; city: string; reason: string }[]>();
	for (const { country, zipcodes, city, reason } of readTable(file, readFileSync(file, 'utf8'), remoteAreaRow)) {
		const area = { matches: zipcodeMatcher(zipcodes), city: normalizeForMatching(city), reason };
		remoteAreas.set(country, [...(remoteAreas.get(country) ?? []), area]);
	}

	return {
		/** Whether the code is an ISO 3166 country code in capitals. */
		isCountry: (countryCode: string): boolean => countryByCode.has(countryCode),

		/** English name of the country; the code itself when it is unknown. */
		countryName: (countryCode: string): string => countryByCode.get(countryCode)?.name ?? countryCode,

		/** The place, or its country's capital when neither postcode nor city is given (specification, 4.1). */
		orCapital(place: Place): Place {
			if (place.zipcode || place.city) return place;
			const capital = countryByCode.get(place.countryCode)?.capital;
			return { ...place, city: capital || undefined };
		},

		/** Why the place is remote, or undefined. @param zipcode normalized postcode of the place */
		remoteReason(place: Place, zipcode: string): string | undefined {
			const areas = remoteAreas.get(place.countryCode);
			if (!areas) return undefined;
			const city = normalizeForMatching(place.city);
			return areas.find((area) => area.matches(zipcode) || (area.city !== '' && area.city === city))?.reason;
		},
	};
}
export type Places = ReturnType<typeof createPlaces>;
