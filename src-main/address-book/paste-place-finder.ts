// Finds postcode, city and state or province in the lines of a pasted address: the postcode first, and the city near to it. Pure.
import type { Confidence } from '../../src-contract/model/address-check';
import { isRegionCode, printedPlaceFields } from '../../src-contract/rules/address-regions';
import { isKnownCity, isRegion, mayBeRegion, splitRegion } from './paste-place-names';
import { bestPostcode, isPlaceText, textsOf } from './paste-postcodes';
import { filled } from './paste-state';
import { hasStreetWord, isCompany, isWithinBuilding, PO_BOX } from './paste-words';

export interface FoundPlace {
	countryCode: string;
	zipcode: string;
	city: string;
	region: string;
	confidence: { zipcode: Confidence; city: Confidence };
	/** Whether the place itself, not only the form of the postcode, shows that it is in this country. */
	isCertainCountry: boolean;
	/** The other lines. */
	lines: string[];
	/** Index in `lines` of the first line after the place. */
	end: number;
}

/**
 * @param countries codes of the countries to try: one if the country is known
 * @param homeCountry the desk's country, which wins among equals
 * @returns undefined if no postcode with a city beside it was found
 */
export function findPlace(
	writtenLines: readonly string[],
	countries: readonly string[],
	homeCountry = '',
): FoundPlace | undefined {
	// "Dhaka-1230"
	const lines = writtenLines.map((line) => line.replace(/(\p{L}{3})[-–](?=\d{4,6}(?!\d))/u, '$1 '));
	const postcode = bestPostcode(lines, countries, homeCountry);
	if (!postcode) return undefined;
	const { countryCode, index, zipcode } = postcode;
	const line = lines[index] ?? '';
	const before = textsOf(line.slice(0, postcode.start), countryCode);
	const after = textsOf(line.slice(postcode.end), countryCode);
	const picked = pickCity(lines, index, before, after, zipcode, countryCode);
	if (!picked) return undefined;
	const rest = [...filled(picked.before.join(', ')), ...filled(picked.after.join(', '))];
	const isOneCountry = countries.length === 1;
	const isKnown = isKnownCity(picked.city, zipcode, countryCode);
	const isBeside = picked.isBeside;
	return {
		countryCode,
		zipcode,
		city: picked.city,
		region: picked.region,
		confidence: {
			zipcode: isOneCountry ? 'sure' : 'likely',
			city: isOneCountry && (isKnown || (isBeside && isPlainName(picked.city))) ? 'sure' : 'likely',
		},
		isCertainCountry: isKnown || picked.region !== '',
		lines: [...picked.previous, ...rest, ...picked.next],
		end: picked.previous.length + rest.length,
	};
}
/** A name of few words, in a script with spaces. */
const isPlainName = (city: string): boolean =>
	/^[\p{Script=Latin}\p{M}\s'’.-]+$/u.test(city) && city.split(' ').length <= 4;

interface PickedCity {
	city: string;
	region: string;
	/** The pieces of the postcode's line that are neither city nor region. */
	before: string[];
	after: string[];
	/** The lines before and after that line, without the city. */
	previous: string[];
	next: string[];
	/** Whether the city stands beside the postcode where the country writes it. */
	isBeside: boolean;
}

/** A city among pieces of text, with its region. */
interface CityInPieces {
	city: string;
	region: string;
	rest: string[];
}

/** Countries whose addresses have the state or province after the city, also if a city has the same name. */
const REGION_IS_USUAL: ReadonlySet<string> = new Set(['AU', 'BR', 'CA', 'ES', 'IT', 'US']);

/** Finds the larger city of the country that is nearest to the end of the pieces, and the region beside it. */
function knownCityIn(
	pieces: readonly string[],
	isKnown: (text: string) => boolean,
	countryCode: string,
): CityInPieces | undefined {
	let at = pieces.findLastIndex((text) => isKnown(text) || isKnown(splitRegion(text, countryCode).city));
	if (at < 0) return undefined;
	// "Montréal, Québec": the last of two is the region.
	const beforeIt = pieces[at - 1] ?? '';
	const mayBeCity =
		isKnown(beforeIt) ||
		(REGION_IS_USUAL.has(countryCode) && isPlaceText(beforeIt) && !/\d/.test(beforeIt) && !hasStreetWord(beforeIt));
	if (at > 0 && isRegion(pieces[at] ?? '', countryCode) && mayBeCity) at -= 1;
	const text = pieces[at] ?? '';
	const { city, region: joinedRegion } =
		isKnown(text) || splitRegion(text, countryCode).city === ''
			? { city: text, region: '' }
			: splitRegion(text, countryCode);
	const rest = pieces.filter((_, index) => index !== at);
	const regionAt = joinedRegion === '' ? rest.findIndex((piece) => isRegion(piece, countryCode)) : -1;
	const region = regionAt < 0 ? joinedRegion : (rest.splice(regionAt, 1)[0] ?? '');
	return { city, region, rest };
}

/** @param lines all lines, of which the one at `index` has the postcode between the pieces `before` and `after` */
function pickCity(
	lines: readonly string[],
	index: number,
	beforePieces: readonly string[],
	afterPieces: readonly string[],
	zipcode: string,
	countryCode: string,
): PickedCity | undefined {
	const isKnown = (text: string): boolean => isKnownCity(text, zipcode, countryCode);
	const unused = { previous: lines.slice(0, index), next: lines.slice(index + 1) };
	const isFirst = printedPlaceFields(countryCode)[0] === 'zipcode';
	const pick = (city: string, changes: Partial<PickedCity>): PickedCity => {
		const split = isKnown(city) ? { city, region: '' } : splitRegion(city, countryCode);
		const region = changes.region || (split.city === '' ? '' : split.region);
		const next = changes.next ?? unused.next;
		const hasRegionNext = region === '' && next[0] !== undefined && isRegion(next[0], countryCode);
		return {
			...unused,
			before: [...beforePieces],
			after: [...afterPieces],
			isBeside: false,
			...changes,
			city: split.city || city,
			region: (hasRegionNext ? (next[0] ?? '') : region).replace(/^[\s/–-]+/, ''),
			next: hasRegionNext ? next.slice(1) : next,
		};
	};
	const [first] = afterPieces;
	const isCityWithRegion =
		first !== undefined && beforePieces.length === 0 && isRegionCode(first.split(/[\s/-]+/).at(-1) ?? '', countryCode);
	if (first !== undefined && isPlaceText(first) && (isFirst || isKnown(first) || isCityWithRegion)) {
		const [, second] = afterPieces;
		if (second !== undefined && !isKnown(first) && isRegion(first, countryCode) && isKnown(second))
			return pick(second, { region: first, after: afterPieces.slice(2), isBeside: true });
		const hasRegionAfter = second !== undefined && isRegion(second, countryCode);
		return pick(first, {
			region: hasRegionAfter ? second : '',
			after: afterPieces.slice(hasRegionAfter ? 2 : 1),
			isBeside: isFirst,
		});
	}
	const near = beforePieces.slice(-3);
	const knownBefore = knownCityIn(near, isKnown, countryCode);
	const previousPieces = textsOf(lines[index - 1] ?? '', countryCode);
	const previousCity = previousPieces.at(-1) ?? '';
	// "Seattle", "Washington 98109"
	if (
		knownBefore?.region === '' &&
		near.length === 1 &&
		isRegion(knownBefore.city, countryCode) &&
		isKnown(previousCity)
	)
		return pick(previousCity, {
			region: knownBefore.city,
			before: [],
			previous: [...lines.slice(0, index - 1), ...filled(previousPieces.slice(0, -1).join(', '))],
		});
	if (knownBefore) {
		const hasRegionAfter = knownBefore.region === '' && first !== undefined && mayBeRegion(first, countryCode);
		return pick(knownBefore.city, {
			region: hasRegionAfter ? first : knownBefore.region,
			before: [...beforePieces.slice(0, -3), ...knownBefore.rest],
			after: hasRegionAfter ? afterPieces.slice(1) : [...afterPieces],
			isBeside: true,
		});
	}
	const last = beforePieces.at(-1);
	const isLastRegion = last !== undefined && isRegion(last, countryCode);
	const beforeLast = beforePieces.at(-2);
	if (isLastRegion && beforeLast !== undefined && isPlaceText(beforeLast))
		return pick(beforeLast, { region: last, before: beforePieces.slice(0, -2) });
	if (isLastRegion || last === undefined) {
		const region = isLastRegion ? last : first !== undefined && isRegion(first, countryCode) ? first : '';
		const earlier = cityOfEarlierLines(lines.slice(0, index), region, isKnown, countryCode);
		if (earlier)
			return pick(earlier.city, {
				region: earlier.region,
				previous: earlier.rest,
				before: isLastRegion ? beforePieces.slice(0, -1) : [...beforePieces],
				after: !isLastRegion && region !== '' ? afterPieces.slice(1) : [...afterPieces],
			});
	}
	if (last !== undefined && isPlaceText(last) && !isWithinBuilding(last)) {
		// "Rua Exemplo 12 Lisboa": a known city at the end of a street.
		const words = last.split(/\s+/);
		if (/\d/.test(last))
			for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
				const ending = words.slice(-count).join(' ');
				const street = words.slice(0, -count).join(' ');
				if (isKnown(ending)) return pick(ending, { before: [...beforePieces.slice(0, -1), street] });
			}
		const region = first !== undefined && mayBeRegion(first, countryCode) ? first : '';
		if (!/\d{2}/.test(last))
			return pick(last, {
				before: beforePieces.slice(0, -1),
				isBeside: !isFirst,
				region,
				after: region === '' ? [...afterPieces] : afterPieces.slice(1),
			});
	}
	if (first !== undefined && isPlaceText(first)) return pick(first, { after: afterPieces.slice(1) });
	const [next = ''] = unused.next;
	// "P.O. Box 40127 - 00100", "Karen, Nairobi"
	const nextPieces = textsOf(next, countryCode);
	if (PO_BOX.test(beforePieces[0] ?? '') && nextPieces.length > 1 && isKnown(nextPieces.at(-1) ?? ''))
		return pick(nextPieces.at(-1) ?? '', { next: [...nextPieces.slice(0, -1), ...unused.next.slice(1)] });
	const isAlone = beforePieces.length === 0 && afterPieces.length === 0;
	const mayBeCity =
		isAlone && isFirst && !/\d/.test(next) && isPlaceText(next) && !isCompany(next) && !hasStreetWord(next);
	if (isKnown(next) || mayBeCity) return pick(next, { next: unused.next.slice(1) });
	return undefined;
}

