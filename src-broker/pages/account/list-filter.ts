// What the list of shipments shows, as the query of its address. Pure.
import { isKeyOf } from '../../../src-contract/lib/keys';
import { DAY_MS } from '../../../src-contract/lib/units';
import type { ShipmentFilter } from '../../booking/shipment-list';
import { fromLocalTime } from '../../places/time-zones';
import type { ShipmentStatus } from '../../store/schema';
import { STATE_LABELS } from './account-texts';
import { SHIPMENTS_PATH } from './paths';

export interface ListQuery {
	/** Search words. */
	q: string;
	state: ShipmentStatus | '';
	carrier: string;
	/** ISO date in the account's time zone, or empty. */
	day: string;
	/** Last id of the previous page; undefined on the first page. */
	before: number | undefined;
}

function isDate(text: string): boolean {
	const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Reads the query of an address. A value that is not valid counts as not given.
 * @param parameter value of a parameter by its name
 * @param carriers the carriers to choose from
 */
export function parseListQuery(
	parameter: (name: string) => string | undefined,
	carriers: readonly string[],
): ListQuery {
	const state = parameter('state') ?? '';
	const carrier = parameter('carrier') ?? '';
	const day = parameter('day') ?? '';
	const before = parameter('before') ?? '';
	return {
		q: parameter('q') ?? '',
		state: isKeyOf(STATE_LABELS, state) && state !== 'deleted' ? state : '',
		carrier: carriers.includes(carrier) ? carrier : '',
		day: isDate(day) ? day : '',
		before: /^\d{1,9}$/.test(before) ? Number(before) : undefined,
	};
}

export function toShipmentFilter({ q, state, carrier, day }: ListQuery, timeZone: string): ShipmentFilter {
	const startOf = (date: string) => fromLocalTime(timeZone, `${date}T00:00:00`).toISOString();
	const nextDay = () => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
	return {
		text: q,
		status: state || undefined,
		carrier: carrier || undefined,
		created: day ? { from: startOf(day), before: startOf(nextDay()) } : undefined,
	};
}

export function listAddress({ q, state, carrier, day, before }: ListQuery): string {
	const parameters = { q, state, carrier, day, before: before === undefined ? '' : String(before) };
	const given = Object.entries(parameters).filter(([, value]) => value !== '');
	return given.length === 0 ? SHIPMENTS_PATH : `${SHIPMENTS_PATH}?${new URLSearchParams(given)}`;
}
