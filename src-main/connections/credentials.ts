// The partner account's key and secret: they come in, go into an encrypted envelope, and never come out to a screen.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as z from 'zod';
import { AppError } from '../../src-contract/errors';
import { say } from '../../src-contract/i18n';
import type { CredentialStatus, Protection } from '../../src-contract/model/settings';
import type { KeyValueFile } from '../platform/key-value-file';

export interface Secrets {
	key: string;
	secret: string;
}

/** The system's keyring, as the desktop offers it. */
export interface Keyring {
	available(): boolean;
	encrypt(text: string): Buffer;
	decrypt(data: Buffer): string;
}

const envelopeSchema = z.discriminatedUnion('protection', [
	z.object({ protection: z.literal('keyring'), data: z.string() }),
	z.object({
		protection: z.literal('passphrase'),
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
			say('This is not the passphrase that the key was saved under. Try again, or enter the key anew.'),
			{
				cause: error,
				fields: [{ path: 'passphrase', code: 'wrong', message: say('Not the right passphrase') }],
			},
		);
	}
}

/** @param name under which the envelope lies in the file */
export function createCredentials(file: KeyValueFile, keyring: Keyring, name = 'envelope') {
	let inMemory: Secrets | undefined;
	let memoryProtection: Protection | undefined;

	function envelope(): Envelope | undefined {
		const result = envelopeSchema.safeParse(file.get(name));
		return result.success ? result.data : undefined;
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
		if (inMemory) return inMemory;
		const kept = envelope();
		if (kept?.protection !== 'keyring' || !keyring.available()) return undefined;
		try {
			inMemory = secretsSchema.parse(JSON.parse(keyring.decrypt(Buffer.from(kept.data, 'base64'))));
			return inMemory;
		} catch {
			return undefined;
		}
	}

	return {
		status,
		read,

		/** @throws `credentials.noKeyring` when the keyring was asked for and there is none; never falls back by itself */
		set(secrets: Secrets, protection: Protection, passphrase = ''): CredentialStatus {
			if (protection === 'keyring' && !keyring.available()) {
				throw new AppError(
					'credentials.noKeyring',
					say('This desk has no keyring. Choose a passphrase, or keep the key for this run only. Nothing was saved.'),
				);
			}
			if (protection === 'passphrase' && passphrase.length < 8) {
				throw new AppError('input.invalid', say('Choose a passphrase of at least 8 characters. Nothing was saved.'), {
					fields: [{ path: 'passphrase', code: 'too_short', message: say('At least 8 characters') }],
				});
			}
			if (protection === 'memory') file.delete(name);
			if (protection === 'passphrase') file.set(name, seal(secrets, passphrase));
			if (protection === 'keyring') {
				file.set(name, { protection, data: keyring.encrypt(JSON.stringify(secrets)).toString('base64') });
			}
			inMemory = { key: secrets.key, secret: secrets.secret };
			memoryProtection = protection;
			return status();
		},

		/** @throws `credentials.passphraseWrong` */
		unlock(passphrase: string): CredentialStatus {
			const kept = envelope();
			if (kept?.protection === 'passphrase') inMemory = open(kept, passphrase);
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
