// IPC methods of the catalogue of items.
import * as z from 'zod';
import { keysOf } from '../lib/keys';
import { droppedFileSchema, importReadOptionsSchema } from '../model/address-import';
import {
	ITEM_FIELDS,
	ITEM_ROW_STATES,
	type ItemChange,
	type ItemFile,
	type ItemRow,
	type ItemRowCounts,
	itemSchema,
	type SavedItem,
} from '../model/item';
import { idInput, method, noInput, pageInput } from './method';

/** Maximum size of the picture of an item, as the screen draws it. */
const MAX_PICTURE_BYTES = 300_000;

const filterSchema = z.object({
	/** Words of the name, the SKU or a bar code, each from its start. */
	text: z.string().max(200),
	/** Only items that lack what a booking needs. */
	onlyIncomplete: z.boolean(),
});
const columnsSchema = z.array(z.enum(keysOf(ITEM_FIELDS)).nullable()).max(1000);

export const itemsApi = {
	'items.list': method<{ items: SavedItem[]; total: number }>()(filterSchema.extend(pageInput.shape)),
	'items.counts': method<{ total: number; incomplete: number }>()(noInput),
	/** Null when the item was removed. */
	'items.get': method<SavedItem | null>()(idInput),
	/** Fails with `item.taken` when another item has the SKU or one of the bar codes. */
	'items.save': method<SavedItem>()(itemSchema.extend({ id: z.int().positive().optional() })),
	/** @returns the batch to undo */
	'items.remove': method<{ batchId: number }>()(z.object({ ids: z.array(z.int().positive()).min(1).max(500) })),
	/** The picture of an item as a JPEG file; null when it has none. */
	'items.picture': method<Uint8Array<ArrayBuffer> | null>()(idInput),
	/** @param bytes A JPEG file that the screen has drawn; null removes the picture. */
	'items.setPicture': method<void>()(
		idInput.extend({
			bytes: z
				.instanceof(Uint8Array)
				.refine(({ length }) => length <= MAX_PICTURE_BYTES)
				.nullable(),
		}),
	),
	/** Changes of an item, the newest first. */
	'items.history': method<ItemChange[]>()(idInput),
	/**
	 * Undoes a change or an import for 30 days. Items that were changed since stay as they are.
	 * @param itemId only the change of this item; null: all items of the batch
	 */
	'items.undo': method<{ restored: number; skipped: number }>()(
		z.object({ batchId: z.int().positive(), itemId: z.int().positive().nullable() }),
	),
	/** Opens a save dialog; null when the user cancels it. */
	'items.export': method<{ path: string; items: number } | null>()(filterSchema),
	/** Opens a file dialog; null when the user cancels it. */
	'items.importOpen': method<ItemFile | null>()(noInput),
	'items.importOpenDropped': method<ItemFile>()(droppedFileSchema),
	/** Reads the open file again with these options. */
	'items.importRead': method<ItemFile>()(importReadOptionsSchema),
	/** Compares the rows with the catalogue; writes nothing. */
	'items.importPreview': method<ItemRowCounts>()(z.object({ columns: columnsSchema })),
	/** @param state null: rows in every state */
	'items.importRows': method<ItemRow[]>()(pageInput.extend({ state: z.enum(ITEM_ROW_STATES).nullable() })),
	'items.importApply': method<{ batchId: number; added: number; changed: number; skipped: number }>()(
		z.object({ includeChanged: z.boolean() }),
	),
	'items.importClose': method<void>()(noInput),
} as const;
