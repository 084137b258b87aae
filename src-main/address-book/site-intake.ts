// Applies entries received from the site, the database in which desks share address books, to the local address book.
import { type BookEntry, incompleteEntrySchema, savedEntrySchema } from '../../src-contract/model/address';
import type { SharedFields, SiteEntry } from '../../src-contract/model/shared-books';
import { type EntryRow, recipientKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { areEqual, changeOf, mergeFields, sharedFieldsOf } from './shared-fields';
import type { SharedLink, SharedStateStore } from './shared-state';

/** Defaults of the fields that each desk has for itself. */
const LOCAL_DEFAULTS = { isFavourite: false, labelPrinterId: '' };

/** Converts shared fields to an entry. Required fields may be empty; invalid values are truncated or emptied. */
function toBookEntry(fields: SharedFields, local: Pick<BookEntry, 'isFavourite' | 'labelPrinterId'>): BookEntry {
	const { isFavourite, labelPrinterId } = local;
	const entry = { ...fields, isFavourite, labelPrinterId };
	return savedEntrySchema.safeParse(entry).data ?? incompleteEntrySchema.parse(entry);
}

/** State of one call of the function that `createSiteIntake` returns. A call runs in one transaction. */
interface Intake {
	/** Id of the newest recorded change that was examined for sending. */
	examinedChangeId: number;
	/** Site ids of the entries whose removal the site has now answered. The site keeps an entry that another desk has changed. */
	removals: ReadonlySet<string>;
	/** Id of the batch that records the changes of a desk; the first call for the desk starts the batch. */
	batchOf(desk: string): number;
	/** Entries that are added after all others were applied. */
	entriesToAdd: { entry: BookEntry; siteEntry: SiteEntry }[];
}

export function createSiteIntake(
	{ database, rowOf, beginBatch, recordChange, erase, createInserter, updateEntry }: EntryStore,
	sharedState: SharedStateStore,
) {
	/** Finds an equal local entry without a link: this desk may have had it before it joined the site. */
	function duplicateOf(entry: BookEntry, fields: SharedFields): EntryRow | undefined {
		return database
			.all<EntryRow>(
				// The unary plus keeps SQLite from using the index on book, which is far less selective than same_key.
				`SELECT * FROM entry WHERE same_key = ? AND +book = ? AND NOT EXISTS
					(SELECT 1 FROM shared_entry WHERE entry_id = entry.id)`,
				recipientKeyOf(entry),
				entry.book,
			)
			.find((row) => areEqual(sharedFieldsOf(toAddress(row)), fields));
	}

	/**
	 * Whether the entry has a local change that was not sent. A comparison with the agreed version would not show this: an unchanged
	 * entry may differ from that version too, because this desk normalizes the fields.
	 */
	const hasUnsentChange = (entryId: number, examinedChangeId: number) =>
		database.get(
			`SELECT 1 FROM change JOIN batch ON batch.id = batch_id WHERE entry_id = ? AND change.id > ? AND kind <> 'site' LIMIT 1`,
			entryId,
			examinedChangeId,
		) !== undefined;

	/** Applies a site entry that this desk does not know yet. */
	function applyUnlinked(siteEntry: SiteEntry, { entriesToAdd }: Intake): void {
		if (siteEntry.removed) return;
		const entry = toBookEntry(siteEntry.fields, LOCAL_DEFAULTS);
		const duplicate = duplicateOf(entry, siteEntry.fields);
		if (duplicate) sharedState.link(duplicate.id, siteEntry.id, siteEntry.fields);
		else entriesToAdd.push({ entry, siteEntry });
	}

	/** Applies a site entry whose local entry was removed on this desk. */
	function applyRemovedHere(siteEntry: SiteEntry, { removals, entriesToAdd }: Intake): void {
		if (siteEntry.removed) sharedState.unlink(siteEntry.id);
		else if (removals.has(siteEntry.id)) {
			// The site kept the entry although this desk removed it: add it again.
			sharedState.unlink(siteEntry.id);
			entriesToAdd.push({ entry: toBookEntry(siteEntry.fields, LOCAL_DEFAULTS), siteEntry });
		}
		// If neither is true, the site has not answered this desk's removal yet: the entry stays removed here.
	}

	/** Applies a site entry to its local entry. */
	function applyLinked(siteEntry: SiteEntry, { agreed }: SharedLink, row: EntryRow, intake: Intake): void {
		const address = toAddress(row);
		const local = sharedFieldsOf(address);
		const hasLocalChange = hasUnsentChange(row.id, intake.examinedChangeId);
		if (siteEntry.removed) {
			// A local change takes precedence over the site's removal: keep the entry; the change will be sent.
			if (hasLocalChange && changeOf(agreed, local)) return;
			sharedState.unlink(siteEntry.id);
			// This desk sent the removal and undid it before the site's answer: the entry will be sent as a new one.
			if (intake.removals.has(siteEntry.id)) return;
			erase(row);
			recordChange(intake.batchOf(siteEntry.desk), row.id, row);
			return;
		}
		const merged = hasLocalChange
			? mergeFields(agreed, local, siteEntry.fields)
			: { agreed: siteEntry.fields, local: siteEntry.fields };
		if (!areEqual(merged.local, local)) {
			const entry = toBookEntry(merged.local, address);
			// After normalization, the merged entry may equal the local one.
			if (!areEqual(sharedFieldsOf(entry), local)) updateEntry(intake.batchOf(siteEntry.desk), row, entry);
		}
		sharedState.setAgreed(siteEntry.id, merged.agreed);
	}

	/** Adds the collected entries, in one batch for each desk that added or changed them. */
	function addNewEntries({ entriesToAdd, batchOf }: Intake): void {
		for (const desk of new Set(entriesToAdd.map(({ siteEntry }) => siteEntry.desk))) {
			const additions = entriesToAdd.filter(({ siteEntry }) => siteEntry.desk === desk);
			const insertNext = createInserter(batchOf(desk), additions.length);
			for (const { entry, siteEntry } of additions) sharedState.link(insertNext(entry), siteEntry.id, siteEntry.fields);
		}
	}

	/**
	 * Applies entries received from the site. Must be called in a transaction.
	 * @param examinedChangeId id of the newest recorded change that was examined for sending
	 * @param removals site ids of the entries whose removal the site has now answered
	 */
	return (entries: readonly SiteEntry[], examinedChangeId: number, removals: ReadonlySet<string>): void => {
		const batches = new Map<string, number>();
		const batchOf = (desk: string): number => {
			const batchId = batches.get(desk) ?? beginBatch('site', desk);
			batches.set(desk, batchId);
			return batchId;
		};
		const intake: Intake = { examinedChangeId, removals, batchOf, entriesToAdd: [] };
		for (const siteEntry of entries) {
			const link = sharedState.linkBySiteId(siteEntry.id);
			const row = link && rowOf(link.entryId);
			if (!link) applyUnlinked(siteEntry, intake);
			else if (row) applyLinked(siteEntry, link, row, intake);
			else applyRemovedHere(siteEntry, intake);
		}
		addNewEntries(intake);
	};
}
