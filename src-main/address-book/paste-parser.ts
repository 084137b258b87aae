// Splits a pasted address block into fields, each with a confidence. Pure.
import { findPhoneNumbersInText, getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import type { Address } from '../../src-contract/model/address';
import type { Confidence, PastedField } from '../../src-contract/model/address-check';
import {
	COUNTRIES_WITH_REGION_CODES,
	hasRegion,
	isRegionCode,
	splitCityLine,
} from '../../src-contract/rules/address-regions';
import { hasVatRules, vatNumberProblem } from '../../src-contract/rules/vat-numbers';
import { countryCodeOf } from '../platform/country-names';
import { looksLikeCompany, looksLikeStreet } from './files/columns';
import { labelOf } from './paste-labels';
import {
	countryOfCityWithoutPostcode,
	EIRCODE,
	hasPostcodes,
	isCityOf,
	isCounty,
	isJapanese,
	readJapaneseLine,
} from './paste-places';
import { countryOfCity, isRegionName } from './postcode-places';

const EMAIL = /(?<![^\s<>(),;:"[\]])[^\s<>(),;:"[\]@]{1,64}@[^\s<>(),;:"[\]@]{1,255}/u;
const IGNORED_LINE =
	/^(fax|www\.|https?:|telefax|hr[ab]\s|iban|bic|amtsgericht|-+$|=+$|mit freundlichen|kind regards|best regards|regards|cordialement|met vriendelijke|\(.*\)$)/i;
/** Titles above an address. */
const TITLE =
	/^(ship(ping)?( to| address)?|deliver(y)?( to| address)?|lieferadresse|lieferanschrift|versandadresse|adresse de livraison|livraison|afleveradres|bezorgadres|verzendadres|toimitusosoite|leveringsadresse|leveransadress|indirizzo di spedizione|dirección de envío|adres dostawy|dodací adresa|address|adresse|to|an|spett\.?le|お届け先|送付先|収件人)\s*:?$/i;
const TITLE_BEFORE =
	/^(ship to|deliver to|lieferadresse|lieferanschrift|delivery address|shipping address|adresse de livraison|afleveradres|toimitusosoite)\s*:\s*/i;
/** Requests to the driver. */
const NOTE =
	/\b(please|bitte|merci de|call before|call on|ring (twice|the)|klingeln|sonner|por favor|gracias|per favore|s.il vous pla[iî]t|s\.?v\.?p|alstublieft|a\.?u\.?b|proszę|prosím|leave (at|with|in)|door ?code|code porte|abstellen|hinterlegen|liefern|aanbellen|neighbou?r|kérem|dzwonić|beware)\b/i;
const PO_BOX =
	/^(p\.?\s?o\.?\s?box|postfach|postbus|post box|bp|b\.p\.|boîte postale|apartado|casella postale|skr\. poczt)[.:]?\s*\w*\d+/i;
/** Lines that locate the recipient within a building or an estate. */
const WITHIN_BUILDING =
	/^(suite|ste|apt|apartment|unit|flat|room|rm|office|floor|level|villa|shop|block|blk|tower|building|bldg|halle|tor|etage|gebäude|haus|hinterhof|hof|bât|bâtiment|bat|rés|résidence|étage|appt|app|esc|escalier|verdieping|bus|bte|c\/o|sector|bl|sc|lgh|apto|piso|interno|scala|lok|stiege|top|\d{1,2}\s?\/\s?f|\d{1,2}f\b|\d+(st|nd|rd|th) floor|\d+e étage)\b\.?/i;
const BUILDING =
	/\b(tower|building|bldg|mansion|house|centre|center|court|plaza|estate|park|cottage|bldg\.|gebäude|ビル|マンション)\.?$/iu;
const STREET_WORD =
	/(straße|strasse|str\.|gasse|weg|platz|allee|ring|damm|ufer|chaussee|laan|straat|gracht|plein|kade|dreef|steeg|singel|gatan|vägen|gade|vej|veien|gate|katu|tie|utca|út|tér|ulica|ulice|náměstí)(\s|\d|$|,|\.)|\b(street|st|road|rd|lane|ln|avenue|ave|drive|dr|way|close|crescent|boulevard|blvd|highway|hwy|terrace|quay|parade|rue|av|bd|chemin|impasse|quai|allée|route|via|viale|corso|piazza|calle|c\/(?!o)|avenida|avda|plaza|paseo|rua|travessa|largo|ul|al|os|pl|strada|str|bulevardul|οδός|jalan|jl|sokak|cadde)\b\.?/iu;
const COURTESY_TITLE =
	/^((mr|mrs|ms|miss|herrn?|frau|m|mme|mlle|dhr|mevr|mw|sig|sig\.ra|sr|sra|fru|hr|pan|pani|fa|firma)\.?\s+)+(?=\p{Lu})/iu;
const PERSON_NAME =
	/^(?:(?:mr|mrs|ms|dr|herr|frau|m|mme|dhr|mevr|prof|ing|dipl)\.?\s+)*\p{Lu}[\p{L}'’.-]*(?:\s+(?:\p{Ll}{1,3}\s+){0,2}\p{Lu}[\p{L}'’.-]*){1,3}$/u;
/** Words of the names of companies and institutions that have no legal form. */
const COMPANY_WORD =
	/& (co|söhne|sons|cie)\b|\b(sprl|ohg|treuhand|laborato\w+|anstalt|verein|stiftung|verlag|werk|werke|hotel|klinik|praxis|apotheke|schule|universit\w+|institut\w*|company|trading|group|services|studio|shop|store|school|university|ministry|hospital|foundation|association|fze|fzco|fz-llc|pte|sdn|og|kft|zrt|nyrt|oy|oyj|aps|as|hf|ehf|sia|uab|oü|ооо|lda|ltda|eirl|gmbh)\b\.?|株式会社|有限会社|合同会社|公司|s\.à\s?r\.l|co\.,? ltd|sp\. ?z|ε\.?π\.?ε|α\.?ε\./iu;
const isCompany = (line: string): boolean => looksLikeCompany(line) || COMPANY_WORD.test(line);
/** Tax numbers that are written without a prefix, by the label before them. */
const COUNTRY_OF_LABEL: readonly [RegExp, string][] = [
	[/\bnip\b/i, 'PL'],
	[/\b(ičo|dič|ico|dic)\b/i, 'CZ'],
	[/\bcvr\b/i, 'DK'],
	[/\by-tunnus\b/i, 'FI'],
	[/\bp\.? ?iva\b/i, 'IT'],
	[/\badószám\b/i, 'HU'],
	[/\b(cep|cpf|cnpj)\b/i, 'BR'],
	[/\btrn\b/i, 'AE'],
	[/\bαφμ\b/iu, 'GR'],
	[/\babn\b/i, 'AU'],
	[/\bkvk\b/i, 'NL'],
	[/\bsiret\b/i, 'FR'],
	[/\borg\.? ?nr\b/i, 'NO'],
	[/\b(appt|bât\.|bâtiment|cedex)/i, 'FR'],
	[/\bnif\b/i, 'ES'],
];
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
	/** Lines with a label of the address that are part of line 2. */
	extraLines: string[];
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
	const state: ParserState = { lines: linesOf(text), found: new Map(), extraLines: [] };
	takeLabelledFields(state);
	const country = takeCountry(state) || evidentCountry(state, text);
	takeEmail(state);
	takeVatNumber(state);
	takePhone(state, country || homeCountry);
	state.lines = state.lines.filter((line) => !NOTE.test(line));
	const cityIndex = takeCity(state, country, homeCountry);
	takeStreetAndNames(state, cityIndex);
	return [...state.found.values()];
}

function linesOf(text: string): string[] {
	const lines = text
		.replace(/[\u200b-\u200f\ufeff]/g, '')
		.replace(/[\u00a0\u202f\u3000]/g, ' ')
		.replace(/〒\s*(?=\d)/g, '〒')
		.replace(/\bS\((\d{6})\)/g, 'Singapore $1')
		.split(/\r?\n|\t+|\s+[|•·]\s+/)
		.map((line) =>
			line
				.replace(/\s+/g, ' ')
				.replace(/^ ?[•*·▪-] /, '')
				.trim(),
		)
		.filter((line) => line !== '' && !IGNORED_LINE.test(line) && !TITLE.test(line))
		.map((line) => line.replace(TITLE_BEFORE, ''));
	// An address in a single line is split at commas and semicolons, but not before the legal form of a company.
	const [firstLine] = lines;
	const isSingle = firstLine !== undefined && lines.length === 1;
	const split = isSingle
		? firstLine.split(
				/\s*[,;](?!\s*(?:ltd|inc|llc|gmbh|s\.?a|corp|limited)\b)\s*|\s+[–—]\s+|\.\s+(?=\p{Lu}[^:.]{2,24}:)/iu,
			)
		: lines.flatMap(splitLabelledParts);
	return split.map((line) => line.trim()).filter(Boolean);
}

/** Splits "IČO: 1, DIČ: CZ1" and "Tel. +49 1, Fax +49 2", whose parts have labels of their own. */
function splitLabelledParts(line: string): string[] {
	const parts = line.split(/\s*[,;]\s*/);
	return parts.length > 1 && parts.filter((part) => labelOf(part)).length > 1 ? parts : [line];
}

function takeLabelledFields(state: ParserState): void {
	const remaining: string[] = [];
	const names: string[] = [];
	const houseNumbers: string[] = [];
	for (const line of state.lines) {
		const label = labelOf(line);
		if (!label) {
			remaining.push(line);
			continue;
		}
		const { field, value } = label;
		if (field === 'ignored') continue;
		if (field === 'place') remaining.push(value);
		else if (field === 'country' || field === 'countryCode') {
			if (!setField(state, 'countryCode', countryCodeOf(value), 'sure')) remaining.push(value);
		} else if (field === 'city') {
			const [city = '', ...rest] = value.split(/\s*,\s*/);
			setField(state, 'city', city, 'likely');
			state.extraLines.push(...rest);
		} else if (field === 'contactPerson') {
			const [, name = value, phone = ''] = /^(.*?)\s*(\+?\d[\d\s()./-]{6,})$/.exec(value) ?? [];
			const person = withoutCourtesy(name);
			if (isCompany(person)) remaining.unshift(person);
			else setField(state, 'contactPerson', person, /\d/.test(person) ? 'guess' : 'sure');
			setField(state, 'phone', phone, 'likely');
		} else if (field === 'addressLine1') {
			const [first = '', ...rest] = value.split(/\s*,\s*(?=(?:bl|sc|et|ap|apt|flat|unit|floor|appt|bât)\b)/i);
			setField(state, 'addressLine1', first, 'likely');
			state.extraLines.push(...rest);
		} else if (field === 'addressLine2') state.extraLines.push(value);
		else if (field === 'email' && !EMAIL.test(value)) remaining.push(line);
		else if (field === 'firstName' || field === 'lastName') names.push(value);
		else if (field === 'houseNumber') houseNumbers.push(value);
		else if (field === 'careOf') state.extraLines.push(`c/o ${value}`);
		else if (field === 'phone') {
			setField(state, 'phone', loosePhoneText(value), 'sure');
			if (EMAIL.test(value)) remaining.push(EMAIL.exec(value)?.[0] ?? '');
		} else setField(state, field, field === 'email' ? (EMAIL.exec(value)?.[0] ?? value) : value, 'sure');
	}
	state.lines = remaining;
	setField(state, 'contactPerson', names.join(' '), 'sure');
	const street = state.found.get('addressLine1');
	if (street) street.value = [street.value, ...houseNumbers].join(' ');
}

/** The phone number in a text with a label, without remarks such as "(daytime)". */
function loosePhoneText(text: string): string {
	if (/^[+\d\s()./-]+$/.test(text)) return text;
	const number = loosePhoneNumber(text);
	return number ? text.slice(number.startsAt, number.endsAt) : text;
}

const withoutCourtesy = (name: string): string =>
	name
		.replace(COURTESY_TITLE, '')
		.replace(/\s*(様|先生|小姐|女士)?\s*収?收?$/u, '')
		.trim();

/** Takes the last country that is a line of its own, or follows the last comma or stands in brackets at the end of a line. */
function takeCountry(state: ParserState): string {
	const { lines, found } = state;
	const labelled = found.get('countryCode')?.value;
	if (labelled) return labelled;
	for (const [index, line] of [...lines.entries()].reverse()) {
		const hasDigits = /\d/.test(line);
		const isCandidate =
			!hasDigits && (line.length > 2 || /^([A-Z]|\p{Script=Han}){2}$/u.test(line)) && !looksLikeCompany(line);
		const code = isCandidate ? countryCodeOf(line.replace(/[.,]+$/, '')) : '';
		if (code !== '' && lines.length > 1) {
			lines.splice(index, 1);
			setField(state, 'countryCode', code, 'sure');
			return code;
		}
		const [, before = '', last = ''] =
			/^(.*?)\s*\(([^)]+)\)$/.exec(line) ??
			/^(.*?)\s+[–-]\s+([^–,-]+)$/.exec(line) ??
			/^(.*),\s*([^,]+)$/.exec(line) ??
			/^(.*?[.])\s+([^.]+)$/.exec(line) ??
			[];
		const lastPartCode = last.length > 2 && !/\d/.test(last) ? countryCodeOf(last) : '';
		if (lastPartCode !== '' && !isRegionNamed(last)) {
			lines[index] = before;
			setField(state, 'countryCode', lastPartCode, 'sure');
			return lastPartCode;
		}
		// "10115 Berlin DE"
		const [, place = '', ending = ''] = /^(.*\d.*)\s([A-Z]{2})$/.exec(line) ?? [];
		if (ENDINGS.includes(ending) && matchCity(place, ending)) {
			lines[index] = place;
			setField(state, 'countryCode', ending, 'sure');
			return ending;
		}
		// A city state: "Singapore 049999".
		if (/^singapore\s+\d{6}$/i.test(line)) {
			setField(state, 'countryCode', 'SG', 'sure');
			return 'SG';
		}
	}
	return '';
}
/** Country codes after a city. Others are also codes of states and provinces: BA is Bari, and ME is Messina. */
const ENDINGS = ['DE', 'AT', 'NL', 'BE', 'FR', 'DK', 'PL', 'CZ', 'GB'];
/** Names of countries that are regions of another one, too. */
const isRegionNamed = (name: string): boolean => /^(georgia)$/i.test(name.trim());

