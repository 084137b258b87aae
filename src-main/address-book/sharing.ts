// The desk's side of shared address books: collects local changes for the site, whose database the desks share, and applies the
// entries received from it.
import type { SharedPush, SiteConflict, SiteEntry } from '../../src-contract/model/shared-books';
import type { EntryStore } from './entry-store';
import { createSharedState, type SharedState } from './shared-state';
import { createSiteIntake } from './site-intake';
import { createSitePush } from './site-push';

/** Synchronization state as the other modules of the station see it. */
export interface SharingState extends Pick<SharedState, 'origin' | 'version' | 'books' | 'unansweredPush'> {
	conflicts: SiteConflict[];
	/** Number of changed or newly shared entries that the site has not confirmed. */
	waiting: number;
}

/** Data received from the site, applied in one transaction. */
export interface SiteUpdate {
	/** Id of the site's database. */
	origin: string;
	/**
	 * Once `entries` are applied, the desk has all changes up to this version. Undefined if that cannot be said, as in the answer to
	 * a push.
	 */
	version?: number;
	entries: SiteEntry[];
	/** Id of the push that this data answers, if any. */
	pushId?: string;
	books?: string[];
	conflicts?: SiteConflict[];
}

export function createSharing(store: EntryStore) {
	const { database } = store;
	const sharedState = createSharedState(store);
	const sitePush = createSitePush(store, sharedState);
	const applyEntries = createSiteIntake(store, sharedState);

	return {
		/** Undefined if this desk has never synchronized with a site. */
		state(): SharingState | undefined {
			const state = sharedState.read();
			if (!state) return undefined;
			const { origin, version, books, unansweredPush } = state;
			const waiting = sharedState.waitingCount(state) + (unansweredPush?.changes.length ?? 0);
			return { origin, version, books, conflicts: sharedState.conflicts(), unansweredPush, waiting };
		},

		/** The next changes to send, or undefined when there are none. */
		nextPush: (): SharedPush | undefined => sitePush.next(),

		/** Applies received data and the new synchronization state in one transaction. */
		apply(update: SiteUpdate): void {
			database.transaction(() => {
				const { books, examinedChangeId, unansweredPush } = sharedState.open(update.origin);
				if (update.books)
					sharedState.setBooks(
						update.books,
						update.books.some((name) => !books.includes(name)),
					);
				if (update.conflicts) sharedState.setConflicts(update.conflicts);
				const removals = new Set<string>();
				if (unansweredPush && unansweredPush.id === update.pushId) {
					sitePush.confirm(unansweredPush, books);
					for (const { id, removed } of unansweredPush.changes) if (removed) removals.add(id);
					sharedState.clearUnansweredPush();
				}
				// If all local changes were examined for sending, the only later changes are those that `applyEntries` records. These come from the site and
				// are not sent back.
				const isAllExamined = sharedState.newestChangeId() === examinedChangeId;
				applyEntries(update.entries, examinedChangeId, removals);
				if (isAllExamined) sharedState.setExaminedChangeId(sharedState.newestChangeId());
				if (update.version !== undefined) sharedState.setVersion(update.version);
			});
		},
	};
}
