// Countries, their capitals (used when a location has neither postcode nor city), address forms, time zones and remote areas.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countries } from 'countries-list';
import * as z from 'zod';
import { splitCityLine } from '../../src-contract/rules/address-regions';
import type { RouteLocation } from '../../src-contract/rules/customs-territory';
import { normalizeForMatching, zipcodeMatcher } from '../../src-contract/rules/place-matching';
import { readTable } from '../platform/table';
import { loadAddressFormatter } from './address-form';
import { loadTimeZones, toLocalTime } from './time-zones';

const remoteAreaRow = z
	.object({
		country: z.string().length(2),
		/** Prefix or range FROM-TO of prefixes; empty for an area that is defined by cities alone. */
		zipcodes: z.string(),
		/** Normalized with `normalizeForMatching`. */
		cities: z.string().transform((text) => text.split(';').map(normalizeForMatching).filter(Boolean)),
		reason: z.string().min(1),
		confidence: z.enum(['high', 'medium', 'low']),
	})
	.refine((row) => row.zipcodes !== '' || row.cities.length > 0, 'a remote area needs zipcodes or cities');

/** The remote areas of one country. */
interface RemoteAreas {
	zipcodes: { matches: (normalizedZipcode: string) => boolean; reason: string }[];
	/** Reasons by normalized city. Used for locations without a postcode. */
	reasonByCity: Map<string, string>;
	/** Reasons by normalized city, only of areas that the table defines by cities alone. Used for locations with a postcode. */
	reasonByCityWithoutZipcodes: Map<string, string>;
}

/** Looks up the city as written, then without a state or province: "Austin, TX". */
const reasonOfCity = (reasonByCity: ReadonlyMap<string, string>, { city = '', countryCode }: RouteLocation) =>
	reasonByCity.get(normalizeForMatching(city)) ??
	reasonByCity.get(normalizeForMatching(splitCityLine(city, countryCode).city));

const countryByCode = new Map<string, { name: string; capital: string }>(Object.entries(countries));

/** @throws Error for the first invalid row of places/remote-areas.csv, places/time-zones.csv and places/postcode-forms.csv */
export function createPlaces(resourcesDir: string) {
	const file = path.join(resourcesDir, 'places', 'remote-areas.csv');
	const remoteAreas = new Map<string, RemoteAreas>();
	for (const { country, zipcodes, cities, reason } of readTable(file, readFileSync(file, 'utf8'), remoteAreaRow)) {
		let areas = remoteAreas.get(country);
		if (!areas) {
			areas = { zipcodes: [], reasonByCity: new Map(), reasonByCityWithoutZipcodes: new Map() };
			remoteAreas.set(country, areas);
		}
		if (zipcodes) areas.zipcodes.push({ matches: zipcodeMatcher(zipcodes), reason });
		for (const city of cities) {
			areas.reasonByCity.set(city, reason);
			if (!zipcodes) areas.reasonByCityWithoutZipcodes.set(city, reason);
		}
	}

	const timeZoneOf = loadTimeZones(resourcesDir);
	const { addressLines, formatPostcode } = loadAddressFormatter(resourcesDir);

	return {
		timeZoneOf,

		/** Lines of an address in its country's order. */
		addressLines,

		/** The postcode as its country writes it. */
		formatPostcode,

		/** Local date and time at a location as ISO 8601 without an offset, such as 2026-11-24T11:00:00. */
		localTime: (location: RouteLocation, moment: Date): string => toLocalTime(timeZoneOf(location), moment),

		/** Whether the code is an ISO 3166 country code in capitals. */
		isCountry: (countryCode: string): boolean => countryByCode.has(countryCode),

		/** English name of the country; the code itself when it is unknown. */
		countryName: (countryCode: string): string => countryByCode.get(countryCode)?.name ?? countryCode,

		/** The location itself, or with the capital as its city if it has neither postcode nor city (specification, 4.1). */
		orCapital(location: RouteLocation): RouteLocation {
			if (location.zipcode || location.city) return location;
			const capital = countryByCode.get(location.countryCode)?.capital;
			return { ...location, city: capital || undefined };
		},

		/**
		 * Why the location is remote; undefined when it is not. If the location has a postcode, its city counts only in areas that the
		 * table defines by cities alone.
		 * @param normalizedZipcode postcode of the location, so that the caller normalizes it only once
		 */
		remoteReason(location: RouteLocation, normalizedZipcode: string): string | undefined {
			const areas = remoteAreas.get(location.countryCode);
			if (!areas) return undefined;
			if (normalizedZipcode === '') return reasonOfCity(areas.reasonByCity, location);
			const reason = areas.zipcodes.find((area) => area.matches(normalizedZipcode))?.reason;
			if (reason || areas.reasonByCityWithoutZipcodes.size === 0) return reason;
			return reasonOfCity(areas.reasonByCityWithoutZipcodes, location);
		},
	};
}
export type Places = ReturnType<typeof createPlaces>;
