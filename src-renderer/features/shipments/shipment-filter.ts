// Filters of the shipment list: as the user enters them, and as a request contains them.
import type { ShipmentState } from '../../../src-contract/model/shipment';

/** The filter fields. An empty field does not filter. */
export interface ShipmentFilterForm {
	text: string;
	state: ShipmentState | '';
	carrier: string;
	countryCode: string;
	/** First and last day, as in 2026-11-25. */
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
export const hasFilters = (form: ShipmentFilterForm): boolean => Object.values(form).some(Boolean);

/**
 * @param addedDays number of days after `day`
 * @returns the start of that day in the desk's time zone, as ISO 8601; null if `day` is empty
 */
function startOfDay(day: string, addedDays = 0): string | null {
	if (!day) return null;
	const date = new Date(`${day}T00:00`);
	date.setDate(date.getDate() + addedDays);
	return date.toISOString();
}
/** The filter of a request. `until` becomes the start of the day after the entered day, so that the entered day is included. */
export const toFilter = (form: ShipmentFilterForm) => ({
	text: form.text,
	state: form.state || null,
	carrier: form.carrier || null,
	countryCode: form.countryCode || null,
	from: startOfDay(form.from),
	until: startOfDay(form.until, 1),
});
