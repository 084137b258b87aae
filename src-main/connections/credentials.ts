// The partner account's key and secret: they come in, go into an encrypted envelope, and never come out to a screen.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import type { CredentialStatus, Protection } from '../../src-contract/model/settings';
import type { KeyValueFile } from '../platform/key-value-file';
import type { Keyring } from '../platform/keyring';

export interface Secrets {
	key: string;
	secret: string;
}

/** The connection that the key belongs to; missing: not stated, as in envelopes of earlier versions. */
const connectionId = z.string().optional();
const envelopeSchema = z.discriminatedUnion('protection', [
	z.object({ protection: z.literal('keyring'), connectionId, data: z.string() }),
	z.object({
		protection: z.literal('passphrase'),
		connectionId,
		salt: z.string(),
		iv: z.string(),
		tag: z.string(),
		data: z.string(),
	}),
]);
type Envelope = z.infer<typeof envelopeSchema>;

const secretsSchema = z.object({ key: z.string(), secret: z.string() });
/** About 100 ms and 64 MiB a guess. */
const SCRYPT = { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 };
const CIPHER = 'aes-256-gcm';

function seal(secrets: Secrets, passphrase: string): Envelope {
	const salt = randomBytes(16);
	const iv = randomBytes(12);
	const cipher = createCipheriv(CIPHER, scryptSync(passphrase, salt, 32, SCRYPT), iv);
	const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
	const text = (bytes: Buffer) => bytes.toString('base64');
	return { protection: 'passphrase', salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), data: text(data) };
}

function open(envelope: Extract<Envelope, { protection: 'passphrase' }>, passphrase: string): Secrets {
	const bytes = (text: string) => Buffer.from(text, 'base64');
	const decipher = createDecipheriv(
		CIPHER,
		scryptSync(passphrase, bytes(envelope.salt), 32, SCRYPT),
		bytes(envelope.iv),
	);
	decipher.setAuthTag(bytes(envelope.tag));
	try {
		const text = Buffer.concat([decipher.update(bytes(envelope.data)), decipher.final()]).toString('utf8');
		return secretsSchema.parse(JSON.parse(text));
	} catch (error) {
		throw new AppError(
			'credentials.passphraseWrong',
			t('This is not the passphrase that the key was saved under. Try again, or enter the key anew.'),
			{
				cause: error,
				fields: [{ path: 'passphrase', code: 'wrong', message: t('Not the right passphrase') }],
			},
		);
	}
}

export interface CredentialOptions {
	/** Under which the envelope lies in the file. */
	name?: string;
	/** The connection in use, which a key is saved for. A key of another one is not read. Missing: the key has no connection. */
	connectionId?: () => string;
}

export function createCredentials(
	file: KeyValueFile,
	keyring: Keyring,
	{ name = 'envelope', connectionId }: CredentialOptions = {},
) {
	let inMemory: (Secrets & { connectionId: string | undefined }) | undefined;
	let memoryProtection: Protection | undefined;

	const stored = () => envelopeSchema.safeParse(file.get(name)).data;

	/** Of the connection in use. */
	function envelope(): Envelope | undefined {
		const found = stored();
		const isOfAnother = found?.connectionId !== undefined && found.connectionId !== connectionId?.();
		return isOfAnother ? undefined : found;
	}

	function remember({ key, secret }: Secrets): void {
		inMemory = { key, secret, connectionId: connectionId?.() };
	}

	function status(): CredentialStatus {
		const kept = envelope();
		const keyringAvailable = keyring.available();
		const secrets = read();
		return {
			state: secrets ? 'set' : kept ? 'locked' : 'absent',
			protection: memoryProtection ?? kept?.protection ?? null,
			endsIn: secrets ? secrets.secret.slice(-4) : '',
			keyringAvailable,
		};
	}

	/** The pair for the partner client; undefined when none is set or it is still locked. */
	function read(): Secrets | undefined {
		if (inMemory?.connectionId === connectionId?.() && inMemory) return { key: inMemory.key, secret: inMemory.secret };
		const kept = envelope();
		if (kept?.protection !== 'keyring' || !keyring.available()) return undefined;
		try {
			const secrets = secretsSchema.parse(JSON.parse(keyring.decrypt(Buffer.from(kept.data, 'base64'))));
			remember(secrets);
			return secrets;
		} catch {
			return undefined;
		}
	}

	function save(sealed: Envelope): void {
		file.set(name, connectionId ? { ...sealed, connectionId: connectionId() } : sealed);
	}

	return {
		status,
		read,

		/** Binds an envelope of an earlier version, which states no connection, to the one in use. */
		adopt(): void {
			const found = stored();
			if (!found || found.connectionId !== undefined) return;
			try {
				save(found);
			} catch {
				// The disk is full or cannot be written: the next start binds it.
			}
		},

		/** @throws `credentials.noKeyring` when the keyring was asked for and there is none; never falls back by itself */
		set(secrets: Secrets, protection: Protection, passphrase = ''): CredentialStatus {
			if (protection === 'keyring' && !keyring.available()) {
				throw new AppError(
					'credentials.noKeyring',
					t('This desk has no keyring. Choose a passphrase, or keep the key for this run only. Nothing was saved.'),
				);
			}
			if (protection === 'passphrase' && passphrase.length < 8) {
				throw new AppError('input.invalid', t('Choose a passphrase of at least 8 characters. Nothing was saved.'), {
					fields: [{ path: 'passphrase', code: 'too_short', message: t('At least 8 characters') }],
				});
			}
			if (protection === 'memory') file.delete(name);
			if (protection === 'passphrase') save(seal(secrets, passphrase));
			if (protection === 'keyring')
				save({ protection, data: keyring.encrypt(JSON.stringify(secrets)).toString('base64') });
			remember(secrets);
			memoryProtection = protection;
			return status();
		},

		/** @throws `credentials.passphraseWrong` */
		unlock(passphrase: string): CredentialStatus {
			const kept = envelope();
			if (kept?.protection === 'passphrase') remember(open(kept, passphrase));
			return status();
		},

		clear(): CredentialStatus {
			inMemory = undefined;
			memoryProtection = undefined;
			file.delete(name);
			return status();
		},
	};
}
export type Credentials = ReturnType<typeof createCredentials>;

export interface CredentialListeners {
	/** A key was set or unlocked. */
	onKey: () => void;
	onClear: () => void;
}

/** The same credentials for the user's calls: each change that succeeds is reported. */
export function withListeners(credentials: Credentials, { onKey, onClear }: CredentialListeners): Credentials {
	return {
		...credentials,
		set(...input) {
			const status = credentials.set(...input);
			onKey();
			return status;
		},
		unlock(passphrase) {
			const status = credentials.unlock(passphrase);
			onKey();
			return status;
		},
		clear() {
			const status = credentials.clear();
			onClear();
			return status;
		},
	};
}
