// Filters of the shipment list: as the user enters them, and as a request contains them.
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
export const hasFilters = (form: ShipmentFilterForm): boolean => Object.values(form).some(Boolean);

/** @returns the start of the day in the desk's time zone, as ISO 8601 */
function midnight(day: string, addedDays = 0): string | null {
	if (!day) return null;
	const date = new Date(`${day}T00:00`);
	date.setDate(date.getDate() + addedDays);
	return date.toISOString();
}
/** `until` becomes the end of the entered day. */
export const toFilter = (form: ShipmentFilterForm) => ({
	text: form.text,
	state: form.state || null,
	carrier: form.carrier || null,
	countryCode: form.countryCode || null,
	from: midnight(form.from),
	until: midnight(form.until, 1),
});
