// Splits a pasted address block into fields, each with a confidence. Pure.
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import type { Address } from '../../src-contract/model/address';
import type { Confidence, PastedField } from '../../src-contract/model/address-check';
import { checkVatNumber } from '../../src-contract/rules/vat-numbers';
import { countryCodeOf } from '../platform/country-names';
import { looksLikeCompany, looksLikeStreet } from './files/columns';

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
const IGNORED = /^(fax|www\.|https?:|telefax)/i;
const PO_BOX = /^(p\.?\s?o\.?\s?box|postfach|postbus|bp|boîte postale|apartado)\s*\d+/i;
/** Starts of lines that locate the recipient within a building. */
const WITHIN_HOUSE =
	/^(suite|ste|apt|apartment|unit|floor|room|building|bldg|halle|tor|etage|gebäude|haus|hinterhof|bât|bâtiment|étage|appt|verdieping|bus|bte|c\/o)\b/i;
const PERSON =
	/^(?:(?:mr|mrs|ms|dr|herr|frau|m|mme|dhr|mevr)\.?\s+)*\p{Lu}[\p{L}'’.-]*(?:\s+(?:\p{Ll}{2,3}\s+){0,2}\p{Lu}[\p{L}'’.-]*){1,3}$/u;
/** Countries whose postcode format is tried, in this order, when the text names no country. */
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

/** State of the parser: the lines not yet used, and the fields found. */
interface Pasted {
	lines: string[];
	found: Map<keyof Address, PastedField>;
}

/** Sets a field unless it is already set. @returns whether it was set */
function put({ found }: Pasted, field: keyof Address, value: string, confidence: Confidence): boolean {
	const clean = value.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
	if (clean === '' || found.has(field)) return false;
	found.set(field, { field, value: clean, confidence });
	return true;
}

/**
 * @param text at most about a page
 * @param homeCountry ISO 3166-1 code of the desk's country, for telephone numbers without a prefix
 */
export function parsePastedAddress(text: string, homeCountry: string): PastedField[] {
	const pasted: Pasted = { lines: linesOf(text), found: new Map() };
	const country = takeCountry(pasted);
	takeLabelled(pasted);
	takeMail(pasted);
	takeVat(pasted);
	takePhone(pasted, country || homeCountry);
	const cityIndex = takeCity(pasted, country, homeCountry);
	takeStreet(pasted, cityIndex);
	takeNames(pasted);
	return [...pasted.found.values()];
}

function linesOf(text: string): string[] {
	const lines = text
		.replace(/[\u200b-\u200f\ufeff]/g, '')
		.split(/\r?\n|\t+|\s+[|•·]\s+/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !IGNORED.test(line));
	// An address in a single line is split at commas and semicolons.
	const [only] = lines;
	return only !== undefined && lines.length === 1 ? only.split(/\s*[,;]\s*/).filter(Boolean) : lines;
}

/** Takes the last line that is a country name or ends with one. @returns its code, or an empty string */
function takeCountry(pasted: Pasted): string {
	const { lines } = pasted;
	for (const [index, line] of [...lines.entries()].reverse()) {
		const code = line.length > 2 || /^[A-Z]{2}$/.test(line) ? countryCodeOf(line) : '';
		if (code !== '' && lines.length > 1) {
			lines.splice(index, 1);
			put(pasted, 'countryCode', code, 'sure');
			return code;
		}
		const [, before = '', last = ''] = /^(.*),\s*([^,]+)$/.exec(line) ?? [];
		const within = last.length > 2 ? countryCodeOf(last) : '';
		if (within !== '') {
			lines[index] = before;
			put(pasted, 'countryCode', within, 'sure');
			return within;
		}
	}
	return '';
}

function takeLabelled(pasted: Pasted): void {
	const { lines } = pasted;
	for (const [index, line] of lines.entries())
		for (const [field, label] of LABELS) {
			const value = line.replace(label, '');
			if (value === line || value === '') continue;
			if (field === 'email' && !EMAIL.test(value)) continue;
			if (field === 'phone' && value.replace(/\D/g, '').length < 5) continue;
			if (field === 'vatNumber' && !/\d{4}/.test(value)) continue;
			if (put(pasted, field, value, 'sure')) lines[index] = '';
			break;
		}
	pasted.lines = lines.filter(Boolean);
}

function takeMail(pasted: Pasted): void {
	pasted.lines = pasted.lines.flatMap((line) => {
		const mail = EMAIL.exec(line)?.[0];
		if (!mail || !put(pasted, 'email', mail, 'sure')) return [line];
		const rest = line
			.replace(mail, '')
			.replace(/[<>()]|mailto:/g, '')
			.trim();
		return rest === '' ? [] : [rest];
	});
}

function takeVat(pasted: Pasted): void {
	pasted.lines = pasted.lines.flatMap((line) => {
		const number = /\b[A-Z]{2,3}[\dA-Z.-]{7,14}\b/.exec(line.replace(/\s/g, ''))?.[0];
		if (!number || !checkVatNumber(number).isValid) return [line];
		put(pasted, 'vatNumber', number, 'sure');
		return [];
	});
}

function takePhone(pasted: Pasted, region: string): void {
	const country = isSupportedCountry(region) ? region : undefined;
	pasted.lines = pasted.lines.flatMap((line) => {
		const number = findPhoneNumbersInText(line, country).find(({ startsAt, endsAt }) => endsAt - startsAt >= 7);
		if (!number) return [line];
		const rest = (line.slice(0, number.startsAt) + line.slice(number.endsAt)).replace(/[\s()+./-]/g, '');
		// Digits on a line with words are a street or a postcode.
		if (/\p{L}{3}/u.test(rest)) return [line];
		const written = line.slice(number.startsAt, number.endsAt);
		return put(pasted, 'phone', written, written.startsWith('+') ? 'sure' : 'likely') ? [] : [line];
	});
}

