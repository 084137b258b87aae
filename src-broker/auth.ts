// X-PP-API: who calls. Secrets are kept as scrypt hashes; a verified pair is remembered in memory as a digest, so
// that only the first request of an account pays for the hash.
import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Store } from './store/store';

const deriveKey = promisify<string, string, number, Buffer>(scrypt);
const HASH_BYTES = 32;
const ABSENT = { id: 0, name: '', api_key: '', secret_salt: 'absent', secret_hash: '00'.repeat(HASH_BYTES) };

export interface Account {
	id: number;
	name: string;
}

export interface Credentials {
	key: string;
	secret: string;
}

async function hash(secret: string, salt: string): Promise<string> {
	return (await deriveKey(secret, salt, HASH_BYTES)).toString('hex');
}

function newSecret(): string {
	return randomBytes(24).toString('base64url');
}

export function createAccounts(store: Store) {
	const verified = new Map<string, { digest: string; account: Account }>();

	async function write(name: string, key: string | undefined): Promise<Credentials> {
		const credentials = { key: key ?? `wb_${randomBytes(9).toString('base64url')}`, secret: newSecret() };
		const secret_salt = randomBytes(16).toString('hex');
		const secret_hash = await hash(credentials.secret, secret_salt);
		if (key) {
			await store.updateTable('account').set({ secret_salt, secret_hash }).where('api_key', '=', key).execute();
			verified.delete(key);
		} else {
			await store
				.insertInto('account')
				.values({ name, api_key: credentials.key, secret_salt, secret_hash, created_at: new Date().toISOString() })
				.execute();
		}
		return credentials;
	}

	return {
		/** Makes an account; its secret is in the answer and nowhere else. Throws when the name is taken. */
		async create(name: string): Promise<Credentials> {
			const taken = await store.selectFrom('account').select('id').where('name', '=', name).executeTakeFirst();
			if (taken) throw new Error(`there is an account named "${name}" already; choose another name`);
			return write(name, undefined);
		},

		/** The account of that name with a new secret; made when it is missing. */
		async renew(name: string): Promise<Credentials> {
			const account = await store.selectFrom('account').select('api_key').where('name', '=', name).executeTakeFirst();
			return write(name, account?.api_key);
		},

		/** @param header the value of X-PP-API: `<key>@<secret>`. An unknown key costs as much time as a wrong secret. */
		async authenticate(header: string | undefined): Promise<Account | undefined> {
			const split = (header ?? '').lastIndexOf('@');
			const key = split > 0 ? (header as string).slice(0, split) : '';
			const secret = split > 0 ? (header as string).slice(split + 1) : '';
			const digest = createHash('sha256').update(secret).digest('hex');
			const known = verified.get(key);
			if (known?.digest === digest) return known.account;
			const row =
				(await store.selectFrom('account').selectAll().where('api_key', '=', key).executeTakeFirst()) ?? ABSENT;
			const same = timingSafeEqual(
				Buffer.from(await hash(secret, row.secret_salt), 'hex'),
				Buffer.from(row.secret_hash, 'hex'),
			);
			if (!same || row === ABSENT) return undefined;
			const account = { id: row.id, name: row.name };
			verified.set(key, { digest, account });
			return account;
		},
	};
}
export type Accounts = ReturnType<typeof createAccounts>;
