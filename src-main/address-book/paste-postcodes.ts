// Finds the postcode in the lines of a pasted address, by the form of the country's postcodes and the words beside it. Pure.
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { hasRegion, placeFields } from '../../src-contract/rules/address-regions';
import { isCityName } from './gazetteer';
import { isKnownCity, splitRegion } from './paste-place-names';
import { hasStreetWord, isWithinBuilding, PO_BOX } from './paste-words';

/** Forms of postcodes that the library does not know, by country. */
const OTHER_FORMS: Readonly<Record<string, RegExp>> = {
	AR: /^\d{4}$/,
	IN: /^\d{3} \d{3}$/,
	SA: /^\d{5}\s?-\s?\d{4}$/,
	TW: /^\d{3}(-?\d{2,3})?$/,
	LT: /^LT-?\d{5}$/i,
	LV: /^LV-?\d{4}$/i,
	MD: /^MD-?\d{4}$/i,
	GH: /^[A-Z]{2}-\d{3,4}-\d{4}$/,
};
const isPostcodeOf = (text: string, countryCode: string): boolean =>
	/\d/.test(text) &&
	((postcodeValidatorExistsForCountry(countryCode) && postcodeValidator(text, countryCode)) ||
		(OTHER_FORMS[countryCode]?.test(text) ?? false));

export const hasPostcodeOf = (line: string, countryCode: string): boolean =>
	postcodesOf(line, countryCode).some(({ start }) => start === 0);

/** What is written before a postcode. */
const POSTCODE_LABEL =
	/(?:^|[\s,])(?:c\.?\s?p\.?|cep|cap|pin(?: ?code)?|zip(?: ?code)?|plz|post(?:al)? ?code|postcode|código postal|p\.?\s?c\.?|psč|т\.?к\.?|τ\.?κ\.?|п\.?к\.?|〒)[\s.:-]*$/iu;
