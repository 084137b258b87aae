// Takes the fields of a pasted address that have a label or a form of their own: mail address, tax number, phone. Pure.
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { hasVatRules, vatNumberProblem } from '../../src-contract/rules/vat-numbers';
import { countryCodeOf } from '../platform/country-names';
import { labelOf } from './paste-labels';
import { splitAtCommas } from './paste-lines';
import { isPersonName, withoutCourtesy } from './paste-names';
import { MILITARY_POST } from './paste-places';
import { type ParserState, setField } from './paste-state';
import { ACCOUNT_NAME, hasStreetWord, isCompany, isDepartment, isWithinBuilding } from './paste-words';

const EMAIL = /(?<![^\s<>(),;:"[\]])[^\s<>(),;:"[\]@]{1,64}@[^\s<>(),;:"[\]@]{1,255}/u;
export function takeLabelledFields(state: ParserState): void {
	const remaining: string[] = [];
	const firstNames: string[] = [];
	const lastNames: string[] = [];
	const houseNumbers: string[] = [];
	const districts: string[] = [];
	const namesOfUnknownLabels: string[] = [];
	for (const [index, line] of state.lines.entries()) {
		const label = labelOf(line);
		if (!label) {
			const { person, rest } = withoutUnknownLabel(line);
			namesOfUnknownLabels.push(...filled(person));
			remaining.push(...filled(rest));
			continue;
		}
		const { field, value } = label;
		if (field === 'contactPerson' && ACCOUNT_NAME.test(value)) continue;
		// "Org." is the number of a company in Sweden; in Norway, with MVA behind it, it is the tax number.
		const isRegisterNumber = field === 'vatNumber' && /^org/i.test(line) && !/^no|mva/i.test(value);
		if (field === 'ignored' && REFERENCE.test(line) && isPersonName(value))
			setField(state, 'contactPerson', withoutCourtesy(value), 'guess');
		if (isRegisterNumber || field === 'ignored' || (field === 'phone' && !/\d{3}/.test(value.replace(/\D/g, ''))))
			continue;
		// "CEP 89211-430 – Joinville/SC": the city follows.
		const isPlace =
			field === 'place' || (field === 'zipcode' && /\p{L}{3}/u.test(value) && !ARGENTINE_POSTCODE.test(value));
		if (isPlace) remaining.push(value);
		else if (field === 'country' || field === 'countryCode') {
			if (!setField(state, 'countryCode', countryCodeOf(value), 'sure')) remaining.push(value);
		} else if (field === 'city') {
			const [city = '', ...rest] = value.split(/\s*,\s*/);
			setField(state, 'city', city, 'likely');
			state.extraLines.push(...rest);
		} else if (field === 'contactPerson') {
			const mail = EMAIL.exec(value)?.[0] ?? '';
			if (mail !== '') remaining.push(mail);
			const named = mail === '' ? value : value.replace(mail, '').replace(/[\s,<>()]+$/, '');
			const [, name = named, phone = ''] = /^(.*?)\s*\(?(\+?\d[\d\s()./-]{6,}\d)\)?$/.exec(named) ?? [];
			const [beforeComma = '', department = ''] = name.split(/\s*,\s*/, 2);
			const isWithDepartment = isDepartment(department) && isPersonName(beforeComma);
			if (isWithDepartment) state.extraLines.push(department);
			const person = withoutCourtesy((isWithDepartment ? beforeComma : name).replace(/\s*\([^()]*\d[^()]*\)$/, ''));
			const hasName = person.split(/\s+[/–-]\s+|\s*\(|,\s+/).some(isPersonName);
			if (isDepartment(person) && !hasName) state.extraLines.push(person);
			else if (isCompany(person.replace(/\s*[(–].*$/, ''))) remaining.unshift(person);
			else
				setField(
					state,
					'contactPerson',
					person,
					/\d/.test(person) ? 'guess' : isPersonName(person) ? 'sure' : 'likely',
				);
			setField(state, 'phone', phone, 'likely');
		} else if (field === 'addressLine1') {
			const parts = splitAtCommas(value);
			if (parts.length >= MIN_PARTS_OF_LABELLED_ADDRESS) {
				remaining.push(...parts);
				continue;
			}
			// "Adresse : M. Corentin Delvigneux, Rue Haute 118"
			const next = state.lines[index + 1] ?? '';
			const isOtherPart = isWithinBuilding(value) || (isPersonName(value) && !hasStreetWord(value));
			const isRoom = isWithinBuilding(value) || /^#\d+\w?$/.test(value);
			if (((isOtherPart && /\d/.test(next)) || (isRoom && next !== '')) && !labelOf(next)) {
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
		} else if (field === 'vatNumber') {
			remaining.push(...(EMAIL.exec(value) ?? []));
			const number = withoutNumberWord(value).replace(/[,;].*$|\.\s.*$| - .*$|\s+\p{Lu}\p{Ll}+\.?(?:\s.*)?$/u, '');
			setField(state, field, number, /^[\dA-ZА-ЯΑ-Ω.\-/ ]{5,24}$/u.test(number) ? 'sure' : 'likely');
		} else if (field === 'email') setField(state, field, EMAIL.exec(value)?.[0] ?? value, 'sure');
		else setField(state, field, value, field === 'zipcode' || isCompany(value) ? 'sure' : 'likely');
	}
	state.lines = remaining;
	// "Prénom", "Nom"
	const person = state.found.get('contactPerson');
	if (person && !(firstNames.length > 0 && person.value.includes(' ')))
		person.value = [...firstNames, person.value, ...lastNames].join(' ');
	setField(state, 'contactPerson', [...firstNames, ...lastNames].join(' '), 'sure');
	setField(state, 'contactPerson', namesOfUnknownLabels[0] ?? '', 'guess');
	state.districts = districts;
	const street = state.found.get('addressLine1');
	if (street) street.value = [street.value, ...houseNumbers].join(' ');
}

/** Splits a line whose label is in no list, if its value is a company or a person: "Workshop: Jane Sample". */
function withoutUnknownLabel(line: string): { person: string; rest: string } {
	const [, label = '', value = ''] = /^(\p{L}[\p{L} .’'-]{1,28}):\s+(\D+)$/u.exec(line) ?? [];
	const isPlace = hasStreetWord(`${label} 1`) || isWithinBuilding(label) || hasStreetWord(value);
	if (label === '' || isPlace || label.split(' ').length > MAX_WORDS_OF_LABEL) return { person: '', rest: line };
	if (isCompany(value)) return { person: '', rest: isCompany(label) ? line : value };
	return isPersonName(value) && value.includes(' ')
		? { person: withoutCourtesy(value), rest: '' }
		: { person: '', rest: line };
}
const MAX_WORDS_OF_LABEL = 3;
const filled = (text: string): string[] => (text === '' ? [] : [text]);

/** "n.º PT 501234560" */
const withoutNumberWord = (value: string): string =>
	value.replace(/^(?:n\.?\s?[º°o]|nr|no|reg|number|nummer)\.?[:\s]+/i, '');
const ARGENTINE_POSTCODE = /^[A-Z]\d{4}[A-Z]{3}$/;
/** Words for the buyer, who may be a person. */
const BUYER = /^(?:client|cliente|customer|cust|kunde|kund|klant|klient|asiakas|zákazník|vevő|buyer)\b/iu;
/** A person that an order is for: "Ref: Tuva Lindehag". */
const REFERENCE = /^(?:(?:your|our|er|vår|ihr) )?ref/i;
/** The value of a street label with this many parts is a whole address. */
const MIN_PARTS_OF_LABELLED_ADDRESS = 4;

/** The phone number in a text with a label, without remarks such as "(daytime)". */
function loosePhoneText(text: string): string {
	if (/^[+\d\s()./-]+$/.test(text)) return text;
	const number = loosePhoneNumber(text);
	if (number) return text.slice(number.startsAt, number.endsAt);
	return /^[+(]{0,2}\d[\d\s()./-]{5,}\d/.exec(text)?.[0] ?? text;
}

export function takeEmail(state: ParserState): void {
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

export function takeVatNumber(state: ParserState): void {
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

export function takePhone(state: ParserState, countryCode: string): void {
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
		const rest = (line.slice(0, number.startsAt).replace(/^[^:：\d]{1,24}[:：]\s*$/u, '') + line.slice(number.endsAt))
			.replace(/\([^()\d]*\)/g, '')
			.replace(/[\s()+./-]/g, '');
		// "Mrs P. Sample 07700 900123"
		const before = line.slice(0, number.startsAt).replace(/[\s,:–-]+$/, '');
		const digits = line.slice(number.startsAt).replace(/\D/g, '').length;
		const isPhone = digits > 9 || /^[+(]?0|^\+/.test(line.slice(number.startsAt));
		if (isPhone && isPersonName(before) && number.endsAt === line.length && !hasStreetWord(before))
			return setField(state, 'phone', line.slice(number.startsAt), 'likely') ? [before] : [line];
		// "my number's 07700 900123 if the courier needs it"
		const isInSentence = isPhone && isSentence(line.slice(0, number.startsAt) + line.slice(number.endsAt));
		if (isInSentence && setField(state, 'phone', line.slice(number.startsAt, number.endsAt), 'likely')) return [];
		// If the line also contains words, its digits are a house number or a postcode.
		if (/\p{L}{3}/u.test(rest)) return [line];
		const writtenNumber = line.slice(number.startsAt, number.endsAt);
		// Digits without a trunk prefix or separator are another number, such as that of a parcel locker's customer.
		if (/^[1-9]\d+$/.test(writtenNumber)) return [line];
		// An order number, such as "10-22871".
		if (/^[1-9]\d?-\d{4,6}$/.test(writtenNumber)) return [line];
		return setField(state, 'phone', writtenNumber, writtenNumber.startsWith('+') ? 'sure' : 'likely') ? [] : [line];
	});
}
const MIN_PHONE_DIGITS = 6;
/** Whether most words are in lower case. */
const isSentence = (text: string): boolean => {
	const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
	return words.length >= 4 && words.filter((word) => /^\p{Ll}/u.test(word)).length > words.length * 0.7;
};
const ZIP_PLUS_4 = /^\d{5}-\d{4}$/;
function loosePhoneNumber(line: string): { startsAt: number; endsAt: number } | undefined {
	const number =
		/(?<![\d(])(?!\d{5}-\d{4}(?!\d))(?:\+|\(?0)\d[\d\s()./-]{6,}\d/.exec(line) ??
		/^\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$/.exec(line);
	return number ? { startsAt: number.index, endsAt: number.index + number[0].length } : undefined;
}
