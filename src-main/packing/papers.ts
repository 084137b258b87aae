// Prints the papers of packing: the command card, pick lists, packing slips of orders, and slips of packages without a label. They are
// drawn for the stock of the printer that the print rules choose, and not stored.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import type { SavedItem } from '../../src-contract/model/item';
import type { PrintableKind, PrinterProfile } from '../../src-contract/model/print';
import { localDay } from '../../src-contract/rules/days';
import { skuKey } from '../catalog/sku-key';
import type { StoredOrder } from '../orders/saved/order-store';
import { dateTimeText } from '../platform/date-text';
import type { Badge } from '../printing/layout/badge-pdf';
import type { PackingPaper } from '../printing/layout/packing-paper';
import { addressLines, type PackingSlip } from '../printing/layout/packing-slip';
import type { PickedItem } from '../printing/layout/pick-list-pdf';
import { sessionLines } from './session-lines';

/**
 * Number of packing slips that are printed together. A printer that gets pictures needs about 2 MB of memory for each page, and the
 * document thread has 384 MB.
 */
const SLIPS_PER_PRINT = 50;

type PrintedOrder = Pick<StoredOrder, 'number' | 'lines' | 'draft' | 'notes'>;
type FindItem = (sku: string) => SavedItem | undefined;

export interface PackingPapersDependencies {
	/** @throws `order.notFound` */
	getOrder: (id: number) => PrintedOrder;
	findBySku: FindItem;
	/** Draws a paper in the document thread. */
	drawPackingPaper: (paper: PackingPaper, printer: PrinterProfile) => Promise<Uint8Array>;
	/** Prints on the printer that the print rules choose for this kind of document. */
	printDrawn: (
		kind: PrintableKind,
		title: string,
		draw: (printer: PrinterProfile) => Promise<Uint8Array>,
	) => Promise<{ destination: string }>;
	now: () => Date;
}

/** A package that is closed and has no label yet. */
export interface StagedPackage {
	orderNumber: string;
	recipient: string;
	slipCode: string;
	/** From 1. */
	packageNumber: number;
	packageCount: number;
	/** Country of the recipient, which decides between the forms of Chinese characters; empty: not known. */
	countryCode?: string;
}

const recipientOf = ({ draft: { to } }: PrintedOrder): string => to.companyName || to.contactPerson;

/**
 * What has to be fetched for the orders, sorted by name. Kits are replaced by their parts where they are scanned by parts. Lines that are
 * not goods are left out.
 */
export function pickedItems(orders: readonly PrintedOrder[], findBySku: FindItem): PickedItem[] {
	const itemsByKey = new Map<string, PickedItem>();
	for (const order of orders) {
		const number = order.number || recipientOf(order);
		const quantities = new Map<string, number>();
		for (const { sku, name, wanted, isGoods } of sessionLines(order.lines, findBySku, () => false)) {
			if (!isGoods) continue;
			const key = sku === '' ? `name:${name}` : `sku:${skuKey(sku)}`;
			if (!itemsByKey.has(key)) itemsByKey.set(key, { sku, name, quantity: 0, orders: [] });
			quantities.set(key, (quantities.get(key) ?? 0) + wanted);
		}
		for (const [key, quantity] of quantities) {
			const item = itemsByKey.get(key);
			item?.orders.push({ number, quantity });
			if (item) item.quantity += quantity;
		}
	}
	const compare = new Intl.Collator(undefined, { numeric: true }).compare;
	return [...itemsByKey.values()].sort((left, right) => compare(left.name, right.name) || compare(left.sku, right.sku));
}

/** The packing slip of an order before it is packed. It shows the lines as the customer ordered them. */
function orderSlip({ number, lines, draft, notes }: PrintedOrder, findBySku: FindItem, date: string): PackingSlip {
	return {
		from: addressLines(draft.from),
		to: addressLines(draft.to),
		items: lines.map(({ sku, description, quantity }) => ({
			sku,
			description: description || findBySku(sku)?.name || '',
			quantity,
		})),
		orderNumber: number,
		notes: [
			{ title: t('Note of the customer'), text: notes.customer },
			{ title: t('Gift text'), text: notes.giftText },
		].filter(({ text }) => text.trim() !== ''),
		reference: '',
		trackingNumber: '',
		date,
		countries: [draft.to.countryCode, draft.from.countryCode],
	};
}

/** The error of a print, with the number of slips that were printed before it. */
const partlyPrinted = (error: unknown, printed: number, slips: readonly PackingSlip[]): AppError =>
	new AppError(
		error instanceof AppError ? error.code : 'internal',
		t('{printed} of {total} packing slips were printed, up to order {number}. The next ones failed: {reason}', {
			printed,
			total: slips.length,
			number: slips[printed - 1]?.orderNumber ?? '',
			reason: errorMessage(error),
		}),
		{ cause: error },
	);

export function createPackingPapers({
	getOrder,
	findBySku,
	drawPackingPaper,
	printDrawn,
	now,
}: PackingPapersDependencies) {
	const print = (kind: PrintableKind, title: string, paper: PackingPaper): Promise<{ destination: string }> =>
		printDrawn(kind, title, (printer) => drawPackingPaper(paper, printer));

	return {
		printCard: () => print('papers', 'command-card', { kind: 'commandCard' }),

		/** @throws `order.notFound`; `input.invalid` when there is nothing to pick; the errors of printing */
		async printPickList(orderIds: readonly number[]): Promise<{ destination: string }> {
			const orders = orderIds.map(getOrder);
			const items = pickedItems(orders, findBySku);
			if (items.length === 0)
				throw new AppError('input.invalid', t('These orders have no goods to pick. Nothing was printed.'));
			const countries = [...new Set(orders.map(({ draft }) => draft.from.countryCode))];
			const list = { items, orderCount: orders.length, date: dateTimeText(now()), countries };
			return print('papers', 'pick-list', { kind: 'pickList', list });
		},

		/**
		 * Prints the packing slips of the orders, in this order.
		 * @throws `order.notFound`, before anything is printed; the errors of printing, which name the slips that were printed
		 */
		async printSlips(orderIds: readonly number[]): Promise<{ destination: string; slips: number }> {
			const date = localDay(now());
			const slips = orderIds.map((id) => orderSlip(getOrder(id), findBySku, date));
			let destination = '';
			for (let printed = 0; printed < slips.length; printed += SLIPS_PER_PRINT) {
				const paper: PackingPaper = { kind: 'packingSlips', slips: slips.slice(printed, printed + SLIPS_PER_PRINT) };
				try {
					({ destination } = await print('slip', 'packing-slips', paper));
				} catch (error) {
					throw printed === 0 ? error : partlyPrinted(error, printed, slips);
				}
			}
			return { destination, slips: slips.length };
		},

		/** Prints on the printer for labels. @param badge its code is not stored */
		printBadge: (badge: Badge): Promise<{ destination: string }> => print('label', 'badge', { kind: 'badge', badge }),

		/** Prints on the printer for labels, so that the slip can be stuck on the package. */
		printStagingSlip({ countryCode = '', ...pack }: StagedPackage): Promise<{ destination: string }> {
			const slip = { ...pack, date: dateTimeText(now()), countries: [countryCode] };
			return print('label', `staging-${pack.slipCode}`, { kind: 'stagingSlip', slip });
		},
	};
}
export type PackingPapers = ReturnType<typeof createPackingPapers>;