/** What is written before the number of a street, a room or a box, so that the number is no postcode. */
const NUMBER_LABEL =
	/(?:\b(?:no|nr|num|núm|número|apt|apto|app|appt|ap|unit|room|rm|suite|ste|flat|floor|box|oficina|of|piso|dpto|depto|dept|casa|lote|mz|km|plot|block|blk|building|bldg|villa|shop|tower|level|int|ext|lok|bus|bte|top|stiege|tür|lgh|ofis|kat|daire|house|gate|dock|phase|sector|zone|line|packstation|postfach|postbus|apartado|casilla|bp|filiale|postnummer)\.?|n°|nº|№|#)\s*$/iu;

/** The parts of a line between commas, brackets, dashes and the slash before the code of a state. */
export const textsOf = (line: string, countryCode: string): string[] =>
	line
		.split(hasRegion(countryCode) ? PARTS : PARTS_WITHOUT_BRACKETS)
		.map((text) => text.trim().replace(/^[\s/–-]+|[\s–-]+$/g, ''))
		.filter((text) => text !== '');
const PARTS = /[,;()]|\s[-–—]\s|\/(?=[A-Z]{2}\b)/u;
/** Brackets belong to the name of a city: "Halle (Saale)". */
const PARTS_WITHOUT_BRACKETS = /[,;]|\s[-–—]\s|\/(?=[A-Z]{2}\b)/u;

interface PostcodeCandidate {
	zipcode: string;
	/** Of the text that the postcode takes, with its label. */
	start: number;
	end: number;
	score: number;
}

/** Whether a text beside a postcode can be a city. */
export const isPlaceText = (text: string): boolean =>
	/\p{L}{2}/u.test(text) && text !== 'GPO' && !/\d{3}/.test(text) && !(/\d/.test(text) && hasStreetWord(text));

const DISTINCTIVE = 2;
const MIN_SCORE = 1;

/** The postcodes of the country in a line, each with a score that says how much the words beside it fit. */
function postcodesOf(line: string, countryCode: string): PostcodeCandidate[] {
	const words = [...line.matchAll(/[^\s,;()/]+/gu)];
	const found: PostcodeCandidate[] = [];
	for (const [index, word] of words.entries()) {
		for (const count of [3, 2, 1]) {
			const last = words[index + count - 1];
			if (!last) continue;
			const end = last.index + last[0].length;
			const written = line.slice(word.index, end);
			if (!/\d/.test(written) || /[,;()/]|\s{2}/.test(written)) continue;
			const ofBox = count === 1 ? /^\d+[-–](\d{5})$/.exec(written)?.[1] : undefined;
			if (ofBox !== undefined && /box[\s:.]*$/i.test(line.slice(0, word.index)) && isPostcodeOf(ofBox, countryCode)) {
				found.push({ zipcode: ofBox, start: end - ofBox.length - 1, end, score: DISTINCTIVE });
				break;
			}
			const zipcode = written
				.replace(/^(?:[A-Z]{1,3}[-–]\s?|c\.?p\.?:?|cep:?|pin[:-]?|〒)(?=\d)/iu, '')
				.replace(/\.$/, '');
			if (!isPostcodeOf(zipcode, countryCode)) continue;
			const before = line.slice(0, word.index);
			const label = POSTCODE_LABEL.exec(before)?.[0] ?? '';
			const start = word.index - label.length;
			found.push({ zipcode, start, end, score: scoreOf(line, zipcode, start, end, countryCode) });
			break;
		}
	}
	return found;
}

function scoreOf(line: string, zipcode: string, start: number, end: number, countryCode: string): number {
	const before = line.slice(0, start);
	const after = line.slice(end);
	const pieceBefore = before.split(/[,;(]/).at(-1)?.trim() ?? '';
	const pieceAfter = after.split(/[,;)]/)[0]?.trim() ?? '';
	const isDigits = /^\d{1,6}$/.test(zipcode);
	let score = isDigits ? 0 : DISTINCTIVE;
	if (NUMBER_LABEL.test(before)) score -= 4;
	if (isDigits && pieceAfter === '' && (hasStreetWord(pieceBefore) || isWithinBuilding(pieceBefore))) score -= 3;
	const isSaint = /^(?:st|ste|saint|sankt|sint)\.?[\s-]\p{Lu}/iu.test(pieceAfter);
	if (isDigits && !isSaint && hasStreetWord(pieceAfter) && !isCityName(pieceAfter, countryCode)) score -= 3;
	if (line.slice(start, end).length > zipcode.length) score += DISTINCTIVE;
	if (pieceBefore === '' || pieceAfter === '') score += 1;
	if (zipcode.length >= 5) score += 0.5;
	const isFirst = placeFields(countryCode)[0] === 'zipcode';
	const neighbours = [...textsOf(before, countryCode).slice(-2), ...textsOf(after, countryCode).slice(0, 2)];
	if (neighbours.some((text) => isKnownCity(text, zipcode, countryCode))) score += 3;
	else if (neighbours.some((text) => splitRegion(text, countryCode).region !== '')) score += 2;
	const expected = isFirst ? pieceAfter : pieceBefore;
	if (isPlaceText(expected)) score += 1;
	return score;
}

interface LinePlace extends PostcodeCandidate {
	index: number;
	countryCode: string;
}

/** An address has fewer lines, and shorter ones: a long text is not searched. */
const MAX_LINES = 30;
const MAX_LINE_LENGTH = 200;
/** The postcode behind the number of a post-office box: "P.O. Box 40127 - 00100". */
const BOX_AND_POSTCODE = /\d+\s*[-–]\s*\d{5}(?!\d)/;

/** The best postcode of all lines and countries. */
export function bestPostcode(
	lines: readonly string[],
	countries: readonly string[],
	homeCountry: string,
): LinePlace | undefined {
	let best: LinePlace | undefined;
	let isAmbiguous = false;
	for (const countryCode of countries)
		for (const [index, line] of lines.slice(0, MAX_LINES).entries()) {
			if (line.length > MAX_LINE_LENGTH || !/\d/.test(line)) continue;
			if (PO_BOX.test(line) && !line.includes(',') && !BOX_AND_POSTCODE.test(line)) continue;
			for (const candidate of postcodesOf(line, countryCode)) {
				const isLate = lines.length > 1 && index >= lines.length - 2;
				const isOnlyLine = lines.length === 1;
				const score =
					candidate.score +
					(isLate ? 1 : 0) -
					(index === 0 && !isOnlyLine ? 1 : 0) +
					(countries.length > 1 && countryCode === homeCountry ? 0.7 : 0);
				if (score < MIN_SCORE) continue;
				if (best && score === best.score && countryCode !== best.countryCode) isAmbiguous = true;
				// Of equal postcodes in one country, the last counts.
				const isBetter = !best || score > best.score || (score === best.score && countryCode === best.countryCode);
				if (!isBetter) continue;
				if (!best || score > best.score) isAmbiguous = false;
				best = { ...candidate, score, index, countryCode };
			}
		}
	return isAmbiguous ? undefined : best;
}
