// PINs and badge codes, as they are stored.
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { BADGE_PREFIX } from '../../src-contract/model/people';

/** About 50 ms of processor time and 16 MB of memory. */
const SCRYPT = { N: 2 ** 14, r: 8, p: 1, maxmem: 32 * 2 ** 20 };
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const BADGE_BYTES = 10;
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

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

/** A new code for a badge: capitals and digits, which every scanner and keyboard layout reads alike. */
export function newBadgeCode(): string {
	const bits = [...randomBytes(BADGE_BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
	const digits = (bits.match(/.{5}/g) ?? []).map((group) => BASE_32[Number.parseInt(group, 2)]);
	return BADGE_PREFIX + digits.join('');
}

export const hashBadge = (code: string): string => createHash('sha256').update(code.trim().toUpperCase()).digest('hex');
