// An address as it stands in a mail or on a page, taken apart: each part with how sure it is. Pure.
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import type { Address } from '../../src-contract/model/address';
import type { Confidence, PastedField } from '../../src-contract/model/address-check';
import { countryCodeOf } from '../platform/country-names';
import { looksLikeStreet, namesCompany } from './files/columns';
import { checkVatNumber } from './vat-numbers';

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
const WITHIN_HOUSE =
	/^(suite|ste|apt|apartment|unit|floor|room|building|bldg|halle|tor|etage|gebäude|haus|hinterhof|bât|bâtiment|étage|appt|verdieping|bus|bte|c\/o)\b/i;
const PERSON =
	/^(?:(?:mr|mrs|ms|dr|herr|frau|m|mme|dhr|mevr)\.?\s+)*\p{Lu}[\p{L}'’.-]*(?:\s+(?:\p{Ll}{2,3}\s+){0,2}\p{Lu}[\p{L}'’.-]*){1,3}$/u;
/** Where no country is named, these forms are tried. */
const USUAL = ['DE', 'NL', 'GB', 'FR', 'BE', 'AT', 'CH', 'IT', 'ES', 'PL', 'US', 'CA', 'DK', 'SE', 'PT', 'IE', 'CZ'];

/** The text while it is taken apart: the lines that are left, and what was found. */
interface Pasted {
	lines: string[];
	found: Map<keyof Address, PastedField>;
}

/** @returns whether it was taken: what was found first stays */
function put({ found }: Pasted, field: keyof Address, value: string, confidence: Confidence): boolean {
	const clean = value.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
	if (clean === '' || found.has(field)) return false;
	found.set(field, { field, value: clean, confidence });
	return true;
}

/** @param text at most a page @param homeCountry of the desk: how a number without a prefix is read */
export function parsePastedAddress(text: string, homeCountry: string): PastedField[] {
	const pasted: Pasted = { lines: linesOf(text), found: new Map() };
	const country = takeCountry(pasted);
	takeLabelled(pasted);
	takeMail(pasted);
	takeVat(pasted);
	takePhone(pasted, country || homeCountry);
	const placeAt = takePlace(pasted, country, homeCountry);
	takeStreet(pasted, placeAt);
	takeNames(pasted);
	return [...pasted.found.values()];
}

function linesOf(text: string): string[] {
	const lines = text
		.replace(/[\u200b-\u200f\ufeff]/g, '')
		.split(/\r?\n|\t+|\s+[|•·]\s+/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !IGNORED.test(line));
	// A block in one line has its parts between commas.
	const [only] = lines;
	return only !== undefined && lines.length === 1 ? only.split(/\s*[,;]\s*/).filter(Boolean) : lines;
}

/** The last line that is a country's name, or ends with one. @returns its code; empty: none */
function takeCountry(pasted: Pasted): string {
	const { lines } = pasted;
	for (const [at, line] of [...lines.entries()].reverse()) {
		const code = line.length > 2 || /^[A-Z]{2}$/.test(line) ? countryCodeOf(line) : '';
		if (code !== '' && lines.length > 1) {
			lines.splice(at, 1);
			put(pasted, 'countryCode', code, 'sure');
			return code;
		}
		const [, before = '', last = ''] = /^(.*),\s*([^,]+)$/.exec(line) ?? [];
		const within = last.length > 2 ? countryCodeOf(last) : '';
		if (within !== '') {
			lines[at] = before;
			put(pasted, 'countryCode', within, 'sure');
			return within;
		}
	}
	return '';
}

function takeLabelled(pasted: Pasted): void {
	const { lines } = pasted;
	for (const [at, line] of lines.entries())
		for (const [field, label] of LABELS) {
			const value = line.replace(label, '');
			if (value === line || value === '') continue;
			if (field === 'email' && !EMAIL.test(value)) continue;
			if (field === 'phone' && value.replace(/\D/g, '').length < 5) continue;
			if (field === 'vatNumber' && !/\d{4}/.test(value)) continue;
			if (put(pasted, field, value, 'sure')) lines[at] = '';
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
		// Figures beside words are a street or a postcode.
		if (/\p{L}{3}/u.test(rest)) return [line];
		const written = line.slice(number.startsAt, number.endsAt);
		return put(pasted, 'phone', written, written.startsWith('+') ? 'sure' : 'likely') ? [] : [line];
	});
}

/** Of a postcode such as D-10115 or CH-8001. @returns empty: the line has none, or one of no country */
function countryOfPrefix(line: string): string {
	const [, prefix = ''] = /^([A-Z]{1,3})-(?=\d)/.exec(line) ?? [];
	return prefix === '' ? '' : countryCodeOf(POSTCODE_PREFIXES[prefix] ?? prefix);
}
const POSTCODE_PREFIXES: Record<string, string> = { D: 'DE', F: 'FR', A: 'AT' };

