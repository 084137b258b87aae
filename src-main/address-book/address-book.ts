// The address book as the rest of the station knows it: questions to its two threads.
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
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
} from '../../src-contract/address';
import type { AddressCheck, CheckedAddress, PastedField } from '../../src-contract/address-check';
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
} from '../../src-contract/address-import';
import { createWorkerCalls } from '../worker-calls';
import type { AddressWorkerData } from './address-book.worker';
import { newProgressMemory, watchProgress } from './progress';
import type { AddressAnswer, AddressQuestion } from './questions';

const DESK_TIMEOUT_MS = 60_000;
/** An import of everything that a desk ever knew, on a slow disk. */
const LONG_TIMEOUT_MS = 30 * 60_000;

/** A person who closes the station waits no longer; what is not committed by then is undone by the next start. */
const CLOSE_MS = 3_000;

type Asked = AddressQuestion extends infer Question
	? Question extends unknown
		? Omit<Question, 'who'>
		: never
	: never;
export type StartAddressWorker = (data: Pick<AddressWorkerData, 'role' | 'progressMemory'>) => Worker;

/** @param who is noted with every change */
export function createAddressBook(startWorker: StartAddressWorker, who: () => string) {
	const progressMemory = newProgressMemory();
	const calls = (role: AddressWorkerData['role'], timeoutMs: number) =>
		createWorkerCalls<AddressQuestion, AddressAnswer>(() => startWorker({ role, progressMemory }), timeoutMs);
	const desk = calls('desk', DESK_TIMEOUT_MS);
	const long = calls('long', LONG_TIMEOUT_MS);
	const progress = watchProgress(progressMemory);
	/** The last long piece of work that writes; what is written by hand waits for it, what is searched does not. */
	let writing: Promise<unknown> = Promise.resolve();

	const ask = <Answer>(question: Asked) => desk.ask({ who: who(), ...question } as AddressQuestion) as Promise<Answer>;
	const askLong = <Answer>(question: Asked) =>
		long.ask({ who: who(), ...question } as AddressQuestion) as Promise<Answer>;
	async function write<Answer>(question: Asked): Promise<Answer> {
		await writing;
		return ask<Answer>(question);
	}
	async function writeLong<Answer>(question: Asked): Promise<Answer> {
		const work = askLong<Answer>(question);
		writing = work.then(
			() => ask({ kind: 'readAnew' }).catch(() => {}),
			() => {},
		);
		const answer = await work;
		await writing;
		return answer;
	}

	return {
		search: (text: string, limit: number, filter: AddressFilter) =>
			ask<SavedAddress[]>({ kind: 'find', text, limit, filter }),
		/** A page of the list, and how many are in it. */
		list: (offset: number, limit: number, filter: AddressFilter) =>
			ask<{ rows: SavedAddress[]; total: number }>({ kind: 'list', offset, limit, filter }),
		facets: () => ask<AddressFacets>({ kind: 'facets' }),
		check: (address: CheckedAddress) => ask<AddressCheck>({ kind: 'check', address }),
		readPasted: (text: string, homeCountry: string) => ask<PastedField[]>({ kind: 'readPasted', text, homeCountry }),

		/** @throws `address.notFound` when the id names no entry */
		save: (entry: BookEntry & { id?: number | undefined }) => write<SavedAddress>({ kind: 'save', entry }),
		remove: (ids: readonly number[]) => write<{ batchId: number }>({ kind: 'remove', ids }),
		/** Two entries become one, which keeps the first one's place. */
		merge: (keptId: number, otherId: number, entry: BookEntry) =>
			write<{ batchId: number; entry: SavedAddress }>({ kind: 'merge', keptId, otherId, entry }),
		/** Those that equal this address come first next time. */
		markUsed: (address: Address) => write<void>({ kind: 'markUsed', address }),

		/** Brings back what stood before; what was changed since stays. @throws `address.notFound` */
		undo: (batchId: number) => writeLong<Undone>({ kind: 'undo', batchId }),
		history: (id: number) => ask<EntryChange[]>({ kind: 'history', id }),
		batches: (limit: number) => ask<Batch[]>({ kind: 'batches', limit }),

		duplicates: () => askLong<DuplicatePair[]>({ kind: 'duplicates' }),
		keepApart: (oneId: number, otherId: number) => write<void>({ kind: 'keepApart', oneId, otherId }),

		importOpen: (file: string) => askLong<ImportFile>({ kind: 'importOpen', file }),
		importRead: (reading: ImportReading) => askLong<ImportFile>({ kind: 'importRead', reading }),
		importPreview: (plan: ImportPlan) => askLong<ImportCounts>({ kind: 'importPreview', plan }),
		importRows: (state: ImportState | null, offset: number, limit: number) =>
			askLong<ImportRow[]>({ kind: 'importRows', state, offset, limit }),
		importTake: (columns: readonly (ColumnTarget | null)[], withChanged: boolean) =>
			writeLong<Imported>({ kind: 'importTake', columns, withChanged }),
		importClose: () => askLong<void>({ kind: 'importClose' }),
		/** @returns how many entries the file holds */
		export: (file: string, format: ExportFormat, filter: AddressFilter) =>
			askLong<number>({ kind: 'export', file, format, filter }),

		snapshotDaily: () => askLong<string | null>({ kind: 'snapshotDaily' }),
		snapshots: () => askLong<Snapshot[]>({ kind: 'snapshots' }),
		snapshotOpen: (name: string) => askLong<SnapshotCounts>({ kind: 'snapshotOpen', name }),
		snapshotRows: (offset: number, limit: number) => askLong<SnapshotRow[]>({ kind: 'snapshotRows', offset, limit }),
		snapshotClose: () => askLong<void>({ kind: 'snapshotClose' }),
		restore: (keys: readonly number[] | null) =>
			writeLong<{ batchId: number; restored: number }>({ kind: 'restore', keys }),
		backup: (file: string) => askLong<number>({ kind: 'backup', file }),

		progress: progress.read,
		/** What is under way ends, and the book is as it was before it. */
		stop: progress.stop,
		/** What is being written is waited for; then the files are closed. */
		async close(): Promise<void> {
			for (const thread of [long, desk]) {
				if (thread.isStarted()) {
					const closed = thread.ask({ who: who(), kind: 'close' }).catch(() => {});
					await Promise.race([closed, setTimeout(CLOSE_MS, undefined, { ref: false })]);
				}
				thread.close();
			}
		},
	};
}
export type AddressBook = ReturnType<typeof createAddressBook>;
