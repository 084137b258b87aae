// Desks that share an address book, edited at random on each while their lines are cut and restored at random: in the end the copies
// are equal, and every value that somebody typed stands, was replaced by somebody who had seen it, or is shown in a conflict.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { SavedAddress } from '../../src-contract/model/address';
import { SHARED_FIELDS } from '../../src-contract/model/shared-books';
import type { KeyValueFile } from '../../src-main/platform/key-value-file';
import { random } from '../fixtures/address-book/made-up';
import { type CuttableLine, cuttableLine } from '../fixtures/cuttable-line';
import { memoryFile } from '../fixtures/desk';
import { startPostgres } from '../fixtures/postgres';
import { entryOf, openSharedDesk, type SharedDesk, untilEqual } from '../fixtures/shared-desk';
import { BOOK, newSite, PASSPHRASE } from '../fixtures/shared-site';

export interface BooksReport {
	edits: number;
	cuts: number;
	/** Desks that were closed in the middle of it and opened again. */
	restarts: number;
	entries: number;
	conflicts: number;
	lost: number;
	/** Copies that are not equal. */
	dishonest: number;
	faults: string[];
}

/** What one desk did to one entry: of each field the value that it saw, and the one that it put there. */
interface Edit {
	reference: string;
	from: Map<string, string>;
	to: Map<string, string>;
	removed: boolean;
}

interface Place {
	name: string;
	folder: string;
	file: KeyValueFile;
	line: CuttableLine;
	desk: SharedDesk;
}

const DESKS = 2;
const AT_FIRST = 25;
const MAX_MS = 120_000;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** As one text: the order of the keys within a parcel is nobody's. */
const text = (value: unknown) =>
	JSON.stringify(
		value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.entries(value).sort() : value,
	);
const fieldsOf = (entry: SavedAddress) =>
	new Map<string, string>(SHARED_FIELDS.map((field) => [field, text(entry[field])]));

/** One edit of a hand, of a value that nobody else types. */
function editSomething({ desk, name }: Place, next: () => number, number: number): Edit | undefined {
	const all = desk.all();
	const chance = next();
	const chosen = all[Math.floor(next() * all.length)];
	if (!chosen || chance < 0.1) {
		const reference = `${name} ${number}`;
		const added = desk.write(({ entries }) => entries.save(entryOf({ reference, notes: `new ${number}` })));
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
		{ notes: `${value}\nof two lines` },
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
	/** Of an entry that is gone by now, nothing is left to decide of whether it should be. */
	isOver: boolean;
	field: string;
	standing: unknown;
	other: unknown;
}

/** Values that nobody can find any more, and nobody chose to replace. */
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
		if (field !== '') for (const value of [standing, other]) found.add(key(reference, field, text(value)));
		else for (const [name, value] of Object.entries(standing ?? {})) found.add(key(reference, name, text(value)));
	}
	const isGone = (reference: string) => !final.has(reference);
	const isAsked = (reference: string) => conflicts.some((one) => one.reference === reference && one.field === '');
	// Who replaced a value had seen it: it is accounted for with the one that stands in its place.
	let before = -1;
	while (found.size !== before) {
		before = found.size;
		for (const { reference, from, to, removed } of edits) {
			const holds = removed
				? isGone(reference) || isAsked(reference)
				: [...to].some(([field, value]) => found.has(key(reference, field, value)));
			if (!holds) continue;
			for (const [field, value] of from)
				if (removed || found.has(key(reference, field, to.get(field) as string)))
					found.add(key(reference, field, value));
		}
	}
	return edits.flatMap(({ reference, to, removed }) =>
		removed
			? isGone(reference) || isAsked(reference)
				? []
				: [`the removal of ${reference}`]
			: [...to]
					.filter(([field, value]) => !found.has(key(reference, field, value)))
					.map(([field, value]) => `${reference}: ${field} ${value}`),
	);
}

