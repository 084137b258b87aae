// Filters of the shipment list: as entered, and as a request.
import type { ShipmentState } from '../../../src-contract/model/shipment';

export interface ShipmentFilterForm {
	text: string;
	state: ShipmentState | '';
	carrier: string;
	countryCode: string;
	from: string;
	until: string;
}
export const emptyFilter = (): ShipmentFilterForm => ({
	text: '',
	state: '',
	carrier: '',
	countryCode: '',
	from: '',
	until: '',
});
export const hasFilters = (typed: ShipmentFilterForm): boolean => Object.values(typed).some(Boolean);

/** Start of a day in the desk's time zone, as ISO 8601. */
function midnight(day: string, addedDays = 0): string | null {
	if (!day) return null;
	const date = new Date(`${day}T00:00`);
	date.setDate(date.getDate() + addedDays);
	return date.toISOString();
}
export const toFilter = (typed: ShipmentFilterForm) => ({
	text: typed.text,
	state: typed.state || null,
	carrier: typed.carrier || null,
	countryCode: typed.countryCode || null,
	from: midnight(typed.from),
	until: midnight(typed.until, 1),
});
