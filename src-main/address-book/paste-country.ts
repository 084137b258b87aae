// Finds the country of a pasted address: by its name, or by what shows it without naming it. Pure.
import { getCountries, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator } from 'postcode-validator';
import { countriesOfRegionCode } from '../../src-contract/rules/address-regions';
import { hasVatRules } from '../../src-contract/rules/vat-numbers';
import { countryCodeOf } from '../platform/country-names';
import { looksLikeCompany } from './files/columns';
import { countriesOfCity, countriesOfRegion, isCityName } from './gazetteer';
import { findPlace } from './paste-place-finder';
import { MEXICAN_STATE } from './paste-place-names';
import { BRITISH_POSTCODE, countryOfCityWithoutPostcode, EIRCODE, isCityOf, isJapanese } from './paste-places';
import { hasPostcodeOf } from './paste-postcodes';
import { type ParserState, setField } from './paste-state';
import { hasStreetWord } from './paste-words';

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
	[/\bnif\D{0,6}\d{3}\s?\d{3}\s?\d{3}(?!\d)/i, 'PT'],
	[/\bnif\b/i, 'ES'],
	[/\bCHE-?\d{3}/, 'CH'],
];
/** Takes the last country that is a line of its own, or follows the last comma or stands in brackets at the end of a line. */
export function takeCountry(state: ParserState, text: string): string {
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
export function evidentCountry(state: ParserState, text: string): string {
	const prefix = state.lines.map(countryOfPrefix).find(Boolean);
	if (prefix) return evident(state, prefix);
	if (/香港|九龍|新界/u.test(text)) return evident(state, 'HK');
	if (isJapanese(text)) return evident(state, 'JP');
	if (/\p{Script=Thai}/u.test(text)) return evident(state, 'TH');
	if (/\p{Script=Hebrew}{3}/u.test(text)) return evident(state, 'IL');
	if (/\p{Script=Hangul}{2}/u.test(text)) return evident(state, 'KR');
	if (/\p{Script=Han}{2}[市縣]\p{Script=Han}{1,4}[區鄉鎮市]/u.test(text)) return evident(state, 'TW');
	if (/\p{Script=Han}省|\p{Script=Han}{2}市\s*\p{Script=Han}{1,4}区/u.test(text)) return evident(state, 'CN');
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
		countriesOfRegionCode(found.get('region')?.value ?? ''),
		countriesOfRegion(found.get('region')?.value ?? ''),
		countriesOfCity(found.get('city')?.value ?? ''),
	];
	const parts = lines
		.slice(found.has('contactPerson') || found.has('companyName') ? 0 : 1)
		.flatMap((line) => line.split(/\s*[,;/]\s*|\s+[-–]\s+|\s+(?=\d)|(?<=\d)\s+/))
		// "DI" is Daerah Istimewa, the special region of Indonesia: "DI Yogyakarta".
		.map((part) => part.replace(/^DI\s+/, ''))
		.filter((part) => part.length >= MIN_REGION_LENGTH);
	// "48147 Münster" is in Germany, and Munster is a province of Ireland.
	const ofLines = parts.some((part) => isCityName(part, homeCountry)) ? [] : parts.map(countriesOfRegion);
	const isOne = (codes: readonly string[]): boolean => codes.length === 1;
	// The region follows the city, which may have the name of a region of another country: "Guadalajara, Jalisco".
	return (ofLabels.find(isOne) ?? ofLines.findLast(isOne))?.[0] ?? '';
}
/** The country of words that are used in few countries; "RD 2" is a rural delivery of New Zealand. */
const countryOfWords = (text: string): string =>
	[...text.matchAll(CITY_AND_REGION)].some(([, region = '']) => MEXICAN_STATE.test(region))
		? 'MX'
		: /\b(?:appt|bât\.|bâtiment|cedex|adresse de livraison|commande n)/i.test(text) && /(?<!\d)\d{5}(?!\d)/.test(text)
			? 'FR'
			: (WORDS_OF_COUNTRIES.find(([words]) => words.test(text))?.[1] ?? '');
/** "44100 Guadalajara, Jal." */
const CITY_AND_REGION = /(?<!\d)\d{5},? \p{Lu}[\p{L} .]{2,40}, (\p{L}[\p{L}. ]{1,12})(?=$|[,\n])/gmu;
const WORDS_OF_COUNTRIES: readonly [RegExp, string][] = [
	[/(?<!\p{L})(?:impasse|quai|lieu-dit|rue|boulevard) (?:.|\n)*?(?<!\d)\d{5} \p{L}/iu, 'FR'],
	[/(?<!\p{L})(?:via|viale|piazza|corso|contrada) \p{L}(?:.|\n)*?(?<!\d)\d{5} \p{L}/iu, 'IT'],
	[/^RD\s?\d{1,2}$/m, 'NZ'],
	[/(?<!\p{L})(?:jud\. \p{Lu}|cod po[sșş]tal|bl\. \w+, sc\.)/u, 'RO'],
	[/(?<!\p{L})(?:гр\. \p{Lu}|ЕООД(?!\p{L}))/u, 'BG'],
	[/(?<!\p{L})(?:вул\. |м\. \p{Lu}|ТОВ «)/u, 'UA'],
	[/(?<!\p{L})(?:bpk|edms)(?!\p{L})/iu, 'ZA'],
	[/\p{L}{3}(?:gade|vænget|stræde) \d(?:.|\n)*?(?<!\d)\d{4} \p{L}/iu, 'DK'],
	[/\p{L}{3}(?:gata|veien|vegen) \d(?:.|\n)*?(?<!\d)\d{4} \p{L}/iu, 'NO'],
	[/\p{L}{3}(?:gatan|vägen) \d(?:.|\n)*?(?<!\d)\d{3} ?\d{2} \p{L}/iu, 'SE'],
	[/\p{L}{3}(?:katu|tie) \d(?:.|\n)*?(?<!\d)\d{5} \p{L}/iu, 'FI'],
];
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

/** The country that words, places or the mail address suggest, if no postcode tells it. */
export const likelyCountryOf = (state: ParserState, text: string, homeCountry: string): string =>
	countryOfWords(text) || countryOfPlaces(state, homeCountry) || countryOfMail(state);

/** Country of a postcode prefix, as in D-10115 or CH-8001; an empty string when there is no prefix. */
export function countryOfPrefix(line: string): string {
	const [, prefix = '', rest = ''] =
		/^([A-Z]{1,3})-\s?(\d.*)$/.exec(line) ??
		/\s(BE|BG|CZ|DK|EE|FI|HR|HU|LT|LU|LV|NO|RO|RS|SE|SI|SK)-(\d{4,5})$/.exec(line) ??
		[];
	const code = prefix === '' ? '' : countryCodeOf(POSTCODE_PREFIXES[prefix] ?? prefix);
	return code !== '' && hasPostcodeOf(rest, code) ? code : '';
}
const POSTCODE_PREFIXES: Record<string, string> = { D: 'DE', F: 'FR', A: 'AT', S: 'SE', N: 'NO', DK: 'DK' };
