import { describe, expect, it } from 'vitest';
import { arrivalDay } from '../../../src-contract/rules/days';
import { parseDimensions } from '../../../src-contract/rules/dimensions';

const box = { lengthCm: 40, widthCm: 30, heightCm: 20 };

describe('dimensions as users type them', () => {
	it.each([
		['40x30x20 5.5kg', { ...box, weightKg: 5.5 }],
		['40 × 30 × 20 cm, 5,5 kg', { ...box, weightKg: 5.5 }],
		['L 40 x B 30 x H 20', box],
		['2 x 400*300*200 mm 800 g', { ...box, count: 2, weightKg: 0.8 }],
		['40/30/20', box],
		['15.75x11.8x7.87in 12 lb', { lengthCm: 41, widthCm: 30, heightCm: 20, weightKg: 5.443 }],
		['39.2x30x20', box],
		['5.5kg 40x30x20', { ...box, weightKg: 5.5 }],
		['750 g', { weightKg: 0.75 }],
	])('%s', (text, parcel) => {
		expect(parseDimensions(text)).toEqual(parcel);
	});
	it.each(['40', 'Invalidenstraße 10', '', '10115 Berlin', '+49 30 123456'])('finds nothing in "%s"', (text) => {
		expect(parseDimensions(text)).toBeUndefined();
	});
});

describe('the day of arrival', () => {
	it.each([
		['2026-11-20T09:00:00Z', 1, '2026-11-23'],
		['2026-11-23T09:00:00Z', 3, '2026-11-26'],
		['2026-11-22T09:00:00Z', 5, '2026-11-27'],
		['2026-11-23T09:00:00Z', 0, '2026-11-23'],
	])('from %s, %i working days: %s', (from, days, day) => {
		expect(arrivalDay(from, days)).toBe(day);
	});
});

it('reads pounds and ounces together', () => {
	expect(parseDimensions('40x30x20 2 lb 3 oz')).toMatchObject({ lengthCm: 40, weightKg: 0.992 });
	expect(parseDimensions('2lbs 3oz')).toEqual({ weightKg: 0.992 });
});
