// The list of shipments grouped by day. The list is one sequence of items: each day has a heading, and its shipments follow. Pure.
import type { ListedShipment, ShipmentDay, ShipmentFilter } from '../../../src-contract/model/shipment';
import { startOfDay } from '../../../src-contract/rules/days';

/** An item of the list: the heading of a day, or a shipment. */
export type ListItem = { day: ShipmentDay; shipment?: undefined } | { day?: undefined; shipment: ListedShipment };

export interface DayGroup {
	day: ShipmentDay;
	/** Index of the heading in the list. The shipments follow it. */
	index: number;
}

/** @param days in the order of the list */
export function groupDays(days: readonly ShipmentDay[]): DayGroup[] {
	let index = 0;
	return days.map((day) => {
		const group = { day, index };
		index += 1 + day.shipments;
		return group;
	});
}

/** A range of the list: its groups, and the request for its shipments. */
export interface ListRange {
	/** The groups of which at least one item is in the range. */
	groups: DayGroup[];
	/** Earliest and latest day of the range, whatever the order of the list. */
	from: string;
	until: string;
	/** Number of shipments of these days, in the order of the list, before the range. */
	offset: number;
	/** Number of shipments in the range. */
	limit: number;
}

/**
 * @param start index of the first item of the range
 * @param length number of items
 * @returns undefined when the range is empty
 */
export function rangeOf(groups: readonly DayGroup[], start: number, length: number): ListRange | undefined {
	const end = start + length;
	const inRange = groups.filter(({ day, index }) => index < end && index + day.shipments >= start);
	const first = inRange[0];
	const last = inRange.at(-1);
	if (!first || !last) return undefined;
	const headings = inRange.filter(({ index }) => index >= start).length;
	const listEnd = Math.min(end, last.index + 1 + last.day.shipments);
	const days = [first.day.day, last.day.day].sort() as [string, string];
	return {
		groups: inRange,
		from: days[0],
		until: days[1],
		offset: Math.max(0, start - first.index - 1),
		limit: listEnd - start - headings,
	};
}

/** The items of a range: the headings, and the shipments in between. */
export function itemsOf(
	{ groups, offset, limit }: ListRange,
	start: number,
	shipments: readonly ListedShipment[],
): ListItem[] {
	const items: ListItem[] = [];
	let next = 0;
	for (const { day, index } of groups) {
		if (index >= start) items.push({ day });
		const count = Math.min(day.shipments - (index < start ? offset : 0), limit - next);
		items.push(...shipments.slice(next, next + count).map((shipment) => ({ shipment })));
		next += count;
	}
	return items;
}

const laterOf = (left: string | null, right: string): string => (left !== null && left > right ? left : right);
const earlierOf = (left: string | null, right: string): string => (left !== null && left < right ? left : right);

/** The filter, limited to the days of the range. */
export const filterOfRange = (filter: ShipmentFilter, { from, until }: ListRange): ShipmentFilter => ({
	...filter,
	from: laterOf(filter.from, startOfDay(from).toISOString()),
	until: earlierOf(filter.until, startOfDay(until, 1).toISOString()),
});

/** Sums of all days. */
export const totalOf = (days: readonly ShipmentDay[]): Omit<ShipmentDay, 'day'> => ({
	shipments: days.reduce((sum, { shipments }) => sum + shipments, 0),
	// Rounded, because a sum of fractions is not exact.
	spendEur: Math.round(days.reduce((sum, { spendEur }) => sum + spendEur * 100, 0)) / 100,
	unpriced: days.reduce((sum, { unpriced }) => sum + unpriced, 0),
});