/**
 * The city in the lines before a postcode that stands alone or beside a region: the last line or its part after the last comma, or the
 * line before it if the last is a region, or a line that is the name of a larger city.
 */
function cityOfEarlierLines(
	lines: readonly string[],
	knownRegion: string,
	isKnown: (text: string) => boolean,
	countryCode: string,
): CityInPieces | undefined {
	let region = knownRegion;
	for (let index = lines.length - 1; index >= Math.max(0, lines.length - 2); index -= 1) {
		const pieces = textsOf(lines[index] ?? '', countryCode);
		const withRest = (city: string, foundRegion: string, rest: readonly string[]): CityInPieces => ({
			city,
			region: region || foundRegion,
			rest: [
				...lines.slice(0, index),
				...filled(rest.join(', ')),
				...lines.slice(index + 1).filter((line) => line !== region),
			],
		});
		const known = knownCityIn(pieces, isKnown, countryCode);
		if (known) return withRest(known.city, known.region, known.rest);
		const last = pieces.at(-1) ?? '';
		if (region === '' && isRegion(last, countryCode)) {
			const city = pieces.at(-2);
			if (city !== undefined && isPlaceText(city)) return withRest(city, last, pieces.slice(0, -2));
			if (pieces.length === 1) {
				region = last;
				continue;
			}
		}
		const mayBeCity = !/\d/.test(last) && !isCompany(last) && isPlaceText(last) && !isWithinBuilding(last);
		if (mayBeCity && (index > 0 || pieces.length > 1)) return withRest(last, '', pieces.slice(0, -1));
		break;
	}
	const wholeLine = lines.findIndex((line, index) => index > 0 && isKnown(line));
	if (wholeLine < 0) return undefined;
	return { city: lines[wholeLine] ?? '', region, rest: lines.filter((_, index) => index !== wholeLine) };
}

