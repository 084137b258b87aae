// The address book's public interface. Every call runs in one of its two worker threads.
import type { AddressFilter, BookEntry } from '../../src-contract/model/address';
import type { ColumnTarget, ExportFormat } from '../../src-contract/model/address-import';
import { fileTooLarge } from '../platform/tabular/file-too-large';
import type { OpenedPair } from './entries';
import { watchProgress } from './progress';
import { type AddressThreads, createThreadSchedule } from './thread-schedule';

/** @param onWritten called after each write of this desk, but not after writes that came from the site */
export function createAddressBook(threads: AddressThreads, onWritten: () => void = () => {}) {
	const desk = threads.desk.client;
	const long = threads.long.client;
	const progress = watchProgress(threads.progressMemory);
	const { afterWrites, write, writeForSite, inLongThread, writeLong, snapshotDaily, close } = createThreadSchedule(
		threads,
		onWritten,
	);

	return {
		search: desk.find,
		/** One page of the filtered list, and the number of entries that match the filter. */
		list: desk.list,
		facets: desk.facets,
		dismissNotice: () => write(desk.dismissNotice),
		check: desk.check,
		parsePastedAddress: desk.parsePastedAddress,

		/**
		 * Adds the entry, or updates it when it has an id.
		 * @param opened the fields as the form loaded them; fields the user did not edit keep their current value in the book
		 * @throws `address.notFound` when no entry has the id
		 */
		save: (entry: BookEntry & { id?: number | undefined }, opened: Record<string, unknown> = {}) =>
			write(() => desk.save(entry, opened)),
		remove: (ids: readonly number[]) => write(() => desk.remove(ids)),
		/** Merges two entries into the first one, which keeps its id and its position in the list. */
		merge: (keptId: number, removedId: number, entry: BookEntry, opened: OpenedPair = {}) =>
			write(() => desk.merge(keptId, removedId, entry, opened)),
		/** Moves the entries with this name and address to the top of the list. */
		markUsed: (address: Parameters<typeof desk.markUsed>[0]) => write(() => desk.markUsed(address)),

		/** Undoes a batch, or its change of one entry. Entries changed since then are left alone. @throws `address.notFound` */
		undo: (batchId: number, entryId: number | null = null) => writeLong(() => long.undo(batchId, entryId)),
		history: desk.history,
		batches: desk.batches,

		duplicates: () => inLongThread(long.duplicates),
		/** Records that two similar entries are not duplicates. */
		markDistinct: (firstId: number, secondId: number) => write(() => desk.markDistinct(firstId, secondId)),

		importOpen: (file: string) => inLongThread(() => long.importOpen(file)).catch(fileTooLarge('address.fileFailed')),
		importRead: (...args: Parameters<typeof long.importRead>) => inLongThread(() => long.importRead(...args)),
		importPreview: (...args: Parameters<typeof long.importPreview>) => inLongThread(() => long.importPreview(...args)),
		importRows: (...args: Parameters<typeof long.importRows>) => inLongThread(() => long.importRows(...args)),
		importApply: (columns: readonly (ColumnTarget | null)[], withChanged: boolean) =>
			writeLong(() => long.importApply(columns, withChanged)),
		importClose: () => inLongThread(long.importClose),
		/** @returns number of entries written to the file */
		export: (file: string, format: ExportFormat, filter: AddressFilter) =>
			inLongThread(() => long.export(file, format, filter)),

		snapshotDaily,
		snapshots: () => inLongThread(long.snapshots),
		snapshotOpen: (name: string) => inLongThread(() => long.snapshotOpen(name)),
		snapshotRows: (offset: number, limit: number) => inLongThread(() => long.snapshotRows(offset, limit)),
		snapshotClose: () => inLongThread(long.snapshotClose),
		restore: (keys: readonly number[] | null) => writeLong(() => long.restore(keys)),
		backup: (file: string) => inLongThread(() => long.backup(file)),

		/** Synchronization state of this desk with the site; undefined when it shares no books. */
		sharing: desk.sharing,
		/** The next changes to send to the site. They stay stored until the site has answered. */
		nextPush: () => afterWrites(desk.nextPush),
		applySiteUpdate: (...args: Parameters<typeof desk.applySiteUpdate>) =>
			writeForSite(() => desk.applySiteUpdate(...args)),

		/** Runs a call of the background thread that does not belong to the address book. */
		inLongThread,
		progress: progress.read,
		/** Stops the running background operation. Its transaction is rolled back. */
		stop: progress.stop,
		/** Finishes queued saves, stops and rolls back the background operation, then closes the files. */
		async close(): Promise<void> {
			const closed = close();
			progress.stopPermanently();
			await closed;
		},
	};
}
export type AddressBook = ReturnType<typeof createAddressBook>;
