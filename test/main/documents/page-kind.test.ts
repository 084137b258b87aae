// Classification of the pages of a document: labels, papers, copies and pieces.
import { describe, expect, it } from 'vitest';
import type { PrintableKind } from '../../../src-contract/model/print';
import type { PageFacts } from '../../../src-main/documents/page-facts';
import { findPagesWithoutScan, kindsOf, type PageTrait } from '../../../src-main/documents/page-kind';
import { pieceOf } from '../../../src-main/documents/page-pieces';
import type { PageSymbol } from '../../../src-main/documents/symbols';

const SIZES = {
	'4x6': [101.6, 152.4],
	'6x4': [152.4, 101.6],
	'4x8': [101.6, 203.2],
	A6: [105, 148],
	A5: [148, 210],
	A4: [210, 297],
	Letter: [215.9, 279.4],
	'1400x800': [177.8, 101.6],
} as const;

/** A Code 128 in a size that carriers use. */
const code128 = (text: string, changes: Partial<PageSymbol> = {}): PageSymbol => ({
	format: 'Code128',
	text,
	identifier: ']C0',
	leftMm: 10,
	topMm: 100,
	widthMm: 75,
	heightMm: 25,
	moduleMm: 0.375,
	...changes,
});
const matrix = (text: string, format = 'DataMatrix', sideMm = 20): PageSymbol =>
	code128(text, { format, identifier: ']d1', topMm: 40, widthMm: sideMm, heightMm: sideMm, moduleMm: 0.5 });

function page(size: keyof typeof SIZES, text: string, symbols: PageSymbol[] = []): PageFacts {
	const [widthMm, heightMm] = SIZES[size];
	const inkMm = { leftMm: 4, topMm: 4, widthMm: widthMm - 8, heightMm: heightMm - 8 };
	return { widthMm, heightMm, text, symbols, inkMm };
}
const blank = (size: keyof typeof SIZES): PageFacts => ({ ...page(size, ''), inkMm: null });

const INVOICE = `SHIP TO\nErika Example\nQty Description HS code Origin Unit price\n2 Shirts 610910 NL 25.00\nTotal 50.00`;
const FEDEX_TEXT = 'ORIGIN ID: EXMA\nTO Erika Example\nREF: 2026-0042\nINV: 2026-0042\nTRK# 7946 4479 8765';
const fedexCodes = [code128('9622001900000000000000794644798765'), matrix('[)>01...', 'PDF417', 30)];
const DHL_TEXT = 'EXPRESS WORLDWIDE\nFrom: Example Trading Ltd\nTo: Erika Example\nWAYBILL 12 3456 7890';
const airWaybillCode = code128('1234567890');
const routingCode = code128('2LDE10115+42000000');
const pieceCode = (piece: number) => code128(`JD01460000123456789${piece}`);
const MANIFEST_REQ = 'CANADA POST / POSTES CANADA\nMANIFEST REQ / MANIFESTE REQ\nExpedited Parcel';

