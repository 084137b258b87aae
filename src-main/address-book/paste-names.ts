// Takes the street, the company and the contact person from the lines of a pasted address. Pure.
import table from '../../resources/places/address-words.json';
import { countryCodeOf } from '../platform/country-names';
import { looksLikeStreet } from './files/columns';
import { isCityName } from './gazetteer';
import { isRegion } from './paste-place-names';
import { isCounty } from './paste-places';
import { type ParserState, setField } from './paste-state';
import {
	BUILDING,
	hasLegalForm,
	hasStreetWord,
	isCompany,
	isDepartment,
	isTitledPerson,
	isUnit,
	isWithinBuilding,
	PERSON_NAME,
	PO_BOX,
	plainName,
} from './paste-words';

const COURTESY_TITLE =
	/^((mr|mrs|ms|miss|herrn?|frau|m|mme|mlle|dhr|mevr|mw|sig|sig\.ra|sr|sra|fru|hr|pan|pani|fa|firma|m\/s)\.?\s+(?:(?:et|und|and|&|y|en|e|og|och)\s+(?=(?:mrs|ms|frau|mme|mevr|sra|sig\.ra|fru)\.?\s))?)+(?=\p{Lu})|^(?:ال(?:أستاذة?|سيدة?|مهندسة?|دكتورة?|آنسة|شيخ))\s*\/?\s*|^(?:คุณ|นาย|นาง|นางสาว)\s*(?=\p{Script=Thai})/iu;
/** "i. A." before a German signature. */
const ON_BEHALF = /^(?:i\. ?[AV]\.?|ppa\.?)\s+(?=\p{Lu})/u;
/** A name without courtesy titles: a company or a person is stored without them. */
export const withoutCourtesy = (name: string): string =>
	name
		.replace(ON_BEHALF, '')
		.replace(COURTESY_TITLE, '')
		.replace(/\s*(様|先生|小姐|女士|님)?\s*収?收?$/u, '')
		.trim();

/** How much a line looks like a street with a house number; 0 when it does not. */
function streetScore(line: string): number {
	if (PO_BOX.test(line)) return 1;
	// "3-14-99 Nakano"
	if (/^\d+-\d+(?:-\d+)?\s+\p{Lu}/u.test(line)) return 3;
	// The address of a unit at a forces' post office.
	if (/^(?:psc|unit|cmr)\s+\d+,?\s+box\s+\d+/i.test(line)) return 2;
	const hasNumber = /\d/.test(line);
	const hasWord = hasStreetWord(line);
	if (isTitledPerson(line) || isDepartment(line) || isUnit(line)) return 0;
	if (isCompany(line) && (!hasWord || !hasNumber)) return 0;
	// "Engineering Hall, Room 1140"
	const [building = '', room = ''] = line.split(/\s*,\s*/, 2);
	if (room !== '' && !/\d/.test(building) && isWithinBuilding(room)) return 0.5;
	// The squares of Mannheim have no names: "C1, 12". Nor have the streets of small villages: "Nr. 47".
	if (/^[A-Z]\s?\d{1,2},?\s*\d{1,3}\w?(\s*\(.*\))?$/.test(line)) return 3;
	if (/^(?:nr|no|č\.? ?p|č|číslo)\.?\s*\d+\s?\w?$/iu.test(line)) return 1;
	// "H0302" is a flat in Norway.
	if (/^c\/o(?![\p{L}])/iu.test(line) || /^[HUKL]0\d{3}$/i.test(line)) return 0;
	if (/^(packstation|paketshop|parcelshop|filiale|paczkomat)\s+\w*\d/i.test(line)) return 3;
	const isWithin = isWithinBuilding(line) || (BUILDING.test(line) && !hasWord);
	if (isWithin) return hasWord && hasNumber ? 2 : hasWord ? 1.5 : hasNumber ? 0.5 : 0;
	return (hasWord ? 2 : 0) + (hasNumber ? 1.5 : 0) - (!hasWord && !looksLikeStreet(line) ? 1 : 0);
}
const MIN_STREET_SCORE = 0.5;
const GOOD_STREET_SCORE = 2;

