// Stores the state of this desk's synchronization with the site, the database in which desks share address books: the last version
// received, the changes being sent, and the site's entry ids.
import * as z from 'zod';
import {
	type SharedFields,
	type SharedPush,
	type SiteConflict,
	siteConflictSchema,
} from '../../src-contract/model/shared-books';
import type { EntryStore } from './entry-store';

export interface SharedState {
	/** Id of the site's database. */
	origin: string;
	/** Newest version of the site's entries that this desk has received completely. */
	version: number;
	/** Id of the newest recorded change that was examined for sending. Later changes must still be examined. */
	examinedChangeId: number;
	/**
	 * Whether the shared books must still be searched for entries without a link to an entry of the site, because a book was newly
	 * shared or the desk was connected to another site.
	 */
	isSearchPending: boolean;
	/** Names of the shared books. */
	books: string[];
	/** Changes that are sent, again if necessary, until the site answers; undefined when there are none. */
	unansweredPush: SharedPush | undefined;
}
/** Connects an entry of this desk with the same entry at the site. */
export interface SharedLink {
	entryId: number;
	/** Id of the entry at the site. */
	id: string;
	/** The fields as desk and site last agreed on them. */
	agreed: SharedFields;
}

/** A row of `shared_state`. The table is STRICT, so the types are those of the columns. */
interface StateRow {
	origin: string;
	version: number;
	change_id: number;
	is_to_be_searched: number;
	books: string;
	conflicts: string;
	pushing: string;
}
interface LinkRow {
	entry_id: number;
	id: string;
	agreed: string;
}

const fieldsSchema = z.record(z.string(), z.unknown());
const booksSchema = z.array(z.string());
const conflictsSchema = z.array(siteConflictSchema);
const pushSchema = z.object({
	id: z.string(),
	changes: z.array(z.object({ id: z.string(), from: fieldsSchema, to: fieldsSchema, removed: z.boolean() })),
}) satisfies z.ZodType<SharedPush>;

const toState = (row: StateRow): SharedState => ({
	origin: row.origin,
	version: row.version,
	examinedChangeId: row.change_id,
	isSearchPending: row.is_to_be_searched === 1,
	books: booksSchema.parse(JSON.parse(row.books)),
	unansweredPush: row.pushing === '' ? undefined : pushSchema.parse(JSON.parse(row.pushing)),
});
const toLink = ({ entry_id, id, agreed }: LinkRow): SharedLink => ({
	entryId: entry_id,
	id,
	agreed: fieldsSchema.parse(JSON.parse(agreed)),
});

