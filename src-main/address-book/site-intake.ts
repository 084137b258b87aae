// Entries of the site taken over into the book of this desk.
import { type BookEntry, incompleteEntrySchema, savedEntrySchema } from '../../src-contract/model/address';
import type { SharedFields, SiteEntry } from '../../src-contract/model/shared-books';
import { type Row, sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { areEqual, changeOf, merged, sharedFieldsOf } from './shared-fields';
import type { SharedLink, SharedStateStore } from './shared-state';

const NOT_SHARED = { isFavourite: false, labelPrinterId: '' };

/** What came from outside is checked as what a file brings; what only lacks something is an entry all the same. */
function entryOf(fields: SharedFields, own: Pick<BookEntry, 'isFavourite' | 'labelPrinterId'>): BookEntry {
	const { isFavourite, labelPrinterId } = own;
	const given = { ...fields, isFavourite, labelPrinterId };
	return savedEntrySchema.safeParse(given).data ?? incompleteEntrySchema.parse(given);
}

/** What is taken over in one commit. */
interface Intake {
	/** Up to which change of this desk all was sent. */
	changeId: number;
	/** Ids whose removal this answers; the site keeps one that somebody had changed. */
	removals: ReadonlySet<string>;
	/** The batch in which changes of that desk are noted. */
	batchOf(desk: string): number;
	added: { entry: BookEntry; site: SiteEntry }[];
}

export function createSiteIntake(
	{ database, rowOf, begin, note, erase, adder, change }: EntryStore,
	shared: SharedStateStore,
) {
	/** An equal entry that is not known at the site is the same one: desks that had a book each become one. */
	function duplicateOf(entry: BookEntry, fields: SharedFields): Row | undefined {
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

	/** Something was done to it here that the site was not told yet; else what it holds beside what was agreed on is only how this desk writes it. */
	const isPending = (entryId: number, changeId: number) =>
		database.get(
			`SELECT 1 FROM change JOIN batch ON batch.id = batch_id WHERE entry_id = ? AND change.id > ? AND kind <> 'site' LIMIT 1`,
			entryId,
			changeId,
		) !== undefined;

	function takeNew(site: SiteEntry, { added }: Intake): void {
		if (site.removed) return;
		const entry = entryOf(site.fields, NOT_SHARED);
		const duplicate = duplicateOf(entry, site.fields);
		if (duplicate) shared.link(duplicate.id, site.id, site.fields);
		else added.push({ entry, site });
	}

	/** It is gone from this desk. */
	function takeGone(site: SiteEntry, { removals, added }: Intake): void {
		// Gone here too; or the site will be told that it is.
		if (site.removed) shared.unlink(site.id);
		else if (removals.has(site.id)) {
			shared.unlink(site.id);
			added.push({ entry: entryOf(site.fields, NOT_SHARED), site });
		}
	}

	function takeKnown(site: SiteEntry, { agreed }: SharedLink, row: Row, intake: Intake): void {
		const address = toAddress(row);
		const here = sharedFieldsOf(address);
		const isTouched = isPending(row.id, intake.changeId);
		if (site.removed) {
			// What was changed here meanwhile stays, and the site is told of it.
			if (isTouched && changeOf(agreed, here)) return;
			shared.unlink(site.id);
			// Removed here, sent, and brought back before the answer: it is new to the site.
			if (intake.removals.has(site.id)) return;
			erase(row);
			note(intake.batchOf(site.desk), row.id, row);
			return;
		}
		const both = isTouched ? merged(agreed, here, site.fields) : { agreed: site.fields, here: site.fields };
		if (!areEqual(both.here, here)) {
			const entry = entryOf(both.here, address);
			// It may be written here as it was already.
			if (!areEqual(sharedFieldsOf(entry), here)) change(intake.batchOf(site.desk), row, entry);
		}
		shared.setAgreed(site.id, both.agreed);
	}

	/** Those of one desk in one batch, each in the order of the list. */
	function add({ added, batchOf }: Intake): void {
		for (const desk of new Set(added.map(({ site }) => site.desk))) {
			const its = added.filter(({ site }) => site.desk === desk);
			const addNext = adder(batchOf(desk), its.length);
			for (const { entry, site } of its) shared.link(addNext(entry), site.id, site.fields);
		}
	}

	/** @param removals ids whose removal this answers */
	return (entries: readonly SiteEntry[], changeId: number, removals: ReadonlySet<string>): void => {
		const batches = new Map<string, number>();
		const batchOf = (desk: string): number => {
			const batchId = batches.get(desk) ?? begin('site', desk);
			batches.set(desk, batchId);
			return batchId;
		};
		const intake: Intake = { changeId, removals, batchOf, added: [] };
		for (const site of entries) {
			const known = shared.linkTo(site.id);
			const row = known && rowOf(known.entryId);
			if (!known) takeNew(site, intake);
			else if (row) takeKnown(site, known, row, intake);
			else takeGone(site, intake);
		}
		add(intake);
	};
}