export const isPersonName = (line: string): boolean =>
	isTitledPerson(line) || PERSON_NAME.test(plainName(line)) || /[様님]$/u.test(line) || isNonLatinName(line);

/**
 * Takes the street as address line 1, the company and the contact person from the lines before it, and every other line as address
 * line 2. Lines after the city are used only if they are a part of an address.
 * @param cityIndex index of the first line after the city, or -1 when no city was found
 */
export function takeStreetAndNames(state: ParserState, cityIndex: number): void {
	const { found } = state;
	const end = cityIndex < 0 ? state.lines.length : cityIndex;
	const before = state.lines
		.slice(0, end)
		.flatMap((line, _index, { length }) =>
			length === 1 && !found.has('contactPerson') ? splitNameAndStreet(line) : splitNames(line),
		)
		.map(withoutPosition)
		.filter((line, index) => (index === 0 && !/^the /i.test(line)) || !JOB_TITLE.test(line));
	const isStreetBefore = before.some((line) => streetScore(line) >= MIN_STREET_SCORE);
	const after = state.lines
		.slice(end)
		.filter(
			(line) =>
				PO_BOX.test(line) ||
				isWithinBuilding(line) ||
				streetScore(line) >= (isStreetBefore ? GOOD_STREET_SCORE : MIN_STREET_SCORE),
		);
	const lines = [...before, ...after];
	const late = state.lines.slice(end).filter((line) => !after.includes(line));
	if (!before.some(isTitledPerson)) takeLateTitledPerson(state, late);
	const scores = lines.map((line, index) => (index === 0 && isCompany(line) ? 0 : streetScore(line)));
	// "Gasthof Sample", "Dorf 31": the first line is a name if another has a number.
	if (!/\d/.test(lines[0] ?? '') && scores.slice(1).some((score) => score > 0)) scores[0] = 0;
	const best = found.has('addressLine1') ? 0 : Math.max(0, ...scores);
	let streetIndex = best >= MIN_STREET_SCORE ? scores.indexOf(best) : -1;
	// Without a number or a word of a street, the line after the names is the street.
	if (streetIndex < 0 && !found.has('addressLine1') && found.has('city') && before.length > 1) streetIndex = -2;

	const others: string[] = [];
	/** Lines before the street that are neither a company nor a person for certain. */
	const unclear: string[] = [];
	// In Chinese and Japanese, the names come last.
	const isName = (index: number) =>
		streetIndex < 0 || index < streetIndex || /\p{Script=Han}/u.test(lines[index] ?? '');
	for (const [index, line] of lines.entries()) {
		if (index === streetIndex) {
			setField(state, 'addressLine1', line, 'likely');
			continue;
		}
		if (isName(index) && takeName(state, lines, index)) continue;
		const mayBeCompany =
			isName(index) &&
			streetIndex >= 0 &&
			![isDepartment(line), isPlaceInBuilding(line, index), HOUSEHOLD.test(line), hasStreetWord(line)].includes(true);
		(mayBeCompany ? unclear : others).push(line);
	}
	// "Aroha Te Whaiti", "Kererū Print": a company without a legal form follows the person.
	const [company, ...rest] = unclear;
	// In Britain and Ireland, it is the name of a house, unless another line is.
	const hasHouseNames = ['GB', 'IE'].includes(found.get('countryCode')?.value ?? '');
	const isHouse =
		hasHouseNames &&
		(isHouseName(company ?? '') || !lines.some((line, index) => index < streetIndex && isHouseName(line)));
	const isUsed = company !== undefined && !isHouse && setField(state, 'companyName', company, 'guess');
	const remaining = [...(isUsed ? rest : unclear), ...others];
	const extra = lines.filter((line) => remaining.includes(line));
	// Some write the company after the street.
	const lateCompany = extra.findIndex(
		(line) => isCompany(line) && !/\d/.test(line) && !isPlaceInBuilding(line, 1) && !HOUSEHOLD.test(line),
	);
	if (lateCompany >= 0 && !found.has('companyName'))
		setField(state, 'companyName', extra.splice(lateCompany, 1)[0] ?? '', 'likely');
	if (streetIndex === -2) {
		const first = Math.max(
			0,
			extra.findIndex((line) => !isDepartment(line) && !HOUSEHOLD.test(line)),
		);
		setField(state, 'addressLine1', extra.splice(first, 1)[0] ?? '', 'guess');
	}
	// At a parcel locker, the person may follow the street.
	const latePerson = extra.findIndex(
		(line) =>
			isPersonName(withoutFor(line)) && !isCompany(line) && !hasStreetWord(plainName(line)) && !BUILDING.test(line),
	);
	if (latePerson >= 0 && !found.has('contactPerson') && !found.has('companyName'))
		setField(state, 'contactPerson', withoutCourtesy(withoutFor(extra.splice(latePerson, 1)[0] ?? '')), 'likely');
	// Some write the person or the company last.
	for (const line of late) {
		const [beforeComma = '', department = ''] = line.split(/\s*,\s*/, 2);
		const isWithDepartment = isDepartment(department) && isPersonName(beforeComma);
		const name = withoutCourtesy(isWithDepartment ? beforeComma : line);
		if (isCompany(line)) setField(state, 'companyName', name, 'likely');
		else if (isPersonName(name) && !name.includes(',') && !isPlaceName(name, state)) {
			const isTaken = setField(state, 'contactPerson', name, found.has('companyName') ? 'guess' : 'likely');
			if (isTaken && isWithDepartment) state.extraLines.push(department);
		}
	}
	// At a company, "c/o" names the person.
	const careOf = found.has('companyName') ? [...extra, ...state.extraLines].find(isCareOfPerson) : undefined;
	if (careOf && setField(state, 'contactPerson', withoutCourtesy(careOf.replace(CARE_OF, '')), 'likely')) {
		extra.splice(0, extra.length, ...extra.filter((line) => line !== careOf));
		state.extraLines = state.extraLines.filter((line) => line !== careOf);
	}
	setField(
		state,
		'addressLine2',
		[...extra, ...state.extraLines].filter(Boolean).join(', '),
		extra.some((line) => /\d/.test(line)) ? 'likely' : 'guess',
	);
}

