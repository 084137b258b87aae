// Damaged and missing files of the data folder: set aside, replaced by their newest copy, and reported.
import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { copyDaily, openOrRestore, restoreJson } from '../../../src-main/platform/data-files';
import { openDatabase } from '../../../src-main/platform/database';

const MIGRATIONS = ['CREATE TABLE note (text TEXT) STRICT'];
const day = (number: number) => new Date(`2026-11-${20 + number}T10:00:00Z`);
let folder = '';
let file = '';
let copies = '';
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'waybill-data-'));
	file = path.join(folder, 'waybill.db');
	copies = path.join(folder, 'copies');
});
const open = (now = day(9)) =>
	openOrRestore(
		file,
		copies,
		(target) => openDatabase(target, MIGRATIONS),
		true,
		now,
		() => {},
	);
const notes = (database: ReturnType<typeof open>['database']) =>
	database.all<{ text: string }>('SELECT text FROM note').map(({ text }) => text);

/** A database that was used on these days, each with a note and a copy. */
async function use(...days: number[]): Promise<void> {
	for (const number of days) {
		const { database } = open(day(number));
		database.run('INSERT INTO note VALUES (?)', `day ${number}`);
		await copyDaily(database, copies, day(number));
		database.close();
	}
}

describe('the database', () => {
	it('opens without a word when it is sound or new', async () => {
		await use(1);
		const { database, damaged } = open();
		expect(notes(database)).toEqual(['day 1']);
		expect(damaged).toBeNull();
		expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
	});

	it.each<[string, () => void]>([
		['of 0 bytes', () => truncateSync(file, 0)],
		['that is no database', () => writeFileSync(file, 'This is a text of an editor.'.repeat(500))],
		[
			'whose first page is overwritten',
			() => writeFileSync(file, Buffer.concat([Buffer.alloc(4096, 7), readFileSync(file).subarray(4096)])),
		],
	])('%s is set aside and replaced by the newest copy', async (_name, damage) => {
		await use(1, 2);
		damage();
		const { database, damaged } = open();
		expect(notes(database)).toEqual(['day 1', 'day 2']);
		expect(damaged?.restoredFrom).toBeInstanceOf(Date);
		expect(damaged?.setAside).toBe(path.join(folder, 'waybill-damaged-2026-11-29T10-00-00.db'));
		expect(existsSync(damaged?.setAside ?? '')).toBe(true);
	});

	it('that is missing is replaced by the newest copy', async () => {
		await use(1);
		for (const name of readdirSync(folder).filter((entry) => entry.startsWith('waybill.db')))
			rmSync(path.join(folder, name));
		const { database, damaged } = open();
		expect(notes(database)).toEqual(['day 1']);
		expect(damaged).toMatchObject({ setAside: null, restoredFrom: expect.any(Date) });
	});

	it('is replaced by an older copy when the newest is damaged too, and is empty without a copy', async () => {
		await use(1, 2);
		const [newest = ''] = readdirSync(copies).sort().reverse();
		writeFileSync(path.join(copies, newest), 'x'.repeat(9000));
		truncateSync(file, 0);
		const { database } = open();
		expect(notes(database)).toEqual(['day 1']);
		database.close();
		rmSync(copies, { recursive: true });
		truncateSync(file, 0);
		const emptied = open(day(8));
		expect(notes(emptied.database)).toEqual([]);
		expect(emptied.damaged).toMatchObject({ restoredFrom: null });
	});

	it('that is empty is new on a desk that was not set up, as after an interrupted first start', () => {
		writeFileSync(file, '');
		const { damaged } = openOrRestore(
			file,
			copies,
			(target) => openDatabase(target, MIGRATIONS),
			false,
			day(1),
			() => {},
		);
		expect(damaged).toBeNull();
	});

	it('whose log files are left alone is replaced without them', async () => {
		await use(1);
		const { database } = open(day(2));
		database.run('INSERT INTO note VALUES (?)', 'only in the log');
		const log = readFileSync(`${file}-wal`);
		database.close();
		rmSync(file);
		writeFileSync(`${file}-wal`, log);
		const restored = open();
		expect(notes(restored.database)).toEqual(['day 1']);
	});

	it('is not replaced when a copy cannot be opened for another reason', async () => {
		await use(1);
		truncateSync(file, 0);
		const failing = () => {
			throw new AppError('storage.full', 'The disk is full.');
		};
		expect(() => openOrRestore(file, copies, failing, true, day(3), () => {})).toThrow('The disk is full.');
		expect(notes(open().database)).toEqual(['day 1']);
	});

	it('is not copied while a page of it is damaged', async () => {
		const { database } = open(day(1));
		for (let row = 0; row < 2_000; row += 1) database.run('INSERT INTO note VALUES (?)', 'x'.repeat(500));
		database.close();
		const bytes = readFileSync(file);
		bytes.fill(7, 4096 * 3);
		writeFileSync(file, bytes);
		await expect(copyDaily(open(day(2)).database, copies, day(2))).rejects.toMatchObject({ code: 'storage.damaged' });
		expect(readdirSync(copies)).toEqual([]);
	});

	it('keeps one copy a day, of the last two days', async () => {
		await use(1, 2, 2, 3, 4);
		expect(readdirSync(copies).sort()).toEqual(['waybill-2026-11-23.db', 'waybill-2026-11-24.db']);
	});

	it('reports pages that turn out to be damaged in words, and is replaced at the next start', async () => {
		await use(1);
		const database = openDatabase(file, MIGRATIONS);
		for (let row = 0; row < 2_000; row += 1) database.run('INSERT INTO note VALUES (?)', 'x'.repeat(500));
		database.close();
		const bytes = readFileSync(file);
		bytes.fill(7, 4096 * 3);
		writeFileSync(file, bytes);
		const { database: damagedDatabase } = open();
		expect(() => notes(damagedDatabase)).toThrow(/database of this desk is damaged.*restores the newest copy/);
		damagedDatabase.close();
		const restored = open();
		expect(notes(restored.database)).toEqual(['day 1']);
		expect(restored.damaged?.setAside).toContain('waybill-damaged-');
		restored.database.close();
		expect(open().damaged).toBeNull();
	});
});

describe('a JSON file', () => {
	const json = () => path.join(folder, 'settings.json');

	it('that is sound is copied, and replaced by that copy when it is damaged', () => {
		writeFileSync(json(), '{"settings":{"deskName":"A"}}');
		expect(restoreJson(json(), true, day(1))).toBeNull();
		utimesSync(`${json()}.bak`, day(1), day(1));
		for (const damage of ['', '{"settings":{"deskNa', '\0\0\0\0', '[1', 'null']) {
			writeFileSync(json(), damage);
			expect(restoreJson(json(), true, day(2))).toMatchObject({ restoredFrom: day(1) });
			expect(JSON.parse(readFileSync(json(), 'utf8'))).toEqual({ settings: { deskName: 'A' } });
		}
		expect(readdirSync(folder).filter((name) => name.startsWith('settings-damaged-'))).toHaveLength(1);
	});

	it('with secrets has no copy, and is set aside when it is damaged', () => {
		writeFileSync(json(), '{"key":"x"}');
		expect(restoreJson(json(), false, day(1))).toBeNull();
		expect(readdirSync(folder)).toEqual(['settings.json']);
		writeFileSync(json(), '{');
		expect(restoreJson(json(), false, day(1))).toMatchObject({ restoredFrom: null });
		expect(existsSync(json())).toBe(false);
	});

	it('that is missing is new', () => {
		expect(restoreJson(json(), true, day(1))).toBeNull();
	});
});
