// Reads vCard files of versions 2.1, 3 (RFC 2426) and 4 (RFC 6350). Pure.
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import { decodeAs } from '../../platform/tabular/text-encoding';
import { Contact } from './contacts';
import { contactOf } from './vcard-contacts';
import { parseProperties } from './vcard-format';

export interface Card {
	contact: Contact;
	/** Why the card could not be read, or an empty string. */
	error: string;
}

/** Joins folded lines before decoding, because some programs fold within a multi-byte character. */
export function unfold(bytes: Uint8Array): Uint8Array {
	// Zero bytes mean UTF-16, which is returned unchanged: its line ends have other bytes, and programs do not fold within its
	// characters.
	if (bytes.includes(0)) return bytes;
	const joined = new Uint8Array(bytes.length);
	let length = 0;
	for (let index = 0; index < bytes.length; index += 1) {
		const lineEndLength = bytes[index] === 0x0a ? 1 : bytes[index] === 0x0d && bytes[index + 1] === 0x0a ? 2 : 0;
		const next = bytes[index + lineEndLength];
		if (lineEndLength > 0 && (next === 0x20 || next === 0x09)) {
			index += lineEndLength;
			continue;
		}
		joined[length] = bytes[index] ?? 0;
		length += 1;
	}
	return joined.subarray(0, length);
}

/** Parses each card separately, so that an invalid card does not affect the others. */
export function parseCards(text: string): Card[] {
	const cards: Card[] = [];
	let lines: string[] | undefined;
	const addIncompleteCard = () =>
		cards.push({ contact: new Contact(), error: t('the card is incomplete##of an address card') });
	for (const line of text
		.replace(/^\ufeff/, '')
		.replace(/\r\n?/g, '\n')
		.replace(/\n[ \t]/g, '')
		.split('\n')) {
		if (/^BEGIN:VCARD\s*$/i.test(line)) {
			if (lines) addIncompleteCard();
			lines = [];
		} else if (lines && /^END:VCARD\s*$/i.test(line)) {
			cards.push(parseCard(lines));
			lines = undefined;
		} else lines?.push(line);
	}
	if (lines) addIncompleteCard();
	return cards;
}

function parseCard(lines: readonly string[]): Card {
	const card = lines.join('\n');
	const contact = new Contact();
	try {
		const converted = /^VERSION:2/im.test(card) ? toVersion3(card) : card;
		// Drop lines without a property, such as empty ones, which the library rejects.
		const properties = converted.split('\n').filter((line) => /^[\w.-]+[;:]/.test(line));
		const cleaned = ['BEGIN:VCARD', ...properties, 'END:VCARD'].join('\r\n');
		return { contact: contactOf(parseProperties(cleaned)), error: '' };
	} catch (error) {
		return {
			contact,
			error: t('the card cannot be read: {cause}##of an address card', { cause: errorMessage(error).slice(0, 200) }),
		};
	}
}

/** A line with a quoted-printable value. A `=` at the end of a line means that the value continues on the next line. */
const ENCODED_LINE = /^([^:\n]*;(?:ENCODING=)?QUOTED-PRINTABLE[^:\n]*):((?:[^\n]*=\n)*[^\n]*)$/gim;

/**
 * Converts a card of version 2.1, which some phones still write: it may have quoted-printable values, types without `TYPE=`, and
 * unescaped commas.
 */
function toVersion3(card: string): string {
	return card
		.replace(ENCODED_LINE, (_line, name: string, value: string) => {
			const charset = /CHARSET=([\w-]+)/i.exec(name)?.[1] ?? 'utf-8';
			const bytes = value
				.replace(/=\n/g, '')
				.replace(/=([\dA-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
			return `${name}:${decodeAs(Buffer.from(bytes, 'latin1'), charset).replace(/\r\n?|\n/g, '\\n')}`;
		})
		.split('\n')
		.map((line) => {
			const parts = /^([\w.-]+)((?:;[^:]*)?):(.*)$/.exec(line);
			if (!parts) return line;
			const [, name, parameters = '', value = ''] = parts;
			const types = parameters
				.split(';')
				.filter((parameter) => /^(TYPE=)?(WORK|HOME|CELL|PREF|FAX|PAGER|VOICE)$/i.test(parameter))
				.map((parameter) => `;TYPE=${parameter.replace(/^TYPE=/i, '')}`);
			const escaped = value.replace(/,/g, '\\,');
			return `${name === 'VERSION' ? 'VERSION:3.0' : `${name}${types.join('')}:${escaped}`}`;
		})
		.join('\n');
}
