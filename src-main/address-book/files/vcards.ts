// Address cards as RFC 2426 (vCard 3) and RFC 6350 (vCard 4) write them, and the older form of telephones. Pure.
import { t } from '../../../src-contract/i18n';
import { errorMessage } from '../../../src-contract/lib/error-message';
import { decodeAs } from '../../platform/tabular/text-encoding';
import { Contact } from './contacts';
import { contactOf } from './vcard-contacts';
import { parseProperties } from './vcard-format';

export interface Card {
	contact: Contact;
	/** Why it could not be read; empty: it was. */
	error: string;
}

/** Joined again while they are bytes: some programs fold within a letter. */
export function unfolded(bytes: Uint8Array): Uint8Array {
	// Two bytes a letter: its line ends are not to be found so, and letters are whole.
	if (bytes.includes(0)) return bytes;
	const joined = new Uint8Array(bytes.length);
	let length = 0;
	for (let at = 0; at < bytes.length; at += 1) {
		const lineEnd = bytes[at] === 0x0a ? 1 : bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? 2 : 0;
		const next = bytes[at + lineEnd];
		if (lineEnd > 0 && (next === 0x20 || next === 0x09)) {
			at += lineEnd;
			continue;
		}
		joined[length] = bytes[at] ?? 0;
		length += 1;
	}
	return joined.subarray(0, length);
}

/** Each card by itself: one that is broken spoils no other. */
export function parseCards(text: string): Card[] {
	const cards: Card[] = [];
	let lines: string[] | undefined;
	const broken = () => cards.push({ contact: new Contact(), error: t('it has no end##of an address card') });
	for (const line of text
		.replace(/^\ufeff/, '')
		.replace(/\r\n?/g, '\n')
		.replace(/\n[ \t]/g, '')
		.split('\n')) {
		if (/^BEGIN:VCARD\s*$/i.test(line)) {
			if (lines) broken();
			lines = [];
		} else if (lines && /^END:VCARD\s*$/i.test(line)) {
			cards.push(parseCard(lines));
			lines = undefined;
		} else lines?.push(line);
	}
	if (lines) broken();
	return cards;
}

function parseCard(lines: readonly string[]): Card {
	const card = lines.join('\n');
	const contact = new Contact();
	try {
		const written = /^VERSION:2/im.test(card) ? asVersion3(card) : card;
		// Lines that are none, such as an empty one or a remark, say nothing.
		const sound = written.split('\n').filter((line) => /^[\w.-]+[;:]/.test(line));
		const whole = ['BEGIN:VCARD', ...sound, 'END:VCARD'].join('\r\n');
		return { contact: contactOf(parseProperties(whole)), error: '' };
	} catch (error) {
		return {
			contact,
			error: t('it cannot be read: {cause}##of an address card', { cause: errorMessage(error).slice(0, 200) }),
		};
	}
}

/** Quoted-printable lines may go on in the next one. */
const ENCODED_LINE = /^([^:\n]*;(?:ENCODING=)?QUOTED-PRINTABLE[^:\n]*):((?:[^\n]*=\n)*[^\n]*)$/gim;

/** Version 2.1, which telephones still write: encoded values, types without their name, and nothing escaped but semicolons. */
function asVersion3(card: string): string {
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
				.filter((one) => /^(TYPE=)?(WORK|HOME|CELL|PREF|FAX|PAGER|VOICE)$/i.test(one))
				.map((one) => `;TYPE=${one.replace(/^TYPE=/i, '')}`);
			const escaped = value.replace(/,/g, '\\,');
			return `${name === 'VERSION' ? 'VERSION:3.0' : `${name}${types.join('')}:${escaped}`}`;
		})
		.join('\n');
}
