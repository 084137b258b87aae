// Folds text for comparison and splits it into search words, in every script.
import { foldForSearch } from '../../src-contract/lib/text-folding';

/** Scripts that write words without spaces. */
const UNSPACED_SCRIPTS =
	/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]+/gu;

let segmenter: Intl.Segmenter | undefined;

/** Folds text and keeps only letters and digits. */
export const foldCompact = (text: string): string => foldForSearch(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Folds text and joins its words by single spaces. */
export const foldToWords = (text: string): string =>
	foldForSearch(text)
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** Folded words of a text, in order. */
export function wordsIn(text: string): string[] {
	const folded = foldForSearch(text);
	const words = folded.match(WORD) ?? [];
	if (!UNSPACED_SCRIPTS.test(folded)) return words;
	segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
	return [...segmenter.segment(folded)].flatMap(({ segment, isWordLike }) => (isWordLike ? segment : []));
}

/** A postcode or reference as one word without separators, so that a search without separators finds it too. */
function compactWords(text: string): string[] {
	const compact = foldCompact(text);
	return compact.length > 1 ? [compact] : [];
}

/**
 * A phone number in three spellings, each as one word: all digits, and the national number without and with a leading 0 (the trunk
 * prefix). In a number that starts with + or 00, the first group of digits is taken as the country code.
 */
function phoneWords(phone: string): string[] {
	const digits = phone.replace(/\D/g, '');
	if (digits === '') return [];
	const groups = phone.match(/\d+/g) ?? [];
	const national = /^\s*(\+|00)/.test(phone) ? groups.slice(1).join('') : digits;
	return [digits, national, `0${national}`];
}

/** Joins sentence parts and adds a capital and a full stop. */
export function toSentence(parts: readonly string[]): string {
	const text = parts.join('; ');
	return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export interface SearchableAddress {
	companyName: string;
	contactPerson: string;
	addressLine1: string;
	addressLine2: string;
	zipcode: string;
	city: string;
	region: string;
	countryCode: string;
	phone: string;
	email: string;
	reference: string;
	tags: readonly string[];
}

/** Created on first use: loading the names takes about 20 ms and is not needed when the station starts. */
let countryNames: Intl.DisplayNames | undefined;
const wordsByCountryCode = new Map<string, readonly string[]>();

function countryWords(code: string): readonly string[] {
	if (!/^[A-Z]{2}$/.test(code)) return [];
	const cachedWords = wordsByCountryCode.get(code);
	if (cachedWords) return cachedWords;
	countryNames ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
	const words = [code.toLowerCase(), ...wordsIn(countryNames.of(code) ?? '')];
	wordsByCountryCode.set(code, words);
	return words;
}

/** Words of a search text. The digits of a phone number are joined to one word, without a leading 00. */
export function searchWords(text: string): string[] {
	if (/^[\d\s+()./-]+$/.test(text) && /\d{2}/.test(text)) return [text.replace(/^\s*00/, '').replace(/\D/g, '')];
	return [...new Set(wordsIn(text))];
}

/** Whether a search for this word also finds similar words, in case of a typing error: at least 4 characters and no digits. */
export const isSearchedWithTypos = (word: string): boolean => word.length >= 4 && !/\p{N}/u.test(word);

/** Search words of an address, without duplicates. */
export function wordsOfAddress(address: SearchableAddress): string[] {
	return [
		...new Set([
			...[
				address.companyName,
				address.contactPerson,
				address.addressLine1,
				address.addressLine2,
				address.zipcode,
				address.city,
				address.region,
				address.email,
				address.reference,
				...address.tags,
			].flatMap(wordsIn),
			...compactWords(address.zipcode),
			...compactWords(address.reference),
			...phoneWords(address.phone),
			...countryWords(address.countryCode),
		]),
	];
}
