// Takes the fields of a pasted address that have a form of their own: mail address, tax number, phone. Pure.
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { hasVatRules, vatNumberProblem } from '../../src-contract/rules/vat-numbers';
import { isPersonName } from './paste-names';
import { MILITARY_POST } from './paste-places';
import { filled, type ParserState, setField } from './paste-state';
import { hasStreetWord, isCollectionPoint } from './paste-words';

export const EMAIL = /(?<![^\s<>(),;:"[\]])[^\s<>(),;:"[\]@]{1,64}@[^\s<>(),;:"[\]@]{1,255}/u;

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
		if (
			MILITARY_POST.test(line) ||
			isCollectionPoint(line) ||
			BRAZILIAN_POSTCODE.test(line) ||
			line.replace(/\D/g, '').length < MIN_PHONE_DIGITS
		)
			return [line];
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
		const before = line.slice(0, number.startsAt).replace(/[\s,:(–-]+$/, '');
		const digits = line.slice(number.startsAt).replace(/\D/g, '').length;
		const isPhone = digits > 9 || /^[+(]?0|^\+/.test(line.slice(number.startsAt));
		const isAtEnd = /^\)?$/.test(line.slice(number.endsAt));
		if (isPhone && isPersonName(before.replace(/^c\/o\s+/i, '')) && isAtEnd && !hasStreetWord(before))
			return setField(state, 'phone', line.slice(number.startsAt, number.endsAt), 'likely') ? [before] : [line];
		// "my number's 07700 900123 if the courier needs it"
		const isInSentence = isPhone && isSentence(line.slice(0, number.startsAt) + line.slice(number.endsAt));
		if (isInSentence && setField(state, 'phone', line.slice(number.startsAt, number.endsAt), 'likely')) return [];
		const [, extension] = EXTENSION.exec(line.slice(number.endsAt)) ?? [];
		if (extension && before === '')
			return setField(state, 'phone', line.slice(number.startsAt), 'likely') ? [] : [line];
		// If the line also contains words, its digits are a house number or a postcode.
		if (/\p{L}{3}/u.test(rest)) return [line];
		const writtenNumber = line.slice(number.startsAt, number.endsAt);
		// Digits without a trunk prefix or separator are another number, such as that of a parcel locker's customer.
		if (/^[1-9]\d+$/.test(writtenNumber)) return [line];
		// An order number, such as "10-22871".
		if (/^[1-9]\d?-\d{4,6}$/.test(writtenNumber)) return [line];
		// "D08 K7R3 - 085 555 0149"
		const isOther = /\d/.test(before) && !/[:：]$/.test(before);
		const isTaken = setField(state, 'phone', writtenNumber, writtenNumber.startsWith('+') ? 'sure' : 'likely');
		return isTaken ? filled(isOther ? before : '') : [line];
	});
}
const BRAZILIAN_POSTCODE = /^\d{5}-\d{3}$/;
/** "514 555-0186, poste 33" */
const EXTENSION = /^,?\s*\(?(?:poste|ext(?:ension)?|x|dw|durchwahl|int|wew|anexo|ramal|interno)[.:\s-]*(\d{1,5})\)?$/iu;
const MIN_PHONE_DIGITS = 6;
/** Whether most words are in lower case. */
export const isSentence = (text: string): boolean => {
	const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
	const lowerCase = words.filter((word) => /^\p{Ll}/u.test(word));
	return words.length >= MIN_WORDS_OF_SENTENCE && lowerCase.length > words.length * MIN_SHARE_IN_LOWER_CASE;
};
const MIN_WORDS_OF_SENTENCE = 4;
const MIN_SHARE_IN_LOWER_CASE = 0.7;
const ZIP_PLUS_4 = /^\d{5}-\d{4}$/;
export function loosePhoneNumber(line: string): { startsAt: number; endsAt: number } | undefined {
	const number =
		/(?<![\d(])(?!\d{5}-\d{4}(?!\d))(?:\+|\(?0)\d[\d\s()./-]{6,}\d/.exec(line) ??
		/^\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$/.exec(line);
	return number ? { startsAt: number.index, endsAt: number.index + number[0].length } : undefined;
}
