// Encryption of stored documents. With an operating-system keyring, documents are encrypted (AES-256-GCM) under a key that the
// keyring protects. Without one, they are stored in clear in the database, which only the user of this machine can read.
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

/** @param onError called when the keyring fails; documents are then stored unencrypted */
export function createVault(keyring: Keyring, file: KeyValueFile, onError: (error: unknown) => void) {
	let cachedKey: Buffer | undefined;

	/** @returns undefined without a keyring or a stored key @throws Error when the keyring cannot decrypt the stored key */
	function loadKey(): Buffer | undefined {
		if (cachedKey || !keyring.available()) return cachedKey;
		const sealed = file.get(KEY_NAME);
		if (typeof sealed === 'string') cachedKey = Buffer.from(keyring.decrypt(Buffer.from(sealed, 'base64')), 'base64');
		return cachedKey;
	}

	function createKey(): Buffer {
		const key = randomBytes(KEY_BYTES);
		// Stored before it is used, so that every encrypted document can be decrypted later.
		file.set(KEY_NAME, keyring.encrypt(key.toString('base64')).toString('base64'));
		cachedKey = key;
		return key;
	}

	/** @returns undefined when no key is available: a paid label is then stored unencrypted rather than lost */
	function keyForSealing(): Buffer | undefined {
		try {
			return loadKey() ?? (keyring.available() ? createKey() : undefined);
		} catch (error) {
			// Do not replace the stored key: the documents encrypted with it can be read again once the keyring works.
			onError(error);
			return undefined;
		}
	}

	return {
		/** Encrypts bytes. Returns them unchanged when no key is available. */
		seal(bytes: Uint8Array): Uint8Array {
			const secret = keyForSealing();
			if (!secret) return bytes;
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv('aes-256-gcm', secret, iv);
			const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
			return Buffer.concat([ENCRYPTED_PREFIX, iv, cipher.getAuthTag(), sealed]);
		},

		/** Decrypts bytes; returns unencrypted bytes unchanged. @throws `document.locked` when the key is not available */
		open(bytes: Uint8Array): Uint8Array {
			if (Buffer.compare(bytes.subarray(0, ENCRYPTED_PREFIX.length), ENCRYPTED_PREFIX) !== 0) return bytes;
			const [afterIv, afterTag] = [ENCRYPTED_PREFIX.length + IV_BYTES, ENCRYPTED_PREFIX.length + IV_BYTES + TAG_BYTES];
			try {
				const secret = loadKey();
				if (!secret) throw new Error('no keyring is available, or no key is stored');
				const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(ENCRYPTED_PREFIX.length, afterIv));
				decipher.setAuthTag(bytes.subarray(afterIv, afterTag));
				return Buffer.concat([decipher.update(bytes.subarray(afterTag)), decipher.final()]);
			} catch (error) {
				throw new AppError(
					'document.locked',
					t(
						'This document is encrypted and its key is not available. The document is kept. Unlock the keyring of this machine, restart the station, then print again.',
					),
					{ cause: error },
				);
			}
		},
	};
}
export type Vault = ReturnType<typeof createVault>;
