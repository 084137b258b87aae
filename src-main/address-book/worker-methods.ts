// The methods of the two address-book threads; the types of their clients derive from these maps. The interactive thread answers
// calls that the user waits for, such as searches. The background thread runs slow operations on the same database file.
import { t } from '../../src-contract/i18n';
import type { AddressFacets, AddressFilter, BookEntry } from '../../src-contract/model/address';
import type { CheckedAddress } from '../../src-contract/model/address-check';
import type {
	ColumnTarget,
	DroppedFile,
	ExportFormat,
	ImportPlan,
	ImportReadOptions,
	ImportState,
} from '../../src-contract/model/address-import';
import type { OpenedBook } from './book-database';
import { checkAddress, warningsOf } from './checks';

export function interactiveMethods(book: OpenedBook) {
	const { database, entries, search, history, duplicates, sharing } = book;
	return {
		find: search.find,
		list: search.list,
		facets: (): AddressFacets => ({ ...search.facets(), notice: book.notice() }),
		dismissNotice: book.dismissNotice,
		check: (address: CheckedAddress) => checkAddress(address, book.carrierLineLengths()),
		/** Loads the names of places, which only a pasted address needs. */
		async parsePastedAddress(text: string, homeCountry: string) {
			const { parsePastedAddress } = await import('./paste-parser');
			return parsePastedAddress(text, homeCountry);
		},
		save(entry: BookEntry & { id?: number | undefined }, opened: Record<string, unknown>) {
			const warnings = warningsOf(entry).flatMap(({ level, message }) => (level === 'warning' ? [message] : []));
			const note = warnings.length > 0 ? t('Saved with warnings: {warnings}', { warnings: warnings.join(' ') }) : '';
			return entries.save(entry, note, opened);
		},
		remove: (ids: readonly number[]) => ({ batchId: entries.remove(ids) }),
		merge: entries.merge,
		markUsed: entries.markUsed,
		history: history.history,
		batches: history.batches,
		markDistinct: duplicates.markDistinct,
		sharing: sharing.state,
		nextPush: sharing.nextPush,
		applySiteUpdate: sharing.apply,
		/** Must be called after the background thread has written entries. */
		forgetWords: search.forgetWords,
		checkpoint: database.checkpoint,
		close: database.close,
	};
}
export type InteractiveMethods = ReturnType<typeof interactiveMethods>;

export function backgroundMethods(book: OpenedBook) {
	const { database, history, snapshots, duplicates } = book;
	return {
		undo: history.undo,
		duplicates: duplicates.find,
		importOpen: async (file: string | DroppedFile) => (await book.fileImport()).open(file),
		importRead: async (readOptions: ImportReadOptions) => (await book.fileImport()).read(readOptions),
		importPreview: async (plan: ImportPlan) => (await book.fileImport()).preview(plan),
		importRows: async (state: ImportState | null, offset: number, limit: number) =>
			(await book.fileImport()).rows(state, offset, limit),
		importApply: async (columns: readonly (ColumnTarget | null)[], includeChanged: boolean) =>
			(await book.fileImport()).apply(columns, includeChanged),
		importClose: async () => (await book.fileImport()).close(),
		async export(file: string, format: ExportFormat, filter: AddressFilter) {
			const { exportEntries } = await import('./export');
			return exportEntries(database, file, format, filter);
		},
		snapshotDaily: snapshots.createDaily,
		snapshots: snapshots.list,
		snapshotOpen: snapshots.open,
		snapshotRows: snapshots.rows,
		snapshotClose: snapshots.close,
		restore: snapshots.restore,
		backup: snapshots.backup,
		close: database.close,
	};
}
export type BackgroundMethods = ReturnType<typeof backgroundMethods>;