const documents: { title: string; number: string; pages: [PrintableKind, PageFacts][] }[] = [
	{
		title: 'FedEx: AWB copies and an archive document are papers, the invoice an invoice',
		number: '794644798765',
		pages: [
			['label', page('4x6', FEDEX_TEXT, fedexCodes)],
			['papers', page('4x6', `${FEDEX_TEXT}\nAWB COPY\nPlace in pouch`, fedexCodes)],
			['papers', page('4x6', `${FEDEX_TEXT}\nARCHIVE DOC\nNOT TO BE ATTACHED\nTO PACKAGE`, fedexCodes)],
			['invoice', page('Letter', `COMMERCIAL INVOICE\n${INVOICE}\n794644798765`)],
		],
	},
	{
		title: 'FedEx: the pieces of a shipment, each followed by its copy',
		number: '794644798765',
		pages: [
			['label', page('4x6', `${FEDEX_TEXT}\n1 of 2`, fedexCodes)],
			['papers', page('4x6', `${FEDEX_TEXT}\n1 of 2\nAWB COPY`, fedexCodes)],
			['label', page('4x6', 'TRK# 7946 4479 8776\n2 of 2', [code128('9622001900000000000000794644798776')])],
			['papers', page('4x6', 'TRK# 7946 4479 8776\n2 of 2\nAWB COPY', [code128('9622001900000000000000794644798776')])],
		],
	},
	{
		title: 'FedEx: copies come before the label',
		number: '794644798765',
		pages: [
			['papers', page('4x6', `${FEDEX_TEXT}\nAWB COPY`, fedexCodes)],
			['label', page('4x6', FEDEX_TEXT, fedexCodes)],
		],
	},
	{
		title: 'FedEx: a sheet with the label, a fold line and instructions that mention the copy',
		number: '794644798765',
		pages: [
			[
				'label',
				page(
					'Letter',
					`${FEDEX_TEXT}\nFold this page along the line.\nCONSIGNEE COPY - PLEASE PLACE IN FRONT OF POUCH`,
					fedexCodes,
				),
			],
		],
	},
	{
		title: 'DHL: the waybill document has only the waybill number, also in another size and without text',
		number: '1234567890',
		pages: [
			['label', page('4x8', `${DHL_TEXT}\nPiece: 1/2`, [airWaybillCode, routingCode, pieceCode(1)])],
			['label', page('4x8', `${DHL_TEXT}\nPiece: 2/2`, [airWaybillCode, routingCode, pieceCode(2)])],
			[
				'papers',
				page('4x8', `${DHL_TEXT}\nWAYBILL DOC\nNot to be attached to package - Hand to Courier`, [airWaybillCode]),
			],
			['papers', page('A4', `${DHL_TEXT}\nShipper signature`, [airWaybillCode])],
		],
	},
	{
		title: 'a single copy is the only label',
		number: '1234567890',
		pages: [['label', page('A6', `${DHL_TEXT}\nArchive doc, not to be attached to package`, [airWaybillCode])]],
	},
	{
		title: 'one of several copies is the label when there is no other',
		number: '1234567890',
		pages: [
			['label', page('A6', `${DHL_TEXT}\nShipper's copy`, [airWaybillCode])],
			['papers', page('A6', `${DHL_TEXT}\nCustomer copy`, [airWaybillCode])],
		],
	},
	{
		title: 'a picture of a label is a copy of another one with an additional mark',
		number: '1234567890',
		pages: [
			['label', page('4x6', '', [airWaybillCode, pieceCode(1)])],
			['papers', page('4x6', '', [{ ...airWaybillCode, topMm: 60 }, pieceCode(1)])],
		],
	},
	{
		title: 'a picture with fewer codes than another may be a piece whose own code was not read',
		number: '1234567890',
		pages: [
			['label', page('4x6', '', [airWaybillCode, pieceCode(1)])],
			['label', page('4x6', '', [airWaybillCode])],
		],
	},
	{
		title: 'the same codes with different piece numbers are pieces',
		number: 'TRACK0001',
		pages: [
			['label', page('A6', 'TRACK0001\nColli 1/2', [code128('TRACK0001')])],
			['label', page('A6', 'TRACK0001\nColli 2/2', [code128('TRACK0001')])],
		],
	},
	{
		title: 'the same codes with different weights and no piece number are a label and its copy',
		number: 'TRACK0001',
		pages: [
			['label', page('A6', 'TRACK0001\n2 kg', [code128('TRACK0001')])],
			['papers', page('A6', 'TRACK0001\n2 kg\nOffice', [code128('TRACK0001')])],
		],
	},
	{
		title: 'an identical repeated page is a label for each parcel, unless it states its piece number',
		number: 'TRACK0001',
		pages: [
			['label', page('A6', 'TRACK0001', [code128('TRACK0001')])],
			['label', page('A6', 'TRACK0001', [code128('TRACK0001')])],
			['label', page('A6', 'TRACK0002\nPiece 1 of 1', [code128('TRACK0002')])],
			['papers', page('A6', 'TRACK0002\nPiece 1 of 1', [code128('TRACK0002')])],
		],
	},
	{
		title: 'the same label in portrait and landscape format',
		number: 'TRACK0001',
		pages: [
			['label', page('6x4', 'TRACK0001', [code128('TRACK0001')])],
			['label', page('4x6', 'TRACK0001\nShip to', [code128('TRACK0001')])],
		],
	},
	{
		title: 'Canada Post: a label that asks for a manifest, and the manifest with a bar code of its own',
		number: '1234567890123456',
		pages: [
			['label', page('4x6', MANIFEST_REQ, [code128('1234567890123456'), matrix('V3|1234567890123456|M5V2T6')])],
			['manifest', page('A4', 'MANIFEST / MANIFESTE\nItems: 1\n1234567890123456', [code128('M0123456789')])],
		],
	},
	{
		title: 'Canada Post: the same label as a text whose bar codes could not be read',
		number: '1234567890123456',
		pages: [['label', page('4x6', MANIFEST_REQ)]],
	},
	{
		title: 'Canada Post: label and receipt on one sheet',
		number: '1234567890123456',
		pages: [
			[
				'label',
				page('Letter', `${MANIFEST_REQ}\nCUSTOMER RECEIPT\nKeep for your records\nInstructions`, [
					code128('1234567890123456'),
				]),
			],
		],
	},
	{
		title: 'UPS: an invoice with SHIP TO and the number, with and without the word commercial',
		number: '1Z999AA10123456784',
		pages: [
			[
				'label',
				page('4x6', 'SHIP TO:\n1 OF 1', [code128('1Z999AA10123456784'), matrix('[)>\x1e01\x1d96', 'MaxiCode')]),
			],
			['invoice', page('Letter', `Commercial Invoice\n${INVOICE}\n1Z999AA10123456784`)],
			['invoice', page('Letter', `INVOICE\n${INVOICE}\n1Z999AA10123456784`)],
		],
	},
	{
		title: 'UPS: an invoice in a document of its own, with a bar code too',
		number: '1Z999AA10123456784',
		pages: [['invoice', page('Letter', `INVOICE\n${INVOICE}`, [code128('1Z999AA10123456784')])]],
	},
	{
		title: 'UPS: three copies of an invoice with a bar code and the page number behind its title',
		number: '1Z999AA10123456784',
		pages: Array.from({ length: 3 }, () => [
			'invoice' as const,
			{
				...page('Letter', `INVOICE Page 1 of 3\n${INVOICE}`, [code128('1Z999AA10123456784', { heightMm: 10 })]),
				hasNoLabelCodes: true,
			},
		]),
	},
	{
		title: 'a picture larger than a label, with one low code',
		number: 'TRACK0001',
		pages: [['papers', { ...page('Letter', '', [code128('TRACK0001')]), hasNoLabelCodes: true }]],
	},
	{
		title: 'a sheet with words of a label, with one low code',
		number: 'TRACK0001',
		pages: [['label', { ...page('Letter', 'Ship to\nTRACK0001', [code128('TRACK0001')]), hasNoLabelCodes: true }]],
	},
	{
		title: 'UPS: a landscape picture of a label on a page of unusual size',
		number: '1Z999AA10123456784',
		pages: [['label', page('1400x800', '', [code128('1Z999AA10123456784', { widthMm: 26, heightMm: 70 })])]],
	},
	{
		title: 'UPS: a label that mentions its papers',
		number: '1Z999AA10123456784',
		pages: [
			[
				'label',
				page('4x6', 'SHIP TO:\nDOCS: COMMERCIAL INVOICE ATTACHED\nCN22 INSIDE\nMANIFEST 12', [
					code128('1Z999AA10123456784'),
				]),
			],
		],
	},
	{
		title: 'a receipt and a sheet of instructions with the tracking number',
		number: '9400100000000000000004',
		pages: [
			['label', page('4x6', 'USPS TRACKING #', [code128('420902109400100000000000000004')])],
			['papers', page('4x6', 'Shipping receipt\n9400 1000 0000 0000 0000 04')],
			['papers', page('Letter', 'Online Label Record\nReceipt\n9400 1000 0000 0000 0000 04')],
			['papers', page('Letter', 'How to ship\n9400 1000 0000 0000 0000 04\nCut along the line')],
			['papers', page('4x6', 'Thank you for your order')],
		],
	},
	{
		title: 'a record of a label with numbered instructions, alone',
		number: '9400100000000000000004',
		pages: [
			[
				'papers',
				page(
					'4x6',
					'Label record\n9400 1000 0000 0000 0000 04\nTo: Erika Example\nInstructions\n1. Use it once.\n2. Keep it flat.\n3. Tape no bar code.',
				),
			],
		],
	},
	{
		title: 'a label whose bar code could not be read, with delivery instructions',
		number: 'TRACK0001',
		pages: [['label', page('4x6', 'Ship to\nTRACK0001\nDelivery instructions: ring twice')]],
	},
	{
		title: 'a receipt repeats the bar code of the label on a sheet',
		number: 'TRACK0001',
		pages: [
			['papers', page('A4', 'Your parcel TRACK0001', [code128('TRACK0001')])],
			['label', page('A6', 'Ship to', [code128('TRACK0001'), matrix('ROUTE TRACK0001')])],
		],
	},
	{
		title: 'a single receipt without a bar code',
		number: 'TRACK0001',
		pages: [['papers', page('A4', 'Receipt\nTRACK0001')]],
	},
	{
		title: 'Royal Mail: a CN 23 with the number as a bar code comes with the label',
		number: 'TT123456785GB',
		pages: [
			['label', page('A6', 'Tracked 24', [code128('TT123456785GB'), matrix('JGB 011')])],
			['customs', page('A4', 'CUSTOMS DECLARATION   CN 23\nGift', [code128('TT123456785GB')])],
		],
	},
	{
		title: 'Royal Mail: the label beside a CN 23 on one sheet, which is printed as a label',
		number: 'TT123456785GB',
		pages: [
			['label', page('A4', 'Tracked\nCUSTOMS DECLARATION CN 23\nGift', [code128('TT123456785GB'), matrix('JGB 011')])],
		],
	},
	{
		title: 'Colissimo: two pieces, and a CN 23 with a number of its own',
		number: '6A00000000001',
		pages: [
			['label', page('A6', 'Colissimo', [code128('6A00000000001'), matrix('%0075001 6A00000000001')])],
			['label', page('A6', 'Colissimo', [code128('6A00000000002'), matrix('%0075001 6A00000000002')])],
			['customs', page('A4', 'DÉCLARATION EN DOUANE / CN23', [code128('CP123456785FR')])],
		],
	},
	{
		title: 'USPS: a customs form of a label’s size with the only bar code is the label, its copy a form',
		number: 'LZ123456785US',
		pages: [
			['label', page('4x6', 'CUSTOMS DECLARATION\nCN22', [code128('LZ123456785US')])],
			['customs', page('4x6', 'CUSTOMS DECLARATION\nCN22\nSender’s copy', [code128('LZ123456785US')])],
		],
	},
	{
		title: 'a customs form of a label’s size beside a label, with and without a bar code',
		number: 'TRACK0001',
		pages: [
			['customs', page('4x6', 'CN22\nCotton T-shirt', [code128('TRACK0001')])],
			['label', page('4x6', 'Ship to', [code128('TRACK0001')])],
			['customs', page('4x6', 'CN22\nCotton T-shirt')],
		],
	},
	{
		title: 'web addresses, payments, product codes, and fine or small codes do not make a label',
		number: '',
		pages: [
			[
				'papers',
				page('A4', 'Thank you', [
					matrix('https://www.example.com/track', 'QRCode'),
					matrix('BCD\n002\n1\nSCT', 'QRCode'),
					matrix('SPC\n0200\n1', 'QRCode'),
					code128('4006381333931', { format: 'EAN13' }),
					code128('0042-0042', { moduleMm: 0.1 }),
					code128('12', {}),
					matrix('TRACK0001', 'DataMatrix', 4),
					code128('TRACK0001', { widthMm: 12, heightMm: 4 }),
				]),
			],
		],
	},
	{
		title: 'four labels on one sheet',
		number: '3SEXMP000000001',
		pages: [
			[
				'label',
				page(
					'A4',
					'',
					['1', '2', '3', '4'].map((end) => code128(`3SEXMP00000000${end}`)),
				),
			],
		],
	},
	{
		title: 'a page without bar codes beside pages that have them is a piece only when it states so',
		number: 'TRACK0001',
		pages: [
			['label', page('4x6', 'Pkg 1 of 3', [code128('TRACK0001')])],
			['label', page('4x6', 'Pkg 2 of 3', [code128('TRACK0002')])],
			['label', page('4x6', 'Pkg 3 of 3')],
			['papers', page('4x6', 'TRACK0001')],
			['papers', page('A4', 'Ship to Erika Example\nTRACK0001')],
			['papers', blank('4x6')],
		],
	},
	{
		title: 'without bar codes, size and words decide, and a label-sized page is preferred to a larger one',
		number: 'TRACK0001',
		pages: [
			['label', page('4x6', 'TRACK0001')],
			['papers', page('A4', 'Your parcel TRACK0001')],
			['papers', blank('A4')],
		],
	},
	{
		title: 'a sheet with the tracking number',
		number: 'TRACK0001',
		pages: [['label', page('A4', 'Parcel TRACK 0001')]],
	},
	{
		title: 'a sheet that states its kind',
		number: '',
		pages: [['label', page('Letter', 'Shipping Label\nErika Example')]],
	},
	{ title: 'a sheet of other words', number: 'TRACK0001', pages: [['papers', page('A4', 'Thank you')]] },
	{ title: 'a blank page alone', number: '', pages: [['label', blank('4x6')]] },
	{
		title: 'a packing slip with the bar code of an order, and the label',
		number: 'TRACK0001',
		pages: [
			['papers', page('A4', 'Lieferschein\nMenge Warenbezeichnung Gesamt', [code128('ORDER-0042')])],
			['label', page('A6', 'Paket', [code128('TRACK0001')])],
		],
	},
];

