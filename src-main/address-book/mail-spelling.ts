// Finds typing errors in the domain of a mail address. Pure.
import { distance } from 'fastest-levenshtein';
import table from '../../resources/places/mail-domains.json';

/** A domain whose name differs from one of them by one typing error is probably meant to be that one. */
const MAIL_DOMAINS = new Set(table.domains);
const OTHER_DOMAINS = new Set(table.similarDomains);
/** Endings that do not exist. */
const MISSPELT_COM = new Set(table.misspeltCom);
/** A shorter name, such as gmx or web, resembles too many names of companies. */
const MIN_NAME_CHARS = 5;

/** Whether the texts differ by one letter that is missing, added, replaced, or swapped with the next one. */
function differByOneTypingError(left: string, right: string): boolean {
	if (distance(left, right) === 1) return true;
	if (left.length !== right.length) return false;
	const first = [...left].findIndex((char, index) => char !== right[index]);
	if (first === -1) return false;
	const swapped = left.slice(0, first) + left.charAt(first + 1) + left.charAt(first) + left.slice(first + 2);
	return swapped === right;
}

/** Splits a domain at its first dot: `hotmail.co.uk` into `hotmail` and `co.uk`. */
function partsOf(domain: string): [name: string, ending: string] {
	const dot = domain.indexOf('.');
	return [domain.slice(0, dot), domain.slice(dot + 1)];
}

/** Whether the name has a typing error, or the ending does not exist. Providers have the same name with many endings. */
function isMisspelt(domain: string, known: string): boolean {
	const [name, ending] = partsOf(domain);
	const [knownName, knownEnding] = partsOf(known);
	if (knownName.length < MIN_NAME_CHARS) return false;
	if (ending === knownEnding) return differByOneTypingError(name, knownName);
	return name === knownName && knownEnding === 'com' && MISSPELT_COM.has(ending);
}

/** @returns the address with the probable domain; undefined if the domain is not misspelt */
export function correctedMail(email: string): string | undefined {
	const at = email.lastIndexOf('@');
	const domain = email
		.slice(at + 1)
		.trim()
		.toLowerCase();
	if (at < 1 || MAIL_DOMAINS.has(domain) || OTHER_DOMAINS.has(domain)) return undefined;
	const known = table.domains.find((candidate) => isMisspelt(domain, candidate));
	return known && `${email.slice(0, at)}@${known}`;
}
