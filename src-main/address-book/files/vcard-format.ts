// The form of an address card (vCard, RFC 6350): the library that reads and writes it, and the properties of this program.
import ICAL from 'ical.js';
import type { BookEntry } from '../../../src-contract/model/address';

// A semicolon may be escaped in any text, not only between the parts of one (RFC 6350, 3.4): the library reads it so in parts.
for (const { value } of [ICAL.design.vcard, ICAL.design.vcard3]) {
	const { fromICAL, toICAL }: Record<'fromICAL' | 'toICAL', Convert> = value.text;
	value.text.fromICAL = (text: string) => fromICAL(text, ';');
	value.text.toICAL = (text: string) => toICAL(text, ';');
}
type Convert = (text: string, structuredBy?: string) => string;

/** Name, parameters, type and value, as jCard (RFC 7095) has them. */
export type Property = [
	name: string,
	parameters: Record<string, string | string[]>,
	type: string,
	...values: unknown[],
];

export const PRODUCT = '-//Waybill//Address book//EN';

/** Fields that no property of the standard holds. */
export const OWN_PROPERTIES = [
	['book', 'x-waybill-book'],
	['isFavourite', 'x-waybill-favourite'],
	['kind', 'x-waybill-kind'],
	['reference', 'x-waybill-reference'],
	['vatNumber', 'x-waybill-vat'],
	['eoriNumber', 'x-waybill-eori'],
	['iossNumber', 'x-waybill-ioss'],
	['einNumber', 'x-waybill-ein'],
	['defaultParcel', 'x-waybill-parcel'],
	['labelPrinterId', 'x-waybill-printer'],
] as const satisfies readonly (readonly [keyof BookEntry, string])[];

/** For an escaped backslash while the library reads: it takes the one before a semicolon for an escape of that. No text holds it. */
const BACKSLASH = '\u0001';
const withoutBackslashes = (card: string): string =>
	card.replace(/\\(.)/gs, (escaped, letter) => (letter === '\\' ? BACKSLASH : escaped));

export const textOf = (value: unknown): string => String(value ?? '').replaceAll(BACKSLASH, '\\');
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(textsOf) : [textOf(value)]);

/** @throws Error where it is no card */
export function parseProperties(card: string): Property[] {
	// The library's jCard is of this form, as RFC 7095 has it; its types leave it open.
	const [, properties]: [string, Property[]] = ICAL.parse(withoutBackslashes(card));
	return properties;
}

export const writeCard = (properties: readonly Property[]): string =>
	`${ICAL.stringify(['vcard', [...properties], []])}\r\n`;