/** @returns the line at which it stood; -1: none was found */
function takePlace(pasted: Pasted, country: string, homeCountry: string): number {
	const { lines } = pasted;
	const tried = country ? [country] : [homeCountry, ...USUAL].filter(Boolean);
	for (const [at, written] of [...lines.entries()].reverse()) {
		const byPrefix = countryOfPrefix(written);
		const line = written.replace(/^[A-Z]{1,3}-(?=\d)/, '');
		for (const code of byPrefix ? [byPrefix] : tried) {
			const place = placeIn(line, code);
			if (!place) continue;
			lines.splice(at, 1);
			const isKnown = country !== '' || byPrefix !== '';
			put(pasted, 'zipcode', place.zipcode, isKnown ? 'sure' : 'likely');
			put(pasted, 'city', place.city, isKnown ? 'sure' : 'likely');
			if (!isKnown || byPrefix) put(pasted, 'countryCode', code, byPrefix ? 'likely' : 'guess');
			if (place.street !== '') lines.splice(at, 0, place.street);
			return at;
		}
	}
	return guessPlace(pasted);
}

/** No country's form fits, or it has none: figures beside a word are the next best. @returns as takePlace */
function guessPlace(pasted: Pasted): number {
	const { lines } = pasted;
	const at = lines.findLastIndex((line) => /^\d{3,6}\s+\p{L}/u.test(line) || /\p{L},?\s+\d{4,6}$/u.test(line));
	const line = lines[at] ?? '';
	const parts = /^(?<zip>\d{3,6})\s+(?<city>.+)$/u.exec(line) ?? /^(?<city>.+?),?\s+(?<zip>\d{4,6})$/u.exec(line);
	if (!parts) return -1;
	const { zip = '', city = '' } = parts.groups ?? {};
	put(pasted, 'zipcode', zip, 'guess');
	put(pasted, 'city', city, 'guess');
	lines.splice(at, 1);
	return at;
}

/** @param placeAt the line above which it stands; -1: anywhere */
function takeStreet(pasted: Pasted, placeAt: number): void {
	const { lines } = pasted;
	const until = placeAt < 0 ? lines.length : placeAt;
	const street = lines
		.slice(0, until)
		.findIndex((line) => (looksLikeStreet(line) && !WITHIN_HOUSE.test(line)) || PO_BOX.test(line));
	const at = street < 0 ? lines.findIndex((line) => looksLikeStreet(line)) : street;
	const line = lines[at];
	if (line === undefined) return;
	put(pasted, 'addressLine1', line, 'likely');
	const more = lines.slice(at + 1, Math.max(at + 1, until)).join(', ');
	if (more !== '') put(pasted, 'addressLine2', more, 'guess');
	pasted.lines = lines.slice(0, at);
}

function takeNames(pasted: Pasted): void {
	const { lines, found } = pasted;
	/** @returns whether the line was taken */
	const take = (at: number, field: keyof Address, confidence: Confidence): boolean => {
		const line = lines[at];
		if (line === undefined || !put(pasted, field, line, confidence)) return false;
		lines.splice(at, 1);
		return true;
	};
	take(lines.findIndex(namesCompany), 'companyName', 'likely');
	const person = lines.findIndex((line) => PERSON.test(line));
	const isOnlyName = lines.length === 1 && !found.has('companyName');
	if (!take(person, 'contactPerson', found.has('companyName') ? 'likely' : 'guess') && isOnlyName)
		take(0, 'companyName', 'guess');
	take(0, 'companyName', 'guess');
	if (lines.length > 0) put(pasted, 'addressLine2', lines.join(', '), 'guess');
}

/** A postcode at an end of a line, and the city beside it; in one line with the street it is the last part. */
function placeIn(line: string, code: string): { zipcode: string; city: string; street: string } | undefined {
	if (!postcodeValidatorExistsForCountry(code)) return undefined;
	const comma = line.lastIndexOf(',');
	const candidates = comma < 0 ? [line] : [line, line.slice(comma + 1)];
	for (const part of candidates) {
		const words = part.trim().split(/\s+/);
		const street = part === line ? '' : line.slice(0, comma).trim();
		for (const taken of [2, 1]) {
			if (words.length <= taken) continue;
			const [start, end] = [words.slice(0, taken).join(' '), words.slice(-taken).join(' ')];
			if (/\d/.test(start) && postcodeValidator(start, code)) {
				const city = words.slice(taken).join(' ');
				if (/\p{L}{2}/u.test(city) && !/\d{3}/.test(city)) return { zipcode: start, city, street };
			}
			if (/\d/.test(end) && postcodeValidator(end, code)) {
				const city = words.slice(0, -taken).join(' ').replace(/,$/, '');
				if (/\p{L}{2}/u.test(city) && !/\d/.test(city)) return { zipcode: end, city, street };
			}
		}
	}
	return undefined;
}
