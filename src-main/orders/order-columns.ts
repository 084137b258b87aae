// What the columns of a file of orders hold, by the titles that shops and warehouse systems give them. Pure.
import { type OrderField, type OrderTarget, RECIPIENT_FIELDS, type RecipientField } from '../../src-contract/order';
import { targetOf } from '../address-book/files/columns';
import { fold } from '../address-book/words';

/** The first that fits decides: what is more special stands before what is less. */
const TITLES: readonly [OrderField, RegExp][] = [
	['hsCode', /\bhs\b|hs ?code|tariff|zolltarif|warennummer|commodity|code douanier|goederencode/],
	['originCountry', /origin|made in|ursprung|origine|herkomst|manufactured/],
	['reasonForExport', /reason (for|of) export|export reason|ausfuhrgrund|exportgrund/],
	['incoterms', /incoterm/],
	['weightGrams', /(weight|gewicht|poids)\b.*\b(g|gr|grams?|gramm|grammes)\b|\bgrams\b/],
	['weightKg', /weight|gewicht|poids|peso|\bkg\b/],
	['lengthCm', /length|lange\b|laenge|longueur|lengte/],
	['widthCm', /width|breite|largeur|breedte/],
	['heightCm', /height|hohe\b|hoehe|hauteur|hoogte/],
	['parcelCount', /parcels|packages|colli|pakete|\bcolis\b|number of boxes|boxes/],
	['quantity', /quantity|\bqty\b|menge|anzahl|aantal|quantite|pieces/],
	[
		'priceEur',
		/(item|unit|lineitem|line item|product).*(price|value)|unit ?price|stuckpreis|einzelpreis|prix unitaire|stukprijs|\bprice\b|\bpreis\b|\bprix\b|\bprijs\b|\bvalue\b/,
	],
	[
		'description',
		/description|(item|lineitem|line item|product|article|artikel)( ?name| ?title)?$|bezeichnung|omschrijving|designation|\bcontents?\b|inhalt/,
	],
	[
		'orderNumber',
		/order ?(no|nr|number|id|reference|ref)\b|^order$|bestell(ung|nummer|nr)|auftrag|commande|ordernummer|\breference\b|^ref$|purchase order|\bpo number\b/,
	],
];
const OF_CUSTOMER = /\b(customer|client|kunden?|klant|account)\b/;
/** Sums of an order are no price of an item. */
const SUMS = /\b(sub ?total|total|summe|tax|shipping price|shipping cost|discount|gesamt|versandkosten)\b/;

const plain = (title: string): string =>
	fold(title.replace(/([a-z])([A-Z])/g, '$1 $2'))
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.trim();

/** @returns null for a title that names nothing an order holds */
export function orderTargetOf(title: string): OrderTarget | null {
	const words = plain(title);
	if (SUMS.test(words)) return null;
	const isOfCustomer = OF_CUSTOMER.test(words);
	const field = isOfCustomer ? undefined : TITLES.find(([, pattern]) => pattern.test(words))?.[0];
	if (field) return { order: field };
	const target = targetOf(title);
	if (!target || !Object.hasOwn(RECIPIENT_FIELDS, target.field)) return null;
	return { recipient: target.field as RecipientField, choice: target.choice };
}

/** Of several columns that name one thing of an order the first is taken. */
export function orderTargetsOf(titles: readonly string[]): (OrderTarget | null)[] {
	const seen = new Set<string>();
	return titles.map((title) => {
		const target = orderTargetOf(title);
		if (!target || 'recipient' in target) return target;
		if (seen.has(target.order)) return null;
		seen.add(target.order);
		return target;
	});
}
