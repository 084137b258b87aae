// Encrypts stored documents (AES-256-GCM) with a key that the keyring of the operating system protects. Without a keyring,
// documents are stored unencrypted in the database, which only the operating-system user of the station can read.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { KeyValueFile } from '../platform/key-value-file';
import type { Keyring } from '../platform/keyring';

/** Prefix of encrypted bytes. No document format begins with it. */
const ENCRYPTED_PREFIX = Buffer.from('WAYBILL1', 'latin1');
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_NAME = 'documentKey';
/** The key of a desk that was restored on a machine without a keyring. Its documents are as readable as those stored there. */
const UNPROTECTED_KEY_NAME = 'unprotectedDocumentKey';

/** The content of the key file for a key of another machine, in base64. */
export const protectedKey = (keyring: Keyring, key: string): Record<string, string> =>
	keyring.available() ? { [KEY_NAME]: keyring.encrypt(key).toString('base64') } : { [UNPROTECTED_KEY_NAME]: key };

/**
 * @param file holds the key, encrypted by the keyring
 * @param onError called when the keyring fails; the document is then stored unencrypted
 */
export function createVault(keyring: Keyring, file: KeyValueFile, onError: (error: unknown) => void) {
	let cachedKey: Buffer | undefined;

	/** @returns undefined when there is no keyring or no stored key @throws Error when the keyring cannot decrypt the stored key */
	function loadKey(): Buffer | undefined {
		const unprotectedKey = file.get(UNPROTECTED_KEY_NAME);
		if (typeof unprotectedKey === 'string') return Buffer.from(unprotectedKey, 'base64');
		if (cachedKey || !keyring.available()) return cachedKey;
		const encryptedKey = file.get(KEY_NAME);
		if (typeof encryptedKey === 'string')
			cachedKey = Buffer.from(keyring.decrypt(Buffer.from(encryptedKey, 'base64')), 'base64');
		return cachedKey;
	}

	function createKey(): Buffer {
		const key = randomBytes(KEY_BYTES);
		// The key is stored before it is used, so that every encrypted document can be decrypted later.
		file.set(KEY_NAME, keyring.encrypt(key.toString('base64')).toString('base64'));
		cachedKey = key;
		return key;
	}

	/**
	 * Loads or creates the key. Never throws: a paid label is stored unencrypted rather than lost.
	 * @returns undefined when no key is available
	 */
	function loadOrCreateKey(): Buffer | undefined {
		try {
			return loadKey() ?? (keyring.available() ? createKey() : undefined);
		} catch (error) {
			// Do not replace the stored key: when the keyring works again, the documents encrypted with that key can be read again.
			onError(error);
			return undefined;
		}
	}

	return {
		/** The key in base64, for a backup; null when no document is encrypted. @throws `document.locked` */
		readKey(): string | null {
			try {
				const key = loadKey();
				if (!key && file.get(KEY_NAME) !== undefined) throw new Error('no keyring is available');
				return key?.toString('base64') ?? null;
			} catch (error) {
				throw new AppError(
					'document.locked',
					t(
						'The labels of this desk are encrypted, and the keyring of this computer is locked. Nothing was written. Unlock the keyring, restart Waybill, then try again.',
					),
					{ cause: error },
				);
			}
		},

		/** Encrypts bytes. Returns them unchanged when no key is available. */
		seal(bytes: Uint8Array): Uint8Array {
			const key = loadOrCreateKey();
			if (!key) return bytes;
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv('aes-256-gcm', key, iv);
			const encryptedBytes = Buffer.concat([cipher.update(bytes), cipher.final()]);
			return Buffer.concat([ENCRYPTED_PREFIX, iv, cipher.getAuthTag(), encryptedBytes]);
		},

		/**
		 * Decrypts bytes; returns unencrypted bytes unchanged.
		 * @throws `document.locked` when the key is not available or cannot decrypt the bytes
		 */
		open(bytes: Uint8Array): Uint8Array {
			if (Buffer.compare(bytes.subarray(0, ENCRYPTED_PREFIX.length), ENCRYPTED_PREFIX) !== 0) return bytes;
			const [ivEnd, tagEnd] = [ENCRYPTED_PREFIX.length + IV_BYTES, ENCRYPTED_PREFIX.length + IV_BYTES + TAG_BYTES];
			try {
				const key = loadKey();
				if (!key) throw new Error('no keyring is available, or no key is stored');
				const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(ENCRYPTED_PREFIX.length, ivEnd));
				decipher.setAuthTag(bytes.subarray(ivEnd, tagEnd));
				return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]);
			} catch (error) {
				throw new AppError(
					'document.locked',
					t(
						'This document is encrypted and its key is not available. The document is kept. Unlock the keyring of this machine, restart Waybill, then print again.',
					),
					{ cause: error },
				);
			}
		},
	};
}
export type Vault = ReturnType<typeof createVault>;
