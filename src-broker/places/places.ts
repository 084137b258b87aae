// Countries, their capitals (used when a location has neither postcode nor city) and remote areas.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countries } from 'countries-list';
import * as z from 'zod';
import { withoutMarks } from '../../src-contract/lib/text-folding';
import type { RouteLocation } from '../../src-contract/rules/customs-territory';
import { readTable } from '../platform/table';

const remoteAreaRow = z
	.object({ country: z.string().length(2), zipcodes: z.string(), city: z.string(), reason: z.string().min(1) })
	.refine((row) => row.zipcodes !== '' || row.city !== '', 'a remote area needs zipcodes or a city');

const countryByCode = new Map<string, { name: string; capital: string }>(Object.entries(countries));

const NORMALIZED = /^[A-Z0-9]*$/;
const ASCII = /^[\x20-\x7e]*$/;

/** Normalizes a postcode or city for comparison: only letters and digits, in upper case, without accents. */
export function normalizeForMatching(text: string | undefined): string {
	if (!text || NORMALIZED.test(text)) return text ?? '';
	// For ASCII text, gives the result of the line below several times as fast. Every quote normalizes four texts.
	if (ASCII.test(text)) return text.toUpperCase().replace(/[^A-Z0-9]/g, '');
	return withoutMarks(text)
		.toUpperCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Creates a test for postcodes in the form of `normalizeForMatching`.
 * @param pattern a prefix, or a range FROM-TO of prefixes of equal length
 */
export function zipcodeMatcher(pattern: string): (normalizedZipcode: string) => boolean {
	const [from = '', to] = pattern.split('-').map(normalizeForMatching);
	if (to && to.length === from.length) {
		return (zipcode) => {
			const start = zipcode.slice(0, from.length);
			return start.length === from.length && start >= from && start <= to;
		};
	}
	const prefix = normalizeForMatching(pattern);
	return (zipcode) => prefix !== '' && zipcode.startsWith(prefix);
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

		/** The location; with the capital as its city when it has neither postcode nor city (specification, 4.1). */
		orCapital(location: RouteLocation): RouteLocation {
			if (location.zipcode || location.city) return location;
			const capital = countryByCode.get(location.countryCode)?.capital;
			return { ...location, city: capital || undefined };
		},

		/**
		 * Why the location is remote; undefined when it is not.
		 * @param normalizedZipcode postcode of the location, so that the caller normalizes it only once
		 */
		remoteReason(location: RouteLocation, normalizedZipcode: string): string | undefined {
			const areas = remoteAreas.get(location.countryCode);
			if (!areas) return undefined;
			const city = normalizeForMatching(location.city);
			return areas.find((area) => area.matches(normalizedZipcode) || (area.city !== '' && area.city === city))?.reason;
		},
	};
}
export type Places = ReturnType<typeof createPlaces>;
