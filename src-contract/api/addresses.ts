// Methods of the address book: entries, history, import, snapshots.
import * as z from 'zod';
import { t } from '../i18n';
import {
	type AddressFacets,
	addressFilterSchema,
	type Batch,
	bookEntrySchema,
	type DuplicatePair,
	type EntryChange,
	type SavedAddress,
	type Snapshot,
	type SnapshotCounts,
	type SnapshotRow,
	savedEntrySchema,
	type UndoResult,
} from '../model/address';
import { type AddressCheck, checkedAddressSchema, type PastedField } from '../model/address-check';
import {
	type BookProgress,
	exportFormatSchema,
	IMPORT_STATES,
	type ImportCounts,
	type Imported,
	type ImportFile,
	type ImportRow,
	importPlanSchema,
	importReadingSchema,
} from '../model/address-import';
import { id, method, nothing, page } from './method';

export const addressesApi = {
	'addresses.search': method<SavedAddress[]>()(
		z.object({
			text: z.string().max(200),
			limit: z.int().min(1).max(500),
			filter: addressFilterSchema.prefault({}),
		}),
	),
	/** A page of the list, the last used first. */
	'addresses.list': method<{ rows: SavedAddress[]; total: number }>()(
		z.object({
			offset: z.int().min(0),
			limit: z.int().min(1).max(500),
			filter: addressFilterSchema.prefault({}),
		}),
	),
	'addresses.check': method<AddressCheck>()(checkedAddressSchema),
	'addresses.parsePasted': method<PastedField[]>()(z.object({ text: z.string().max(4000) })),
	'addresses.facets': method<AddressFacets>()(nothing),
	/** The notice of the book was read. */
	'addresses.noticeRead': method<void>()(nothing),
	/** `opened`: as it stood in the form at first; what was not touched since stays as the book has it by now. */
	'addresses.save': method<SavedAddress>()(
		bookEntrySchema.extend({
			id: z.int().positive().optional(),
			opened: z.record(z.string().max(60), z.unknown()).optional(),
		}),
	),
	'addresses.remove': method<{ batchId: number }>()(z.object({ ids: z.array(z.int().positive()).min(1).max(10_000) })),
	'addresses.merge': method<{ batchId: number; entry: SavedAddress }>()(
		z.object({
			keptId: z.int().positive(),
			otherId: z.int().positive(),
			entry: savedEntrySchema,
			/** As both stood when it was chosen: what was only taken from one of them is taken as it is by now. */
			seen: z
				.object({ kept: z.record(z.string().max(60), z.unknown()), other: z.record(z.string().max(60), z.unknown()) })
				.optional(),
		}),
	),
	/** Brings back what stood before a change of the book, for 30 days. */
	'addresses.undo': method<UndoResult>()(
		z.object({ batchId: z.int().positive(), entryId: z.int().positive().nullable().default(null) }),
	),
	'addresses.history': method<EntryChange[]>()(id),
	'addresses.batches': method<Batch[]>()(z.object({ limit: z.int().min(1).max(200) })),
	'addresses.duplicates': method<DuplicatePair[]>()(nothing),
	'addresses.keepApart': method<void>()(z.object({ oneId: z.int().positive(), otherId: z.int().positive() })),
	/** Asks for a file; null: none was chosen. */
	'addresses.importOpen': method<ImportFile | null>()(nothing),
	'addresses.importRead': method<ImportFile>()(importReadingSchema),
	'addresses.importPreview': method<ImportCounts>()(importPlanSchema),
	'addresses.importRows': method<ImportRow[]>()(z.object({ state: z.enum(IMPORT_STATES).nullable(), ...page.shape })),
	'addresses.importTake': method<Imported>()(
		z.object({ columns: importPlanSchema.shape.columns, withChanged: z.boolean() }),
	),
	'addresses.importClose': method<void>()(nothing),
	/** Asks where to; null: nowhere. */
	'addresses.export': method<{ place: string; entries: number } | null>()(
		z.object({ format: exportFormatSchema, filter: addressFilterSchema.prefault({}) }),
	),
	/** How far the long piece of work is that is under way; null: none is. */
	'addresses.progress': method<BookProgress | null>()(nothing),
	/** What is under way ends, and the book is as it was before it. */
	'addresses.stop': method<void>()(nothing),
	'addresses.snapshots': method<Snapshot[]>()(nothing),
	/** @param name of a daily one */
	'addresses.snapshotOpen': method<SnapshotCounts>()(
		z.object({ name: z.string().regex(/^[\w.-]+\.waybill$/, { error: () => t('no snapshot has this name') }) }),
	),
	/** Asks for a backup file; null: none was chosen. */
	'addresses.backupOpen': method<(SnapshotCounts & { name: string }) | null>()(nothing),
	'addresses.snapshotRows': method<SnapshotRow[]>()(page),
	'addresses.snapshotClose': method<void>()(nothing),
	/** @param keys of rows; null: all */
	'addresses.restore': method<{ batchId: number; restored: number }>()(
		z.object({ keys: z.array(z.int().min(0)).max(10_000).nullable() }),
	),
	/** Asks where to; null: nowhere. */
	'addresses.backup': method<{ place: string; entries: number } | null>()(nothing),
} as const;
