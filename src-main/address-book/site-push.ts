// What this desk sends to the site: found by the changes that every write notes in its own commit, so that none is ever missed.
import { randomUUID } from 'node:crypto';
import type { SharedChange, SharedPush } from '../../src-contract/model/shared-books';
import { toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { changeOf, idOfContent, sharedFieldsOf } from './shared-fields';
import type { SharedState, SharedStateStore } from './shared-state';

/** Entries that go in one request. */
const MAX_PUSHED = 200;
/** Changes that are looked at for one request. */
const MAX_CHANGES_READ = 2000;

export function createSitePush({ database, rowOf }: EntryStore, shared: SharedStateStore) {
	/**
	 * What this desk did to one entry, as the site must know it; undefined: nothing that concerns it.
	 * @param origin of the site, when it was here before desk and site met
	 */
	function changeOfEntry(entryId: number, books: readonly string[], origin?: string): SharedChange | undefined {
		const row = rowOf(entryId);
		const known = shared.linkOf(entryId);
		const isShared = row !== undefined && books.includes(row.book);
		if (!known) {
			if (!isShared) return undefined;
			const to = sharedFieldsOf(toAddress(row));
			const common = origin === undefined ? undefined : idOfContent(origin, to);
			const id = common === undefined || shared.linkTo(common) ? randomUUID() : common;
			// Nothing is agreed on before the answer.
			shared.link(entryId, id, {});
			return { id, from: {}, to, removed: false };
		}
		// One that left the shared books is gone for the others, and this desk's own.
		if (!isShared) return { id: known.id, from: known.agreed, to: {}, removed: true };
		const changed = changeOf(known.agreed, sharedFieldsOf(toAddress(row)));
		return changed && { id: known.id, ...changed, removed: false };
	}

	/** Of shared books, which the site does not know. */
	const unknownEntries = (books: readonly string[], limit: number) =>
		database
			.all<{ id: number }>(
				`SELECT entry.id FROM entry LEFT JOIN shared_entry ON shared_entry.entry_id = entry.id
				WHERE shared_entry.id IS NULL AND book IN (SELECT value FROM json_each(?)) ORDER BY position DESC LIMIT ?`,
				JSON.stringify(books),
				limit,
			)
			.map(({ id }) => id);

	function collect(state: SharedState): { changes: SharedChange[]; changeId: number; isToBeSearched: boolean } {
		const rows = database.all<{ id: number; entry_id: number; kind: string }>(
			`SELECT change.id, entry_id, kind FROM change JOIN batch ON batch.id = batch_id
			WHERE change.id > ? ORDER BY change.id LIMIT ?`,
			state.changeId,
			MAX_CHANGES_READ,
		);
		const changes = new Map<number, SharedChange>();
		let { changeId, isToBeSearched } = state;
		for (const { id, entry_id, kind } of rows) {
			if (changes.size === MAX_PUSHED) break;
			changeId = id;
			if (kind === 'site' || changes.has(entry_id)) continue;
			const change = changeOfEntry(entry_id, state.books);
			if (change) changes.set(entry_id, change);
		}
		if (isToBeSearched && changes.size === 0) {
			const unknown = unknownEntries(state.books, MAX_PUSHED);
			for (const entryId of unknown) {
				const change = changeOfEntry(entryId, state.books, state.origin);
				if (change) changes.set(entryId, change);
			}
			isToBeSearched = unknown.length > 0;
		}
		return { changes: [...changes.values()], changeId, isToBeSearched };
	}

	return {
		/** What is to be sent next: what was not answered, as it was sent; else what was changed since. Undefined: nothing. */
		next(): SharedPush | undefined {
			return database.transaction(() => {
				for (;;) {
					const state = shared.read();
					if (!state) return undefined;
					if (state.pushing) return state.pushing;
					const { changes, changeId, isToBeSearched } = collect(state);
					const push = changes.length > 0 ? { id: randomUUID(), changes } : undefined;
					const isSame = changeId === state.changeId && isToBeSearched === state.isToBeSearched;
					if (isSame && !push) return undefined;
					shared.setPushing(push, changeId, isToBeSearched);
					if (push) return push;
				}
			});
		},

		/** An answer makes what was sent agreed on: what the site made of it follows by the rule for all that comes from it. */
		agreeOnSent(push: SharedPush, books: readonly string[]): void {
			for (const { id, to, removed } of push.changes) {
				const known = shared.linkTo(id);
				if (!known) continue;
				shared.setAgreed(id, { ...known.agreed, ...to });
				const row = rowOf(known.entryId);
				// It left the shared books and is this desk's own.
				if (removed && row && !books.includes(row.book)) shared.unlink(id);
			}
		},
	};
}
