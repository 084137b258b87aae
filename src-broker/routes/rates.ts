import type { RatesRequest, RatesResponse } from '../../src-contract/partner-api';
import type { Places } from '../places/places';
import { quote } from '../rating/quote';
import type { RateSheet } from '../rating/rate-sheet';
import { Refusal } from '../refusal';

/** Faults of countries that ISO 3166 does not name; an empty list when both are known. */
export function countryFaults(places: Places, request: { fromCountry: string; toCountry: string }) {
	return (['fromCountry', 'toCountry'] as const)
		.filter((path) => !places.isCountry(request[path]))
		.map((path) => ({ path, code: 'unknown_country', message: `${request[path]} is not a country of ISO 3166` }));
}

export function answerRates(
	sheets: readonly RateSheet[],
	places: Places,
	request: RatesRequest,
	onDate: string,
): RatesResponse {
	const faults = countryFaults(places, request);
	if (faults.length > 0) throw Refusal.ofFaults(faults);
	const data = quote(sheets, places, request, onDate).map(({ option }) => option);
	const message =
		data.length === 0
			? 'No carrier takes these parcels on this route: they are too heavy or too large, or the route is not served.'
			: `${data.length} shipping options found.`;
	return { errors: false, message, data };
}
