// Interprets the structure of a scanned code: which tracking numbers it may contain, and whether it is a routing code, which does
// not identify a parcel. In this file, a number is a tracking number, which may contain letters. Pure.
import { MAX_PLAIN_CODE_CHARS, normaliseCode, storedCode } from './label-codes';

/** Shorter codes identify a depot, a service or a postal code, not a parcel. */
const MIN_PARCEL_CODE_CHARS = 8;

/** Whether the last digit is the GS1 check digit: weights 1 and 3 in turn, from the right. */
function hasGs1CheckDigit(digits: string): boolean {
	const sum = [...digits].reduceRight(
		(total, digit, index) => total + Number(digit) * ((digits.length - index) % 2 ? 1 : 3),
		0,
	);
	return sum % 10 === 0;
}

/** Whether the last digit is the check digit of Deutsche Post: weights 4 and 9 in turn, from the left. */
function hasGermanPostCheckDigit(digits: string): boolean {
	const body = [...digits.slice(0, -1)];
	const sum = body.reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 4 : 9), 0);
	return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** Codes that contain a tracking number at a fixed position. The number is the first group of each expression. */
const NUMBER_STRUCTURES: readonly RegExp[] = [
	// FedEx, 34 digits: Ground begins with 96, Express with 1. The last 12, 14, 15 or 20 digits are the number.
	/^(?:96|1\d)\d{20}(\d{12})$/,
	/^(?:96|1\d)\d{18}(\d{14})$/,
	/^(?:96|1\d)\d{17}(\d{15})$/,
	/^(?:96|1\d)\d{12}(\d{20})$/,
	// FedEx Ground, 22 digits.
	/^96\d{5}(\d{15})$/,
	// FedEx, 12 digits padded to 14.
	/^00(\d{12})$/,
	// USPS: 420 and a ZIP code of five or nine digits before the number.
	/^420\d{5}(9[1-5]\d{18,24})$/,
	/^420\d{9}(9[1-5]\d{18,24})$/,
	// GS1: serial shipping container code (application identifier 00).
	/^00(\d{18})$/,
	// Licence plates of ISO/IEC 15459: a data identifier before the number.
	/^[1-6]?J((?:JD|[A-Z]{2})[A-Z\d]{8,30})$/,
	/^[1-6](J[A-Z\d]{9,33})$/,
	// DPD: postal code, number, service and country.
	/^%?[A-Z\d]{7}(\d{14})\d{6}$/,
];

/** Tracking numbers with a distinctive form, recognised anywhere in a code. */
const NUMBER_FORMS: readonly RegExp[] = [
	// UPS.
	/1Z[A-Z\d]{16}/g,
	// Universal Postal Union, S10.
	/[A-Z]{2}\d{9}[A-Z]{2}/g,
	// Licence plates of DHL.
	/JJ?D\d{16,20}/g,
];

/** Number in a UPS MaxiCode: serial, then shipper. The service code of the tracking number is missing. */
const UPS_MAXICODE = /1Z([A-Z\d]{8})UPSN([A-Z\d]{6})/g;
/** UPS tracking number: shipper, service code, serial. */
const UPS_TRACKING_NUMBER = /^1Z([A-Z\d]{6})[A-Z\d]{2}([A-Z\d]{8})$/;

/**
 * The fields of a record that may be numbers; none for a code of one field. In FedEx records (`FDE`), a form number of four digits
 * may follow the 12 digits of the tracking number: such a field is listed with and without the form number.
 */
function numbersInFields(text: string): string[] {
	const fields = text.toUpperCase().split(/[\p{Cc}|;\u241d\u241e]|<GS>|<RS>/u);
	if (fields.length === 1) return [];
	const numbers = fields.map((field) => field.trim()).filter((field) => /^[A-Z\d]{10,34}$/.test(field));
	const fedExNumbers = text.includes('FDE')
		? numbers.flatMap((field) => /^(\d{12})0\d{3}$/.exec(field)?.[1] ?? [])
		: [];
	return [...numbers, ...fedExNumbers];
}

/** Removes all characters except letters and digits. Hyphens, points and slashes only make numbers easier to read. */
const alphanumeric = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/**
 * @returns all numbers that a code may contain according to its structure, the whole code first; an empty array for an empty code
 */
export function numbersIn(text: string): string[] {
	const code = normaliseCode(text);
	if (code === '') return [];
	const numbers = [code, alphanumeric(code)];
	for (const structure of NUMBER_STRUCTURES) {
		const number = structure.exec(code)?.[1];
		if (number) numbers.push(number);
	}
	// Partners return a serial shipping container code with or without its application identifier.
	if (/^\d{18}$/.test(code) && hasGs1CheckDigit(code)) numbers.push(`00${code}`);
	if (/^JD\d{16,20}$/.test(code)) numbers.push(`J${code}`);
	for (const form of NUMBER_FORMS) for (const [number] of code.matchAll(form)) numbers.push(number);
	// To compare the number of a UPS MaxiCode with a UPS tracking number, `..` replaces the service code in both.
	for (const [, serial, shipper] of code.matchAll(UPS_MAXICODE)) numbers.push(`1Z${shipper}..${serial}`);
	const upsParts = UPS_TRACKING_NUMBER.exec(code);
	if (upsParts) numbers.push(`1Z${upsParts[1]}..${upsParts[2]}`);
	numbers.push(...numbersInFields(text));
	return [...new Set(numbers)].filter((number) => number !== '');
}

