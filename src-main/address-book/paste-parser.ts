// Splits a pasted address block into fields, each with a confidence. Pure.
import type { PastedField } from '../../src-contract/model/address-check';
import { takeCity } from './paste-city';
import { evidentCountry, likelyCountryOf, takeCountry } from './paste-country';
import { takeEmail, takePhone, takeVatNumber } from './paste-fields';
import { takeLabelledFields } from './paste-labelled-fields';
import { linesOf } from './paste-lines';
import { takeStreetAndNames } from './paste-names';
import { type ParserState, setField } from './paste-state';

/**
 * Splits the text into fields. Each `take…` function below looks for one kind of field, stores it in `found`, and removes it from
 * `lines`.
 * @param text at most about a page
 * @param homeCountry ISO 3166-1 code of the desk's country, for phone numbers and postcodes without a country prefix
 */
export function parsePastedAddress(text: string, homeCountry: string): PastedField[] {
	const state: ParserState = { lines: linesOf(text), found: new Map(), extraLines: [], districts: [] };
	takeLabelledFields(state);
	const country = takeCountry(state, text) || evidentCountry(state, text);
	takeEmail(state);
	takeVatNumber(state);
	takePhone(state, country || homeCountry);
	const likelyCountry = country === '' ? likelyCountryOf(state, text, homeCountry) : '';
	const cityIndex = takeCity(state, country, likelyCountry, homeCountry);
	setField(state, 'countryCode', likelyCountry, 'guess');
	// In Australia and New Zealand, the suburb takes the place of the city.
	if (!state.found.has('city')) setField(state, 'city', state.districts.shift() ?? '', 'likely');
	state.extraLines.push(...state.districts);
	takeStreetAndNames(state, cityIndex);
	return [...state.found.values()];
}
