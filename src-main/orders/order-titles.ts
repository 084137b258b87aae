// Finds out from the title of one column which field of an order, or of its recipient, the column holds. The patterns match titles that
// shops and warehouse systems use. Pure.
//
// The patterns match normalized titles: lower case, without accents and punctuation.

import {
	ORDER_FIELDS,
	type OrderField,
	type OrderTarget,
	RECIPIENT_FIELDS,
	type RecipientField,
} from '../../src-contract/model/order';
import { targetOf } from '../address-book/files/columns';
import { addressRoleOf, withoutRole } from '../platform/tabular/title-roles';

/** Patterns of the titles of each order field. The first match decides, so specific patterns come before general ones. */
const FIELD_TITLES: readonly [OrderField, RegExp][] = [
	[
		'shipBy',
		/^(latest )?(ship|d[ei]spatch|shipping|shipment) by( date)?$|^latest (ship|shipping|d[ei]spatch)( date)?$|^(must|to be) (be )?ship(ped)? by$|^ship(ping|ment)? deadline$|^expected (ship|shipping|d[ei]spatch) date$|^(uiterste|uiterlijke) verzend(datum|moment)$|^versenden bis$|^versand (bis|frist)$|^versandfrist$|^spatester? versand(termin|datum)?$|^date limite d (expedition|envoi)$|^enviar (antes del|hasta|antes de)$|^(spedire|spedizione) entro( il)?$|^(wysylka|wyslac) do$/,
	],
	['tags', /^(order |auftrags? ?)?(tags?|schlagworte|tagi)$/],
	[
		'giftText',
		/^(order )?gift (message|note|text|wrapping message|card (message|text))( text)?$|^geschenk ?(text|nachricht|botschaft|mitteilung)$|^cadeau ?(tekst|bericht|boodschap)$|^message cadeau$|^mensaje de regalo$|^messaggio regalo$|^wiadomosc prezentowa$/,
	],
	[
		'orderNote',
		/^(internal|staff|private|seller|shop|merchant|warehouse|packing|order|interne?|my item) (notes?|comments?|remarks?|instructions?|notiz(en)?|opmerking(en)?|anmerkung(en)?|bemerkung(en)?)$|^packhinweise?$|^note interne$|^nota interna$|^uwagi wewnetrzne$/,
	],
	[
		'customerNote',
		/^(order )?(customer|buyer|buyers|kunden?|klant|client|checkout) ?(notes?|comments?|messages?|remarks?|anmerkung(en)?|kommentar|notiz(en)?|opmerking(en)?)$|^(notes?|message|comments?) (from|to|of) (the )?(buyer|seller|customer)$|^(notes?|remarks?|anmerkung(en)?|opmerking(en)?|commentaires?|uwagi|notas|note|observaciones|observations?|bemerkung(en)?|comentarios|osservazioni|poznamk[ay]|bestell(anmerkung|kommentar))$|^kaufer ?(kommentar|nachricht)$|^message du client$|^nota del cliente$|^uwagi (klienta|kupujacego)$/,
	],
	[
		'hsCode',
		/\bhs\b|hs ?code|tariff|zolltarif|warennummer|commodity (code|number|no)|harmoni[sz]ed|^customs code$|^item commodity$|code douanier|goederencode/,
	],
	['originCountry', /\borigin\b|made in|ursprung|origine|herkomst|(country|territory) of (manufacture|production)/],
	['reasonForExport', /reason (for|of) export|export reason|ausfuhrgrund|exportgrund/],
	['incoterms', /incoterm/],
	[
		'currency',
		/^(order |item |lineitem |itm |goods |commodity |declared value |customs )?(currency|ccy|crncy|wahrung|devise|valuta|monnaie|moneda|waluta)( code| key| type)?( 3)?$/,
	],
	[
		'weightUnit',
		/(weight|mass|gewichts?|poids)( units?( of measure)?| ?einheit|eenheid)$|^unit of weight$|^weight type$/,
	],
	['lengthUnit', /((dimensions?|size|length|distance)( units?( of measure)?| ?einheit|eenheid))$/],
	['paidOn', /^paid (on|at|date)$|^date paid$|^(bezahl|zahlungs)datum$|^bezahlt am$|^betaald op$|^betaaldatum$/],
	[
		'cancelledOn',
		/\bvoid( indicator)?$|^(cancel+ed|cancel+ation|storniert|geannuleerd|annule)( at| on| date| am| op| le)?$|annul(erings|atie)verzoek$|(requested cancel+ation|cancel+ation requested?)$/,
	],
	[
		'shippedOn',
		/^(date )?(shipped|d[ei]spatched|fulfilled|versendet|versandt|verzonden)( on)?( at| date| on date| am| op)?$|^(date posted|posted (on|date)|(expedie|expediee)( le)?|livre|envoye|spedito il|enviado el|wyslano)$/,
	],
	[
		'shipDate',
		/^(ship|shipping|d[ei]spatch|processed) date$|^processed on$|^(versand|verzend)datum$|^date (d |de l )?(expedition|envoi)$|^fecha de envio$|^data (wysylki|spedizione)$/,
	],
	[
		'trackingNumber',
		/^(package |shipment |parcel |shipping |carrier )?(tracking|track and trace|tracking and trace)( no| nr| number| nummer| code| id)?$|^(sendungs?|paket|tracking|zendings?)(nummer|nr)$|^(numero|n|no) (de )?(suivi|seguimiento)$|^numer (przesylki|nadania)$/,
	],
	[
		'deliveryMethod',
		/^(order )?(requested )?(shipping|delivery|fulfil+ment|shipment) (method|type|option|service|description)( title| name)?$|^(versand|liefer)art$|^verzend(methode|wijze)$|^logistiek$|^(mode|methode) (de |d )?(livraison|expedition)$|^(sposob|forma) (dostawy|wysylki)$|^metodo de (envio|entrega)$|^metodo di (spedizione|consegna)$|^postal service$|ispu order$|^click (and|et) collect$|^(local |store |customer |in store )?(pick ?up|collection)$|^(selbst)?abholung$|^afhalen$/,
	],
	[
		'requiresShipping',
		/(requires?|needs?) shipping$|shipping (is )?required$|^versand erforderlich$|^(item |product |lineitem )?(is )?(virtual|downloadable)$/,
	],
	[
		'status',
		/^((order|auftrags?|bestell|bestel|lineitem|item|financial|payment|fulfil+ment|shipping|shipment|delivery|sales) ?)*status$|^(order|payment|financial|fulfil+ment|sales?) state$|^state of (the )?order$|^(erledigt|done|klaar|afgehandeld|hecho|gotowe)$|^fulfil+ment$|^(etat|statut)( de la commande)?$|^(zahlungs?|zahl|bezahl|versand|liefer)status$|^(zahlung|payment|bearbeitungsstand)$|^betaalstatus$|^stan( zamowienia)?$|^estado( del pedido)?$|^stato( (dell )?ordine)?$|^current state$|^etat actuel$|^belegstatus$|^state id$|^(auftrags|beleg)art$|^(liefer|versand)sperre$|^(is )?(on (credit )?hold|hold or cancel|parked|locked|blocked|geblokkeerd|gesperrt|bloquee?)$|^(paid|bezahlt|betaald|regle|reglee|payee|pagado|oplacone|zaplacone|platnosc)$/,
	],
	[
		'quantityDone',
		/^geleverd$|ilosc zrealizowana|(quantity|qty|menge|aantal) (shipped|fulfilled|d[ei]spatched|refunded|cancel+ed|returned|geleverd|geannuleerd)$|(shipped|fulfilled|refunded|cancel+ed|returned) (quantity|qty)$/,
	],
	[
		'quantityToShip',
		/\b(to ship|unshipped)\b|^(qty|quantity) outstanding$|^backorder$|reste a livrer|offene menge|menge offen|restmenge|te leveren|zu versenden|te verzenden|open quantity/,
	],
	[
		'lineTotal',
		/^(item )?row total$|^(net )?line value$|^pos(itions?)? ?betrag( netto)?$|^(product|positions?) ?(total|wert)$|^regeltotaal$|^gesamt ?preis (der )?pos(ition)?$|^(line|row|item|lineitem|position|zeilen|positions)[ -]?(total|amount|summe|betrag)$|^contents value$|^(total price|price) of all( pieces| units)?$/,
	],
	['weightGrams', /(weight|gewicht|poids)\b.*\b(g|gr|grams?|gramm|grammes)\b|\bgrams\b/],
	['weightKg', /weight|gewicht|poids|peso|^waga\b|\bkg\b|^gew( g| kg)?$|^(pounds|lbs|ounces|oz)$/],
	[
		'lengthCm',
		/^((dimensions|abmessungen|afmetingen|maten|dimensioni|dimensiones|medidas|wymiary|masse(?= (mm|cm|in|l)\b))( l x [bw] x h| lx[bw]xh)?( in| mm| cm)?|(box|parcel|package|karton|paket) ?(size|grosse|l x w x h|lxbxh)( l x w x h)?( in| cm)?)$|length|lange\b|laenge|longueur|lengte|^dlugosc|^largo$|lunghezza/,
	],
	['widthCm', /width|breite|largeur|breedte|^szerokosc|^ancho$|larghezza/],
	['heightCm', /height|^depth$|^tiefe$|profondeur|hohe\b|hoehe|hauteur|hoogte|^wysokosc|^alto$|altezza|profundidad/],
	[
		'parcelCount',
		/parcels|parcel count|num of parcels?|number of parcel$|packages|ilosc paczek|shipment pieces|paketanzahl|anzahl pakete|cartons|kartons|bultos|liczba paczek|ilosc paczek|colli|pakete|pakketten|packstucke|\bcolis\b|number of boxes|^boxes$/,
	],
	[
		'quantity',
		/quantity|\bqty\b|^(artikel anzahl|anz|pcs|units|stuck|how many)$|^besteld$|qte commandee|ilosc zamowiona|^(menge|anzahl|aantal|quantite|quantita|qte|pieces|stuckzahl|ilosc|liczba sztuk|cantidad|uds|unidades|stk|ile( szt)?|szt|sztuk|quantita)$|(bestell|order)menge|^article 1 quantite$|^itm units$/,
	],
	[
		'priceEur',
		/(item|unit|lineitem|line item|product)[ -]?(price|value)|price (each|per)|unit ?price|stuckpreis|einzelpreis|^ep( netto| brutto)?$|^precio (ud|unidad|unit)$|^pu( ht| ttc)?$|^cena (za )?szt( zl)?$|^each$|wholesale price|^article 1 valeur$|preis (pro |je )?stuck|precio unitario|^prezzo( unitario)?$|^verkoopprijs$|cena brutto|prix unitaire|stuks?prijs|^(price|preis|prix|prijs|value|cena|precio)$|cena jednostkowa|(item|lineitem|unit) price|^itm value$/,
	],
	[
		'sku',
		/\bsku\b|^(artikel|item|article|product|variant) ?(no|nr|number|nummer|numer|code)$|artikel ?(nummer|nr)\b|^(product|article|item|artikel) (ref|reference|referenz)$|^custom label$|^symbol$/,
	],
	[
		'description',
		/description|^(lineitem|line item|product|article|artikel|item)( 1(?= (name|title)))?( ?name| ?title|bezeichnung|omschrijving)?$|bezeichnung|omschrijving|designation|^(line ?item|item|product) (name|title) 1$|^contents?$|^inhalt$|^produit$|summary of contents|nom du produit|^articulo$|^articolo$|^prodotto$|^mercancia$|^towar$|^what$|^contents summary$|^merce$|^marchandise$|^nature du contenu$|^contenu$|^ware$|^bien$|^nazwa (towaru|produktu)$|^opis( towaru)?$/,
	],
	[
		'orderNumber',
		/(order|bestell|bestel|auftrags?|commande|purchase order|sales order) ?(no|nr|number|nummer|id|ref|reference)\b|(bestell|bestel|auftrags|order)(nummer|nr)\b|^(order|auftrag|bestellung|commande|bestelling|increment id|vertriebsbeleg|po number)$|(numero|n|no) (de )?commande|(nr|numer) zamowienia|^id (order|zamowienia)$|^document (no|number)$|^belegnummer$|numer dokumentu|numer referencyjny|zendingsreferentie|^reference expedition$|^auftr( nr)?$|^pedido$|^ordine$|^n cde$|^nr zam$|^customer shipment reference$|^our ref(erence)?$|^unser zeichen$|^ons kenmerk$|^notre reference$|(n|no|nr|num|numero)( de)? pedido|^(numero|n) (d )?ordine$|^kundenreferenz$|^(package |shipment )?reference( number| no)?( 1)?$|^(reference|referenz|ref|your reference|customer reference)$/,
	],
];
/** Columns about the customer: number, name or address of the recipient. */
export const CUSTOMER_TITLE = /\b(customer|client|kunden?|klant|debitor)\b|kundennummer|kundennr|klantnummer/;
/** Columns whose titles look like a price, number or address, but which hold something else, such as an order state. */
export const IGNORED_TITLE =
	/\b(dispute|sub ?total|tax|summe|discount|(?<!gewicht )gesamt(?! ?(gewicht|preis (der )?pos))|versandkosten|shipping description|payment|status|state of|date|datum|designation of|sku|tracking|interphone|code porte|productcode|product code|product id)\b|\b(total|shipping|delivery|livraison|versand|order|cod) ?(price|cost|costs|value|amount|prix)\b|(?<!(excl|incl|ex|inc|price|preis|prijs|prix)( of)? )\b(vat|btw|tva|ust|mwst) ?(rate|amount|percent|satz|bedrag|montant)?$|montant|\b(order|payment) state\b|price designation|global shipping|limited quantity|lithium|liability|auftragsdatum|auftragsstatus|auftragsposition|mindestmenge|item (no|number|nr|id|weight)|(stuck|piece|unit|lineitem|product|article|artikel) ?(gewicht|weight)|(stuck|einzel)gewicht|^position( ?(no|nr|number|nummer))?$/;
