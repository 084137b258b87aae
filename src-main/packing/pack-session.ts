// The rules of packing one order: what a scan counts, what is refused, what is undone. Pure; each function returns a new session.
import type { ItemFlag } from '../../src-contract/model/item';
import type { PackagePiece, PackPackage, Refusal } from '../../src-contract/model/packing';

/** Something to be scanned for an order: an item of a line, or a part of a kit. */
export interface SessionLine {
	/** Place of the line in the order, from 0. */
	orderLine: number;
	/** Pieces of this that one piece of the order line needs: more than 1 for a part of a kit. */
	perPiece: number;
	/** The item; null when the catalogue does not have it. */
	itemId: number | null;
	sku: string;
	name: string;
	kitName: string;
	wanted: number;
	isGoods: boolean;
	flags: ItemFlag[];
	packingNote: string;
	/** Whether the item has a bar code. */
	hasCode: boolean;
	hasPicture: boolean;
	/** Of one piece; null: not known. */
	weightKg: number | null;
	/** Length, width and height of one piece; null: not known. */
	sizeCm: [number, number, number] | null;
}

export interface PackSession {
	lines: SessionLine[];
	/** At least one; only the last may be open. */
	packages: PackPackage[];
	lastLine: number | null;
	question: { lineIndex: number; asks: 'serial' | 'lot' | 'expiresOn'; piece: PackagePiece } | null;
	/** Revision of the order that the lines are from. */
	orderRevision: number;
	/** Code on the slip that is printed when its packages are put aside without a label. */
	slipCode: string;
	/** Whether its packages were put aside without a label, and the slip was printed. */
	isStaged: boolean;
	/** Desk where it was begun, if it was taken over; empty else. */
	takenFrom: string;
	/** Whether the station opened the order automatically, as the next of the queue: the packer may scan another one instead. */
	isSuggested: boolean;
}

/** A code of an item, as it was scanned. */
export interface ScannedItem {
	itemId: number;
	/** Pieces that the code counts. */
	quantity: number;
	serial: string;
	lot: string;
	/** ISO date. */
	expiresOn: string;
}

/** What a change of the session did, or why it was refused. */
export type PackResult =
	| { kind: 'counted'; session: PackSession; lineIndex: number; quantity: number; pieces: PackagePiece[] }
	| { kind: 'asks'; session: PackSession }
	| { kind: 'refused'; refusal: Refusal };

const refused = (refusal: Refusal): PackResult => ({ kind: 'refused', refusal });

export const packedOf = ({ packages }: PackSession, lineIndex: number): number =>
	packages.reduce(
		(sum, { pieces }) =>
			sum + pieces.reduce((count, piece) => count + (piece.lineIndex === lineIndex ? piece.quantity : 0), 0),
		0,
	);
/** Pieces packed of each line, for all lines at once. */
export function packedCounts({ lines, packages }: PackSession): number[] {
	const counts = lines.map(() => 0);
	for (const { pieces } of packages)
		for (const { lineIndex, quantity } of pieces) counts[lineIndex] = (counts[lineIndex] ?? 0) + quantity;
	return counts;
}
export const remainingOf = (session: PackSession, lineIndex: number): number =>
	(session.lines[lineIndex]?.wanted ?? 0) - packedOf(session, lineIndex);

/** Whether all goods are packed. */
export function isComplete(session: PackSession): boolean {
	const counts = packedCounts(session);
	return (
		session.question === null &&
		session.lines.every(({ isGoods, wanted }, index) => !isGoods || counts[index] === wanted)
	);
}
export const piecesPacked = ({ packages }: PackSession): number =>
	packages.reduce((sum, { pieces }) => sum + pieces.reduce((count, { quantity }) => count + quantity, 0), 0);

/** Whether the station opened the order automatically, and nothing is packed yet. */
export const isUntouchedSuggestion = (session: PackSession): boolean =>
	session.isSuggested && piecesPacked(session) === 0 && session.question === null;

const emptyPackage = (number: number): PackPackage => ({
	number,
	isClosed: false,
	pieces: [],
	chosenCarton: '',
	carton: null,
	weightKg: null,
	weightReason: '',
});
export const newSession = (lines: SessionLine[], orderRevision: number, slipCode: string): PackSession => ({
	lines,
	packages: [emptyPackage(1)],
	lastLine: null,
	question: null,
	orderRevision,
	slipCode,
	isStaged: false,
	takenFrom: '',
	isSuggested: false,
});

