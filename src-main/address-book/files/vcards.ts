// Cards of contacts as RFC 2426 (vCard 3) and RFC 6350 (vCard 4) write them, and entries as such cards. Pure.
import ICAL from 'ical.js';
import { say } from '../../../src-contract/i18n';
import type { BookEntry } from '../../../src-contract/model/address';
import type { ImportField } from '../../../src-contract/model/address-import';
import { decodeAs } from '../../platform/tabular/text-encoding';
import { Contact, writtenParcel } from './contacts';

// A semicolon may be escaped in any text, not only between the parts of one (RFC 6350, 3.4): the library reads it so in parts.
for (const { value } of [ICAL.design.vcard, ICAL.design.vcard3]) {
	const { fromICAL, toICAL } = value.text as { fromICAL: Convert; toICAL: Convert };
	value.text.fromICAL = (text: string) => fromICAL(text, ';');
	value.text.toICAL = (text: string) => toICAL(text, ';');
}
type Convert = (text: string, structuredBy?: string) => string;

/** Name, parameters, type and value, as jCard (RFC 7095) has them. */
type Property = [name: string, parameters: Record<string, string | string[]>, type: string, ...values: unknown[]];

const PRODUCT = '-//Waybill//Address book//EN';

/** Fields that no property of the standard holds. */
const OWN_PROPERTIES = {
	book: 'x-waybill-book',
	isFavourite: 'x-waybill-favourite',
	kind: 'x-waybill-kind',
	reference: 'x-waybill-reference',
	vatNumber: 'x-waybill-vat',
	eoriNumber: 'x-waybill-eori',
	iossNumber: 'x-waybill-ioss',
	einNumber: 'x-waybill-ein',
	defaultParcel: 'x-waybill-parcel',
	labelPrinterId: 'x-waybill-printer',
} as const satisfies Partial<Record<ImportField, string>>;
const OWN_FIELDS = new Map(
	Object.entries(OWN_PROPERTIES).map(([field, name]) => [name as string, field as ImportField]),
);

/** For an escaped backslash while the library reads: it takes the one before a semicolon for an escape of that. No text holds it. */
const BACKSLASH = '\u0001';
const withoutBackslashes = (card: string): string =>
	card.replace(/\\(.)/gs, (escaped, letter) => (letter === '\\' ? BACKSLASH : escaped));

const textOf = (value: unknown): string => String(value ?? '').replaceAll(BACKSLASH, '\\');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(textsOf) : [textOf(value)]);

function typesOf({ type, pref }: Property[1]): Set<string> {
	const types = textsOf(type ?? []).map((one) => one.toLowerCase());
	return new Set(pref === undefined ? types : [...types, 'pref']);
}

function choiceOf(types: ReadonlySet<string>, isPhone: boolean): number {
	if (types.has('work')) return 1;
	if (types.has('labelled')) return isPhone ? 4 : 3;
	if (types.has('cell') && isPhone) return 2;
	if (types.has('home')) return isPhone ? 3 : 2;
	return types.has('pref') || types.size === 0 || (isPhone && types.has('voice')) ? 1 : isPhone ? 4 : 3;
}

/** A street, its extension and its post box, each of which may have several lines. */
function addPlace(contact: Contact, parts: string[], choice: number): void {
	const [box = '', extension = '', street = '', city = '', region = '', zipcode = '', country = ''] = parts;
	contact.add({ field: 'addressLine1', choice }, street);
	contact.add({ field: 'addressLine2', choice }, extension);
	contact.add({ field: 'addressLine2', choice }, box);
	contact.add({ field: 'city', choice }, city);
	contact.add({ field: 'region', choice }, region);
	contact.add({ field: 'zipcode', choice }, zipcode);
	contact.add({ field: 'country', choice }, country);
}

