// The seeded orders of the recorded packing day, their files, and the errors that are planted in it.
import type { Refusal } from '../../src-contract/model/packing';
import { catalogueItem, linesOf, type OrderLines } from './packing-goods';

/** Kinds of planted errors, with the refusal that catches each. */
export const PLANTED_KINDS = {
	wrongItem: 'wrongItem',
	short: 'incomplete',
	surplus: 'surplus',
	wrongLabel: 'wrongLabel',
	labelTwice: 'wrongLabel',
	voidedLabel: 'voidedLabel',
	unknownCode: 'unknownCode',
	unknownSku: 'unknownCode',
	sameOrderTwice: 'notPackable',
	heldOrder: 'notPackable',
	cancelledOrder: 'notPackable',
	changedOrder: 'orderChanged',
	serialReused: 'serialUsed',
	kitPartMissing: 'incomplete',
	packTooLarge: 'surplus',
	otherOrder: 'wrongOrder',
	expiredLot: 'expired',
	labelForItem: 'wrongLabel',
	itemForLabel: 'wrongLabel',
	unreadable: 'unreadable',
	duplicateNumber: 'wrongOrder',
} as const satisfies Record<string, Refusal>;
export type PlantedKind = keyof typeof PLANTED_KINDS;
const KINDS = Object.keys(PLANTED_KINDS) as PlantedKind[];
const MIN_ORDERS_FOR_ALL = 200;
/** Orders before the first planted error: some labels and serial numbers are used by then. */
const FIRST_PLANTED = 20;
/** Orders after the last one, of which some are not packed then. */
const LAST_ORDERS = 10;

/** Lines with which an order shows an error of a kind. */
const LINES_OF_KIND: Partial<Record<PlantedKind, OrderLines>> = {
	wrongItem: { 'ITEM-002': 1, 'ITEM-003': 1 },
	short: { 'ITEM-004': 1, 'ITEM-006': 2 },
	surplus: { 'ITEM-007': 1, 'ITEM-008': 2 },
	unknownCode: { 'ITEM-009': 1, 'ITEM-011': 1 },
	changedOrder: { 'ITEM-012': 1, 'ITEM-013': 2 },
	serialReused: { 'CAM-000': 2, 'ITEM-014': 1 },
	kitPartMissing: { 'KIT-001': 1 },
	packTooLarge: { 'ITEM-010': 2, 'ITEM-016': 1 },
	otherOrder: { 'ITEM-017': 2 },
	expiredLot: { 'TEA-000': 1, 'ITEM-018': 1 },
	labelForItem: { 'ITEM-019': 2 },
	unreadable: { 'ITEM-021': 2 },
};

/** An order of the day. */
export interface PlannedOrder {
	number: string;
	lines: OrderLines;
	planted: PlantedKind | undefined;
}
/** @param count number of orders; a day with fewer than 200 has each kind of error once, else twice */
export function planDay(count: number): PlannedOrder[] {
	const plantedCount = count >= MIN_ORDERS_FOR_ALL ? 2 * KINDS.length : KINDS.length;
	const spacing = Math.floor((count - FIRST_PLANTED - LAST_ORDERS) / plantedCount);
	if (spacing < 1) throw new Error(`a day needs at least ${FIRST_PLANTED + KINDS.length + LAST_ORDERS} orders`);
	return Array.from({ length: count }, (_, index) => {
		const place = (index - FIRST_PLANTED) / spacing;
		const planted =
			place >= 0 && place < plantedCount && Number.isInteger(place) ? KINDS[place % KINDS.length] : undefined;
		const round = Math.floor(place / KINDS.length);
		const lines =
			planted === 'unknownSku' ? { 'ITEM-001': 1, [`NEW-${round}`]: 1 } : planted ? LINES_OF_KIND[planted] : undefined;
		return { number: `SO-${1001 + index}`, lines: lines ?? linesOf(index + 1), planted };
	});
}

const FIRST = ['Anna', 'Ben', 'Clara', 'Daan', 'Elin', 'Femke', 'Goran', 'Hanna', 'Iris', 'Jonas', 'Karla', 'Liam'];
const LAST = ['Muster', 'Voorbeeld', 'Exemple', 'Beispiel', 'Esempio', 'Przyklad', 'Mallikas', 'Modell'];
const PLACES = [
	['Invalidenstraße', '10115', 'Berlin', 'Germany'],
	['Keizersgracht', '1015 AA', 'Amsterdam', 'Netherlands'],
	['Rue de la Loi', '1000', 'Bruxelles', 'Belgium'],
	['Rue de Rivoli', '75001', 'Paris', 'France'],
	['Mariahilfer Straße', '1060', 'Wien', 'Austria'],
	['Vesterbrogade', '1620', 'København', 'Denmark'],
] as const;
/** Titles of the files of two shops: each is a source of its own. */
const TITLES = {
	first:
		'Order number;Contact person;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in;Weight (kg);Length;Width;Height;Order status',
	second:
		'Order no;Contact person;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in;Weight (kg);Length;Width;Height;Status',
};

/** An order file of a shop, with a row for each item. */
export function orderFile(
	orders: readonly Pick<PlannedOrder, 'number' | 'lines'>[],
	{ source = 'first', status = 'processing' }: { source?: keyof typeof TITLES; status?: string } = {},
): string {
	const rows = orders.flatMap(({ number, lines }) => {
		const seed = Number(number.replace(/\D/g, ''));
		const [street, zipcode, city, country] = PLACES[seed % PLACES.length] as (typeof PLACES)[number];
		const recipient = `${FIRST[seed % FIRST.length]} ${LAST[seed % LAST.length]};${street} ${seed};${zipcode};${city};${country};+31 20 555 ${seed};order-${seed}@example.com`;
		return Object.entries(lines).map(
			([sku, quantity]) =>
				`${number};${recipient};${sku};${sku.startsWith('NEW') ? 'Novelty' : catalogueItem(sku).name};${quantity};4,50;NL;1,2;30;20;10;${status}`,
		);
	});
	return `${[TITLES[source], ...rows].join('\r\n')}\r\n`;
}
