// Takes postcode, city and region from the lines of a pasted address. Pure.
import { hasRegion } from '../../src-contract/rules/address-regions';
import { isPostcode } from '../../src-contract/rules/postcodes';
import { countryCodeOf } from '../platform/country-names';
import { countriesOfCity, isCityName, isNameOfRegion } from './gazetteer';
import { countryOfPrefix } from './paste-country';
import { type FoundPlace, findCity, findPlace } from './paste-place-finder';
import { CANTON } from './paste-place-names';
import {
	BRITISH_POSTCODE,
	EIRCODE,
	hasPostcodes,
	isCityOf,
	isCounty,
	MILITARY_POST,
	readEastAsianLine,
} from './paste-places';
import { hasPostcodeOf } from './paste-postcodes';
import { type ParserState, setField } from './paste-state';
import { BUILDING, hasStreetWord, isCompany, isWithinBuilding, PO_BOX } from './paste-words';

/** Countries whose postcode formats are tried after that of the home country, in this order, when the text names no country. */
const COMMON_COUNTRIES = [
	'DE',
	'NL',
	'GB',
	'FR',
	'BE',
	'AT',
	'CH',
	'IT',
	'ES',
	'PL',
	'US',
	'CA',
	'DK',
	'SE',
	'PT',
	'IE',
	'CZ',
	'AU',
	'BR',
];

/**
 * Takes postcode, city and region, and the country of the postcode if none is known.
 * @returns index of the first line after their line, or -1 if there was none
 */
export function takeCity(state: ParserState, country: string, likelyCountry: string, homeCountry: string): number {
	const special = takeSpecialCity(state, country);
	if (special !== undefined) return special;
	const { found } = state;
	const labelledPostcode = found.get('zipcode')?.value;
	if (labelledPostcode !== undefined && country === '') {
		const hasLetters = /\p{L}/u.test(labelledPostcode);
		const ofCity = countriesOfCity(found.get('city')?.value ?? '');
		const countries = [
			likelyCountry,
			...(ofCity.length === 0 || ofCity.includes(homeCountry) ? [homeCountry] : COMMON_COUNTRIES),
			...ofCity,
			...(hasLetters ? COMMON_COUNTRIES : []),
		].filter((code) => code !== '' && (ofCity.length === 0 || ofCity.includes(code) || hasLetters));
		const match = countries.find((code) => isPostcode(labelledPostcode, code));
		if (match) setField(state, 'countryCode', match, 'guess');
	}
	if (found.has('city')) return state.lines.length;
	if (labelledPostcode === undefined) {
		const place =
			country === '' ? findPlaceOfAnyCountry(state, likelyCountry, homeCountry) : findPlace(state.lines, [country]);
		if (place) return takePlace(state, place);
	}
	const searchedCountry = country || likelyCountry || homeCountry;
	const placed = findCity(state.lines, searchedCountry, labelledPostcode);
	if (placed) {
		state.lines = placed.lines;
		if (country === '' && isCityName(placed.city, homeCountry)) setField(state, 'countryCode', homeCountry, 'guess');
		setField(state, 'city', placed.city, 'likely');
		setField(state, 'region', hasRegion(searchedCountry) ? placed.region : '', 'likely');
		return placed.end;
	}
	if (state.districts.length > 0) return -1;
	return labelledPostcode === undefined ? guessCity(state) : takeLastCity(state);
}

