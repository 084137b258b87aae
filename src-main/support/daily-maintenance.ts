// Daily maintenance: deletes old documents and takes a snapshot of the address book.
import { DAY_MS } from '../../src-contract/lib/units';
import type { AddressBook } from '../address-book/address-book';
import type { DocumentStore } from '../documents/store';
import type { SettingsService } from '../settings/settings';

/** Delay of the first snapshot, which would otherwise slow down the start of the station. */
const FIRST_SNAPSHOT_DELAY_MS = 10_000;

export interface DailyMaintenanceDependencies {
	settings: Pick<SettingsService, 'read'>;
	documentStore: Pick<DocumentStore, 'prune'>;
	addressBook: Pick<AddressBook, 'snapshotDaily'>;
	log: (event: string, detail: Record<string, unknown>) => void;
}

export function createDailyMaintenance({ settings, documentStore, addressBook, log }: DailyMaintenanceDependencies) {
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

	function snapshotAddresses(): void {
		addressBook.snapshotDaily().catch((error) => log('addresses.snapshotFailed', { error: String(error) }));
	}

	return {
		start(): void {
			pruneDocuments();
			timers.push(setInterval(pruneDocuments, DAY_MS), setInterval(snapshotAddresses, DAY_MS));
			timers.push(setTimeout(snapshotAddresses, FIRST_SNAPSHOT_DELAY_MS));
			for (const timer of timers) timer.unref();
		},
		close(): void {
			for (const timer of timers) clearInterval(timer);
		},
	};
}
