// Desks that share an address book are edited at random while their connections are cut and restored at random. In the end all copies
// must be equal, and every written value must be present, knowingly replaced by another edit, or listed in a conflict.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { SavedAddress } from '../../src-contract/model/address';
import { SHARED_FIELDS } from '../../src-contract/model/shared-books';
import type { KeyValueFile } from '../../src-main/platform/key-value-file';
import { random } from '../fixtures/address-book/made-up';
import { type CuttableConnection, startCuttableConnection } from '../fixtures/cuttable-connection';
import { memoryFile } from '../fixtures/desk';
import { startPostgres } from '../fixtures/postgres';
import { makeEntry, openSharedDesk, type SharedDesk, until, untilEqual } from '../fixtures/shared-desk';
import { BOOK, createTestSite, PASSPHRASE } from '../fixtures/shared-site';

export interface SharedBooksReport {
	edits: number;
	cuts: number;
	/** Desks that were closed and opened again during the campaign. */
	restarts: number;
	entries: number;
	conflicts: number;
	lost: number;
	/** Number of desks whose copy differs from the first. */
	misreported: number;
	failures: string[];
}

/** One edit of an entry: for each field the value before and the value written. */
interface Edit {
	reference: string;
	from: Map<string, string>;
	to: Map<string, string>;
	removed: boolean;
}

interface Station {
	name: string;
	folder: string;
	file: KeyValueFile;
	connection: CuttableConnection;
	desk: SharedDesk;
}

const DESKS = 2;
const INITIAL_ENTRIES = 25;
const MAX_MS = 120_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** Serialises with sorted keys, so that equal parcels give equal texts. */
const serialise = (value: unknown) =>
	JSON.stringify(
		value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value).sort() : value,
	);
const fieldsOf = (entry: SavedAddress) =>
	new Map<string, string>(SHARED_FIELDS.map((field) => [field, serialise(entry[field])]));

/** Makes one random edit with a value that occurs nowhere else. */
function editSomething({ desk, name }: Station, next: () => number, number: number): Edit | undefined {
	const all = desk.all();
	const chance = next();
	const chosen = all[Math.floor(next() * all.length)];
	if (!chosen || chance < 0.1) {
		const reference = `${name} ${number}`;
		const added = desk.write(({ entries }) => entries.save(makeEntry({ reference, notes: `new ${number}` })));
		return { reference, from: new Map(), to: fieldsOf(added), removed: false };
	}
	const { reference } = chosen;
	if (chance < 0.17) {
		desk.write(({ entries }) => entries.remove([chosen.id]));
		return { reference, from: fieldsOf(chosen), to: new Map(), removed: true };
	}
	const value = `${name} ${number}`;
	const change = [
		{ city: value },
		{ phone: value },
		{ notes: `${value}\nsecond line` },
		{ tags: [value] },
		{ companyName: value, addressLine1: value },
		{ defaultParcel: { lengthCm: 1 + (number % 2000), widthCm: 20, heightCm: 10, weightKg: 1 + number / 1000 } },
	][Math.floor(next() * 6)];
	const changed = desk.write(({ entries }) => entries.save({ ...chosen, ...change }));
	const fields = Object.keys(change ?? {});
	const pick = (entry: SavedAddress) => new Map([...fieldsOf(entry)].filter(([field]) => fields.includes(field)));
	return { reference, from: pick(chosen), to: pick(changed), removed: false };
}

interface ConflictRow {
	reference: string;
	/** The entry was removed meanwhile: there is nothing left to decide. */
	isResolved: boolean;
	field: string;
	standing: unknown;
	other: unknown;
}

/** Written values that are neither present, nor knowingly replaced, nor in a conflict. */
function lostValues(
	edits: readonly Edit[],
	final: ReadonlyMap<string, SavedAddress>,
	conflicts: readonly ConflictRow[],
): string[] {
	const found = new Set<string>();
	const key = (reference: string, field: string, value: string) => `${reference}\n${field}\n${value}`;
	for (const entry of final.values())
		for (const [field, value] of fieldsOf(entry)) found.add(key(entry.reference, field, value));
	for (const { reference, field, standing, other } of conflicts) {
		if (field !== '') for (const value of [standing, other]) found.add(key(reference, field, serialise(value)));
		else for (const [name, value] of Object.entries(standing ?? {})) found.add(key(reference, name, serialise(value)));
	}
	const isGone = (reference: string) => !final.has(reference);
	const isInConflict = (reference: string) =>
		conflicts.some((conflict) => conflict.reference === reference && conflict.field === '');
	// An edit saw the value that it replaced: that value is accounted for if the new one is.
	let before = -1;
	while (found.size !== before) {
		before = found.size;
		for (const { reference, from, to, removed } of edits) {
			const isAccountedFor = removed
				? isGone(reference) || isInConflict(reference)
				: [...to].some(([field, value]) => found.has(key(reference, field, value)));
			if (!isAccountedFor) continue;
			for (const [field, value] of from)
				if (removed || found.has(key(reference, field, to.get(field) as string)))
					found.add(key(reference, field, value));
		}
	}
	return edits.flatMap(({ reference, to, removed }) =>
		removed
			? isGone(reference) || isInConflict(reference)
				? []
				: [`the removal of ${reference}`]
			: [...to]
					.filter(([field, value]) => !found.has(key(reference, field, value)))
					.map(([field, value]) => `${reference}: ${field} ${value}`),
	);
}