export function createSharedState({ database }: EntryStore) {
	const stateRow = () => database.get<StateRow>('SELECT * FROM shared_state');
	const newestChangeId = () => database.get<{ id: number | null }>('SELECT max(id) AS id FROM change')?.id ?? 0;

	function read(): SharedState | undefined {
		const row = stateRow();
		return row && toState(row);
	}

	return {
		/** Undefined if this desk has never synchronized with a site. */
		read,
		newestChangeId,

		/**
		 * Returns the synchronization state for a site's database. If none is stored, or only that for another database, first stores an
		 * initial state and deletes all links, so that every shared entry is compared with the site.
		 */
		open(origin: string): SharedState {
			const row = stateRow();
			if (row?.origin === origin) return toState(row);
			const initial = { origin, version: 0, change_id: newestChangeId(), books: row?.books ?? '[]' };
			database.write('DELETE FROM shared_state');
			database.write('DELETE FROM shared_entry');
			database.write(
				"INSERT INTO shared_state VALUES (?, ?, ?, 1, ?, '[]', '')",
				initial.origin,
				initial.version,
				initial.change_id,
				initial.books,
			);
			return toState({ ...initial, is_to_be_searched: 1, conflicts: '[]', pushing: '' });
		},

		/**
		 * Stored conflicts; empty if another release stored them in a different format. The next synchronization reads them from the site
		 * again.
		 */
		conflicts: (): SiteConflict[] => conflictsSchema.safeParse(JSON.parse(stateRow()?.conflicts ?? '[]')).data ?? [],
		setConflicts: (conflicts: readonly SiteConflict[]) =>
			database.write('UPDATE shared_state SET conflicts = ?', JSON.stringify(conflicts)),
		/** @param hasNewBook whether a book was newly shared, so that the shared books must be searched */
		setBooks: (books: readonly string[], hasNewBook: boolean) =>
			database.write(
				'UPDATE shared_state SET books = ?, is_to_be_searched = max(is_to_be_searched, ?)',
				JSON.stringify(books),
				hasNewBook ? 1 : 0,
			),
		/**
		 * Stores the push that is sent next, the id of the newest recorded change that was examined, and whether the search is pending.
		 * @param push undefined when the examined changes contain nothing to send
		 */
		setUnansweredPush: (push: SharedPush | undefined, examinedChangeId: number, isSearchPending: boolean) =>
			database.write(
				'UPDATE shared_state SET pushing = ?, change_id = ?, is_to_be_searched = ?',
				push ? JSON.stringify(push) : '',
				examinedChangeId,
				isSearchPending ? 1 : 0,
			),
		clearUnansweredPush: () => database.write("UPDATE shared_state SET pushing = ''"),
		setExaminedChangeId: (examinedChangeId: number) => database.write('UPDATE shared_state SET change_id = ?', examinedChangeId),
		setVersion: (version: number) => database.write('UPDATE shared_state SET version = ?', version),

		linkBySiteId(siteEntryId: string): SharedLink | undefined {
			const row = database.get<LinkRow>('SELECT * FROM shared_entry WHERE id = ?', siteEntryId);
			return row && toLink(row);
		},
		linkByEntryId(entryId: number): SharedLink | undefined {
			const row = database.get<LinkRow>('SELECT * FROM shared_entry WHERE entry_id = ?', entryId);
			return row && toLink(row);
		},
		link: (entryId: number, siteEntryId: string, agreed: SharedFields) =>
			database.write(
				'INSERT OR REPLACE INTO shared_entry (entry_id, id, agreed) VALUES (?, ?, ?)',
				entryId,
				siteEntryId,
				JSON.stringify(agreed),
			),
		setAgreed: (siteEntryId: string, agreed: SharedFields) =>
			database.write('UPDATE shared_entry SET agreed = ? WHERE id = ?', JSON.stringify(agreed), siteEntryId),
		unlink: (siteEntryId: string) => database.write('DELETE FROM shared_entry WHERE id = ?', siteEntryId),

		/** Number of entries with changes that were not examined, plus, while the search is pending, of shared entries without a link. */
		waitingCount({ examinedChangeId, books, isSearchPending }: SharedState): number {
			const sharedBooks = 'SELECT value FROM json_each(?2)';
			const { changed, unlinked } = database.get<{ changed: number; unlinked: number }>(
				`SELECT (SELECT count(DISTINCT change.entry_id) FROM change JOIN batch ON batch.id = batch_id
						WHERE change.id > ?1 AND kind <> 'site' AND (
							EXISTS (SELECT 1 FROM shared_entry WHERE entry_id = change.entry_id)
							OR EXISTS (SELECT 1 FROM entry WHERE id = change.entry_id AND book IN (${sharedBooks})))) AS changed,
					CASE WHEN ?3 THEN (SELECT count(*) FROM entry LEFT JOIN shared_entry ON shared_entry.entry_id = entry.id
						WHERE shared_entry.id IS NULL AND book IN (${sharedBooks})) ELSE 0 END AS unlinked`,
				examinedChangeId,
				JSON.stringify(books),
				isSearchPending ? 1 : 0,
			) ?? { changed: 0, unlinked: 0 };
			return changed + unlinked;
		},
	};
}
export type SharedStateStore = ReturnType<typeof createSharedState>;
