// Recognises words that indicate the kind of a page, in the languages that carriers use. Words decide only where bar codes, size
// and layout do not decide (page-kind.ts). Pure.
import { foldText } from '../../src-contract/lib/text-folding';
import type { PrintableKind } from '../../src-contract/model/print';

/** Converts to lower case, removes accents, and replaces white space within a line with one space. Line breaks stay. */
export const foldPageText = (text: string): string =>
	foldText(text)
		.replace(/ł/g, 'l')
		.replace(/ß/g, 'ss')
		.replace(/[’‘`]/g, "'")
		.replace(/[^\S\r\n]+/g, ' ');

// The expressions below match text in the form of `foldPageText`. Constants named `…_NAMES` are sources of regular expressions
// for the names of papers.

/** Joins parts of a regular expression as alternatives. */
const anyOf = (parts: readonly string[]) => parts.join('|');

const INVOICE_NAMES = anyOf([
	'(commercial|pro[ -]?forma|customs) invoice',
	'(handels|zoll|pro-?forma-?)rechnung',
	'(handels|douane|pro-?forma-?)factuur',
	'facture (commerciale|pro[ -]?forma)',
	'factura (comercial|pro[ -]?forma)',
	'fattura (commerciale|pro[ -]?forma)',
	'faktura (handlowa|pro[ -]?forma)',
	'fatura (comercial|pro[ -]?forma)',
]);
const CUSTOMS_NAMES = anyOf([
	'cn ?2[23]',
	'customs declaration',
	'zoll(inhalts)?erklarung',
	'douane(verklaring|aangifte)',
	'declaration en douane',
	'declaracion (de aduanas?|aduanera)',
	'dichiarazione doganale',
	'deklaracja celna',
	'declaracao (alfandegaria|aduaneira|para a alfandega)',
]);
const MANIFEST_NAMES = anyOf([
	'(driver |daily |end of day |shipping |shipment |delivery |courier |pick-?up |collection |dispatch )?manifest(e|o)?( de transport[eo]?)?',
	'shipment confirmation acceptance notice',
	'ladeliste|einlieferungsliste|abholliste',
	'laadlijst|verzendlijst|afgiftelijst',
	'bordereau de (remise|depot|transport)',
	'manifiesto|relacion de envios',
	'distinta (di spedizione|di carico)',
	'zestawienie (przesylek|nadanych)|protokol (nadania|odbioru)',
	'relacao de envios',
]);
/** Other papers. They may have bar codes and tables. */
const OTHER_PAPER_NAMES = anyOf([
	'packing (list|slip)|delivery note|certificate of origin',
	'lieferschein|packliste|ursprungszeugnis',
	'pakbon|paklijst',
	'bon de livraison|liste de colisage',
	'albaran|lista de contenido',
	'documento di trasporto|lista dei colli',
	'list przewozowy - kopia|specyfikacja wysylki|lista zawartosci',
	'guia de remessa|lista de embalagem',
]);

/** Titles on a line of their own. If several match, the first in this list decides. */
const TITLES: readonly [PrintableKind, RegExp][] = (
	[
		['customs', CUSTOMS_NAMES],
		['invoice', anyOf([INVOICE_NAMES, 'invoice|rechnung|factuur|facture|factura|fattura|faktura|fatura'])],
		['manifest', MANIFEST_NAMES],
		['papers', OTHER_PAPER_NAMES],
	] as const
).map(([kind, words]) => [kind, new RegExp(`^(${words})( ?[-/(|].{0,40}| (${words}))*$`)]);

/** Names of papers anywhere in the searched part of the text. If several match, the first in this list decides. */
const MENTIONS: readonly [PrintableKind, RegExp][] = [
	['customs', /\bcn ?2[23]\b/],
	['invoice', new RegExp(`\\b(${INVOICE_NAMES})\\b`)],
	['manifest', new RegExp(`\\b(${MANIFEST_NAMES})\\b`)],
];
/** "MANIFEST REQ" on a label of Canada Post is an instruction to the sender. It does not make the page a manifest. */
const MANIFEST_REQUEST = /\bmanifest[eo]? ?req\w*/g;

/** Column titles and totals. A page with at least `MIN_GOODS_TABLE_WORDS` of them contains a list of goods. */
const GOODS_TABLE_WORDS: readonly RegExp[] = [
	/\b(quantity|qty|menge|anzahl|aantal|quantite|cantidad|quantita|ilosc|quantidade)\b/,
	/\b(unit (price|value)|einzelpreis|stuksprijs|prix unitaire|precio unitario|prezzo unitario|cena jednostkowa|preco unitario|valor unitario)\b/,
	/\b(hs ?code|hts|tariff|zolltarif\w*|harmoni[sz]ed|commodity code|goederencode|code sh|codigo (sh|taric)|codice (hs|doganale)|kod (hs|cn)|taric)\b/,
	/\b(origin|ursprungsland|land van oorsprong|origine|origen|pochodzenia|origem)\b/,
	/\b(total|sub-?total|gesamt\w*|totaal|totale|suma|razem)\b/,
	/\b(incoterms?|terms of (sale|trade|delivery)|lieferbedingung\w*|leveringsvoorwaarden|conditions de vente)\b/,
	/\b(description( of goods)?|warenbezeichnung|omschrijving|designation|descripcion|descrizione|opis towaru|descricao)\b/,
];
const MIN_GOODS_TABLE_WORDS = 3;

/** Words that state that the page is a copy and does not belong on the parcel. */
const COPY_WORDS = new RegExp(
	anyOf([
		"\\b(awb|air ?waybill|waybill|shipper|shipper's|sender|sender's|customer|customer's|file|archive|carrier|courier|driver|duplicate) copy\\b",
		'\\bwaybill doc(ument)?\\b',
		'\\barchive doc(ument)?\\b',
		'\\b(not to be attached|do not attach|not for attachment)\\b',
		'\\bhand to courier\\b',
		'\\bcopy for (the )?(sender|shipper|customer)\\b',
		'\\b(absender|kunden|archiv|frachtbrief)-?kopie\\b|\\bkopie fur (den |die )?(absender|kunden?|kundin|versender)\\b',
		'\\bnicht (auf|an) (das|dem) (paket|packstuck) (kleben|anbringen|aufkleben|befestigen)\\b|\\bnicht (am paket anbringen|aufs paket kleben)\\b',
		'\\b(afzender|klant|archief|vrachtbrief)-?kopie\\b|\\bkopie voor (de )?(afzender|klant|verzender)\\b',
		'\\bniet op (het )?(pakket|colli) (plakken|bevestigen|aanbrengen)\\b',
		"\\b(copie|exemplaire) (client|expediteur|(de l'|pour l'|du |pour le )(expediteur|client))\\b",
		"\\bne pas (coller|apposer|attacher|joindre|fixer) (sur|au) (le )?colis\\b|\\bdocument d'archives?\\b",
		'\\b(copia|ejemplar) (cliente|remitente|(del |para el )(cliente|remitente))\\b',
		'\\bno (adherir|pegar|adjuntar|fijar) (al?|en|sobre) (el )?(paquete|bulto|envio)\\b|\\bdocumento de archivo\\b',
		'\\bcopia (mittente|(del |per il )(mittente|cliente))\\b',
		"\\bnon (applicare|attaccare|incollare|apporre) (al|sul) (collo|pacco)\\b|\\bdocumento d'archivio\\b",
		'\\b(kopia|egzemplarz) (dla )?(nadawcy|klienta)\\b|\\bnie (naklejac|przyklejac|dolaczac) (na|do) paczk\\w+|\\bdokument archiwalny\\b',
		'\\b(copia|via) (do |para o )(cliente|remetente)\\b',
		'\\bnao (colar|afixar|anexar) (na|no|a|ao) (encomenda|embalagem|volume|pacote)\\b|\\bdocumento de arquivo\\b',
	]),
);

const RECEIPT_WORDS = new RegExp(
	anyOf([
		'\\breceipt\\b|\\bproof of (posting|shipment|mailing|drop-?off)\\b|\\bcertificate of posting\\b',
		'\\b(einlieferungs|versand|kunden|zahlungs)?beleg\\b|\\bquittung\\b',
		'\\b(ontvangst|verzend|betaal)bewijs\\b|\\bkwitantie\\b',
		'\\brecu\\b|\\brecepisse\\b|\\bpreuve de depot\\b|\\bjustificatif\\b',
		'\\b(recibo|resguardo|justificante|comprobante|ricevuta|comprovativo|talao)\\b',
		'\\bpotwierdzenie nadania\\b|\\bpokwitowanie\\b|\\bdowod nadania\\b',
	]),
);

const INSTRUCTION_WORDS = new RegExp(
	anyOf([
		'\\bfold (this|the|here|along|page|in half)\\b|\\bcut (along|here|out)\\b|\\bhow to\\b|\\binstructions\\b',
		'\\bterms (and|&) conditions\\b',
		'\\bfalten\\b|\\bfalzen\\b|\\bausschneiden\\b|\\bhier schneiden\\b|\\banleitung\\b|\\bso geht',
		'\\bvouw(en)?\\b|\\bknip(pen)?\\b|\\binstructies\\b|\\bgebruiksaanwijzing\\b',
		"\\bplie[zr]\\b|\\bdecoupe[zr]\\b|\\bmode d'emploi\\b|\\ba conserver par\\b",
		'\\bdoble (esta|la|por)\\b|\\brecort(e|ar)\\b|\\binstrucciones\\b',
		'\\bpiegare\\b|\\britagliare\\b|\\bistruzioni\\b',
		'\\b(zloz|zlozyc|wytnij|instrukcja)\\b',
		'\\bdobre (esta|a|pela)\\b|\\brecortar\\b|\\binstrucoes\\b',
	]),
);

const LABEL_WORDS =
	/\bship(ping)? ?(to|label)\b|\bdeliver ?to\b|\bversand(marke|label|etikett)\b|\bpaketmarke\b|\bverzendlabel\b|\b(etiquette|etiqueta|etichetta|etykieta) (d'expedition|de (envio|transport[e]?)|di spedizione|wysylkowa|nadawcza)\b/;

export interface PageWords {
	/** Kind whose name is a title on a line of its own. */
	title: PrintableKind | null;
	/** Kind whose name the first `headingChars` characters contain. */
	mention: PrintableKind | null;
	/** The page contains a list of goods. */
	hasGoodsTable: boolean;
	/** The page states that it is a copy, or does not belong on the parcel. */
	isStatedCopy: boolean;
	hasInvoiceWords: boolean;
	hasReceiptWords: boolean;
	hasInstructionWords: boolean;
	/** The page has lines that begin with 1, 2 and 3, as instructions do. */
	hasNumberedSteps: boolean;
	hasLabelWords: boolean;
}

/** @param headingChars number of characters, from the start of the text, that are searched for `mention` */
export function readWords(text: string, headingChars: number): PageWords {
	const folded = foldPageText(text).replace(MANIFEST_REQUEST, '');
	const lines = folded.split(/[\r\n]+/).map((line) => line.trim());
	const textOnOneLine = folded.replace(/\s+/g, ' ');
	const heading = textOnOneLine.slice(0, headingChars);
	const isOnOwnLine = ([, pattern]: (typeof TITLES)[number]) => lines.some((line) => pattern.test(line));
	return {
		title: TITLES.find(isOnOwnLine)?.[0] ?? null,
		mention: MENTIONS.find(([, pattern]) => pattern.test(heading))?.[0] ?? null,
		hasGoodsTable: GOODS_TABLE_WORDS.filter((words) => words.test(textOnOneLine)).length >= MIN_GOODS_TABLE_WORDS,
		hasInvoiceWords: /\b(invoice|rechnung|factuur|facture|factura|fattura|faktura|fatura)\b/.test(textOnOneLine),
		isStatedCopy: COPY_WORDS.test(textOnOneLine),
		hasReceiptWords: RECEIPT_WORDS.test(textOnOneLine),
		hasInstructionWords: INSTRUCTION_WORDS.test(textOnOneLine),
		hasNumberedSteps: ['1', '2', '3'].every((step) => lines.some((line) => line.startsWith(`${step}. `))),
		hasLabelWords: LABEL_WORDS.test(textOnOneLine),
	};
}