function findPlaceOfAnyCountry(
	{ lines }: ParserState,
	likelyCountry: string,
	homeCountry: string,
): FoundPlace | undefined {
	const prefixCountry = lines.map(countryOfPrefix).find(Boolean);
	if (prefixCountry) return findPlace(lines, [prefixCountry]);
	const place = findPlace(lines, [...new Set([homeCountry, ...COMMON_COUNTRIES])].filter(Boolean), homeCountry);
	const likelyPlace = likelyCountry === '' ? undefined : findPlace(lines, [likelyCountry]);
	// "44690 Guadalajara, Jalisco": a region is less ambiguous than a city.
	const isOfRegion = likelyPlace !== undefined && likelyPlace.region !== '' && place?.region === '';
	// Australian addresses have a state.
	const isInNewZealand = place?.countryCode === 'AU' && place.region === '' && isCityName(place.city, 'NZ');
	if (isInNewZealand) return findPlace(lines, ['NZ']);
	if (place?.isCertainCountry && !isOfRegion) return place;
	if (likelyPlace) return { ...likelyPlace, isCertainCountry: true, confidence: { zipcode: 'likely', city: 'likely' } };
	// A larger city of another country.
	const others = lines
		.flatMap((line) => line.split(/[,;()/]|\s[-–]\s|\d+/))
		.flatMap((text) => countriesOfCity(text.trim()))
		.filter((code) => !COMMON_COUNTRIES.includes(code) && code !== homeCountry);
	const other = others.length === 0 ? undefined : findPlace(lines, [...new Set(others)]);
	return other?.isCertainCountry ? { ...other, confidence: { zipcode: 'likely', city: 'likely' } } : place;
}

function takePlace(state: ParserState, place: FoundPlace): number {
	const { countryCode, confidence, isCertainCountry } = place;
	// "Taipei, Taiwan", "Hamburg, Hamburg"
	state.lines = place.lines.map((line, lineIndex) =>
		line
			.split(', ')
			.filter((part) => lineIndex === 0 || !isPlaceAgain(part, place))
			.join(', '),
	);
	setField(state, 'zipcode', place.zipcode, confidence.zipcode);
	const city = cityOf(state, place);
	setField(state, 'city', countryCode === 'CH' ? city.replace(CANTON, '') : city, confidence.city);
	if (hasRegion(countryCode) || OFTEN_WITH_REGION.has(countryCode))
		setField(state, 'region', place.region, confidence.city);
	setField(state, 'countryCode', countryCode, isCertainCountry ? 'likely' : 'guess');
	return place.end;
}

/**
 * The city of a place. In Chile, the postcode may stand before the region or the country; the city is then in a line above. That part
 * is removed from its line.
 */
function cityOf(state: ParserState, { city, countryCode }: FoundPlace): string {
	const isCountry = countryCodeOf(city) === countryCode;
	if (countryCode !== 'CL' || !(isCountry || /^regi[oó]n\s/i.test(city))) return city;
	for (const [index, line] of [...state.lines.entries()].reverse()) {
		const parts = line.split(/\s*,\s*/);
		const at = parts.findLastIndex((part) => isCityName(part, countryCode));
		if (at < 0 || index === 0) continue;
		const [name = ''] = parts.splice(at, 1);
		state.lines[index] = parts.join(', ');
		return name;
	}
	return city;
}
/** Countries whose addresses often name the province, which their postal format lacks. */
const OFTEN_WITH_REGION: ReadonlySet<string> = new Set(['ZA']);

/** Whether a part repeats the place: its country, its city, or a region that addresses of the country do not have. */
const isPlaceAgain = (part: string, { city, countryCode }: FoundPlace): boolean =>
	countryCodeOf(part) === countryCode ||
	part === city ||
	(!hasRegion(countryCode) && isNameOfRegion(part, countryCode) && !isCityName(part, countryCode));

/** The city of a postcode with a label: the last line without digits. */
function takeLastCity(state: ParserState): number {
	const { lines } = state;
	const index = lines.findLastIndex((line) => !/\d/.test(line) && !isCompany(line));
	const city = lines[index];
	if (city === undefined || index === 0) return -1;
	lines.splice(index, 1);
	setField(state, 'city', city, 'likely');
	return index;
}