/** @param count number of edits @param seed of the random edits and cuts */
export async function editDuringCuts(count: number, seed = Date.now() % 1_000_000): Promise<SharedBooksReport> {
	const postgres = await startPostgres();
	const report: SharedBooksReport = {
		edits: 0,
		cuts: 0,
		restarts: 0,
		entries: 0,
		conflicts: 0,
		lost: 0,
		misreported: 0,
		failures: [],
	};
	const stations: Station[] = [];
	try {
		const site = await createTestSite(postgres.url);
		for (let number = 1; number <= DESKS; number += 1) {
			const name = `Desk ${number}`;
			const connection = await startCuttableConnection(site.port);
			const folder = mkdtempSync(path.join(tmpdir(), 'waybill-faults-books-'));
			const file = memoryFile();
			const desk = openSharedDesk(name, folder, file);
			await desk.join(await site.invite(name, connection.port));
			stations.push({ name, folder, file, connection, desk });
		}
		const [first] = stations as [Station];
		const start = Array.from({ length: INITIAL_ENTRIES }, (_, at) =>
			makeEntry({ reference: `first ${at}`, notes: `first ${at}` }),
		);
		first.desk.write(({ entries }) => entries.addAll(start, ''));
		await untilEqual(stations.map(({ desk }) => desk));
		await first.desk.site.shareBook(BOOK);
		await pause(300);
		await untilEqual(stations.map(({ desk }) => desk));

		const edits: Edit[] = start.map((entry) => ({
			reference: entry.reference,
			from: new Map(),
			to: new Map([['notes', serialise(entry.notes)]]),
			removed: false,
		}));
		const next = random(seed);
		while (report.edits < count) {
			const station = stations[Math.floor(next() * DESKS)] as Station;
			const edit = editSomething(station, next, report.edits);
			if (edit) edits.push(edit);
			report.edits += 1;
			const chance = next();
			if (chance < 0.06) {
				station.connection.cut();
				report.cuts += 1;
				setTimeout(() => station.connection.restore(), 20 + next() * 900);
			} else if (chance < 0.09) {
				station.connection.dropAnswers();
				setTimeout(() => station.connection.cut(), 60);
				setTimeout(() => station.connection.restore(), 120 + next() * 200);
				report.cuts += 1;
			} else if (chance < 0.1) {
				await station.desk.close();
				station.desk = openSharedDesk(station.name, station.folder, station.file);
				await station.desk.site.unlock(PASSPHRASE);
				report.restarts += 1;
			}
			await pause(next() < 0.05 ? 250 : next() * 12);
		}
		await pause(1_000);
		for (const { connection } of stations) connection.restore();
		await untilEqual(
			stations.map(({ desk }) => desk),
			MAX_MS,
		);

		const client = new pg.Client({ connectionString: site.url });
		await client.connect();
		const conflicts: ConflictRow[] = (
			await client.query(
				`SELECT fields->>'reference' AS reference, field, standing, other, removed AND field = '' AS "isResolved"
				FROM waybill_books.conflict JOIN waybill_books.entry ON entry.id = entry_id`,
			)
		).rows;
		await client.end();
		const copies = stations.map(({ desk }) => new Map(desk.all().map((entry) => [entry.reference, entry])));
		const copyText = (copy: ReadonlyMap<string, SavedAddress>) =>
			[...copy.values()]
				.map((entry) => JSON.stringify([...fieldsOf(entry)]))
				.sort()
				.join('\n');
		const [copy] = copies as [Map<string, SavedAddress>];
		report.misreported = copies.filter((other) => copyText(other) !== copyText(copy)).length;
		report.entries = copy.size;
		report.conflicts = conflicts.length;
		report.failures = lostValues(edits, copy, conflicts).slice(0, 20);
		report.lost = report.failures.length;
		// Every desk must list every open conflict. It reads them after the entries that caused them, so they may come a moment later.
		const open = conflicts.filter(({ isResolved }) => !isResolved).length;
		const shownBy = async ({ desk }: Station) => (await desk.site.status()).conflicts.length;
		await until(
			async () => (await Promise.all(stations.map(shownBy))).every((shown) => shown === Math.min(open, 500)),
			MAX_MS,
		).catch(() => report.failures.push(`not every desk lists the ${open} open conflicts`));
		if (report.lost + report.misreported > 0) report.failures.push(`seed ${seed}`);
		return report;
	} finally {
		for (const { desk, connection } of stations) {
			await desk.close();
			await connection.close();
		}
		postgres.remove();
	}
}
