// Interprets the structure of a scanned code: which numbers it contains, and whether it is only a routing code. Pure.
import { MAX_PLAIN_CODE_CHARS, normaliseCode, storedCode } from './label-codes';

/** Shorter codes identify a depot, a service or a postal code, not a parcel. */
const MIN_OWN_CODE_CHARS = 8;

/** GS1 check digit: alternating weights 3 and 1, counted from the right. */
function hasGs1CheckDigit(digits: string): boolean {
	const sum = [...digits].reduceRight(
		(total, digit, index) => total + Number(digit) * ((digits.length - index) % 2 ? 1 : 3),
		0,
	);
	return sum % 10 === 0;
}

/** Check digit of Deutsche Post: alternating weights 4 and 9, counted from the left. */
function hasGermanPostCheckDigit(digits: string): boolean {
	const body = [...digits.slice(0, -1)];
	const sum = body.reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 4 : 9), 0);
	return (10 - (sum % 10)) % 10 === Number(digits.at(-1));
}

/** Codes that contain a tracking number, which is the first group of each expression. */
const STRUCTURES: readonly RegExp[] = [
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

/** Tracking numbers that are recognised by their form anywhere in a longer record. */
const NUMBERS_IN_RECORDS: readonly RegExp[] = [
	// UPS.
	/1Z[A-Z\d]{16}/g,
	// Universal Postal Union, S10.
	/[A-Z]{2}\d{9}[A-Z]{2}/g,
	// Licence plates of DHL.
	/JJ?D\d{16,20}/g,
];

/** UPS MaxiCode: class of service, the number without shipper and service, and the shipper. */
const UPS_MAXICODE = /1Z([A-Z\d]{8})UPSN([A-Z\d]{6})/g;
/** UPS: shipper, service, serial. */
const UPS_NUMBER = /^1Z([A-Z\d]{6})[A-Z\d]{2}([A-Z\d]{8})$/;

/** The fields of a record that may be numbers. In FedEx records, also the number without the four digits for the form. */
function fieldsOf(text: string): string[] {
	const fields = text.toUpperCase().split(/[\p{Cc}|;\u241d\u241e]|<GS>|<RS>/u);
	if (fields.length === 1) return [];
	const numbers = fields.map((field) => field.trim()).filter((field) => /^[A-Z\d]{10,34}$/.test(field));
	const fedExNumbers = text.includes('FDE')
		? numbers.flatMap((field) => /^(\d{12})0\d{3}$/.exec(field)?.[1] ?? [])
		: [];
	return [...numbers, ...fedExNumbers];
}

/** Removes hyphens, points and slashes, which only make numbers easier to read. */
const alphanumeric = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** @returns all numbers that a code may contain by its structure, the whole code first; an empty list for an empty code */
export function numbersIn(text: string): string[] {
	const code = normaliseCode(text);
	if (code === '') return [];
	const numbers = [code, alphanumeric(code)];
	for (const structure of STRUCTURES) {
		const number = structure.exec(code)?.[1];
		if (number) numbers.push(number);
	}
	// Partners return this number with or without its application identifier.
	if (/^\d{18}$/.test(code) && hasGs1CheckDigit(code)) numbers.push(`00${code}`);
	if (/^JD\d{16,20}$/.test(code)) numbers.push(`J${code}`);
	for (const form of NUMBERS_IN_RECORDS) for (const [number] of code.matchAll(form)) numbers.push(number);
	// A MaxiCode has the service code in another form, so it is replaced by `..` in both.
	for (const [, serial, shipper] of code.matchAll(UPS_MAXICODE)) numbers.push(`1Z${shipper}..${serial}`);
	const ups = UPS_NUMBER.exec(code);
	if (ups) numbers.push(`1Z${ups[1]}..${ups[2]}`);
	numbers.push(...fieldsOf(text));
	return [...new Set(numbers)].filter((number) => number !== '');
}

/** Whether a code is the tracking number or contains it at a position given by its structure. */
export function containsNumber(text: string, trackingNumber: string): boolean {
	const number = alphanumeric(normaliseCode(trackingNumber));
	if (number === '') return false;
	const [numbers, trackingNumbers] = [numbersIn(text), numbersIn(trackingNumber)];
	if (numbers.includes(number) || isSameUpsNumber(numbers, trackingNumbers)) return true;
	// The partner may return the longer of the two forms.
	const code = alphanumeric(normaliseCode(text));
	return code.length >= MIN_OWN_CODE_CHARS && code.length < number.length && trackingNumbers.includes(code);
}

const isSameUpsNumber = (a: readonly string[], b: readonly string[]): boolean =>
	a.some((number) => number.startsWith('1Z') && number.includes('..') && b.includes(number));

/** Whether a scanned code equals a stored code or contains its number. Records are stored as digests and must be equal. */
export const isSameCode = (text: string, stored: string): boolean =>
	storedCode(text) === stored || (!stored.startsWith('sha256:') && containsNumber(text, stored));

/** Routing codes, which are the same on many labels. */
const ROUTING_STRUCTURES: readonly RegExp[] = [
	// GS1: postal code (420, with country 421) and the routing code of DHL Paket (403).
	/^420(\d{5}|\d{9})$/,
	/^421\d{3}[A-Z\d]{3,9}$/,
	/^403\d{3}[A-Z\d]{4,9}\+\d{4,20}$/,
	// DHL Express.
	/^2L[A-Z]{2}[A-Z\d-]*\+\d+$/,
	// Colissimo.
	/^1\d{23}$/,
	/^HTTPS?:/,
];

export function hasRoutingStructure(text: string): boolean {
	const code = normaliseCode(text);
	return ROUTING_STRUCTURES.some((structure) => structure.test(code));
}

/**
 * Whether a code does not identify a parcel.
 * @param trackingNumber of the shipment. If it has 14 digits, a code of 14 digits is not taken for a Leitcode.
 */
export function isRoutingCode(text: string, trackingNumber: string): boolean {
	const code = normaliseCode(text);
	if (code.length < MIN_OWN_CODE_CHARS) return true;
	if (hasRoutingStructure(code)) return true;
	// Leitcode of DHL Paket: postal code, street, house number, product, check digit.
	return (
		/^\d{14}$/.test(code) && hasGermanPostCheckDigit(code) && alphanumeric(normaliseCode(trackingNumber)).length !== 14
	);
}

/**
 * Whether a record identifies the parcel: it contains the tracking number or another code of the same label. Other records, such
 * as an address, may be the same on many labels.
 * @param otherCodes codes of the label in their stored form
 */
export function recordNamesParcel(text: string, trackingNumber: string, otherCodes: readonly string[]): boolean {
	const record = alphanumeric(normaliseCode(text));
	const identifyingCodes = [trackingNumber, ...otherCodes.filter((code) => !isRoutingCode(code, trackingNumber))];
	return identifyingCodes.some(
		(code) =>
			containsNumber(text, code) ||
			numbersIn(code).some(
				(number) =>
					number.length >= MIN_OWN_CODE_CHARS && number.length < record.length && record.includes(alphanumeric(number)),
			),
	);
}

/** Whether a code is a record of several fields, as in matrix codes. Such codes are stored as digests. */
export const isRecord = (text: string): boolean => normaliseCode(text).length > MAX_PLAIN_CODE_CHARS;