/** Country of the prefix of a postcode such as D-10115 or CH-8001, or an empty string. */
function countryOfPrefix(line: string): string {
	const [, prefix = ''] = /^([A-Z]{1,3})-(?=\d)/.exec(line) ?? [];
	return prefix === '' ? '' : countryCodeOf(POSTCODE_PREFIXES[prefix] ?? prefix);
}
const POSTCODE_PREFIXES: Record<string, string> = { D: 'DE', F: 'FR', A: 'AT' };

/** Takes the postcode and the city. @returns index of their line, or -1 if none was found */
function takeCity(pasted: Pasted, country: string, homeCountry: string): number {
	const { lines } = pasted;
	const countries = country ? [country] : [homeCountry, ...COMMON_COUNTRIES].filter(Boolean);
	for (const [index, written] of [...lines.entries()].reverse()) {
		const byPrefix = countryOfPrefix(written);
		const line = written.replace(/^[A-Z]{1,3}-(?=\d)/, '');
		for (const code of byPrefix ? [byPrefix] : countries) {
			const match = matchCity(line, code);
			if (!match) continue;
			lines.splice(index, 1);
			const isKnown = country !== '' || byPrefix !== '';
			put(pasted, 'zipcode', match.zipcode, isKnown ? 'sure' : 'likely');
			put(pasted, 'city', match.city, isKnown ? 'sure' : 'likely');
			if (!isKnown || byPrefix) put(pasted, 'countryCode', code, byPrefix ? 'likely' : 'guess');
			if (match.street !== '') lines.splice(index, 0, match.street);
			return index;
		}
	}
	return guessCity(pasted);
}

/** Takes digits beside a word as postcode and city when no known format matches. @returns index of their line, or -1 */
function guessCity(pasted: Pasted): number {
	const { lines } = pasted;
	const index = lines.findLastIndex((line) => /^\d{3,6}\s+\p{L}/u.test(line) || /\p{L},?\s+\d{4,6}$/u.test(line));
	const line = lines[index] ?? '';
	const parts = /^(?<zip>\d{3,6})\s+(?<city>.+)$/u.exec(line) ?? /^(?<city>.+?),?\s+(?<zip>\d{4,6})$/u.exec(line);
	if (!parts) return -1;
	const { zip = '', city = '' } = parts.groups ?? {};
	put(pasted, 'zipcode', zip, 'guess');
	put(pasted, 'city', city, 'guess');
	lines.splice(index, 1);
	return index;
}

/** Takes the street, and the lines between it and the city as address line 2. @param cityIndex -1 when no city was found */
function takeStreet(pasted: Pasted, cityIndex: number): void {
	const { lines } = pasted;
	const end = cityIndex < 0 ? lines.length : cityIndex;
	const streetIndex = lines
		.slice(0, end)
		.findIndex((line) => (looksLikeStreet(line) && !WITHIN_HOUSE.test(line)) || PO_BOX.test(line));
	const index = streetIndex < 0 ? lines.findIndex((line) => looksLikeStreet(line)) : streetIndex;
	const line = lines[index];
	if (line === undefined) return;
	put(pasted, 'addressLine1', line, 'likely');
	const rest = lines.slice(index + 1, Math.max(index + 1, end)).join(', ');
	if (rest !== '') put(pasted, 'addressLine2', rest, 'guess');
	pasted.lines = lines.slice(0, index);
}

function takeNames(pasted: Pasted): void {
	const { lines, found } = pasted;
	/** @returns whether it used the line */
	const take = (index: number, field: keyof Address, confidence: Confidence): boolean => {
		const line = lines[index];
		if (line === undefined || !put(pasted, field, line, confidence)) return false;
		lines.splice(index, 1);
		return true;
	};
	take(lines.findIndex(looksLikeCompany), 'companyName', 'likely');
	const person = lines.findIndex((line) => PERSON.test(line));
	const isOnlyName = lines.length === 1 && !found.has('companyName');
	if (!take(person, 'contactPerson', found.has('companyName') ? 'likely' : 'guess') && isOnlyName)
		take(0, 'companyName', 'guess');
	take(0, 'companyName', 'guess');
	if (lines.length > 0) put(pasted, 'addressLine2', lines.join(', '), 'guess');
}

/** Matches a postcode at the start or end of the line or of its last comma-separated part, with the city beside it. */
function matchCity(line: string, code: string): { zipcode: string; city: string; street: string } | undefined {
	if (!postcodeValidatorExistsForCountry(code)) return undefined;
	const comma = line.lastIndexOf(',');
	const candidates = comma < 0 ? [line] : [line, line.slice(comma + 1)];
	for (const part of candidates) {
		const words = part.trim().split(/\s+/);
		const street = part === line ? '' : line.slice(0, comma).trim();
		for (const count of [2, 1]) {
			if (words.length <= count) continue;
			const [start, end] = [words.slice(0, count).join(' '), words.slice(-count).join(' ')];
			if (/\d/.test(start) && postcodeValidator(start, code)) {
				const city = words.slice(count).join(' ');
				if (/\p{L}{2}/u.test(city) && !/\d{3}/.test(city)) return { zipcode: start, city, street };
			}
			if (/\d/.test(end) && postcodeValidator(end, code)) {
				const city = words.slice(0, -count).join(' ').replace(/,$/, '');
				if (/\p{L}{2}/u.test(city) && !/\d/.test(city)) return { zipcode: end, city, street };
			}
		}
	}
	return undefined;
}