describe('the pages of a document', () => {
	it.each(documents.map((document) => [document.title, document] as const))('%s', (_title, { number, pages }) => {
		const kinds = kindsOf(
			pages.map(([, facts]) => facts),
			number,
			[],
		);
		expect(kinds.map(({ kind }) => kind)).toEqual(pages.map(([kind]) => kind));
	});
});

describe('titles in the languages of carriers', () => {
	it.each<[PrintableKind, string[]]>([
		[
			'invoice',
			['Commercial Invoice', 'PRO-FORMA INVOICE', 'Proforma Invoice', 'Customs invoice', 'Handelsrechnung'].concat(
				['Proforma-Rechnung', 'Zollrechnung', 'Handelsfactuur', 'Pro-formafactuur', 'Douanefactuur'],
				['Facture commerciale', 'Facture pro forma', 'Factura comercial', 'Factura proforma', 'Fattura commerciale'],
				['Fattura proforma', 'Faktura handlowa', 'Faktura proforma', 'Fatura comercial'],
			),
		],
		[
			'customs',
			['CN22', 'CN 23', 'Customs Declaration', 'Zollinhaltserklärung', 'Zollerklärung', 'Douaneverklaring'].concat(
				['Douaneaangifte', 'Déclaration en douane', 'Declaración de aduanas', 'Dichiarazione doganale'],
				['Deklaracja celna', 'Declaração alfandegária'],
			),
		],
		[
			'manifest',
			['Manifest', 'DRIVER MANIFEST', 'End of day manifest', 'Ladeliste', 'Einlieferungsliste', 'Laadlijst'].concat(
				['Bordereau de remise', 'Manifiesto', 'Relación de envíos', 'Distinta di spedizione'],
				['Zestawienie przesyłek', 'Protokół odbioru', 'Relação de envios'],
				['Shipment Confirmation Acceptance Notice'],
			),
		],
		[
			'papers',
			['Packing slip', 'Delivery note', 'Lieferschein', 'Pakbon', 'Bon de livraison', 'Albarán'].concat([
				'Documento di trasporto',
				'Specyfikacja wysyłki',
				'Guia de remessa',
			]),
		],
	])('%s', (kind, titles) => {
		const kinds = titles.map((title) => [title, kindsOf([page('A4', `${title}\n2026-0042`)], '', [])[0]?.kind]);
		expect(kinds).toEqual(titles.map((title) => [title, kind]));
	});

	it.each([
		[
			'a copy',
			'AWB copy|Air Waybill copy|WAYBILL DOC|archive doc, not to be attached to package|Customer copy|Hand to courier',
		],
		[
			'a copy',
			"Sender's copy|File copy|Absenderkopie|Kopie für den Kunden|Nicht auf das Paket kleben|Kopie voor de afzender",
		],
		[
			'a copy',
			"Niet op het pakket plakken|Copie client|Exemplaire de l'expéditeur|Ne pas coller sur le colis|Copia del remitente",
		],
		[
			'a copy',
			'No pegar en el paquete|Copia per il mittente|Non applicare sul collo|Kopia dla nadawcy|Nie naklejać na paczkę',
		],
		['a copy', 'Cópia do remetente|Não colar na encomenda'],
		['a receipt', 'Receipt|Shipping receipt|Einlieferungsbeleg|Quittung|Ontvangstbewijs|Reçu|Preuve de dépôt|Recibo'],
		['a receipt', 'Resguardo|Ricevuta|Potwierdzenie nadania|Comprovativo'],
		[
			'instructions',
			'Fold this page|How to|Cut along|Hier schneiden|Bitte falten|Hier vouwen|Pliez la feuille|Recorte aquí',
		],
		['instructions', 'Istruzioni|Instrukcja|Instruções'],
	])('%s beside a label: %s', (_, texts) => {
		const label = page('4x6', 'Ship to', [code128('TRACK0001')]);
		for (const text of texts.split('|')) {
			const number = 'TRACK0001';
			expect([text, kindsOf([page('4x6', `${text}\n${number}`), page('4x6', number)], number, [])[0]?.kind]).toEqual([
				text,
				'papers',
			]);
			expect([text, kindsOf([label, page('A4', `${text}\n${number}`)], number, []).map(({ kind }) => kind)]).toEqual([
				text,
				['label', 'papers'],
			]);
		}
	});
});

