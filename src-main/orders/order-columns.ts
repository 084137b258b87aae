// Guesses from the title of each column which field of an order, or of its recipient, the column holds. The patterns match titles
// that shops and warehouse systems use. Uncertain columns are left to the user, because a wrong mapping would send wrong parcels.
// Columns of the sender's address are never the recipient's. Pure.
//
// The patterns match normalized titles: lower case, without accents and punctuation.

import { type WeightUnit, weightUnitOf, weightUnitOfTitle } from '../../src-contract/lib/quantities';
import { type ColumnTarget, POSTAL_FIELDS } from '../../src-contract/model/address-import';
import {
	ORDER_FIELDS,
	type OrderField,
	type OrderTarget,
	RECIPIENT_FIELDS,
	type RecipientField,
} from '../../src-contract/model/order';
import { isJoinedField, targetOf, withHouseNumberTitles } from '../address-book/files/columns';
import { type Program, programTargetOf } from '../platform/tabular/programs';
import { addressRoleOf, normalizeTitle, withoutRole } from '../platform/tabular/title-roles';

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
		/\bhs\b|hs ?code|tariff|zolltarif|warennummer|commodity (code|number|no)|harmoni[sz]ed|^customs code$|code douanier|goederencode/,
	],
	['originCountry', /\borigin\b|made in|ursprung|origine|herkomst|(country|territory) of (manufacture|production)/],
	['reasonForExport', /reason (for|of) export|export reason|ausfuhrgrund|exportgrund/],
	['incoterms', /incoterm/],
	[
		'currency',
		/^(order |item |lineitem |declared value |customs )?(currency|ccy|wahrung|devise|valuta|monnaie|moneda|waluta)( code| key| type)?( 3)?$/,
	],
	[
		'weightUnit',
		/(weight|mass|gewichts?|poids)( units?( of measure)?| ?einheit|eenheid)$|^unit of weight$|^weight type$/,
	],
	['lengthUnit', /((dimensions?|size|length|distance)( units?( of measure)?| ?einheit|eenheid))$/],
	['paidOn', /^paid (on|at|date)$|^date paid$|^(bezahl|zahlungs)datum$|^bezahlt am$|^betaald op$|^betaaldatum$/],
	[
		'cancelledOn',
		/\bvoid( indicator)?$|^(cancel+ed|cancel+ation|storniert|geannuleerd|annule)( at| on| date| am| op| le)?$/,
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
		'deliveryMethod',
		/^(order )?(requested )?(shipping|delivery|fulfil+ment|shipment) (method|type|option|service|description)( title| name)?$|^(versand|liefer)art$|^verzend(methode|wijze)$|^logistiek$|^(mode|methode) (de |d )?(livraison|expedition)$|^(sposob|forma) (dostawy|wysylki)$|^metodo de (envio|entrega)$|^metodo di (spedizione|consegna)$|^postal service$|ispu order$|^click (and|et) collect$|^(local |store |customer |in store )?(pick ?up|collection)$|^(selbst)?abholung$|^afhalen$/,
	],
	[
		'requiresShipping',
		/(requires?|needs?) shipping$|^versand erforderlich$|^(item |product |lineitem )?(is )?(virtual|downloadable)$/,
	],
	[
		'status',
		/^((order|auftrags?|bestell|bestel|lineitem|item|financial|payment|fulfil+ment|shipping|shipment|delivery|sales) ?)*status$|^(order|payment|financial|fulfil+ment|sales?) state$|^state of (the )?order$|^fulfil+ment$|^(etat|statut)( de la commande)?$|^(zahlungs?|zahl|bezahl|versand|liefer)status$|^(zahlung|payment|bearbeitungsstand)$|^betaalstatus$|^stan( zamowienia)?$|^estado( del pedido)?$|^stato( (dell )?ordine)?$|^current state$|^etat actuel$|^belegstatus$|^state id$|^(auftrags|beleg)art$|^(liefer|versand)sperre$|^(is )?(on (credit )?hold|hold or cancel|parked|locked|blocked|geblokkeerd|gesperrt|bloquee?)$|^(paid|bezahlt|betaald|regle|reglee|payee|pagado|oplacone|zaplacone|platnosc)$/,
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
		/^(item )?row total$|^(net )?line value$|^pos(itions?)? ?betrag( netto)?$|^(product|positions?) ?(total|wert)$|^regeltotaal$|^(line|row|item|lineitem|position|zeilen|positions)[ -]?(total|amount|summe|betrag)$|^(total price|price) of all( pieces| units)?$/,
	],
	['weightGrams', /(weight|gewicht|poids)\b.*\b(g|gr|grams?|gramm|grammes)\b|\bgrams\b/],
	['weightKg', /weight|gewicht|poids|peso|^waga\b|\bkg\b|^gew( g| kg)?$|^(pounds|lbs|ounces|oz)$/],
	[
		'lengthCm',
		/^(dimensions|abmessungen|afmetingen|wymiary|(box|parcel|package|karton|paket) ?(size|grosse|l x w x h|lxbxh)( l x w x h)?( in| cm)?)$|length|lange\b|laenge|longueur|lengte|^dlugosc|^largo$|lunghezza/,
	],
	['widthCm', /width|breite|largeur|breedte|^szerokosc|^ancho$|larghezza/],
	['heightCm', /height|^depth$|^tiefe$|profondeur|hohe\b|hoehe|hauteur|hoogte|^wysokosc|^alto$|altezza|profundidad/],
	[
		'parcelCount',
		/parcels|parcel count|num of parcels?|number of parcel$|packages|ilosc paczek|shipment pieces|paketanzahl|anzahl pakete|cartons|kartons|bultos|liczba paczek|ilosc paczek|colli|pakete|pakketten|packstucke|\bcolis\b|number of boxes|^boxes$/,
	],
	[
		'quantity',
		/quantity|\bqty\b|^(artikel anzahl|anz|pcs|units|stuck|how many)$|^besteld$|qte commandee|ilosc zamowiona|^(menge|anzahl|aantal|quantite|quantita|qte|pieces|stuckzahl|ilosc|liczba sztuk|cantidad|uds|unidades|stk|ile( szt)?|szt|sztuk|quantita)$|(bestell|order)menge|^article 1 quantite$/,
	],
	[
		'priceEur',
		/(item|unit|lineitem|line item|product)[ -]?(price|value)|price (each|per)|unit ?price|stuckpreis|einzelpreis|^ep( netto| brutto)?$|^precio (ud|unidad|unit)$|wholesale price|^article 1 valeur$|preis (pro |je )?stuck|precio unitario|^prezzo( unitario)?$|^verkoopprijs$|cena brutto|prix unitaire|stuks?prijs|^(price|preis|prix|prijs|value|cena|precio)$|cena jednostkowa|(item|lineitem|unit) price/,
	],
	[
		'sku',
		/\bsku\b|^(artikel|item|article|product|variant) ?(no|nr|number|nummer|numer|code)$|artikel ?(nummer|nr)\b|^(product|article|item|artikel) (ref|reference|referenz)$|^custom label$|^symbol$/,
	],
	[
		'description',
		/description|^(lineitem|line item|product|article|artikel|item)( 1(?= (name|title)))?( ?name| ?title|bezeichnung|omschrijving)?$|bezeichnung|omschrijving|designation|^(line ?item|item|product) (name|title) 1$|^contents?$|^inhalt$|^produit$|summary of contents|nom du produit|^articulo$|^articolo$|^prodotto$|^mercancia$|^merce$|^marchandise$|^nature du contenu$|^contenu$|^ware$|^bien$|^nazwa (towaru|produktu)$|^opis( towaru)?$/,
	],
	[
		'orderNumber',
		/(order|bestell|bestel|auftrags?|commande|purchase order|sales order) ?(no|nr|number|nummer|id|ref|reference)\b|(bestell|bestel|auftrags|order)(nummer|nr)\b|^(order|auftrag|bestellung|commande|bestelling|increment id|vertriebsbeleg|po number)$|(numero|n|no) (de )?commande|(nr|numer) zamowienia|^id (order|zamowienia)$|^document (no|number)$|^belegnummer$|numer dokumentu|numer referencyjny|zendingsreferentie|^reference expedition$|^auftr( nr)?$|^pedido$|^ordine$|(n|no|nr|num|numero)( de)? pedido|^(numero|n) (d )?ordine$|^kundenreferenz$|^(package |shipment )?reference( number| no)?( 1)?$|^(reference|referenz|ref|your reference|customer reference)$/,
	],
];
/** Columns about the customer: number, name or address of the recipient. */
const CUSTOMER_TITLE = /\b(customer|client|kunden?|klant|debitor)\b|kundennummer|kundennr|klantnummer/;
/** Columns whose titles look like a price, number or address, but which hold something else, such as an order state. */
const IGNORED_TITLE =
	/\b(dispute|sub ?total|tax|summe|discount|(?<!gewicht )gesamt(?! ?gewicht)|versandkosten|shipping description|payment|status|state of|date|datum|designation of|sku|tracking|interphone|code porte|productcode|product code|product id)\b|\b(total|shipping|delivery|livraison|versand|order|cod) ?(price|cost|costs|value|amount|prix)\b|(?<!(excl|incl|ex|inc|price|preis|prijs|prix)( of)? )\b(vat|btw|tva|ust|mwst) ?(rate|amount|percent|satz|bedrag|montant)?$|montant|\b(order|payment) state\b|price designation|global shipping|limited quantity|lithium|liability|auftragsdatum|auftragsstatus|auftragsposition|mindestmenge|item (no|number|nr|id|weight)|(stuck|piece|unit|lineitem|product|article|artikel) ?(gewicht|weight)|stuckgewicht|^position( ?(no|nr|number|nummer))?$/;
