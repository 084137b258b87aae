// Guesses which order field each column of a file holds, from the titles that shops and warehouse systems use. Uncertain columns
// are left to the user, because a wrong mapping would send wrong parcels. Pure.
import {
	type OrderField,
	type OrderTarget,
	RECIPIENT_FIELDS,
	type RecipientField,
} from '../../src-contract/model/order';
import { targetOf } from '../address-book/files/columns';
import { fold } from '../platform/text';

/** The first match decides, so specific patterns come before general ones. */
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
/** Titles that look like a price, number or address but hold something else, such as totals and order states. */
const IGNORED =
	/\b(sub ?total|tax|summe|discount|gesamt|versandkosten|payment|status|state of|date|datum|designation of|sku|tracking)\b|\b(total|shipping|delivery|livraison|versand|order|cod) ?(price|cost|costs|value|amount|prix)\b|\b(vat|btw|tva|ust|mwst) ?(rate|amount|percent|satz|bedrag|montant)?$|montant|\b(order|payment) state\b|price designation|auftragsdatum|auftragsstatus|auftragsposition|mindestmenge|item (no|number|nr|id|weight)|(stuck|unit|lineitem|product|article) ?(gewicht|weight)|stuckgewicht|\bposition\b/;
const IS_TOTAL = /\btotal\b/;
/** Units other than kg, g and cm. Such columns are left to the user. */
const OTHER_UNIT =
	/\b(lbs?|pounds?|oz|ounces?|mm|inch|inches|in|ft|feet|unit|units|einheit|unite|eenheid)\b|(gewichts|mass)einheit/;
const VAT_NUMBER = /\b(vat|btw|tva|ust|mwst|tax)\b.*\b(id|no|nr|number|nummer|numero)\b|ust ?id|vat$/;
/** Columns of the payer, who may differ from the recipient. */
const OF_PAYER = /\b(bill(ing)?|invoice|facturation|sold to|payer|buyer|besteller|rechnung)\b|factur|faktur|rechnungs/;
const TO_RECIPIENT =
	/\b(shipping|shipped?|delivery|deliver|ship to|deliver to|recipients?|consignee|lieferadresse|lieferanschrift|liefer|lieferung|versand|versandadresse|livraison|aflever|afleveradres|bezorg|bezorgadres|verzend|verzendadres|empfanger|ontvanger|destinataire|expedition)\b/g;
const ADDRESS = /\b(address|adresse|adres|anschrift|de|du|to)\b/g;

const plain = (title: string): string =>
	fold(title.replace(/([a-z])([A-Z])/g, '$1 $2'))
		.replace(/[^\p{L}\p{N}%]+/gu, ' ')
		.trim();

const NAMES_RECIPIENT = /recipient|consignee|empfanger|ontvanger|destinataire|ship to|deliver to/;

/** Removes words such as "shipping address". @returns an empty string for a title such as "Shipping", which is a cost */
function bareRecipientTitle(words: string): string {
	const bare = words.replace(TO_RECIPIENT, ' ').replace(/ +/g, ' ').trim();
	if (bare === '') return NAMES_RECIPIENT.test(words) ? 'contact person' : '';
	const withoutAddress = bare.replace(ADDRESS, ' ').replace(/ +/g, ' ').trim();
	if (withoutAddress === '') return 'street';
	// Keep "address 2" as it is: the number alone has no meaning.
	return /\p{L}/u.test(withoutAddress) ? withoutAddress : bare;
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

/** @returns null when the title names no order field or is ambiguous */
function orderTargetOf(title: string): OrderTarget | null {
	const words = plain(title);
	if (OF_PAYER.test(words) || IGNORED.test(words)) return null;
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

/** The payer's e-mail address and phone number are used when the file has no other. */
function contactOfPayer(title: string): OrderTarget | null {
	const words = plain(title);
	if (!OF_PAYER.test(words) || IGNORED.test(words)) return null;
	if (/\be ?mail\b/.test(words)) return { recipient: 'email', choice: 1 };
	return /phone|telefon|telefoon/.test(words) ? { recipient: 'phone', choice: 1 } : null;
}

/** Targets of all columns. When several columns have the same target, only the first gets it. */
export function orderTargetsOf(titles: readonly string[]): (OrderTarget | null)[] {
	// Shopify exports the order number as "Name" and the items as "Lineitem …".
	const hasLineItems = titles.some((title) => /^lineitem\b/i.test(title.trim()));
	const targets = titles.map((title): OrderTarget | null =>
		hasLineItems && /^name$/i.test(title.trim()) ? { order: 'orderNumber' } : orderTargetOf(title),
	);
	const seen = new Set<string>();
	/** A target is used once, because two columns with the same field belong to different people. */
	const takeOnce = (target: OrderTarget | null): OrderTarget | null => {
		if (!target || seen.has(keyOf(target))) return null;
		seen.add(keyOf(target));
		return target;
	};
	const unique = targets.map(takeOnce);
	return unique.map((target, index) => target ?? takeOnce(contactOfPayer(titles[index] ?? '')));
}
