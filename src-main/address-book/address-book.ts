// The address book's public interface. Its calls run in one of two worker threads, except `progress` and `stop`, which use shared
// memory.
import type { AddressFilter, BookEntry } from '../../src-contract/model/address';
import type { ColumnTarget, DroppedFile, ExportFormat } from '../../src-contract/model/address-import';
import { rethrowTimeoutAsTooLarge } from '../platform/tabular/file-too-large';
import type { OpenedPair } from './entries';
import { watchProgress } from './progress';
import { type AddressThreads, createThreadSchedule } from './thread-schedule';

/** @param onWritten called after each write of this desk, even a failed one, but not after writes that came from the site */
export function createAddressBook(threads: AddressThreads, onWritten: () => void = () => {}) {
	const interactive = threads.interactive.client;
	const background = threads.background.client;
	const progress = watchProgress(threads.progressMemory);
	const schedule = createThreadSchedule(threads, onWritten);
	const { afterWrites, write, writeFromSite, inBackground, writeInBackground, snapshotDaily } = schedule;

	return {
		search: interactive.find,
		/** One page of the filtered list, and the number of entries that match the filter. */
		list: interactive.list,
		facets: interactive.facets,
		dismissNotice: () => write(interactive.dismissNotice),
		/** Warnings about an address, and the parts that are too long for a carrier. */
		check: interactive.check,
		parsePastedAddress: interactive.parsePastedAddress,

		/**
		 * Adds the entry, or updates it when it has an id.
		 * @param opened the fields as the form loaded them; fields the user did not edit keep their current value in the book
		 * @throws `address.notFound` when no entry has the id
		 */
		save: (entry: BookEntry & { id?: number | undefined }, opened: Record<string, unknown> = {}) =>
			write(() => interactive.save(entry, opened)),
		remove: (ids: readonly number[]) => write(() => interactive.remove(ids)),
		/**
		 * Merges two entries into the first of them, which keeps its id and its position in the list.
		 * @param entry the fields of the merged entry
		 * @param opened the fields of both entries as the form loaded them
		 * @throws `address.notFound` when one of the entries no longer exists
		 */
		merge: (keptId: number, removedId: number, entry: BookEntry, opened: OpenedPair = {}) =>
			write(() => interactive.merge(keptId, removedId, entry, opened)),
		/** Counts a use of the entries with this name and address, and moves them to the top of the list. */
		markUsed: (address: Parameters<typeof interactive.markUsed>[0]) => write(() => interactive.markUsed(address)),

		/**
		 * Undoes a change of the book, or only its part that concerns one entry. A change is for example an import, an edit or a
		 * removal of several entries. Entries that were changed again since are skipped.
		 * @throws `address.notFound` when the change cannot be undone, for example because it was undone before or is older than 30 days
		 */
		undo: (batchId: number, entryId: number | null = null) =>
			writeInBackground(() => background.undo(batchId, entryId)),
		history: interactive.history,
		batches: interactive.batches,

		duplicates: () => inBackground(background.duplicates),
		/** Records that two similar entries are not duplicates. */
		markDistinct: (firstId: number, secondId: number) => write(() => interactive.markDistinct(firstId, secondId)),

		/** @param file path of the file, or the content of a file that the user dropped on the window */
		importOpen: (file: string | DroppedFile) =>
			inBackground(() => background.importOpen(file)).catch(rethrowTimeoutAsTooLarge('address.fileFailed')),
		/** Reads the opened file again with another encoding, separator or header setting. */
		importRead: (...args: Parameters<typeof background.importRead>) =>
			inBackground(() => background.importRead(...args)),
		importPreview: (...args: Parameters<typeof background.importPreview>) =>
			inBackground(() => background.importPreview(...args)),
		importRows: (...args: Parameters<typeof background.importRows>) =>
			inBackground(() => background.importRows(...args)),
		importApply: (columns: readonly (ColumnTarget | null)[], includeChanged: boolean) =>
			writeInBackground(() => background.importApply(columns, includeChanged)),
		importClose: () => inBackground(background.importClose),
		/** @returns number of entries written to the file */
		export: (file: string, format: ExportFormat, filter: AddressFilter) =>
			inBackground(() => background.export(file, format, filter)),

		snapshotDaily,
		snapshots: () => inBackground(background.snapshots),
		snapshotOpen: (name: string) => inBackground(() => background.snapshotOpen(name)),
		snapshotRows: (offset: number, limit: number) => inBackground(() => background.snapshotRows(offset, limit)),
		snapshotClose: () => inBackground(background.snapshotClose),
		/** @param keys keys of the rows to restore, from `snapshotRows`; null restores all rows */
		restore: (keys: readonly number[] | null) => writeInBackground(() => background.restore(keys)),
		backup: (file: string) => inBackground(() => background.backup(file)),

		/** Synchronization state of this desk with the site; undefined if the desk has never synchronized with a site. */
		sharing: interactive.sharing,
		/** The next changes to send to the site, stored until the site has answered; undefined when there are none. */
		nextPush: () => afterWrites(interactive.nextPush),
		applySiteUpdate: (...args: Parameters<typeof interactive.applySiteUpdate>) =>
			writeFromSite(() => interactive.applySiteUpdate(...args)),

		/** Runs a call of the background thread that does not belong to the address book. */
		inBackground,
		progress: progress.read,
		/** Requests that the running background operation stops. The transaction of the operation is rolled back. */
		stop: progress.stop,
		/** Finishes queued saves, stops and rolls back the background operation, then closes the files. */
		async close(): Promise<void> {
			const threadsClosed = schedule.close();
			progress.stopPermanently();
			await threadsClosed;
		},
	};
}
export type AddressBook = ReturnType<typeof createAddressBook>;
