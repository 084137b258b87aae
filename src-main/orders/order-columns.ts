// What the columns of a file of orders hold, by the titles that shops and warehouse systems give them. What is not sure is left for
// a person to say: a wrong column sends a wrong parcel. Pure.
import {
	type OrderField,
	type OrderTarget,
	RECIPIENT_FIELDS,
	type RecipientField,
} from '../../src-contract/model/order';
import { targetOf } from '../address-book/files/columns';
import { fold } from '../platform/text';

/** The first that fits decides: what is more special stands before what is less. */
const TITLES: readonly [OrderField, RegExp][] = [
	['hsCode', /\bhs\b|hs ?code|tariff|zolltarif|warennummer|commodity|code douanier|goederencode/],
	['originCountry', /origin|made in|ursprung|origine|herkomst|country of (manufacture|production)/],
	['reasonForExport', /reason (for|of) export|export reason|ausfuhrgrund|exportgrund/],
	['incoterms', /incoterm/],
	['currency', /^(currency|wahrung|devise|valuta|monnaie)( code)?$/],
	['weightGrams', /(weight|gewicht|poids)\b.*\b(g|gr|grams?|gramm|grammes)\b|\bgrams\b/],
	['weightKg', /weight|gewicht|poids|peso|\bkg\b/],
	['lengthCm', /length|lange\b|laenge|longueur|lengte/],
	['widthCm', /width|breite|largeur|breedte/],
	['heightCm', /height|hohe\b|hoehe|hauteur|hoogte/],
	['parcelCount', /parcels|packages|colli|pakete|pakketten|packstucke|\bcolis\b|number of boxes|^boxes$/],
	['quantity', /quantity|\bqty\b|^(menge|anzahl|aantal|quantite|pieces|stuckzahl)$|(bestell|order)menge/],
	[
		'priceEur',
		/(item|unit|lineitem|line item|product)[ -]?(price|value)|price (each|per)|unit ?price|stuckpreis|einzelpreis|prix unitaire|stukprijs|^(price|preis|prix|prijs|value)$|(item|lineitem|unit) price/,
	],
	[
		'description',
		/description|^(lineitem|line item|product|article|artikel|item)( ?name| ?title|bezeichnung|omschrijving)?$|bezeichnung|omschrijving|designation|^contents?$|^inhalt$/,
	],
	[
		'orderNumber',
		/(order|bestell|bestel|auftrags?|commande|purchase order|sales order) ?(no|nr|number|nummer|id|ref|reference)\b|(bestell|bestel|auftrags|order)(nummer|nr)\b|^(order|auftrag|bestellung|commande|bestelling|increment id|vertriebsbeleg|po number)$|(numero|n|no) (de )?commande|^(reference|ref|your reference|customer reference)$/,
	],
];
const OF_CUSTOMER = /\b(customer|client|kunden?|klant|debitor)\b|kundennummer|kundennr|klantnummer/;
/** What is none of an item's price, a recipient's number or place, though its title reads so. */
const NOT_MEANT =
	/\b(sub ?total|tax|summe|discount|gesamt|versandkosten|payment|status|state of|date|datum|designation of|sku|tracking)\b|\b(total|shipping|delivery|livraison|versand|order|cod) ?(price|cost|costs|value|amount|prix)\b|\b(vat|btw|tva|ust|mwst) ?(rate|amount|percent|satz|bedrag|montant)?$|montant|\b(order|payment) state\b|price designation|auftragsdatum|auftragsstatus|auftragsposition|mindestmenge|item (no|number|nr|id|weight)|(stuck|unit|lineitem|product|article) ?(gewicht|weight)|stuckgewicht|\bposition\b/;
const IS_TOTAL = /\btotal\b/;
/** In units that a desk does not measure in: somebody has to say what is to become of them. */
const OTHER_UNIT =
	/\b(lbs?|pounds?|oz|ounces?|mm|inch|inches|in|ft|feet|unit|units|einheit|unite|eenheid)\b|(gewichts|mass)einheit/;
const VAT_NUMBER = /\b(vat|btw|tva|ust|mwst|tax)\b.*\b(id|no|nr|number|nummer|numero)\b|ust ?id|vat$/;
/** Who pays is not always who is sent to. */
const OF_PAYER = /\b(bill(ing)?|invoice|facturation|sold to|payer|buyer|besteller|rechnung)\b|factur|faktur|rechnungs/;
const TO_RECIPIENT =
	/\b(shipping|shipped?|delivery|deliver|ship to|deliver to|recipients?|consignee|lieferadresse|lieferanschrift|liefer|lieferung|versand|versandadresse|livraison|aflever|afleveradres|bezorg|bezorgadres|verzend|verzendadres|empfanger|ontvanger|destinataire|expedition)\b/g;
