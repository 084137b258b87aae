// Imports an address file: reads it, previews the result for each row, then writes all accepted rows in one transaction.

import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { ENTRY_FIELDS } from '../../src-contract/model/address';
import {
	type ColumnTarget,
	type ImportCounts,
	type ImportFile,
	type ImportPlan,
	type ImportReadOptions,
	type ImportResult,
	type ImportRow,
	type ImportState,
	importPlanSchema,
} from '../../src-contract/model/address-import';
import { titlesOf } from '../platform/tabular/table-file';
import { sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import type { ReadContact } from './files/contacts';
import { contactsOf, type FindSavedMapping, type OpenedFile, openFile, readFileAs } from './import-file';
import { type ClassifiedRow, createRowClassifier, isEqual, withWarnings } from './import-review';
import type { Progress } from './progress';

const { columns: columnsSchema } = importPlanSchema.shape;

export function createImporting(store: EntryStore, progress: Progress) {
	const { database } = store;
	let opened: OpenedFile | undefined;
	let classifiedRows: ClassifiedRow[] = [];
	/** Newest entry id at the time of the preview. */
	let newestIdAtPreview = 0;
	const newestId = () => database.get<{ id: number | null }>('SELECT max(id) AS id FROM entry')?.id ?? 0;
	const rowCount = ({ cards, table }: OpenedFile): number => cards?.length ?? table?.rows.length ?? 0;

	/** @throws `address.fileFailed` when no file is open */
	function current(): OpenedFile {
		if (!opened)
			throw new AppError('address.fileFailed', t('The file is no longer open. Nothing was imported. Choose it again.'));
		return opened;
	}

	const findSavedMapping: FindSavedMapping = (titles) => {
		const found = database.get<{ columns: string }>(
			'SELECT columns FROM import_columns WHERE titles = ?',
			JSON.stringify(titles),
		);
		return found && columnsSchema.parse(JSON.parse(found.columns));
	};

	function read(reading: ImportReadOptions): Promise<ImportFile> {
		classifiedRows = [];
		return readFileAs(current(), reading, findSavedMapping);
	}

	return {
		/** Opens the file with detected encoding, separator and header. @throws `address.fileFailed` when it cannot be read */
		async open(file: string): Promise<ImportFile> {
			opened = openFile(file);
			try {
				return await read({ encoding: null, separator: null, hasHeader: null });
			} catch (error) {
				opened = undefined;
				throw error;
			}
		},
		read,

		/** Classifies every row without writing anything. @returns number of rows by state */
		preview(plan: ImportPlan): ImportCounts {
			const file = current();
			classifiedRows = [];
			return progress.within(2 * rowCount(file), () => {
				const contacts: { row: number; contact: ReadContact }[] = [];
				const references = new Map<string, number>();
				for (const item of contactsOf(file, plan)) {
					const { reference } = item.contact.entry;
					references.set(reference, (references.get(reference) ?? 0) + 1);
					contacts.push(item);
					progress.step();
				}
				references.delete('');
				const classifyRow = createRowClassifier(store, references);
				const rows = contacts.map(({ contact, row }) => {
					progress.step();
					return classifyRow(contact, row);
				});
				classifiedRows = rows;
				newestIdAtPreview = newestId();
				return countsOf(rows);
			});
		},

		/** Returns a page of the classified rows. @param state null returns rows of every state */
		rows: (state: ImportState | null, offset: number, limit: number): ImportRow[] =>
			(state === null ? classifiedRows : classifiedRows.filter((row) => row.state === state))
				.slice(offset, offset + limit)
				.map(({ existing: _existing, ...row }) => (row.state === 'new' ? withWarnings(row) : row)),

		/**
		 * Writes the new rows, and the changed ones if `withChanged`, in one transaction. Entries and fields that were edited since
		 * the preview are left alone. Saves the column mapping for the next file with these titles.
		 * @throws `address.fileFailed` when no file is open or there was no preview
		 */
		async apply(columns: readonly (ColumnTarget | null)[], withChanged: boolean): Promise<ImportResult> {
			const file = current();
			if (classifiedRows.length === 0)
				throw new AppError('address.fileFailed', t('Preview the import first. Nothing was imported.'));
			const isAccepted = ({ state }: ClassifiedRow) => state === 'new' || (withChanged && state === 'changed');
			const accepted = classifiedRows.filter(isAccepted);
			const added = accepted.filter(({ state }) => state === 'new');
			const imported = await progress.within(accepted.length, () =>
				database.transaction(() => {
					const batchId = store.begin('import', file.name);
					const firstImportedId = newestId() + 1;
					const add = store.createInserter(batchId, added.length);
					let addedCount = 0;
					for (const { entry } of added) {
						progress.step();
						// The user has saved the same recipient since the preview: keep that entry.
						if (
							database.get(
								'SELECT 1 FROM entry WHERE same_key = ? AND id BETWEEN ? AND ?',
								sameKeyOf(entry),
								newestIdAtPreview + 1,
								firstImportedId - 1,
							)
						)
							continue;
						add(entry);
						addedCount += 1;
					}
					let changedCount = 0;
					for (const { existing } of accepted) {
						if (!existing) continue;
						progress.step();
						const row = store.rowOf(existing.id);
						if (!row) continue;
						const current = toAddress(row);
						// Keep fields that were edited since the preview.
						const { changes: wanted, previous } = existing;
						const fields = ENTRY_FIELDS.filter((field) => field in wanted && isEqual(current, previous, field));
						if (fields.length === 0) continue;
						const changes = Object.fromEntries(fields.map((field) => [field, wanted[field]]));
						store.change(batchId, row, { ...current, ...changes });
						changedCount += 1;
					}
					if (file.table?.hasHeader)
						database.write(
							'INSERT OR REPLACE INTO import_columns (titles, columns) VALUES (?, ?)',
							JSON.stringify(titlesOf(file.table)),
							JSON.stringify(columns),
						);
					return { batchId, added: addedCount, changed: changedCount };
				}),
			);
			opened = undefined;
			classifiedRows = [];
			return imported;
		},

		close(): void {
			opened = undefined;
			classifiedRows = [];
		},
	};
}
export type Importing = ReturnType<typeof createImporting>;

function countsOf(rows: readonly ClassifiedRow[]): ImportCounts {
	const counts: ImportCounts = { new: 0, changed: 0, same: 0, duplicate: 0, wrong: 0 };
	for (const { state } of rows) counts[state] += 1;
	return counts;
}
