// Search words, filters and position of the list of shipments, as the query of its URL. Pure.
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
	/** Last id of the previous page, or undefined on the first page. */
	beforeId: number | undefined;
}

/** Whether the text is an ISO date of a day that exists. */
function isDate(text: string): boolean {
	const time = /^[12]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
	return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Reads the query of a URL. A value that is not valid counts as not given.
 * @param readParameter returns the value of the parameter with a name
 * @param carriers the valid values of the carrier
 */
export function parseListQuery(
	readParameter: (name: string) => string | undefined,
	carriers: readonly string[],
): ListQuery {
	const state = readParameter('state') ?? '';
	const carrier = readParameter('carrier') ?? '';
	const day = readParameter('day') ?? '';
	const before = readParameter('before') ?? '';
	return {
		q: readParameter('q') ?? '',
		state: isKeyOf(STATE_LABELS, state) && state !== 'deleted' ? state : '',
		carrier: carriers.includes(carrier) ? carrier : '',
		day: isDate(day) ? day : '',
		beforeId: /^\d{1,9}$/.test(before) ? Number(before) : undefined,
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

/** Path and query of the list. */
export function listUrl({ q, state, carrier, day, beforeId }: ListQuery): string {
	const parameters = { q, state, carrier, day, before: beforeId === undefined ? '' : String(beforeId) };
	const givenParameters = Object.entries(parameters).filter(([, value]) => value !== '');
	return givenParameters.length === 0 ? SHIPMENTS_PATH : `${SHIPMENTS_PATH}?${new URLSearchParams(givenParameters)}`;
}