/** A price of one piece whose title says how it is taxed. */
const PRICE_OF_PIECE =
	/^(unit price|einzelpreis|prix unitaire|precio unitario|stukprijs)\b.*\b(incl|excl|inc|ex|brutto|netto|ttc|ht)\b/;
/** What JTL and others write before the titles of the items' columns: "Position: Menge". */
const ITEM_PREFIX = /^(position|artikelposition|order line) (?=\p{L})/u;
/** Titles with the word "total". Only a total weight or size is mapped; the user maps every other total. */
const TOTAL_TITLE = /\btotal\b/;
/** Columns about one unit of the goods; their measures are not those of the parcel. */
const UNIT_PRICE_TITLE = /\b(unit|units|einheit|unite|eenheid)\b|einheit/;
/** Fields that say whether an order is to be shipped. */
export const STATE_FIELDS: readonly OrderField[] = [
	'status',
	'cancelledOn',
	'shippedOn',
	'deliveryMethod',
	'requiresShipping',
];
/** Fields whose titles are never those of an address or a price. */
const UNCONDITIONAL_FIELDS: readonly OrderField[] = ['sku', 'shipDate', 'shipBy', 'trackingNumber'];
/** Fields of which an order may have several columns, whose texts are joined. */
export const JOINED_FIELDS: readonly OrderField[] = ['tags', 'giftText', 'orderNote', 'customerNote'];
const VAT_NUMBER_TITLE = /\b(vat|btw|tva|ust|mwst|tax)\b.*\b(id|no|nr|number|nummer|numero)\b|ust ?id|vat$/;
/** Titles that stand for the recipient's name if they contain nothing else. */
const RECIPIENT_NAME_TITLE =
	/recipient|receiver|consignee|empfanger|ontvanger|destinatair|destinatari|odbiorc|ship to|deliver to/;