/** The session with pieces in its open package; a new package is opened if the last one is closed. */
function withPieces(session: PackSession, pieces: readonly PackagePiece[]): PackSession {
	const last = session.packages.at(-1);
	const packages =
		last && !last.isClosed
			? [...session.packages.slice(0, -1), { ...last, pieces: [...last.pieces, ...pieces] }]
			: [...session.packages, { ...emptyPackage(session.packages.length + 1), pieces: [...pieces] }];
	return { ...session, packages, question: null, lastLine: pieces.at(-1)?.lineIndex ?? session.lastLine };
}

/** The first detail of a piece that its item asks for and the scan did not have. */
function missingDetail({ flags }: SessionLine, piece: PackagePiece): 'serial' | 'lot' | 'expiresOn' | undefined {
	if (flags.includes('needsSerial') && piece.serial === '') return 'serial';
	if (!flags.includes('needsLot')) return undefined;
	if (piece.lot === '') return 'lot';
	return piece.expiresOn === '' ? 'expiresOn' : undefined;
}

/** Whether the serial number is in one of the session's packages. */
const hasSerial = ({ packages, lines }: PackSession, itemId: number | null, serial: string): boolean =>
	packages.some(({ pieces }) =>
		pieces.some((piece) => piece.serial === serial && lines[piece.lineIndex]?.itemId === itemId),
	);

/** Whether a serial number is in one of the session's packages, of whatever item. */
export const hasPackedSerial = ({ packages }: PackSession, serial: string): boolean =>
	packages.some(({ pieces }) => pieces.some((piece) => piece.serial === serial));

/** What the rules need to know about the world. */
export interface PackFacts {
	/** ISO date. */
	today: string;
	/** Whether the serial number of an item was packed with an order before. */
	isSerialUsed: (itemId: number, serial: string) => boolean;
}

/** Adds one piece with its details, or asks for the next detail. */
function addDetailed(session: PackSession, piece: PackagePiece, facts: PackFacts): PackResult {
	const line = session.lines[piece.lineIndex];
	if (!line) return refused('wrongItem');
	if (piece.serial !== '' && line.itemId !== null) {
		if (hasSerial(session, line.itemId, piece.serial) || facts.isSerialUsed(line.itemId, piece.serial))
			return refused('serialUsed');
	}
	if (piece.expiresOn !== '' && piece.expiresOn < facts.today) return refused('expired');
	const asks = missingDetail(line, piece);
	if (asks)
		return {
			kind: 'asks',
			session: { ...session, question: { lineIndex: piece.lineIndex, asks, piece }, lastLine: piece.lineIndex },
		};
	return {
		kind: 'counted',
		session: withPieces(session, [piece]),
		lineIndex: piece.lineIndex,
		quantity: piece.quantity,
		pieces: [piece],
	};
}

