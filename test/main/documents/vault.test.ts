// Labels stay readable when a desk moves to another machine, whose keyring cannot decrypt the key of the first.
import { expect, it } from 'vitest';
import { createVault, protectedKey } from '../../../src-main/documents/vault';
import type { Keyring } from '../../../src-main/platform/keyring';
import { memoryFile, noKeyring } from '../../fixtures/desk';

/** The keyring of a machine, which decrypts only what it encrypted. */
const keyringOf = (machine: string): Keyring => ({
	available: () => true,
	encrypt: (text) => Buffer.from(`${machine}:${text}`),
	decrypt(data) {
		const [owner, text = ''] = data.toString().split(':');
		if (owner !== machine) throw new Error('encrypted by another machine');
		return text;
	},
});
const LABEL = Buffer.from('%PDF-1.7 a label');

function fileOf(content: Record<string, string>) {
	const file = memoryFile();
	for (const [name, value] of Object.entries(content)) file.set(name, value);
	return file;
}
function openVault(keyring: Keyring, file = memoryFile()) {
	return createVault(keyring, file, (error) => {
		throw error;
	});
}

it.each([
	['with a keyring', keyringOf('second')],
	['without a keyring', noKeyring],
])('the labels of a desk can be read on a machine %s', (_name, keyring) => {
	const first = openVault(keyringOf('first'));
	const sealed = first.seal(LABEL);
	expect(Buffer.from(sealed).includes('label')).toBe(false);
	const key = first.readKey();
	if (key === null) throw new Error('the labels are encrypted, so there is a key');
	const second = openVault(keyring, fileOf(protectedKey(keyring, key)));
	expect(Buffer.from(second.open(sealed))).toEqual(LABEL);
	expect(second.readKey()).toBe(key);
	expect(Buffer.from(second.open(second.seal(LABEL)))).toEqual(LABEL);
});

it('has no key while nothing is encrypted', () => {
	const vault = openVault(noKeyring);
	expect(Buffer.from(vault.seal(LABEL))).toEqual(LABEL);
	expect(vault.readKey()).toBeNull();
});

it.each([
	['of another machine', keyringOf('second')],
	['that is locked', noKeyring],
])('says that the labels cannot be read with a keyring %s, so that no backup lacks their key', (_name, keyring) => {
	const file = memoryFile();
	openVault(keyringOf('first'), file).seal(LABEL);
	expect(() => openVault(keyring, file).readKey()).toThrow('Unlock the keyring, restart Waybill, then try again.');
});
