import { existsSync, mkdirSync, mkdtempSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { backupMethods, type DeskDatabases } from '../../../src-main/desk-backup/desk-files';
import { UNPACKED_FOLDER } from '../../../src-main/desk-backup/restore';
import { openDatabase } from '../../../src-main/platform/database';

const PASSPHRASE = 'four words of a test';
const MIGRATIONS = ['CREATE TABLE note (text TEXT)', 'CREATE TABLE second (text TEXT)'];
const DATABASES: DeskDatabases = { 'waybill.db': MIGRATIONS, 'addresses.db': MIGRATIONS, 'service/broker.db': null };

let folder = '';
let dataDir = '';
let target = '';
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'waybill-desk-'));
	dataDir = path.join(folder, 'desk');
	target = path.join(folder, 'desk.waybill-desk');
	mkdirSync(dataDir);
});
const details = () => ({
	createdAt: new Date().toISOString(),
	version: '1',
	deskName: '',
	dataDir,
	isMove: false,
	documentKey: null,
});
const write = () => backupMethods(DATABASES).write({ target, passphrase: PASSPHRASE, details: details() });
const unpack = (databases: DeskDatabases, otherDir: string) =>
	backupMethods(databases).unpack({ file: target, passphrase: PASSPHRASE, dataDir: otherDir });

describe('the files of a desk', () => {
	it('are copied while they are used, and only what belongs to the desk', async () => {
		const journal = openDatabase(path.join(dataDir, 'waybill.db'), MIGRATIONS);
		journal.run("INSERT INTO note VALUES ('only in the log')");
		openDatabase(path.join(dataDir, 'service', 'broker.db'), MIGRATIONS).close();
		mkdirSync(path.join(dataDir, 'address-snapshots'));
		writeFileSync(path.join(dataDir, 'address-snapshots', 'addresses-2026-11-28-3.waybill'), 'a snapshot');
		writeFileSync(path.join(dataDir, 'credentials.json'), '{"envelope":{}}');
		writeFileSync(path.join(dataDir, 'settings.json'), '{}');
		expect(await write()).toBeGreaterThan(1000);
		journal.run("INSERT INTO note VALUES ('after the backup')");
		expect(readdirSync(dataDir).filter((name) => name.startsWith('backup'))).toEqual([]);

		const otherDir = path.join(folder, 'other');
		mkdirSync(otherDir);
		// The journal was written by a newer release than this one.
		await expect(unpack({ ...DATABASES, 'waybill.db': MIGRATIONS.slice(0, 1) }, otherDir)).rejects.toMatchObject({
			code: 'storage.newer',
		});
		expect(readdirSync(otherDir)).toEqual([]);
		const { files } = await unpack(DATABASES, otherDir);
		expect(files.map(({ name }) => name)).toEqual([
			'waybill.db',
			'service/broker.db',
			'settings.json',
			'address-snapshots/addresses-2026-11-28-3.waybill',
		]);
		const unpacked = path.join(otherDir, UNPACKED_FOLDER);
		expect(readdirSync(unpacked).sort()).toEqual(['address-snapshots', 'service', 'settings.json', 'waybill.db']);
		const database = new DatabaseSync(path.join(unpacked, 'waybill.db'));
		expect(database.prepare('SELECT text FROM note').all()).toEqual([{ text: 'only in the log' }]);
		database.close();
		journal.close();
	});

	it('are refused when a database has a trigger that the station did not create', async () => {
		const database = openDatabase(path.join(dataDir, 'waybill.db'), [
			...MIGRATIONS.slice(0, 1),
			"CREATE TABLE second (text TEXT); CREATE TRIGGER harm AFTER INSERT ON note BEGIN UPDATE note SET text = 'changed'; END",
		]);
		database.close();
		await write();
		await expect(unpack(DATABASES, dataDir)).rejects.toMatchObject({ code: 'backup.unreadable' });
		expect(existsSync(path.join(dataDir, UNPACKED_FOLDER))).toBe(false);
	});

	it('are not backed up when a database is damaged', async () => {
		const file = path.join(dataDir, 'waybill.db');
		const database = openDatabase(file, MIGRATIONS);
		for (let count = 0; count < 500; count += 1) database.run('INSERT INTO note VALUES (?)', 'text'.repeat(100));
		database.close();
		truncateSync(file, 40_000);
		await expect(write()).rejects.toMatchObject({ code: 'storage.damaged' });
		expect(existsSync(target)).toBe(false);
	});
});
