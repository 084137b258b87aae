// Accounts of the service, and authentication of requests by the X-PP-API header (specification, 5).
import { randomBytes } from 'node:crypto';
import type { Store } from '../store/store';
import { createRateLimit } from '../transport/rate-limit';
import { type AccountRow, createAccountCache } from './account-cache';
import {
	type Credentials,
	createScryptCheck,
	digestOf,
	hasDigest,
	matchesDigest,
	createSecret,
	parseCredentials,
} from './secrets';

/** Maximum age of cached accounts: another process may disable or rotate an account. */
const MAX_ACCOUNTS_AGE_MS = 1000;
/** The same for an unknown key: another process may have just created it. */
const MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS = 50;
/** Wrong keys per minute and address that get status 401; further ones get 429. */
const WRONG_KEYS_PER_MINUTE = 60;

export interface Account {
	id: number;
	name: string;
	/** Added to the transport price of every quote. */
	marginPercent: number;
}

const toAccount = (row: AccountRow): Account => ({
	id: row.id,
	name: row.name,
	marginPercent: row.margin_percent,
});

export function createAccounts(store: Store) {
	const cache = createAccountCache(store);
	const limitWrongKeys = createRateLimit(WRONG_KEYS_PER_MINUTE);
	const matchesScrypt = createScryptCheck();

	/** Checks the scrypt hash of an account from an older version, and adds the keyed hash on success. */
	async function verifyByScrypt(row: AccountRow, secret: string): Promise<Account | undefined> {
		if (!(await matchesScrypt(row, secret))) return undefined;
		await store
			.updateTable('account')
			.set({ secret_digest: digestOf(secret, row.secret_salt) })
			.where('id', '=', row.id)
			.where('secret_hash', '=', row.secret_hash)
			.execute();
		cache.invalidate();
		return toAccount(row);
	}

	/** Authenticates with fresh accounts from the database. @throws HttpError 429 after too many wrong keys */
	async function verify({ key, secret }: Credentials, address: string): Promise<Account | undefined> {
		let row: AccountRow | undefined;
		for (const maxAgeMs of [MAX_ACCOUNTS_AGE_MS, MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS]) {
			row = await cache.notOlderThan(key, maxAgeMs);
			if (row && matchesDigest(row, secret)) return toAccount(row);
		}
		// Valid keys returned above, so only wrong ones are limited. A known key without a digest (account of an older version) has
		// its own limit per address, which callers without that key cannot exhaust.
		limitWrongKeys(row ? `${address} ${key}` : address);
		return row && !hasDigest(row) ? verifyByScrypt(row, secret) : undefined;
	}

	async function update(name: string, columns: Partial<AccountRow>): Promise<void> {
		const row = await store
			.updateTable('account')
			.set(columns)
			.where('name', '=', name)
			.returning('api_key')
			.executeTakeFirst();
		if (!row) throw new Error(`There is no account named "${name}". "account list" shows all accounts.`);
		cache.invalidate();
	}

	async function create(name: string): Promise<Credentials> {
		const { secret, columns } = await createSecret();
		const key = `wb_${randomBytes(9).toString('base64url')}`;
		const made = await store
			.insertInto('account')
			.values({ name, api_key: key, ...columns, created_at: new Date().toISOString(), disabled_at: null })
			.onConflict((conflict) => conflict.column('name').doNothing())
			.returning('id')
			.executeTakeFirst();
		cache.invalidate();
		if (!made) throw new Error(`An account named "${name}" already exists. Choose another name.`);
		return { key, secret };
	}

	/** Replaces the account's secret and closes its sessions. @throws Error when there is no such account */
	async function rotate(name: string): Promise<Credentials> {
		const { secret, columns } = await createSecret();
		await update(name, columns);
		await store
			.deleteFrom('session')
			.where('account_id', 'in', store.selectFrom('account').select('id').where('name', '=', name))
			.execute();
		const { api_key: key } = await store
			.selectFrom('account')
			.select('api_key')
			.where('name', '=', name)
			.executeTakeFirstOrThrow();
		return { key, secret };
	}

	return {
		/** Creates an account and returns its secret, which is not stored. @throws Error when the name is in use */
		create,
		rotate,

		/** Replaces the secret of the account, or creates the account if it does not exist. */
		async renew(name: string): Promise<Credentials> {
			const existing = await store.selectFrom('account').select('id').where('name', '=', name).executeTakeFirst();
			return existing ? rotate(name) : create(name);
		},

		disable: (name: string) => update(name, { disabled_at: new Date().toISOString() }),
		enable: (name: string) => update(name, { disabled_at: null }),
		setMargin: (name: string, marginPercent: number) => update(name, { margin_percent: marginPercent }),

		list: () =>
			store
				.selectFrom('account')
				.select(['name', 'api_key', 'created_at', 'disabled_at', 'margin_percent'])
				.orderBy('name')
				.execute(),

		byId: async (id: number): Promise<Account | undefined> => {
			const row = await store
				.selectFrom('account')
				.selectAll()
				.where('id', '=', id)
				.where('disabled_at', 'is', null)
				.executeTakeFirst();
			return row && toAccount(row);
		},

		/**
		 * Authenticates a request. Returns without a promise when the cached accounts suffice.
		 * @param header value of X-PP-API: `<key>@<secret>`
		 * @param address network address of the caller
		 * @returns undefined for missing or wrong credentials
		 * @throws HttpError 429 after too many wrong keys
		 */
		authenticate(header: string | undefined, address: string): Account | undefined | Promise<Account | undefined> {
			const credentials = parseCredentials(header ?? '');
			if (!credentials) return undefined;
			const row = cache.fresh(credentials.key, MAX_ACCOUNTS_AGE_MS);
			return row && matchesDigest(row, credentials.secret) ? toAccount(row) : verify(credentials, address);
		},
	};
}
export type Accounts = ReturnType<typeof createAccounts>;
