// Tells the pages of different pieces of a shipment from copies of a page, by their bar codes and piece numbers. Pure.
import type { PageFacts } from './page-facts';
import { foldPageText } from './page-words';
import type { PageSymbol } from './symbols';

/** Symbologies that carriers use on labels. Product codes, such as EAN, are printed on invoices. */
const MATRIX_FORMATS = new Set(['PDF417', 'DataMatrix', 'QRCode', 'Aztec', 'MaxiCode']);
const LINEAR_FORMATS = new Set(['Code128', 'Code39', 'Code93', 'ITF', 'Codabar']);
/** Finest module that carriers use: 2 dots at 300 dpi (0.17 mm), minus the measuring error. */
const MIN_MODULE_MM = 0.16;
const MIN_LINEAR_WIDTH_MM = 18;
const MIN_MATRIX_SIDE_MM = 5;
const MIN_CHARS = 5;
/** Web addresses, bank transfers, contacts and similar codes. */
const NOT_OF_A_CARRIER = /^(https?:|www\.|mailto:|tel:|wifi:|begin:|bcd\s|spc\s)/i;

/** The bar codes of a page that may be a carrier's, by symbology, size and content. */
export const carrierSymbols = ({ symbols }: Pick<PageFacts, 'symbols'>): PageSymbol[] =>
	symbols.filter(({ format, text, widthMm, heightMm, moduleMm }) => {
		if (moduleMm < MIN_MODULE_MM || text.trim().length < MIN_CHARS || NOT_OF_A_CARRIER.test(text)) return false;
		if (MATRIX_FORMATS.has(format)) return Math.min(widthMm, heightMm) >= MIN_MATRIX_SIDE_MM;
		return LINEAR_FORMATS.has(format) && Math.max(widthMm, heightMm) >= MIN_LINEAR_WIDTH_MM;
	});

export interface Piece {
	number: number;
	of: number;
}

const MAX_PIECES = 999;
const PIECE_WORDS =
	'(?:pieces?|pcs?|pkgs?|packages?|parcels?|box(?:es)?|cartons?|collis?|pakket|zending|pakete?|packstucke?|sendung|colis|bultos?|paquetes?|collo|colli|pacco|paczka|przesylka|volumes?|encomenda|stuk)';
const BETWEEN = '(?: ?/ ?| (?:of|von|van|de|di|z|sur|out of) )';
/** "Pkg 2 of 3", "Piece: 2/3", "Colli 1/2", or with the word at the end: "2/3 colli". */
const NAMED = new RegExp(
	`(?:\\b${PIECE_WORDS}\\b ?(?:no|nr|number|#)?[.:]* ?(\\d{1,3})${BETWEEN}(\\d{1,3})(?![\\d/.])|(?<![\\d/.])(\\d{1,3})${BETWEEN}(\\d{1,3}) ?${PIECE_WORDS}\\b)`,
	'g',
);
/** Alone on a line: "2 OF 3", "1/3". */
const ALONE = new RegExp(`^(\\d{1,3})${BETWEEN}(\\d{1,3})$`);
/** At the end of a line: "4 LBS 1 OF 2", "4.0 kg 1/2". A fraction after other words may be a house number. */
const AT_END = /(?: (?=\d+ of )|\b(?:kg|lbs?) )(\d{1,3})(?: of | ?\/ ?)(\d{1,3})$/;
/** A field n/m in a MaxiCode or PDF417 in the format of ANSI MH10.8.3. */
const IN_FIELDS = /[\x1d](\d{1,3})\/(\d{1,3})[\x1d]/;
const PAGE_WORDS = /\b(page|seite|pagina|strona|blz|pag|sheet|blatt)\b/;

function pieceFrom(number: string | undefined, of: string | undefined): Piece | null {
	const piece = { number: Number(number), of: Number(of) };
	return piece.number >= 1 && piece.number <= piece.of && piece.of <= MAX_PIECES ? piece : null;
}

/** The piece number and piece count stated on a page; null when it states none or several. */
export function pieceOf({ text, symbols }: Pick<PageFacts, 'text' | 'symbols'>): Piece | null {
	const lines = foldPageText(text)
		.split(/[\r\n]+/)
		.map((line) => line.trim())
		.filter((line) => !PAGE_WORDS.test(line));
	const found = [
		() => lines.flatMap((line) => [...line.matchAll(NAMED)].map(([, a, b, c, d]) => pieceFrom(a ?? c, b ?? d))),
		() => symbols.map((symbol) => IN_FIELDS.exec(symbol.text)).map((match) => match && pieceFrom(match[1], match[2])),
		() =>
			lines.map((line) => ALONE.exec(line) ?? AT_END.exec(line)).map((match) => match && pieceFrom(match[1], match[2])),
	];
	for (const pieces of found) {
		const [first, ...more] = pieces().filter((piece): piece is Piece => piece !== null);
		if (first) return more.every((piece) => isSamePiece(piece, first)) ? first : null;
	}
	return null;
}

const isSamePiece = (a: Piece, b: Piece) => a.number === b.number && a.of === b.of;

/** Maximum distance between the positions of a bar code on two pages with the same drawing. */
const POSITION_TOLERANCE_MM = 1;
/** Maximum difference between the sides of pages that count as equal in size. */
export const SIZE_TOLERANCE_MM = 3;
export const isSameSize = (a: { widthMm: number; heightMm: number }, b: { widthMm: number; heightMm: number }) =>
	Math.abs(a.widthMm - b.widthMm) <= SIZE_TOLERANCE_MM && Math.abs(a.heightMm - b.heightMm) <= SIZE_TOLERANCE_MM;

function isSameDrawing(a: PageFacts, b: PageFacts): boolean {
	return (
		isSameSize(a, b) &&
		foldPageText(a.text) === foldPageText(b.text) &&
		a.symbols.length === b.symbols.length &&
		a.symbols.every((symbol) =>
			b.symbols.some(
				({ text, leftMm, topMm }) =>
					text === symbol.text &&
					Math.abs(leftMm - symbol.leftMm) <= POSITION_TOLERANCE_MM &&
					Math.abs(topMm - symbol.topMm) <= POSITION_TOLERANCE_MM,
			),
		)
	);
}

/**
 * Whether a page is a copy of another label page: it has no bar code that the other one lacks, and no different piece number.
 * Unless both state the same piece number, these are not copies:
 * - an identical drawing: some partners give one number to several parcels and repeat the page for each of them;
 * - a label of another size: the same label in portrait and landscape format, to choose from.
 */
export function isCopyOf(page: PageFacts, original: PageFacts, isLabelSize: (page: PageFacts) => boolean): boolean {
	const codes = new Set(carrierSymbols(page).map(({ text }) => text));
	const originalCodes = new Set(carrierSymbols(original).map(({ text }) => text));
	if (codes.size === 0 || [...codes].some((code) => !originalCodes.has(code))) return false;
	const [piece, originalPiece] = [pieceOf(page), pieceOf(original)];
	if (piece && originalPiece && !isSamePiece(piece, originalPiece)) return false;
	// A picture without text, some of whose bar codes could not be read, may be another piece.
	if (codes.size < originalCodes.size && page.text.trim() === '') return false;
	if (piece && originalPiece) return true;
	if (!isSameSize(page, original) && isLabelSize(page) && isLabelSize(original)) return false;
	return !isSameDrawing(page, original);
}
