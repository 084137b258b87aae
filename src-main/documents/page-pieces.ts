// Decides whether a page is a copy of another page or the label of another piece of the shipment, by bar codes and piece numbers.
// Pure.
import type { PageFacts } from './page-facts';
import { foldPageText } from './page-words';
import type { PageSymbol } from './symbols';

/** Symbologies that carriers use on labels. EAN is missing, because such product codes are printed on invoices. */
const CARRIER_MATRIX_FORMATS = new Set(['PDF417', 'DataMatrix', 'QRCode', 'Aztec', 'MaxiCode']);
const CARRIER_LINEAR_FORMATS = new Set(['Code128', 'Code39', 'Code93', 'ITF', 'Codabar']);
/** Minimum module width that carriers use: 2 dots at 300 dpi (0.17 mm), minus the measuring error. */
const MIN_MODULE_MM = 0.16;
const MIN_LINEAR_WIDTH_MM = 18;
const MIN_MATRIX_SIDE_MM = 5;
const MIN_CODE_CHARS = 5;
/** Web addresses, bank transfers, contacts and similar codes. */
const NOT_A_CARRIER_CODE = /^(https?:|www\.|mailto:|tel:|wifi:|begin:|bcd\s|spc\s)/i;

/** The bar codes of a page that may be those of a carrier, judged by symbology, size and content. */
export const carrierSymbols = ({ symbols }: Pick<PageFacts, 'symbols'>): PageSymbol[] =>
	symbols.filter(({ format, text, widthMm, heightMm, moduleMm }) => {
		if (moduleMm < MIN_MODULE_MM || text.trim().length < MIN_CODE_CHARS || NOT_A_CARRIER_CODE.test(text)) return false;
		if (CARRIER_MATRIX_FORMATS.has(format)) return Math.min(widthMm, heightMm) >= MIN_MATRIX_SIDE_MM;
		return CARRIER_LINEAR_FORMATS.has(format) && Math.max(widthMm, heightMm) >= MIN_LINEAR_WIDTH_MM;
	});

/** "Piece 2 of 3": `pieceNumber` is 2, `pieceCount` is 3. */
export interface Piece {
	pieceNumber: number;
	pieceCount: number;
}

const MAX_PIECES = 999;
const PIECE_WORDS =
	'(?:pieces?|pcs?|pkgs?|packages?|parcels?|box(?:es)?|cartons?|collis?|pakket|zending|pakete?|packstucke?|sendung|colis|bultos?|paquetes?|collo|colli|pacco|paczka|przesylka|volumes?|encomenda|stuk)';
/** Between piece number and piece count. */
const OF = '(?: ?/ ?| (?:of|von|van|de|di|z|sur|out of) )';
/** A piece with a word for a piece before or after the numbers: "Pkg 2 of 3", "Piece: 2/3", "2/3 colli". */
const PIECE_WITH_WORD = new RegExp(
	`(?:\\b${PIECE_WORDS}\\b ?(?:no|nr|number|#)?[.:]* ?(\\d{1,3})${OF}(\\d{1,3})(?![\\d/.])|(?<![\\d/.])(\\d{1,3})${OF}(\\d{1,3}) ?${PIECE_WORDS}\\b)`,
	'g',
);
/** A piece alone on a line: "2 OF 3", "1/3". */
const PIECE_ALONE_ON_LINE = new RegExp(`^(\\d{1,3})${OF}(\\d{1,3})$`);
/**
 * A piece at the end of a line: "4 LBS 1 OF 2", "4.0 kg 1/2". Numbers with a slash count only after a weight: after other words,
 * they may be a house number.
 */
const PIECE_AT_LINE_END = /(?: (?=\d+ of )|\b(?:kg|lbs?) )(\d{1,3})(?: of | ?\/ ?)(\d{1,3})$/;
/** A piece as a field n/m of a MaxiCode or PDF417 in the format of ANSI MH10.8.3. */
const PIECE_IN_CODE_FIELD = /[\x1d](\d{1,3})\/(\d{1,3})[\x1d]/;
/** Lines with these words number pages, not pieces. */
const PAGE_WORDS = /\b(page|seite|pagina|strona|blz|pag|sheet|blatt)\b/;

function toPiece(number: string | undefined, count: string | undefined): Piece | null {
	const [pieceNumber, pieceCount] = [Number(number), Number(count)];
	return pieceNumber >= 1 && pieceNumber <= pieceCount && pieceCount <= MAX_PIECES ? { pieceNumber, pieceCount } : null;
}

/** The piece that a page states; null when the page states no piece, or states different pieces. */
export function pieceOf({ text, symbols }: Pick<PageFacts, 'text' | 'symbols'>): Piece | null {
	const lines = foldPageText(text)
		.split(/[\r\n]+/)
		.map((line) => line.trim())
		.filter((line) => !PAGE_WORDS.test(line));
	// From the most to the least reliable source. The first source that states pieces decides.
	const searches = [
		() =>
			lines
				.flatMap((line) => [...line.matchAll(PIECE_WITH_WORD)])
				.map(([, numberAfterWord, countAfterWord, numberBeforeWord, countBeforeWord]) =>
					toPiece(numberAfterWord ?? numberBeforeWord, countAfterWord ?? countBeforeWord),
				),
		() =>
			symbols
				.map((symbol) => PIECE_IN_CODE_FIELD.exec(symbol.text))
				.map((match) => match && toPiece(match[1], match[2])),
		() =>
			lines
				.map((line) => PIECE_ALONE_ON_LINE.exec(line) ?? PIECE_AT_LINE_END.exec(line))
				.map((match) => match && toPiece(match[1], match[2])),
	];
	for (const findPieces of searches) {
		const [first, ...others] = findPieces().filter((piece): piece is Piece => piece !== null);
		if (first) return others.every((piece) => isSamePiece(piece, first)) ? first : null;
	}
	return null;
}

const isSamePiece = (a: Piece, b: Piece) => a.pieceNumber === b.pieceNumber && a.pieceCount === b.pieceCount;

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
 * Whether a page is a copy of a label page: all carrier bar codes of the page are also on the label, and the pages do not state
 * different pieces. Unless both pages state their piece, two kinds of pages are labels of their own, not copies:
 * - an identical drawing: some partners give one number to several parcels, and repeat the page for each parcel;
 * - a label of another size: the partner offers the label in portrait and landscape format.
 */
export function isCopyOf(page: PageFacts, original: PageFacts, isLabelSize: (page: PageFacts) => boolean): boolean {
	const codes = new Set(carrierSymbols(page).map(({ text }) => text));
	const originalCodes = new Set(carrierSymbols(original).map(({ text }) => text));
	if (codes.size === 0 || [...codes].some((code) => !originalCodes.has(code))) return false;
	const [piece, originalPiece] = [pieceOf(page), pieceOf(original)];
	if (piece && originalPiece && !isSamePiece(piece, originalPiece)) return false;
	// Without text and with fewer readable codes, the page may be a picture of the label of another piece.
	if (codes.size < originalCodes.size && page.text.trim() === '') return false;
	if (piece && originalPiece) return true;
	if (!isSameSize(page, original) && isLabelSize(page) && isLabelSize(original)) return false;
	return !isSameDrawing(page, original);
}
