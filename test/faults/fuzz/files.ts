// Opens damaged files of addresses, orders and backups in the methods of the address book's worker thread, previews them and imports
// them.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { AppError } from '../../../src-contract/errors';
import { emptyEntry, savedEntrySchema } from '../../../src-contract/model/address';
import { importPlanSchema, importReadOptionsSchema } from '../../../src-contract/model/address-import';
import { orderPlanSchema } from '../../../src-contract/model/order';
import { addressBookPaths } from '../../../src-main/address-book/address-book-paths';
import { openBook } from '../../../src-main/address-book/book-database';
import { newProgressMemory } from '../../../src-main/address-book/progress';
import { backgroundMethods } from '../../../src-main/address-book/worker-methods';
import { orderMethods } from '../../../src-main/orders/worker-methods';
import { HANG_LIMIT_MS } from '../../fixtures/hang-limit';
import { recipient, sender } from '../../fixtures/shipment-draft';
import { validFor } from './from-schema';
import { mutated } from './hostile';
import { attemptAll, type SurfaceReport } from './surface';

/** Start a new address book after this many files: its size would slow down later ones. */
const PER_BOOK = 400;
const NO_FILTER = { book: null, countryCode: null, tag: null, favourites: false };

/** A new address book and the methods of its worker thread. */
function openDesk(folder: string) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const book = openBook(
		addressBookPaths(folder, path.resolve('resources')),
		newProgressMemory(),
		() => 'fuzz',
		() => new Date(),
	);
	const methods = { ...backgroundMethods(book), ...orderMethods(book.recipientMatcher, path.resolve('resources')) };
	for (let at = 0; at < 5; at += 1)
		book.entries.save({ ...emptyEntry, ...recipient, companyName: `Muster ${at} GmbH`, reference: `K-${at}` }, '');
	return { book, methods };
}
type Desk = ReturnType<typeof openDesk>;

/** @throws if the database is damaged or holds entries that do not match their schema */
function requireIntactBook({ book }: Desk): void {
	const integrity = book.database.get<{ integrity_check: string }>('PRAGMA integrity_check')?.integrity_check;
	if (integrity !== 'ok') throw new Error(`the book is damaged: ${integrity}`);
	for (const { id: _id, useCount: _useCount, lastUsedAt: _lastUsedAt, ...entry } of book.search.list(
		0,
		1_000_000,
		NO_FILTER,
	).rows) {
		const checked = savedEntrySchema.safeParse(entry);
		if (!checked.success) throw new Error(`the book holds an invalid entry: ${JSON.stringify(checked.error.issues)}`);
	}
	const objects = book.database.all<{ name: string }>(
		"SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') AND name LIKE 'x%'",
	);
	if (objects.length > 0) throw new Error(`a file created ${JSON.stringify(objects)} in the database`);
}

/** The code of a known error. @throws other errors */
function errorCodeOf(error: unknown): string {
	if (error instanceof AppError && error.code !== 'internal') return error.code;
	throw error;
}

const reading = validFor(importReadOptionsSchema) as fc.Arbitrary<never>;
const EXAMPLES = path.resolve('test/fixtures/address-book/files');
export const exampleFiles = (): Uint8Array[] =>
	readdirSync(EXAMPLES)
		.filter((name) => !name.endsWith('.json'))
		.map((name) => new Uint8Array(readFileSync(path.join(EXAMPLES, name))))
		.filter(({ length }) => length < 100_000);

interface FileInput {
	bytes: Uint8Array;
	reading: never;
	plan: never;
	isReadAgain: boolean;
	isApplied: boolean;
}
/** Runs the attempts in a folder of their own and checks the address book regularly and at the end. */
async function withDesk(
	folder: string,
	count: number,
	seed: number,
	inputs: fc.Arbitrary<FileInput>,
	attempt: (desk: Desk, file: string, input: FileInput) => Promise<string>,
): Promise<SurfaceReport> {
	let report: SurfaceReport | undefined;
	for (let done = 0; done < count; done += PER_BOOK) {
		const desk = openDesk(path.join(folder, 'book'));
		const file = path.join(folder, 'file');
		report = await attemptAll(
			{
				inputs,
				count: Math.min(PER_BOOK, count - done),
				seed: seed + done,
				maxMs: HANG_LIMIT_MS,
				async attempt(input) {
					writeFileSync(file, input.bytes);
					return attempt(desk, file, input).catch(errorCodeOf);
				},
			},
			report,
		);
		try {
			requireIntactBook(desk);
		} catch (error) {
			report.failures.push(String(error));
		}
		desk.book.database.close();
	}
	return report as SurfaceReport;
}

