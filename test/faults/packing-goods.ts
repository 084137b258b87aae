// The seeded catalogue and orders of the packing campaigns: plain items, packs, kits that are scanned by their parts, and items with a
// serial number or with a lot. The same in every run.
import { emptyItem, type Item } from '../../src-contract/model/item';
import { random } from '../fixtures/address-book/made-up';

const PLAIN_ITEMS = 80;
const KITS = 8;
const SERIAL_ITEMS = 10;
const LOT_ITEMS = 10;
/** Every fifth plain item has the code of a pack with so many pieces. */
const PACK_PIECES = 3;
const COLOURS = ['Blue', 'Red', 'Green', 'White', 'Black', 'Grey', 'Yellow', 'Orange'];
const KINDS = ['mug', 'cup', 'plate', 'bowl', 'lamp', 'towel', 'candle', 'tray', 'vase', 'frame'];
/** After the campaigns run, and within the 50 years that a GS1 date can be ahead. */
const EXPIRES_ON = '2049-12-31';
export const EXPIRED_ON = '2020-01-31';

const numbered = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(3, '0')}`;

/** A GTIN-13 of the range for demonstrations. @param number at most six digits */
export function gtinOf(number: number): string {
	const body = `952999${String(number).padStart(6, '0')}`;
	const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
	return `${body}${(10 - (sum % 10)) % 10}`;
}

const itemOf = (number: number, sku: string, name: string, changes: Partial<Item> = {}): Item => ({
	...emptyItem,
	sku,
	name,
	codes: [{ code: gtinOf(number), quantity: 1 }],
	weightKg: 0.2,
	hsCode: '691200',
	originCountry: 'NL',
	priceEur: 4,
	...changes,
});
const nameOf = (number: number): string =>
	`${COLOURS[number % COLOURS.length]} ${KINDS[Math.floor(number / COLOURS.length) % KINDS.length]}`;

/** The items with their codes. The number of an item makes its GTIN; packs have those from 500 on. */
export const CATALOGUE: readonly Item[] = [
	...Array.from({ length: PLAIN_ITEMS }, (_, number) =>
		itemOf(number, numbered('ITEM', number), nameOf(number), {
			codes: [
				{ code: gtinOf(number), quantity: 1 },
				...(number % 5 === 0 ? [{ code: gtinOf(500 + number), quantity: PACK_PIECES }] : []),
			],
		}),
	),
	...Array.from({ length: KITS }, (_, number) =>
		itemOf(100 + number, numbered('KIT', number), `Set of a ${nameOf(number)}`, {
			codes: [],
			parts: [
				{ sku: numbered('ITEM', number * 3), quantity: 2 },
				{ sku: numbered('ITEM', number * 3 + 1), quantity: 1 },
			],
		}),
	),
	...Array.from({ length: SERIAL_ITEMS }, (_, number) =>
		itemOf(200 + number, numbered('CAM', number), `Camera ${number}`, { flags: ['needsSerial'] }),
	),
	...Array.from({ length: LOT_ITEMS }, (_, number) =>
		itemOf(300 + number, numbered('TEA', number), `Tea ${number}`, { flags: ['needsLot'] }),
	),
];
const BY_SKU = new Map(CATALOGUE.map((item) => [item.sku, item]));
export function catalogueItem(sku: string): Item {
	const item = BY_SKU.get(sku);
	if (!item) throw new Error(`the catalogue has no ${sku}`);
	return item;
}

/** A GS1 code with what the item needs to be recorded. @param serial of the piece, or its lot */
export function gs1Code(sku: string, serial: string, expiresOn = EXPIRES_ON): string {
	const item = catalogueItem(sku);
	const gtin = `010${item.codes[0]?.code}`;
	return item.flags.includes('needsSerial')
		? `${gtin}21${serial}`
		: `${gtin}17${expiresOn.slice(2).replaceAll('-', '')}10${serial}`;
}

/** A scan of pieces of an item. */
export interface PieceScan {
	text: string;
	pieces: number;
}
/**
 * The next scan of an item, as a packer would make it: the pack when so many pieces are missing, else one piece.
 * @param piece names the piece, for its serial number or lot
 */
export function nextScan(sku: string, remaining: number, piece: string): PieceScan {
	const { codes, flags } = catalogueItem(sku);
	if (flags.length > 0) return { text: gs1Code(sku, piece), pieces: 1 };
	const pack = codes.find(({ quantity }) => quantity > 1 && quantity <= remaining);
	return { text: (pack ?? codes[0])?.code ?? '', pieces: pack?.quantity ?? 1 };
}

/** Quantity by SKU. */
export type OrderLines = Record<string, number>;
/** The lines of an order: 1 to 12 items, most of them one piece. @param number seeds the order */
export function linesOf(number: number): OrderLines {
	const next = random(number * 7919 + 1);
	const lineCount = 1 + Math.floor(12 * next() ** 2);
	const lines: OrderLines = {};
	while (Object.keys(lines).length < lineCount) {
		const kind = next();
		const pick = (prefix: string, count: number) => numbered(prefix, Math.floor(next() * count));
		if (kind < 0.82) lines[pick('ITEM', PLAIN_ITEMS)] = next() < 0.75 ? 1 : 2 + Math.floor(next() * 3);
		else if (kind < 0.88) lines[pick('KIT', KITS)] = 1;
		else if (kind < 0.94) lines[pick('CAM', SERIAL_ITEMS)] = 1;
		else lines[pick('TEA', LOT_ITEMS)] = 1 + Math.floor(next() * 2);
	}
	return lines;
}

/** The pieces to scan of each SKU: kits are replaced by their parts. An unknown SKU is no kit. */
export function piecesOf(lines: OrderLines): Map<string, number> {
	const pieces = new Map<string, number>();
	for (const [sku, quantity] of Object.entries(lines)) {
		const parts = BY_SKU.get(sku)?.parts ?? [];
		for (const part of parts.length > 0 ? parts : [{ sku, quantity: 1 }])
			pieces.set(part.sku, (pieces.get(part.sku) ?? 0) + part.quantity * quantity);
	}
	return pieces;
}
