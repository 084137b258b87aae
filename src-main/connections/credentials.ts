// Stores the key and secret of the partner account, or the login to the database in which a site's desks share address books. They
// are stored in an encrypted envelope, or only in memory. The secret is never sent to the renderer, and of the key only the last
// four characters.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { CredentialStatus, Protection } from '../../src-contract/model/settings';
import type { KeyValueFile } from '../platform/key-value-file';
import type { Keyring } from '../platform/keyring';

export interface Secrets {
	/** API key of the partner account; for a site, the desk's role in the database. */
	key: string;
	/** Secret of the partner account; for a site, the password of the role. */
	secret: string;
}

/** Id of the connection that the key belongs to. Missing in the site's envelope and in envelopes of earlier versions. */
const connectionIdSchema = z.string().optional();
const envelopeSchema = z.discriminatedUnion('protection', [
	z.object({ protection: z.literal('keyring'), connectionId: connectionIdSchema, data: z.string() }),
	z.object({
		protection: z.literal('passphrase'),
		connectionId: connectionIdSchema,
		salt: z.string(),
		iv: z.string(),
		tag: z.string(),
		data: z.string(),
	}),
]);
type Envelope = z.infer<typeof envelopeSchema>;

const secretsSchema = z.object({ key: z.string(), secret: z.string() });
/** Each attempt at a passphrase takes about 100 ms and 64 MiB of memory. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const CIPHER = 'aes-256-gcm';

/** Encrypts with AES-256-GCM and a key derived from the passphrase by scrypt. */
function encrypt(secrets: Secrets, passphrase: string): Envelope {
	const salt = randomBytes(16);
	const iv = randomBytes(12);
	const cipher = createCipheriv(CIPHER, scryptSync(passphrase, salt, 32, SCRYPT), iv);
	const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
	const toBase64 = (bytes: Buffer) => bytes.toString('base64');
	return {
		protection: 'passphrase',
		salt: toBase64(salt),
		iv: toBase64(iv),
		tag: toBase64(cipher.getAuthTag()),
		data: toBase64(data),
	};
}

/** @throws `credentials.passphraseWrong` */
function decrypt(envelope: Extract<Envelope, { protection: 'passphrase' }>, passphrase: string): Secrets {
	const fromBase64 = (text: string) => Buffer.from(text, 'base64');
	const decipher = createDecipheriv(
		CIPHER,
		scryptSync(passphrase, fromBase64(envelope.salt), 32, SCRYPT),
		fromBase64(envelope.iv),
	);
	decipher.setAuthTag(fromBase64(envelope.tag));
	try {
		const json = Buffer.concat([decipher.update(fromBase64(envelope.data)), decipher.final()]).toString('utf8');
		return secretsSchema.parse(JSON.parse(json));
	} catch (error) {
		throw new AppError('credentials.passphraseWrong', t('Wrong passphrase. Try again, or enter the key again.'), {
			cause: error,
			fields: [{ path: 'passphrase', code: 'wrong', message: t('Wrong passphrase') }],
		});
	}
}

export interface CredentialOptions {
	/** Name of the envelope in the file. */
	name?: string;
	/**
	 * Returns the id of the connection in use. Keys are saved for this connection, and keys of other connections are not
	 * read. Undefined for credentials that belong to no connection.
	 */
	connectionId?: () => string;
}

