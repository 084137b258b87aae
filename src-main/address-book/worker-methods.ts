// What the threads of the address book can be asked. The desk's own thread answers what somebody waits for while they type;
// what takes long is asked of another, which reads and writes the same file.

import { say } from '../../src-contract/i18n';
import type { Address, AddressFilter, BookEntry } from '../../src-contract/model/address';
import type { CheckedAddress } from '../../src-contract/model/address-check';
import type {
	ColumnTarget,
	ExportFormat,
	ImportPlan,
	ImportReading,
	ImportState,
} from '../../src-contract/model/address-import';
import type { OrderPlan } from '../../src-contract/model/order';
import type { OpenedBook } from './book-database';
import { checkAddress, warningsOf } from './checks';
import type { Seen } from './entries';
import { readPasted } from './paste-parser';
import type { TakenFromSite } from './sharing';

/** Who has a file of orders open: a person, or the watched folder. */
export type OrderSlot = 'desk' | 'folder';

export type AddressQuestion = { who: string } & (
	| { kind: 'find'; text: string; limit: number; filter: AddressFilter }
	| { kind: 'list'; offset: number; limit: number; filter: AddressFilter }
	| { kind: 'facets' }
	| { kind: 'save'; entry: BookEntry & { id?: number | undefined }; opened: Record<string, unknown> }
	| { kind: 'remove'; ids: readonly number[] }
	| { kind: 'merge'; keptId: number; otherId: number; entry: BookEntry; seen: Seen }
	| { kind: 'markUsed'; address: Address }
	| { kind: 'history'; id: number }
	| { kind: 'batches'; limit: number }
	| { kind: 'check'; address: CheckedAddress }
	| { kind: 'readPasted'; text: string; homeCountry: string }
	| { kind: 'keepApart'; oneId: number; otherId: number }
	| { kind: 'noticeRead' }
	// With the desks of the site.
	| { kind: 'sharing' }
	| { kind: 'nextPush' }
	| { kind: 'takeFromSite'; taken: TakenFromSite }
	/** Another thread wrote. */
	| { kind: 'readAnew' }
	| { kind: 'checkpoint' }
	// What takes long.
	| { kind: 'undo'; batchId: number; entryId: number | null }
	| { kind: 'duplicates' }
	| { kind: 'importOpen'; file: string }
	| { kind: 'importRead'; reading: ImportReading }
	| { kind: 'importPreview'; plan: ImportPlan }
	| { kind: 'importRows'; state: ImportState | null; offset: number; limit: number }
	| { kind: 'importTake'; columns: readonly (ColumnTarget | null)[]; withChanged: boolean }
	| { kind: 'importClose' }
	| { kind: 'ordersOpen'; slot: OrderSlot; file: string }
	| { kind: 'ordersRead'; slot: OrderSlot; reading: ImportReading }
	| { kind: 'orders'; slot: OrderSlot; plan: OrderPlan; sender: Address }
	| { kind: 'ordersClose'; slot: OrderSlot }
	| { kind: 'export'; file: string; format: ExportFormat; filter: AddressFilter }
	| { kind: 'snapshotDaily' }
	| { kind: 'snapshots' }
	| { kind: 'snapshotOpen'; name: string }
	| { kind: 'snapshotRows'; offset: number; limit: number }
	| { kind: 'snapshotClose' }
	| { kind: 'restore'; keys: readonly number[] | null }
	| { kind: 'backup'; file: string }
	| { kind: 'close' }
);

export async function answerAddressQuestion(book: OpenedBook, question: AddressQuestion) {
	const { database, entries, search, history, snapshots, duplicates } = book;
	switch (question.kind) {
		case 'find':
			return search.find(question.text, question.limit, question.filter);
		case 'list':
			return search.list(question.offset, question.limit, question.filter);
		case 'facets':
			return { ...search.facets(), notice: book.notice() };
		case 'noticeRead':
			return book.noticeRead();
		case 'checkpoint':
			return database.checkpoint();
		case 'save': {
			const warnings = warningsOf(question.entry).flatMap(({ level, message }) =>
				level === 'warning' ? [message] : [],
			);
			const why = warnings.length > 0 ? say('Kept although: {warnings}', { warnings: warnings.join(' ') }) : '';
			return entries.save(question.entry, why, question.opened);
		}
		case 'remove':
			return { batchId: entries.remove(question.ids) };
		case 'merge':
			return entries.merge(question.keptId, question.otherId, question.entry, question.seen);
		case 'markUsed':
			return entries.markUsed(question.address);
		case 'history':
			return history.history(question.id);
		case 'batches':
			return history.batches(question.limit);
		case 'check':
			return checkAddress(question.address, book.carrierLines());
		case 'readPasted':
			return readPasted(question.text, question.homeCountry);
		case 'keepApart':
			return duplicates.keepApart(question.oneId, question.otherId);
		case 'sharing':
			return book.sharing.state();
		case 'nextPush':
			return book.sharing.nextPush();
		case 'takeFromSite':
			return book.sharing.take(question.taken);
		case 'readAnew':
			return search.forgetWords();
		case 'undo':
			return history.undo(question.batchId, question.entryId);
		case 'duplicates':
			return duplicates.find();
		case 'importOpen':
			return (await book.importing()).open(question.file);
		case 'importRead':
			return (await book.importing()).read(question.reading);
		case 'importPreview':
			return (await book.importing()).preview(question.plan);
		case 'importRows':
			return (await book.importing()).rows(question.state, question.offset, question.limit);
		case 'importTake':
			return (await book.importing()).take(question.columns, question.withChanged);
		case 'importClose':
			return (await book.importing()).close();
		case 'ordersOpen':
			return (await book.orderReading(question.slot)).open(question.file);
		case 'ordersRead':
			return (await book.orderReading(question.slot)).read(question.reading);
		case 'orders':
			return (await book.orderReading(question.slot)).orders(question.plan, question.sender);
		case 'ordersClose':
			return (await book.orderReading(question.slot)).close();
		case 'export':
			return (await import('./export')).exportEntries(database, question.file, question.format, question.filter);
		case 'snapshotDaily':
			return snapshots.daily();
		case 'snapshots':
			return snapshots.list();
		case 'snapshotOpen':
			return snapshots.open(question.name);
		case 'snapshotRows':
			return snapshots.rows(question.offset, question.limit);
		case 'snapshotClose':
			return snapshots.close();
		case 'restore':
			return snapshots.restore(question.keys);
		case 'backup':
			return snapshots.backup(question.file);
		case 'close':
			return database.close();
	}
}
export type AddressAnswer = Awaited<ReturnType<typeof answerAddressQuestion>>;
