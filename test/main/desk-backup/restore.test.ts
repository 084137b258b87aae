// Killing the station while it restores is simulated by a rename that fails: what is on the disk then is what a kill leaves.
import { mkdirSync, mkdtempSync, type PathLike, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { commitRestore, finishRestore, UNPACKED_FOLDER } from '../../../src-main/desk-backup/restore';

const NOW = new Date('2026-11-28T10:00:00Z');
let dataDir = '';
const put = (name: string, content: string) => {
	mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true });
	writeFileSync(path.join(dataDir, name), content);
};
const read = (...names: string[]) => readFileSync(path.join(dataDir, ...names), 'utf8');

beforeEach(() => {
	dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-restore-'));
	for (const name of ['waybill.db', 'waybill.db-wal', 'settings.json', 'credentials.json', 'service/broker.db'])
		put(name, `former ${name}`);
	put('labels/label.pdf', 'a label in a folder');
	for (const name of ['waybill.db', 'settings.json', 'restored.json', 'service/broker.db'])
		put(`${UNPACKED_FOLDER}/${name}`, `restored ${name}`);
});

function expectRestored(formerFilesFolder: string | null): void {
	expect(formerFilesFolder).toBe(path.join(dataDir, 'before-restore-2026-11-28T10-00-00'));
	for (const name of ['waybill.db', 'settings.json', 'restored.json', 'service/broker.db'])
		expect(read(name)).toBe(`restored ${name}`);
	for (const name of ['waybill.db', 'waybill.db-wal', 'settings.json', 'credentials.json', 'service/broker.db'])
		expect(read('before-restore-2026-11-28T10-00-00', name)).toBe(`former ${name}`);
	expect(read('labels/label.pdf')).toBe('a label in a folder');
	expect(readdirSync(dataDir).sort()).toEqual([
		'before-restore-2026-11-28T10-00-00',
		'labels',
		'restored.json',
		'service',
		'settings.json',
		'waybill.db',
	]);
}

describe('a restore', () => {
	it('changes nothing before it is committed', () => {
		expect(finishRestore(dataDir, NOW)).toBeNull();
		expect(read('waybill.db')).toBe('former waybill.db');
	});

	it('puts the files in their place, and sets the former ones aside', () => {
		commitRestore(dataDir);
		expectRestored(finishRestore(dataDir, NOW));
		expect(finishRestore(dataDir, NOW)).toBeNull();
	});

	it.each(Array.from({ length: 9 }, (_, index) => index + 1))(
		'that is killed before its rename %i is finished',
		(killedAt) => {
			commitRestore(dataDir);
			let count = 0;
			const stopAt = (from: PathLike, to: PathLike) => {
				count += 1;
				if (count === killedAt) throw new Error('killed');
				renameSync(from, to);
			};
			expect(() => finishRestore(dataDir, NOW, stopAt)).toThrow('killed');
			// The name of the folder stays that of the first attempt.
			expectRestored(finishRestore(dataDir, new Date('2026-11-29T10:00:00Z')));
		},
	);
});
