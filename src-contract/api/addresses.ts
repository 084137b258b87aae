// IPC methods of the address book: entries, change history, import, export, snapshots.
import * as z from 'zod';
import { t } from '../i18n';
import {
	type AddressBatch,
	type AddressFacets,
	addressFilterSchema,
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
	droppedFileSchema,
	exportFormatSchema,
	IMPORT_STATES,
	type ImportCounts,
	type ImportFile,
	type ImportResult,
	type ImportRow,
	importPlanSchema,
	importReadOptionsSchema,
} from '../model/address-import';
import { idInput, method, noInput, pageInput } from './method';

export const addressesApi = {
	'addresses.search': method<SavedAddress[]>()(
		z.object({
			text: z.string().max(200),
			limit: z.int().min(1).max(500),
			filter: addressFilterSchema.prefault({}),
		}),
	),
	/** A page of the list, most recently used first. */
	'addresses.list': method<{ rows: SavedAddress[]; total: number }>()(
		z.object({
			offset: z.int().min(0),
			limit: z.int().min(1).max(500),
			filter: addressFilterSchema.prefault({}),
		}),
	),
	'addresses.check': method<AddressCheck>()(checkedAddressSchema),
	'addresses.parsePasted': method<PastedField[]>()(z.object({ text: z.string().max(4000) })),
	'addresses.facets': method<AddressFacets>()(noInput),
	/** Records that the user dismissed the message in `AddressFacets.notice`. */
	'addresses.dismissNotice': method<void>()(noInput),
	/**
	 * Adds an entry, or changes the one with this id. `opened` holds the values that the form started with. A field that the user did
	 * not change keeps its current value in the book, because another desk may have changed it meanwhile.
	 */
	'addresses.save': method<SavedAddress>()(
		savedEntrySchema.safeExtend({
			id: z.int().positive().optional(),
			opened: z.record(z.string().max(60), z.unknown()).optional(),
		}),
	),
	'addresses.remove': method<{ batchId: number }>()(z.object({ ids: z.array(z.int().positive()).min(1).max(10_000) })),
	/** Replaces two entries by one: `keptId` gets the values of `entry`, and `otherId` is removed. */
	'addresses.merge': method<{ batchId: number; entry: SavedAddress }>()(
		z.object({
			keptId: z.int().positive(),
			otherId: z.int().positive(),
			entry: savedEntrySchema,
			/**
			 * Both entries as the user saw them. If a field of `entry` was copied from one of the two entries, the field gets the current
			 * value of that entry.
			 */
			seen: z
				.object({ kept: z.record(z.string().max(60), z.unknown()), other: z.record(z.string().max(60), z.unknown()) })
				.optional(),
		}),
	),
	/** Reverts a change of the book, for all its entries or for one entry (`entryId`). Possible for 30 days. */
	'addresses.undo': method<UndoResult>()(
		z.object({ batchId: z.int().positive(), entryId: z.int().positive().nullable().default(null) }),
	),
	'addresses.history': method<EntryChange[]>()(idInput),
	'addresses.batches': method<AddressBatch[]>()(z.object({ limit: z.int().min(1).max(200) })),
	'addresses.duplicates': method<DuplicatePair[]>()(noInput),
	/** Records that two entries are not duplicates. */
	'addresses.markDistinct': method<void>()(z.object({ oneId: z.int().positive(), otherId: z.int().positive() })),
	/** Opens a file dialog; null when the user cancels it. */
	'addresses.importOpen': method<ImportFile | null>()(noInput),
	'addresses.importOpenDropped': method<ImportFile>()(droppedFileSchema),
	/** Reads the open file again with these options. */
	'addresses.importRead': method<ImportFile>()(importReadOptionsSchema),
	/** Determines what the import would do with each row of the open file. Writes nothing. */
	'addresses.importPreview': method<ImportCounts>()(importPlanSchema),
	/** A page of the rows of the preview; `state` null: rows of every state. */
	'addresses.importRows': method<ImportRow[]>()(
		z.object({ state: z.enum(IMPORT_STATES).nullable(), ...pageInput.shape }),
	),
	/** @param includeChanged True also changes entries, as the rows of state `changed` say; false only adds new entries. */
	'addresses.importApply': method<ImportResult>()(
		z.object({ columns: importPlanSchema.shape.columns, includeChanged: z.boolean() }),
	),
	'addresses.importClose': method<void>()(noInput),
	/** Opens a save dialog; null when the user cancels it. */
	'addresses.export': method<{ path: string; entries: number } | null>()(
		z.object({ format: exportFormatSchema, filter: addressFilterSchema.prefault({}) }),
	),
	/** Progress of the running task (import, undo, restore or duplicate search); null when none runs. */
	'addresses.progress': method<BookProgress | null>()(noInput),
	/** Cancels the running task and rolls back what it changed. */
	'addresses.cancelTask': method<void>()(noInput),
	'addresses.snapshots': method<Snapshot[]>()(noInput),
	/** @param name File name of a daily snapshot. */
	'addresses.snapshotOpen': method<SnapshotCounts>()(
		z.object({
			name: z.string().regex(/^[\w.-]+\.waybill$/, { error: () => t('There is no snapshot with this name') }),
		}),
	),
	/** Opens a file dialog for a backup file; null when the user cancels it. */
	'addresses.backupOpen': method<(SnapshotCounts & { name: string }) | null>()(noInput),
	'addresses.snapshotRows': method<SnapshotRow[]>()(pageInput),
	'addresses.snapshotClose': method<void>()(noInput),
	/** @param keys Row keys from `addresses.snapshotRows`; null restores all rows. */
	'addresses.restore': method<{ batchId: number; restored: number }>()(
		z.object({ keys: z.array(z.int().min(0)).max(10_000).nullable() }),
	),
	/** Opens a save dialog; null when the user cancels it. */
	'addresses.backup': method<{ path: string; entries: number } | null>()(noInput),
} as const;
