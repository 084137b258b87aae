// A file on its way into the book: read, shown row by row with what would become of each, then taken as a whole.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BookEntry, SavedAddress } from '../../src-contract/address';
import {
	type ColumnTarget,
	IMPORT_FIELDS,
	type ImportCounts,
	type Imported,
	type ImportFile,
	type ImportPlan,
	type ImportReading,
	type ImportRow,
	type ImportState,
} from '../../src-contract/address-import';
import { AppError } from '../../src-contract/errors';
import { warningsOf } from './checks';
import { type Row, sameKeyOf, toAddress } from './entry-row';
import type { EntryStore } from './entry-store';
import { isOwnFile, labelColumns, looksLikeHeader, targetsByContent, targetsOf } from './files/columns';
import { contactOfRow, entryOfContact, type ReadContact } from './files/contacts';
import { parseSeparated, parseWorkbook, type Table } from './files/tables';
import { decodeText } from './files/text-encoding';
import { type Card, parseCards, unfolded } from './files/vcards';
import type { Progress } from './progress';
import { fold } from './words';

const MOST_MEGABYTES = 300;
const SAMPLES = 3;

interface Opened {
	name: string;
	bytes: Uint8Array;
	kind: ImportFile['kind'];
	encoding: ImportFile['encoding'];
	table: (Table & { hasHeader: boolean }) | undefined;
	cards: Card[] | undefined;
}

/** A row and what would become of it. */
interface Judged extends Omit<ImportRow, 'entry'> {
	entry: BookEntry;
	/** Of an entry that the book has: which, and what of it would change. */
	existing?: { id: number; stood: BookEntry; changes: Partial<BookEntry> };
}

