// Documents at rest. A desk with a keyring keeps them encrypted (AES-256-GCM) under a key that the keyring guards; a desk
// without one keeps them as they are, in the database that only its user may read.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { KeyValueFile } from '../platform/key-value-file';
import type { Keyring } from '../platform/keyring';

/** Stands before what is sealed; no document begins so. */
const MARK = Buffer.from('WAYBILL1', 'latin1');
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const KEY_NAME = 'documentKey';

/** @param onError told when a keyring that should guard the key does not: documents are then kept as they are */
export function createVault(keyring: Keyring, file: KeyValueFile, onError: (error: unknown) => void) {
	let held: Buffer | undefined;

	/** @returns undefined when there is no keyring, or it holds none yet @throws when the keyring does not open what is kept */
	function kept(): Buffer | undefined {
		if (held || !keyring.available()) return held;
		const sealed = file.get(KEY_NAME);
		if (typeof sealed === 'string') held = Buffer.from(keyring.decrypt(Buffer.from(sealed, 'base64')), 'base64');
		return held;
	}

	function fresh(): Buffer {
		const key = randomBytes(KEY_BYTES);
		// Kept before it is used: what is sealed can always be opened again.
		file.set(KEY_NAME, keyring.encrypt(key.toString('base64')).toString('base64'));
		held = key;
		return key;
	}

	/** @returns undefined when this desk has none: a label that was paid for is kept all the same */
	function keyToSealWith(): Buffer | undefined {
		try {
			return kept() ?? (keyring.available() ? fresh() : undefined);
		} catch (error) {
			// Never a new one over the old: what that one sealed may open again when the keyring is mended.
			onError(error);
			return undefined;
		}
	}

	return {
		seal(bytes: Uint8Array): Uint8Array {
			const secret = keyToSealWith();
			if (!secret) return bytes;
			const iv = randomBytes(IV_BYTES);
			const cipher = createCipheriv('aes-256-gcm', secret, iv);
			const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
			return Buffer.concat([MARK, iv, cipher.getAuthTag(), sealed]);
		},

		/** @throws `document.locked` when the key is not at hand */
		open(bytes: Uint8Array): Uint8Array {
			if (Buffer.compare(bytes.subarray(0, MARK.length), MARK) !== 0) return bytes;
			const [afterIv, afterTag] = [MARK.length + IV_BYTES, MARK.length + IV_BYTES + TAG_BYTES];
			try {
				const secret = kept();
				if (!secret) throw new Error('there is no keyring, or it holds no key');
				const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(MARK.length, afterIv));
				decipher.setAuthTag(bytes.subarray(afterIv, afterTag));
				return Buffer.concat([decipher.update(bytes.subarray(afterTag)), decipher.final()]);
			} catch (error) {
				throw new AppError(
					'document.locked',
					t(
						'This document is encrypted, and its key is not at hand. It is kept. Unlock the keyring of this machine, restart the station, then print again.',
					),
					{ cause: error },
				);
			}
		},
	};
}
export type Vault = ReturnType<typeof createVault>;
