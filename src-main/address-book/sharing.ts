// The desk's side of shared books: what was changed here and is not at the site, and what stands at the site taken over.
// What is to be sent is found by the changes that every deed notes in its own commit, so that none is ever missed.
import { randomUUID } from 'node:crypto';
import { type BookEntry, incompleteEntrySchema, keptEntrySchema } from '../../src-contract/model/address';
import type {
	SharedChange,
	SharedFields,
	SharedPush,
	SiteConflict,
	SiteEntry,
} from '../../src-contract/model/shared-books';
import { type Row, sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { areEqual, changeOf, idOfContent, merged, sharedFieldsOf } from './shared-fields';

/** Entries that go in one request. */
const PUSHED_AT_ONCE = 200;
/** Changes that are looked at for one request. */
const LOOKED_AT = 2000;

/** How this desk stands towards the site. */
export interface Sharing {
	origin: string;
	version: number;
	books: string[];
	conflicts: SiteConflict[];
	/** What was sent, and not answered. */
	pushing: SharedPush | undefined;
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

interface StateRow {
	origin: string;
	version: number;
	change_id: number;
	is_to_be_searched: number;
	books: string;
	conflicts: string;
	pushing: string;
}
interface Link {
	entry_id: number;
	id: string;
	agreed: string;
}

const NOT_SHARED = { isFavourite: false, labelPrinterId: '' };

export function createSharing({ database, rowOf, begin, note, erase, adder, change }: EntryStore) {
	const stateRow = () => database.get<StateRow>('SELECT * FROM shared_state');
	const linkTo = (id: string) => database.get<Link>('SELECT * FROM shared_entry WHERE id = ?', id);
	const linkOf = (entryId: number) => database.get<Link>('SELECT * FROM shared_entry WHERE entry_id = ?', entryId);
	const link = (entryId: number, id: string, agreed: SharedFields) =>
		database.write(
			'INSERT OR REPLACE INTO shared_entry (entry_id, id, agreed) VALUES (?, ?, ?)',
			entryId,
			id,
			JSON.stringify(agreed),
		);
	const unlink = (id: string) => database.write('DELETE FROM shared_entry WHERE id = ?', id);
	const newestChange = () => database.get<{ id: number | null }>('SELECT max(id) AS id FROM change')?.id ?? 0;

	/** The state of a desk that this database has not met: everything is compared, nothing is known. */
	function meet(origin: string): StateRow {
		const state = stateRow();
		if (state?.origin === origin) return state;
		database.write('DELETE FROM shared_state');
		database.write('DELETE FROM shared_entry');
		database.write(
			"INSERT INTO shared_state VALUES (?, 0, ?, 1, ?, '[]', '')",
			origin,
			newestChange(),
			state?.books ?? '[]',
		);
		return stateRow() as StateRow;
	}

	/**
	 * What this desk did to one entry, as the site must know it; undefined: nothing that concerns it.
	 * @param origin of the site, when it was here before desk and site met
	 */
	function changeOfEntry(entryId: number, books: readonly string[], origin?: string): SharedChange | undefined {
		const row = rowOf(entryId);
		const known = linkOf(entryId);
		const isShared = row !== undefined && books.includes(row.book);
		if (!known) {
			if (!isShared) return undefined;
			const to = sharedFieldsOf(toAddress(row));
			const common = origin === undefined ? undefined : idOfContent(origin, to);
			const id = common === undefined || linkTo(common) ? randomUUID() : common;
			// Nothing is agreed on before the answer.
			link(entryId, id, {});
			return { id, from: {}, to, removed: false };
		}
		const agreed = JSON.parse(known.agreed) as SharedFields;
		// One that left the shared books is gone for the others, and this desk's own.
		if (!isShared) return { id: known.id, from: agreed, to: {}, removed: true };
		const changed = changeOf(agreed, sharedFieldsOf(toAddress(row)));
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

	function collect(state: StateRow): { changes: SharedChange[]; changeId: number; isToBeSearched: boolean } {
		const books = JSON.parse(state.books) as string[];
		const rows = database.all<{ id: number; entry_id: number; kind: string }>(
			`SELECT change.id, entry_id, kind FROM change JOIN batch ON batch.id = batch_id
			WHERE change.id > ? ORDER BY change.id LIMIT ?`,
			state.change_id,
			LOOKED_AT,
		);
		const changes = new Map<number, SharedChange>();
		let changeId = state.change_id;
		for (const { id, entry_id, kind } of rows) {
			if (changes.size === PUSHED_AT_ONCE) break;
			changeId = id;
			if (kind === 'site' || changes.has(entry_id)) continue;
			const one = changeOfEntry(entry_id, books);
			if (one) changes.set(entry_id, one);
		}
		let isToBeSearched = state.is_to_be_searched === 1;
		if (isToBeSearched && changes.size === 0) {
			const unknown = unknownEntries(books, PUSHED_AT_ONCE);
			for (const entryId of unknown) {
				const one = changeOfEntry(entryId, books, state.origin);
				if (one) changes.set(entryId, one);
			}
			isToBeSearched = unknown.length > 0;
		}
		return { changes: [...changes.values()], changeId, isToBeSearched };
	}

	/** An answer makes what was sent agreed on: what the site made of it follows by the rule for all that comes from it. */
	function agreeOnSent(push: SharedPush, books: readonly string[]): void {
		for (const { id, to, removed } of push.changes) {
			const known = linkTo(id);
			if (!known) continue;
			const agreed = { ...(JSON.parse(known.agreed) as SharedFields), ...to };
			database.write('UPDATE shared_entry SET agreed = ? WHERE id = ?', JSON.stringify(agreed), id);
			const row = rowOf(known.entry_id);
			// It left the shared books and is this desk's own.
			if (removed && row && !books.includes(row.book)) unlink(id);
		}
	}

	/** One that equals it and is not known at the site is that one: desks that had a book each become one. */
	function twinOf(entry: BookEntry, fields: SharedFields): Row | undefined {
		return database
			.all<Row>(
				// By their key, of which there are few, and not by their book, of which there are all.
				`SELECT * FROM entry WHERE same_key = ? AND +book = ? AND NOT EXISTS
					(SELECT 1 FROM shared_entry WHERE entry_id = entry.id)`,
				sameKeyOf(entry),
				entry.book,
			)
			.find((row) => areEqual(sharedFieldsOf(toAddress(row)), fields));
	}

	/** What came from outside is checked as what a file brings; what only lacks something is an entry all the same. */
	function entryOf(fields: SharedFields, own: Pick<BookEntry, 'isFavourite' | 'labelPrinterId'>): BookEntry {
		const { isFavourite, labelPrinterId } = own;
		const given = { ...fields, isFavourite, labelPrinterId };
		return keptEntrySchema.safeParse(given).data ?? incompleteEntrySchema.parse(given);
	}

	/** Something was done to it here that the site was not told yet; else what it holds beside what was agreed on is only how this desk writes it. */
	const isPending = (entryId: number, changeId: number) =>
		database.get(
			`SELECT 1 FROM change JOIN batch ON batch.id = batch_id WHERE entry_id = ? AND change.id > ? AND kind <> 'site' LIMIT 1`,
			entryId,
			changeId,
		) !== undefined;

	/** @param removals those whose removal this answers; the site keeps one that somebody had changed */
	function takeOver(taken: TakenFromSite, changeId: number, removals: ReadonlySet<string>): void {
		const batches = new Map<string, number>();
		const batchOf = (desk: string): number => {
			const batchId = batches.get(desk) ?? begin('site', desk);
			batches.set(desk, batchId);
			return batchId;
		};
		const added: { entry: BookEntry; site: SiteEntry }[] = [];
		for (const site of taken.entries) {
			const known = linkTo(site.id);
			const row = known && rowOf(known.entry_id);
			if (!known) {
				if (site.removed) continue;
				const entry = entryOf(site.fields, NOT_SHARED);
				const twin = twinOf(entry, site.fields);
				if (twin) link(twin.id, site.id, site.fields);
				else added.push({ entry, site });
				continue;
			}
			const agreed = JSON.parse(known.agreed) as SharedFields;
			if (!row) {
				// Gone here too; or the site will be told that it is.
				if (site.removed) unlink(site.id);
				else if (removals.has(site.id)) {
					unlink(site.id);
					added.push({ entry: entryOf(site.fields, NOT_SHARED), site });
				}
				continue;
			}
			const address = toAddress(row);
			const here = sharedFieldsOf(address);
			const isTouched = isPending(row.id, changeId);
			if (site.removed) {
				// What was changed here meanwhile stays, and the site is told of it.
				if (isTouched && changeOf(agreed, here)) continue;
				unlink(site.id);
				// Removed here, sent, and brought back before the answer: it is new to the site.
				if (removals.has(site.id)) continue;
				erase(row);
				note(batchOf(site.desk), row.id, row);
				continue;
			}
			const both = isTouched ? merged(agreed, here, site.fields) : { agreed: site.fields, here: site.fields };
			if (!areEqual(both.here, here)) {
				const entry = entryOf(both.here, address);
				// It may be written here as it was already.
				if (!areEqual(sharedFieldsOf(entry), here)) change(batchOf(site.desk), row, entry);
			}
			database.write('UPDATE shared_entry SET agreed = ? WHERE id = ?', JSON.stringify(both.agreed), site.id);
		}
		if (added.length > 0) {
			// Those of one desk in one batch, each in the order of the list.
			for (const desk of new Set(added.map(({ site }) => site.desk))) {
				const its = added.filter(({ site }) => site.desk === desk);
				const add = adder(batchOf(desk), its.length);
				for (const { entry, site } of its) link(add(entry), site.id, site.fields);
			}
		}
	}

	return {
		/** Undefined: this desk shares nothing. */
		state(): Sharing | undefined {
			const state = stateRow();
			if (!state) return undefined;
			const shared = 'SELECT value FROM json_each(?2)';
			const { changed, unknown } = database.get<{ changed: number; unknown: number }>(
				`SELECT (SELECT count(DISTINCT change.entry_id) FROM change JOIN batch ON batch.id = batch_id
						WHERE change.id > ?1 AND kind <> 'site' AND (
							EXISTS (SELECT 1 FROM shared_entry WHERE entry_id = change.entry_id)
							OR EXISTS (SELECT 1 FROM entry WHERE id = change.entry_id AND book IN (${shared})))) AS changed,
					CASE WHEN ?3 THEN (SELECT count(*) FROM entry LEFT JOIN shared_entry ON shared_entry.entry_id = entry.id
						WHERE shared_entry.id IS NULL AND book IN (${shared})) ELSE 0 END AS unknown`,
				state.change_id,
				state.books,
				state.is_to_be_searched,
			) ?? { changed: 0, unknown: 0 };
			const pushing = state.pushing === '' ? undefined : (JSON.parse(state.pushing) as SharedPush);
			return {
				origin: state.origin,
				version: state.version,
				books: JSON.parse(state.books),
				conflicts: JSON.parse(state.conflicts),
				pushing,
				waiting: changed + unknown + (pushing?.changes.length ?? 0),
			};
		},

		/** What is to be sent next: what was not answered, as it was sent; else what was changed since. Undefined: nothing. */
		nextPush(): SharedPush | undefined {
			return database.transaction(() => {
				for (;;) {
					const state = stateRow();
					if (!state) return undefined;
					if (state.pushing !== '') return JSON.parse(state.pushing) as SharedPush;
					const { changes, changeId, isToBeSearched } = collect(state);
					const push = changes.length > 0 ? { id: randomUUID(), changes } : undefined;
					const isSame = changeId === state.change_id && isToBeSearched === (state.is_to_be_searched === 1);
					if (isSame && !push) return undefined;
					database.write(
						'UPDATE shared_state SET pushing = ?, change_id = ?, is_to_be_searched = ?',
						push ? JSON.stringify(push) : '',
						changeId,
						isToBeSearched ? 1 : 0,
					);
					if (push) return push;
				}
			});
		},

		/** All of it in one commit, with how far this desk has come. */
		take(taken: TakenFromSite): void {
			database.transaction(() => {
				const state = meet(taken.origin);
				if (taken.books) {
					const hasNew = taken.books.some((name) => !(JSON.parse(state.books) as string[]).includes(name));
					database.write(
						'UPDATE shared_state SET books = ?, is_to_be_searched = max(is_to_be_searched, ?)',
						JSON.stringify(taken.books),
						hasNew ? 1 : 0,
					);
				}
				if (taken.conflicts) database.write('UPDATE shared_state SET conflicts = ?', JSON.stringify(taken.conflicts));
				const push = taken.pushId && state.pushing ? (JSON.parse(state.pushing) as SharedPush) : undefined;
				const removals = new Set<string>();
				if (push && push.id === taken.pushId) {
					agreeOnSent(push, JSON.parse(state.books));
					for (const { id, removed } of push.changes) if (removed) removals.add(id);
					database.write("UPDATE shared_state SET pushing = ''");
				}
				// Nothing of this desk's own stands behind: then nothing of what comes now does either.
				const isAllSent = newestChange() === state.change_id;
				takeOver(taken, state.change_id, removals);
				if (isAllSent) database.write('UPDATE shared_state SET change_id = ?', newestChange());
				if (taken.version !== undefined) database.write('UPDATE shared_state SET version = ?', taken.version);
			});
		},
	};
}
