// Finds out whose address a column of a file belongs to, from its title: who sends, who receives or who pays. Pure.
import { foldForSearch } from '../../../src-contract/lib/text-folding';

export type AddressRole = 'sender' | 'recipient' | 'payer';

/** Numbers that titles write as words, as in AddressTwo. */
const NUMBER_WORDS: Readonly<Record<string, string>> = { one: '1', two: '2', three: '3', four: '4' };

/** German words whose umlauts many programs write with an e: Waehrung. In other words, as in "value", the e is their own. */
const TRANSLITERATED = /waehrung|stueck|empfaenger|laenge|hoehe|kaeufer|ausfuehr|rueck/g;
/** What a form says about its columns, as in "City (Required)". */
const FORM_NOTE = /[([*]\s*(required|mandatory|optional|pflichtfeld)\s*[)\]*]/gi;

/**
 * A title in lower case, without accents and punctuation, and split into words: also at capitals and digits, so RECV_NAME1 becomes
 * "recv name 1" and AddressTwo "address 2".
 */
export const normalizeTitle = (title: string): string =>
	foldForSearch(title.replace(FORM_NOTE, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
		.replace(TRANSLITERATED, (word) => word.replace(/([aou])e/, '$1'))
		.replace(/[^\p{L}\p{N}%]+/gu, ' ')
		.replace(/(\p{L}{2,})(\d)(?!\p{L})/gu, '$1 $2')
		.replace(/\b(one|two|three|four)$/, (word) => NUMBER_WORDS[word] ?? word)
		.trim();

/** Words of a normalized title that say who the address belongs to. The first role that has a match is used. */
const ROLE_WORDS: readonly (readonly [AddressRole, RegExp])[] = [
	[
		'sender',
		/\b(shippers?|senders?|consignors?|absenders?|afzenders?|verzenders?|expediteurs?|nadawc[ay]|remitentes?|mittentes?|exporters?|ship(ped)? from)\b|absender(?=\p{L})|^(send|abs|from|snd|exp|return|collection|collect|pick ?up|abhol\w*|ophaal\w*|enlevement|retour\w*)(?= )|return\w*$/u,
	],
	[
		'payer',
		/^rech an\b|^verk an\b|\bsell to\b|^re (?=firma|name|vorname|nachname|strasse|str|haus|nr|plz|ort|land|zusatz|adresszusatz|ansprechpartner|abteilung|telefon|e ?mail)|\b(bill(ing|ed)?( to)?|invoice|facturation|sold to|payers?|buyers?|kaufers?|kopers?|acheteurs?|fact|facturatie|bestellers?|rechnung\w*|factuur\w*|faktura|facturacion)\b|(?<!manu)factur|faktur/u,
	],
	[
		'recipient',
		/^lief an\b|^la (?=firma|name|vorname|nachname|strasse|str|haus|nr|plz|ort|land|zusatz|adresszusatz|ansprechpartner|abteilung|telefon|e ?mail)|\b(shipping|shipped( to)?|ship to|post to|versand nach|ship|delivery|deliver( to)?|recipients?|receivers?|recv|rcv|consignees?|addressees?|lieferadresse|lieferanschrift|liefer|lieferung|versand|versandadresse|livraison|aflever|afleveradres|bezorg|bezorgadres|bezorging|verz|verzending|verzend|verzendadres|empfangers?|empf|ontvangers?|geadresseerde|destinataires?|destinatarios?|destinatari[oa]|odbiorc[ay]|destination|dest)\b|^versand(?=(name|adresse|strasse|plz|ort|stadt|bundesland|land)\b)|^to(?= )/u,
	],
];
/** @returns undefined when the title names none of them */
export const addressRoleOf = (normalizedTitle: string): AddressRole | undefined =>
	ROLE_WORDS.find(([, pattern]) => pattern.test(normalizedTitle))?.[0];

/** The title without the words of its role: "consignee city" becomes "city". */
export function withoutRole(normalizedTitle: string, role: AddressRole): string {
	const pattern = ROLE_WORDS.find(([name]) => name === role)?.[1];
	return pattern
		? normalizedTitle.replace(new RegExp(pattern.source, 'gu'), ' ').replace(/ +/g, ' ').trim()
		: normalizedTitle;
}
