// The key and secret of a service: where each kind of protection stores them, and for which connection they are valid.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Conf from 'conf';
import { describe, expect, it } from 'vitest';
import { createCredentials } from '../../../src-main/connections/credentials';
import type { Keyring } from '../../../src-main/platform/keyring';

const SECRETS = { key: 'the-key', secret: 'the-long-secret-9f3c' };
const PASSPHRASE = 'correct horse';
const noKeyring: Keyring = {
	available: () => false,
	encrypt: () => {
		throw new Error('no keyring');
	},
	decrypt: () => {
		throw new Error('no keyring');
	},
};

/** Replaces the desktop's keyring, which unit tests do not have. Only this object holds the key. */
function testKeyring(): Keyring {
	const key = randomBytes(32);
	const iv = Buffer.alloc(16);
	return {
		available: () => true,
		encrypt: (text) => createCipheriv('aes-256-ctr', key, iv).update(text, 'utf8'),
		decrypt: (data) => createDecipheriv('aes-256-ctr', key, iv).update(data).toString('utf8'),
	};
}

/** The storage behind electron-store, without Electron. */
const fileIn = (dir: string) =>
	new Conf<Record<string, unknown>>({ cwd: dir, configName: 'file', clearInvalidConfig: true });
const folder = () => mkdtempSync(path.join(tmpdir(), 'waybill-credentials-'));
const onDisk = (dir: string) =>
	readdirSync(dir)
		.map((name) => readFileSync(path.join(dir, name), 'utf8'))
		.join('\n');

describe('credentials', () => {
	it('under a passphrase are locked in the next run, and only that passphrase unlocks them', () => {
		const dir = folder();
		expect(createCredentials(fileIn(dir), noKeyring).set(SECRETS, 'passphrase', PASSPHRASE)).toMatchObject({
			state: 'set',
			endsIn: '-key',
		});
		expect(onDisk(dir)).not.toContain(SECRETS.secret);
		expect(onDisk(dir)).not.toContain(SECRETS.key);
		const next = createCredentials(fileIn(dir), noKeyring);
		expect(next.status()).toMatchObject({ state: 'locked', endsIn: '' });
		expect(next.read()).toBeUndefined();
		expect(() => next.unlock('wrong passphrase')).toThrow(/Wrong passphrase/);
		next.unlock(PASSPHRASE);
		expect(next.read()).toEqual(SECRETS);
	});

	it('in the keyring are available in the next run', () => {
		const dir = folder();
		const keyring = testKeyring();
		createCredentials(fileIn(dir), keyring).set(SECRETS, 'keyring', undefined);
		expect(onDisk(dir)).not.toContain(SECRETS.secret);
		expect(createCredentials(fileIn(dir), keyring).read()).toEqual(SECRETS);
	});

	it('in memory leave nothing on the disk', () => {
		const dir = folder();
		const credentials = createCredentials(fileIn(dir), noKeyring);
		credentials.set(SECRETS, 'memory', undefined);
		expect(credentials.read()).toEqual(SECRETS);
		expect(onDisk(dir)).not.toContain(SECRETS.secret);
		expect(createCredentials(fileIn(dir), noKeyring).status().state).toBe('absent');
	});

	it('never fall back to another protection', () => {
		expect(() => createCredentials(fileIn(folder()), noKeyring).set(SECRETS, 'keyring', undefined)).toThrow(
			/no keyring/,
		);
		expect(() => createCredentials(fileIn(folder()), noKeyring).set(SECRETS, 'passphrase', 'short')).toThrow(
			/8 characters/,
		);
	});

	it('never show the secret in a status', () => {
		const status = createCredentials(fileIn(folder()), testKeyring()).set(SECRETS, 'keyring', undefined);
		expect(JSON.stringify(status)).not.toContain(SECRETS.secret.slice(0, -4));
	});

	describe('of one connection', () => {
		const keyring = testKeyring();
		const open = (dir: string, current: { id: string }) =>
			createCredentials(fileIn(dir), keyring, { connectionId: () => current.id });

		it.each(['keyring', 'memory'] as const)('are not read for another connection: %s', (protection) => {
			const current = { id: 'one' };
			const credentials = open(folder(), current);
			credentials.set(SECRETS, protection, undefined);
			expect(credentials.read()).toEqual(SECRETS);
			current.id = 'other';
			expect(credentials.read()).toBeUndefined();
			current.id = 'one';
			expect(credentials.read()).toEqual(SECRETS);
		});

		it('are absent for another connection in the next run, and no passphrase unlocks them', () => {
			const dir = folder();
			open(dir, { id: 'one' }).set(SECRETS, 'passphrase', PASSPHRASE);
			expect(open(dir, { id: 'one' }).unlock(PASSPHRASE).state).toBe('set');
			const credentials = open(dir, { id: 'other' });
			expect(credentials.status().state).toBe('absent');
			expect(credentials.unlock(PASSPHRASE).state).toBe('absent');
			expect(credentials.read()).toBeUndefined();
		});

		it('that an earlier version saved are assigned to the current connection', () => {
			const dir = folder();
			createCredentials(fileIn(dir), keyring).set(SECRETS, 'keyring', undefined);
			open(dir, { id: 'one' }).adopt();
			expect(open(dir, { id: 'one' }).read()).toEqual(SECRETS);
			open(dir, { id: 'other' }).adopt();
			expect(open(dir, { id: 'other' }).read()).toBeUndefined();
		});
	});
});
