// Generates and verifies the keys and secrets of accounts. A secret has 256 random bits, so a keyed hash (HMAC) is enough: it cannot
// be guessed, however fast the check is. The scrypt hash remains for older versions on the same database and for accounts that they
// created; the first successful use of such an account adds the keyed hash.
import crypto, { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createMutex } from '../../src-contract/lib/mutex';
import { HttpError } from '../transport/http-error';

const SECRET_BYTES = 32;
const HASH_BYTES = 32;
/** Maximum number of waiting scrypt checks. */
const MAX_WAITING_SCRYPTS = 8;
const SCRYPT_RETRY_AFTER_SECONDS = '1';

export interface Credentials {
	key: string;
	secret: string;
}

/** Format of every key. */
const KEY_FORMAT = /^[\x21-\x7e]{1,100}$/;
/** Base64url of 24 bytes (older versions) or of SECRET_BYTES. */
const SECRET_FORMAT = /^[\w-]{32,43}$/;
const MAX_HEADER_CHARS = 150;

/** The key and secret of the header; undefined when their format is invalid. */
export function parseCredentials(header: string): Credentials | undefined {
	if (header.length > MAX_HEADER_CHARS) return undefined;
	const split = header.lastIndexOf('@');
	const key = header.slice(0, Math.max(0, split));
	const secret = header.slice(split + 1);
	return KEY_FORMAT.test(key) && SECRET_FORMAT.test(secret) ? { key, secret } : undefined;
}

/** Stored hashes of a secret. */
export interface SecretColumns {
	secret_salt: string;
	secret_hash: string;
	secret_digest: string | null;
}

async function hash(secret: string, salt: string): Promise<string> {
	const derived = await promisify<string, string, number, Buffer>(crypto.scrypt)(secret, salt, HASH_BYTES);
	return derived.toString('hex');
}

/** Keyed hash with its salt. An older version rotates a secret without updating the digest; the salt reveals the old digest. */
export const digestOf = (secret: string, salt: string) =>
	`${salt}:${createHmac('sha256', salt).update(secret).digest('hex')}`;

/** Generates a secret. Only its hashes are stored. */
export async function createSecret(): Promise<{ secret: string; columns: SecretColumns & { secret_digest: string } }> {
	const secret = randomBytes(SECRET_BYTES).toString('base64url');
	const secret_salt = randomBytes(16).toString('hex');
	const secret_digest = digestOf(secret, secret_salt);
	return { secret, columns: { secret_salt, secret_hash: await hash(secret, secret_salt), secret_digest } };
}

/** Compares in constant time. */
const isSame = (presented: Buffer, expected: Buffer): boolean =>
	presented.length === expected.length && timingSafeEqual(presented, expected);

/** Whether the secret matches the stored digest; false also when there is no current digest. */
export const matchesDigest = ({ secret_salt, secret_digest }: SecretColumns, secret: string): boolean =>
	isSame(Buffer.from(digestOf(secret, secret_salt)), Buffer.from(secret_digest ?? ''));

/** Whether the row has a digest of its current secret. */
export const hasDigest = ({ secret_salt, secret_digest }: SecretColumns): boolean =>
	secret_digest?.startsWith(`${secret_salt}:`) === true;

/** Checks secrets against their scrypt hash, one at a time: a check uses a core for about 50 ms. */
export function createScryptCheck() {
	const mutex = createMutex();
	let waiting = 0;

	/** @throws HttpError 429 when too many checks are waiting */
	return async function matchesScrypt({ secret_salt, secret_hash }: SecretColumns, secret: string): Promise<boolean> {
		if (waiting > MAX_WAITING_SCRYPTS) {
			throw new HttpError(429, `Too many keys are being checked. Retry after ${SCRYPT_RETRY_AFTER_SECONDS} s.`, [], {
				'Retry-After': SCRYPT_RETRY_AFTER_SECONDS,
			});
		}
		waiting += 1;
		const presented = await mutex
			.runExclusive(() => hash(secret, secret_salt))
			.finally(() => {
				waiting -= 1;
			});
		return isSame(Buffer.from(presented, 'hex'), Buffer.from(secret_hash, 'hex'));
	};
}