/** The country that the text shows without naming it: by its script, labels, tax numbers and phone numbers. Not stored. */
function evidentCountry(state: ParserState, text: string): string {
	const prefix = state.lines.map(countryOfPrefix).find(Boolean);
	if (prefix) return evident(state, prefix);
	if (/香港|九龍|新界/u.test(text)) return evident(state, 'HK');
	if (isJapanese(text)) return evident(state, 'JP');
	const withoutPostcode = state.lines
		.map((line) => countryOfCityWithoutPostcode(line.replace(/[.,]+$/, '')))
		.find(Boolean);
	if (withoutPostcode) return evident(state, withoutPostcode);
	if (/\p{Script=Greek}{3}/u.test(text)) return evident(state, 'GR');
	if (
		state.lines.some((line) => EIRCODE.test(line) && !postcodeValidator(line, 'GB')) &&
		/dublin|\bco\.?\s|ireland/i.test(text)
	)
		return evident(state, 'IE');
	const vat = /\b([A-Z]{2})\s?[\dA-Z]{2}[\d.\s-]{5,}/.exec(state.found.get('vatNumber')?.value ?? '')?.[1];
	if (vat && isSupportedCountry(vat)) return evident(state, vat);
	const byLabel = COUNTRY_OF_LABEL.find(([label]) => label.test(text))?.[1];
	if (byLabel) return evident(state, byLabel);
	const code = countryOfCallingCode(text);
	return code === '' ? '' : evident(state, code);
}
/** The country of an international phone number; an empty string when several countries share its calling code, or there is none. */
function countryOfCallingCode(text: string): string {
	const [, digits = ''] = /\+(\d{1,3})/.exec(text) ?? [];
	for (let length = digits.length; length > 0; length -= 1) {
		const code = digits.slice(0, length);
		const countries = getCountries().filter((country) => getCountryCallingCode(country) === code);
		const [first] = countries;
		// Several territories share the code of a large country.
		if (first !== undefined) return SHARED_CALLING_CODES[code] ?? (countries.length === 1 ? first : '');
	}
	return '';
}
const SHARED_CALLING_CODES: Record<string, string> = { 44: 'GB', 39: 'IT', 47: 'NO', 358: 'FI', 61: 'AU', 33: 'FR' };
function evident(state: ParserState, code: string): string {
	setField(state, 'countryCode', code, 'likely');
	return code;
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

const isVatNumber = (number: string): boolean =>
	hasVatRules(number.slice(0, 2)) && vatNumberProblem(number, number.slice(0, 2)) === undefined;

function takeVatNumber(state: ParserState): void {
	state.lines = state.lines.flatMap((line) => {
		const number = /\b[A-Z]{2,3}[\dA-Z.-]{7,14}\b/.exec(line.replace(/\s/g, ''))?.[0];
		if (!number || !isVatNumber(number)) return [line];
		setField(state, 'vatNumber', number, 'sure');
		return [];
	});
}

function takePhone(state: ParserState, countryCode: string): void {
	const country = isSupportedCountry(countryCode) ? countryCode : undefined;
	state.lines = state.lines.flatMap((line) => {
		if (postcodeValidatorExistsForCountry(countryCode) && postcodeValidator(line.replace(/^〒/, ''), countryCode))
			return [line];
		const number =
			findPhoneNumbersInText(line, country).find(({ startsAt, endsAt }) => endsAt - startsAt >= 7) ??
			// Numbers that are reserved for fiction are in no numbering plan.
			loosePhoneNumber(line);
		if (!number) return [line];
		const rest = (line.slice(0, number.startsAt) + line.slice(number.endsAt))
			.replace(/\([^()\d]*\)/g, '')
			.replace(/[\s()+./-]/g, '');
		// If the line also contains words, its digits are a house number or a postcode.
		if (/\p{L}{3}/u.test(rest)) return [line];
		const writtenNumber = line.slice(number.startsAt, number.endsAt);
		// Digits without a trunk prefix or separator are another number, such as that of a parcel locker's customer.
		if (/^[1-9]\d+$/.test(writtenNumber)) return [line];
		return setField(state, 'phone', writtenNumber, writtenNumber.startsWith('+') ? 'sure' : 'likely') ? [] : [line];
	});
}
function loosePhoneNumber(line: string): { startsAt: number; endsAt: number } | undefined {
	const number = /(?:\+|\(?0)\d[\d\s()./-]{6,}\d/.exec(line) ?? /^\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$/.exec(line);
	return number ? { startsAt: number.index, endsAt: number.index + number[0].length } : undefined;
}

/** Country of a postcode prefix, as in D-10115 or CH-8001; an empty string when there is no prefix. */
function countryOfPrefix(line: string): string {
	const [, prefix = ''] = /^([A-Z]{1,3})-\s?(?=\d)/.exec(line) ?? [];
	return prefix === '' ? '' : countryCodeOf(POSTCODE_PREFIXES[prefix] ?? prefix);
}
const POSTCODE_PREFIXES: Record<string, string> = { D: 'DE', F: 'FR', A: 'AT', S: 'SE', N: 'NO', DK: 'DK' };

/**
 * Takes postcode and city, and the country of the postcode if none is known.
 * @returns index of their line, or -1 if there was none
 */
function takeCity(state: ParserState, country: string, homeCountry: string): number {
	const special = takeSpecialCity(state, country);
	if (special !== undefined) return special;
	const { lines, found } = state;
	const postcode = found.get('zipcode')?.value;
	if (found.has('city') || postcode !== undefined) return takeCityOfPostcode(state, country);
	const countries = country ? [country] : [homeCountry, ...COMMON_COUNTRIES].filter(Boolean);
	for (const [index, writtenLine] of [...lines.entries()].reverse()) {
		if (PO_BOX.test(writtenLine)) continue;
		const prefixCountry = countryOfPrefix(writtenLine);
		const line = writtenLine
			.replace(/^[A-Z]{1,3}-\s?(?=\d)/, '')
			.replace('〒', '')
			.replace(/(\p{L})\/([A-Z]{2})$/u, '$1 - $2');
		const countryOfLine = prefixCountry || (country === '' && (countryOfRegion(line) || countryOfPlace(line)));
		for (const code of countryOfLine ? [countryOfLine] : countries) {
			const match = matchCity(line, code);
			if (!match) continue;
			if (country === '' && !countryOfLine && isAmbiguous(line, code, homeCountry)) break;
			lines.splice(index, 1);
			const isCountryKnown = found.has('countryCode') || prefixCountry !== '';
			const confidence = isCountryKnown ? 'sure' : 'likely';
			setField(state, 'zipcode', match.zipcode, confidence);
			if (match.street !== '') lines.splice(index, 0, match.street);
			const cityIndex = takeCityLine(state, index, match.city, code, confidence);
			if (!found.has('countryCode'))
				setField(state, 'countryCode', code, countryOfLine || found.has('region') ? 'likely' : 'guess');
			return cityIndex;
		}
	}
	return takeLonePostcode(state, country) ?? guessCity(state);
}

/** Whether the postcode of a line fits several countries, none of which is the desk's own. */
const isAmbiguous = (line: string, code: string, homeCountry: string): boolean =>
	code !== homeCountry && COMMON_COUNTRIES.filter((candidate) => matchCity(line, candidate)).length > 1;

/** The country of a large city whose postcodes fit, as in "110 00 Praha 1"; an empty string when there is none. */
function countryOfPlace(line: string): string {
	const [, zipcode = '', city = ''] = /^(\d{2,3}[ -]?\d{2,3}|\d{4,6})\s+(\p{L}.*)$/u.exec(line) ?? [];
	return city === '' ? '' : countryOfCity(zipcode, city);
}

/** Cities of the United Kingdom, Ireland, Japan and of countries without postcodes. Undefined in other countries. */
function takeSpecialCity(state: ParserState, country: string): number | undefined {
	if (country === 'JP' && state.lines.some(isJapanese)) return takeJapanese(state);
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
const BRITISH_POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?)\s?(\d[A-Z]{2})$|^BFPO\s?\d{1,4}$/i;

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
	while (index > 1 && isCounty(lines[index - 1] ?? '', country) && isTown(lines[index - 2] ?? '')) {
		lines.splice(index - 1, 1);
		index -= 1;
	}
	const city = lines[index - 1];
	if (city === undefined || !isTown(city) || index < 2) return postcodeIndex;
	const name = city.replace(/^(co\.?|county)\s+/i, '');
	setField(state, 'city', name, 'likely');
	lines.splice(index - 1, 1);
	return index - 1;
}
/** A town has no number, except a district: "Dublin 2". */
const isTown = (line: string): boolean =>
	!/\d/.test(line.replace(/\s\d{1,2}W?$/, '')) &&
	!isCompany(line) &&
	!WITHIN_BUILDING.test(line) &&
	!(STREET_WORD.test(line) && BUILDING.test(line));

function takeCityWithoutPostcode(state: ParserState, country: string): number {
	const { lines } = state;
	const index = lines.findLastIndex((line) => isCityOf(line.replace(/[.,]+$/, ''), country));
	if (index < 0) {
		const tail = lines.findLastIndex((line) => isCityOf(line.split(/\s*,\s*/).at(-1) ?? '', country));
		const parts = lines[tail]?.split(/\s*,\s*/) ?? [];
		const city = parts.pop();
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

/** An address in Japanese script: postcode and city first, then street, building, company and person. */
function takeJapanese(state: ParserState): number {
	const remaining: string[] = [];
	let street = '';
	for (const line of state.lines) {
		const read = readJapaneseLine(line);
		if (!read || (read.city === '' && read.zipcode === '')) {
			remaining.push(line);
			continue;
		}
		setField(state, 'zipcode', read.zipcode, 'sure');
		setField(state, 'city', read.city, 'likely');
		if (read.street !== '' && street === '') street = read.street;
		else if (read.street !== '') remaining.push(read.street);
	}
	setField(state, 'addressLine1', street, 'likely');
	state.lines = remaining;
	return remaining.length;
}

/** A city for a postcode with a label: the line with a region, or the last line without digits. */
function takeCityOfPostcode(state: ParserState, country: string): number {
	const { lines, found } = state;
	if (found.has('city')) return lines.length;
	const regionIndex = lines.findLastIndex(
		(line) => hasRegion(country) && splitCityLine(line, country).region !== undefined,
	);
	const index = regionIndex >= 0 ? regionIndex : lines.findLastIndex((line) => !/\d/.test(line) && !isCompany(line));
	const text = lines[index];
	if (text === undefined || index === 0) return -1;
	lines.splice(index, 1);
	return takeCityLine(state, index, text, country, 'likely');
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
	if (
		(isRegionCode(text, countryCode) || isRegionName(text, countryCode)) &&
		previousLine !== undefined &&
		!/\d/.test(previousLine)
	) {
		setField(state, 'region', text, confidence);
		setField(state, 'city', previousLine, confidence);
		lines.splice(index - 1, 1);
		return index - 1;
	}
	// "Montréal (Québec)", "Milano (MI)".
	const [, beforeBrackets, inBrackets = ''] = /^(.+?)\s*\(([^)]+)\)$/.exec(text) ?? [];
	const line =
		beforeBrackets === undefined ? text : hasRegion(countryCode) ? `${beforeBrackets}, ${inBrackets}` : beforeBrackets;
	const { city, region = '' } = hasRegion(countryCode) ? splitCityLine(line, countryCode) : { city: line };
	const isSplit = !city.includes(',');
	setField(state, 'city', city, isSplit ? confidence : 'likely');
	setField(state, 'region', region, confidence);
	return index;
}

/**
 * Takes a line that contains only a postcode of the country. The city is the line before it, or another line without digits that is
 * no name.
 * @returns index of the city's line; undefined if there are no such lines
 */
function takeLonePostcode(state: ParserState, country: string): number | undefined {
	const { lines } = state;
	if (!postcodeValidatorExistsForCountry(country)) return undefined;
	const index = lines.findLastIndex((line) => /\d/.test(line) && postcodeValidator(line, country));
	const [postcode, lineBefore] = [lines[index], lines[index - 1]];
	if (postcode === undefined || lineBefore === undefined) return undefined;
	const cityIndex = /\d/.test(lineBefore)
		? lines.findIndex(
				(line, at) => at > 0 && at < index && !/\d/.test(line) && countryOfCity(postcode, line) === country,
			)
		: index - 1;
	const cityText = lines[cityIndex];
	if (cityText === undefined) return undefined;
	lines.splice(index, 1);
	lines.splice(cityIndex, 1);
	setField(state, 'zipcode', postcode, 'sure');
	const end = takeCityLine(state, cityIndex, cityText, country, 'likely');
	return cityIndex === index - 1 ? end : lines.length;
}

/** Country whose region code and postcode end the line, as in "Austin, TX 78701"; an empty string when there is none. */
const countryOfRegion = (line: string): string =>
	COUNTRIES_WITH_REGION_CODES.find((code) => {
		const match = matchCity(line, code);
		if (!match || !line.endsWith(match.zipcode)) return false;
		return (
			isRegionCode(match.city, code) ||
			isRegionName(match.city.split(/\s*,\s*/).at(-1) ?? '', code) ||
			isRegionCode(splitCityLine(match.city, code).region ?? '', code)
		);
	}) ?? '';

/**
 * When no known postcode format matches: takes digits as the postcode and the words beside them as the city.
 * @returns index of the line that contained them, or -1 if there was none
 */
function guessCity(state: ParserState): number {
	const { lines } = state;
	const index = lines.findLastIndex(
		(line) =>
			(/^\d{4,6}\s+\p{L}/u.test(line) && !STREET_WORD.test(line)) ||
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

/** How much a line looks like a street with a house number; 0 when it does not. */
function streetScore(line: string): number {
	if (PO_BOX.test(line)) return 1;
	if (isCompany(line) && (!STREET_WORD.test(line) || !/\d/.test(line))) return 0;
	const hasWord = STREET_WORD.test(line);
	const hasNumber = looksLikeStreet(line) || /\d/.test(line);
	// The squares of Mannheim have no names: "C1, 12".
	if (/^[A-Z]\s?\d{1,2},?\s*\d{1,3}\w?(\s*\(.*\))?$/.test(line)) return 3;
	if (/^c\/o\b/i.test(line)) return 0;
	if (/^(packstation|paketshop|parcelshop|filiale)\s+\d/i.test(line)) return 3;
	const isWithin = WITHIN_BUILDING.test(line) || (BUILDING.test(line) && !hasWord);
	if (isWithin) return hasWord && hasNumber ? 2 : hasWord ? 1.5 : hasNumber ? 0.5 : 0;
	return (hasWord ? 2 : 0) + (hasNumber ? 1.5 : 0) - (!hasWord && !looksLikeStreet(line) ? 1 : 0);
}

/**
 * Takes the street as address line 1, the company and the contact person from the lines before it, and every other line as address
 * line 2. Lines after the city are used only if they are a part of an address.
 * @param cityIndex index of the line that contained the city, or -1 when no city was found
 */
function takeStreetAndNames(state: ParserState, cityIndex: number): void {
	const { found } = state;
	const end = cityIndex < 0 ? state.lines.length : cityIndex;
	const before = state.lines
		.slice(0, end)
		.flatMap(splitNames)
		.filter((line, index) => index === 0 || !JOB_TITLE.test(line));
	const after = state.lines
		.slice(end)
		.filter((line) => PO_BOX.test(line) || WITHIN_BUILDING.test(line) || streetScore(line) >= 2);
	const lines = [...before, ...after];
	const scores = lines.map((line, index) => (index === 0 && isCompany(line) ? 0 : streetScore(line)));
	const best = found.has('addressLine1') ? 0 : Math.max(0, ...scores);
	const isStreetKnown = best >= 0.5;
	let streetIndex = isStreetKnown ? scores.indexOf(best) : -1;
	// Without a number or a word of a street, the line after the names is the street.
	if (streetIndex < 0 && !found.has('addressLine1') && found.has('city') && before.length > 1) streetIndex = -2;

	const others: string[] = [];
	// In Chinese and Japanese, the names come last.
	const isName = (index: number) =>
		streetIndex < 0 || index < streetIndex || /\p{Script=Han}/u.test(lines[index] ?? '');
	for (const [index, line] of lines.entries()) {
		if (index === streetIndex) {
			setField(state, 'addressLine1', line, 'likely');
			continue;
		}
		const name = withoutCourtesy(line);
		const isBuildingLine =
			WITHIN_BUILDING.test(line) || PO_BOX.test(line) || /\d/.test(line) || (BUILDING.test(line) && index > 0);
		if (!isBuildingLine && isName(index)) {
			const hasSharedName = index === 0 && !lines.some(isCompany) && sharesName(line, lines[1] ?? '');
			if ((isCompany(line) || hasSharedName) && setField(state, 'companyName', name, 'likely')) continue;
			const isPerson = PERSON_NAME.test(line) || name !== line || /様$/u.test(line) || isNonLatinName(line);
			// The first line may be the name of a house: Rose Cottage.
			const confidence = BUILDING.test(line) ? 'guess' : 'likely';
			if (isPerson && !STREET_WORD.test(line) && setField(state, 'contactPerson', name, confidence)) continue;
			if (index === 0 && setField(state, 'companyName', name, 'guess')) continue;
		}
		others.push(line);
	}
	if (streetIndex === -2) setField(state, 'addressLine1', others.shift() ?? '', 'guess');
	// Some write the person or the company last.
	for (const line of state.lines.slice(end)) {
		if (after.includes(line) || found.has('companyName') || found.has('contactPerson')) continue;
		const name = withoutCourtesy(line);
		if (isCompany(line)) setField(state, 'companyName', name, 'likely');
		else if (PERSON_NAME.test(line) || name !== line) setField(state, 'contactPerson', name, 'likely');
	}
	setField(
		state,
		'addressLine2',
		[...others, ...state.extraLines].join(', '),
		others.some((line) => /\d/.test(line)) ? 'likely' : 'guess',
	);
}
/** Positions of people, which are no part of an address. */
const JOB_TITLE =
	/^[^\d,]*\b(manager(in)?|director|officer|engineer|geschäftsführer(in)?|leiter(in)?( \p{L}+)?|directeur|directrice|gérante?|ceo|cto|coo|buyer|assistant|responsable|encargad[oa]|kierownik)\b[^\d,]*$/iu;
/** Two names, of which the second is a person with the name of the first: "Holzbau Ramseckner", "Thomas Ramseckner". */
function sharesName(first: string, second: string): boolean {
	const words = first.split(/\s+/).filter((word) => word.length > 3);
	return PERSON_NAME.test(second) && words.some((word) => second.split(/\s+/).includes(word));
}
const isNonLatinName = (line: string): boolean =>
	/^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}\s]{2,8}(様|先生|小姐|女士)?\s?収?收?$/u.test(
		line,
	);

/** "Malli Oy / Matti Meikäläinen" is a company and a person. */
function splitNames(line: string): string[] {
	const parts = line.split(/\s+[/|]\s+/);
	return parts.length === 2 && parts.some(isCompany) ? parts : [line];
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
				// "6720 Szeged, Példa tér 4": the street follows.
				const [place = '', ...rest] = city.split(/\s*,\s*/);
				if (rest.some((text) => /\d/.test(text)) && !/\d/.test(place))
					return { zipcode: start, city: place, street: rest.join(', ') };
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