/** Cities of the United Kingdom, Ireland, in East Asian scripts, and of countries without postcodes. Undefined in other countries. */
function takeSpecialCity(state: ParserState, country: string): number | undefined {
	const military = takeMilitaryPost(state, country);
	if (military !== undefined) return military;
	const eastAsian = takeEastAsian(state, country);
	if (eastAsian !== undefined) return eastAsian;
	if (country !== '' && !hasPostcodes(country)) return takeCityWithoutPostcode(state, country);
	const britishIndex = state.lines.findLastIndex((line) => BRITISH_POSTCODE.test(line));
	if (britishIndex >= 0 && ['GB', 'GG', 'JE', 'IM', ''].includes(country))
		return takeBritishCity(state, britishIndex, BRITISH_POSTCODE, country || 'GB');
	if (country !== 'IE') return undefined;
	return takeBritishCity(
		state,
		state.lines.findLastIndex((line) => EIRCODE.test(line)),
		EIRCODE,
		'IE',
	);
}
function takeMilitaryPost(state: ParserState, country: string): number | undefined {
	if (country !== '' && country !== 'US') return undefined;
	const index = state.lines.findLastIndex((line) => MILITARY_POST.test(line));
	const line = state.lines[index] ?? '';
	const [match, city = '', region = '', zipcode = ''] = MILITARY_POST.exec(line) ?? [];
	if (match === undefined) return undefined;
	setField(state, 'zipcode', zipcode, 'sure');
	setField(state, 'city', city, 'sure');
	setField(state, 'region', region, 'sure');
	setField(state, 'countryCode', 'US', 'likely');
	const rest = line.slice(0, line.length - match.length).replace(/[,\s]+$/, '');
	state.lines.splice(index, 1, ...(rest === '' ? [] : [rest]));
	return rest === '' ? index : index + 1;
}
/**
 * The town stands before the postcode, in its line or the line before, with or without a county between them.
 * @param postcodeIndex line with the postcode, or -1
 */
function takeBritishCity(state: ParserState, postcodeIndex: number, postcode: RegExp, country: string): number {
	const { lines } = state;
	let index = lines.length;
	if (postcodeIndex >= 0) {
		const line = lines[postcodeIndex] ?? '';
		const code = postcode.exec(line)?.[0] ?? '';
		setField(state, 'zipcode', code, 'sure');
		const rest = line.replace(postcode, '').replace(/[\s,]+$/, '');
		const parts = rest.split(/\s*,\s*/).filter(Boolean);
		lines.splice(postcodeIndex, 1, ...parts);
		index = postcodeIndex + parts.length;
	}
	if (country === 'GB') setField(state, 'countryCode', 'GB', 'likely');
	// A British Forces Post Office has no town.
	if (/^BFPO/i.test(state.found.get('zipcode')?.value ?? '')) {
		setField(state, 'city', 'BFPO', 'guess');
		return index;
	}
	// "Cirencester, Gloucestershire", "GL7 1QW"
	const parts = (lines[index - 1] ?? '').split(/\s*,\s*/);
	const hasCounty = parts.length > 1 && isCounty(parts.at(-1) ?? '', country);
	if (index > 1 && hasCounty && parts.every((part) => !/\d/.test(part))) {
		lines.splice(index - 1, 1, ...parts);
		index += parts.length - 1;
	}
	while (
		index > 1 &&
		isCounty(lines[index - 1] ?? '', country) &&
		isTown(lines[index - 2] ?? '') &&
		!hasStreetWord(lines[index - 2] ?? '')
	) {
		lines.splice(index - 1, 1);
		index -= 1;
	}
	const city = lines[index - 1];
	if (city === undefined || !isTown(city) || index < 2)
		return takeTownOfStreet(state, index - 1, country) ?? postcodeIndex;
	const name = city.replace(/^(co\.?|county)\s+/i, '');
	setField(state, 'city', name, 'likely');
	lines.splice(index - 1, 1);
	return index - 1;
}
/** "91 Sample Road Glasgow": a larger city at the end of the street. */
function takeTownOfStreet(state: ParserState, index: number, country: string): number | undefined {
	const words = state.lines[index]?.split(' ') ?? [];
	for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
		const name = words.slice(-count).join(' ');
		if (!isCityName(name, country)) continue;
		state.lines[index] = words.slice(0, -count).join(' ');
		setField(state, 'city', name, 'likely');
		return index + 1;
	}
	return undefined;
}
/** A town has no number, except a district: "Dublin 2". */
const isTown = (line: string): boolean =>
	!/\d/.test(line.replace(/\s\d{1,2}W?$/, '')) &&
	!isCompany(line) &&
	!isWithinBuilding(line) &&
	!(hasStreetWord(line) && BUILDING.test(line));

