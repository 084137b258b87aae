// Creates tracking numbers in the carriers' formats, with their check digits, and serial shipping container codes (SSCCs). Pure.
import type { TrackingFormat } from '../rating/rate-sheet';

/** GS1 modulo 10: weights 3 and 1 from the right (GS1 General Specifications 7.9). */
export function gs1CheckDigit(digits: string): string {
	const sum = [...digits]
		.reverse()
		.reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
	return String((10 - (sum % 10)) % 10);
}

/** UPU S10: weights 8-6-4-2-3-5-9-7; 11 minus (weighted sum modulo 11), where 10 becomes 0 and 11 becomes 5. */
export function s10CheckDigit(eightDigits: string): string {
	const weights = [8, 6, 4, 2, 3, 5, 9, 7];
	const sum = weights.reduce((total, weight, index) => total + weight * Number(eightDigits[index]), 0);
	const check = 11 - (sum % 11);
	return check === 10 ? '0' : check === 11 ? '5' : String(check);
}

/** Nine digits modulo 7, as on ten-digit express waybills. */
export function mod7CheckDigit(nineDigits: string): string {
	return String(Number(nineDigits) % 7);
}

/** Luhn, ISO/IEC 7812-1. */
export function luhnCheckDigit(digits: string): string {
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
		return total + (doubled > 9 ? doubled - 9 : doubled);
	}, 0);
	return String((10 - (sum % 10)) % 10);
}

/** ISO 7064 mod 37,36: hybrid system over digits and capital letters. */
export function mod37CheckCharacter(text: string): string {
	const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
	let product = 36;
	for (const character of text) {
		const sum = (product + alphabet.indexOf(character)) % 36 || 36;
		product = (sum * 2) % 37;
	}
	return alphabet.charAt((37 - product) % 36);
}

/** The last `length` digits of a serial number, with leading zeros. */
const lastDigits = (serial: number, length: number) => String(serial % 10 ** length).padStart(length, '0');

/**
 * The tracking number for a serial number, in a carrier's format.
 * @param serial unique per format
 * @param originCountry ISO 3166 code; tracking numbers of the format `postal-s10` end with it
 */
export function createTrackingNumber(format: TrackingFormat, serial: number, originCountry: string): string {
	switch (format) {
		case 'express-mod7': {
			const body = `7${lastDigits(serial, 8)}`;
			return body + mod7CheckDigit(body);
		}
		case 'express-gs1': {
			const body = `81${lastDigits(serial, 11)}`;
			return body + gs1CheckDigit(body);
		}
		case 'postal-s10': {
			const body = lastDigits(serial, 8);
			return `CZ${body}${s10CheckDigit(body)}${originCountry}`;
		}
		case 'parcel-mod37': {
			const body = `0952${lastDigits(serial, 10)}`;
			return body + mod37CheckCharacter(body);
		}
		case 'freight-luhn': {
			const body = `52${lastDigits(serial, 8)}`;
			return body + luhnCheckDigit(body);
		}
	}
}

/** A company prefix of seven digits under the GS1 prefix 952, which is reserved for demonstrations. */
const DEMONSTRATION_PREFIX = '9520000';

/** Serial shipping container code of one piece: extension digit 0, company prefix, serial number, check digit; 18 digits together. */
export function createSscc(serial: number): string {
	const body = `0${DEMONSTRATION_PREFIX}${lastDigits(serial, 9)}`;
	return body + gs1CheckDigit(body);
}

/** The SSCC with its application identifier, in groups: extension digit, company prefix, serial reference, check digit. */
export function formatSscc(sscc: string): string {
	const prefixEnd = 1 + DEMONSTRATION_PREFIX.length;
	return `(00) ${sscc.slice(0, 1)} ${sscc.slice(1, prefixEnd)} ${sscc.slice(prefixEnd, -1)} ${sscc.slice(-1)}`;
}
