// Takes the fields of a pasted address whose line names them: "Phone: …", "Attn …". Pure.
import { countryCodeOf } from '../platform/country-names';
import { EMAIL, loosePhoneNumber } from './paste-fields';
import { fieldOf, labelOf } from './paste-labels';
import { isWholeAddress, splitAtCommas } from './paste-lines';
import { isPersonName, withoutCourtesy } from './paste-names';
import { filled, type ParserState, setField } from './paste-state';
import {
	ACCOUNT_NAME,
	hasLegalForm,
	hasStreetWord,
	isCompany,
	isDepartment,
	isTitledPerson,
	isWithinBuilding,
} from './paste-words';

export function takeLabelledFields(state: ParserState): void {
	const remaining: string[] = [];
	const firstNames: string[] = [];
	const lastNames: string[] = [];
	const houseNumbers: string[] = [];
	const districts: string[] = [];
	const namesOfUnknownLabels: string[] = [];
	for (const [index, line] of state.lines.entries()) {
		const label = labelOf(line);
		if (index === 0 && /_/.test(line) && ACCOUNT_NAME.test(line) && state.lines.length > 3) continue;
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
			if (/\d{4}/.test(value)) {
				remaining.push(value);
				continue;
			}
			const [city = '', ...rest] = value.split(/\s*,\s*/);
			setField(state, 'city', city, 'likely');
			state.extraLines.push(...rest);
		} else if (field === 'contactPerson') {
			takeLabelledPerson(state, remaining, value);
		} else if (field === 'addressLine1') {
			const parts = splitAtCommas(value.replace(TURKISH_PLACE, ', $1'));
			if (parts.length >= MIN_PARTS_OF_LABELLED_ADDRESS || isWholeAddress(value) || TURKISH_PLACE.test(value)) {
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
			const inBrackets = /\(([^()\d]+)\)$/.exec(value)?.[1] ?? '';
			if (isTitledPerson(inBrackets)) setField(state, 'contactPerson', withoutCourtesy(inBrackets), 'likely');
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

/** "Jane Sample 07700 900123", "Jane Sample (tel +44 7700 900123)", "Jane Sample / (01) 555-0171 anexo 208" */
const PERSON_AND_PHONE =
	/^(.*?)(?:\s+\/)?\s*\(?((?:\+|\(?(?=\d))\d[\d\s()./-]{6,}\d(?:\s*(?:ext|anexo|ramal|int)\.?\s*\d{1,5})?)\)?$/iu;

/**
 * Takes the person of a label, with a department, phone number or mail address beside the name: "Biomedical Engineering, Jane Sample",
 * "Jane Sample - mobile 07700 900123". A company becomes the first of the remaining lines.
 */
function takeLabelledPerson(state: ParserState, remaining: string[], value: string): void {
	const mail = EMAIL.exec(value)?.[0] ?? '';
	if (mail !== '') remaining.push(mail);
	const withoutMail = mail === '' ? value : value.replace(mail, '').replace(/[\s,<>()]+$/, '');
	const [, beforePhone = withoutMail, phone = ''] = PERSON_AND_PHONE.exec(withoutMail) ?? [];
	const [, beforeLabel = '', phoneLabel = ''] = /^(.+?)\s*[-–,/(]\s*([^-–,/(]+)$/u.exec(beforePhone) ?? [];
	const name = phone !== '' && fieldOf(phoneLabel) === 'phone' ? beforeLabel : beforePhone;
	setField(state, 'phone', phone, 'likely');

	const parts = name.replace(/\s+[-–]$/, '').split(/\s*,\s*|\s+[-–|]\s+/);
	const persons = parts.filter(isPersonWithDepartment);
	// The part beside the person is a department, or a position, which is not used.
	const isOfTwo = parts.length === 2 && persons.length === 1;
	if (isOfTwo)
		state.extraLines.push(
			...parts.filter((part) => !persons.includes(part) && (isDepartment(part) || isCompany(part))),
		);
	const person = withoutCourtesy(((isOfTwo && persons[0]) || parts.join(', ')).replace(/\s*\([^()]*\d[^()]*\)$/, ''));
	const isInCompany = remaining.length > 0 && !hasLegalForm(person);
	if (persons.length > 0) setField(state, 'contactPerson', person, isPersonName(person) ? 'sure' : 'likely');
	else if (isDepartment(person) || (isCompany(person) && isInCompany)) state.extraLines.push(person);
	else if (isCompany(person.replace(/\s*[(–].*$/, ''))) remaining.unshift(person);
	else setField(state, 'contactPerson', person, /\d/.test(person) ? 'guess' : 'likely');
}

/** "Jane Sample", "Jane Sample (purchasing)", "Receiving / Jane Sample" */
const isPersonWithDepartment = (text: string): boolean =>
	isTitledPerson(text) ||
	(text.split(/\s+\/\s+|\s*\(/).some(isPersonName) && !isCompany(text) && (/[/(]/.test(text) || !isDepartment(text)));

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

/** "Moda Cad. No: 87 34710 Kadıköy/İstanbul" */
const TURKISH_PLACE = /\s+(\d{5} \p{Lu}\p{L}+\s?\/\s?\p{Lu}\p{L}+)$/u;
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