describe('the piece that a page states', () => {
	it.each([
		['4 LBS 1 OF 2', 1, 2],
		['4.0 / 8.0 kg 1/2', 1, 2],
		['2 of 3', 2, 3],
		['1/3', 1, 3],
		['Pkg 2 of 3', 2, 3],
		['Colli 1/2', 1, 2],
		['Piece: 2/3', 2, 3],
		['Paket 1 von 2', 1, 2],
		['Packstück 2/2', 2, 2],
		['Pakket 1 van 2', 1, 2],
		['Colis 1 sur 2', 1, 2],
		['Bulto 1 / 1', 1, 1],
		['Collo 2 di 2', 2, 2],
		['Paczka 1 z 2', 1, 2],
		['Volume 1 de 4', 1, 4],
		['1/2 colli', 1, 2],
		['Hauptstr. 12/14\nPiece 1/2', 1, 2],
	])('%s', (text, number, of) => {
		expect(pieceOf(page('4x6', `Ship to\n${text}\nREF 42`))).toEqual({ pieceNumber: number, pieceCount: of });
	});

	it('is read from the fields of a carrier’s matrix code', () => {
		const fields = matrix(
			'[)>\x1e01\x1d96902100001\x1d840\x1d003\x1d1Z12345678\x1dUPSN\x1d2/3\x1d4\x1e\x04',
			'MaxiCode',
		);
		expect(pieceOf(page('4x6', '', [fields]))).toEqual({ pieceNumber: 2, pieceCount: 3 });
	});

	it.each(['Page 1 of 2', 'Seite 1/2', '05/01/2026', '3/2', 'Hauptstr. 3/12', '0/2', 'Colli 1/2\nColli 2/2', ''])(
		'is not stated by %j',
		(text) => {
			expect(pieceOf(page('4x6', text))).toBeNull();
		},
	);
});

