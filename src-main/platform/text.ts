// What of a text is found by typing: words without capitals and accents, in every script. Pure.
import { withoutMarks } from '../../src-contract/lib/text-folding';

/** Letters that no decomposition takes to the ones that people type for them. */
const FOLDED: Record<string, string> = {
	ß: 'ss',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	æ: 'ae',
	œ: 'oe',
	ı: 'i',
	ħ: 'h',
	ŧ: 't',
	ŋ: 'n',
};
const ODD = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'g');
/** Scripts that put no gap between words. */
const WITHOUT_GAPS =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]+/gu;

let segmenter: Intl.Segmenter | undefined;

export function fold(text: string): string {
	const plain = text.toLowerCase();
	// Most of what is typed is plain already.
	if (/^[\x20-\x7e]*$/.test(plain)) return plain;
	return withoutMarks(plain, 'NFKD').replace(ODD, (char) => FOLDED[char] ?? char);
}

/** Folded, without anything but its letters and digits. */
export const foldCompact = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Folded, with one space between its words. */
export const foldToWords = (text: string): string =>
	fold(text)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** In the order in which they stand. */
export function wordsIn(text: string): string[] {
	const folded = fold(text);
	const words = folded.match(WORD) ?? [];
	if (!WITHOUT_GAPS.test(folded)) return words;
	segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
	return [...segmenter.segment(folded)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
}

/** As people type them: a number without its gaps and signs, besides its groups. */
function joined(text: string): string[] {
	const whole = foldCompact(text);
	return whole.length > 1 ? [whole] : [];
}

/** The national part of a number that was written with a country's prefix is what people remember. */
function phoneWords(phone: string): string[] {
	const digits = phone.replace(/\D/g, '');
	if (digits === '') return [];
	const groups = phone.match(/\d+/g) ?? [];
	const national = /^\s*(\+|00)/.test(phone) ? groups.slice(1).join('') : digits;
	return [digits, national, `0${national}`];
}

export interface Findable {
	companyName: string;
	contactPerson: string;
	addressLine1: string;
	addressLine2: string;
	zipcode: string;
	city: string;
	countryCode: string;
	phone: string;
	email: string;
	reference: string;
	tags: readonly string[];
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const wordsOfCountries = new Map<string, readonly string[]>();

function countryWords(code: string): readonly string[] {
	if (!/^[A-Z]{2}$/.test(code)) return [];
	const known = wordsOfCountries.get(code) ?? [code.toLowerCase(), ...wordsIn(countryNames.of(code) ?? '')];
	wordsOfCountries.set(code, known);
	return known;
}

/** Of what was typed: a telephone number is one word, however it is grouped. */
export function wordsTyped(text: string): string[] {
	if (/^[\d\s+()./-]+$/.test(text) && /\d{2}/.test(text)) return [text.replace(/^\s*00/, '').replace(/\D/g, '')];
	return [...new Set(wordsIn(text))];
}

/** One in which somebody may slip: figures are right or wrong. */
export const mayContainTypo = (word: string): boolean => word.length >= 4 && !/\p{N}/u.test(word);

/** Everything by which an address is found, each word once. */
export function wordsOf(address: Findable): string[] {
	return [
		...new Set([
			...[
				address.companyName,
				address.contactPerson,
				address.addressLine1,
				address.addressLine2,
				address.zipcode,
				address.city,
				address.email,
				address.reference,
				...address.tags,
			].flatMap(wordsIn),
			...joined(address.zipcode),
			...joined(address.reference),
			...phoneWords(address.phone),
			...countryWords(address.countryCode),
		]),
	];
}
