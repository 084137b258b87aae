// Time zones of locations, and conversions between local time and UTC. The runtime knows the rules of each zone.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '../../src-contract/lib/units';
import type { RouteLocation } from '../../src-contract/rules/customs-territory';
import { normalizeForMatching, zipcodeMatcher } from '../../src-contract/rules/place-matching';
import { readTable } from '../platform/table';

const timeZoneRow = z.object({
	country: z.string().length(2),
	zipcodes: z.string(),
	cities: z.string(),
	time_zone: z.string().min(1),
	confidence: z.enum(['high', 'medium', 'low']),
});

/** A row of the table, prepared for fast comparison. */
interface ZoneArea {
	timeZone: string;
	zipcodes: ((normalizedZipcode: string) => boolean)[];
	cities: Set<string>;
}
const areaOf = ({ zipcodes, cities, time_zone: timeZone }: z.infer<typeof timeZoneRow>): ZoneArea => ({
	timeZone,
	zipcodes: zipcodes.split(' ').filter(Boolean).map(zipcodeMatcher),
	cities: new Set(cities.split(';').map(normalizeForMatching).filter(Boolean)),
});

/** Clocks change at full quarters of an hour of UTC, so an offset is valid for the rest of its quarter. */
const QUARTER_MS = 15 * MINUTE_MS;

interface ZoneClock {
	format: Intl.DateTimeFormat;
	/** The quarter for which `offsetMs` was computed, as a number of quarters since 1970. */
	quarter: number;
	/** Local time minus UTC. */
	offsetMs: number;
}
const clocks = new Map<string, ZoneClock>();

/** Local time of a zone minus UTC, in milliseconds. @param utcMs moment in milliseconds since 1970 */
function getOffsetMs(timeZone: string, utcMs: number): number {
	let clock = clocks.get(timeZone);
	if (!clock) {
		const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
		const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
		clock = { format, quarter: Number.NaN, offsetMs: 0 };
		clocks.set(timeZone, clock);
	}
	const quarter = Math.floor(utcMs / QUARTER_MS);
	if (clock.quarter !== quarter) {
		const parts = new Map(
			clock.format.formatToParts(quarter * QUARTER_MS).map(({ type, value }) => [type, Number(value)]),
		);
		const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
		const localMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
		clock.quarter = quarter;
		clock.offsetMs = localMs - quarter * QUARTER_MS;
	}
	return clock.offsetMs;
}

/** Local date and time of a zone as ISO 8601 without an offset, such as 2026-11-24T11:00:00. */
export function toLocalTime(timeZone: string, moment: Date): string {
	const utcMs = moment.getTime();
	return new Date(utcMs + getOffsetMs(timeZone, utcMs)).toISOString().slice(0, 19);
}

/**
 * The moment of a local time. If the time occurs twice because clocks go back, the result is one of the two moments. A time that
 * clocks skip is moved forward.
 * @param localTime ISO 8601 without an offset
 */
export function fromLocalTime(timeZone: string, localTime: string): Date {
	const localMs = Date.parse(`${localTime}Z`);
	const offsetsMs = [-DAY_MS, DAY_MS].map((distanceMs) => getOffsetMs(timeZone, localMs + distanceMs));
	const offsetMs = offsetsMs.find((candidateMs) => getOffsetMs(timeZone, localMs - candidateMs) === candidateMs);
	// No offset fits a time that clocks skip. The smaller offset is the one before the skip, and gives the later moment.
	return new Date(localMs - (offsetMs ?? Math.min(...offsetsMs)));
}

/** @throws Error for the first invalid row of places/time-zones.csv */
export function loadTimeZones(resourcesDir: string): (location: RouteLocation) => string {
	const file = path.join(resourcesDir, 'places', 'time-zones.csv');
	const rowsByCountry = new Map<string, z.infer<typeof timeZoneRow>[]>();
	for (const row of readTable(file, readFileSync(file, 'utf8'), timeZoneRow)) {
		const rows = rowsByCountry.get(row.country);
		if (rows) rows.push(row);
		else rowsByCountry.set(row.country, [row]);
	}
	/** Filled when a country is first requested, because preparing the areas of all countries would delay the start. */
	const areasByCountry = new Map<string, ZoneArea[]>();

	/** Name of the location's time zone in the IANA database; UTC for an unknown country. */
	return ({ countryCode, zipcode, city }) => {
		let areas = areasByCountry.get(countryCode);
		if (!areas) {
			areas = (rowsByCountry.get(countryCode) ?? []).map(areaOf);
			areasByCountry.set(countryCode, areas);
		}
		// The last row of a country in the table is for all locations that match none of the rows above it.
		const defaultTimeZone = areas.at(-1)?.timeZone ?? 'UTC';
		if (areas.length <= 1) return defaultTimeZone;
		const normalizedZipcode = normalizeForMatching(zipcode);
		const normalizedCity = normalizedZipcode === '' ? normalizeForMatching(city) : '';
		const area = areas.find(
			({ zipcodes, cities }) => zipcodes.some((matches) => matches(normalizedZipcode)) || cities.has(normalizedCity),
		);
		return area?.timeZone ?? defaultTimeZone;
	};
}