const inputsOf = (files: readonly Uint8Array[], plan: fc.Arbitrary<unknown>): fc.Arbitrary<FileInput> =>
	fc.record({
		bytes: mutated(files),
		reading,
		plan: plan as fc.Arbitrary<never>,
		isReadAgain: fc.boolean(),
		isApplied: fc.boolean(),
	});

export function fuzzAddressFiles(folder: string, count: number, seed: number): Promise<SurfaceReport> {
	return withDesk(
		folder,
		count,
		seed,
		inputsOf(exampleFiles(), validFor(importPlanSchema)),
		async ({ methods }, file, { reading, plan, isReadAgain, isApplied }) => {
			let { columns } = await methods.importOpen(file);
			if (isReadAgain) columns = (await methods.importRead(reading)).columns;
			const proposed = { ...(plan as object), columns: columns.map(({ target }) => target) } as never;
			await methods.importPreview(isReadAgain ? plan : proposed);
			const rows = await methods.importRows(null, 0, 50);
			if (!isApplied || rows.length === 0) return 'previewed';
			await methods.importApply((proposed as { columns: never }).columns, true);
			return 'accepted';
		},
	);
}

export function fuzzOrderFiles(folder: string, count: number, seed: number): Promise<SurfaceReport> {
	const order = Buffer.from(
		'Order;Company;Name;Street;Postcode;City;Country;Phone;Email;Weight;Length;Width;Height;Description;Quantity;Price;HS code;Origin\n' +
			'A-1;Muster GmbH;Max Muster;Invalidenstr. 10;10115;Berlin;DE;+49301;max@example.com;1,5;30;20;10;Shirt;2;12,50;6109.10;NL\n' +
			'A-1;;;;;;;;;;;;;Trousers;1;30;6203.42;NL\nA-2;Muster AG;Z. Muster;Bahnhofstr. 1;8001;Zürich;CH;+41;z@example.com;2kg;40x30x20;;;Mug;4;9;6912.00;PT\n',
	);
	return withDesk(
		folder,
		count,
		seed,
		inputsOf([order, order, ...exampleFiles()], validFor(orderPlanSchema)),
		async ({ methods }, file, { reading, plan, isReadAgain }) => {
			let { columns } = await methods.ordersOpen('user', file);
			if (isReadAgain) columns = (await methods.ordersRead('user', reading)).columns;
			// As the router of the main process does.
			const checked = orderPlanSchema.parse(plan);
			const proposed = { ...checked, columns: columns.map(({ target }) => target) };
			const chosen = isReadAgain ? checked : proposed;
			await methods.ordersPreview('user', chosen, sender, []);
			const { orders } = await methods.orders('user', chosen, sender, []);
			return orders.length > 0 ? 'orders' : 'none';
		},
	);
}

/** Damages backups in both forms: the compressed file and its decompressed content. */
export async function fuzzBackups(folder: string, count: number, seed: number): Promise<SurfaceReport> {
	const desk = openDesk(path.join(folder, 'original'));
	const file = path.join(folder, 'original', 'backup.waybill');
	desk.book.snapshots.backup(file);
	desk.book.database.close();
	const wrapped = new Uint8Array(readFileSync(file));
	const inner = new Uint8Array(gunzipSync(wrapped));
	const bytes = fc.oneof(
		{ weight: 1, arbitrary: mutated([wrapped]) },
		{ weight: 4, arbitrary: mutated([inner]).map((item) => new Uint8Array(gzipSync(item, { level: 1 }))) },
	);
	const inputs = fc.record({
		bytes,
		reading,
		plan: fc.constant(undefined as never),
		isReadAgain: fc.boolean(),
		isApplied: fc.boolean(),
	});
	return withDesk(folder, count, seed, inputs, async ({ methods }, place, { isApplied }) => {
		methods.snapshotOpen(place);
		try {
			methods.snapshotRows(0, 50);
			if (!isApplied) return 'previewed';
			const { batchId } = methods.restore(null);
			methods.undo(batchId, null);
			return 'restored';
		} finally {
			methods.snapshotClose();
		}
	});
}
