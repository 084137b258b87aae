// Collects the local changes to send to the site, the database in which desks share address books. No change is missed, because
// every write of a shared field records its change in the same transaction.
import { randomUUID } from 'node:crypto';
import type { SharedChange, SharedPush } from '../../src-contract/model/shared-books';
import { toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { changeOf, contentIdOf, sharedFieldsOf } from './shared-fields';
import type { SharedState, SharedStateStore } from './shared-state';

/** Maximum number of changed entries in one push. */
const MAX_PUSHED = 200;
/** Maximum number of recorded changes that are read for one push. */
const MAX_CHANGES_READ = 2000;

export function createSitePush({ database, rowOf }: EntryStore, sharedState: SharedStateStore) {
	/**
	 * The change of one entry since desk and site last agreed on it; undefined when there is nothing to send. An entry of a shared
	 * book without a link is first linked to a new id.
	 * @param origin id of the site's database; given for an entry that existed before its book was shared, see `contentIdOf`
	 */
	function changeOfEntry(entryId: number, books: readonly string[], origin?: string): SharedChange | undefined {
		const row = rowOf(entryId);
		const link = sharedState.linkByEntryId(entryId);
		const isShared = row !== undefined && books.includes(row.book);
		if (!link) {
			if (!isShared) return undefined;
			const to = sharedFieldsOf(toAddress(row));
			const contentId = origin === undefined ? undefined : contentIdOf(origin, to);
			const id = contentId === undefined || sharedState.linkBySiteId(contentId) ? randomUUID() : contentId;
			// The agreed version is empty until the site has answered.
			sharedState.link(entryId, id, {});
			return { id, from: {}, to, removed: false };
		}
		// An entry that was removed here or moved to a local book is removed from the site.
		if (!isShared) return { id: link.id, from: link.agreed, to: {}, removed: true };
		const fieldChanges = changeOf(link.agreed, sharedFieldsOf(toAddress(row)));
		return fieldChanges && { id: link.id, ...fieldChanges, removed: false };
	}

	/** Ids of entries in shared books that have no link to an entry of the site. */
	const unlinkedEntryIds = (books: readonly string[], limit: number) =>
		database
			.all<{ id: number }>(
				`SELECT entry.id FROM entry LEFT JOIN shared_entry ON shared_entry.entry_id = entry.id
				WHERE shared_entry.id IS NULL AND book IN (SELECT value FROM json_each(?)) ORDER BY position DESC LIMIT ?`,
				JSON.stringify(books),
				limit,
			)
			.map(({ id }) => id);

	/** Collects up to MAX_PUSHED changed entries, or, when there are none and the search is pending, entries without a link. */
	function collect(state: SharedState): { changes: SharedChange[]; examinedChangeId: number; isSearchPending: boolean } {
		const rows = database.all<{ id: number; entry_id: number; kind: string }>(
			`SELECT change.id, entry_id, kind FROM change JOIN batch ON batch.id = batch_id
			WHERE change.id > ? ORDER BY change.id LIMIT ?`,
			state.examinedChangeId,
			MAX_CHANGES_READ,
		);
		const changes = new Map<number, SharedChange>();
		let { examinedChangeId, isSearchPending } = state;
		for (const { id, entry_id, kind } of rows) {
			if (changes.size === MAX_PUSHED) break;
			examinedChangeId = id;
			if (kind === 'site' || changes.has(entry_id)) continue;
			const change = changeOfEntry(entry_id, state.books);
			if (change) changes.set(entry_id, change);
		}
		if (isSearchPending && changes.size === 0) {
			const unlinked = unlinkedEntryIds(state.books, MAX_PUSHED);
			for (const entryId of unlinked) {
				const change = changeOfEntry(entryId, state.books, state.origin);
				if (change) changes.set(entryId, change);
			}
			isSearchPending = unlinked.length > 0;
		}
		return { changes: [...changes.values()], examinedChangeId, isSearchPending };
	}

	return {
		/**
		 * The next push. If the last push was not answered, returns that push again, with the same id. Otherwise, collects and stores a
		 * new push; undefined when there is nothing to send.
		 */
		next(): SharedPush | undefined {
			return database.transaction(() => {
				for (;;) {
					const state = sharedState.read();
					if (!state) return undefined;
					if (state.unansweredPush) return state.unansweredPush;
					const { changes, examinedChangeId, isSearchPending } = collect(state);
					const push = changes.length > 0 ? { id: randomUUID(), changes } : undefined;
					const isUnchanged = examinedChangeId === state.examinedChangeId && isSearchPending === state.isSearchPending;
					if (isUnchanged && !push) return undefined;
					sharedState.setUnansweredPush(push, examinedChangeId, isSearchPending);
					if (push) return push;
				}
			});
		},

		/** Records that the site has accepted a push. The caller applies the entries of the site's answer afterwards. */
		confirm(push: SharedPush, books: readonly string[]): void {
			for (const { id, to, removed } of push.changes) {
				const link = sharedState.linkBySiteId(id);
				if (!link) continue;
				sharedState.setAgreed(id, { ...link.agreed, ...to });
				const row = rowOf(link.entryId);
				// The entry was moved to a local book, and is no longer linked to the site.
				if (removed && row && !books.includes(row.book)) sharedState.unlink(id);
			}
		},
	};
}
