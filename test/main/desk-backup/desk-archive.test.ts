import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { type DeskAbout, readDeskArchive, writeDeskArchive } from '../../../src-main/desk-backup/desk-archive';

const PASSPHRASE = 'four words of a test';
const DETAILS = {
	createdAt: '2026-11-28T10:00:00.000Z',
	version: '1.0.0',
	deskName: 'Desk 4',
	dataDir: '/home/packer/.config/waybill',
	isMove: false,
	documentKey: Buffer.alloc(32, 'key').toString('base64'),
};
/** Longer than a block of the encryption and of the archive. */
const JOURNAL = Buffer.alloc(200_000, 'journal ');

let folder = '';
let target = '';
let unpacked = '';
beforeEach(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'waybill-archive-'));
	target = path.join(folder, 'desk.waybill-desk');
	unpacked = path.join(folder, 'unpacked');
	mkdirSync(unpacked);
});

function file(name: string, content: Buffer | string) {
	const source = path.join(folder, path.basename(name));
	writeFileSync(source, content);
	return { name, path: source, size: Buffer.byteLength(content) };
}
const write = (...files: ReturnType<typeof file>[]) => writeDeskArchive(target, PASSPHRASE, DETAILS, files);

/** A backup as another program could write it. */
async function writeForeign(about: object, entries: Record<string, string | Buffer>): Promise<void> {
	const archive = pack();
	archive.entry({ name: 'desk.json' }, JSON.stringify(about));
	for (const [name, content] of Object.entries(entries)) archive.entry({ name }, content as Buffer);
	archive.finalize();
	const parts: Buffer[] = [];
	for await (const part of archive) parts.push(Buffer.from(part));
	const encrypter = new Encrypter();
	// The lowest work factor, because only the content is tested.
	encrypter.setScryptWorkFactor(2);
	encrypter.setPassphrase(PASSPHRASE);
	writeFileSync(target, await encrypter.encrypt(Buffer.concat(parts)));
}
const ABOUT: DeskAbout = { ...DETAILS, format: 1, files: [{ name: 'waybill.db', size: 7 }] };

describe('the backup file of a desk', () => {
	it('holds the files and the description, readable only with the passphrase', async () => {
		await write(file('waybill.db', JOURNAL), file('service/broker.db', 'service'), file('settings.json', ''));
		expect(await readDeskArchive(target, PASSPHRASE, unpacked)).toEqual({
			...DETAILS,
			format: 1,
			files: [
				{ name: 'waybill.db', size: 200_000 },
				{ name: 'service/broker.db', size: 7 },
				{ name: 'settings.json', size: 0 },
			],
		});
		expect(readFileSync(path.join(unpacked, 'waybill.db')).equals(JOURNAL)).toBe(true);
		expect(readFileSync(path.join(unpacked, 'service', 'broker.db'), 'utf8')).toBe('service');
		// The standard format, so that the program `age` can open it too.
		expect(readFileSync(target, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt /);
		expect(readFileSync(target).includes('journal')).toBe(false);
		await expect(readDeskArchive(target, 'another passphrase', unpacked)).rejects.toMatchObject({
			code: 'backup.passphraseWrong',
		});
	});

	it.each<[string, () => void]>([
		['that was cut off', () => truncateSync(target, 150_000)],
		['that ends within its header', () => truncateSync(target, 60)],
		['that is empty', () => writeFileSync(target, '')],
		['of another kind', () => writeFileSync(target, '%PDF-1.7 a label')],
		[
			'with a changed byte',
			() => {
				const bytes = readFileSync(target);
				bytes.writeUInt8(bytes.readUInt8(120_000) ^ 1, 120_000);
				writeFileSync(target, bytes);
			},
		],
	])('%s is refused', async (_name, damage) => {
		await writeForeign({ ...ABOUT, files: [{ name: 'waybill.db', size: 200_000 }] }, { 'waybill.db': JOURNAL });
		await readDeskArchive(target, PASSPHRASE, null);
		damage();
		await expect(readDeskArchive(target, PASSPHRASE, null)).rejects.toMatchObject({ code: 'backup.unreadable' });
	});

	it.each<[string, object, Record<string, string>]>([
		['lacks a file', ABOUT, {}],
		['has a file that it does not name', ABOUT, { 'waybill.db': 'journal', 'settings.json': '{}' }],
		['has a file of another size', ABOUT, { 'waybill.db': 'longer journal' }],
		['has a file twice', ABOUT, { 'waybill.db': 'journal', './waybill.db': 'journal' }],
		[
			'names a file outside the desk',
			{ ...ABOUT, files: [{ name: '../waybill.db', size: 7 }] },
			{ '../waybill.db': 'journal' },
		],
		[
			'names a file of the program',
			{ ...ABOUT, files: [{ name: 'credentials.json', size: 2 }] },
			{ 'credentials.json': '{}' },
		],
		['describes nothing', {}, { 'waybill.db': 'journal' }],
	])('that %s is refused', async (_name, about, entries) => {
		await writeForeign(about, entries);
		await expect(readDeskArchive(target, PASSPHRASE, unpacked)).rejects.toMatchObject({ code: 'backup.unreadable' });
		expect(existsSync(path.join(folder, 'waybill.db'))).toBe(false);
		expect(readdirSync(unpacked)).not.toContain('credentials.json');
	});

	it('of a newer release says so', async () => {
		await writeForeign({ ...ABOUT, format: 2 }, { 'waybill.db': 'journal' });
		await expect(readDeskArchive(target, PASSPHRASE, null)).rejects.toMatchObject({ code: 'storage.newer' });
	});

	it('replaces an older one only when it is complete', async () => {
		writeFileSync(target, 'an older backup');
		await expect(write({ name: 'waybill.db', path: path.join(folder, 'missing'), size: 7 })).rejects.toMatchObject({
			code: 'address.fileFailed',
		});
		expect(readFileSync(target, 'utf8')).toBe('an older backup');
		expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
	});
});