/**
 * The city of an address without a postcode, or whose postcode has a label of its own: a larger city of the country, or a line with a
 * state or province.
 */
export function findCity(
	lines: readonly string[],
	countryCode: string,
	zipcode = '',
): Pick<FoundPlace, 'city' | 'region' | 'lines' | 'end'> | undefined {
	const isKnown = (text: string): boolean => isKnownCity(text, zipcode, countryCode);
	for (let index = lines.length - 1; index >= 0; index -= 1) {
		const pieces = textsOf(lines[index] ?? '', countryCode);
		// The first line is a name.
		if (index === 0 && lines.length > 1 && pieces.length === 1) return undefined;
		const [city = '', region = ''] = pieces.slice(-2);
		const beforeRegion =
			pieces.length > 1 && isRegion(region, countryCode) && isPlaceText(city)
				? { city, region, rest: pieces.slice(0, -2) }
				: undefined;
		const found = knownCityIn(pieces, isKnown, countryCode) ?? beforeRegion;
		if (!found) continue;
		const [next = ''] = lines.slice(index + 1);
		const isNextRegion = found.region === '' && isRegion(next, countryCode);
		const rest = filled(found.rest.join(', '));
		return {
			city: found.city,
			region: isNextRegion ? next : found.region,
			lines: [...lines.slice(0, index), ...rest, ...lines.slice(isNextRegion ? index + 2 : index + 1)],
			end: index + rest.length,
		};
	}
	return undefined;
}