/** Some write the person last: "Refaccionaria Sample", …, "Sr. Juan Ejemplo". */
function takeLateTitledPerson(state: ParserState, late: readonly string[]): void {
	const person = late.map((line) => line.replace(CARE_OF, '').replace(/\s*\([^()]*\)$/, '')).find(isTitledPerson);
	setField(state, 'contactPerson', withoutCourtesy(person ?? ''), 'likely');
}
/** Whether a name below the city is that of a place. */
function isPlaceName(name: string, { found }: ParserState): boolean {
	const country = found.get('countryCode')?.value ?? '';
	return isRegion(name, country) || isCityName(name, country) || countryCodeOf(name) !== '' || isCounty(name, country);
}

/** "for Jane Sample" */
const withoutFor = (line: string): string => line.replace(/^(?:for|für|voor|pour|para|dla)\s+(?=\p{Lu})/u, '');
/** Whether a line is the name of a house: "Rose Cottage", "The Old Foundry". */
const isHouseName = (line: string): boolean => BUILDING.test(line) || /^the (?:\p{L}+ )?\p{L}+$/iu.test(line);

const CARE_OF = /^c\/o\s+/i;
const isCareOfPerson = (line: string): boolean =>
	CARE_OF.test(line) &&
	/\p{Ll}/u.test(line.replace(CARE_OF, '')) &&
	isPersonName(line.replace(CARE_OF, '').replace(/\s*\([^()]*\)$/, '')) &&
	!isCompany(line);

