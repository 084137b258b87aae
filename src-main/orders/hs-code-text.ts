// Reads HS codes as shops and spreadsheet programs write them. Pure.
import { t } from '../../src-contract/i18n';
import { formatHsCode } from '../../src-contract/model/goods';

/** Digits of the longest code that a shipment may have. The last digits of longer codes are a country's own. */
const MAX_DIGITS = 10;
const MIN_DIGITS = 6;

/** The last heading of each of the chapters 01 to 09 of the Harmonized System 2022. */
const LAST_HEADINGS = [106, 210, 309, 410, 511, 604, 714, 814, 910];
/** Whether a code with the leading zero of the chapters 01 to 09 begins with one of their headings. */
function isHeadingOfFirstChapters(code: string): boolean {
	const heading = Number(code.slice(0, 4));
	const last = LAST_HEADINGS[Math.floor(heading / 100) - 1];
	return heading % 100 > 0 && last !== undefined && heading <= last;
}

/**
 * Reads "HS 610910", "6109.10.0012" and "6109 10 00 10". A code with an odd number of digits whose heading exists with a zero before it has lost that zero in a
 * spreadsheet program, and one with more than ten digits ends with digits of a country's own.
 * @returns the code, or the text as it is if it is none; and what was changed, in sentences
 */
export function readHsCode(text: string): { code: string; warnings: string[] } {
	const trimmed = text.trim();
	if (trimmed === '') return { code: '', warnings: [] };
	const digits = trimmed.replace(/^(hs|hts|hsn|taric|cn)?[\s-]*(code|no|nr)?[.:\s]*/i, '').replace(/[\s.\-/]/g, '');
	if (!/^\d+$/.test(digits)) return { code: trimmed, warnings: [] };
	const mayHaveLostZero =
		digits.length % 2 === 1 && digits.length < MAX_DIGITS && isHeadingOfFirstChapters(`0${digits}`);
	if (digits.length % 2 === 1 && digits.length < MAX_DIGITS && !mayHaveLostZero) return { code: trimmed, warnings: [] };
	const padded = mayHaveLostZero ? `0${digits}` : digits;
	if (padded.length < MIN_DIGITS) return { code: trimmed, warnings: [] };
	const code = padded.slice(0, MAX_DIGITS);
	if (code === digits) return { code: padded === trimmed ? trimmed : formatHsCode(code), warnings: [] };
	const shown = { written: trimmed.slice(0, 30), code: formatHsCode(code) };
	const warning =
		padded === digits
			? t('HS code {written} was read as {code}: its last digits are a country’s own.', shown)
			: t('HS code {written} was read as {code}: it had lost its leading zero.', shown);
	return { code: formatHsCode(code), warnings: [warning] };
}
