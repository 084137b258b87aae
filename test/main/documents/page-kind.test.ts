// Classification of the pages of a document: labels, papers, copies and pieces.
import { describe, expect, it } from 'vitest';
import type { PrintableKind } from '../../../src-contract/model/print';
import type { PageFacts } from '../../../src-main/documents/page-facts';
import { findCopyPages, kindsOf, type PageTrait } from '../../../src-main/documents/page-kind';
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

/** A Code 128 with the size of a carrier's. */
const bars = (text: string, changes: Partial<PageSymbol> = {}): PageSymbol => ({
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
	bars(text, { format, identifier: ']d1', topMm: 40, widthMm: sideMm, heightMm: sideMm, moduleMm: 0.5 });

function page(size: keyof typeof SIZES, text: string, symbols: PageSymbol[] = []): PageFacts {
	const [widthMm, heightMm] = SIZES[size];
	const inkMm = { leftMm: 4, topMm: 4, widthMm: widthMm - 8, heightMm: heightMm - 8 };
	return { widthMm, heightMm, text, symbols, inkMm };
}
const blank = (size: keyof typeof SIZES): PageFacts => ({ ...page(size, ''), inkMm: null });

const INVOICE = `SHIP TO\nErika Example\nQty Description HS code Origin Unit price\n2 Shirts 610910 NL 25.00\nTotal 50.00`;
const FEDEX = 'ORIGIN ID: EXMA\nTO Erika Example\nREF: 2026-0042\nINV: 2026-0042\nTRK# 7946 4479 8765';
const fedex = [bars('9622001900000000000000794644798765'), matrix('[)>01...', 'PDF417', 30)];
const DHL = 'EXPRESS WORLDWIDE\nFrom: Example Trading Ltd\nTo: Erika Example\nWAYBILL 12 3456 7890';
const awb = bars('1234567890');
const routing = bars('2LDE10115+42000000');
const plate = (piece: number) => bars(`JD01460000123456789${piece}`);
const MANIFEST_REQ = 'CANADA POST / POSTES CANADA\nMANIFEST REQ / MANIFESTE REQ\nExpedited Parcel';

const documents: { why: string; number: string; pages: [PrintableKind, PageFacts][] }[] = [
	{
		why: 'FedEx: AWB copies and an archive document are papers, the invoice an invoice',
		number: '794644798765',
		pages: [
			['label', page('4x6', FEDEX, fedex)],
			['papers', page('4x6', `${FEDEX}\nAWB COPY\nPlace in pouch`, fedex)],
			['papers', page('4x6', `${FEDEX}\nARCHIVE DOC\nNOT TO BE ATTACHED\nTO PACKAGE`, fedex)],
			['invoice', page('Letter', `COMMERCIAL INVOICE\n${INVOICE}\n794644798765`)],
		],
	},
	{
		why: 'FedEx: the pieces of a shipment, each followed by its copy',
		number: '794644798765',
		pages: [
			['label', page('4x6', `${FEDEX}\n1 of 2`, fedex)],
			['papers', page('4x6', `${FEDEX}\n1 of 2\nAWB COPY`, fedex)],
			['label', page('4x6', 'TRK# 7946 4479 8776\n2 of 2', [bars('9622001900000000000000794644798776')])],
			['papers', page('4x6', 'TRK# 7946 4479 8776\n2 of 2\nAWB COPY', [bars('9622001900000000000000794644798776')])],
		],
	},
	{
		why: 'FedEx: copies come before the label',
		number: '794644798765',
		pages: [
			['papers', page('4x6', `${FEDEX}\nAWB COPY`, fedex)],
			['label', page('4x6', FEDEX, fedex)],
		],
	},
	{
		why: 'FedEx: a sheet with the label, a fold line and instructions that mention the copy',
		number: '794644798765',
		pages: [
			[
				'label',
				page(
					'Letter',
					`${FEDEX}\nFold this page along the line.\nCONSIGNEE COPY - PLEASE PLACE IN FRONT OF POUCH`,
					fedex,
				),
			],
		],
	},
	{
		why: 'DHL: the waybill document has only the waybill number, also in another size and without text',
		number: '1234567890',
		pages: [
			['label', page('4x8', `${DHL}\nPiece: 1/2`, [awb, routing, plate(1)])],
			['label', page('4x8', `${DHL}\nPiece: 2/2`, [awb, routing, plate(2)])],
			['papers', page('4x8', `${DHL}\nWAYBILL DOC\nNot to be attached to package - Hand to Courier`, [awb])],
			['papers', page('A4', `${DHL}\nShipper signature`, [awb])],
		],
	},
	{
		why: 'a single copy is the only label',
		number: '1234567890',
		pages: [['label', page('A6', `${DHL}\nArchive doc, not to be attached to package`, [awb])]],
	},
	{
		why: 'one of several copies is the label when there is no other',
		number: '1234567890',
		pages: [
			['label', page('A6', `${DHL}\nShipper's copy`, [awb])],
			['papers', page('A6', `${DHL}\nCustomer copy`, [awb])],
		],
	},
	{
		why: 'a picture of a label is a copy of another one with an additional mark',
		number: '1234567890',
		pages: [
			['label', page('4x6', '', [awb, plate(1)])],
			['papers', page('4x6', '', [{ ...awb, topMm: 60 }, plate(1)])],
		],
	},
	{
		why: 'a picture with fewer codes than another may be a piece whose own code was not read',
		number: '1234567890',
		pages: [
			['label', page('4x6', '', [awb, plate(1)])],
			['label', page('4x6', '', [awb])],
		],
	},
	{
		why: 'the same codes with different piece numbers are pieces',
		number: 'TRACK0001',
		pages: [
			['label', page('A6', 'TRACK0001\nColli 1/2', [bars('TRACK0001')])],
			['label', page('A6', 'TRACK0001\nColli 2/2', [bars('TRACK0001')])],
		],
	},
	{
		why: 'the same codes with different weights and no piece number are a label and its copy',
		number: 'TRACK0001',
		pages: [
			['label', page('A6', 'TRACK0001\n2 kg', [bars('TRACK0001')])],
			['papers', page('A6', 'TRACK0001\n2 kg\nOffice', [bars('TRACK0001')])],
		],
	},
	{
		why: 'an identical repeated page is a label for each parcel, unless it states its piece number',
		number: 'TRACK0001',
		pages: [
			['label', page('A6', 'TRACK0001', [bars('TRACK0001')])],
			['label', page('A6', 'TRACK0001', [bars('TRACK0001')])],
			['label', page('A6', 'TRACK0002\nPiece 1 of 1', [bars('TRACK0002')])],
			['papers', page('A6', 'TRACK0002\nPiece 1 of 1', [bars('TRACK0002')])],
		],
	},
	{
		why: 'the same label in portrait and landscape format',
		number: 'TRACK0001',
		pages: [
			['label', page('6x4', 'TRACK0001', [bars('TRACK0001')])],
			['label', page('4x6', 'TRACK0001\nShip to', [bars('TRACK0001')])],
		],
	},
	{
		why: 'Canada Post: a label that asks for a manifest, and the manifest with a bar code of its own',
		number: '1234567890123456',
		pages: [
			['label', page('4x6', MANIFEST_REQ, [bars('1234567890123456'), matrix('V3|1234567890123456|M5V2T6')])],
			['manifest', page('A4', 'MANIFEST / MANIFESTE\nItems: 1\n1234567890123456', [bars('M0123456789')])],
		],
	},
	{
		why: 'Canada Post: the same label as a text whose bar codes could not be read',
		number: '1234567890123456',
		pages: [['label', page('4x6', MANIFEST_REQ)]],
	},
	{
		why: 'Canada Post: label and receipt on one sheet',
		number: '1234567890123456',
		pages: [
			[
				'label',
				page('Letter', `${MANIFEST_REQ}\nCUSTOMER RECEIPT\nKeep for your records\nInstructions`, [
					bars('1234567890123456'),
				]),
			],
		],
	},
	{
		why: 'UPS: an invoice with SHIP TO and the number, with and without the word commercial',
		number: '1Z999AA10123456784',
		pages: [
			['label', page('4x6', 'SHIP TO:\n1 OF 1', [bars('1Z999AA10123456784'), matrix('[)>\x1e01\x1d96', 'MaxiCode')])],
			['invoice', page('Letter', `Commercial Invoice\n${INVOICE}\n1Z999AA10123456784`)],
			['invoice', page('Letter', `INVOICE\n${INVOICE}\n1Z999AA10123456784`)],
		],
	},
	{
		why: 'UPS: an invoice in a document of its own, with a bar code too',
		number: '1Z999AA10123456784',
		pages: [['invoice', page('Letter', `INVOICE\n${INVOICE}`, [bars('1Z999AA10123456784')])]],
	},
	{
		why: 'UPS: a landscape picture of a label on a page of unusual size',
		number: '1Z999AA10123456784',
		pages: [['label', page('1400x800', '', [bars('1Z999AA10123456784', { widthMm: 26, heightMm: 70 })])]],
	},
	{
		why: 'UPS: a label that mentions its papers',
		number: '1Z999AA10123456784',
		pages: [
			[
				'label',
				page('4x6', 'SHIP TO:\nDOCS: COMMERCIAL INVOICE ATTACHED\nCN22 INSIDE\nMANIFEST 12', [
					bars('1Z999AA10123456784'),
				]),
			],
		],
	},
	{
		why: 'a receipt and a sheet of instructions with the tracking number',
		number: '9400100000000000000004',
		pages: [
			['label', page('4x6', 'USPS TRACKING #', [bars('420902109400100000000000000004')])],
			['papers', page('4x6', 'Shipping receipt\n9400 1000 0000 0000 0000 04')],
			['papers', page('Letter', 'Online Label Record\nReceipt\n9400 1000 0000 0000 0000 04')],
			['papers', page('Letter', 'How to ship\n9400 1000 0000 0000 0000 04\nCut along the line')],
			['papers', page('4x6', 'Thank you for your order')],
		],
	},
	{
		why: 'a receipt repeats the bar code of the label on a sheet',
		number: 'TRACK0001',
		pages: [
			['papers', page('A4', 'Your parcel TRACK0001', [bars('TRACK0001')])],
			['label', page('A6', 'Ship to', [bars('TRACK0001'), matrix('ROUTE TRACK0001')])],
		],
	},
	{
		why: 'a single receipt without a bar code',
		number: 'TRACK0001',
		pages: [['papers', page('A4', 'Receipt\nTRACK0001')]],
	},
	{
		why: 'Royal Mail: a CN 23 with the number as a bar code comes with the label',
		number: 'TT123456785GB',
		pages: [
			['label', page('A6', 'Tracked 24', [bars('TT123456785GB'), matrix('JGB 011')])],
			['customs', page('A4', 'CUSTOMS DECLARATION   CN 23\nGift', [bars('TT123456785GB')])],
		],
	},
	{
		why: 'Royal Mail: the label beside a CN 23 on one sheet, which is printed as a label',
		number: 'TT123456785GB',
		pages: [
			['label', page('A4', 'Tracked\nCUSTOMS DECLARATION CN 23\nGift', [bars('TT123456785GB'), matrix('JGB 011')])],
		],
	},
	{
		why: 'Colissimo: two pieces, and a CN 23 with a number of its own',
		number: '6A00000000001',
		pages: [
			['label', page('A6', 'Colissimo', [bars('6A00000000001'), matrix('%0075001 6A00000000001')])],
			['label', page('A6', 'Colissimo', [bars('6A00000000002'), matrix('%0075001 6A00000000002')])],
			['customs', page('A4', 'DÉCLARATION EN DOUANE / CN23', [bars('CP123456785FR')])],
		],
	},
	{
		why: 'USPS: a customs form of a label’s size with the only bar code is the label, its copy a form',
		number: 'LZ123456785US',
		pages: [
			['label', page('4x6', 'CUSTOMS DECLARATION\nCN22', [bars('LZ123456785US')])],
			['customs', page('4x6', 'CUSTOMS DECLARATION\nCN22\nSender’s copy', [bars('LZ123456785US')])],
		],
	},
	{
		why: 'a customs form of a label’s size beside a label, with and without a bar code',
		number: 'TRACK0001',
		pages: [
			['customs', page('4x6', 'CN22\nCotton T-shirt', [bars('TRACK0001')])],
			['label', page('4x6', 'Ship to', [bars('TRACK0001')])],
			['customs', page('4x6', 'CN22\nCotton T-shirt')],
		],
	},
	{
		why: 'web addresses, payments, product codes, and fine or small codes do not make a label',
		number: '',
		pages: [
			[
				'papers',
				page('A4', 'Thank you', [
					matrix('https://www.example.com/track', 'QRCode'),
					matrix('BCD\n002\n1\nSCT', 'QRCode'),
					matrix('SPC\n0200\n1', 'QRCode'),
					bars('4006381333931', { format: 'EAN13' }),
					bars('0042-0042', { moduleMm: 0.1 }),
					bars('12', {}),
					matrix('TRACK0001', 'DataMatrix', 4),
					bars('TRACK0001', { widthMm: 12, heightMm: 4 }),
				]),
			],
		],
	},
	{
		why: 'four labels on one sheet',
		number: '3SEXMP000000001',
		pages: [
			[
				'label',
				page(
					'A4',
					'',
					['1', '2', '3', '4'].map((end) => bars(`3SEXMP00000000${end}`)),
				),
			],
		],
	},
	{
		why: 'a page without bar codes beside pages that have them is a piece only when it states so',
		number: 'TRACK0001',
		pages: [
			['label', page('4x6', 'Pkg 1 of 3', [bars('TRACK0001')])],
			['label', page('4x6', 'Pkg 2 of 3', [bars('TRACK0002')])],
			['label', page('4x6', 'Pkg 3 of 3')],
			['papers', page('4x6', 'TRACK0001')],
			['papers', page('A4', 'Ship to Erika Example\nTRACK0001')],
			['papers', blank('4x6')],
		],
	},
	{
		why: 'without bar codes, size and words decide, and a label-sized page is preferred to a larger one',
		number: 'TRACK0001',
		pages: [
			['label', page('4x6', 'TRACK0001')],
			['papers', page('A4', 'Your parcel TRACK0001')],
			['papers', blank('A4')],
		],
	},
	{ why: 'a sheet with the tracking number', number: 'TRACK0001', pages: [['label', page('A4', 'Parcel TRACK 0001')]] },
	{
		why: 'a sheet that states its kind',
		number: '',
		pages: [['label', page('Letter', 'Shipping Label\nErika Example')]],
	},
	{ why: 'a sheet of other words', number: 'TRACK0001', pages: [['papers', page('A4', 'Thank you')]] },
	{ why: 'a blank page alone', number: '', pages: [['label', blank('4x6')]] },
	{
		why: 'a packing slip with the bar code of an order, and the label',
		number: 'TRACK0001',
		pages: [
			['papers', page('A4', 'Lieferschein\nMenge Warenbezeichnung Gesamt', [bars('ORDER-0042')])],
			['label', page('A6', 'Paket', [bars('TRACK0001')])],
		],
	},
];

describe('the pages of a document', () => {
	it.each(documents)('$why', ({ number, pages }) => {
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
		const label = page('4x6', 'Ship to', [bars('TRACK0001')]);
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
	const label = page('4x6', 'Ship to', [bars('TRACK0001')]);
	const copy = page('4x6', 'AWB copy', [bars('TRACK0001')]);
	const note = page('4x6', 'Receipt');
	const remembered = (trait: PageTrait | null, guess: PrintableKind = 'papers', kind: PrintableKind = 'label') => [
		{ guess, trait, widthMm: 100.6, heightMm: 153.4, kind },
	];
	const kindsWith = (...corrections: Parameters<typeof kindsOf>[2]) =>
		kindsOf([label, copy, note], 'TRACK0001', corrections).map(({ kind }) => kind);

	it('applies only to pages of its guess, size and trait', () => {
		expect(kindsWith()).toEqual(['label', 'papers', 'papers']);
		expect(kindsWith(...remembered('copy'))).toEqual(['label', 'label', 'papers']);
		expect(kindsWith(...remembered('plain'))).toEqual(['label', 'papers', 'label']);
		expect(kindsWith(...remembered('codes', 'label', 'invoice'))).toEqual(['invoice', 'papers', 'papers']);
		expect(kindsWith({ ...remembered('copy')[0], widthMm: 210 } as never)).toEqual(['label', 'papers', 'papers']);
	});

	it('stored without a trait applies to all pages of its guess and size', () => {
		expect(kindsWith(...remembered(null))).toEqual(['label', 'label', 'label']);
	});
});

describe('the copies in a document in a printer language', () => {
	it.each<[string, string[], string[][], number[]]>([
		[
			'say what they are',
			['^FDWAYBILL^FS', 'x\nWAYBILL DOC\ny', 'z'],
			[['1234567890', 'JD01'], ['1234567890'], ['JD02000']],
			[1],
		],
		['repeat the codes of a label', ['one', 'two'], [['TRACK0001'], ['TRACK0001']], [1]],
		['are not pieces that say so', ['Piece 1/2', 'Piece 2/2'], [['TRACK0001'], ['TRACK0001']], []],
		['are not labels with codes of their own', ['one', 'two'], [['TRACK0001'], ['TRACK0002']], []],
		['are not pictures beside a label', ['one', '^GFA,1,1,1,FF'], [['TRACK0001'], []], []],
		['are not the only label', ['Customer copy'], [[]], []],
	])('%s', (_, texts, codes, expected) => {
		expect(findCopyPages(texts, codes)).toEqual(expected);
	});
});