/** "bei Sample": the name of the household. */
const HOUSEHOLD = /^(?:[Bb]ei|[Cc]hez|[Pp]resso|BEI|CHEZ|PRESSO|BIJ|[Hh]os|[Bb]ij|[Uu] |p\/a|p\.a\.|u\.)\s+\p{Lu}/u;
const isPlaceInBuilding = (line: string, index: number): boolean =>
	isWithinBuilding(line) ||
	PO_BOX.test(line) ||
	(/\d/.test(line) && (!isCompany(line) || /#\d/.test(line))) ||
	(BUILDING.test(line) && index > 0);

/** Takes a line as the company or the contact person. @returns whether it is one of them */
function takeName(state: ParserState, lines: readonly string[], index: number): boolean {
	const line = lines[index] ?? '';
	if (isPlaceInBuilding(line, index)) return false;
	// In Latin script, names come before rooms and buildings.
	const isLateName = lines.slice(0, index).some(isPlaceInBuilding) && !isTitledPerson(line) && !isCompany(line);
	if (isLateName && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(line)) return false;
	// "Purchasing Sect. (Mr. Tsukamoto)"
	const [, department = '', inBrackets = ''] = /^(.+?)\s*\(([^)]+)\)$/.exec(line) ?? [];
	if (isDepartment(department) && isTitledPerson(inBrackets)) {
		state.extraLines.push(department);
		return setField(state, 'contactPerson', withoutCourtesy(inBrackets), 'likely');
	}
	const [sectionBefore = '', nameAfter = ''] = line.split(/\s*,\s*/, 2);
	if (
		(isDepartment(sectionBefore) || (isTitledPerson(nameAfter) && !isPersonName(sectionBefore))) &&
		isPersonName(nameAfter) &&
		!isDepartment(nameAfter)
	) {
		state.extraLines.push(sectionBefore);
		return setField(state, 'contactPerson', withoutCourtesy(nameAfter), 'likely');
	}
	// "Koen Maes, magazijn"
	if (isDepartment(nameAfter) && isPersonName(sectionBefore))
		return setField(state, 'contactPerson', withoutCourtesy(sectionBefore), 'likely');
	if (isDepartment(line)) {
		const isOfPerson = line.split(/\s+\/\s+/).some(isPersonOfTwo);
		return isOfPerson && setField(state, 'contactPerson', withoutCourtesy(line), 'likely');
	}
	const name = withoutCourtesy(line);
	if (index > 0 && HOUSEHOLD.test(line)) return false;
	const isBeforePerson =
		index === 0 && lines.slice(1).some((later) => isTitledPerson(later) && !/^(?:col|ch|dn)\b/i.test(later));
	const hasSharedName =
		(isBeforePerson && !BUILDING.test(line)) ||
		(index === 0 && !lines.some(isCompany) && sharesName(line, lines[1] ?? ''));
	// "Quality Laboratory", "Sample Diagnostics Ltd": a part of the company.
	const isPart =
		// "Ecology Group, Room 2.14", "Sample University"
		(/,\s*(?:room|rm|office|level|floor|wing|zimmer|raum)\b/i.test(line) && lines.slice(index + 1).some(isCompany)) ||
		(!hasLegalForm(line) && lines.slice(index + 1).some((later) => hasLegalForm(later))) ||
		(isUnit(line) && lines.some((other) => other !== line && isCompany(other) && !isUnit(other)));
	if (isPart && isCompany(line)) return false;
	if (!isTitledPerson(line) && (isCompany(line) || hasSharedName) && setField(state, 'companyName', name, 'likely'))
		return true;
	const [beforeComma = '', afterComma = ''] = line.split(/\s*,\s*/, 2);
	if ((JOB_TITLE.test(afterComma) || /^\p{Ll}[\p{Ll}\s-]+$/u.test(afterComma)) && isPersonName(beforeComma))
		return setField(state, 'contactPerson', withoutCourtesy(beforeComma), 'likely');
	if (isCompany(line) && state.found.has('companyName')) return false;
	// A house: its name comes first, and the person is named elsewhere.
	if (BUILDING.test(line) && state.lines.some(isTitledPerson)) return false;
	const hasLaterStreet = lines.slice(index + 1).some((later) => streetScore(later) > GOOD_STREET_SCORE);
	const isPerson = isPersonName(line) || name !== line || line.split(/\s+\/\s+/).some(isPersonOfTwo);
	// The first line may be the name of a house: Rose Cottage.
	const confidence = BUILDING.test(line) ? 'guess' : 'likely';
	// "Pieter Grobbelhof"
	const mayBeStreet =
		hasStreetWord(plainName(line)) &&
		!((index === 0 || line.split(' ').length === 2) && hasLaterStreet && !/\d/.test(line));
	if (isPerson && !mayBeStreet && setField(state, 'contactPerson', name, confidence)) return true;
	return index === 0 && setField(state, 'companyName', name, 'guess');
}
/** One of two names between a slash: "Ostolaskut / Pirkko Yli-Hämäläinen". */
const isPersonOfTwo = (part: string, _index: number, parts: readonly string[]): boolean =>
	parts.length === 2 && PERSON_NAME.test(part);

/** Positions of people, which are no part of an address. */
const JOB_TITLE = new RegExp(`^[^\\d,]*\\b(?:${table.positions})\\b[^\\d,]*$`, 'iu');
/** "Mme Exemple (gérante)": the person without the position. */
function withoutPosition(line: string): string {
	const [, person = '', position = ''] = /^(.+?)\s*\(([^()\d]+)\)$/.exec(line) ?? [];
	return JOB_TITLE.test(position) && isPersonName(person) ? person : line;
}
/** Two names, of which the second is a person with the name of the first: "Holzbau Ramseckner", "Thomas Ramseckner". */
function sharesName(first: string, second: string): boolean {
	const words = first.split(/\s+/).filter((word) => word.length > 3);
	return PERSON_NAME.test(second) && words.some((word) => second.split(/\s+/).includes(word));
}
const isNonLatinName = (line: string): boolean =>
	/^(?:[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\p{M}'׳.־-]{2,}\s?){1,4}$/u.test(line) ||
	/^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Hangul}\s]{2,8}(様|先生|小姐|女士)?\s?収?收?$/u.test(
		line,
	);

/** "Malli Oy / Matti Meikäläinen" is a company and a person. */
function splitNames(line: string): string[] {
	const [company = '', name = '', ...more] = line.split(', ');
	if (more.length === 0 && isCompany(company) && isPersonName(name) && !isCompany(name)) return [company, name];
	const parts = line.split(/\s+[/|–-]\s+/);
	if (parts.length !== 2) return [line];
	if (parts.some(isTitledPerson) && parts.some((part) => !isTitledPerson(part))) return parts;
	if (parts.some(isDepartment) && parts.some((part) => !isDepartment(part) && isPersonName(part))) return parts;
	// "školská jedáleň - Jana Kučerovská"
	if (/^\p{Ll}[^\d]*$/u.test(parts[0] ?? '') && PERSON_NAME.test(parts[1] ?? '')) return parts;
	const [person = '', position = ''] = parts;
	if (JOB_TITLE.test(position) && isPersonName(person)) return [person];
	return parts.some(isCompany) && parts.some((part) => !isCompany(part) && isPersonName(part)) ? parts : [line];
}
/** "Anna Muster Hauptstr. 5": the name ends before the word of the street. */
function splitNameAndStreet(line: string): string[] {
	const words = line.split(' ');
	if (!/\d/.test(line) || isCompany(line)) return [line];
	for (let count = MIN_NAME_WORDS; count <= MAX_NAME_WORDS && count < words.length - 1; count += 1) {
		const name = words.slice(0, count).join(' ');
		const street = words.slice(count).join(' ');
		const isStart = hasStreetWord(`${words[count]} 1`) || PO_BOX.test(street);
		if (isStart && PERSON_NAME.test(name) && !hasStreetWord(`${name} 1`)) return [name, street];
	}
	return [line];
}
const MIN_NAME_WORDS = 2;
const MAX_NAME_WORDS = 4;
