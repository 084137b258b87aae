// The list of shipments grouped by day: which shipments a range of the list contains.
import { describe, expect, it } from 'vitest';
import type { ShipmentDay } from '../../../../src-contract/model/shipment';
import { groupDays, itemsOf, rangeOf, totalOf } from '../../../../src-renderer/features/shipments/day-groups';
import { shipmentDetail } from '../../../fixtures/screens';

const day = (date: string, shipments: number): ShipmentDay => ({ day: date, shipments, spendEur: 0.1, unpriced: 1 });
const days = [day('2026-11-25', 2), day('2026-11-24', 1), day('2026-11-20', 3)];
/** The whole list: headings as dates, shipments as numbers. */
const WHOLE = ['2026-11-25', 1, 2, '2026-11-24', 3, '2026-11-20', 4, 5, 6];

/** Loads a range as the list does: only the shipments of its days. */
function load(start: number, length: number) {
	const range = rangeOf(groupDays(days), start, length);
	if (!range) return [];
	const ids = days
		.flatMap(({ day: date, shipments }) => Array.from({ length: shipments }, () => date))
		.map((date, index) => ({ id: index + 1, date }))
		.filter(({ date }) => date >= range.from && date <= range.until)
		.slice(range.offset, range.offset + range.limit)
		.map(({ id }) => shipmentDetail({ id }));
	return itemsOf(range, start, ids).map((item) => item.day?.day ?? item.shipment?.id);
}

describe('a range of the list', () => {
	it('contains the same items as the whole list, wherever it starts and ends', () => {
		expect(load(0, 100)).toEqual(WHOLE);
		for (let start = 0; start <= WHOLE.length; start += 1)
			for (let length = 1; length <= WHOLE.length; length += 1)
				expect([start, length, load(start, length)]).toEqual([start, length, WHOLE.slice(start, start + length)]);
	});

	it('requests only the days that it shows', () => {
		expect(rangeOf(groupDays(days), 4, 1)).toMatchObject({
			from: '2026-11-24',
			until: '2026-11-24',
			offset: 0,
			limit: 1,
		});
		expect(rangeOf(groupDays(days), 3, 1)).toMatchObject({ limit: 0 });
		expect(rangeOf(groupDays(days), 99, 10)).toBeUndefined();
	});
});

it('sums the days exactly', () => {
	expect(totalOf(days)).toEqual({ shipments: 6, spendEur: 0.3, unpriced: 3 });
});
