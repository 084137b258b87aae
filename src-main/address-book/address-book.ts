// The address book as the rest of the station knows it: questions to its two threads.
import type { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import { createMutex } from '../../src-contract/lib/mutex';
import { MINUTE_MS } from '../../src-contract/lib/units';
import type {
	Address,
	AddressFacets,
	AddressFilter,
	Batch,
	BookEntry,
	DuplicatePair,
	EntryChange,
	SavedAddress,
	Snapshot,
	SnapshotCounts,
	SnapshotRow,
	Undone,
} from '../../src-contract/model/address';
import type { AddressCheck, CheckedAddress, PastedField } from '../../src-contract/model/address-check';
import type {
	ColumnTarget,
	ExportFormat,
	ImportCounts,
	Imported,
	ImportFile,
	ImportPlan,
	ImportReading,
	ImportRow,
	ImportState,
} from '../../src-contract/model/address-import';
import type { Order, OrderPlan } from '../../src-contract/model/order';
import type { SharedPush } from '../../src-contract/model/shared-books';
import type { AddressWorkerData } from '../compose/address.worker';
import type { ReadOrderFile } from '../orders/order-file';
import { createWorkerCalls, DATABASE_THREAD_TIMEOUT_MS, QuestionTooHard } from '../platform/worker-rpc';
import type { Seen } from './entries';
import { newProgressMemory, watchProgress } from './progress';
import type { Sharing, TakenFromSite } from './sharing';
import type { AddressAnswer, AddressQuestion, OrderSlot } from './worker-methods';

/**
 * The log is written back when nobody has written for so long: a copy of the files that is taken meanwhile would hold half of
 * it, so it must be rare.
 */
const QUIET_MS = 10_000;
/** At the latest, where somebody always writes. */
const LONGEST_MS = 10 * MINUTE_MS;

type Asked = AddressQuestion extends infer Question
	? Question extends unknown
		? Omit<Question, 'who'>
		: never
	: never;
export type StartAddressWorker = (data: Pick<AddressWorkerData, 'role' | 'isFirst' | 'progressMemory'>) => Worker;

/** @param who is noted with every change @param onWritten something of the book was changed here */
export function createAddressBook(
	startWorker: StartAddressWorker,
	who: () => string,
	onWritten: () => void = () => {},
) {
	const progressMemory = newProgressMemory();
	let isFirst = true;
	const calls = (role: AddressWorkerData['role']) =>
		createWorkerCalls<AddressQuestion, AddressAnswer>(() => {
			const worker = startWorker({ role, isFirst, progressMemory });
			// Only a thread that stands has set right and taken over what there was.
			worker.once('message', () => {
				isFirst = false;
			});
			return worker;
		}, DATABASE_THREAD_TIMEOUT_MS);
	const desk = calls('desk');
	const long = calls('long');
	const progress = watchProgress(progressMemory);
	/** What is written waits for what is being written, by either thread; what is searched does not. */
	const { runExclusive: inTurnToWrite } = createMutex();
	const { runExclusive: inTurnForLong } = createMutex();
	let isClosing = false;
	let quiet: NodeJS.Timeout | undefined;
	/** What stands in the log alone. */
	let writtenSince: number | undefined;

	const ask = <Answer>(question: Asked) => desk.ask({ who: who(), ...question } as AddressQuestion) as Promise<Answer>;
	/** The desk's thread opens the book first, and sets it right when it must. */
	let opened: Promise<unknown> | undefined;
	/** For more than the snapshot of the day: a file may be open in it. */
	let isLongUsed = false;
	async function ofLong<Answer>(question: Asked): Promise<Answer> {
		isLongUsed ||= question.kind !== 'snapshotDaily';
		if (isClosing) throw new Error('the station is closing');
		opened ??= ask({ kind: 'readAnew' });
		await opened.catch((error) => {
			// The next one may find what stood in the way gone.
			opened = undefined;
			throw error;
		});
		return (await long.ask({ who: who(), ...question } as AddressQuestion)) as Answer;
	}

	function written(): void {
		clearTimeout(quiet);
		if (isClosing) return;
		writtenSince ??= Date.now();
		const writeBack = () => {
			writtenSince = undefined;
			void inTurnToWrite(() => ask({ kind: 'checkpoint' })).catch(() => {});
		};
		quiet = setTimeout(writeBack, Math.max(0, Math.min(QUIET_MS, writtenSince + LONGEST_MS - Date.now())));
		quiet.unref();
	}
	const writeForSite = <Answer>(question: Asked): Promise<Answer> =>
		inTurnToWrite(() => ask<Answer>(question)).finally(written);
	const write = <Answer>(question: Asked): Promise<Answer> => writeForSite<Answer>(question).finally(onWritten);
	const askLong = <Answer>(question: Asked): Promise<Answer> => inTurnForLong(() => ofLong<Answer>(question));
	/** Takes its turn among those that write when its thread is free for it, so that a hand that saves waits no longer than it must. */
	const writeLong = <Answer>(question: Asked): Promise<Answer> =>
		inTurnForLong(() =>
			inTurnToWrite(async () => {
				try {
					return await ofLong<Answer>(question);
				} finally {
					await ask({ kind: 'readAnew' }).catch(() => {});
				}
			}),
		)
			.finally(written)
			.finally(onWritten);

	return {
		search: (text: string, limit: number, filter: AddressFilter) =>
			ask<SavedAddress[]>({ kind: 'find', text, limit, filter }),
		/** A page of the list, and how many are in it. */
		list: (offset: number, limit: number, filter: AddressFilter) =>
			ask<{ rows: SavedAddress[]; total: number }>({ kind: 'list', offset, limit, filter }),
		facets: () => ask<AddressFacets>({ kind: 'facets' }),
		noticeRead: () => write<void>({ kind: 'noticeRead' }),
		check: (address: CheckedAddress) => ask<AddressCheck>({ kind: 'check', address }),
		readPasted: (text: string, homeCountry: string) => ask<PastedField[]>({ kind: 'readPasted', text, homeCountry }),

		/**
		 * @param opened as it stood when it was opened: what was not touched since stays as the book has it by now
		 * @throws `address.notFound` when the id names no entry
		 */
		save: (entry: BookEntry & { id?: number | undefined }, opened: Record<string, unknown> = {}) =>
			write<SavedAddress>({ kind: 'save', entry, opened }),
		remove: (ids: readonly number[]) => write<{ batchId: number }>({ kind: 'remove', ids }),
		/** Two entries become one, which keeps the first one's place. */
		merge: (keptId: number, otherId: number, entry: BookEntry, seen: Seen = {}) =>
			write<{ batchId: number; entry: SavedAddress }>({ kind: 'merge', keptId, otherId, entry, seen }),
		/** Those that equal this address come first next time. */
		markUsed: (address: Address) => write<void>({ kind: 'markUsed', address }),

		/** Brings back what stood before; what was changed since stays. @throws `address.notFound` */
		undo: (batchId: number, entryId: number | null = null) => writeLong<Undone>({ kind: 'undo', batchId, entryId }),
		history: (id: number) => ask<EntryChange[]>({ kind: 'history', id }),
		batches: (limit: number) => ask<Batch[]>({ kind: 'batches', limit }),

		duplicates: () => askLong<DuplicatePair[]>({ kind: 'duplicates' }),
		keepApart: (oneId: number, otherId: number) => write<void>({ kind: 'keepApart', oneId, otherId }),

		importOpen: (file: string) => askLong<ImportFile>({ kind: 'importOpen', file }).catch(tooLarge('address.noFile')),
		importRead: (reading: ImportReading) => askLong<ImportFile>({ kind: 'importRead', reading }),
		importPreview: (plan: ImportPlan) => askLong<ImportCounts>({ kind: 'importPreview', plan }),
		importRows: (state: ImportState | null, offset: number, limit: number) =>
			askLong<ImportRow[]>({ kind: 'importRows', state, offset, limit }),
		importTake: (columns: readonly (ColumnTarget | null)[], withChanged: boolean) =>
			writeLong<Imported>({ kind: 'importTake', columns, withChanged }),
		importClose: () => askLong<void>({ kind: 'importClose' }),
		/** A file of orders, read where the address book is at hand. @throws `order.noFile` */
		ordersOpen: (slot: OrderSlot, file: string) =>
			askLong<ReadOrderFile>({ kind: 'ordersOpen', slot, file }).catch(tooLarge('order.noFile')),
		ordersRead: (slot: OrderSlot, reading: ImportReading) =>
			askLong<ReadOrderFile>({ kind: 'ordersRead', slot, reading }),
		orders: (slot: OrderSlot, plan: OrderPlan, sender: Address) =>
			askLong<Order[]>({ kind: 'orders', slot, plan, sender }),
		ordersClose: (slot: OrderSlot) => askLong<void>({ kind: 'ordersClose', slot }),
		/** @returns how many entries the file holds */
		export: (file: string, format: ExportFormat, filter: AddressFilter) =>
			askLong<number>({ kind: 'export', file, format, filter }),

		/** Its thread rests afterwards, when nothing else needed it. */
		async snapshotDaily(): Promise<string | null> {
			const made = await askLong<string | null>({ kind: 'snapshotDaily' });
			await inTurnForLong(async () => {
				if (!isLongUsed && long.isStarted()) await long.ask({ who: who(), kind: 'close' });
			});
			return made;
		},
		snapshots: () => askLong<Snapshot[]>({ kind: 'snapshots' }),
		snapshotOpen: (name: string) => askLong<SnapshotCounts>({ kind: 'snapshotOpen', name }),
		snapshotRows: (offset: number, limit: number) => askLong<SnapshotRow[]>({ kind: 'snapshotRows', offset, limit }),
		snapshotClose: () => askLong<void>({ kind: 'snapshotClose' }),
		restore: (keys: readonly number[] | null) =>
			writeLong<{ batchId: number; restored: number }>({ kind: 'restore', keys }),
		backup: (file: string) => askLong<number>({ kind: 'backup', file }),

		/** How this desk stands towards the site; undefined: it shares no books. */
		sharing: () => ask<Sharing | undefined>({ kind: 'sharing' }),
		/** What the site must be told next, kept until it was answered. */
		nextPush: () => inTurnToWrite(() => ask<SharedPush | undefined>({ kind: 'nextPush' })),
		takeFromSite: (taken: TakenFromSite) => writeForSite<void>({ kind: 'takeFromSite', taken }),

		progress: progress.read,
		/** What is under way ends, and the book is as it was before it. */
		stop: progress.stop,
		/** What somebody saved is still written; what takes long is stopped, and undone. Then the files are closed. */
		async close(): Promise<void> {
			isClosing = true;
			clearTimeout(quiet);
			progress.stopForGood();
			await inTurnToWrite(async () => {
				for (const thread of [long, desk])
					if (thread.isStarted()) await thread.ask({ who: who(), kind: 'close' }).catch(() => {});
			});
			long.close();
			desk.close();
		},
	};
}
export type AddressBook = ReturnType<typeof createAddressBook>;

/** A file that ends its thread is not read a second time. */
const tooLarge = (code: ErrorCode) => (error: unknown) => {
	if (!(error instanceof QuestionTooHard)) throw error;
	throw new AppError(
		code,
		say('This file holds more than the station can read. Nothing was taken from it: split it, or save it as CSV.'),
	);
};
