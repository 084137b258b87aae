// Words at the start of the lines of a pasted address that name the field of the line, in the languages of address books. Pure.
import table from '../../resources/places/address-words.json';
import { createBoundedMap } from '../../src-contract/lib/bounded-map';
import type { Address } from '../../src-contract/model/address';
import { PERSON_NAME, plainName } from './paste-words';

/** Fields of an address, parts of them, a line with postcode and city, and lines that are not used. */
type LabelledField =
	| Exclude<keyof Address, 'eoriNumber' | 'iossNumber' | 'einNumber'>
	| 'firstName'
	| 'lastName'
	| 'houseNumber'
	| 'careOf'
	| 'district'
	| 'place'
	| 'country'
	| 'ignored';

/** Text in lower case without accents and punctuation, as words of `address-words.json` are compared. */
export const foldLabel = (text: string): string =>
	ASCII.test(text)
		? text
				.toLowerCase()
				.replace(/[^a-z0-9/]+/g, ' ')
				.trim()
		: foldAnyLabel(text);
const ASCII = /^[\x20-\x7e]*$/;
const foldAnyLabel = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		// Hangul has no marks, and is written composed.
		.normalize('NFC')
		.toLowerCase()
		.replace(/ß/g, 'ss')
		.replace(/[ıì]/g, 'i')
		.replace(/[^\p{L}\p{N}/]+/gu, ' ')
		.trim();

/** The words of a list in `address-words.json`. */
export const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split('|').map(foldLabel));

const FIELDS: ReadonlyMap<string, LabelledField> = new Map(
	Object.entries(table.labels).flatMap(([field, words]) =>
		[...wordsOf(words)].map((word) => [word, field as LabelledField] as const),
	),
);
/** Labels that need no separator: after them comes a value that starts with a digit, a sign or a capital. */
const WITHOUT_SEPARATOR = wordsOf(table.labelsWithoutSeparator);
/** Fields whose label without a separator needs digits after it: "T 123" is a phone number, "T Smith" is a person. */
const NEEDS_DIGITS: readonly LabelledField[] = ['phone', 'vatNumber', 'zipcode'];

const spellingsOf = (label: string): string[] => {
	const folded = foldLabel(label);
	const isAbbreviation = /^\p{L}(?: \p{L})+$/u.test(folded);
	return [
		folded,
		// "ship-postal-code", "recipient-name"
		folded.replace(
			/-/.test(label) ? /^(?:ship|shipping|delivery|recipient|receiver|buyer|consignee) (?=[a-z])/ : '',
			'',
		),
		folded.replace(/[\s/]+/g, ' ').trim(),
		folded.split('/').at(-1)?.trim() ?? '',
		// "C.P."
		isAbbreviation ? folded.replaceAll(' ', '') : '',
	];
};
const MAX_KNOWN_LABELS = 5000;
/** Fields by label as written, null for none: the labels of a file's addresses repeat. */
const knownLabels = createBoundedMap<string, LabelledField | null>(MAX_KNOWN_LABELS);
function fieldOfWord(label: string): LabelledField | undefined {
	const known = knownLabels.get(label);
	if (known !== undefined) return known ?? undefined;
	const field = spellingsOf(label)
		.map((spelling) => FIELDS.get(spelling))
		.find(Boolean);
	knownLabels.set(label, field ?? null);
	return field;
}
/** Words for "number" beside the name of a field, which do not change the field: "N° TVA", "telefon nr". */
const NUMBER_WORDS = /^(?:n|nr|no|č)[.°º]?\s+(?=\p{L}{2})|\s+(?:no|nr|n|č|number|nummer|nro)\.?$/giu;
/** The field that a label names. Two names are one field: "Straße und Hausnummer", "CP y población". */
export function fieldOf(label: string): LabelledField | undefined {
	const slashed = label.split('/').map(fieldOfWord);
	const isPair = slashed.length === 2 && slashed.includes('zipcode') && slashed.includes('city');
	const field =
		slashed.length > 1 && slashed.includes('phone')
			? 'phone'
			: isPair
				? 'place'
				: (fieldOfWord(label) ?? fieldOfWord(label.replace(NUMBER_WORDS, '')));
	if (field) return field;
	if (TAX_LABEL.test(label)) return 'vatNumber';
	const parts = label.split(
		/\s*[/&+,-]\s*|\s+(?:und|and|et|y|e|en|og|och|ja|i|a|și|и|та|și|in|και|ve|és|un|ir|dan|và)\s+/iu,
	);
	const fields = parts.map(fieldOfWord);
	if (parts.length < 2 || !fields.every(Boolean)) return undefined;
	if (fields.includes('zipcode') || (fields.includes('city') && fields.includes('region'))) return 'place';
	return fields.includes('firstName') ? 'contactPerson' : fields[0];
}