/** What JTL and others write before the titles of the items' columns: "Position: Menge". */
const ITEM_PREFIX = /^(position|artikelposition|order line) (?=\p{L})/u;
/** Titles with the word "total". Only a total weight or size is mapped; the user maps every other total. */
const TOTAL_TITLE = /\btotal\b/;
/** Columns about one unit of the goods; their measures are not those of the parcel. */
const UNIT_PRICE_TITLE = /\b(unit|units|einheit|unite|eenheid)\b|einheit/;
/** Fields that say whether an order is to be shipped. */
const STATE_FIELDS: readonly OrderField[] = [
	'status',
	'cancelledOn',
	'shippedOn',
	'deliveryMethod',
	'requiresShipping',
];
/** Fields whose titles are never those of an address or a price. */
const UNCONDITIONAL_FIELDS: readonly OrderField[] = ['sku', 'shipDate', 'shipBy'];
/** Fields of which an order may have several columns, whose texts are joined. */
const JOINED_FIELDS: readonly OrderField[] = ['tags', 'giftText', 'orderNote', 'customerNote'];
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
function fieldTitleOf(normalizedTitle: string): string {
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

const isRecipientField = (field: string): field is RecipientField => Object.hasOwn(RECIPIENT_FIELDS, field);
const isOrderField = (field: string): field is OrderField => Object.hasOwn(ORDER_FIELDS, field);

function recipientTargetOf(normalizedTitle: string): OrderTarget | null {
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
function orderTargetOf(wholeTitle: string): OrderTarget | null {
	const normalizedTitle = wholeTitle.replace(ITEM_PREFIX, '');
	const role = addressRoleOf(normalizedTitle);
	const field = FIELD_TITLES.find(([, pattern]) => pattern.test(normalizedTitle))?.[0];
	if (field && (STATE_FIELDS.includes(field) || JOINED_FIELDS.includes(field) || UNCONDITIONAL_FIELDS.includes(field)))
		return { order: field };
	if (role === 'sender' || role === 'payer' || IGNORED_TITLE.test(normalizedTitle)) return null;
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

const isRecipientTarget = (target: OrderTarget | null): target is Extract<OrderTarget, { recipient: unknown }> =>
	target !== null && 'recipient' in target;
const PERSON_FIELDS: readonly RecipientField[] = ['contactPerson', 'firstName', 'lastName'];
const NAME_FIELDS: readonly RecipientField[] = ['name', 'companyName', ...PERSON_FIELDS];
const isPostal = (field: RecipientField): boolean => POSTAL_FIELDS.some((postalField) => postalField === field);

/**
 * Leaves out what would mix two addresses: with a street and a place of the recipient's own, postal columns without a role are
 * another address, and so are names if the recipient has one. Also leaves out a street that is written a second time, as in Shopify's
 * "Shipping Street" beside "Shipping Address1", and a name that stands for a whole address, as in Odoo's "Delivery Address" beside
 * "Delivery Address/Street".
 */
function withoutSecondAddress(titles: readonly string[], targets: readonly (OrderTarget | null)[]) {
	const normalizedTitles = titles.map(normalizeTitle);
	const isRecipients = (index: number) => addressRoleOf(normalizedTitles[index] ?? '') === 'recipient';
	const ownFields = new Set(
		targets.flatMap((target, index) => (isRecipientTarget(target) && isRecipients(index) ? [target.recipient] : [])),
	);
	const hasOwnAddress = ownFields.has('addressLine1') && (ownFields.has('zipcode') || ownFields.has('city'));
	const hasOwnName = NAME_FIELDS.some((field) => ownFields.has(field));
	/** Whether columns without a role are the address of another person. */
	const hasOtherAddress =
		hasOwnAddress &&
		targets.some((target, index) => isRecipientTarget(target) && !isRecipients(index) && isPostal(target.recipient));
	const isNumberedStreet = (index: number) => / 1$/.test(normalizedTitles[index] ?? '');
	const hasNumberedStreet = (ofRecipient: boolean) =>
		targets.some(
			(target, index) =>
				isRecipientTarget(target) &&
				target.recipient === 'addressLine1' &&
				isRecipients(index) === ofRecipient &&
				isNumberedStreet(index),
		);
	return targets.map((target, index) => {
		if (!isRecipientTarget(target)) return target;
		const { recipient } = target;
		if (titles.some((title) => title.startsWith(`${titles[index]}/`))) return null;
		if (recipient === 'addressLine1' && !isNumberedStreet(index) && hasNumberedStreet(isRecipients(index))) return null;
		if (isRecipients(index)) return target;
		if (hasOwnAddress && isPostal(recipient)) return null;
		// Shippo writes "Recipient Name" beside "Company", an ERP system "Deliver to company" beside "Attention".
		const sameNames = PERSON_FIELDS.includes(recipient)
			? PERSON_FIELDS
			: NAME_FIELDS.filter((field) => field === recipient);
		const isOther = hasOtherAddress ? hasOwnName : sameNames.some((field) => ownFields.has(field));
		return NAME_FIELDS.includes(recipient) && isOther ? null : target;
	});
}

/** A number of the program or of another shop, which is the order's number in rows without one of its own. */
const OTHER_NUMBER_TITLE = /\bid\b|channel|\bextern|marketplace|marktplatz/;
const isOrderNumber = (target: OrderTarget): boolean => 'order' in target && target.order === 'orderNumber';
export const isOtherNumberTitle = (title: string): boolean => OTHER_NUMBER_TITLE.test(normalizeTitle(title));
const targetKeyOf = (target: OrderTarget): string =>
	'order' in target ? target.order : `${target.recipient} ${target.choice}`;
/** A title that may be the number or the code of an item, and is its description only if nothing else is. */
const BARE_ITEM_TITLE = /^(item|article|artikel|product)$/;
/** Whether a column is used only if no other column has its field: the number of a line or an item, the weight of one piece. */
function isWeak(target: OrderTarget, normalizedTitle: string): boolean {
	if (!('order' in target)) return false;
	if (target.order === 'description') return BARE_ITEM_TITLE.test(normalizedTitle);
	if (target.order === 'sku') return !/\bsku\b/.test(normalizedTitle);
	return (
		isWeight(target) &&
		(!/total|gesamt|totaal|brutto|gross/.test(normalizedTitle) || /\bnet|netto/.test(normalizedTitle))
	);
}
const isWeight = (target: OrderTarget): boolean =>
	'order' in target && (target.order === 'weightKg' || target.order === 'weightGrams');
/** What two columns compete for: a weight in kilograms and one in grams are the same. */
const fieldKeyOf = (target: OrderTarget): string => (isWeight(target) ? 'weight' : targetKeyOf(target));
/** Leaves out the weak columns of a field that another column has, except those that the program's file states. */
function withoutWeak(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
	statedTargets: readonly (OrderTarget | null | undefined)[],
): (OrderTarget | null)[] {
	const normalizedTitles = titles.map(normalizeTitle);
	const strongKeys = new Set(
		targets.flatMap((target, index) =>
			target && !isWeak(target, normalizedTitles[index] ?? '') ? [fieldKeyOf(target)] : [],
		),
	);
	return targets.map((target, index) =>
		target &&
		statedTargets[index] === undefined &&
		strongKeys.has(fieldKeyOf(target)) &&
		isWeak(target, normalizedTitles[index] ?? '')
			? null
			: target,
	);
}
/** Whether a column is a weight in a unit that its title states. */
const isWeightIn = (unit: WeightUnit, target: OrderTarget | null, title = ''): boolean =>
	target !== null &&
	'order' in target &&
	target.order === 'weightKg' &&
	(weightUnitOf(title) ?? weightUnitOfTitle(title)) === unit;
/** A recipient's name is a company or a person if another column has the contact person: "Deliver to: name" beside "attention". */
function withCompanyOrName(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
): (OrderTarget | null)[] {
	const isOwn = (index: number) => addressRoleOf(normalizeTitle(titles[index] ?? '')) === 'recipient';
	const persons = targets.flatMap((target, index) =>
		isRecipientTarget(target) && target.recipient === 'contactPerson' && isOwn(index) ? [index] : [],
	);
	const isBareName = (index: number) => BARE_NAME_TITLE.test(fieldTitleOf(normalizeTitle(titles[index] ?? '')));
	return targets.map((target, index) =>
		persons.length > 1 && persons.includes(index) && isBareName(index) ? { recipient: 'name', choice: 1 } : target,
	);
}
const BARE_NAME_TITLE = /^(name|naam|nom|nazwa|nombre)$/;
/** Fields of which a file with two addresses has a column for each. */
const GROUP_FIELDS: readonly RecipientField[] = ['lastName', 'addressLine1', 'zipcode', 'city'];
const MIN_GROUP_FIELDS = 3;
/**
 * Leaves out the addresses of a file with two of them whose titles do not say whose they are, as in "R-Ort" and "L-Ort": joined, they
 * would be a third address. The user maps the right one.
 */
function withoutUnclearAddresses(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
): (OrderTarget | null)[] {
	const groupOf = (index: number): string => {
		const words = normalizeTitle(titles[index] ?? '').split(' ');
		return words.length > 1 ? (words[0] ?? '') : '';
	};
	const fieldsByGroup = new Map<string, Set<string>>();
	for (const [index, target] of targets.entries()) {
		if (!isRecipientTarget(target) || target.choice !== 1 || !GROUP_FIELDS.includes(target.recipient)) continue;
		if (addressRoleOf(normalizeTitle(titles[index] ?? '')) !== undefined) continue;
		const group = groupOf(index);
		fieldsByGroup.set(group, (fieldsByGroup.get(group) ?? new Set()).add(target.recipient));
	}
	const groups = [...fieldsByGroup].filter(([group, fields]) => group !== '' && fields.size >= MIN_GROUP_FIELDS);
	if (groups.length < 2) return [...targets];
	const names = new Set(groups.map(([group]) => group));
	return targets.map((target, index) => (isRecipientTarget(target) && names.has(groupOf(index)) ? null : target));
}

/** Fields that show that a file has a postal address of the recipient. */
const POSTAL_RECIPIENT_FIELDS: readonly RecipientField[] = ['addressLine1', 'zipcode', 'city'];
/** A file whose only address is that of the buyer, as Allegro writes it: the buyer is the recipient. */
function withPayerAsRecipient(
	titles: readonly string[],
	targets: readonly (OrderTarget | null)[],
): (OrderTarget | null)[] {
	const hasAddress = (list: readonly (OrderTarget | null)[], minimum: number) =>
		POSTAL_RECIPIENT_FIELDS.filter((field) =>
			list.some((target) => isRecipientTarget(target) && target.recipient === field),
		).length >= minimum;
	if (hasAddress(targets, 1)) return [...targets];
	const ofPayer = titles.map((title) => {
		const normalizedTitle = normalizeTitle(title);
		if (addressRoleOf(normalizedTitle) !== 'payer' || IGNORED_TITLE.test(normalizedTitle)) return null;
		return recipientTargetOf(withoutRole(normalizedTitle, 'payer'));
	});
	return hasAddress(ofPayer, POSTAL_RECIPIENT_FIELDS.length)
		? targets.map((target, column) => target ?? ofPayer[column] ?? null)
		: [...targets];
}

/** Whether several columns may have the same target: their texts are joined, their numbers added, or each may leave an order out. */
const mayRepeat = (target: OrderTarget): boolean =>
	'order' in target
		? STATE_FIELDS.includes(target.order) || JOINED_FIELDS.includes(target.order) || target.order === 'quantityDone'
		: isJoinedField(target.recipient);

/** Choice of the payer's contact among those of the recipient. */
const PAYER_CHOICE = 4;
/**
 * Target of a column with the payer's e-mail address or phone number, which are used for a recipient without one; null for other
 * columns.
 */
function payerContactTargetOf(title: string): OrderTarget | null {
	const normalizedTitle = normalizeTitle(title);
	if (addressRoleOf(normalizedTitle) !== 'payer' || IGNORED_TITLE.test(normalizedTitle)) return null;
	if (/\be ?mail\b/.test(normalizedTitle)) return { recipient: 'email', choice: PAYER_CHOICE };
	return /phone|telefon|telefoon/.test(normalizedTitle) ? { recipient: 'phone', choice: PAYER_CHOICE } : null;
}

type ContactTarget = Extract<OrderTarget, { recipient: unknown }>;
const isContactTarget = (target: OrderTarget): target is ContactTarget =>
	isRecipientTarget(target) && (target.recipient === 'phone' || target.recipient === 'email');
/**
 * Whether a column has the e-mail address or phone number of the payer or customer, who may be another person than the recipient.
 * @param isOtherWithoutRole whether columns without a role are about another person
 */
export function isPayerContact(title: string, target: OrderTarget | null, isOtherWithoutRole: boolean): boolean {
	if (target === null || !isContactTarget(target)) return false;
	const normalizedTitle = normalizeTitle(title);
	const role = addressRoleOf(normalizedTitle);
	if (role === undefined && isOtherWithoutRole) return true;
	return role === 'payer' || CUSTOMER_TITLE.test(normalizedTitle);
}

/** The target that a program's file states for a column; undefined when it states none. */
function programTarget(program: Program | undefined, title: string): OrderTarget | null | undefined {
	const text = program && programTargetOf(program, title);
	if (text === undefined) return undefined;
	const [, person, field = '', choice = '1'] = /^(order|recipient)\.(\w+)(?: (\d))?$/.exec(text) ?? [];
	if (person === 'order' && isOrderField(field)) return { order: field };
	return person === 'recipient' && isRecipientField(field) ? { recipient: field, choice: Number(choice) } : null;
}

/** A target of the recipient for a field that an address has; null for the fields of address books only. */
export const recipientTarget = ({ field, choice }: ColumnTarget): OrderTarget | null =>
	isRecipientField(field) ? { recipient: field, choice } : null;

/**
 * Targets of all columns; null for a column that is left to the user.
 * @param program the program that exported the file, if it is known
 */
export function orderTargetsOf(titles: readonly string[], program?: Program): (OrderTarget | null)[] {
	const statedTargets = titles.map((title) => programTarget(program, title));
	const clearTitles = withHouseNumberTitles(titles);
	const allTargets = titles.map((title, index): OrderTarget | null => {
		const stated = statedTargets[index];
		return stated === undefined ? orderTargetOf(normalizeTitle(clearTitles[index] ?? title)) : stated;
	});
	const guessedTargets = withoutWeak(titles, allTargets, statedTargets);
	const hasPounds = guessedTargets.some((target, index) => isWeightIn('lb', target, titles[index]));
	const isNumberStated = statedTargets.some((target) => target && isOrderNumber(target));
	const usedKeys = new Set<string>();
	/**
	 * @returns the target, or null when another column has the same target: this column probably belongs to another person, such as the
	 * payer
	 */
	const claimTarget = (target: OrderTarget | null, title = ''): OrderTarget | null => {
		if (!target || mayRepeat(target) || (hasPounds && isWeightIn('oz', target, title))) return target;
		if (isContactTarget(target)) return claimContact(target);
		const isOther = isOrderNumber(target) && !isNumberStated && isOtherNumberTitle(title);
		const key = `${targetKeyOf(target)}${isOther ? ' of others' : ''}`;
		if (usedKeys.has(key)) return null;
		usedKeys.add(key);
		return target;
	};
	/** A second phone number or e-mail address has the next choice: it is used where the first is empty. */
	const claimContact = (target: ContactTarget): OrderTarget | null => {
		for (let choice = target.choice; choice < PAYER_CHOICE || choice === target.choice; choice += 1) {
			const key = targetKeyOf({ ...target, choice });
			if (usedKeys.has(key)) continue;
			usedKeys.add(key);
			return { ...target, choice };
		}
		return null;
	};
	const withoutSecond = withoutSecondAddress(
		titles,
		withoutUnclearAddresses(titles, withCompanyOrName(titles, withPayerAsRecipient(titles, guessedTargets))),
	);
	const targets = withoutSecond.map((target, index) => statedTargets[index] ?? target);
	const isRecipients = titles.map(
		(title, index) => Boolean(statedTargets[index]) || addressRoleOf(normalizeTitle(title)) === 'recipient',
	);
	// The columns of the recipient come first: a phone number without a role is used only if the recipient has none.
	const claimedTargets = new Map<number, OrderTarget | null>();
	// What the program's file states comes before every guess.
	for (const [index, stated] of statedTargets.entries())
		if (stated) claimedTargets.set(index, claimTarget(targets[index] ?? null, titles[index]));
	for (const ofRecipient of [true, false])
		for (const [index, target] of targets.entries())
			if (!claimedTargets.has(index) && (isRecipients[index] === true && isRecipientTarget(target)) === ofRecipient)
				claimedTargets.set(index, claimTarget(target, titles[index]));
	return withParcelCount(
		titles.map(
			(title, index) =>
				claimedTargets.get(index) ?? (statedTargets[index] === null ? null : claimTarget(payerContactTargetOf(title))),
		),
	);
}

/** In a file without goods, as carriers' programs read them, the number is that of the parcels. */
function withParcelCount(targets: readonly (OrderTarget | null)[]): (OrderTarget | null)[] {
	const has = (...fields: OrderField[]) =>
		targets.some((target) => target && 'order' in target && fields.includes(target.order));
	if (!has('weightKg', 'weightGrams')) return [...targets];
	if (has('description', 'sku', 'priceEur', 'lineTotal', 'hsCode', 'parcelCount')) return [...targets];
	return targets.map((target) =>
		target && 'order' in target && target.order === 'quantity' ? { order: 'parcelCount' } : target,
	);
}
