// Generates and verifies the secrets of accounts. A secret has 256 random bits, so it cannot be guessed even though its keyed hash
// (HMAC) is fast to compute. A salt and the keyed hash together are called the digest. Older versions know only a slow scrypt hash, which is still stored, because an older
// version may use the same database. An account that an older version created gets its digest at its first successful use.
import crypto, { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createMutex } from '../../src-contract/lib/mutex';
import { HttpError } from '../transport/http-error';

const SECRET_BYTES = 32;
const HASH_BYTES = 32;
/** Maximum number of scrypt checks that wait for the running one. */
const MAX_WAITING_SCRYPTS = 8;
const SCRYPT_RETRY_AFTER_SECONDS = '1';

export interface Credentials {
	key: string;
	secret: string;
}

/** Printable ASCII characters without spaces. */
const KEY_FORMAT = /^[\x21-\x7e]{1,100}$/;
/** Base64url of 24 random bytes (older versions) or of SECRET_BYTES. */
const SECRET_FORMAT = /^[\w-]{32,43}$/;
const MAX_HEADER_CHARS = 150;

/** Parses the X-PP-API header: `<key>@<secret>`. @returns undefined when the format is invalid */
export function parseCredentials(header: string): Credentials | undefined {
	if (header.length > MAX_HEADER_CHARS) return undefined;
	const separatorIndex = header.lastIndexOf('@');
	const key = header.slice(0, Math.max(0, separatorIndex));
	const secret = header.slice(separatorIndex + 1);
	return KEY_FORMAT.test(key) && SECRET_FORMAT.test(secret) ? { key, secret } : undefined;
}

/** Columns of an account with the hashes of its secret. */
export interface SecretColumns {
	secret_salt: string;
	secret_hash: string;
	secret_digest: string | null;
}

async function scryptHash(secret: string, salt: string): Promise<string> {
	const derived = await promisify<string, string, number, Buffer>(crypto.scrypt)(secret, salt, HASH_BYTES);
	return derived.toString('hex');
}

/**
 * Digest of a secret: salt and keyed hash. An older version that replaces a secret changes the salt column but not the digest;
 * the salt in the digest then reveals that the digest belongs to the old secret.
 */
export const digestOf = (secret: string, salt: string) =>
	`${salt}:${createHmac('sha256', salt).update(secret).digest('hex')}`;

/** Generates a secret. Only its hashes are stored. */
export async function createSecret(): Promise<{ secret: string; columns: SecretColumns & { secret_digest: string } }> {
	const secret = randomBytes(SECRET_BYTES).toString('base64url');
	const secret_salt = randomBytes(16).toString('hex');
	const secret_digest = digestOf(secret, secret_salt);
	return { secret, columns: { secret_salt, secret_hash: await scryptHash(secret, secret_salt), secret_digest } };
}

/** Compares bytes in constant time, so that the duration reveals nothing about the expected bytes. */
const isSame = (presented: Buffer, expected: Buffer): boolean =>
	presented.length === expected.length && timingSafeEqual(presented, expected);

/** Whether the secret matches the stored digest; false also when the account has no digest of its current secret. */
export const matchesDigest = ({ secret_salt, secret_digest }: SecretColumns, secret: string): boolean =>
	isSame(Buffer.from(digestOf(secret, secret_salt)), Buffer.from(secret_digest ?? ''));

/** Whether the row has a digest of its current secret. */
export const hasDigest = ({ secret_salt, secret_digest }: SecretColumns): boolean =>
	secret_digest?.startsWith(`${secret_salt}:`) === true;

/** Creates a check of secrets by their scrypt hash. Checks run one at a time, because each uses a processor core for about 50 ms. */
export function createScryptCheck() {
	const mutex = createMutex();
	/** Checks that are running or waiting. */
	let pendingCount = 0;

	/** @throws HttpError 429 when too many checks are waiting */
	return async function matchesScrypt({ secret_salt, secret_hash }: SecretColumns, secret: string): Promise<boolean> {
		if (pendingCount > MAX_WAITING_SCRYPTS) {
			throw new HttpError(429, `Too many keys are being checked. Retry after ${SCRYPT_RETRY_AFTER_SECONDS} s.`, [], {
				'Retry-After': SCRYPT_RETRY_AFTER_SECONDS,
			});
		}
		pendingCount += 1;
		const presentedHash = await mutex
			.runExclusive(() => scryptHash(secret, secret_salt))
			.finally(() => {
				pendingCount -= 1;
			});
		return isSame(Buffer.from(presentedHash, 'hex'), Buffer.from(secret_hash, 'hex'));
	};
}
