import path from 'node:path';
import { countries } from 'countries-list';
import { describe, expect, it } from 'vitest';
import { fromLocalTime, loadTimeZones, toLocalTime } from '../../../src-broker/places/time-zones';

const timeZoneOf = loadTimeZones(path.resolve('resources'));

describe('the time zone of a location', () => {
	it('is known to the runtime for every country', () => {
		const codes = Object.keys(countries);
		expect(codes.length).toBeGreaterThan(249);
		for (const countryCode of codes) {
			const timeZone = timeZoneOf({ countryCode });
			expect(() => new Intl.DateTimeFormat('en', { timeZone }), timeZone).not.toThrow();
			if (timeZone === 'UTC') expect.unreachable(`${countryCode} has no row`);
		}
	});

	it.each([
		[{ countryCode: 'NL' }, 'Europe/Amsterdam'],
		[{ countryCode: 'US', zipcode: '90001' }, 'America/Los_Angeles'],
		[{ countryCode: 'US', zipcode: '60601' }, 'America/Chicago'],
		[{ countryCode: 'US', zipcode: '85001' }, 'America/Phoenix'],
		[{ countryCode: 'US', zipcode: '96813' }, 'Pacific/Honolulu'],
		[{ countryCode: 'US', zipcode: '10001', city: 'Los Angeles' }, 'America/New_York'],
		[{ countryCode: 'US', city: 'los angeles' }, 'America/Los_Angeles'],
		[{ countryCode: 'US', city: 'Washington, D.C.' }, 'America/New_York'],
		[{ countryCode: 'CA', zipcode: 'V6B 1A1' }, 'America/Vancouver'],
		[{ countryCode: 'AU', zipcode: '6000' }, 'Australia/Perth'],
		[{ countryCode: 'BR', city: 'Manaus' }, 'America/Manaus'],
		[{ countryCode: 'RU', zipcode: '690001' }, 'Asia/Vladivostok'],
		[{ countryCode: 'ES', city: 'Las Palmas' }, 'Atlantic/Canary'],
		[{ countryCode: 'PT', zipcode: '9500-001' }, 'Atlantic/Azores'],
		[{ countryCode: 'ID', city: 'Denpasar' }, 'Asia/Makassar'],
		[{ countryCode: 'ZZ' }, 'UTC'],
	])('of %j is %s', (location, timeZone) => {
		expect(timeZoneOf(location)).toBe(timeZone);
	});
});

describe('local time', () => {
	it.each([
		['Europe/Amsterdam', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
		['Europe/Amsterdam', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
		['Europe/Amsterdam', '2026-10-25T00:59:59Z', '2026-10-25T02:59:59'],
		['Europe/Amsterdam', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00'],
		['America/New_York', '2026-11-01T05:59:00Z', '2026-11-01T01:59:00'],
		['America/New_York', '2026-11-01T06:00:00Z', '2026-11-01T01:00:00'],
		['Asia/Kathmandu', '2026-11-24T18:14:00Z', '2026-11-24T23:59:00'],
		['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-10-04T02:30:00'],
	])('in %s at %s is %s', (timeZone, moment, local) => {
		expect(toLocalTime(timeZone, new Date(moment))).toBe(local);
	});

	it('is converted back to the same moment on every hour of a year, except while clocks go back', () => {
		for (const timeZone of ['Europe/Amsterdam', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu']) {
			let differenceCount = 0;
			for (let hour = 0; hour < 366 * 24; hour += 1) {
				const moment = new Date(Date.UTC(2026, 0, 1, hour));
				const local = toLocalTime(timeZone, moment);
				const back = fromLocalTime(timeZone, local);
				expect(toLocalTime(timeZone, back)).toBe(local);
				if (back.getTime() !== moment.getTime()) differenceCount += 1;
			}
			expect(differenceCount).toBeLessThanOrEqual(1);
		}
	});

	it.each([
		['Europe/Amsterdam', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
		['America/New_York', '2026-03-08T02:30:00', '2026-03-08T07:30:00.000Z'],
		['Atlantic/Azores', '2026-03-29T00:00:00', '2026-03-29T01:00:00.000Z'],
		['America/Santiago', '2026-09-06T00:00:00', '2026-09-06T04:00:00.000Z'],
	])('that clocks skip in %s is moved forward', (timeZone, local, moment) => {
		expect(fromLocalTime(timeZone, local).toISOString()).toBe(moment);
	});

	it.each([
		'Atlantic/Azores',
		'America/Santiago',
		'America/Havana',
		'Asia/Beirut',
		'Africa/Cairo',
		'Australia/Lord_Howe',
	])('of midnight in %s is the first moment of each day', (timeZone) => {
		for (let day = 0; day < 365; day += 1) {
			const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
			const midnight = fromLocalTime(timeZone, `${date}T00:00:00`);
			expect(toLocalTime(timeZone, midnight).slice(0, 10)).toBe(date);
			expect(toLocalTime(timeZone, new Date(midnight.getTime() - 1000)) < `${date}T00:00:00`).toBe(true);
		}
	});
});
