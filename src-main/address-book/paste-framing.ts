// Removes what surrounds an address in mails, chats and orders: headings, greetings, thanks, order numbers, requests to the driver. Pure.
import table from '../../resources/places/address-words.json';
import { isSentence } from './paste-fields';
import { fieldOf, foldLabel, isLabel, labelOf, wordsOf } from './paste-labels';
import { ACCOUNT_NAME, hasStreetWord, isCompany, isWithinBuilding } from './paste-words';

const headingNouns = wordsOf(table.headings.nouns);
const headingGlue = wordsOf(table.headings.glue);
/** Words between a heading and the address in one line: "send it to", "mi dirección es". */
const beforeAddress = wordsOf(table.headings.before);
const greetings = wordsOf(table.greetings);
const closings = wordsOf(table.closings);
const orderWords = wordsOf(table.orders);
const REQUEST = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:${table.requests})(?![\\p{L}])|${table.requestsInScriptsWithoutSpaces}`,
	'iu',
);
/** Words that start a greeting or a closing, and are also names. */
const NAMES = new Set(['dag', 'ola', 'caro', 'cara', 'hai', 'bok', 'best', 'att', 'lp', 'ty', 'tak', 'team', 'beste']);

const ADDRESS_WORDS = wordsOf(
	'address|adresse|anschrift|adres|adresa|cím|osoite|adress|indirizzo|dirección|endereço|адрес|адреса|διεύθυνση|naslov|adresi|adrese|adresas|aadress',
);
const MAX_HEADING_WORDS = 9;
const MAX_NAME_WORDS = 3;

const tokensOf = (line: string): string[] =>
	foldLabel(line)
		.split(/[\s/]+/)
		.filter(Boolean);
const isHeadingToken = (token: string): boolean =>
	headingNouns.has(token) || headingGlue.has(token) || beforeAddress.has(token);

/** Courtesy titles without a name: "M. et Mme". */
const TITLES =
	/^(?:(?:mr|mrs|ms|miss|mme|mlle|m|dhr|mevr|mw|sig|sig\.ra|sr|sra|srta|gent\.?m[ao]|exm[ao]|egr|ill\.?m[ao]|dott|dott\.ssa|ing|dr|prof|pan|pani|hr|fru|herrn?|frau|et|und|and|en|&|\+)\.?\s*)+$/i;

/** Whether a line is only words of headings, such as "Rechnungs- und Lieferadresse" or "Expédier à / Ship to". */
function isHeading(line: string): boolean {
	if (/\d/.test(line)) return false;
	if (TITLES.test(line) || /^(?:dito|ditto|idem|same|s\.\s?o\.)$/i.test(line)) return true;
	const tokens = tokensOf(line);
	if (tokens.length > MAX_HEADING_WORDS) return false;
	if (tokens.some((token) => headingNouns.has(token)) && tokens.every(isHeadingToken)) return true;
	// "Doručovacia adresa"
	if (tokens.length <= 3 && ADDRESS_WORDS.has(tokens.at(-1) ?? '') && !labelOf(line)?.value) return true;
	// "To", "An das"
	if (tokens.length <= 2 && beforeAddress.has(tokens[0] ?? '') && tokens.every(isHeadingToken)) return true;
	return /[:：]$/.test(line) && labelOf(line) === undefined;
}

/** The address behind a heading in the same line: "Ship to: Jane Sample", "mi dirección es calle 85". */
function afterHeading(line: string): string {
	const [, prefix = '', rest = ''] = /^([^:：]{2,80}?)\s*[:：]\s*(.+)$/u.exec(line) ?? [];
	const tokens = tokensOf(prefix);
	const isTitle = tokens.length <= MAX_HEADING_WORDS && tokens.some((token) => headingNouns.has(token));
	const isCall = tokens.length > 1 && tokens.every(isHeadingToken) && beforeAddress.has(tokens.at(-1) ?? '');
	// "Käufer: knusperkeks_4471" is the name of an account.
	if ((isTitle || isCall || isProse(prefix) || isSentence(prefix)) && !labelOf(line))
		return ACCOUNT_NAME.test(rest) ? '' : rest;
	const words = line.split(' ');
	let count = 0;
	let hasNoun = false;
	for (const [index, word] of words.slice(0, MAX_HEADING_WORDS).entries()) {
		const token = foldLabel(word);
		if (!isHeadingToken(token) && !greetings.has(token)) break;
		hasNoun ||= headingNouns.has(token) || (greetings.has(token) && !NAMES.has(token));
		if (hasNoun && beforeAddress.has(token) && index > 0) count = index + 1;
	}
	return count === 0 ? line : words.slice(count).join(' ');
}

/** The address behind the title of a form, further down: "Shipping address: PO Box 12". */
function afterTitle(line: string): string {
	const [, title = '', rest = ''] = /^([^:：]{2,40}?)\s*[:：]\s*(.+)$/u.exec(line) ?? [];
	return title.includes(' ') && isHeading(title) && !labelOf(line) ? rest : line;
}

/** How many words at the start of a line are one of the phrases; 0 when there is none. */
function wordsOfPhrase(words: readonly string[], phrases: ReadonlySet<string>): number {
	for (let count = Math.min(5, words.length); count > 0; count -= 1)
		if (phrases.has(foldLabel(words.slice(0, count).join(' ')))) return count;
	return 0;
}

/** The text after a greeting. Empty when there is no more. */
function afterGreeting(line: string): string {
	const words = line.split(' ');
	const count = wordsOfPhrase(words, greetings);
	if (count === 0) return line;
	const last = words[count - 1] ?? '';
	if (count === words.length || /[,!.:…]$/.test(last)) return words.slice(count).join(' ');
	// "Dear Ms Sample,"
	const isName = NAMES.has(foldLabel(words.slice(0, count).join(' ')));
	const isLine = words.length - count <= MAX_NAME_WORDS && /[,!:]$/.test(line) && !/\d/.test(line);
	if (isLine && !isName) return '';
	// "hi dear, yes paid now"
	const isChat = !isName && !/\d/.test(line) && words.slice(count).some((word) => /^\p{Ll}{3}/u.test(word));
	return isChat && !isCompany(line) && !hasStreetWord(line) ? '' : line;
}

/** Whether a line is thanks or a closing, perhaps with a name: "Thanks", "Mvh Lærke". */
function isClosing(line: string, isFirst: boolean): boolean {
	// "Terveisin / Best regards"
	const sides = line.split(' / ');
	if (sides.length === 2) return sides.every((side) => isClosing(side, isFirst));
	const words = line.split(' ');
	const count = wordsOfPhrase(words, closings);
	if (count === 0) return false;
	if (count === words.length) return true;
	if (NAMES.has(foldLabel(words.slice(0, count).join(' ')))) return false;
	// "Vielen Dank für Ihre Bestellung 2024-88131!", "Thank you for your order."
	if (line.endsWith('!') || (/\p{Ll}{2}\.$/u.test(line) && !isCompany(line))) return true;
	return !isFirst && words.length - count <= MAX_NAME_WORDS && !/\d/.test(line) && !isCompany(line);
}

const NUMBER_OF_THING = /^\p{L}[\p{L}.]*[.-]\s?nr\.?:?\s*#?\w*\d\S*$/iu;
/** "Order #1048", "Commande n° 7C-20931", "Tax invoice 004417". */
function isOrderNumber(line: string): boolean {
	const allWords = line.replace(/#\s*/g, '# ').split(/\s+/);
	// "Nouvelle commande n° 8841", "Datos de envío / factura 2025-0417"
	const first = allWords.findIndex((word) => orderWords.has(foldLabel(word)));
	const isBehindHeading = first > 0 && allWords.slice(0, first).every((word) => tokensOf(word).every(isHeadingToken));
	const words = allWords.slice(isBehindHeading ? first : 0);
	const count = wordsOfPhrase(words, orderWords);
	const at = words.findIndex(
		(word, index) => index >= count && !/^(?:no|nr|n|id|ref|number|num|č|c|št|αρ)?[.:°º#№-]*$/iu.test(word),
	);
	// "Kd-Nr. 40718"
	if (NUMBER_OF_THING.test(line) && !labelOf(line) && !hasStreetWord(line.replace(/^\S+/, ''))) return true;
	const rest = words.slice(at + 1).join(' ');
	return count > 0 && /\d/.test(words[at] ?? '') && !(hasStreetWord(rest) && /\d/.test(rest));
}

/** "ma-vr 8-16u", "9:00 – 17:00 Uhr" */
const HOURS =
	/\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm)?\s?[-–]\s?\d{1,2}(?:[:.h]\d{0,2})?\s?(?:uhr|u|h|hs|hrs|am|pm|godz|hod|óra)(?![\p{L}\d])/iu;
const isRequest = (line: string): boolean => (REQUEST.test(line) || HOURS.test(line)) && !/\S@\S/.test(line);
/** The phone number in a request: "bitte anrufen: 0176-55501299". */
const phoneIn = (request: string): string => /[+(]{0,2}0?\d[\d\s()/.-]{6,}\d/.exec(request)?.[0].trim() ?? '';
/** A request with a postcode between commas is a sentence that contains the address. */
const containsAddress = (text: string): boolean =>
	/\d{4}/.test(text) && text.split(',').length > 2 && phoneIn(text) === '';

/** The parts of a line without those that are requests: "082 555 0113 - intercom #14", "+47 412 55 018 (ring på)". */
function withoutRequests(line: string): string[] {
	const field = labelOf(line)?.field;
	if (!isRequest(line) || containsAddress(line) || field === 'ignored' || field === 'contactPerson') return [line];
	// "bitte direkt an die Werkstatt schicken, Rechnung wie immer."
	if (/^\p{Ll}[^\d]*[.!]$/u.test(line)) return [];
	return line
		.split(/\s*[()]\s*|\s[-–—/|]\s|;\s+/)
		.flatMap((part) => (isRequest(part) ? withoutRequestedParts(part.split(/,\s+/)) : part))
		.filter((part) => /[\p{L}\d]/u.test(part));
}

/** The parts between commas, up to the first request, and later ones that are not in lower case. */
function withoutRequestedParts(parts: readonly string[]): string[] {
	const first = parts.findIndex(isRequest);
	const later = parts
		.slice(first)
		.map((part) => (isRequest(part) ? phoneIn(part) : part))
		.filter((part) => /^[\p{Lu}\p{Lo}+]|\d/u.test(part));
	return [parts.slice(0, first).join(', '), ...later];
}

/** The words of a sentence, not of an address: most of them are in lower case. */
function isProse(line: string): boolean {
	const words = line.split(/\s+/).filter((word) => /\p{L}/u.test(word));
	const lower = words.filter((word) => /^\p{Ll}{3}/u.test(word) && !PARTICLE.test(word));
	const isSentence = words.length >= MIN_WORDS_OF_PROSE && lower.length >= words.length / 2 && lower.length > 2;
	const hasAddress = /\d{4}/.test(line) && line.split(',').length > 2;
	return (
		isSentence &&
		!hasAddress &&
		!isCompany(line) &&
		!hasStreetWord(line) &&
		!isWithinBuilding(line) &&
		!/\S@\S/.test(line)
	);
}
const PARTICLE =
	/^(?:von|van|der|den|des|del|della|delle|dei|las|los|les|dos|das|und|the|and|for|für|pour|para|per|rue|via|near|opp)$/u;
const MIN_WORDS_OF_PROSE = 4;
const MIN_WORDS_IN_LOWER_CASE = 6;
/** The line above a quoted mail: "Op di 12 nov. schreef Lieselot". */
const QUOTE =
	/(?<!\p{L})(?:schreef|wrote|schrieb|a écrit|escribió|ha scritto|scrisse|skrev|napisała?|kirjoitti|escreveu|написала?|napsala?|írta|a scris|yazdı)(?!\p{L})/iu;
/** "Page 1/2" */
const PAGE = /^(?:page|seite|pagina|página|strona|side|sida|sivu|strana|oldal|sayfa)\s*\d+(?:\s*\S+\s*\d+)?$/iu;

/** A dot ends a sentence only before a label, a phone number or a closing: it also abbreviates. */
const SENTENCE_END = /(?<=[?!]+)\s+/u;
const DOT = /(?<=[\p{L}\d]{2})\.\s+(?=(\p{L}+)( \p{L}+)?|\+\d|0\d)/gu;
const NEXT_FIELDS: readonly (string | undefined)[] = ['phone', 'email', 'vatNumber', 'contactPerson', 'ignored'];
const REQUEST_AT_START = new RegExp(`^(?:${table.requests})(?![\\p{L}])`, 'iu');
function sentencesOf(line: string): string[] {
	return line.split(SENTENCE_END).flatMap((text) => {
		const sentences: string[] = [];
		let start = 0;
		for (const { 0: dot, 1: word = '', 2: secondWord = '', index } of text.matchAll(DOT)) {
			const before =
				text
					.slice(0, index)
					.split(/[\s,]+/)
					.at(-1) ?? '';
			const isStart =
				word === '' ||
				(word.length > 1 &&
					[word, word + secondWord].some((label) => NEXT_FIELDS.includes(fieldOf(label))) &&
					!hasStreetWord(word)) ||
				wordsOfPhrase([word], closings) > 0 ||
				REQUEST_AT_START.test(text.slice(index + dot.length)) ||
				(isRequest(text.slice(index + dot.length)) && !/\d/.test(text.slice(index + dot.length)));
			if (!isStart || isLabel(before)) continue;
			sentences.push(text.slice(start, index));
			start = index + dot.length;
		}
		return [...sentences, text.slice(start)];
	});
}

const UNFINISHED = wordsOf('to|an|à|naar|nach|til|till|para|na|pod|på|for|is|ist|es');
/** Whether a line ends with a word before an address: "bin umgezogen, bitte schickt es an". */
function isUnfinished(line: string): boolean {
	const tokens = tokensOf(line);
	return tokens.length > 2 && !/\d/.test(line) && UNFINISHED.has(tokens.at(-1) ?? '') && !isCompany(line);
}

/** Whether a part of a line is no part of an address. */
export const isFraming = (part: string): boolean =>
	isHeading(part) ||
	isOrderNumber(part) ||
	isClosing(part, true) ||
	PAGE.test(part) ||
	(QUOTE.test(part) && !hasStreetWord(part)) ||
	(isProse(part) && phoneIn(part) === '') ||
	// "we zijn verhuisd!"
	(/^\p{Ll}[^\d\p{Lu}]*!$/u.test(part) && /\s/.test(part)) ||
	(/[?]$/.test(part) && !/\d/.test(part)) ||
	// "we have moved again since the last order"
	(/^\p{Ll}[^\d\p{Lu},@]*$/u.test(part) &&
		part.split(' ').length >= MIN_WORDS_IN_LOWER_CASE &&
		!/^(?:c\/o|résidence|lieu-dit)\b/.test(part) &&
		!hasStreetWord(part) &&
		!isCompany(part) &&
		!isWithinBuilding(part));

/** "it's Jane Sample", "ich bin Anna Muster" */
const NAME_IN_SENTENCE =
	/^(?:it[’']s|it is|this is|i[’']m|i am|my name is|my name[’']s|name is|hier ist|ich bin|mein name ist|ik ben|mijn naam is|je suis|c[’']est|je m[’']appelle|soy|me llamo|sono|mi chiamo|sou|o meu nome é|jeg er|jag är|jeg heter|jestem)\s+(?=\p{Lu})/iu;
/** "for Jane Sample", "merci d'envoyer la commande à Mme Exemple" */
const TO_PERSON =
	/^(?:(?:for|für|voor|pour|para|dla)|\p{Ll}[^,:\d]*\s(?:to|an|aan|à|a|al|do))\s+(?=(?:mr|mrs|ms|miss|m|mme|mlle|herrn?|frau|dhr|mevr|sr|sra|sig|sig\.ra|pan|pani)\.?\s\p{Lu})/iu;
/** "ihr könnt es an Anna Muster" */
const TO_NAME =
	/^(?:\p{Ll}|(?:[Cc]an|[Cc]ould|[Pp]lease|[Pp]ls|[Kk]indly)\s)\P{Lu}*\s(?:to|an|aan|à|do)\s+(?=\p{Lu}\p{L}+ \p{Lu}\p{L}+(?:,|$))/u;
/** "Contact on site is Jane Sample" */
const CONTACT_IN_SENTENCE =
	/^(?:[^,:\d]*\s)?(?:contact|ansprechpartner(?:in)?|contacto|contatto|contactpersoon)\s[^,:\d]*?(?:is|ist|es|est|è|sera|will be)\s(?=\p{Lu})/iu;
/** A number of an order in the first line, such as "10-22871"; Japanese postcodes have three digits before the dash. */
const BARE_NUMBER = /^#?(?:\d{1,2}|\d{4})-\d{4,}$|^#\d+$|^[A-Z]{2,3}-(?:\d{2,}-\d{2,}|\d{5,})$/;

/** The lines without headings, greetings, thanks, order numbers, and requests to the driver. */
export function withoutFraming(lines: readonly string[]): string[] {
	const kept: string[] = [];
	let isAfterClosing = false;
	for (const line of lines) {
		const text = line
			.replace(/^(?:>\s*)+/, '')
			// "[14:02, 3-4-2025] Sanne: "
			.replace(/^\[[\d:.,/\s-]+(?:[ap]m)?\]\s*[^:]{1,30}:\s*/i, '')
			.replace(/\s*\[\p{L}+\]$/u, '')
			.replace(CONTACT_IN_SENTENCE, 'Contact: ')
			.replace(/(?![©®™])\p{Extended_Pictographic}\uFE0F?/gu, '');
		for (const sentence of sentencesOf(text)) {
			const isEarly = kept.length < 2;
			const own = isEarly ? afterHeading(afterGreeting(sentence.trim())) : afterTitle(sentence.trim());
			const clean = own
				.replace(/^[\s,–-]+|\s+$/g, '')
				.replace(NAME_IN_SENTENCE, '')
				.replace(TO_PERSON, '')
				.replace(TO_NAME, '');
			// "Kargo adresi (sipariş no 88213):"
			const isTitle = isEarly && (/[:：]$/.test(clean) || isUnfinished(clean));
			const isNumber = kept.length === 0 && lines.length > 2 && BARE_NUMBER.test(clean);
			const parts = isTitle || isNumber || isFraming(clean) ? [] : withoutRequests(clean);
			if (parts.length === 0) isAfterClosing = isClosing(clean, true);
			for (const part of parts) {
				const isNameOfClosing = isAfterClosing && /^\p{L}+[.,]?$/u.test(part);
				isAfterClosing = isClosing(part, kept.length === 0);
				if (part !== '' && !isNameOfClosing && !isAfterClosing && !isFraming(part))
					kept.push(part.replace(/[!?]+$/, ''));
			}
		}
	}
	return kept;
}