export function createCredentials(
	file: KeyValueFile,
	keyring: Keyring,
	{ name = 'envelope', connectionId }: CredentialOptions = {},
) {
	/** Key and secret that were entered or decrypted since the station started. */
	let loadedSecrets: (Secrets & { connectionId: string | undefined }) | undefined;
	/** Protection that the user chose since the station started; undefined when the protection of the envelope applies. */
	let chosenProtection: Protection | undefined;

	const readStoredEnvelope = () => envelopeSchema.safeParse(file.get(name)).data;

	/** The stored envelope; undefined when there is none, or when it belongs to a connection that is not in use. */
	function readEnvelope(): Envelope | undefined {
		const envelope = readStoredEnvelope();
		const isOfOtherConnection = envelope?.connectionId !== undefined && envelope.connectionId !== connectionId?.();
		return isOfOtherConnection ? undefined : envelope;
	}

	function keepInMemory({ key, secret }: Secrets): void {
		loadedSecrets = { key, secret, connectionId: connectionId?.() };
	}

	function status(): CredentialStatus {
		const envelope = readEnvelope();
		const keyringAvailable = keyring.available();
		const secrets = read();
		return {
			state: secrets ? 'set' : envelope ? 'locked' : 'absent',
			protection: chosenProtection ?? envelope?.protection ?? null,
			endsIn: secrets ? secrets.key.slice(-4) : '',
			keyringAvailable,
		};
	}

	/** Key and secret of the connection in use; undefined when they are not set or are still locked. */
	function read(): Secrets | undefined {
		if (loadedSecrets && loadedSecrets.connectionId === connectionId?.())
			return { key: loadedSecrets.key, secret: loadedSecrets.secret };
		const envelope = readEnvelope();
		if (envelope?.protection !== 'keyring' || !keyring.available()) return undefined;
		try {
			const secrets = secretsSchema.parse(JSON.parse(keyring.decrypt(Buffer.from(envelope.data, 'base64'))));
			keepInMemory(secrets);
			return secrets;
		} catch {
			return undefined;
		}
	}

	function writeEnvelope(envelope: Envelope): void {
		file.set(name, connectionId ? { ...envelope, connectionId: connectionId() } : envelope);
	}

	return {
		status,
		read,

		/** Assigns an envelope of an earlier version, which has no connection id, to the connection in use. */
		adopt(): void {
			const envelope = readStoredEnvelope();
			if (!envelope || envelope.connectionId !== undefined) return;
			try {
				writeEnvelope(envelope);
			} catch {
				// The disk is full or read-only: the next start tries again.
			}
		},

		/**
		 * Saves key and secret with the given protection, and never with a weaker one. `memory` deletes the stored envelope:
		 * key and secret are then kept only until the station ends.
		 * @throws `credentials.noKeyring` when the keyring is requested but not available; `input.invalid` when the
		 * passphrase is shorter than 8 characters
		 */
		set(secrets: Secrets, protection: Protection, passphrase = ''): CredentialStatus {
			if (protection === 'keyring' && !keyring.available()) {
				throw new AppError(
					'credentials.noKeyring',
					t(
						'This computer has no keyring. Nothing was saved. Choose a passphrase, or keep the key only until Waybill closes.',
					),
				);
			}
			if (protection === 'passphrase' && passphrase.length < 8) {
				throw new AppError('input.invalid', t('Choose a passphrase of at least 8 characters. Nothing was saved.'), {
					fields: [{ path: 'passphrase', code: 'too_short', message: t('At least 8 characters') }],
				});
			}
			if (protection === 'memory') file.delete(name);
			if (protection === 'passphrase') writeEnvelope(encrypt(secrets, passphrase));
			if (protection === 'keyring')
				writeEnvelope({ protection, data: keyring.encrypt(JSON.stringify(secrets)).toString('base64') });
			keepInMemory(secrets);
			chosenProtection = protection;
			return status();
		},

		/**
		 * Decrypts key and secret, and keeps them in memory until the station ends. Does nothing if no passphrase protects them.
		 * @throws `credentials.passphraseWrong`
		 */
		unlock(passphrase: string): CredentialStatus {
			const envelope = readEnvelope();
			if (envelope?.protection === 'passphrase') keepInMemory(decrypt(envelope, passphrase));
			return status();
		},

		clear(): CredentialStatus {
			loadedSecrets = undefined;
			chosenProtection = undefined;
			file.delete(name);
			return status();
		},
	};
}
export type Credentials = ReturnType<typeof createCredentials>;

export interface CredentialListeners {
	/** Called after a key was set or unlocked. */
	onKeyAvailable: () => void;
	onClear: () => void;
}

/** Wraps the credentials so that each successful `set`, `unlock` and `clear` is reported to the listeners. */
export function withListeners(credentials: Credentials, { onKeyAvailable, onClear }: CredentialListeners): Credentials {
	return {
		...credentials,
		set(...input) {
			const status = credentials.set(...input);
			onKeyAvailable();
			return status;
		},
		unlock(passphrase) {
			const status = credentials.unlock(passphrase);
			onKeyAvailable();
			return status;
		},
		clear() {
			const status = credentials.clear();
			onClear();
			return status;
		},
	};
}
