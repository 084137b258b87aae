// Killing the station while it restores is simulated by a file operation that fails: what is on the disk then is what a kill leaves.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commitRestore, finishRestore, UNPACKED_FOLDER } from '../../../src-main/desk-backup/restore';

/** The number of the file operation that fails; 0: none. */
const failure = vi.hoisted(() => ({ at: 0, count: 0 }));
vi.mock('node:fs', async (importOriginal) => {
	const original = await importOriginal<typeof import('node:fs')>();
	return {
		...original,
		renameSync(from: string, to: string) {
			failure.count += 1;
			if (failure.count === failure.at) throw new Error('killed');
			original.renameSync(from, to);
		},
	};
});

const NOW = new Date('2026-11-28T10:00:00Z');
let dataDir = '';
const put = (name: string, content: string) => {
	mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true });
	writeFileSync(path.join(dataDir, name), content);
};
const read = (...names: string[]) => readFileSync(path.join(dataDir, ...names), 'utf8');

beforeEach(() => {
	Object.assign(failure, { at: 0, count: 0 });
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

	it.each(Array.from({ length: 11 }, (_, index) => index + 1))('that is killed at step %i is finished', (step) => {
		commitRestore(dataDir);
		Object.assign(failure, { at: step, count: 0 });
		expect(() => finishRestore(dataDir, NOW)).toThrow('killed');
		failure.at = 0;
		expectRestored(finishRestore(dataDir, NOW));
	});
});
