// Splits a pasted address block into fields, each with a confidence. Pure.
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import type { Address } from '../../src-contract/model/address';
import type { Confidence, PastedField } from '../../src-contract/model/address-check';
import {
	COUNTRIES_WITH_REGION_CODES,
	hasRegion,
	isRegionCode,
	splitCityLine,
} from '../../src-contract/rules/address-regions';
import { checkVatNumber } from '../../src-contract/rules/vat-numbers';
import { countryCodeOf } from '../platform/country-names';
import { looksLikeCompany, looksLikeStreet } from './files/columns';

/** Labels at the start of a line, with the field that the rest of the line fills. */
const LABELS: readonly [keyof Address, RegExp][] = [
	['phone', /^(tel(efon|ephone|\.)?|phone|mobile?|mobil|handy|gsm|t|m)\.?\s*[:.]\s*/i],
	['email', /^(e-?mail|mail|e)\s*:\s*/i],
	[
		'vatNumber',
		/^(vat|ust-?id(-?nr)?\.?|btw|tva|iva|nif|p\.? ?iva|vat (no|number|id))\.?(\s*(no|nr|number)\.?)?\s*:?\s+/i,
	],
	[
		'contactPerson',
		/^(attn\.?|attention|z\. ?hd\.?|zu händen|t\.a\.v\.|à l'attention de|att\.?|contact|name|ansprechpartner|contact person)\s*:?\s+/i,
	],
	['companyName', /^(company|firma|firm|société|bedrijf|organi[sz]ation)\s*:\s*/i],
	['addressLine1', /^(address|adresse|street|straße|adres)\s*:\s*/i],
];
const EMAIL = /(?<![^\s<>(),;:"[\]])[^\s<>(),;:"[\]@]{1,64}@[^\s<>(),;:"[\]@]{1,255}/u;
const IGNORED_LINE = /^(fax|www\.|https?:|telefax)/i;
const PO_BOX = /^(p\.?\s?o\.?\s?box|postfach|postbus|bp|boîte postale|apartado)\s*\d+/i;
/** Starts of lines that locate the recipient within a building. */
const WITHIN_BUILDING =
	/^(suite|ste|apt|apartment|unit|floor|room|building|bldg|halle|tor|etage|gebäude|haus|hinterhof|bât|bâtiment|étage|appt|verdieping|bus|bte|c\/o)\b/i;
const PERSON_NAME =
	/^(?:(?:mr|mrs|ms|dr|herr|frau|m|mme|dhr|mevr)\.?\s+)*\p{Lu}[\p{L}'’.-]*(?:\s+(?:\p{Ll}{2,3}\s+){0,2}\p{Lu}[\p{L}'’.-]*){1,3}$/u;
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
];

/** The parser's progress: the lines that remain, and the fields found so far. */
interface ParserState {
	/** Lines that were not used for a field yet. */
	lines: string[];
	found: Map<keyof Address, PastedField>;
}

/** Stores a field, unless it was filled before or the trimmed value is empty. @returns true if the value was stored */
function setField({ found }: ParserState, field: keyof Address, value: string, confidence: Confidence): boolean {
	const clean = value.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
	if (clean === '' || found.has(field)) return false;
	found.set(field, { field, value: clean, confidence });
	return true;
}

/**
 * Splits the text into fields. Each `take…` function below looks for one kind of field, stores it in `found`, and removes it from
 * `lines`.
 * @param text at most about a page
 * @param homeCountry ISO 3166-1 code of the desk's country, for phone numbers and postcodes without a country prefix
 */
export function parsePastedAddress(text: string, homeCountry: string): PastedField[] {
	const state: ParserState = { lines: linesOf(text), found: new Map() };
	const country = takeCountry(state);
	takeLabelledFields(state);
	takeEmail(state);
	takeVatNumber(state);
	takePhone(state, country || homeCountry);
	const cityIndex = takeCity(state, country, homeCountry);
	takeStreet(state, cityIndex);
	takeNames(state);
	return [...state.found.values()];
}

function linesOf(text: string): string[] {
	const lines = text
		.replace(/[\u200b-\u200f\ufeff]/g, '')
		.split(/\r?\n|\t+|\s+[|•·]\s+/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !IGNORED_LINE.test(line));
	// An address in a single line is split at commas and semicolons.
	const [firstLine] = lines;
	return firstLine !== undefined && lines.length === 1 ? firstLine.split(/\s*[,;]\s*/).filter(Boolean) : lines;
}

/** Takes the last country that is a line of its own or follows the last comma of a line. @returns its code, or an empty string */
function takeCountry(state: ParserState): string {
	const { lines } = state;
	for (const [index, line] of [...lines.entries()].reverse()) {
		const code = line.length > 2 || /^[A-Z]{2}$/.test(line) ? countryCodeOf(line) : '';
		if (code !== '' && lines.length > 1) {
			lines.splice(index, 1);
			setField(state, 'countryCode', code, 'sure');
			return code;
		}
		const [, before = '', last = ''] = /^(.*),\s*([^,]+)$/.exec(line) ?? [];
		const lastPartCode = last.length > 2 ? countryCodeOf(last) : '';
		if (lastPartCode !== '') {
			lines[index] = before;
			setField(state, 'countryCode', lastPartCode, 'sure');
			return lastPartCode;
		}
	}
	return '';
}

function takeLabelledFields(state: ParserState): void {
	const { lines } = state;
	for (const [index, line] of lines.entries())
		for (const [field, label] of LABELS) {
			const value = line.replace(label, '');
			if (value === line || value === '') continue;
			if (field === 'email' && !EMAIL.test(value)) continue;
			if (field === 'phone' && value.replace(/\D/g, '').length < 5) continue;
			if (field === 'vatNumber' && !/\d{4}/.test(value)) continue;
			if (setField(state, field, value, 'sure')) lines[index] = '';
			break;
		}
	state.lines = lines.filter(Boolean);
}

function takeEmail(state: ParserState): void {
	state.lines = state.lines.flatMap((line) => {
		const mail = EMAIL.exec(line)?.[0];
		if (!mail || !setField(state, 'email', mail, 'sure')) return [line];
		const rest = line
			.replace(mail, '')
			.replace(/[<>()]|mailto:/g, '')
			.trim();
		return rest === '' ? [] : [rest];
	});
}

function takeVatNumber(state: ParserState): void {
	state.lines = state.lines.flatMap((line) => {
		const number = /\b[A-Z]{2,3}[\dA-Z.-]{7,14}\b/.exec(line.replace(/\s/g, ''))?.[0];
		if (!number || !checkVatNumber(number).isValid) return [line];
		setField(state, 'vatNumber', number, 'sure');
		return [];
	});
}

function takePhone(state: ParserState, countryCode: string): void {
	const country = isSupportedCountry(countryCode) ? countryCode : undefined;
	state.lines = state.lines.flatMap((line) => {
		const number = findPhoneNumbersInText(line, country).find(({ startsAt, endsAt }) => endsAt - startsAt >= 7);
		if (!number) return [line];
		const rest = (line.slice(0, number.startsAt) + line.slice(number.endsAt)).replace(/[\s()+./-]/g, '');
		// If the line also contains words, its digits are a house number or a postcode.
		if (/\p{L}{3}/u.test(rest)) return [line];
		const writtenNumber = line.slice(number.startsAt, number.endsAt);
		return setField(state, 'phone', writtenNumber, writtenNumber.startsWith('+') ? 'sure' : 'likely') ? [] : [line];
	});
}

/** Country of a postcode prefix, as in D-10115 or CH-8001; an empty string when there is no prefix. */
function countryOfPrefix(line: string): string {
	const [, prefix = ''] = /^([A-Z]{1,3})-(?=\d)/.exec(line) ?? [];
	return prefix === '' ? '' : countryCodeOf(POSTCODE_PREFIXES[prefix] ?? prefix);
}
const POSTCODE_PREFIXES: Record<string, string> = { D: 'DE', F: 'FR', A: 'AT' };

/**
 * Takes postcode and city, and the country of the postcode if none is known.
 * @returns index of their line, or -1 if there was none
 */
function takeCity(state: ParserState, country: string, homeCountry: string): number {
	const { lines } = state;
	const countries = country ? [country] : [homeCountry, ...COMMON_COUNTRIES].filter(Boolean);
	for (const [index, writtenLine] of [...lines.entries()].reverse()) {
		const prefixCountry = countryOfPrefix(writtenLine);
		const line = writtenLine.replace(/^[A-Z]{1,3}-(?=\d)/, '');
		const countryOfLine = prefixCountry || (country === '' && countryOfRegion(line));
		for (const code of countryOfLine ? [countryOfLine] : countries) {
			const match = matchCity(line, code);
			if (!match) continue;
			lines.splice(index, 1);
			const isCountryKnown = country !== '' || prefixCountry !== '';
			const confidence = isCountryKnown ? 'sure' : 'likely';
			setField(state, 'zipcode', match.zipcode, confidence);
			if (match.street !== '') lines.splice(index, 0, match.street);
			const cityIndex = takeCityLine(state, index, match.city, code, confidence);
			if (!isCountryKnown || prefixCountry)
				setField(state, 'countryCode', code, prefixCountry || state.found.has('region') ? 'likely' : 'guess');
			return cityIndex;
		}
	}
	return takeLonePostcode(state, country) ?? guessCity(state);
}

/**
 * Stores the city and, if the country writes one, the state or province. If the text is only a region code, the line before it is
 * the city.
 * @param index of the line that contained the text, which was removed
 * @returns index of the line that contained the city
 */
function takeCityLine(
	state: ParserState,
	index: number,
	text: string,
	countryCode: string,
	confidence: Confidence,
): number {
	const { lines } = state;
	const previousLine = lines[index - 1];
	if (isRegionCode(text, countryCode) && previousLine !== undefined && !/\d/.test(previousLine)) {
		setField(state, 'region', text, confidence);
		setField(state, 'city', previousLine, confidence);
		lines.splice(index - 1, 1);
		return index - 1;
	}
	const { city, region = '' } = hasRegion(countryCode) ? splitCityLine(text, countryCode) : { city: text };
	setField(state, 'city', city, confidence);
	setField(state, 'region', region, confidence);
	return index;
}

/**
 * Takes a line that contains only a postcode of the country, and the line before it as the city.
 * @returns index of the city's line; undefined if there are no such lines
 */
function takeLonePostcode(state: ParserState, country: string): number | undefined {
	const { lines } = state;
	if (!postcodeValidatorExistsForCountry(country)) return undefined;
	const index = lines.findLastIndex((line) => /\d/.test(line) && postcodeValidator(line, country));
	const [postcode, cityText] = [lines[index], lines[index - 1]];
	if (postcode === undefined || cityText === undefined || /\d/.test(cityText)) return undefined;
	lines.splice(index - 1, 2);
	setField(state, 'zipcode', postcode, 'sure');
	return takeCityLine(state, index - 1, cityText, country, 'sure');
}

/** Country whose region code and postcode end the line, as in "Austin, TX 78701"; an empty string when there is none. */
const countryOfRegion = (line: string): string =>
	COUNTRIES_WITH_REGION_CODES.find((code) => {
		const match = matchCity(line, code);
		if (!match || !line.endsWith(match.zipcode)) return false;
		return isRegionCode(match.city, code) || isRegionCode(splitCityLine(match.city, code).region ?? '', code);
	}) ?? '';

/**
 * When no known postcode format matches: takes digits as the postcode and the words beside them as the city.
 * @returns index of the line that contained them, or -1 if there was none
 */
function guessCity(state: ParserState): number {
	const { lines } = state;
	const index = lines.findLastIndex((line) => /^\d{3,6}\s+\p{L}/u.test(line) || /\p{L},?\s+\d{4,6}$/u.test(line));
	const line = lines[index] ?? '';
	const parts = /^(?<zip>\d{3,6})\s+(?<city>.+)$/u.exec(line) ?? /^(?<city>.+?),?\s+(?<zip>\d{4,6})$/u.exec(line);
	if (!parts) return -1;
	const { zip = '', city = '' } = parts.groups ?? {};
	setField(state, 'zipcode', zip, 'guess');
	setField(state, 'city', city, 'guess');
	lines.splice(index, 1);
	return index;
}

/**
 * Takes the street as address line 1, and the lines between the street and the city as address line 2. Drops
 * the lines after the city.
 * @param cityIndex index of the line that contained the city, or -1 when no city was found
 */
function takeStreet(state: ParserState, cityIndex: number): void {
	const { lines } = state;
	const end = cityIndex < 0 ? lines.length : cityIndex;
	const indexBeforeCity = lines
		.slice(0, end)
		.findIndex((line) => (looksLikeStreet(line) && !WITHIN_BUILDING.test(line)) || PO_BOX.test(line));
	const streetIndex = indexBeforeCity < 0 ? lines.findIndex((line) => looksLikeStreet(line)) : indexBeforeCity;
	const street = lines[streetIndex];
	if (street === undefined) return;
	setField(state, 'addressLine1', street, 'likely');
	const afterStreet = lines.slice(streetIndex + 1, Math.max(streetIndex + 1, end)).join(', ');
	if (afterStreet !== '') setField(state, 'addressLine2', afterStreet, 'guess');
	state.lines = lines.slice(0, streetIndex);
}

/** Takes the company name and the contact person. The remaining lines become address line 2, if it is still empty. */
function takeNames(state: ParserState): void {
	const { lines, found } = state;
	/** Stores a line as a field and removes it from `lines`. @returns true if the value was stored */
	const take = (index: number, field: keyof Address, confidence: Confidence): boolean => {
		const line = lines[index];
		if (line === undefined || !setField(state, field, line, confidence)) return false;
		lines.splice(index, 1);
		return true;
	};
	take(lines.findIndex(looksLikeCompany), 'companyName', 'likely');
	const personIndex = lines.findIndex((line) => PERSON_NAME.test(line));
	take(personIndex, 'contactPerson', found.has('companyName') ? 'likely' : 'guess');
	take(0, 'companyName', 'guess');
	if (lines.length > 0) setField(state, 'addressLine2', lines.join(', '), 'guess');
}

/**
 * Finds a postcode of the country, with the city beside it, at the start or end of the line. If the line has commas, the part after
 * the last comma is tried too; the text before that comma is then the street.
 */
function matchCity(line: string, code: string): { zipcode: string; city: string; street: string } | undefined {
	if (!postcodeValidatorExistsForCountry(code)) return undefined;
	const commaIndex = line.lastIndexOf(',');
	const candidates = commaIndex < 0 ? [line] : [line, line.slice(commaIndex + 1)];
	for (const part of candidates) {
		const words = part.trim().split(/\s+/);
		const street = part === line ? '' : line.slice(0, commaIndex).trim();
		// A postcode is written as one word or as two, such as "1012 AB".
		for (const wordCount of [2, 1]) {
			if (words.length <= wordCount) continue;
			const [start, end] = [words.slice(0, wordCount).join(' '), words.slice(-wordCount).join(' ')];
			if (/\d/.test(start) && postcodeValidator(start, code)) {
				const city = words.slice(wordCount).join(' ');
				if (/\p{L}{2}/u.test(city) && !/\d{3}/.test(city)) return { zipcode: start, city, street };
			}
			if (/\d/.test(end) && postcodeValidator(end, code)) {
				const city = words.slice(0, -wordCount).join(' ').replace(/,$/, '');
				if (/\p{L}{2}/u.test(city) && !/\d/.test(city)) return { zipcode: end, city, street };
			}
		}
	}
	return undefined;
}
