// PINs and badge codes, as they are stored.
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { BADGE_LETTERS, BADGE_PREFIX } from '../../src-contract/model/people';

/** About 50 ms of processor time and 16 MB of memory. */
const SCRYPT = { N: 2 ** 14, r: 8, p: 1, maxmem: 32 * 2 ** 20 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const BADGE_BYTES = 10;

export interface StoredPin {
	salt: string;
	hash: string;
}

const derive = (pin: string, salt: string): Promise<Buffer> =>
	new Promise((resolve, reject) =>
		scrypt(pin, Buffer.from(salt, 'hex'), HASH_BYTES, SCRYPT, (error, key) => (error ? reject(error) : resolve(key))),
	);

export async function hashPin(pin: string): Promise<StoredPin> {
	const salt = randomBytes(SALT_BYTES).toString('hex');
	return { salt, hash: (await derive(pin, salt)).toString('hex') };
}

export async function isPin(pin: string, { salt, hash }: StoredPin): Promise<boolean> {
	// scrypt takes a PIN with zero bytes behind it for the same PIN.
	if (!/^\d+$/.test(pin)) return false;
	const expected = Buffer.from(hash, 'hex');
	const derived = await derive(pin, salt);
	return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** A new code for a badge: a letter for each four bits. */
export const newBadgeCode = (): string =>
	BADGE_PREFIX +
	[...randomBytes(BADGE_BYTES)].flatMap((byte) => [BADGE_LETTERS[byte >> 4], BADGE_LETTERS[byte & 15]]).join('');

export const hashBadge = (code: string): string => createHash('sha256').update(code.trim().toUpperCase()).digest('hex');
