// Which pages are pieces of a shipment and which repeat one: by their bar codes and by what they say of their number. Pure.
import type { PageFacts } from './page-facts';
import { fold } from './page-words';
import type { PageSymbol } from './symbols';

/** Symbologies that carriers print on labels. Product codes, such as EAN, stand on invoices. */
const MATRIX_FORMATS = new Set(['PDF417', 'DataMatrix', 'QRCode', 'Aztec', 'MaxiCode']);
const LINEAR_FORMATS = new Set(['Code128', 'Code39', 'Code93', 'ITF', 'Codabar']);
/** Carriers print no finer: the finest module in use is 2 dots at 300 dpi (0.17 mm), less what measuring may miss. */
const MIN_MODULE_MM = 0.16;
const MIN_LINEAR_WIDTH_MM = 18;
const MIN_MATRIX_SIDE_MM = 5;
const MIN_CHARS = 5;
/** Web addresses, bank transfers, contacts and the like. */
const NOT_OF_A_CARRIER = /^(https?:|www\.|mailto:|tel:|wifi:|begin:|bcd\s|spc\s)/i;

/** The bar codes of a page that are such as carriers print on labels. */
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
/** "Pkg 2 of 3", "Piece: 2/3", "Colli 1/2", and the other way about "2/3 colli". */
const NAMED = new RegExp(
	`(?:\\b${PIECE_WORDS}\\b ?(?:no|nr|number|#)?[.:]* ?(\\d{1,3})${BETWEEN}(\\d{1,3})(?![\\d/.])|(?<![\\d/.])(\\d{1,3})${BETWEEN}(\\d{1,3}) ?${PIECE_WORDS}\\b)`,
	'g',
);
/** Alone in its line: "2 OF 3", "1/3". */
const ALONE = new RegExp(`^(\\d{1,3})${BETWEEN}(\\d{1,3})$`);
/** At the end of a line: "4 LBS 1 OF 2", "4.0 kg 1/2". A fraction after other words may be a house number. */
const AT_END = /(?: (?=\d+ of )|\b(?:kg|lbs?) )(\d{1,3})(?: of | ?\/ ?)(\d{1,3})$/;
/** The fields of MaxiCode and PDF417 in the format of ANSI MH10.8.3, of which one is n/m. */
const IN_FIELDS = /[\x1d](\d{1,3})\/(\d{1,3})[\x1d]/;
const PAGE_WORDS = /\b(page|seite|pagina|strona|blz|pag|sheet|blatt)\b/;

function pieceFrom(number: string | undefined, of: string | undefined): Piece | null {
	const piece = { number: Number(number), of: Number(of) };
	return piece.number >= 1 && piece.number <= piece.of && piece.of <= MAX_PIECES ? piece : null;
}

/** Which piece of how many a page says that it is; null: it does not say, or it names several. */
export function pieceOf({ text, symbols }: Pick<PageFacts, 'text' | 'symbols'>): Piece | null {
	const lines = fold(text)
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

const isSamePiece = (one: Piece, other: Piece) => one.number === other.number && one.of === other.of;

/** How far a bar code may stand from its place on another page that is the same drawing. */
const SAME_PLACE_MM = 1;
/** How far pages of "the same" size may differ. */
export const SAME_SIZE_MM = 3;
export const isSameSize = (one: { widthMm: number; heightMm: number }, other: { widthMm: number; heightMm: number }) =>
	Math.abs(one.widthMm - other.widthMm) <= SAME_SIZE_MM && Math.abs(one.heightMm - other.heightMm) <= SAME_SIZE_MM;

function isSameDrawing(one: PageFacts, other: PageFacts): boolean {
	return (
		isSameSize(one, other) &&
		fold(one.text) === fold(other.text) &&
		one.symbols.length === other.symbols.length &&
		one.symbols.every((symbol) =>
			other.symbols.some(
				({ text, leftMm, topMm }) =>
					text === symbol.text &&
					Math.abs(leftMm - symbol.leftMm) <= SAME_PLACE_MM &&
					Math.abs(topMm - symbol.topMm) <= SAME_PLACE_MM,
			),
		)
	);
}

/**
 * Whether a page with the bar codes of a label repeats another one: it bears no bar code that the other does not, and says
 * no other piece number. Not a copy, unless they name the same piece, is
 * - the very same drawing: a partner that gives one number to several parcels repeats its page for each;
 * - a label of another shape: the same label lying and standing, to choose from.
 */
export function repeats(page: PageFacts, original: PageFacts, isLabelSize: (page: PageFacts) => boolean): boolean {
	const codes = new Set(carrierSymbols(page).map(({ text }) => text));
	const originalCodes = new Set(carrierSymbols(original).map(({ text }) => text));
	if (codes.size === 0 || [...codes].some((code) => !originalCodes.has(code))) return false;
	const [piece, originalPiece] = [pieceOf(page), pieceOf(original)];
	if (piece && originalPiece && !isSamePiece(piece, originalPiece)) return false;
	// A picture without text whose other bar codes could not be read may be a piece of its own.
	if (codes.size < originalCodes.size && page.text.trim() === '') return false;
	if (piece && originalPiece) return true;
	if (!isSameSize(page, original) && isLabelSize(page) && isLabelSize(original)) return false;
	return !isSameDrawing(page, original);
}
