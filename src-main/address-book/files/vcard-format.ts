// Reads and writes vCards (RFC 6350) with ical.js, and defines this program's extension properties.
import ICAL from 'ical.js';
import type { BookEntry } from '../../../src-contract/model/address';

// RFC 6350, 3.4 allows an escaped semicolon in every text value. The library unescapes semicolons only in structured values, so
// every text is converted as a structured value.
for (const { value } of [ICAL.design.vcard, ICAL.design.vcard3]) {
	const { fromICAL, toICAL }: Record<'fromICAL' | 'toICAL', Convert> = value.text;
	value.text.fromICAL = (text: string) => fromICAL(text, ';');
	value.text.toICAL = (text: string) => toICAL(text, ';');
}
type Convert = (text: string, structuredBy?: string) => string;

/** A jCard property (RFC 7095): name, parameters, type and values. */
export type Property = [
	name: string,
	parameters: Record<string, string | string[]>,
	type: string,
	...values: unknown[],
];

export const PRODID = '-//Waybill//Address book//EN';

/** Extension properties for the fields that the standard has no property for. */
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

/**
 * Stands for an escaped backslash while the library parses, because the library reads the second backslash of `\\;` as an escape of
 * the semicolon. This control character does not occur in address texts.
 */
const BACKSLASH_PLACEHOLDER = '\u0001';
const replaceBackslashes = (card: string): string =>
	card.replace(/\\(.)/gs, (escaped, char) => (char === '\\' ? BACKSLASH_PLACEHOLDER : escaped));

/** The value as text, with each placeholder replaced by a backslash. */
export const textOf = (value: unknown): string => String(value ?? '').replaceAll(BACKSLASH_PLACEHOLDER, '\\');
export const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.flatMap(textsOf) : [textOf(value)]);

/**
 * The values still contain `BACKSLASH_PLACEHOLDER`: read them with `textOf` or `textsOf`.
 * @throws Error when the text is not a valid vCard
 */
export function parseProperties(card: string): Property[] {
	// The library returns a jCard (RFC 7095), but its types do not say so.
	const [, properties]: [string, Property[]] = ICAL.parse(replaceBackslashes(card));
	return properties;
}

export const writeCard = (properties: readonly Property[]): string =>
	`${ICAL.stringify(['vcard', [...properties], []])}\r\n`;
