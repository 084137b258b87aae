// A file on its way into the book: read, shown row by row with what would become of each, then taken as a whole.

import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { ENTRY_FIELDS } from '../../src-contract/model/address';
import {
	type ColumnTarget,
	type ImportCounts,
	type ImportFile,
	type ImportPlan,
	type ImportReading,
	type ImportResult,
	type ImportRow,
	type ImportState,
	importPlanSchema,
} from '../../src-contract/model/address-import';
import { titlesOf } from '../platform/tabular/table-file';
import { sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import type { ReadContact } from './files/contacts';
import { contactsOf, type OpenedFile, openFile, type Remembered, readFileAs } from './import-file';
import { type ClassifiedRow, createRowClassifier, isEqual, withWarnings } from './import-review';
import type { Progress } from './progress';

const { columns: columnsSchema } = importPlanSchema.shape;

export function createImporting(store: EntryStore, progress: Progress) {
	const { database } = store;
	let opened: OpenedFile | undefined;
	let judged: ClassifiedRow[] = [];
	/** The last entry that the book had when the rows were looked at. */
	let newestSeen = 0;
	const newestId = () => database.get<{ id: number | null }>('SELECT max(id) AS id FROM entry')?.id ?? 0;
	const rowCount = ({ cards, table }: OpenedFile): number => cards?.length ?? table?.rows.length ?? 0;

	function current(): OpenedFile {
		if (!opened)
			throw new AppError('address.noFile', t('The file is no longer open. Choose it again: nothing was imported.'));
		return opened;
	}

	const remembered: Remembered = (titles) => {
		const found = database.get<{ columns: string }>(
			'SELECT columns FROM import_columns WHERE titles = ?',
			JSON.stringify(titles),
		);
		return found && columnsSchema.parse(JSON.parse(found.columns));
	};

	function read(reading: ImportReading): Promise<ImportFile> {
		judged = [];
		return readFileAs(current(), reading, remembered);
	}

	return {
		/** @throws `address.noFile` when it cannot be read */
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

		/** What would become of each row; nothing is written. */
		preview(plan: ImportPlan): ImportCounts {
			const file = current();
			judged = [];
			return progress.within(2 * rowCount(file), () => {
				const read: { row: number; read: ReadContact }[] = [];
				const references = new Map<string, number>();
				for (const one of contactsOf(file, plan)) {
					const { reference } = one.read.entry;
					references.set(reference, (references.get(reference) ?? 0) + 1);
					read.push(one);
					progress.step();
				}
				references.delete('');
				const judge = createRowClassifier(store, references);
				const all = read.map((one) => {
					progress.step();
					return judge(one.read, one.row);
				});
				judged = all;
				newestSeen = newestId();
				return countsOf(all);
			});
		},

		/** @param state null: of every state */
		rows: (state: ImportState | null, offset: number, limit: number): ImportRow[] =>
			(state === null ? judged : judged.filter((one) => one.state === state))
				.slice(offset, offset + limit)
				.map(({ existing: _existing, ...row }) => (row.state === 'new' ? withWarnings(row) : row)),

		/** Everything in one commit. What another window changed since the preview is not overwritten unseen. */
		async take(columns: readonly (ColumnTarget | null)[], withChanged: boolean): Promise<ImportResult> {
			const file = current();
			if (judged.length === 0)
				throw new AppError('address.noFile', t('The rows were not looked at yet. Nothing was imported.'));
			const isTaken = ({ state }: ClassifiedRow) => state === 'new' || (withChanged && state === 'changed');
			const taken = judged.filter(isTaken);
			const added = taken.filter(({ state }) => state === 'new');
			const imported = await progress.within(taken.length, () =>
				database.transaction(() => {
					const batchId = store.begin('import', file.name);
					const ours = newestId() + 1;
					const add = store.adder(batchId, added.length);
					let addedCount = 0;
					for (const { entry } of added) {
						progress.step();
						// Typed by hand since: it stays as it was typed.
						if (
							database.get(
								'SELECT 1 FROM entry WHERE same_key = ? AND id BETWEEN ? AND ?',
								sameKeyOf(entry),
								newestSeen + 1,
								ours - 1,
							)
						)
							continue;
						add(entry);
						addedCount += 1;
					}
					let changedCount = 0;
					for (const { existing } of taken) {
						if (!existing) continue;
						progress.step();
						const row = store.rowOf(existing.id);
						if (!row) continue;
						const current = toAddress(row);
						// What was changed by hand since the preview stays.
						const { changes: wanted, stood } = existing;
						const fields = ENTRY_FIELDS.filter((field) => field in wanted && isEqual(current, stood, field));
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
			judged = [];
			return imported;
		},

		close(): void {
			opened = undefined;
			judged = [];
		},
	};
}
export type Importing = ReturnType<typeof createImporting>;

function countsOf(all: readonly ClassifiedRow[]): ImportCounts {
	const counts: ImportCounts = { new: 0, changed: 0, same: 0, duplicate: 0, wrong: 0 };
	for (const { state } of all) counts[state] += 1;
	return counts;
}
