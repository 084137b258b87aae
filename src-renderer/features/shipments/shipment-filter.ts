// Filters of the shipment list: as the user enters them, and as a request contains them.
import type { ShipmentFilter, ShipmentState } from '../../../src-contract/model/shipment';
import { startOfDay } from '../../../src-contract/rules/days';

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

/** The filter of a request. `until` becomes the start of the day after the entered day, so that the entered day is included. */
export const toFilter = (form: ShipmentFilterForm): ShipmentFilter => ({
	text: form.text,
	state: form.state || null,
	carrier: form.carrier || null,
	countryCode: form.countryCode || null,
	from: form.from ? startOfDay(form.from).toISOString() : null,
	until: form.until ? startOfDay(form.until, 1).toISOString() : null,
});