const ADDRESS = /\b(address|adresse|adres|anschrift|de|du|to)\b/g;

const plain = (title: string): string =>
	fold(title.replace(/([a-z])([A-Z])/g, '$1 $2'))
		.replace(/[^\p{L}\p{N}%]+/gu, ' ')
		.trim();

const NAMES_RECIPIENT = /recipient|consignee|empfanger|ontvanger|destinataire|ship to|deliver to/;

/** Without the words that say whose address it is. @returns empty for a title such as "Shipping", which names a cost */
function bareRecipientTitle(words: string): string {
	const bare = words.replace(TO_RECIPIENT, ' ').replace(/ +/g, ' ').trim();
	if (bare === '') return NAMES_RECIPIENT.test(words) ? 'contact person' : '';
	const without = bare.replace(ADDRESS, ' ').replace(/ +/g, ' ').trim();
	if (without === '') return 'street';
	// Of "address 2" the number says nothing alone.
	return /\p{L}/u.test(without) ? without : bare;
}

const isRecipientField = (field: string): field is RecipientField => Object.hasOwn(RECIPIENT_FIELDS, field);

function recipientTargetOf(words: string): OrderTarget | null {
	if (/%|percent/.test(words)) return null;
	const isToRecipient = new RegExp(TO_RECIPIENT.source).test(words);
	const target = targetOf(isToRecipient ? bareRecipientTitle(words) : words);
	if (!target || !isRecipientField(target.field)) return null;
	if (target.field === 'vatNumber' && !VAT_NUMBER.test(words)) return null;
	return { recipient: target.field, choice: target.choice };
}

/** @returns null for a title that names nothing an order holds, or nothing for sure */
function orderTargetOf(title: string): OrderTarget | null {
	const words = plain(title);
	if (OF_PAYER.test(words) || NOT_MEANT.test(words)) return null;
	if (OF_CUSTOMER.test(words)) {
		if (/\b(no|nr|number|id|code)\b|nummer/.test(words)) return { recipient: 'reference', choice: 1 };
		return /name|naam/.test(words) ? { recipient: 'contactPerson', choice: 1 } : recipientTargetOf(words);
	}
	const field = TITLES.find(([, pattern]) => pattern.test(words))?.[0];
	if (!field) return IS_TOTAL.test(words) ? null : recipientTargetOf(words);
	const isMeasure = /Kg|Grams|Cm/.test(field);
	if (isMeasure && OTHER_UNIT.test(words.replace(/\b(kg|cm|g|gr|grams?|gramm)\b/g, ''))) return null;
	if (IS_TOTAL.test(words) && !isMeasure) return null;
	return { order: field };
}

const keyOf = (target: OrderTarget): string =>
	'order' in target ? target.order : `${target.recipient} ${target.choice}`;

/** How somebody is reached may be asked of who pays, where nobody else says it. */
function contactOfPayer(title: string): OrderTarget | null {
	const words = plain(title);
	if (!OF_PAYER.test(words) || NOT_MEANT.test(words)) return null;
	if (/\be ?mail\b/.test(words)) return { recipient: 'email', choice: 1 };
	return /phone|telefon|telefoon/.test(words) ? { recipient: 'phone', choice: 1 } : null;
}

/** Of several columns that name one thing the first is taken. */
export function orderTargetsOf(titles: readonly string[]): (OrderTarget | null)[] {
	// A shop system names its orders "Name", and their items "Lineitem …".
	const hasLineItems = titles.some((title) => /^lineitem\b/i.test(title.trim()));
	const targets = titles.map((title): OrderTarget | null =>
		hasLineItems && /^name$/i.test(title.trim()) ? { order: 'orderNumber' } : orderTargetOf(title),
	);
	const seen = new Set<string>();
	/** Parts of a name are put together; two columns of one part would be two people. */
	const first = (target: OrderTarget | null): OrderTarget | null => {
		if (!target || seen.has(keyOf(target))) return null;
		seen.add(keyOf(target));
		return target;
	};
	const sure = targets.map(first);
	return sure.map((target, at) => target ?? first(contactOfPayer(titles[at] ?? '')));
}