/** @param count of edits @param seed of what happens */
export async function editWhileCut(count: number, seed = Date.now() % 1_000_000): Promise<BooksReport> {
	const postgres = await startPostgres();
	const report: BooksReport = {
		edits: 0,
		cuts: 0,
		restarts: 0,
		entries: 0,
		conflicts: 0,
		lost: 0,
		dishonest: 0,
		faults: [],
	};
	const places: Place[] = [];
	try {
		const site = await newSite(postgres.url);
		for (let number = 1; number <= DESKS; number += 1) {
			const name = `Desk ${number}`;
			const line = await cuttableLine(site.port);
			const folder = mkdtempSync(path.join(tmpdir(), 'waybill-faults-books-'));
			const file = memoryFile();
			const desk = openSharedDesk(name, folder, file);
			await desk.join(await site.invite(name, line.port));
			places.push({ name, folder, file, line, desk });
		}
		const [first] = places as [Place];
		const start = Array.from({ length: AT_FIRST }, (_, at) =>
			entryOf({ reference: `first ${at}`, notes: `first ${at}` }),
		);
		first.desk.write(({ entries }) => entries.addAll(start, ''));
		await untilEqual(places.map(({ desk }) => desk));
		await first.desk.site.shareBook(BOOK);
		await pause(300);
		await untilEqual(places.map(({ desk }) => desk));

		const edits: Edit[] = start.map((entry) => ({
			reference: entry.reference,
			from: new Map(),
			to: new Map([['notes', text(entry.notes)]]),
			removed: false,
		}));
		const next = random(seed);
		while (report.edits < count) {
			const place = places[Math.floor(next() * DESKS)] as Place;
			const edit = editSomething(place, next, report.edits);
			if (edit) edits.push(edit);
			report.edits += 1;
			const chance = next();
			if (chance < 0.06) {
				place.line.cut();
				report.cuts += 1;
				setTimeout(() => place.line.restore(), 20 + next() * 900);
			} else if (chance < 0.09) {
				place.line.deafen();
				setTimeout(() => place.line.cut(), 60);
				setTimeout(() => place.line.restore(), 120 + next() * 200);
				report.cuts += 1;
			} else if (chance < 0.1) {
				await place.desk.close();
				place.desk = openSharedDesk(place.name, place.folder, place.file);
				await place.desk.site.unlock(PASSPHRASE);
				report.restarts += 1;
			}
			await pause(next() < 0.05 ? 250 : next() * 12);
		}
		await pause(1_000);
		for (const { line } of places) line.restore();
		await untilEqual(
			places.map(({ desk }) => desk),
			MAX_MS,
		);

		const client = new pg.Client({ connectionString: site.url });
		await client.connect();
		const conflicts: ConflictRow[] = (
			await client.query(
				`SELECT fields->>'reference' AS reference, field, standing, other, removed AND field = '' AS "isOver"
				FROM waybill_books.conflict JOIN waybill_books.entry ON entry.id = entry_id`,
			)
		).rows;
		await client.end();
		const copies = places.map(({ desk }) => new Map(desk.all().map((entry) => [entry.reference, entry])));
		const copyText = (copy: ReadonlyMap<string, SavedAddress>) =>
			[...copy.values()]
				.map((entry) => JSON.stringify([...fieldsOf(entry)]))
				.sort()
				.join('\n');
		const [copy] = copies as [Map<string, SavedAddress>];
		report.dishonest = copies.filter((other) => copyText(other) !== copyText(copy)).length;
		report.entries = copy.size;
		report.conflicts = conflicts.length;
		report.faults = lostValues(edits, copy, conflicts).slice(0, 20);
		report.lost = report.faults.length;
		// Each conflict can be seen at each desk.
		for (const { desk } of places) {
			const shown = (await desk.site.status()).conflicts.length;
			const open = conflicts.filter(({ isOver }) => !isOver).length;
			if (shown !== Math.min(open, 500)) report.faults.push(`${shown} of ${open} conflicts are shown`);
		}
		if (report.lost + report.dishonest > 0) report.faults.push(`seed ${seed}`);
		return report;
	} finally {
		for (const { desk, line } of places) {
			await desk.close();
			await line.close();
		}
		postgres.remove();
	}
}
