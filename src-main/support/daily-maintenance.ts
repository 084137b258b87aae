// Daily maintenance: deletes old documents, copies the journal with its documents, and takes a snapshot of the address book.
import { DAY_MS } from '../../src-contract/lib/units';
import type { AddressBook } from '../address-book/address-book';
import type { DocumentStore } from '../documents/store';
import type { SettingsService } from '../settings/settings';

/** Delay of the first copies, which would otherwise slow down the start of the station. */
const FIRST_COPY_DELAY_MS = 10_000;

export interface DailyMaintenanceDependencies {
	settings: Pick<SettingsService, 'read'>;
	documentStore: Pick<DocumentStore, 'prune'>;
	addressBook: Pick<AddressBook, 'snapshotDaily'>;
	/** Writes the copy of the day, unless it exists. */
	copyJournal: () => Promise<void>;
	log: (event: string, detail: Record<string, unknown>) => void;
}

export function createDailyMaintenance({
	settings,
	documentStore,
	addressBook,
	copyJournal,
	log,
}: DailyMaintenanceDependencies) {
	const timers: NodeJS.Timeout[] = [];

	/** Never throws: a full disk must not end the station. */
	function pruneDocuments(): void {
		try {
			const { keepDocumentsDays, keepDocumentsMegabytes } = settings.read();
			const deleted = documentStore.prune(keepDocumentsDays, keepDocumentsMegabytes);
			if (deleted > 0) log('documents.pruned', { deleted });
		} catch (error) {
			log('documents.pruneFailed', { error: String(error) });
		}
	}

	/** Resolves when the copy is written or has failed. */
	let copying: Promise<void> = Promise.resolve();
	function copyAll(): void {
		copying = copyJournal().catch((error) => log('journal.copyFailed', { error: String(error) }));
		addressBook.snapshotDaily().catch((error) => log('addresses.snapshotFailed', { error: String(error) }));
	}

	return {
		start(): void {
			pruneDocuments();
			timers.push(setInterval(pruneDocuments, DAY_MS), setInterval(copyAll, DAY_MS));
			timers.push(setTimeout(copyAll, FIRST_COPY_DELAY_MS));
			for (const timer of timers) timer.unref();
		},
		stop(): void {
			for (const timer of timers) clearInterval(timer);
		},
		/** Resolves when no copy of the journal is being written. The database must stay open until then. */
		async finished(): Promise<void> {
			await copying;
		},
	};
}
