// Keys and secrets of accounts: their form, their hashes, and how a presented secret is checked.
// The service makes each secret of 256 random bits, so one keyed hash of it is enough to check it: nobody can guess such a
// secret, however fast the check is. The scrypt hash stays for older instances of the service on the same database, and for
// accounts that an older version made: their first right use adds the keyed hash.
import crypto, { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createMutex } from '../../src-contract/lib/mutex';
import { HttpError } from '../transport/http-error';

const SECRET_BYTES = 32;
const HASH_BYTES = 32;
/** Scrypt checks that wait for the one that runs. */
const MAX_WAITING_SCRYPTS = 8;
const SCRYPT_RETRY_AFTER_SECONDS = '1';

export interface Credentials {
	key: string;
	secret: string;
}

/** Every key of the service has this form. */
const KEY_FORM = /^[\x21-\x7e]{1,100}$/;
/** Base64url of 24 bytes (older versions) or of SECRET_BYTES. */
const SECRET_FORM = /^[\w-]{32,43}$/;
const MAX_HEADER_CHARS = 150;

/** The key and the secret of the header; undefined when no account can have them. */
export function parseCredentials(header: string): Credentials | undefined {
	if (header.length > MAX_HEADER_CHARS) return undefined;
	const split = header.lastIndexOf('@');
	const key = header.slice(0, Math.max(0, split));
	const secret = header.slice(split + 1);
	return KEY_FORM.test(key) && SECRET_FORM.test(secret) ? { key, secret } : undefined;
}

/** What the database keeps of a secret. */
export interface SecretColumns {
	secret_salt: string;
	secret_hash: string;
	secret_digest: string | null;
}

async function hash(secret: string, salt: string): Promise<string> {
	const derived = await promisify<string, string, number, Buffer>(crypto.scrypt)(secret, salt, HASH_BYTES);
	return derived.toString('hex');
}

/** Names the salt, so that a digest left behind by an older version's rotation is seen to be of the secret before. */
export const digestOf = (secret: string, salt: string) =>
	`${salt}:${createHmac('sha256', salt).update(secret).digest('hex')}`;

export async function newSecret(): Promise<{ secret: string; columns: SecretColumns & { secret_digest: string } }> {
	const secret = randomBytes(SECRET_BYTES).toString('base64url');
	const secret_salt = randomBytes(16).toString('hex');
	const secret_digest = digestOf(secret, secret_salt);
	return { secret, columns: { secret_salt, secret_hash: await hash(secret, secret_salt), secret_digest } };
}

/** Compares without telling by its time how much was right. */
const isSame = (presented: Buffer, expected: Buffer): boolean =>
	presented.length === expected.length && timingSafeEqual(presented, expected);

/** False also when the row has no digest of its present secret. */
export const matchesDigest = ({ secret_salt, secret_digest }: SecretColumns, secret: string): boolean =>
	isSame(Buffer.from(digestOf(secret, secret_salt)), Buffer.from(secret_digest ?? ''));

export const hasDigest = ({ secret_salt, secret_digest }: SecretColumns): boolean =>
	secret_digest?.startsWith(`${secret_salt}:`) === true;

/** Checks secrets against their scrypt hash, one at a time: each check takes a core for about 50 ms. */
export function createScryptCheck() {
	const mutex = createMutex();
	let waiting = 0;

	/** @throws HttpError 429 when too many wait already */
	return async function matchesScrypt({ secret_salt, secret_hash }: SecretColumns, secret: string): Promise<boolean> {
		if (waiting > MAX_WAITING_SCRYPTS) {
			throw new HttpError(429, `too many keys are being checked; repeat after ${SCRYPT_RETRY_AFTER_SECONDS} s`, [], {
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
