// Splits a pasted address block into fields, each with a confidence. Pure.
import { findPhoneNumbersInText, getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import type { PastedField } from '../../src-contract/model/address-check';
import { hasRegion } from '../../src-contract/rules/address-regions';
import { isPostcode } from '../../src-contract/rules/postcodes';
import { hasVatRules, vatNumberProblem } from '../../src-contract/rules/vat-numbers';
import { countryCodeOf } from '../platform/country-names';
import { looksLikeCompany } from './files/columns';
import { countriesOfCity, countriesOfRegion, isCityName, isNameOfRegion } from './gazetteer';
import { labelOf } from './paste-labels';
import { linesOf, splitAtCommas } from './paste-lines';
import { isPersonName, takeStreetAndNames, withoutCourtesy } from './paste-names';
import { type FoundPlace, findCity, findPlace, hasPostcodeOf } from './paste-place-finder';
import {
	countryOfCityWithoutPostcode,
	EIRCODE,
	hasPostcodes,
	isCityOf,
	isCounty,
	isJapanese,
	readEastAsianLine,
} from './paste-places';
import { type ParserState, setField } from './paste-state';
import { BUILDING, hasStreetWord, isCompany, isDepartment, isWithinBuilding, PO_BOX } from './paste-words';

const EMAIL = /(?<![^\s<>(),;:"[\]])[^\s<>(),;:"[\]@]{1,64}@[^\s<>(),;:"[\]@]{1,255}/u;
/** Tax numbers that are written without a prefix, by the label before them. */
const COUNTRY_OF_LABEL: readonly [RegExp, string][] = [
	[/\bnip\b/i, 'PL'],
	[/\b(ičo|dič|ico|dic)\b/i, 'CZ'],
	[/\bcvr\b/i, 'DK'],
	[/\by-tunnus\b/i, 'FI'],
	[/\bp\.? ?iva\b/i, 'IT'],
	[/\badószám\b/i, 'HU'],
	[/\b(cpf|cnpj)\b/i, 'BR'],
	[/\bgstin\b/i, 'IN'],
	[/\bnpwp\b/i, 'ID'],
	[/\bcuit\b/i, 'AR'],
	[/\brut\b/i, 'CL'],
	[/\bruc\b/i, 'PE'],
	[/\brfc\b/i, 'MX'],
	[/\bvergi no\b/i, 'TR'],
	[/\boib\b/i, 'HR'],
	[/統一編號/u, 'TW'],
	[/\btrn\b/i, 'AE'],
	[/\bαφμ\b/iu, 'GR'],
	[/\babn\b/i, 'AU'],
	[/\bkvk\b/i, 'NL'],
	[/\bsiret\b/i, 'FR'],
	[/\borg\.? ?nr\b/i, 'NO'],
	[/\bnif\D{0,6}\d{9}(?!\d)/i, 'PT'],
	[/\bnif\b/i, 'ES'],
	[/\bCHE-?\d{3}/, 'CH'],
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
	'AU',
	'BR',
];

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
	const likelyCountry =
		country === '' ? countryOfWords(text) || countryOfPlaces(state, homeCountry) || countryOfMail(state) : '';
	const cityIndex = takeCity(state, country, likelyCountry, homeCountry);
	setField(state, 'countryCode', likelyCountry, 'guess');
	// In Australia and New Zealand, the suburb takes the place of the city.
	if (!state.found.has('city')) setField(state, 'city', state.districts.shift() ?? '', 'likely');
	state.extraLines.push(...state.districts);
	takeStreetAndNames(state, cityIndex);
	return [...state.found.values()];
}

function takeLabelledFields(state: ParserState): void {
	const remaining: string[] = [];
	const firstNames: string[] = [];
	const lastNames: string[] = [];
	const houseNumbers: string[] = [];
	const districts: string[] = [];
	for (const [index, line] of state.lines.entries()) {
		const label = labelOf(line);
		if (!label) {
			remaining.push(line);
			continue;
		}
		const { field, value } = label;
		// A company's number in Sweden; in Norway, the number with MVA is that of the tax.
		// The name of an account: "Buyer: sample_crafts".
		if (field === 'contactPerson' && /^[\w.-]*[_\d][\w.-]*$/.test(value)) continue;
		const isRegisterNumber = field === 'vatNumber' && /^org/i.test(line) && !/^no|mva/i.test(value);
		if (field === 'ignored' && REFERENCE.test(line) && isPersonName(value))
			setField(state, 'contactPerson', withoutCourtesy(value), 'guess');
		if (isRegisterNumber || field === 'ignored' || (field === 'phone' && !/\d{3}/.test(value.replace(/\D/g, ''))))
			continue;
		// "CEP 89211-430 – Joinville/SC": the city follows.
		const isPlace = field === 'place' || (field === 'zipcode' && /\p{L}{3}/u.test(value));
		if (isPlace) remaining.push(value);
		else if (field === 'country' || field === 'countryCode') {
			if (!setField(state, 'countryCode', countryCodeOf(value), 'sure')) remaining.push(value);
		} else if (field === 'city') {
			const [city = '', ...rest] = value.split(/\s*,\s*/);
			setField(state, 'city', city, 'likely');
			state.extraLines.push(...rest);
		} else if (field === 'contactPerson') {
			const [, name = value, phone = ''] = /^(.*?)\s*(\+?\d[\d\s()./-]{6,})$/.exec(value) ?? [];
			const [beforeComma = '', department = ''] = name.split(/\s*,\s*/, 2);
			const isWithDepartment = isDepartment(department) && isPersonName(beforeComma);
			if (isWithDepartment) state.extraLines.push(department);
			const person = withoutCourtesy((isWithDepartment ? beforeComma : name).replace(/\s*\([^()]*\d[^()]*\)$/, ''));
			const hasName = person.split(/\s+[/–-]\s+|\s*\(|,\s+/).some(isPersonName);
			if (isDepartment(person) && !hasName) state.extraLines.push(person);
			else if (isCompany(person.replace(/\s*[(–].*$/, ''))) remaining.unshift(person);
			else setField(state, 'contactPerson', person, /\d/.test(person) ? 'guess' : 'sure');
			setField(state, 'phone', phone, 'likely');
		} else if (field === 'addressLine1') {
			const parts = splitAtCommas(value);
			if (parts.length >= MIN_PARTS_OF_ADDRESS) {
				remaining.push(...parts);
				continue;
			}
			// "Adresse : M. Corentin Delvigneux, Rue Haute 118"
			const next = state.lines[index + 1] ?? '';
			if (isPersonName(value) && !hasStreetWord(value) && /\d/.test(next) && !labelOf(next)) {
				remaining.push(value);
				continue;
			}
			const [first = '', ...rest] = value.split(/\s*,\s*(?=(?:bl|sc|et|ap|apt|flat|unit|floor|appt|bât)\b)/i);
			setField(state, 'addressLine1', first, 'likely');
			state.extraLines.push(...rest);
		} else if (field === 'addressLine2') state.extraLines.push(value);
		else if (field === 'email' && !EMAIL.test(value)) remaining.push(line);
		else if (field === 'firstName') firstNames.push(value);
		else if (field === 'lastName') lastNames.push(value);
		else if (field === 'houseNumber') houseNumbers.push(value);
		else if (field === 'companyName' && BUYER.test(line) && isPersonName(value) && !isCompany(value))
			setField(state, 'contactPerson', withoutCourtesy(value), 'likely');
		else if (field === 'district') districts.push(value);
		else if (field === 'careOf') state.extraLines.push(/^c/i.test(line) ? `c/o ${value}` : line);
		else if (field === 'phone') {
			setField(state, 'phone', loosePhoneText(withoutNumberWord(value)), 'sure');
			if (EMAIL.test(value)) remaining.push(EMAIL.exec(value)?.[0] ?? '');
		} else if (field === 'vatNumber')
			setField(
				state,
				field,
				withoutNumberWord(value).replace(/[,;].*$| - .*$|\s+\p{Lu}\p{Ll}+\.?(?:\s.*)?$/u, ''),
				'sure',
			);
		else setField(state, field, field === 'email' ? (EMAIL.exec(value)?.[0] ?? value) : value, 'sure');
	}
	state.lines = remaining;
	// "Prénom", "Nom"
	const person = state.found.get('contactPerson');
	if (person && !(firstNames.length > 0 && person.value.includes(' ')))
		person.value = [...firstNames, person.value, ...lastNames].join(' ');
	setField(state, 'contactPerson', [...firstNames, ...lastNames].join(' '), 'sure');
	state.districts = districts;
	const street = state.found.get('addressLine1');
	if (street) street.value = [street.value, ...houseNumbers].join(' ');
}

/** "n.º PT 501234560" */
const withoutNumberWord = (value: string): string =>
	value.replace(/^(?:n\.?\s?[º°o]|nr|no|reg|number|nummer)\.?[:\s]+/i, '');
/** Words for the buyer, who may be a person. */
const BUYER = /^(?:client|cliente|customer|cust|kunde|kund|klant|klient|asiakas|zákazník|vevő|buyer)\b/iu;
/** A person that an order is for: "Ref: Tuva Lindehag". */
const REFERENCE = /^(?:(?:your|our|er|vår|ihr) )?ref/i;
/** A street with so many parts is a whole address. */
const MIN_PARTS_OF_ADDRESS = 4;

/** The phone number in a text with a label, without remarks such as "(daytime)". */
function loosePhoneText(text: string): string {
	if (/^[+\d\s()./-]+$/.test(text)) return text;
	const number = loosePhoneNumber(text);
	if (number) return text.slice(number.startsAt, number.endsAt);
	return /^[+(]{0,2}\d[\d\s()./-]{5,}\d/.exec(text)?.[0] ?? text;
}

/** Takes the last country that is a line of its own, or follows the last comma or stands in brackets at the end of a line. */
function takeCountry(state: ParserState, text: string): string {
	const byTaxNumber = COUNTRY_OF_LABEL.find(([label]) => label.test(text))?.[1];
	const { lines, found } = state;
	const labelled = found.get('countryCode')?.value;
	if (labelled) return labelled;
	// Three islands share the name Channel Islands; the postcode tells which.
	const islandPostcode = lines.map((line) => BRITISH_POSTCODE.exec(line)?.[0] ?? '').find(Boolean) ?? '';
	const lastPostcode = lines.findLastIndex((line) => /^(?:pin\s)?\d{4,6}$/i.test(line));
	for (const [index, line] of [...lines.entries()].reverse()) {
		const hasDigits = /\d/.test(line);
		const isCandidate =
			!hasDigits &&
			(line.length > 2 || (/^([A-Z]|\p{Script=Han}){2}$/u.test(line) && index > lastPostcode)) &&
			!looksLikeCompany(line);
		const code = isCandidate ? countryCodeOf(line.replace(/[.,]+$/, ''), islandPostcode) : '';
		// "Indore, MP" with a GSTIN
		const isState = line.length === 2 && byTaxNumber !== undefined && byTaxNumber !== code;
		if (code !== '' && lines.length > 1 && !isState) {
			lines.splice(index, 1);
			// Two letters are the code of a state or province, too.
			setField(state, 'countryCode', code, /^[A-Z]{2}$/.test(line) ? 'likely' : 'sure');
			return code;
		}
		const [, before = '', last = ''] =
			/^(.*?)\s*\(([^)]+)\)$/.exec(line) ??
			/^(.*?)\s+[–-]\s+([^–,-]+)$/.exec(line) ??
			/^(.*),\s*([^,]+)$/.exec(line) ??
			/^(.*?[.])\s+([^.]+)$/.exec(line) ??
			[];
		const previous = before.split(/\s*,\s*/).at(-1) ?? '';
		// "Kowloon, HK": other codes of two letters are states.
		const isCode = /^[A-Z]{2}$/.test(last) && (isCityOf(previous, last) || isCityName(previous, last));
		const lastPartCode = (last.length > 2 || isCode) && !/\d/.test(last) ? countryCodeOf(last) : '';
		// "S.L." is a form of companies.
		const isForm = /^(?:[A-Z]\.){2,3}$/.test(last) && !/^[UP]\./.test(last);
		// "Av. Brasil"
		const isStreet = hasStreetWord(line) && /^\p{L}{1,5}\.$/u.test(before);
		if (lastPartCode !== '' && !isRegionNamed(last) && !isForm && !isStreet) {
			lines[index] = before;
			setField(state, 'countryCode', lastPartCode, 'sure');
			return lastPartCode;
		}
		// "P.R. China 315100"
		const [, name = '', postcode = ''] = /^(\D{4,}?)[\s,]+(\d{4,6})$/.exec(line) ?? [];
		const codeBefore = isRegionNamed(name) ? '' : countryCodeOf(name);
		if (codeBefore !== '' && codeBefore !== 'SG' && hasPostcodeOf(postcode, codeBefore)) {
			lines[index] = postcode;
			setField(state, 'countryCode', codeBefore, 'sure');
			return codeBefore;
		}
		// "1060 Bruxelles Belgique", "Bangkok 10110 Thailand"
		const trailing = trailingCountry(line);
		if (trailing) {
			lines[index] = trailing.before;
			setField(state, 'countryCode', trailing.code, 'sure');
			return trailing.code;
		}
		// "Dubai UAE"
		const [, city = '', afterCity = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
		const codeAfterCity = afterCity.length > 2 && !/\d/.test(line) ? countryCodeOf(afterCity) : '';
		if (codeAfterCity !== '' && (isCityOf(city, codeAfterCity) || isCityName(city, codeAfterCity))) {
			lines[index] = city;
			setField(state, 'countryCode', codeAfterCity, 'sure');
			return codeAfterCity;
		}
		// "10115 Berlin DE"
		const [, place = '', ending = ''] = /^(.*\d.*)\s([A-Z]{2})$/.exec(line) ?? [];
		if (ENDINGS.includes(ending) && findPlace([place], [ending])) {
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
/** A country at the end of a line whose last words have a postcode. */
function trailingCountry(line: string): { before: string; code: string } | undefined {
	const words = line.split(' ');
	for (let count = Math.min(3, words.length - 2); count > 0; count -= 1) {
		const name = words.slice(-count).join(' ');
		const before = words.slice(0, -count);
		const code = /^\p{L}[\p{L} .]{3,}$/u.test(name) && !isRegionNamed(name) ? countryCodeOf(name) : '';
		if (code !== '' && before.slice(-4).some((word) => /\d{3}/.test(word)) && findPlace([before.join(' ')], [code]))
			return { before: before.join(' '), code };
	}
	return undefined;
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
	if (/\p{Script=Thai}/u.test(text)) return evident(state, 'TH');
	if (/\p{Script=Hebrew}{3}/u.test(text)) return evident(state, 'IL');
	if (/\p{Script=Hangul}{2}/u.test(text)) return evident(state, 'KR');
	if (/\p{Script=Han}{2}[市縣]\p{Script=Han}{1,4}[區鄉鎮市]/u.test(text)) return evident(state, 'TW');
	if (/\p{Script=Han}省|\p{Script=Han}{2}市\p{Script=Han}{1,4}区/u.test(text)) return evident(state, 'CN');
	const withoutPostcode = state.lines
		.map((line) => countryOfCityWithoutPostcode(line.replace(/[.,]+$/, '')))
		.find(Boolean);
	if (withoutPostcode) return evident(state, withoutPostcode);
	if (/\p{Script=Greek}{3}/u.test(text)) return evident(state, 'GR');
	if (
		state.lines.some((line) => EIRCODE.test(line) && !postcodeValidator(line, 'GB')) &&
		(/dublin|\bco\.?\s|ireland/i.test(text) ||
			state.lines.some((line) => line.split(/\s*,\s*/).some((part) => isCityName(part, 'IE'))))
	)
		return evident(state, 'IE');
	const vat = /\b([A-Z]{2})\s?[\dA-Z]{2}[\d.\s-]{5,}/.exec(state.found.get('vatNumber')?.value ?? '')?.[1];
	if (vat && hasVatRules(vat)) return evident(state, vat);
	const byLabel = COUNTRY_OF_LABEL.find(([label]) => label.test(text))?.[1];
	if (byLabel) return evident(state, byLabel);
	const code = countryOfCallingCode(text);
	return code === '' ? '' : evident(state, code);
}
/** The only country that has a larger city or a state with the name of the labelled city, the labelled region, or a line. */
function countryOfPlaces({ found, lines }: ParserState, homeCountry: string): string {
	const ofLabels = [
		countriesOfRegion(found.get('region')?.value ?? ''),
		countriesOfCity(found.get('city')?.value ?? ''),
	];
	const parts = lines
		.slice(found.has('contactPerson') || found.has('companyName') ? 0 : 1)
		.flatMap((line) => line.split(/\s*[,;/]\s*|\s+[-–]\s+|\s+(?=\d)|(?<=\d)\s+/))
		.map((part) => part.replace(/^DI\s+/, ''))
		.filter((part) => part.length >= MIN_REGION_LENGTH);
	// "48147 Münster" is in Germany, and Munster is a province of Ireland.
	const ofLines = parts.some((part) => isCityName(part, homeCountry)) ? [] : parts.map(countriesOfRegion);
	return [...ofLabels, ...ofLines].find((codes) => codes.length === 1)?.[0] ?? '';
}
/** The country of words that are used in few countries; "RD 2" is a rural delivery of New Zealand. */
const countryOfWords = (text: string): string =>
	/\b(?:appt|bât\.|bâtiment|cedex)/i.test(text) ? 'FR' : /^RD\s?\d{1,2}$/m.test(text) ? 'NZ' : '';
/** The country at the end of the mail address. */
function countryOfMail({ found }: ParserState): string {
	const domain = /\.([a-z]{2})$/i.exec(found.get('email')?.value ?? '')?.[1]?.toUpperCase() ?? '';
	return ANYWHERE_DOMAINS.includes(domain) ? '' : domain === 'UK' ? 'GB' : isSupportedCountry(domain) ? domain : '';
}
/** Top-level domains that are used outside of their country. */
const ANYWHERE_DOMAINS = [
	'IO',
	'CO',
	'ME',
	'TV',
	'AI',
	'CC',
	'TO',
	'FM',
	'GG',
	'IS',
	'IM',
	'LY',
	'SH',
	'WS',
	'LA',
	'VC',
	'GL',
];
/** Shorter names of regions are also words. */
const MIN_REGION_LENGTH = 7;

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
const SHARED_CALLING_CODES: Record<string, string> = {
	44: 'GB',
	212: 'MA',
	39: 'IT',
	47: 'NO',
	358: 'FI',
	61: 'AU',
	33: 'FR',
};
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
		const swiss = /^CHE[-\s]?\d{3}\.?\d{3}\.?\d{3}(?:\s+(?:MWST|TVA|IVA))?$/i.exec(line)?.[0];
		const turkish = /\sV\.?\s?D\.?\s*:?\s*(\d{10})$/u.exec(line)?.[1];
		if (turkish) return setField(state, 'vatNumber', turkish, 'likely') ? [] : [line];
		const number = swiss ?? /\b[A-Z]{2,3}[\dA-Z.-]{7,14}\b/.exec(line.replace(/\s/g, ''))?.[0];
		// A number that is a line of its own, with a mistake.
		const isWholeLine = /^(?:ATU|[A-Z]{2})\d[\dA-Z]{6,11}$/.test(line) && hasVatRules(line.slice(0, 2));
		if (isWholeLine && !isVatNumber(line)) return setField(state, 'vatNumber', line, 'likely') ? [] : [line];
		if (!number || !(swiss ?? isVatNumber(number))) return [line];
		setField(state, 'vatNumber', number, 'sure');
		return [];
	});
}

function takePhone(state: ParserState, countryCode: string): void {
	const country = isSupportedCountry(countryCode) ? countryCode : undefined;
	state.lines = state.lines.flatMap((line) => {
		if (MILITARY_POST.test(line) || line.replace(/\D/g, '').length < MIN_PHONE_DIGITS) return [line];
		if (postcodeValidatorExistsForCountry(countryCode) && postcodeValidator(line.replace(/^〒/, ''), countryCode))
			return [line];
		const number =
			findPhoneNumbersInText(line, country).find(
				({ startsAt, endsAt }) => endsAt - startsAt >= 7 && !ZIP_PLUS_4.test(line.slice(startsAt, endsAt)),
			) ??
			// Numbers that are reserved for fiction are in no numbering plan.
			loosePhoneNumber(line);
		if (!number) return [line];
		const inBrackets = /\(([^()\d]+)\)$/.exec(line)?.[1] ?? '';
		if (isPersonName(inBrackets)) setField(state, 'contactPerson', inBrackets, 'likely');
		const rest = (line.slice(0, number.startsAt) + line.slice(number.endsAt))
			.replace(/\([^()\d]*\)/g, '')
			.replace(/[\s()+./-]/g, '');
		// "Mrs P. Sample 07700 900123"
		const before = line.slice(0, number.startsAt).replace(/[\s,:–-]+$/, '');
		const digits = line.slice(number.startsAt).replace(/\D/g, '').length;
		const isPhone = digits > 9 || /^[+(]?0|^\+/.test(line.slice(number.startsAt));
		if (isPhone && isPersonName(before) && number.endsAt === line.length && !hasStreetWord(before))
			return setField(state, 'phone', line.slice(number.startsAt), 'likely') ? [before] : [line];
		// If the line also contains words, its digits are a house number or a postcode.
		if (/\p{L}{3}/u.test(rest)) return [line];
		const writtenNumber = line.slice(number.startsAt, number.endsAt);
		// Digits without a trunk prefix or separator are another number, such as that of a parcel locker's customer.
		if (/^[1-9]\d+$/.test(writtenNumber)) return [line];
		return setField(state, 'phone', writtenNumber, writtenNumber.startsWith('+') ? 'sure' : 'likely') ? [] : [line];
	});
}
const MIN_PHONE_DIGITS = 6;
const ZIP_PLUS_4 = /^\d{5}-\d{4}$/;
function loosePhoneNumber(line: string): { startsAt: number; endsAt: number } | undefined {
	const number =
		/(?<![\d(])(?!\d{5}-\d{4}(?!\d))(?:\+|\(?0)\d[\d\s()./-]{6,}\d/.exec(line) ??
		/^\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$/.exec(line);
	return number ? { startsAt: number.index, endsAt: number.index + number[0].length } : undefined;
}

/** Country of a postcode prefix, as in D-10115 or CH-8001; an empty string when there is no prefix. */
function countryOfPrefix(line: string): string {
	const [, prefix = '', rest = ''] =
		/^([A-Z]{1,3})-\s?(\d.*)$/.exec(line) ??
		/\s(BE|BG|CZ|DK|EE|FI|HR|HU|LT|LU|LV|NO|RO|RS|SE|SI|SK)-(\d{4,5})$/.exec(line) ??
		[];
	const code = prefix === '' ? '' : countryCodeOf(POSTCODE_PREFIXES[prefix] ?? prefix);
	return code !== '' && hasPostcodeOf(rest, code) ? code : '';
}
const POSTCODE_PREFIXES: Record<string, string> = { D: 'DE', F: 'FR', A: 'AT', S: 'SE', N: 'NO', DK: 'DK' };

/**
 * Takes postcode, city and region, and the country of the postcode if none is known.
 * @returns index of the first line after their line, or -1 if there was none
 */
function takeCity(state: ParserState, country: string, likelyCountry: string, homeCountry: string): number {
	const special = takeSpecialCity(state, country);
	if (special !== undefined) return special;
	const { found } = state;
	const labelledPostcode = found.get('zipcode')?.value;
	if (labelledPostcode !== undefined && country === '') {
		const hasLetters = /\p{L}/u.test(labelledPostcode);
		const countries = [likelyCountry, homeCountry, ...(hasLetters ? COMMON_COUNTRIES : [])].filter(Boolean);
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
	if (place?.isCertainCountry) return place;
	const likelyPlace = likelyCountry === '' ? undefined : findPlace(lines, [likelyCountry]);
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
	setField(state, 'city', place.city, confidence.city);
	if (hasRegion(countryCode)) setField(state, 'region', place.region, confidence.city);
	setField(state, 'countryCode', countryCode, isCertainCountry ? 'likely' : 'guess');
	return place.end;
}

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
/** Post offices of the forces of the United States: "APO AE 09459". */
const MILITARY_POST = /\b([ADF]PO),?\s+(A[AEP]),?\s+(\d{5}(?:-\d{4})?)$/i;
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
	// "Cirencester, Gloucestershire", "GL7 1QW"
	const parts = (lines[index - 1] ?? '').split(/\s*,\s*/);
	if (index > 1 && parts.length === 2 && parts.every((part) => !/\d/.test(part)) && isCounty(parts[1] ?? '', country)) {
		lines.splice(index - 1, 1, ...parts);
		index += 1;
	}
	while (index > 1 && isCounty(lines[index - 1] ?? '', country) && isTown(lines[index - 2] ?? '')) {
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
		const read = isCompany(line) ? undefined : readEastAsianLine(line, country);
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
