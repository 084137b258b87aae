// An address as it stands in a mail or on a page, taken apart: each part with how sure it is. Pure.
import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js';
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

/** @param text at most a page @param homeCountry of the desk: how a number without a prefix is read */
export function readPasted(text: string, homeCountry: string): PastedField[] {
	const found = new Map<keyof Address, PastedField>();
	const put = (field: keyof Address, value: string, confidence: Confidence): boolean => {
		const clean = value.replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');
		if (clean === '' || found.has(field)) return false;
		found.set(field, { field, value: clean, confidence });
		return true;
	};
	let lines = text
		.replace(/[\u200b-\u200f\ufeff]/g, '')
		.split(/\r?\n|\t+|\s+[|•·]\s+/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !IGNORED.test(line));
	// A block in one line has its parts between commas.
	if (lines.length === 1) lines = (lines[0] as string).split(/\s*[,;]\s*/).filter(Boolean);

	const country = takeCountry();
	takeLabelled();
	takeMail();
	takeVat();
	takePhone();
	const placed = takePlace();
	takeStreet();
	takeNames();
	return [...found.values()];

	/** The last line that is a country's name, or ends with one. */
	function takeCountry(): string {
		for (let at = lines.length - 1; at >= 0; at -= 1) {
			const line = lines[at] as string;
			const code = line.length > 2 || /^[A-Z]{2}$/.test(line) ? countryCodeOf(line) : '';
			if (code !== '' && lines.length > 1) {
				lines.splice(at, 1);
				put('countryCode', code, 'sure');
				return code;
			}
			const last = /^(.*),\s*([^,]+)$/.exec(line);
			const within = last && (last[2] as string).length > 2 ? countryCodeOf(last[2] as string) : '';
			if (last && within !== '') {
				lines[at] = last[1] as string;
				put('countryCode', within, 'sure');
				return within;
			}
		}
		return '';
	}

	function takeLabelled(): void {
		for (const [at, line] of lines.entries())
			for (const [field, label] of LABELS) {
				const value = line.replace(label, '');
				if (value === line || value === '') continue;
				if (field === 'email' && !EMAIL.test(value)) continue;
				if (field === 'phone' && value.replace(/\D/g, '').length < 5) continue;
				if (field === 'vatNumber' && !/\d{4}/.test(value)) continue;
				if (put(field, value, 'sure')) lines[at] = '';
				break;
			}
		lines = lines.filter(Boolean);
	}

	function takeMail(): void {
		lines = lines.flatMap((line) => {
			const mail = EMAIL.exec(line)?.[0];
			if (!mail || !put('email', mail, 'sure')) return [line];
			const rest = line
				.replace(mail, '')
				.replace(/[<>()]|mailto:/g, '')
				.trim();
			return rest === '' ? [] : [rest];
		});
	}

	function takeVat(): void {
		lines = lines.flatMap((line) => {
			const number = /\b[A-Z]{2,3}[\dA-Z.-]{7,14}\b/.exec(line.replace(/\s/g, ''))?.[0];
			if (!number || !checkVatNumber(number).isValid) return [line];
			put('vatNumber', number, 'sure');
			return [];
		});
	}

	function takePhone(): void {
		lines = lines.flatMap((line) => {
			const region = (country || homeCountry || undefined) as CountryCode | undefined;
			const number = findPhoneNumbersInText(line, region).find(({ startsAt, endsAt }) => endsAt - startsAt >= 7);
			if (!number) return [line];
			const rest = (line.slice(0, number.startsAt) + line.slice(number.endsAt)).replace(/[\s()+./-]/g, '');
			// Figures beside words are a street or a postcode.
			if (/\p{L}{3}/u.test(rest)) return [line];
			const written = line.slice(number.startsAt, number.endsAt);
			return put('phone', written, written.startsWith('+') ? 'sure' : 'likely') ? [] : [line];
		});
	}

	/** @returns the line at which it stood; -1: none was found */
	function takePlace(): number {
		const tried = country ? [country] : [homeCountry, ...USUAL].filter(Boolean);
		for (let at = lines.length - 1; at >= 0; at -= 1) {
			const prefix = /^([A-Z]{1,3})-(?=\d)/.exec(lines[at] as string);
			const byPrefix = prefix
				? countryCodeOf(
						prefix[1] === 'D' ? 'DE' : prefix[1] === 'F' ? 'FR' : prefix[1] === 'A' ? 'AT' : (prefix[1] as string),
					)
				: '';
			const line = (lines[at] as string).replace(/^[A-Z]{1,3}-(?=\d)/, '');
			for (const code of byPrefix ? [byPrefix] : tried) {
				const place = placeIn(line, code);
				if (!place) continue;
				lines.splice(at, 1);
				const isKnown = country !== '' || byPrefix !== '';
				put('zipcode', place.zipcode, isKnown ? 'sure' : 'likely');
				put('city', place.city, isKnown ? 'sure' : 'likely');
				if (!isKnown || byPrefix) put('countryCode', code, byPrefix ? 'likely' : 'guess');
				if (place.street !== '') lines.splice(at, 0, place.street);
				return at;
			}
		}
		// No country's form fits, or it has none: figures beside a word are the next best.
		const at = lines.findLastIndex((line) => /^\d{3,6}\s+\p{L}/u.test(line) || /\p{L},?\s+\d{4,6}$/u.test(line));
		const parts =
			at < 0
				? null
				: (/^(?<zip>\d{3,6})\s+(?<city>.+)$/u.exec(lines[at] as string) ??
					/^(?<city>.+?),?\s+(?<zip>\d{4,6})$/u.exec(lines[at] as string));
		if (!parts?.groups) return -1;
		put('zipcode', parts.groups.zip as string, 'guess');
		put('city', parts.groups.city as string, 'guess');
		lines.splice(at, 1);
		return at;
	}

	function takeStreet(): void {
		// Above the place, as addresses are written; anywhere, when there is none.
		const until = placed < 0 ? lines.length : placed;
		const street = lines
			.slice(0, until)
			.findIndex((line) => (looksLikeStreet(line) && !WITHIN_HOUSE.test(line)) || PO_BOX.test(line));
		const at = street < 0 ? lines.findIndex((line) => looksLikeStreet(line)) : street;
		if (at < 0) return;
		put('addressLine1', lines[at] as string, 'likely');
		const more = lines.slice(at + 1, Math.max(at + 1, until)).join(', ');
		if (more !== '') put('addressLine2', more, 'guess');
		lines = lines.slice(0, at);
	}

	function takeNames(): void {
		const company = lines.findIndex(namesCompany);
		if (company >= 0 && put('companyName', lines[company] as string, 'likely')) lines.splice(company, 1);
		const person = lines.findIndex((line) => PERSON.test(line));
		const isOnlyName = lines.length === 1 && !found.has('companyName');
		if (person >= 0 && put('contactPerson', lines[person] as string, found.has('companyName') ? 'likely' : 'guess'))
			lines.splice(person, 1);
		else if (isOnlyName && put('companyName', lines[0] as string, 'guess')) lines.splice(0, 1);
		if (lines[0] && put('companyName', lines[0], 'guess')) lines.splice(0, 1);
		if (lines.length > 0) put('addressLine2', lines.join(', '), 'guess');
	}
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