/** A label with a word for taxes: "KRA PIN", "Federal Tax ID (EIN)". */
const TAX_LABEL =
	/^[\p{L}\s./()-]*\b(?:tax|vat|fiscal|ein|tin|pin|gst)\b[\p{L}\s./()-]*(?:id|no|nr|number|pin|ein|tin)?[\s.)]*$/iu;

/** Whether the text is only the name of a field. A single letter needs a colon. */
export const isLabel = (text: string): boolean =>
	(text.length > 2 || text.endsWith(':')) && fieldOf(text.replace(/[:：.]+$/, '')) !== undefined;

/** "Cep" is a mobile phone in Turkish and a postcode in Portuguese; a "Postnummer" may be that of a parcel locker's customer. */
function withPhoneAsPhone(label: { field: LabelledField; value: string }, word: string) {
	const digits = label.value.replace(/\D/g, '').length;
	const maxDigits = /^postnummer$/i.test(word.trim()) ? MAX_NORDIC_POSTCODE_DIGITS : MAX_POSTCODE_DIGITS;
	if (label.field !== 'zipcode' || digits <= maxDigits || ZIP_PLUS_4.test(label.value)) return label;
	// The PIN of a Kenyan company.
	if (/^[A-Z]\d{9}[A-Z]$/.test(label.value)) return { ...label, field: 'vatNumber' as const };
	return /^[+(]?0|^\+/.test(label.value) ? { ...label, field: 'phone' as const } : undefined;
}
const ZIP_PLUS_4 = /^\d{5}-\d{4}$/;
const MAX_POSTCODE_DIGITS = 8;
const MAX_NORDIC_POSTCODE_DIGITS = 5;
const MAX_LABEL_LENGTH = 32;
const PHONE_AT_END = /\s+[+(]{0,2}\d[\d\s()./-]{5,}\d$/;
const PHONE_ONLY = /^[+(]{0,2}\d[\d\s()./-]{5,}\d$/;

/** "none", "(niet ingevuld)" */
const NO_VALUE = /^(?:\(?none\)?|n\/a|[-–—]+|keine?|aucune?|brak|nessun[oa]?)$/iu;
const REMARK = /^\(\p{Ll}[^()\d]*\)$/u;

/** @returns the field that the start of the line names, and the rest of the line; undefined when it names none */
export function labelOf(line: string): { field: LabelledField; value: string } | undefined {
	const [, label = '', value = ''] = /^([^:：]{1,32}?)\s*[:：]\s*(.*)$/u.exec(line) ?? [];
	// A unit at a forces' post office, not a Czech postcode.
	if (/^psc\s+\d+,?\s+box/i.test(line)) return undefined;
	if (/^(?:n[°º.]|no\.|nr\.?)\s*\p{L}{2}/iu.test(line)) return labelOf(line.replace(/^\S+?[°º.r]\s*/u, ''));
	const [, word = '', rest = ''] = /^(\p{L}[\p{L} ]{2,24}?)\s[-–]\s(.+)$/u.exec(line) ?? [];
	const isDashed = ['contactPerson', 'companyName', 'phone', 'email', 'addressLine1'].includes(fieldOf(word) ?? '');
	if (isDashed) return labelOf(`${word}: ${rest}`);
	const separated = label === '' ? undefined : fieldOf(label);
	if (separated && (NO_VALUE.test(value) || REMARK.test(value))) return { field: 'ignored', value };
	// Outlook's "Business" is a phone number.
	if (separated === 'companyName' && PHONE_ONLY.test(value)) return { field: 'phone', value };
	if (separated) return withPhoneAsPhone({ field: separated, value }, label);
	// "Tel. +49 30 1", "NIP 123-456-78-90", "z. Hd. Frau Muster", "À l'attention de M. Exemple", "c.a. Mario Esempio".
	for (let end = line.length; end > 0; end = line.lastIndexOf(' ', end - 1)) {
		const words = line.slice(0, end);
		const rest = line.slice(end).trim();
		if (words.length > MAX_LABEL_LENGTH || rest === '') continue;
		const field = fieldOfWord(words);
		if (!field) continue;
		const isClear =
			spellingsOf(words).some((spelling) => WITHOUT_SEPARATOR.has(spelling)) ||
			(field === 'phone' && PHONE_ONLY.test(rest)) ||
			(field === 'contactPerson' && words.length > 2 && PERSON_NAME.test(plainName(rest.replace(PHONE_AT_END, ''))));
		if (!isClear) return undefined;
		if (NEEDS_DIGITS.includes(field) && !/\d.*\d.*\d/.test(rest)) return undefined;
		if (NEEDS_DIGITS.includes(field) && (field === 'vatNumber' ? /^\p{L}{5}/u : /^\p{L}/u).test(rest)) return undefined;
		return withPhoneAsPhone({ field, value: rest }, words);
	}
	return undefined;
}
