// The address book as the rest of the station knows it: calls to its two threads.
import type { AddressFilter, BookEntry } from '../../src-contract/model/address';
import type { ColumnTarget, ExportFormat } from '../../src-contract/model/address-import';
import { fileTooLarge } from '../platform/tabular/file-too-large';
import type { Seen } from './entries';
import { watchProgress } from './progress';
import { type AddressThreads, createThreadSchedule } from './thread-schedule';

/** @param onWritten an entry of the book was changed here */
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
		/** A page of the list, and how many are in it. */
		list: desk.list,
		facets: desk.facets,
		noticeRead: () => write(desk.noticeRead),
		check: desk.check,
		parsePastedAddress: desk.parsePastedAddress,

		/**
		 * @param opened as it stood when it was opened: what was not touched since stays as the book has it by now
		 * @throws `address.notFound` when the id names no entry
		 */
		save: (entry: BookEntry & { id?: number | undefined }, opened: Record<string, unknown> = {}) =>
			write(() => desk.save(entry, opened)),
		remove: (ids: readonly number[]) => write(() => desk.remove(ids)),
		/** Two entries become one, which keeps the first one's place. */
		merge: (keptId: number, otherId: number, entry: BookEntry, seen: Seen = {}) =>
			write(() => desk.merge(keptId, otherId, entry, seen)),
		/** Those that equal this address come first next time. */
		markUsed: (address: Parameters<typeof desk.markUsed>[0]) => write(() => desk.markUsed(address)),

		/** Brings back what stood before; what was changed since stays. @throws `address.notFound` */
		undo: (batchId: number, entryId: number | null = null) => writeLong(() => long.undo(batchId, entryId)),
		history: desk.history,
		batches: desk.batches,

		duplicates: () => inLongThread(long.duplicates),
		keepApart: (oneId: number, otherId: number) => write(() => desk.keepApart(oneId, otherId)),

		importOpen: (file: string) => inLongThread(() => long.importOpen(file)).catch(fileTooLarge('address.noFile')),
		importRead: (...args: Parameters<typeof long.importRead>) => inLongThread(() => long.importRead(...args)),
		importPreview: (...args: Parameters<typeof long.importPreview>) => inLongThread(() => long.importPreview(...args)),
		importRows: (...args: Parameters<typeof long.importRows>) => inLongThread(() => long.importRows(...args)),
		importTake: (columns: readonly (ColumnTarget | null)[], withChanged: boolean) =>
			writeLong(() => long.importTake(columns, withChanged)),
		importClose: () => inLongThread(long.importClose),
		/** @returns how many entries the file holds */
		export: (file: string, format: ExportFormat, filter: AddressFilter) =>
			inLongThread(() => long.export(file, format, filter)),

		snapshotDaily,
		snapshots: () => inLongThread(long.snapshots),
		snapshotOpen: (name: string) => inLongThread(() => long.snapshotOpen(name)),
		snapshotRows: (offset: number, limit: number) => inLongThread(() => long.snapshotRows(offset, limit)),
		snapshotClose: () => inLongThread(long.snapshotClose),
		restore: (keys: readonly number[] | null) => writeLong(() => long.restore(keys)),
		backup: (file: string) => inLongThread(() => long.backup(file)),

		/** How this desk stands towards the site; undefined: it shares no books. */
		sharing: desk.sharing,
		/** What the site must be told next, kept until it was answered. */
		nextPush: () => afterWrites(desk.nextPush),
		takeFromSite: (...args: Parameters<typeof desk.takeFromSite>) => writeForSite(() => desk.takeFromSite(...args)),

		/** For calls of the long thread that are not of the address book. */
		inLongThread,
		progress: progress.read,
		/** What is under way ends, and the book is as it was before it. */
		stop: progress.stop,
		/** What was saved is still written; what takes long is stopped, and undone. Then the files are closed. */
		async close(): Promise<void> {
			const closed = close();
			progress.stopForGood();
			await closed;
		},
	};
}
export type AddressBook = ReturnType<typeof createAddressBook>;