/** Words that only say that a column is about an address. */
const ADDRESS_WORDS = /\b(address|adresse|adres|anschrift|to)\b/g;
/** Words between the name of a field and that of a person: "Name des Empfängers", "adres van de ontvanger". */
const ARTICLES = /\b(des|du|de|der|dem|van|of|the|nach|del|della|di|l)\b/g;

/**
 * The part of a recipient's title that names a field: "shipping city" becomes "city". A title that names only an address becomes
 * "street", and one that names only a recipient becomes "company or name". The result is empty for a title such as "shipping", which
 * is a cost.
 */
export function fieldTitleOf(normalizedTitle: string): string {
	const withoutRecipient = withoutRole(normalizedTitle, 'recipient').replace(ARTICLES, ' ').replace(/ +/g, ' ').trim();
	if (withoutRecipient === '') return RECIPIENT_NAME_TITLE.test(normalizedTitle) ? 'company or name' : '';
	const withoutAddress = withoutRecipient.replace(ADDRESS_WORDS, ' ').replace(/ +/g, ' ').trim();
	if (withoutAddress === '') return 'street';
	// A German title may have the word in that of the recipient: "Versandadresse 2".
	if (/^[1-4]$/.test(withoutRecipient) && /adresse|anschrift/.test(normalizedTitle))
		return withoutRecipient === '1' ? 'street' : `address ${withoutRecipient}`;
	// Keep "address 2" as it is: the number alone has no meaning.
	return /\p{L}/u.test(withoutAddress) ? withoutAddress : withoutRecipient;
}

