// The desk's own password at the site: made here, and never sent. The server learns what it can check it by.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const ROUNDS = 4096;

/** Letters and digits of 256 random bits. */
export const newPassword = (): string => randomBytes(32).toString('base64url');

/** As PostgreSQL keeps a password (RFC 5803, SCRAM-SHA-256). @param password of letters and digits, which need no preparation */
export function verifierOf(password: string, salt = randomBytes(16)): string {
	const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
	const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
	const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
	return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
