// The desk's side of shared books: what was changed here and is not at the site is sent, and what stands at the site taken over.
import type { SharedPush, SiteConflict, SiteEntry } from '../../src-contract/model/shared-books';
import type { EntryStore } from './entry-store';
import { createSharedState, type SharedState } from './shared-state';
import { createSiteIntake } from './site-intake';
import { createSitePush } from './site-push';

/** How this desk stands towards the site. */
export interface Sharing extends Pick<SharedState, 'origin' | 'version' | 'books' | 'pushing'> {
	conflicts: SiteConflict[];
	/** Entries that were changed here and are not known to be at the site. */
	waiting: number;
}

/** What came from the site at once. */
export interface TakenFromSite {
	origin: string;
	/** Up to which version this desk has all; undefined: these are the answer to a push. */
	version?: number;
	entries: SiteEntry[];
	/** Whose answer it is. */
	pushId?: string;
	books?: string[];
	conflicts?: SiteConflict[];
}

export function createSharing(store: EntryStore) {
	const { database } = store;
	const shared = createSharedState(store);
	const push = createSitePush(store, shared);
	const importLegacyData = createSiteIntake(store, shared);

	return {
		/** Undefined: this desk shares nothing. */
		state(): Sharing | undefined {
			const state = shared.read();
			if (!state) return undefined;
			const { origin, version, books, pushing } = state;
			const waiting = shared.waitingCount(state) + (pushing?.changes.length ?? 0);
			return { origin, version, books, conflicts: shared.conflicts(), pushing, waiting };
		},

		nextPush: (): SharedPush | undefined => push.next(),

		/** All of it in one commit, with how far this desk has come. */
		take(taken: TakenFromSite): void {
			database.transaction(() => {
				const { books, changeId, pushing } = shared.meet(taken.origin);
				if (taken.books)
					shared.setBooks(
						taken.books,
						taken.books.some((name) => !books.includes(name)),
					);
				if (taken.conflicts) shared.setConflicts(taken.conflicts);
				const removals = new Set<string>();
				if (pushing && pushing.id === taken.pushId) {
					push.agreeOnSent(pushing, books);
					for (const { id, removed } of pushing.changes) if (removed) removals.add(id);
					shared.clearPushing();
				}
				// Nothing of this desk's own stands behind: then nothing of what comes now does either.
				const isAllSent = shared.newestChange() === changeId;
				importLegacyData(taken.entries, changeId, removals);
				if (isAllSent) shared.setChangeId(shared.newestChange());
				if (taken.version !== undefined) shared.setVersion(taken.version);
			});
		},
	};
}
