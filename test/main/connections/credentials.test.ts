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

/** Stands in for the desktop's keyring, which a unit test has none of: a key that only this object holds. */
function testKeyring(): Keyring {
	const key = randomBytes(32);
	const iv = Buffer.alloc(16);
	return {
		available: () => true,
		encrypt: (text) => createCipheriv('aes-256-ctr', key, iv).update(text, 'utf8'),
		decrypt: (data) => createDecipheriv('aes-256-ctr', key, iv).update(data).toString('utf8'),
	};
}

/** What electron-store is made of, without Electron. */
const fileIn = (dir: string) =>
	new Conf<Record<string, unknown>>({ cwd: dir, configName: 'file', clearInvalidConfig: true });
const folder = () => mkdtempSync(path.join(tmpdir(), 'waybill-credentials-'));
const onDisk = (dir: string) =>
	readdirSync(dir)
		.map((name) => readFileSync(path.join(dir, name), 'utf8'))
		.join('\n');

describe('credentials', () => {
	it('under a passphrase are locked in the next run and opened by the same passphrase only', () => {
		const dir = folder();
		expect(createCredentials(fileIn(dir), noKeyring).set(SECRETS, 'passphrase', PASSPHRASE)).toMatchObject({
			state: 'set',
			endsIn: '9f3c',
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

	it('in the keyring are there in the next run', () => {
		const dir = folder();
		const keyring = testKeyring();
		createCredentials(fileIn(dir), keyring).set(SECRETS, 'keyring', undefined);
		expect(onDisk(dir)).not.toContain(SECRETS.secret);
		expect(createCredentials(fileIn(dir), keyring).read()).toEqual(SECRETS);
	});

	it('for one run leave nothing on the disk', () => {
		const dir = folder();
		const credentials = createCredentials(fileIn(dir), noKeyring);
		credentials.set(SECRETS, 'memory', undefined);
		expect(credentials.read()).toEqual(SECRETS);
		expect(onDisk(dir)).not.toContain(SECRETS.secret);
		expect(createCredentials(fileIn(dir), noKeyring).status().state).toBe('absent');
	});

	it('never fall back by themselves', () => {
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

		it.each(['keyring', 'memory'] as const)('are not read for another one: %s', (protection) => {
			const current = { id: 'one' };
			const credentials = open(folder(), current);
			credentials.set(SECRETS, protection, undefined);
			expect(credentials.read()).toEqual(SECRETS);
			current.id = 'other';
			expect(credentials.read()).toBeUndefined();
			current.id = 'one';
			expect(credentials.read()).toEqual(SECRETS);
		});

		it('are not there for another one in the next run, and no passphrase opens them', () => {
			const dir = folder();
			open(dir, { id: 'one' }).set(SECRETS, 'passphrase', PASSPHRASE);
			expect(open(dir, { id: 'one' }).unlock(PASSPHRASE).state).toBe('set');
			const other = open(dir, { id: 'other' });
			expect(other.status().state).toBe('absent');
			expect(other.unlock(PASSPHRASE).state).toBe('absent');
			expect(other.read()).toBeUndefined();
		});

		it('that an earlier version saved belong to the connection in use from now on', () => {
			const dir = folder();
			createCredentials(fileIn(dir), keyring).set(SECRETS, 'keyring', undefined);
			open(dir, { id: 'one' }).adopt();
			expect(open(dir, { id: 'one' }).read()).toEqual(SECRETS);
			open(dir, { id: 'other' }).adopt();
			expect(open(dir, { id: 'other' }).read()).toBeUndefined();
		});
	});
});
