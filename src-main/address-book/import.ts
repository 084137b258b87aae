// Imports an address file: reads it, previews the result for each row, then writes all accepted rows in one transaction.

import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { ENTRY_FIELDS } from '../../src-contract/model/address';
import {
	type ColumnTarget,
	type DroppedFile,
	type ImportCounts,
	type ImportFile,
	type ImportPlan,
	type ImportReadOptions,
	type ImportResult,
	type ImportRow,
	type ImportState,
	importPlanSchema,
} from '../../src-contract/model/address-import';
import { findProgram, loadPrograms } from '../platform/tabular/programs';
import { titlesOf } from '../platform/tabular/table-file';
import { recipientKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import type { ReadContact } from './files/contacts';
import {
	contactsOf,
	type FindSavedMapping,
	type OpenedFile,
	openFile,
	type RecognizeProgram,
	readFileAs,
} from './import-file';
import { type ClassifiedRow, createRowClassifier, hasEqualValue, withWarnings } from './import-review';
import type { Progress } from './progress';

const { columns: columnsSchema } = importPlanSchema.shape;

/** @param programsFolder see `loadPrograms` */
export function createFileImport(store: EntryStore, progress: Progress, programsFolder: string) {
	const { database } = store;
	let openedFile: OpenedFile | undefined;
	let classifiedRows: ClassifiedRow[] = [];
	/** Newest entry id at the time of the preview. */
	let newestIdAtPreview = 0;
	const newestId = () => database.get<{ id: number | null }>('SELECT max(id) AS id FROM entry')?.id ?? 0;
	const countRows = ({ cards, table }: OpenedFile): number => cards?.length ?? table?.rows.length ?? 0;

	/** @throws `address.fileFailed` when no file is open */
	function requireOpened(): OpenedFile {
		if (!openedFile)
			throw new AppError('address.fileFailed', t('The file is no longer open. Nothing was imported. Choose it again.'));
		return openedFile;
	}

	const findSavedMapping: FindSavedMapping = (titles) => {
		const savedRow = database.get<{ columns: string }>(
			'SELECT columns FROM import_columns WHERE titles = ?',
			JSON.stringify(titles),
		);
		return savedRow && columnsSchema.parse(JSON.parse(savedRow.columns));
	};

	const recognizeProgram: RecognizeProgram = (titles) => findProgram(loadPrograms(programsFolder), 'addresses', titles);

	function read(readOptions: ImportReadOptions): Promise<ImportFile> {
		classifiedRows = [];
		return readFileAs(requireOpened(), readOptions, findSavedMapping, recognizeProgram);
	}

	return {
		/** Opens and reads the file; detects encoding, separator and header. @throws `address.fileFailed` when the file cannot be read */
		async open(file: string | DroppedFile): Promise<ImportFile> {
			openedFile = openFile(file);
			try {
				return await read({ encoding: null, separator: null, headerRow: null });
			} catch (error) {
				openedFile = undefined;
				throw error;
			}
		},
		read,

		/** Classifies every row of the file; writes nothing. @returns number of rows by state */
		preview(plan: ImportPlan): ImportCounts {
			const file = requireOpened();
			classifiedRows = [];
			// Two steps for each row: reading the contact, then classifying the row.
			return progress.run(2 * countRows(file), () => {
				const contacts: { rowNumber: number; contact: ReadContact }[] = [];
				const rowCountByReference = new Map<string, number>();
				for (const item of contactsOf(file, plan)) {
					const { reference } = item.contact.entry;
					rowCountByReference.set(reference, (rowCountByReference.get(reference) ?? 0) + 1);
					contacts.push(item);
					progress.step();
				}
				rowCountByReference.delete('');
				const classifyRow = createRowClassifier(store, rowCountByReference);
				const rows = contacts.map(({ contact, rowNumber }) => {
					progress.step();
					return classifyRow(contact, rowNumber);
				});
				classifiedRows = rows;
				newestIdAtPreview = newestId();
				return countsOf(rows);
			});
		},

		/** Returns a page of the classified rows. @param state only rows of this state; null for rows of every state */
		rows: (state: ImportState | null, offset: number, limit: number): ImportRow[] =>
			(state === null ? classifiedRows : classifiedRows.filter((row) => row.state === state))
				.slice(offset, offset + limit)
				.map(({ existing: _existing, ...row }) => (row.state === 'new' ? withWarnings(row) : row)),

		/**
		 * Writes the new rows, and the changed rows if `includeChanged`, in one transaction. Does not overwrite what was saved since the
		 * preview. If the file has a header, saves the column mapping for the next file with the same titles. Then closes the file.
		 * @throws `address.fileFailed` when no file is open, or when no preview with at least one row was made
		 */
		async apply(columns: readonly (ColumnTarget | null)[], includeChanged: boolean): Promise<ImportResult> {
			const file = requireOpened();
			if (classifiedRows.length === 0)
				throw new AppError('address.fileFailed', t('Preview the import first. Nothing was imported.'));
			const isAccepted = ({ state }: ClassifiedRow) => state === 'new' || (includeChanged && state === 'changed');
			const acceptedRows = classifiedRows.filter(isAccepted);
			const newRows = acceptedRows.filter(({ state }) => state === 'new');
			const result = await progress.run(acceptedRows.length, () =>
				database.transaction(() => {
					const batchId = store.beginBatch('import', file.name);
					const firstImportedId = newestId() + 1;
					const add = store.createInserter(batchId, newRows.length);
					let addedCount = 0;
					for (const { entry } of newRows) {
						progress.step();
						// Skip the row if an entry with the same name and address was added since the preview.
						if (
							database.get(
								'SELECT 1 FROM entry WHERE same_key = ? AND id BETWEEN ? AND ?',
								recipientKeyOf(entry),
								newestIdAtPreview + 1,
								firstImportedId - 1,
							)
						)
							continue;
						add(entry);
						addedCount += 1;
					}
					let changedCount = 0;
					for (const { existing } of acceptedRows) {
						if (!existing) continue;
						progress.step();
						const row = store.rowOf(existing.id);
						if (!row) continue;
						const entry = toAddress(row);
						// Change only fields that were not edited since the preview.
						const { changes: plannedChanges, previous } = existing;
						const fields = ENTRY_FIELDS.filter(
							(field) => field in plannedChanges && hasEqualValue(entry, previous, field),
						);
						if (fields.length === 0) continue;
						const changes = Object.fromEntries(fields.map((field) => [field, plannedChanges[field]]));
						store.updateEntry(batchId, row, { ...entry, ...changes });
						changedCount += 1;
					}
					if (file.table && file.table.headerRow > 0)
						database.write(
							'INSERT OR REPLACE INTO import_columns (titles, columns) VALUES (?, ?)',
							JSON.stringify(titlesOf(file.table)),
							JSON.stringify(columns),
						);
					return { batchId, added: addedCount, changed: changedCount };
				}),
			);
			openedFile = undefined;
			classifiedRows = [];
			return result;
		},

		close(): void {
			openedFile = undefined;
			classifiedRows = [];
		},
	};
}
export type FileImport = ReturnType<typeof createFileImport>;

function countsOf(rows: readonly ClassifiedRow[]): ImportCounts {
	const counts: ImportCounts = { new: 0, changed: 0, same: 0, duplicate: 0, wrong: 0 };
	for (const { state } of rows) counts[state] += 1;
	return counts;
}
