// Applies entries received from the site to the local address book.
import { type BookEntry, incompleteEntrySchema, savedEntrySchema } from '../../src-contract/model/address';
import type { SharedFields, SiteEntry } from '../../src-contract/model/shared-books';
import { type EntryRow, sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { areEqual, changeOf, mergeFields, sharedFieldsOf } from './shared-fields';
import type { SharedLink, SharedStateStore } from './shared-state';

/** Defaults of the fields that each desk has for itself. */
const LOCAL_DEFAULTS = { isFavourite: false, labelPrinterId: '' };

/** Validates received fields. An entry that only lacks required fields is accepted. @throws ZodError when a value is invalid */
function entryOf(fields: SharedFields, local: Pick<BookEntry, 'isFavourite' | 'labelPrinterId'>): BookEntry {
	const { isFavourite, labelPrinterId } = local;
	const entry = { ...fields, isFavourite, labelPrinterId };
	return savedEntrySchema.safeParse(entry).data ?? incompleteEntrySchema.parse(entry);
}

/** State of one transaction. */
interface Intake {
	/** Newest local change that was sent. */
	changeId: number;
	/** Ids whose removal this answers. The site keeps an entry that another desk had changed. */
	removals: ReadonlySet<string>;
	/** The batch that records the changes of a desk. */
	batchOf(desk: string): number;
	added: { entry: BookEntry; site: SiteEntry }[];
}

export function createSiteIntake(
	{ database, rowOf, beginBatch, recordChange, erase, createInserter, updateEntry }: EntryStore,
	shared: SharedStateStore,
) {
	/** Finds an equal local entry without a link, which a desk may have had before it joined. It is linked, not added again. */
	function duplicateOf(entry: BookEntry, fields: SharedFields): EntryRow | undefined {
		return database
			.all<EntryRow>(
				// The unary plus keeps SQLite from using the index on book, which is far less selective than same_key.
				`SELECT * FROM entry WHERE same_key = ? AND +book = ? AND NOT EXISTS
					(SELECT 1 FROM shared_entry WHERE entry_id = entry.id)`,
				sameKeyOf(entry),
				entry.book,
			)
			.find((row) => areEqual(sharedFieldsOf(toAddress(row)), fields));
	}

	/**
	 * Whether the entry has a local change that was not sent. Without one, differences from the agreed version come only from
	 * this desk's normalization of the fields.
	 */
	const isPending = (entryId: number, changeId: number) =>
		database.get(
			`SELECT 1 FROM change JOIN batch ON batch.id = batch_id WHERE entry_id = ? AND change.id > ? AND kind <> 'site' LIMIT 1`,
			entryId,
			changeId,
		) !== undefined;

	function takeNew(site: SiteEntry, { added }: Intake): void {
		if (site.removed) return;
		const entry = entryOf(site.fields, LOCAL_DEFAULTS);
		const duplicate = duplicateOf(entry, site.fields);
		if (duplicate) shared.link(duplicate.id, site.id, site.fields);
		else added.push({ entry, site });
	}

	/** Takes a site entry that this desk has removed. */
	function takeRemovedHere(site: SiteEntry, { removals, added }: Intake): void {
		if (site.removed) shared.unlink(site.id);
		else if (removals.has(site.id)) {
			// The site kept the entry although this desk removed it: add it again.
			shared.unlink(site.id);
			added.push({ entry: entryOf(site.fields, LOCAL_DEFAULTS), site });
		}
		// Otherwise the removal has not been sent yet.
	}

	function takeLinked(site: SiteEntry, { agreed }: SharedLink, row: EntryRow, intake: Intake): void {
		const address = toAddress(row);
		const local = sharedFieldsOf(address);
		const hasLocalChange = isPending(row.id, intake.changeId);
		if (site.removed) {
			// A local change outweighs the removal: keep the entry, and send the change.
			if (hasLocalChange && changeOf(agreed, local)) return;
			shared.unlink(site.id);
			// The removal was sent and undone before the answer: the entry will be sent as a new one.
			if (intake.removals.has(site.id)) return;
			erase(row);
			recordChange(intake.batchOf(site.desk), row.id, row);
			return;
		}
		const merged = hasLocalChange
			? mergeFields(agreed, local, site.fields)
			: { agreed: site.fields, local: site.fields };
		if (!areEqual(merged.local, local)) {
			const entry = entryOf(merged.local, address);
			// Normalization may have made the entry equal to the local one.
			if (!areEqual(sharedFieldsOf(entry), local)) updateEntry(intake.batchOf(site.desk), row, entry);
		}
		shared.setAgreed(site.id, merged.agreed);
	}

	/** Adds the new entries, in one batch per desk. */
	function addNewEntries({ added, batchOf }: Intake): void {
		for (const desk of new Set(added.map(({ site }) => site.desk))) {
			const fromDesk = added.filter(({ site }) => site.desk === desk);
			const insertNext = createInserter(batchOf(desk), fromDesk.length);
			for (const { entry, site } of fromDesk) shared.link(insertNext(entry), site.id, site.fields);
		}
	}

	/**
	 * Applies entries of the site. The caller runs it in a transaction.
	 * @param changeId newest local change that was sent
	 * @param removals ids whose removal this answers
	 */
	return (entries: readonly SiteEntry[], changeId: number, removals: ReadonlySet<string>): void => {
		const batches = new Map<string, number>();
		const batchOf = (desk: string): number => {
			const batchId = batches.get(desk) ?? beginBatch('site', desk);
			batches.set(desk, batchId);
			return batchId;
		};
		const intake: Intake = { changeId, removals, batchOf, added: [] };
		for (const site of entries) {
			const link = shared.linkTo(site.id);
			const row = link && rowOf(link.entryId);
			if (!link) takeNew(site, intake);
			else if (row) takeLinked(site, link, row, intake);
			else takeRemovedHere(site, intake);
		}
		addNewEntries(intake);
	};
}
