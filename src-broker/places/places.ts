// Places by name: which countries there are, the capital that stands for an unnamed side, and remote areas.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countries } from 'countries-list';
import * as z from 'zod';
import { readTable } from '../table';

export interface Place {
	countryCode: string;
	zipcode?: string | undefined;
	city?: string | undefined;
}

const remoteAreaRow = z
	.object({ country: z.string().length(2), zipcodes: z.string(), city: z.string(), reason: z.string().min(1) })
	.refine((row) => row.zipcodes !== '' || row.city !== '', 'a remote area names zipcodes or a city');

/** Letters and digits only, in capitals, without accents: how postcodes and cities are compared. */
export function comparable(text: string | undefined): string {
	return (text ?? '')
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toUpperCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}

/** True when the postcode starts with the prefix, or lies in the range FROM-TO on the range's own length. */
export function matchesZipcodes(pattern: string, zipcode: string | undefined): boolean {
	const code = comparable(zipcode);
	if (pattern === '' || code === '') return false;
	const [from = '', to] = pattern.split('-').map(comparable);
	if (!to || to.length !== from.length) return code.startsWith(comparable(pattern));
	const head = code.slice(0, from.length);
	return head.length === from.length && head >= from && head <= to;
}

export function createPlaces(resourcesDir: string) {
	const file = path.join(resourcesDir, 'places', 'remote-areas.csv');
	const remoteAreas = readTable(file, readFileSync(file, 'utf8'), remoteAreaRow);

	return {
		isCountry: (countryCode: string): boolean => countryCode in countries,

		countryName: (countryCode: string): string =>
			(countries as Record<string, { name: string }>)[countryCode]?.name ?? countryCode,

		/** The place itself, or its country's capital when neither zipcode nor city is given (specification, 4.1). */
		orCapital(place: Place): Place {
			if (place.zipcode || place.city) return place;
			const capital = (countries as Record<string, { capital: string }>)[place.countryCode]?.capital;
			return { ...place, city: capital || undefined };
		},

		/** Why the place is remote, or undefined when it is not. */
		remoteReason(place: Place): string | undefined {
			return remoteAreas.find(
				(area) =>
					area.country === place.countryCode &&
					(matchesZipcodes(area.zipcodes, place.zipcode) ||
						(area.city !== '' && comparable(area.city) === comparable(place.city))),
			)?.reason;
		},
	};
}
export type Places = ReturnType<typeof createPlaces>;