export function createImporting(store: EntryStore, progress: Progress) {
	const { database } = store;
	let opened: Opened | undefined;
	let judged: Judged[] = [];
	/** The last entry that the book had when the rows were looked at. */
	let newestSeen = 0;
	const newestId = () => database.get<{ id: number | null }>('SELECT max(id) AS id FROM entry')?.id ?? 0;

	function current(): Opened {
		if (!opened)
			throw new AppError('address.noFile', 'The file is no longer open. Choose it again: nothing was imported.');
		return opened;
	}

	async function read(reading: ImportReading): Promise<ImportFile> {
		const file = current();
		judged = [];
		if (file.kind === 'xlsx') await readTable(file, reading, await parseWorkbook(file.bytes));
		else {
			const { text, encoding } = decodeText(
				file.kind === 'vcard' ? unfolded(file.bytes) : file.bytes,
				reading.encoding,
			);
			file.encoding = encoding;
			if (file.kind === 'vcard') file.cards = parseCards(text);
			else await readTable(file, reading, parseSeparated(text, reading.separator));
		}
		return described(file);
	}

	async function readTable(file: Opened, reading: ImportReading, table: Table): Promise<void> {
		const first = table.rows.find((row) => row.some((cell) => cell.trim() !== '')) ?? [];
		file.table = { ...table, hasHeader: reading.hasHeader ?? (isRemembered(first) || looksLikeHeader(first)) };
	}

	/** Where the rows begin that hold addresses. */
	function firstRow({ rows, hasHeader }: Table & { hasHeader: boolean }): number {
		const filled = rows.findIndex((row) => row.some((cell) => cell.trim() !== ''));
		return hasHeader ? filled + 1 : Math.max(0, filled);
	}

	function titlesOf(table: Table & { hasHeader: boolean }): string[] {
		const width = table.rows.reduce((most, { length }) => Math.max(most, length), 0);
		const named = table.hasHeader ? table.rows[firstRow(table) - 1] : undefined;
		return Array.from({ length: width }, (_, at) => named?.[at]?.trim() || `Column ${at + 1}`);
	}

	function described({ name, kind, encoding, table, cards }: Opened): ImportFile {
		if (!table)
			return {
				name,
				kind,
				encoding,
				separator: null,
				hasHeader: false,
				columns: [],
				isRemembered: false,
				rows: cards?.length ?? 0,
				remarks: [],
			};
		const rows = table.rows.slice(firstRow(table));
		const titles = titlesOf(table);
		const remembered = rememberedTargets(titles);
		const proposed = table.hasHeader ? targetsOf(titles) : targetsByContent(rows);
		const targets = remembered ?? proposed;
		const columns = titles.map((title, at) => ({
			title,
			samples: samplesOf(rows, at),
			target: targets[at] ?? null,
		}));
		const filled = rows.filter((row) => row.some((cell) => cell.trim() !== '')).length;
		const { separator, hasHeader, remarks } = table;
		return {
			name,
			kind,
			encoding,
			separator,
			hasHeader,
			columns,
			isRemembered: remembered !== undefined,
			rows: filled,
			remarks,
		};
	}

	const isRemembered = (titles: readonly string[]): boolean =>
		rememberedTargets(titles.map((title) => title.trim())) !== undefined;

	function rememberedTargets(titles: readonly string[]): (ColumnTarget | null)[] | undefined {
		const found = database.get<{ columns: string }>(
			'SELECT columns FROM import_columns WHERE titles = ?',
			JSON.stringify(titles),
		);
		return found && JSON.parse(found.columns);
	}

	/** Each contact of the file with its number in it. */
	function* contacts({ table, cards }: Opened, plan: ImportPlan): Generator<{ row: number; read: ReadContact }> {
		if (cards)
			for (const [at, { contact, fault }] of cards.entries()) {
				const read = entryOfContact(contact, plan);
				yield { row: at + 1, read: fault === '' ? read : { ...read, faults: [fault] } };
			}
		else if (table) {
			const titles = titlesOf(table);
			const isOwn = table.hasHeader && isOwnFile(titles);
			const labels = labelColumns(titles);
			for (let at = firstRow(table); at < table.rows.length; at += 1) {
				const isNumber = (column: number) => table.isNumber(at, column);
				const contact = contactOfRow(table.rows[at] as string[], plan.columns, labels, isNumber, isOwn);
				if (!contact.isEmpty()) yield { row: at + 1, read: entryOfContact(contact, plan) };
			}
		}
	}

	/** The entries of the book by who they are, and by the number that they have in the desk's own systems. */
	function bookByKeys() {
		const byKey = new Map<string, number[]>();
		const byReference = new Map<string, number[]>();
		const put = (map: Map<string, number[]>, key: string, id: number) => {
			const ids = map.get(key);
			if (ids) ids.push(id);
			else map.set(key, [id]);
		};
		for (const { id, same_key, reference } of database.all<Pick<Row, 'id' | 'same_key' | 'reference'>>(
			'SELECT id, same_key, reference FROM entry ORDER BY position',
		)) {
			put(byKey, same_key, id);
			if (reference !== '') put(byReference, reference, id);
		}
		return { byKey, byReference };
	}

	/** Whom of the book each row means: never two rows one entry. */
	function createJudge(references: ReadonlyMap<string, number>) {
		const { byKey, byReference } = bookByKeys();
		const seen = new Map<string, { row: number; entry: BookEntry }[]>();
		const meant = new Set<number>();

		/** The same person at the same place; else who alone has the number, in the book as in the file. */
		function candidates({ reference }: BookEntry, key: string): SavedAddress[] {
			const sameNumber = references.get(reference) === 1 ? (byReference.get(reference) ?? []) : [];
			const ids = byKey.get(key) ?? (sameNumber.length === 1 ? sameNumber : []);
			return ids.flatMap((id) => {
				const row = meant.has(id) ? undefined : store.rowOf(id);
				return row ? [toAddress(row)] : [];
			});
		}

		return ({ entry, faults, remarks, known }: ReadContact, row: number): Judged => {
			if (faults.length > 0) return { row, state: 'wrong', reason: sentence(faults), entry };
			const key = sameKeyOf(entry);
			const earlier = seen.get(key) ?? [];
			const twin = earlier.find((one) => isSame(one.entry, entry, known));
			if (twin) return { row, state: 'duplicate', reason: `The same as row ${twin.row}.`, entry };
			seen.set(key, [...earlier, { row, entry }]);
			const all = candidates(entry, key);
			const same = all.find((one) => Object.keys(differences(one, entry, known)).length === 0);
			if (same) {
				meant.add(same.id);
				return { row, state: 'same', reason: '', entry: same };
			}
			const [stood] = all;
			if (!stood) {
				const alike = earlier[0] ? [`the same person and place as row ${earlier[0].row}`] : [];
				return { row, state: 'new', reason: sentence([...remarks, ...alike]), entry };
			}
			meant.add(stood.id);
			// Who moved has all of the new address, and nothing of the old one.
			const fields = sameKeyOf(stood) === key ? known : [...new Set([...known, ...PLACE])];
			const changes = differences(stood, entry, fields);
			const changed = Object.keys(changes) as (keyof BookEntry)[];
			return {
				row,
				state: 'changed',
				reason: sentence([...remarks, `changes: ${changed.map(titleOf).join(', ')}`]),
				entry: { ...stood, ...changes },
				existing: { id: stood.id, stood, changes },
			};
		};
	}

	return {
		/** @throws `address.noFile` when it cannot be read */
		async open(file: string): Promise<ImportFile> {
			const bytes = readBytes(file);
			opened = {
				name: path.basename(file),
				bytes,
				kind: kindOf(bytes),
				encoding: null,
				table: undefined,
				cards: undefined,
			};
			try {
				return await read({ encoding: null, separator: null, hasHeader: null });
			} catch (error) {
				opened = undefined;
				if (error instanceof AppError) throw error;
				throw new AppError(
					'address.noFile',
					`${path.basename(file)} cannot be read: ${(error as Error).message}. Nothing was imported.`,
				);
			}
		},
		read,

		/** What would become of each row; nothing is written. */
		preview(plan: ImportPlan): ImportCounts {
			const file = current();
			judged = [];
			return progress.within(2 * described(file).rows, () => {
				const read: { row: number; read: ReadContact }[] = [];
				const references = new Map<string, number>();
				for (const one of contacts(file, plan)) {
					const { reference } = one.read.entry;
					references.set(reference, (references.get(reference) ?? 0) + 1);
					read.push(one);
					progress.step();
				}
				references.delete('');
				const judge = createJudge(references);
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
				.map(({ existing: _existing, ...row }) => (row.state === 'new' ? withRemarks(row) : row)),

		/** Everything in one commit. What another window changed since the preview is not overwritten unseen. */
		async take(columns: readonly (ColumnTarget | null)[], withChanged: boolean): Promise<Imported> {
			const file = current();
			if (judged.length === 0)
				throw new AppError('address.noFile', 'The rows were not looked at yet. Nothing was imported.');
			const isTaken = ({ state }: Judged) => state === 'new' || (withChanged && state === 'changed');
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
						const changes = Object.fromEntries(
							Object.entries(existing.changes).filter(([field]) =>
								isEqual(current, existing.stood, field as keyof BookEntry),
							),
						);
						if (Object.keys(changes).length === 0) continue;
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

function readBytes(file: string): Uint8Array {
	try {
		if (statSync(file).size > MOST_MEGABYTES * 1e6) throw new Error(`it is larger than ${MOST_MEGABYTES} MB: split it`);
		return readFileSync(file);
	} catch (error) {
		throw new AppError('address.noFile', `The file cannot be read: ${(error as Error).message}. Nothing was imported.`);
	}
}

const CONTROLS = /[^\P{Cc}\s]/gu;

function kindOf(bytes: Uint8Array): ImportFile['kind'] {
	const begins = (...start: number[]) => start.every((byte, at) => bytes[at] === byte);
	if (begins(0x50, 0x4b, 3, 4)) return 'xlsx';
	// A compound file: what older programs wrote, or one under a password.
	if (begins(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1))
		throw new AppError(
			'address.noFile',
			'This is a workbook of an old form (XLS), or one under a password. Save it as XLSX or CSV. Nothing was imported.',
		);
	const start = decodeText(bytes.subarray(0, 4000), null).text;
	if ((start.match(CONTROLS) ?? []).length > start.length / 100)
		throw new AppError(
			'address.noFile',
			'This is no file of addresses: CSV, XLSX and vCard can be read. Nothing was imported.',
		);
	return /^\s*BEGIN:VCARD/im.test(start) ? 'vcard' : 'csv';
}

function samplesOf(rows: readonly string[][], column: number): string[] {
	const samples = new Set<string>();
	for (const row of rows) {
		const cell = row[column]?.trim();
		if (cell) samples.add(cell.slice(0, 80));
		if (samples.size === SAMPLES) break;
	}
	return [...samples];
}

const PLACE = ['addressLine1', 'addressLine2', 'zipcode', 'city'] as const satisfies (keyof BookEntry)[];

const isEqual = (one: BookEntry, other: BookEntry, field: keyof BookEntry): boolean =>
	JSON.stringify(one[field]) === JSON.stringify(other[field]);

/** Whether two rows say the same, however they write it. */
const isSame = (one: BookEntry, other: BookEntry, known: readonly (keyof BookEntry)[]): boolean =>
	known.every((field) => fold(JSON.stringify(one[field])) === fold(JSON.stringify(other[field])));

/** Only what the file says something of counts; what it leaves empty stays. */
function differences(stood: BookEntry, entry: BookEntry, known: readonly (keyof BookEntry)[]): Partial<BookEntry> {
	return Object.fromEntries(
		known.filter((field) => !isEqual(stood, entry, field)).map((field) => [field, entry[field]]),
	);
}

function countsOf(all: readonly Judged[]): ImportCounts {
	const counts: ImportCounts = { new: 0, changed: 0, same: 0, duplicate: 0, wrong: 0 };
	for (const { state } of all) counts[state] += 1;
	return counts;
}

const titleOf = (field: keyof BookEntry): string =>
	(field === 'countryCode' ? IMPORT_FIELDS.country : IMPORT_FIELDS[field]).toLowerCase();

/** What the partner demands, and the file does not have: to be filled in before anything is sent there. */
function missing(entry: BookEntry): string[] {
	const demanded = ['contactPerson', 'email', 'phone', 'addressLine1', 'zipcode', 'city', 'countryCode'] as const;
	const absent = demanded.filter((field) => entry[field] === '');
	return absent.length === 0 ? [] : [`lacks ${absent.map(titleOf).join(', ')}`];
}

/** Looked for in what is shown: a check of every telephone number would take as long as the import. */
function withRemarks(row: ImportRow): ImportRow {
	const remarks = [...missing(row.entry), ...oddities(row.entry)];
	return { ...row, reason: [row.reason, sentence(remarks)].filter(Boolean).join(' ') };
}

/** What looks wrong. */
const oddities = (entry: BookEntry): string[] =>
	warningsOf(entry)
		.filter(({ level }) => level === 'warning')
		.map(({ message }) => message.replace(/\.$/, '').replace(/^./, (letter) => letter.toLowerCase()));

function sentence(parts: readonly string[]): string {
	const text = parts.join('; ');
	return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
