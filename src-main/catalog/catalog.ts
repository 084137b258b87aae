// The catalogue of items: saves, finds, exports and undoes.
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { emptyItem, type Item, type ItemFacts, type SavedItem, type UnknownItem } from '../../src-contract/model/item';
import { writeFileAtomically } from '../platform/atomic-write';
import { yieldToEventLoop } from '../platform/event-loop';
import { toSeparated } from '../platform/tabular/tables';
import { readScannedCode } from './item-code';
import type { ItemFilter, ItemStore } from './item-store';

/** Number of changes that are undone, and of items that are exported, before the main process handles other events. */
const ITEMS_PER_STEP = 500;

export interface UndoneItems {
	restored: number;
	/** Items that were changed since, and stay as they are. */
	skipped: number;
}

/** The first bytes of a JPEG file. */
const JPEG_START = [0xff, 0xd8, 0xff];

/** An item, as one of its codes was scanned. */
export interface ScannedItem {
	item: SavedItem;
	/** Pieces that the code counts. */
	quantity: number;
	serial: string;
	lot: string;
	/** ISO date. */
	expiresOn: string;
}

/** Columns of an exported file, in the form in which an import reads them. */
const exportTitles = (): string[] => [
	t('SKU'),
	t('Name##of an item'),
	t('Bar code'),
	t('Bar code of a pack'),
	t('Pieces in a pack'),
	t('Weight (kg)'),
	t('Length (cm)'),
	t('Width (cm)'),
	t('Height (cm)'),
	t('HS code'),
	t('Country of origin'),
	t('Value (€)'),
	t('Customs description'),
	t('Packing note'),
];

/** The rows of an item: one, and one more for each further bar code of a pack. */
function exportRows(item: Item): string[][] {
	const singles = item.codes.filter(({ quantity }) => quantity === 1).map(({ code }) => code);
	const packs = item.codes.filter(({ quantity }) => quantity > 1);
	const numberText = (value: number | null) => (value === null ? '' : String(value));
	const [firstPack, ...otherPacks] = packs;
	const packCells = (pack: typeof firstPack) => [pack?.code ?? '', pack ? String(pack.quantity) : ''];
	const first = [
		item.sku,
		item.name,
		singles.join('|'),
		...packCells(firstPack),
		numberText(item.weightKg),
		numberText(item.lengthCm),
		numberText(item.widthCm),
		numberText(item.heightCm),
		item.hsCode,
		item.originCountry,
		numberText(item.priceEur),
		item.customsDescription,
		item.packingNote,
	];
	return [first, ...otherPacks.map((pack) => [item.sku, '', '', ...packCells(pack), ...first.slice(5).map(() => '')])];
}

export function createCatalog(store: ItemStore) {
	return {
		find: store.find,
		findBySku: store.findBySku,
		/** What an order needs so that a piece of this item is packed for it: the item itself, and the kits that it is a part of. */
		skusWithItem(sku: string): string[] {
			const found = [sku];
			// A kit within a kit; the list ends when no kit is new.
			for (const part of found) found.push(...store.kitsWith(part).filter((kit) => !found.includes(kit)));
			return found;
		},
		/** The item with a scanned bar code, the pieces that the code counts, and the details in a GS1 code. */
		findByScan(text: string): ScannedItem | undefined {
			const { key, ...details } = readScannedCode(text);
			const found = store.findByCode(key);
			return found && { ...found, ...details };
		},
		/** The item with a scanned bar code, also within a GS1 code. */
		findIdByScan: (text: string): number | undefined => store.findByCode(readScannedCode(text).key)?.item.id,
		picture: store.picture,
		hasPicture: store.hasPicture,
		/** @param bytes a JPEG file; null removes the picture @throws `item.notFound`, `input.invalid` */
		setPicture(id: number, bytes: Uint8Array | null): void {
			if (!store.find(id))
				throw new AppError('item.notFound', t('This item was removed meanwhile. Nothing was saved.'));
			if (bytes === null) {
				store.removePicture(id);
				return;
			}
			// The screen has drawn the picture again, as JPEG: no other file gets here.
			if (!JPEG_START.every((byte, index) => bytes[index] === byte))
				throw new AppError('input.invalid', t('The picture cannot be read. Nothing was saved.'));
			store.setPicture(id, bytes);
		},
		history: store.history,
		save: (item: Item, id: number | undefined): SavedItem => store.save(item, id),
		remove: store.remove,
		list: (filter: ItemFilter, offset: number, limit: number) => ({
			items: store.list(filter, offset, limit),
			total: store.count(filter),
		}),
		counts: () => ({
			total: store.count({ text: '', onlyIncomplete: false }),
			incomplete: store.count({ text: '', onlyIncomplete: true }),
		}),

		/** What orders take from the items with these SKUs; unknown ones are left out. */
		facts: (skus: readonly string[]): ItemFacts[] =>
			skus.flatMap((sku) => {
				const item = store.findBySku(sku);
				return item ? [{ ...item, isNotGoods: item.flags.includes('isNotGoods') }] : [];
			}),
		/** Adds the items of an order file that are not known yet, to be completed. @param fileName noted with the change */
		addUnknown(items: readonly UnknownItem[], fileName: string): void {
			const newItems = items.filter(({ sku }) => !store.findBySku(sku));
			if (newItems.length === 0) return;
			const batchId = store.beginBatch('import', fileName);
			for (const item of newItems) store.saveIn(batchId, { ...emptyItem, ...item }, undefined);
		},

		/**
		 * Undoes a batch in parts.
		 * @param itemId only the change of this item; null: all
		 * @throws `item.notFound` when it cannot be undone any more
		 */
		async undo(batchId: number, itemId: number | null = null): Promise<UndoneItems> {
			const changes = store.undoableChanges(batchId, itemId);
			const undoId = store.beginBatch('undo', '');
			let restored = 0;
			for (let start = 0; start < changes.length; start += ITEMS_PER_STEP) {
				restored += store.undoChanges(undoId, changes.slice(start, start + ITEMS_PER_STEP));
				await yieldToEventLoop();
			}
			return { restored, skipped: changes.length - restored };
		},

		/** Writes the items that match the filter as CSV, atomically. @returns their number */
		async exportTo(file: string, filter: ItemFilter): Promise<number> {
			const parts = [toSeparated([exportTitles()])];
			let count = 0;
			for (;;) {
				const page = store.list(filter, count, ITEMS_PER_STEP);
				if (page.length > 0) parts.push(toSeparated(page.flatMap(exportRows)).replace(/^\ufeff/, ''));
				count += page.length;
				if (page.length < ITEMS_PER_STEP) break;
				await yieldToEventLoop();
			}
			writeFileAtomically(file, parts.join(''));
			return count;
		},
	};
}
export type Catalog = ReturnType<typeof createCatalog>;
