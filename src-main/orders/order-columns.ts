// Guesses from the title of each column which field of an order, or of its recipient, the column holds. The patterns match titles
// that shops and warehouse systems use. Uncertain columns are left to the user, because a wrong mapping would send wrong parcels.
// Pure.
//
// The patterns match normalized titles: lower case, without accents and punctuation.
import { foldForSearch } from '../../src-contract/lib/text-folding';
import {
	type OrderField,
	type OrderTarget,
	RECIPIENT_FIELDS,
	type RecipientField,
} from '../../src-contract/model/order';
import { targetOf } from '../address-book/files/columns';

/** Patterns of the titles of each order field. The first match decides, so specific patterns come before general ones. */
const FIELD_TITLES: readonly [OrderField, RegExp][] = [
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
/** Columns about the customer: number, name or address of the recipient. */
const CUSTOMER_TITLE = /\b(customer|client|kunden?|klant|debitor)\b|kundennummer|kundennr|klantnummer/;
/** Columns whose titles look like a price, number or address, but which hold something else, such as an order state. */
const IGNORED_TITLE =
	/\b(sub ?total|tax|summe|discount|gesamt|versandkosten|payment|status|state of|date|datum|designation of|sku|tracking)\b|\b(total|shipping|delivery|livraison|versand|order|cod) ?(price|cost|costs|value|amount|prix)\b|\b(vat|btw|tva|ust|mwst) ?(rate|amount|percent|satz|bedrag|montant)?$|montant|\b(order|payment) state\b|price designation|auftragsdatum|auftragsstatus|auftragsposition|mindestmenge|item (no|number|nr|id|weight)|(stuck|unit|lineitem|product|article) ?(gewicht|weight)|stuckgewicht|\bposition\b/;
/** Titles with the word "total". Only a total weight or size is mapped; the user maps every other total. */
const TOTAL_TITLE = /\btotal\b/;
/** Columns with a unit other than kg, g and cm. They are left to the user. */
const OTHER_UNIT_TITLE =
	/\b(lbs?|pounds?|oz|ounces?|mm|inch|inches|in|ft|feet|unit|units|einheit|unite|eenheid)\b|(gewichts|mass)einheit/;
const VAT_NUMBER_TITLE = /\b(vat|btw|tva|ust|mwst|tax)\b.*\b(id|no|nr|number|nummer|numero)\b|ust ?id|vat$/;
/** Columns about the payer, who may differ from the recipient. */
const PAYER_TITLE =
	/\b(bill(ing)?|invoice|facturation|sold to|payer|buyer|besteller|rechnung)\b|factur|faktur|rechnungs/;
/** Words that only say that a column is about the recipient or the delivery. */
const RECIPIENT_WORDS =
	/\b(shipping|shipped?|delivery|deliver|ship to|deliver to|recipients?|consignee|lieferadresse|lieferanschrift|liefer|lieferung|versand|versandadresse|livraison|aflever|afleveradres|bezorg|bezorgadres|verzend|verzendadres|empfanger|ontvanger|destinataire|expedition)\b/g;
/** Words that only say that a column is about an address. */
const ADDRESS_WORDS = /\b(address|adresse|adres|anschrift|de|du|to)\b/g;

const normalizeTitle = (title: string): string =>
	foldForSearch(title.replace(/([a-z])([A-Z])/g, '$1 $2'))
		.replace(/[^\p{L}\p{N}%]+/gu, ' ')
		.trim();

/** Titles that stand for the recipient's name if they contain nothing else. */
const RECIPIENT_NAME_TITLE = /recipient|consignee|empfanger|ontvanger|destinataire|ship to|deliver to/;

/**
 * The part of a normalized title that names a field: "shipping city" becomes "city". A title that names only an address becomes
 * "street", and one that names only a recipient becomes "contact person". The result is empty for a title such as "shipping", which
 * is a cost.
 */
function withoutRecipientWords(normalizedTitle: string): string {
	const withoutRecipient = normalizedTitle.replace(RECIPIENT_WORDS, ' ').replace(/ +/g, ' ').trim();
	if (withoutRecipient === '') return RECIPIENT_NAME_TITLE.test(normalizedTitle) ? 'contact person' : '';
	const withoutAddress = withoutRecipient.replace(ADDRESS_WORDS, ' ').replace(/ +/g, ' ').trim();
	if (withoutAddress === '') return 'street';
	// Keep "address 2" as it is: the number alone has no meaning.
	return /\p{L}/u.test(withoutAddress) ? withoutAddress : withoutRecipient;
}

const isRecipientField = (field: string): field is RecipientField => Object.hasOwn(RECIPIENT_FIELDS, field);

function recipientTargetOf(normalizedTitle: string): OrderTarget | null {
	if (/%|percent/.test(normalizedTitle)) return null;
	const hasRecipientWords = new RegExp(RECIPIENT_WORDS.source).test(normalizedTitle);
	const target = targetOf(hasRecipientWords ? withoutRecipientWords(normalizedTitle) : normalizedTitle);
	if (!target || !isRecipientField(target.field)) return null;
	if (target.field === 'vatNumber' && !VAT_NUMBER_TITLE.test(normalizedTitle)) return null;
	return { recipient: target.field, choice: target.choice };
}

/**
 * The `choice` of a recipient target: if several columns have the same field, a row uses the filled one with the lowest `choice`.
 * @returns null when the title names no field of an order or its recipient, or is ambiguous
 */
function orderTargetOf(title: string): OrderTarget | null {
	const normalizedTitle = normalizeTitle(title);
	if (PAYER_TITLE.test(normalizedTitle) || IGNORED_TITLE.test(normalizedTitle)) return null;
	if (CUSTOMER_TITLE.test(normalizedTitle)) {
		if (/\b(no|nr|number|id|code)\b|nummer/.test(normalizedTitle)) return { recipient: 'reference', choice: 1 };
		return /name|naam/.test(normalizedTitle)
			? { recipient: 'contactPerson', choice: 1 }
			: recipientTargetOf(normalizedTitle);
	}
	const field = FIELD_TITLES.find(([, pattern]) => pattern.test(normalizedTitle))?.[0];
	if (!field) return TOTAL_TITLE.test(normalizedTitle) ? null : recipientTargetOf(normalizedTitle);
	const isMeasure = /Kg|Grams|Cm/.test(field);
	if (isMeasure && OTHER_UNIT_TITLE.test(normalizedTitle.replace(/\b(kg|cm|g|gr|grams?|gramm)\b/g, ''))) return null;
	if (TOTAL_TITLE.test(normalizedTitle) && !isMeasure) return null;
	return { order: field };
}

const targetKeyOf = (target: OrderTarget): string =>
	'order' in target ? target.order : `${target.recipient} ${target.choice}`;

/**
 * Target of a column with the payer's e-mail address or phone number; null for other columns. Used only when the file has no
 * column with the recipient's.
 */
function payerContactTargetOf(title: string): OrderTarget | null {
	const normalizedTitle = normalizeTitle(title);
	if (!PAYER_TITLE.test(normalizedTitle) || IGNORED_TITLE.test(normalizedTitle)) return null;
	if (/\be ?mail\b/.test(normalizedTitle)) return { recipient: 'email', choice: 1 };
	return /phone|telefon|telefoon/.test(normalizedTitle) ? { recipient: 'phone', choice: 1 } : null;
}

/** Targets of all columns; null for a column that is left to the user. */
export function orderTargetsOf(titles: readonly string[]): (OrderTarget | null)[] {
	// Shopify exports the order number as "Name" and the items as "Lineitem …".
	const hasLineItems = titles.some((title) => /^lineitem\b/i.test(title.trim()));
	const targets = titles.map((title): OrderTarget | null =>
		hasLineItems && /^name$/i.test(title.trim()) ? { order: 'orderNumber' } : orderTargetOf(title),
	);
	const usedKeys = new Set<string>();
	/**
	 * @returns the target, or null when an earlier column has the same target: the later column probably belongs to another person, such as
	 * the payer
	 */
	const claimTarget = (target: OrderTarget | null): OrderTarget | null => {
		if (!target || usedKeys.has(targetKeyOf(target))) return null;
		usedKeys.add(targetKeyOf(target));
		return target;
	};
	const uniqueTargets = targets.map(claimTarget);
	return uniqueTargets.map((target, index) => target ?? claimTarget(payerContactTargetOf(titles[index] ?? '')));
}