function takeCityWithoutPostcode(state: ParserState, country: string): number {
	const { lines } = state;
	const index = lines.findLastIndex((line) => isCityOf(line.replace(/[.,]+$/, ''), country));
	if (index < 0) {
		const tail = lines.findLastIndex((line) => isCityOf(line.split(/\s*,\s*/).at(-1) ?? '', country));
		const parts = lines[tail]?.split(/\s*,\s*/) ?? [];
		const isTerritory = /^(?:n\.?t\.?|new territories)$/i.test(parts.at(-1) ?? '') && parts.length > 1;
		const city = parts.splice(isTerritory ? -2 : -1).join(', ') || undefined;
		if (city === undefined) {
			if (country === 'HK') setField(state, 'city', 'Hong Kong', 'likely');
			return -1;
		}
		setField(state, 'city', city, 'likely');
		lines.splice(tail, 1, parts.join(', '));
		return tail + 1;
	}
	setField(state, 'city', (lines[index] ?? '').replace(/[.,]+$/, ''), 'likely');
	lines.splice(index, 1);
	return index;
}

/**
 * An address in the script of an East Asian country: postcode and city first, then street, building, company and person. Undefined if no
 * line has a city.
 */
function takeEastAsian(state: ParserState, country: string): number | undefined {
	if (!/[\p{Script=Han}\p{Script=Hangul}]/u.test(state.lines.join(''))) return undefined;
	const remaining: string[] = [];
	let street = '';
	let isFound = false;
	for (const line of state.lines) {
		const postcode = /^\d{5,6}$/.test(line) && hasPostcodeOf(line, country);
		if (postcode && setField(state, 'zipcode', line, 'sure')) continue;
		const isName = isCompany(line) && !/[路街道巷弄][^\d]*\d+[号號]/u.test(line);
		const read = isName ? undefined : readEastAsianLine(line, country);
		if (!read) {
			remaining.push(line);
			continue;
		}
		isFound ||= read.city !== '';
		setField(state, 'zipcode', read.zipcode, 'sure');
		setField(state, 'city', read.city, 'likely');
		if (hasRegion(country)) setField(state, 'region', read.region, 'likely');
		if (read.street !== '' && street === '') street = read.street;
		else if (read.street !== '') remaining.push(read.street);
	}
	if (!isFound) return undefined;
	setField(state, 'addressLine1', street, 'likely');
	state.lines = remaining;
	return remaining.length;
}

/**
 * When no known postcode format matches: takes digits as the postcode and the words beside them as the city.
 * @returns index of the line that contained them, or -1 if there was none
 */
function guessCity(state: ParserState): number {
	const { lines } = state;
	const index = lines.findLastIndex(
		(line) =>
			(/^\d{4,6}\s+\p{L}/u.test(line) && !hasStreetWord(line)) ||
			(/\p{L},?\s+\d{4,6}$/u.test(line) && !PO_BOX.test(line)),
	);
	const line = lines[index] ?? '';
	const parts = /^(?<zip>\d{3,6})\s+(?<city>.+)$/u.exec(line) ?? /^(?<city>.+?),?\s+(?<zip>\d{4,6})$/u.exec(line);
	if (!parts) return -1;
	const { zip = '', city = '' } = parts.groups ?? {};
	setField(state, 'zipcode', zip, 'guess');
	setField(state, 'city', city, 'guess');
	lines.splice(index, 1);
	return index;
}
