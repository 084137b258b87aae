import { safeStorage } from 'electron';
import type { Keyring } from '../platform/keyring';

/** The keyring of the operating system. */
export const systemKeyring: Keyring = {
	available: () => safeStorage.isEncryptionAvailable(),
	encrypt: (text) => safeStorage.encryptString(text),
	decrypt: (data) => safeStorage.decryptString(data),
};