/** Counts a scanned item. The pieces of a pack may belong to several lines with the same item. */
export function scanItem(session: PackSession, scanned: ScannedItem, facts: PackFacts): PackResult {
	const ofItem = session.lines.flatMap(({ itemId, isGoods }, index) =>
		itemId === scanned.itemId && isGoods ? [index] : [],
	);
	const [first] = ofItem;
	if (first === undefined) return refused('wrongItem');
	const waiting = ofItem.filter((index) => remainingOf(session, index) > 0);
	const [lineIndex] = waiting;
	const remaining = waiting.reduce((sum, index) => sum + remainingOf(session, index), 0);
	if (lineIndex === undefined || remaining < scanned.quantity) return refused('surplus');
	const flags = session.lines[lineIndex]?.flags ?? [];
	const { serial, lot, expiresOn } = scanned;
	if (flags.includes('needsSerial') || flags.includes('needsLot')) {
		// A serial number belongs to one piece: the code of a pack cannot count several.
		if (flags.includes('needsSerial') && scanned.quantity > 1) return refused('surplus');
		if (remainingOf(session, lineIndex) < scanned.quantity) return refused('surplus');
		return addDetailed(session, { lineIndex, quantity: scanned.quantity, serial, lot, expiresOn }, facts);
	}
	let left = scanned.quantity;
	const pieces: PackagePiece[] = [];
	for (const index of waiting) {
		const quantity = Math.min(left, remainingOf(session, index));
		if (quantity > 0) pieces.push({ lineIndex: index, quantity, serial: '', lot: '', expiresOn: '' });
		left -= quantity;
	}
	return {
		kind: 'counted',
		session: withPieces(session, pieces),
		lineIndex: pieces.at(-1)?.lineIndex ?? lineIndex,
		quantity: scanned.quantity,
		pieces,
	};
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
/** A typed date as an ISO date; undefined when it is none. */
function dateIn(text: string): string | undefined {
	const digits = /^(\d{2})(\d{2})(\d{2})$/.exec(text);
	const [, day = '', month = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
	// 03/04/2027 is in March or in April.
	const isClear = text.includes('.') || Number(day) > 12;
	const european = year !== '' && isClear ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
	const iso = digits ? `20${digits[1]}-${digits[2]}-${digits[3]}` : european;
	return ISO_DATE.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : undefined;
}

/** Answers the question for a serial number, a lot or an expiry date. */
export function answerQuestion(session: PackSession, text: string, facts: PackFacts): PackResult {
	const { question } = session;
	const answer = text.trim().slice(0, 80);
	if (!question || answer === '') return refused('unreadable');
	const date = question.asks === 'expiresOn' ? dateIn(answer) : answer;
	if (date === undefined) return refused('unreadable');
	return addDetailed({ ...session, question: null }, { ...question.piece, [question.asks]: date }, facts);
}

/** Counts pieces by hand: those of an item without a code, or many of one item. */
export function countByHand(session: PackSession, lineIndex: number, quantity: number, facts: PackFacts): PackResult {
	const line = session.lines[lineIndex];
	if (!line?.isGoods || quantity <= 0) return refused('wrongItem');
	if (quantity > remainingOf(session, lineIndex)) return refused('surplus');
	if (line.flags.includes('needsSerial') && quantity > 1) return refused('surplus');
	return addDetailed(session, { lineIndex, quantity, serial: '', lot: '', expiresOn: '' }, facts);
}

/** Counts all pieces that are missing, without their details: nothing is verified. */
export function withMissingPieces(session: PackSession): PackSession {
	const counts = packedCounts(session);
	const pieces = session.lines.flatMap(({ isGoods, wanted }, lineIndex) => {
		const quantity = isGoods ? wanted - (counts[lineIndex] ?? 0) : 0;
		return quantity > 0 ? [{ lineIndex, quantity, serial: '', lot: '', expiresOn: '' }] : [];
	});
	return withPieces({ ...session, question: null }, pieces);
}

/** Takes pieces of a line out of the packages, from the last one packed. Undefined when so many are not in them. */
export function takeOut(session: PackSession, lineIndex: number, quantity: number): PackSession | undefined {
	if (quantity <= 0 || packedOf(session, lineIndex) < quantity) return undefined;
	let left = quantity;
	const packages = [...session.packages]
		.reverse()
		.map((pack) => {
			const pieces = [...pack.pieces]
				.reverse()
				.flatMap((piece) => {
					if (piece.lineIndex !== lineIndex || left === 0) return [piece];
					const taken = Math.min(left, piece.quantity);
					left -= taken;
					return piece.quantity === taken ? [] : [{ ...piece, quantity: piece.quantity - taken }];
				})
				.reverse();
			return { ...pack, pieces };
		})
		.reverse();
	return unweighed({ ...session, packages, lastLine: lineIndex });
}

/**
 * Undoes the last step: an unanswered question, an empty package, or the last pieces that were counted; a package that was closed is
 * opened again.
 */
export function undoLast(session: PackSession): { session: PackSession; undone: PackagePiece | null } | undefined {
	if (session.question) return { session: { ...session, question: null }, undone: null };
	const last = session.packages.at(-1);
	if (!last) return undefined;
	const others = session.packages.slice(0, -1);
	if (last.pieces.length === 0) {
		const previous = others.at(-1);
		return previous
			? { session: { ...session, packages: [...others.slice(0, -1), { ...previous, isClosed: false }] }, undone: null }
			: undefined;
	}
	const undone = last.pieces.at(-1);
	if (!undone) return undefined;
	return {
		session: unweighed({
			...session,
			packages: [...others, { ...last, isClosed: false, pieces: last.pieces.slice(0, -1) }],
			lastLine: undone.lineIndex,
		}),
		undone,
	};
}

/** Closes the open package and opens the next one. Undefined when the open one is empty. */
export function nextPackage(session: PackSession): PackSession | undefined {
	const last = session.packages.at(-1);
	if (!last || last.pieces.length === 0 || session.question) return undefined;
	return {
		...session,
		packages: [...session.packages.slice(0, -1), { ...last, isClosed: true }, emptyPackage(last.number + 1)],
	};
}

/** The session with this box for one of its packages. Empty name: the suggested one. */
export const withChosenCarton = (session: PackSession, number: number, chosenCarton: string): PackSession => ({
	...session,
	packages: session.packages.map((pack) =>
		pack.number === number ? { ...pack, chosenCarton, weightKg: null, weightReason: '' } : pack,
	),
});

/** The first package with goods that was not weighed. */
export const firstUnweighed = ({ packages }: PackSession): PackPackage | undefined =>
	packages.find(({ pieces, weightKg }) => pieces.length > 0 && weightKg === null);
export const withWeight = (
	session: PackSession,
	number: number,
	weight: Pick<PackPackage, 'weightKg' | 'weightReason'>,
): PackSession => ({
	...session,
	packages: session.packages.map((pack) => (pack.number === number ? { ...pack, ...weight } : pack)),
});
/** A package whose contents or box changed has to be weighed again. */
const unweighed = (session: PackSession): PackSession => ({
	...session,
	packages: session.packages.map((pack) => ({ ...pack, weightKg: null, weightReason: '' })),
});

/** All packages closed, without empty ones. */
export const closeAll = (session: PackSession): PackSession => ({
	...session,
	packages: session.packages
		.filter(({ pieces }) => pieces.length > 0)
		.map((pack, index) => ({ ...pack, number: index + 1, isClosed: true })),
});

/** Pieces packed of each line of the order; those of a kit are whole kits. @param orderLineCount number of lines */
export function packedQuantities(session: PackSession, orderLineCount: number): number[] {
	const counts = packedCounts(session);
	const whole = Array.from({ length: orderLineCount }, () => Number.POSITIVE_INFINITY);
	for (const [index, { orderLine, perPiece }] of session.lines.entries())
		whole[orderLine] = Math.min(whole[orderLine] ?? 0, Math.floor((counts[index] ?? 0) / perPiece));
	return whole.map((count) => (Number.isFinite(count) ? count : 0));
}

/**
 * The session with the lines of a changed order. Pieces that are packed stay packed as far as the order still wants them.
 * @returns also the pieces that have to be taken out of the packages, by SKU
 */
export function withLines(
	session: PackSession,
	lines: SessionLine[],
	orderRevision: number,
): { session: PackSession; tooMany: { sku: string; quantity: number }[] } {
	const free = lines.map(({ wanted }) => wanted);
	const tooMany = new Map<string, number>();
	const packages = session.packages.map((pack) => ({
		...pack,
		pieces: pack.pieces.flatMap((piece) => {
			const old = session.lines[piece.lineIndex];
			let left = piece.quantity;
			const placed: PackagePiece[] = [];
			for (const [index, line] of lines.entries()) {
				const isSame = old && (line.itemId !== null ? line.itemId === old.itemId : line.name === old.name);
				const quantity = isSame ? Math.min(left, free[index] ?? 0) : 0;
				if (quantity === 0) continue;
				placed.push({ ...piece, lineIndex: index, quantity });
				free[index] = (free[index] ?? 0) - quantity;
				left -= quantity;
			}
			if (left > 0) {
				const sku = old?.sku || old?.name || '';
				tooMany.set(sku, (tooMany.get(sku) ?? 0) + left);
			}
			return placed;
		}),
	}));
	return {
		session: unweighed({ ...session, lines, packages, question: null, lastLine: null, orderRevision }),
		tooMany: [...tooMany].map(([sku, quantity]) => ({ sku, quantity })),
	};
}
