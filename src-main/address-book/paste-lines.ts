// The lines of a pasted address: its own lines, and the parts of a line that holds all of it. Pure.
import { countryCodeOf } from '../platform/country-names';
import { countriesOfCity } from './gazetteer';
import { isFraming, withoutFraming } from './paste-framing';
import { fieldOf, isLabel, labelOf } from './paste-labels';
import { BRITISH_POSTCODE, EIRCODE } from './paste-places';
import { recipientText } from './paste-sections';
import { hasStreetWord, isCompany, isTitledPerson } from './paste-words';

/** Other addresses, accounts and registers of a company. */
const IGNORED_LINE =
	/^(www\.|https?:|f(?:ax)?[.:]?\s*[+(]?\d[\d ()/.-]{7,}|hr[ab]\s|iban|bic|amtsgericht|registergericht|-+$|=+$|_+$|\([^()\d]*\)$)/iu;
/** "(Mr Jan Sample)" */
const withoutBrackets = (line: string): string => {
	const inside = /^\(([^()\d]*)\)$/.exec(line)?.[1] ?? '';
	return isTitledPerson(inside) ? inside : line;
};
/** Numbers of identity cards behind a name: "(C.C. 71.884.203)". */
const IDENTITY = /\s*\((?:c\.?c|dni|cpf|cédula|c\.?i|rut|curp|passport|pasaporte)\.?:? [\d.-]+\)/iu;
/** "USt-ID DE311222333, IBAN DE02 1203 0000 0000 2020 51" without the account. */
const withoutAccounts = (line: string): string =>
	line
		.split(/\s*[,;]\s*/)
		.filter((part) => !IBAN.test(part))
		.join(', ');
const IBAN = /\b[A-Z]{2}\d{2}(?:\s?[\dA-Z]{4}){3,}\b/;

const CHINESE_MOBILE = /(?<!\d)1[3-9]\d{9}(?!\d)/;
/** A Chinese address in one line with a mobile number: name, number, address and postcode stand between commas. */
const chineseLines = (row: string): string =>
	CHINESE_MOBILE.test(row) && /\p{Script=Han}{4}/u.test(row)
		? row
				.replace(/[，,；;。]\s*|\s(?=1[3-9]\d{9})|(?<=1[3-9]\d{9})\s/g, '\n')
				.replace(/^(手机|电话|邮编)(?=\d)/gm, '$1：')
				.replace(/^(?=1[3-9]\d{9}$)/gm, '电话：')
				// What the customer says before the address.
				.replace(/^[^\n]*[～~]\s*/gm, '')
				.replace(/^(\p{Script=Han}{2,4}市)\s*\1/gmu, '$1')
				.replace(/^([^\d\n]*公司) /gm, '$1\n')
		: row;

/** An address of the United States in one line without commas: "Jane Sample 77 Birch St Floor 2 Burlington VT 05401". */
const AMERICAN_LINE =
	/^(?<names>\D{3,60}?) (?<street>\d{1,6}[A-Z]? \D{2,40}? (?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|ct|court|way|pl|place|ter|terrace|pkwy|parkway|hwy|highway|cir|circle|trl|trail)\.?(?: [nsew]{1,2}\b)?)(?<unit> (?:apt|unit|ste|suite|fl|floor|rm|room|#)\.? ?#?[\w-]+)? (?<city>\D{2,40}? [A-Z]{2} \d{5}(?:-\d{4})?)(?<country>,? (?:USA?|United States))?$/iu;
function americanLines(text: string): string {
	const { names = '', street = '', unit = '', city = '', country = '' } = AMERICAN_LINE.exec(text.trim())?.groups ?? {};
	const lines = [names, street, unit, city, country].map((line) => line.replace(/^[,\s]+/, '')).filter(Boolean);
	return city === '' || text.includes(',') ? text : lines.join('\n');
}

/** @param text at most about a page */
export function linesOf(text: string): string[] {
	const rows = americanLines(withCommas(withCapitals(recipientText(text.normalize('NFC')))))
		.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
		// The parts of a Japanese address in one line: "〒604-8005 京都市中京区1番地　京都 花子 様　電話 075-555-0118".
		.replace(/^〒.*\u3000.*$/gmu, (row) =>
			row.replace(
				/[\u3000 ]+(?=(?:電話|TEL|Tel)[\s:：])|\u3000(?=[^\s\d]{1,8}(?:[\u3000 ][^\s\d]{1,6})? ?様)|(?<=様)[\u3000 ]+/gu,
				'\n',
			),
		)
		.replace(/[\u00a0\u202f\u3000]/g, ' ')
		// A department and a person of a Japanese or Korean company, without the word for Mr or Ms.
		.replace(
			/^(\p{Script=Han}{2,8}[部課室係科][ \t]+[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana} ]{2,12})(?<![様收収姐生])$/gmu,
			'$1 様',
		)
		.replace(
			/^(\p{Script=Hangul}{1,8}[팀부과실] \p{Script=Hangul}{2,6})(?: (?:대리|과장|차장|부장|팀장|사원|이사)(?: ?(?:귀하|님|앞))?| ?(?:귀하|님|앞))$/gmu,
			'$1님',
		)
		.split('\n')
		.map(chineseLines)
		.join('\n')
		.replace(/(?<=\p{Script=Han})\s*[，,、]\s*(?=\p{Script=Han})/gu, '')
		// A sentence of a Japanese mail.
		.replace(/^[^\d\n]*(?:です|ます|ました|ません)。/gmu, '')
		.replace(/^(?:中国|中國|日本国?)(?=\p{Script=Han}{2})/gmu, '')
		.replaceAll('，', ', ')
		.replaceAll('،', ',')
		// Both blocks of Arabic digits start at a multiple of 16.
		.replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
		.replace(/〒\s*(?=\d)/g, '〒')
		.replace(/\(?우\)\s*(?=\d{5})/g, '')
		.replace(/^받는\s(?=사람|분)/gmu, '받는')
		// Labels of a form in one line, with spaces between them.
		.replace(/(?<=\S) +(?=[\p{Script=Han}\p{Script=Hangul}]{2,6}\s?[:：])/gu, '\n')
		// Turkish and Hungarian write "for the attention of" last.
		.replace(/^(.+)\s+(?:dikkatine|részére)$/gimu, 'Att: $1')
		.replace(/(?<=\d{4,5} \p{Lu}[\p{L}-]+) (?:schicken|senden|liefern)(?=[.,!\s]|$)/gmu, '')
		.replace(/(?<=\S),? (?=Singapore \d{6})/g, ', ')
		.replace(/\bS\((\d{6})\)/g, 'Singapore $1')
		// "Sample Sport AS v/ Kari Nordmann"
		.replace(/ v\/ ?(?=\p{Lu})/gu, '\n')
		// A Dutch postcode: "3511pk Utrecht".
		.replace(/(?<=^|[,\n]\s*)\d{4}\s?(?!de|la|el|da|do|bis)[a-z]{2}(?=\s\p{L})/gimu, (code) => code.toUpperCase())
		.split(/\r?\n/);
	const cells = (labelledCellsOf(rows) ?? rows)
		.flatMap((row) => withValues(cellsOf(row).split(/\t+| {4,}/)))
		.flatMap((cell) => cell.split(/\s+[|•·]\s+/))
		.map((line) =>
			line
				.replace(/\s+/g, ' ')
				.replace(/^ ?[•*·▪-] /, '')
				.trim(),
		)
		.map((line) => withoutBrackets(line.replace(IDENTITY, '')))
		.map((line) => (IBAN.test(line) ? withoutAccounts(line) : line))
		.filter((line) => line !== '' && !IGNORED_LINE.test(line));
	const framed = withValuesOfNextLine(cells);
	const withoutFrame = withoutFraming(framed);
	// A single word may be a name, too.
	const lines = capitalized(withoutFrame.length === 0 ? framed : withoutFrame);
	const isShort = Math.min(cells.length, lines.length) <= MAX_LINES_OF_SENTENCE;
	const split = lines
		.flatMap(splitBrackets)
		.flatMap((line) => line.split(BEFORE_LABEL))
		.flatMap(splitPairs)
		.flatMap(splitLabels)
		.flatMap((line) =>
			isShort || (isWholeAddress(line) && labelOf(line)?.field !== 'addressLine1')
				? splitAtCommas(line)
				: splitLabelledParts(line),
		)
		.flatMap((line) => line.trim().split(/(?<=\p{Ll})\s+(?=(?:c\/o|presso)\s)/iu))
		.map((line) => line.replace(/[\s,;/|–]+$/, '').replace(/^\((\d{5})\)$/, '$1'))
		.filter((line) => line !== '' && (withoutFrame.length === 0 || !isFraming(line)));
	return withJoinedCells(split);
}

/** Whether a line can be the town of the postcode in the cell before it, which stands behind a street. */
const isTownBehindStreet = (before: readonly string[], line: string): boolean =>
	/\p{L}.*\d/u.test(before.at(-2) ?? '') &&
	/^\p{Lu}[\p{L}\s.'’-]{2,}$/u.test(line) &&
	countryCodeOf(line) === '' &&
	!isCompany(line);
/** Joins a postcode and a larger city, and a street and its number, which a table has in two cells; and "Familie" and the name below it. */
function withJoinedCells(lines: readonly string[]): string[] {
	const joined: string[] = [];
	for (const [index, line] of lines.entries()) {
		const previous = joined.at(-1) ?? '';
		const isHouseNumber =
			/^\d{1,4}\s?[a-z]?$/i.test(line) &&
			joined.length > 1 &&
			!/\d/.test(previous) &&
			!isCompany(previous) &&
			/\d{4}/.test(lines[index + 1] ?? '');
		if (isHouseNumber || /^(?:familie|fam\.|famille|famiglia)$/i.test(previous)) {
			joined[joined.length - 1] = `${previous} ${line}`;
			continue;
		}
		// "050010", "г. Алматы"
		const [, town] = /^(?:г|гр|м)\.\s*(\p{Lu}.*)$/u.exec(line) ?? [];
		if (town !== undefined && /^\d{5,6}$/.test(previous)) {
			joined[joined.length - 1] = `${previous} ${town}`;
			continue;
		}
		const isCity = /^\d{4,5}$/.test(previous) && (countriesOfCity(line).length > 0 || isTownBehindStreet(joined, line));
		if (isCity) joined[joined.length - 1] += ` ${line}`;
		else joined.push(line);
	}
	return joined;
}

/** A row of a file, whose cells are quoted or separated by semicolons, with tabs in their place. */
const cellsOf = (row: string): string =>
	/^"[^"]*"[;,]"/.test(row)
		? row.replace(/^"|"$/g, '').replace(/"[;,]"/g, '\t')
		: row.split(';').length > MIN_SEMICOLONS
			? withJoinedNames(row.split(';')).join('\t')
			: row;
const MIN_SEMICOLONS = 3;
/** Joins a first and a last name in the first cells of a row, which may begin with a number. */
function withJoinedNames(cells: readonly string[]): readonly string[] {
	const start = /\d/.test(cells[0] ?? '') ? 1 : 0;
	const names = cells.slice(start, start + 2);
	return names.length === 2 && names.every((name) => ONE_NAME.test(name.trim()))
		? [...cells.slice(0, start), names.join(' '), ...cells.slice(start + 2)]
		: cells;
}
const ONE_NAME = /^\p{Lu}\p{L}+(?:[-'’]\p{L}+)*$/u;
/** Joins a label and its value, which a table has in two cells. */
function withValues(cells: readonly string[]): string[] {
	const joined: string[] = [];
	for (const cell of cells.map((text) => text.trim()).filter(Boolean)) {
		const previous = joined.at(-1);
		const isPostcode = previous !== undefined && fieldOf(previous) === 'zipcode' && /^\d/.test(cell);
		if (previous !== undefined && (isPostcode || isLabel(previous)))
			joined[joined.length - 1] = `${previous.replace(/:$/, '')}: ${cell}`;
		else joined.push(cell);
	}
	return joined;
}

/** The cells of a row below a row of titles, each with its title. Undefined when the rows are no table. */
function labelledCellsOf(rows: readonly string[]): string[] | undefined {
	const [titles = [], cells = [], ...more] = rows
		.filter((row) => row.trim() !== '')
		.map((row) =>
			cellsOf(row)
				.split('\t')
				.map((cell) => cell.trim()),
		);
	const known = titles.filter((title) => fieldOf(title)).length;
	const isTable = known >= MIN_LABELS_OF_FORM && known * 2 > titles.length && cells.length === titles.length;
	if (!isTable || more.length > 0) return undefined;
	return titles.flatMap((title, index) => (cells[index] ? [`${title}: ${cells[index]}`] : []));
}

/** Joins the labels of a form with their values in the next lines. */
function withValuesOfNextLine(lines: readonly string[]): string[] {
	const isForm = lines.filter((line) => isLabel(line)).length >= MIN_LABELS_OF_FORM;
	if (!isForm) return [...lines];
	const joined: string[] = [];
	for (const line of lines) {
		const previous = joined.at(-1);
		if (previous !== undefined && isLabel(previous) && !labelOf(line)?.value && !isLabel(line))
			joined[joined.length - 1] = `${previous.replace(/:$/, '')}: ${line}`;
		else joined.push(line);
	}
	return joined;
}
const MIN_LABELS_OF_FORM = 3;

/** Whether a line between others has all parts of an address: its last parts are a country or have a postcode. */
export function isWholeAddress(line: string): boolean {
	const parts = line.split(/\s*[,;]\s*/);
	const [last = ''] = parts.slice(-1);
	// "Казахстан, 050059, г. Алматы, …"
	const isCountryFirst = parts.length > MIN_PARTS_OF_ADDRESS && countryCodeOf(parts[0] ?? '') !== '';
	if (isCountryFirst && parts.some((part) => /^\d{4,6}$/.test(part))) return true;
	// "5. Cadde No: 18, 16140 Nilüfer"
	if (parts.length === 2 && /^(?:[A-Z]{1,2}-)?\d{4,6} \p{L}{3}/u.test(last)) return true;
	return (
		parts.length >= MIN_PARTS_OF_ADDRESS &&
		(countryCodeOf(last.replace(/\.$/, '')) !== '' ||
			parts.slice(-2).some((part) => /(?<!\d)\d{4,6}(?!\d)/.test(part) || hasPostcodeWithLetters(part)))
	);
}
const MIN_PARTS_OF_ADDRESS = 3;
/** A British, Irish or Canadian postcode. */
const hasPostcodeWithLetters = (part: string): boolean =>
	EIRCODE.test(part) || BRITISH_POSTCODE.test(part) || /(?<!\p{L})[A-Z]\d[A-Z] ?\d[A-Z]\d$/u.test(part);

/** The space before a label inside of a line, whose value has digits: "S(637384) GST Reg No. 201212345K". */
const BEFORE_LABEL =
	/\s[-–]\s(?=(?:cnpj|cpf|nif|cif|nip|rfc|rut)[.:]?\s*[\dA-Z])|(?:\s[-–]|,)\s(?=(?:att?n?|fao|f\.a\.o|z\.? ?hd|t\.?a\.?v|a\/a)[.:]?\s)|[.,]?\s+(?=(?:t[eé]l|тел|моб|téléc|phone|mob(?:ile)?|fax|vat|cod|sdi|gstin|gst|uid|btw|kvk|ust|統一編號|fn|iban|eori|โทร)(?![\p{L}])[^\d\n]{0,16}[\d(+])/iu;
/** "Sample Pty Ltd (ABN 53 004 123 987)": the number in brackets is a line of its own. */
function splitBrackets(line: string): string[] {
	const [, before = '', inside = ''] = /^(.+?)\s*\(([^()]*\d[^()]*)\)$/.exec(line) ?? [];
	const field = labelOf(inside)?.field;
	const isNumber = field === 'vatNumber' || field === 'ignored';
	return field && (isNumber || !labelOf(line)) ? [before, inside] : [line];
}
/** "İlçe / İl: Kadıköy / İstanbul": as many values as labels. */
function splitPairs(line: string): string[] {
	const [, label = '', value = ''] = /^([^:：]{3,32})[:：]\s*(.+)$/u.exec(line) ?? [];
	const labels = label.split(/\s*\/\s*/);
	const values = value.split(/\s*\/\s*/);
	const isPair =
		labels.length > 1 && labels.length === values.length && labels.every(fieldOf) && !/:|\d\/\d/.test(value);
	return isPair ? labels.map((name, index) => `${name}: ${values[index]}`) : [line];
}
/** "IČO: 99887711 DIČ: CZ99887711": two labels in a line that starts with one. */
function splitLabels(line: string): string[] {
	if (!labelOf(line)) return [line];
	const starts = [...line.matchAll(/\s(?=(\p{L}+ by|\p{L}[\p{L}.-]{1,14}):\s)/gu)].filter(
		({ 1: word = '', index }) =>
			fieldOf(word) &&
			fieldOf(word) !== 'houseNumber' &&
			!/^by$/i.test(word) &&
			/:/.test(line.slice(0, index)) &&
			labelOf(line.slice(0, index))?.value,
	);
	return [0, ...starts.map(({ index }) => index)].map((start, at) => line.slice(start, starts[at]?.index).trim());
}
/** A line whose parts are separated by dashes, with commas in their place. */
const withCommas = (text: string): string =>
	/[\r\n]/.test(text.trim())
		? text
		: [' - ', ' / ', ' – '].reduce(
				(joined, dash) => (joined.split(dash).length > MIN_DASHES ? joined.replaceAll(dash, ', ') : joined),
				text,
			);
const MIN_DASHES = 3;
/** A text in lower case with the capitals of names, codes and postcodes, by which they are recognised. */
function withCapitals(text: string): string {
	if (/\p{Lu}/u.test(text) || !/\p{Ll}/u.test(text) || !/\d/.test(text)) return text;
	return (
		text
			.split(/(\s+)/)
			.map((word) =>
				/[@:]|\.\p{L}{2}/u.test(word)
					? word
					: word.replace(/^[\p{L}]|(?<=[-'’])\p{Ll}(?=\p{L}{2})/gu, (letter) => letter.toUpperCase()),
			)
			.join('')
			.replace(/(?<=\s)(\p{L}{2,3})(?= \d{4,5}(?!\d))/gu, (code) => code.toUpperCase())
			.replace(/\([a-z]{2}\)/g, (code) => code.toUpperCase())
			// An Italian province: "32026 borgo valbelluna bl".
			.replace(/(?<=(?:^|, )\d{5} [^,\n]+ )\p{L}{2}(?=$|,)/gmu, (code) => code.toUpperCase())
			.replace(/(?<=\s|^)[a-z]{1,2}\d[a-z\d]? \d[a-z]{2}(?=[\s,.]|$)/gi, (code) => code.toUpperCase())
	);
}
/** Lines in lower case below a heading that is not. Numbers and mail addresses do not count. */
function capitalized(lines: readonly string[]): readonly string[] {
	const words = lines.join(' ').split(/\s+/);
	const isLower = /\d/.test(words.join('')) && !words.some((word) => /\p{Lu}/u.test(word) && !/[\d@]/.test(word));
	return isLower
		? lines.map((line) => (/\d/.test(line) ? withCapitals(line) : withCapitals(`${line} 1`).slice(0, -2)))
		: lines;
}
/** A block of so few lines has several parts of the address in a line, between commas. */
const MAX_LINES_OF_SENTENCE = 2;

/** Splits a line, but not at the commas in brackets: "(Halle 2, Tor 3)". */
const withGuardedBrackets = (line: string, split: (text: string) => string[]): string[] =>
	split(line.replace(/\([^()]*\)/g, (brackets) => brackets.replaceAll(',', GUARD))).map((part) =>
		part.replaceAll(GUARD, ','),
	);
const GUARD = '\u0000';

/** The parts of a line between commas and semicolons. A house number stays with its street, and a legal form with its company. */
export function splitAtCommas(line: string): string[] {
	const parts = withGuardedBrackets(line, (text) =>
		text.split(
			/\s*(?:;|,(?<!\d,(?=\d{1,2}(?!\d)))(?<!km \d{1,4},))(?!\s*(?:ltd|inc|llc|gmbh|s\.?a|corp|limited|s\.? ?l|spol|a\.?s)(?![\p{L}\d])\.?)\s*|\s+[–—]\s+|(?<!\d)\.\s+(?=\p{Lu}[^:.]{2,24}:)/iu,
		),
	);
	const joined: string[] = [];
	for (const [index, part] of parts.entries()) {
		const previous = joined.at(-1);
		const next = parts[index + 1] ?? '';
		// "33, rue de l’Alzette"
		const isKoreanStreet = /-(?:daero|ro|gil)\b/i.test(next);
		if (
			/^\d{1,4}(?:\s?(?:bis|ter|quater|[a-d]))?$/i.test(part) &&
			(isKoreanStreet || (hasStreetWord(next) && !/\d/.test(next)))
		) {
			parts[index + 1] = `${part}, ${next}`;
			continue;
		}
		// "No. 168, Sec. 3, Sample Rd.": the parts of a number before the street.
		if (
			/^(?:no\.?\s*\d+,\s*)?(?:no|sec|lane|ln|alley|aly)\.?\s*\d+$/iu.test(part) &&
			hasStreetWord(next) &&
			!(previous && hasStreetWord(previous) && !/\d/.test(previous))
		) {
			parts[index + 1] = `${part}, ${next}`;
			continue;
		}
		if (/^(?:no|ln|lane)\.?\s*\d+$/iu.test(part) && /^sec\.?\s*\d+$/iu.test(next)) {
			parts[index + 1] = `${part}, ${next}`;
			continue;
		}
		const isSquare = previous !== undefined && /^[A-Z]\s?\d$/.test(previous);
		const isNumber =
			/^(?:n[ºo°]?\.?\s*)?\d{1,4}\s?[a-z]?(?:[-/]\d{1,4}\s?[a-z]?)?$/iu.test(part) || /^s\/n$/i.test(part);
		if (
			previous !== undefined &&
			isNumber &&
			(isSquare || (!/\d/.test(previous) && !isCompany(previous) && hasStreetWord(previous)))
		)
			joined[joined.length - 1] = `${previous}, ${part}`;
		else joined.push(part);
	}
	return joined;
}

/** Splits "IČO: 1, DIČ: CZ1" and "Tel. +49 1, Fax +49 2", whose parts have labels of their own. */
function splitLabelledParts(line: string): string[] {
	// "Ship by: Thu, Mar 6"
	if (labelOf(line)?.field === 'ignored' && !/\d{5}/.test(line)) return [line];
	const parts = line.split(/\s*[,;]\s*/);
	return parts.length > 1 && parts.filter((part) => labelOf(part)).length > 1 ? parts : [line];
}