describe('a corrected kind', () => {
	const label = page('4x6', 'Ship to', [code128('TRACK0001')]);
	const copy = page('4x6', 'AWB copy', [code128('TRACK0001')]);
	const note = page('4x6', 'Receipt');
	const corrections = (trait: PageTrait | null, guess: PrintableKind = 'papers', kind: PrintableKind = 'label') => [
		{ guess, trait, widthMm: 100.6, heightMm: 153.4, kind },
	];
	const kindsWith = (...corrections: Parameters<typeof kindsOf>[2]) =>
		kindsOf([label, copy, note], 'TRACK0001', corrections).map(({ kind }) => kind);

	it('applies only to pages of its guess, size and trait', () => {
		expect(kindsWith()).toEqual(['label', 'papers', 'papers']);
		expect(kindsWith(...corrections('copy'))).toEqual(['label', 'label', 'papers']);
		expect(kindsWith(...corrections('plain'))).toEqual(['label', 'papers', 'label']);
		expect(kindsWith(...corrections('codes', 'label', 'invoice'))).toEqual(['invoice', 'papers', 'papers']);
		expect(kindsWith({ ...corrections('copy')[0], widthMm: 210 } as never)).toEqual(['label', 'papers', 'papers']);
	});

	it('that was stored without a trait applies to all pages of its guess and size', () => {
		expect(kindsWith(...corrections(null))).toEqual(['label', 'label', 'label']);
	});
});

describe('the copies in a label file in a printer language', () => {
	it.each<[string, string[], string[][], number[]]>([
		[
			'include a page that says it is a copy',
			['^FDWAYBILL^FS', 'x\nWAYBILL DOC\ny', 'z'],
			[['1234567890', 'JD01'], ['1234567890'], ['JD02000']],
			[1],
		],
		['include a page that repeats the codes of a label', ['one', 'two'], [['TRACK0001'], ['TRACK0001']], [1]],
		[
			'do not include pages that state different pieces',
			['Piece 1/2', 'Piece 2/2'],
			[['TRACK0001'], ['TRACK0001']],
			[],
		],
		['do not include a label with its own codes', ['one', 'two'], [['TRACK0001'], ['TRACK0002']], []],
		['do not include a picture beside a label', ['one', '^GFA,1,1,1,FF'], [['TRACK0001'], []], []],
		['do not include the only label', ['Customer copy'], [[]], []],
	])('%s', (_, texts, codes, expected) => {
		expect(findPagesWithoutScan(texts, codes)).toEqual(expected);
	});
});