export const isRecipientField = (field: string): field is RecipientField => Object.hasOwn(RECIPIENT_FIELDS, field);
export const isOrderField = (field: string): field is OrderField => Object.hasOwn(ORDER_FIELDS, field);

export function recipientTargetOf(normalizedTitle: string): OrderTarget | null {
	if (/%|percent/.test(normalizedTitle)) return null;
	const isRecipients = addressRoleOf(normalizedTitle) === 'recipient';
	const target = targetOf(isRecipients ? fieldTitleOf(normalizedTitle) : normalizedTitle);
	if (!target || !isRecipientField(target.field)) return null;
	if (target.field === 'vatNumber' && !VAT_NUMBER_TITLE.test(normalizedTitle)) return null;
	return { recipient: target.field, choice: target.choice };
}

/**
 * The `choice` of a recipient target: if several columns have the same field, a row uses the filled one with the lowest `choice`.
 * @returns null when the title names no field of an order or its recipient, or is ambiguous
 */
export function orderTargetOf(wholeTitle: string): OrderTarget | null {
	const normalizedTitle = wholeTitle.replace(ITEM_PREFIX, '');
	const role = addressRoleOf(normalizedTitle);
	const field = FIELD_TITLES.find(([, pattern]) => pattern.test(normalizedTitle))?.[0];
	if (field && (STATE_FIELDS.includes(field) || JOINED_FIELDS.includes(field) || UNCONDITIONAL_FIELDS.includes(field)))
		return { order: field };
	const isIgnored = IGNORED_TITLE.test(normalizedTitle) && !PRICE_OF_PIECE.test(normalizedTitle);
	if (role === 'sender' || role === 'payer' || isIgnored) return null;
	if (field === 'orderNumber' && /shipment reference/.test(normalizedTitle)) return { order: field };
	if (CUSTOMER_TITLE.test(normalizedTitle)) {
		const isContact = /phone|telefon|telefoon|mail|\btel\b|mobile/.test(normalizedTitle);
		if (!isContact && /\b(no|nr|number|id|code)\b|nummer/.test(normalizedTitle))
			return { recipient: 'reference', choice: 1 };
		const target = recipientTargetOf(normalizedTitle.replace(CUSTOMER_TITLE, ' ').trim());
		return target ?? (/name|naam/.test(normalizedTitle) ? { recipient: 'contactPerson', choice: 1 } : null);
	}
	if (!field) return TOTAL_TITLE.test(normalizedTitle) ? null : recipientTargetOf(normalizedTitle);
	const isMeasure = /Kg|Grams|Cm/.test(field);
	if (isMeasure && UNIT_PRICE_TITLE.test(normalizedTitle)) return null;
	const mayBeTotal = isMeasure || field === 'lineTotal' || field === 'parcelCount';
	if (TOTAL_TITLE.test(normalizedTitle) && !mayBeTotal) return null;
	return { order: field };
}