function contactOf(properties: readonly Property[]): Contact {
	const contact = new Contact();
	contact.isOwn = properties.some(([name, , , value]) => name === 'prodid' && value === PRODUCT);
	const values = (name: string) => properties.filter((one) => one[0] === name);
	const isFirm =
		values('x-abshowas').some(([, , , value]) => /^company$/i.test(String(value))) ||
		values('kind').some(([, , , value]) => /^org(anization)?$/i.test(String(value)));
	const organisation = textsOf(values('org')[0]?.[3]).find((part) => part !== '') ?? '';
	const full = textsOf(values('fn')[0]?.[3]).join(' ').trim();
	const [last = '', first = '', middle = ''] = ((values('n')[0]?.[3] ?? []) as unknown[]).map((part) =>
		textsOf(part).filter(Boolean).join(' '),
	);
	const named = [first, middle, last].filter(Boolean).join(' ');
	const person = full !== '' && full !== organisation ? full : named;
	contact.add({ field: 'companyName', choice: 1 }, organisation || (isFirm ? full : ''));
	if (!isFirm || named !== '')
		contact.add({ field: 'contactPerson', choice: 1 }, isFirm && full === organisation ? named : person);

	const inGroup = (name: string, { group }: Property[1]): string =>
		group === undefined ? '' : String(values(name).find((one) => one[1].group === group)?.[3] ?? '');
	/** A name that a person gave to an address, unless it only says whose it is. */
	const withLabel = (parameters: Property[1]): Set<string> => {
		const types = typesOf(parameters);
		const label = /^(?:_\$!<)?(.*?)(?:>!\$_)?$/.exec(inGroup('x-ablabel', parameters))?.[1] ?? '';
		return label === '' || types.has('home')
			? types
			: types.add(/^(work|home)$/i.test(label) ? label.toLowerCase() : 'labelled');
	};

	// What is preferred is read first: of several of one kind the first counts.
	const preferredFirst = (name: string) =>
		values(name)
			.map((property, at) => ({
				property,
				at,
				rank: Number(property[1].pref ?? (typesOf(property[1]).has('pref') ? 1 : 101)),
			}))
			.sort((one, other) => one.rank - other.rank || one.at - other.at)
			.map(({ property }) => property);
	for (const [, parameters, , value] of preferredFirst('tel')) {
		const types = typesOf(parameters);
		if (['fax', 'pager', 'textphone', 'video'].some((type) => types.has(type))) continue;
		contact.add({ field: 'phone', choice: choiceOf(types, true) }, textOf(value).replace(/^tel:/i, ''));
	}
	for (const [at, [, , , value]] of preferredFirst('email').entries())
		contact.add({ field: 'email', choice: Math.min(4, at + 1) }, textOf(value));
	const places = new Set<number>();
	for (const [, parameters, , value] of preferredFirst('adr')) {
		const choice = choiceOf(withLabel(parameters), false);
		if (places.has(choice)) continue;
		places.add(choice);
		const parts = Array.isArray(value) ? value : textOf(value).split(';');
		const texts = parts.map((part) => textsOf(part).join('\n'));
		// Apple names the country of an address in a line beside it.
		if (!texts[6]) texts[6] = inGroup('x-abadr', parameters);
		addPlace(contact, texts, choice);
	}
	for (const property of values('categories'))
		for (const tag of property.slice(3).flatMap(textsOf))
			contact.add({ field: 'tags', choice: 1 }, tag.replace(/[,;]\s*/g, ' '));
	for (const [, , , value] of values('note')) contact.add({ field: 'notes', choice: 1 }, textsOf(value).join('\n'));
	for (const [name, , , value] of properties) {
		const field = OWN_FIELDS.get(name);
		if (field) contact.add({ field, choice: 1 }, textsOf(value).join(';'));
	}
	return contact;
}

export interface Card {
	contact: Contact;
	/** Why it could not be read; empty: it was. */
	fault: string;
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
		joined[length] = bytes[at] as number;
		length += 1;
	}
	return joined.subarray(0, length);
}

/** Each card by itself: one that is broken spoils no other. */
export function parseCards(text: string): Card[] {
	const cards: Card[] = [];
	let lines: string[] | undefined;
	const broken = () => cards.push({ contact: new Contact(), fault: say('it has no end##of an address card') });
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
		const [, properties] = ICAL.parse(withoutBackslashes(whole)) as [string, Property[]];
		return { contact: contactOf(properties), fault: '' };
	} catch (error) {
		return {
			contact,
			fault: say('it cannot be read: {cause}##of an address card', { cause: (error as Error).message.slice(0, 200) }),
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
			const [, name, parameters, value] = parts as unknown as [string, string, string, string];
			const types = parameters
				.split(';')
				.filter((one) => /^(TYPE=)?(WORK|HOME|CELL|PREF|FAX|PAGER|VOICE)$/i.test(one))
				.map((one) => `;TYPE=${one.replace(/^TYPE=/i, '')}`);
			const escaped = value.replace(/,/g, '\\,');
			return `${name === 'VERSION' ? 'VERSION:3.0' : `${name}${types.join('')}:${escaped}`}`;
		})
		.join('\n');
}

/** As version 4, one card an entry, in the order given. */
export function toCards(entries: readonly BookEntry[]): string {
	return entries.map((entry) => `${ICAL.stringify(['vcard', propertiesOf(entry), []])}\r\n`).join('');
}

function propertiesOf(entry: BookEntry): Property[] {
	const text = (name: string, value: string): Property[] => (value === '' ? [] : [[name, {}, 'text', value]]);
	return [
		['version', {}, 'text', '4.0'],
		['prodid', {}, 'text', PRODUCT],
		// A card must have a name (RFC 6350, 6.2.1); for a firm it is the firm's.
		['fn', {}, 'text', entry.contactPerson || entry.companyName],
		...(entry.contactPerson === '' ? text('kind', 'org') : []),
		// Without it a person who is named like the firm would be read as the firm.
		...(entry.contactPerson === entry.companyName
			? ([['n', {}, 'text', ['', entry.contactPerson, '', '', '']]] as Property[])
			: []),
		...(entry.companyName === '' ? [] : ([['org', {}, 'text', [entry.companyName]]] as Property[])),
		[
			'adr',
			{ type: 'work' },
			'text',
			['', entry.addressLine2, entry.addressLine1, entry.city, '', entry.zipcode, entry.countryCode],
		],
		...(entry.phone === '' ? [] : ([['tel', { type: 'work' }, 'text', entry.phone]] as Property[])),
		...text('email', entry.email),
		...(entry.tags.length === 0 ? [] : ([['categories', {}, 'text', ...entry.tags]] as Property[])),
		...text('note', entry.notes),
		...Object.entries(OWN_PROPERTIES).flatMap(([field, name]) =>
			text(name, writtenField(entry, field as keyof BookEntry)),
		),
	];
}

/** As text, by which it is read again. */
export function writtenField(entry: BookEntry, field: keyof BookEntry): string {
	const value = entry[field];
	if (field === 'defaultParcel') return writtenParcel(entry.defaultParcel);
	if (typeof value === 'boolean') return value ? 'yes' : '';
	return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}