/**
 * Whether a code and a tracking number are equal, or one contains the other as a number (`numbersIn`). UPS numbers that differ only
 * in the service code count as equal, because a MaxiCode does not contain the service code.
 */
export function containsNumber(text: string, trackingNumber: string): boolean {
	const number = alphanumeric(normaliseCode(trackingNumber));
	if (number === '') return false;
	const [numbersInCode, numbersInTrackingNumber] = [numbersIn(text), numbersIn(trackingNumber)];
	if (numbersInCode.includes(number) || haveSameUpsNumber(numbersInCode, numbersInTrackingNumber)) return true;
	// The partner may return the tracking number in a longer form that contains the code.
	const code = alphanumeric(normaliseCode(text));
	return code.length >= MIN_PARCEL_CODE_CHARS && code.length < number.length && numbersInTrackingNumber.includes(code);
}

/** Longer lines, such as graphics in a printer language, are not searched for a number. */
const MAX_LINE_CHARS = 1_000;

/**
 * Whether a line of a text contains a tracking number, whatever separates its characters.
 * @param text of a page, or the commands of a label in a printer language
 */
export function mentionsNumber(text: string, trackingNumber: string): boolean {
	const number = alphanumeric(normaliseCode(trackingNumber));
	if (number === '') return false;
	const lines = text.split(/[\r\n^]/).filter((line) => line.length <= MAX_LINE_CHARS);
	return lines.some((line) => alphanumeric(line).toUpperCase().includes(number));
}

const haveSameUpsNumber = (a: readonly string[], b: readonly string[]): boolean =>
	a.some((number) => number.startsWith('1Z') && number.includes('..') && b.includes(number));

/**
 * Whether a scanned code equals a stored code, or one contains the other as a number (`containsNumber`). A record is stored as a
 * digest, which can only be compared with the whole scanned code.
 * @param stored in the form of `storedCode`
 */
export const isSameCode = (text: string, stored: string): boolean =>
	storedCode(text) === stored || (!stored.startsWith('sha256:') && containsNumber(text, stored));

/** Routing codes. Many labels have the same routing code. */
const ROUTING_STRUCTURES: readonly RegExp[] = [
	// GS1: postal code (420, with country 421) and the routing code of DHL Paket (403).
	/^420(\d{5}|\d{9})$/,
	/^421\d{3}[A-Z\d]{3,9}$/,
	/^403\d{3}[A-Z\d]{4,9}\+\d{4,20}$/,
	// DHL Express.
	/^2L[A-Z]{2}[A-Z\d-]*\+\d+$/,
	// Colissimo.
	/^1\d{23}$/,
	// Web addresses, which do not identify a parcel either.
	/^HTTPS?:/,
];

/** Whether a code is a routing code by its structure alone. */
export function hasRoutingStructure(text: string): boolean {
	const code = normaliseCode(text);
	return ROUTING_STRUCTURES.some((structure) => structure.test(code));
}

/**
 * Whether a code is a routing code, or too short to identify a parcel.
 * @param trackingNumber of the shipment. If it has 14 characters, a code of 14 digits may be the tracking number, and is not
 * treated as a Leitcode, the routing code of DHL Paket.
 */
export function isRoutingCode(text: string, trackingNumber: string): boolean {
	const code = normaliseCode(text);
	if (code.length < MIN_PARCEL_CODE_CHARS) return true;
	if (hasRoutingStructure(code)) return true;
	// Leitcode: postal code, street, house number, product, check digit.
	return (
		/^\d{14}$/.test(code) && hasGermanPostCheckDigit(code) && alphanumeric(normaliseCode(trackingNumber)).length !== 14
	);
}

/**
 * Whether a record identifies the parcel: the record contains the tracking number, or another code of the same label that
 * identifies the parcel. Other records, such as an address, may be the same on many labels.
 * @param otherCodes the codes of the label, in the form of `storedCode`
 */
export function recordIdentifiesParcel(text: string, trackingNumber: string, otherCodes: readonly string[]): boolean {
	const record = alphanumeric(normaliseCode(text));
	const identifyingCodes = [trackingNumber, ...otherCodes.filter((code) => !isRoutingCode(code, trackingNumber))];
	return identifyingCodes.some(
		(code) =>
			containsNumber(text, code) ||
			numbersIn(code).some(
				(number) =>
					number.length >= MIN_PARCEL_CODE_CHARS &&
					number.length < record.length &&
					record.includes(alphanumeric(number)),
			),
	);
}

/** Whether a code is so long that it is treated as a record: several fields, as in matrix codes. Records are stored as digests. */
export const isRecordCode = (text: string): boolean => normaliseCode(text).length > MAX_PLAIN_CODE_CHARS;
