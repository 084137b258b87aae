// Accounts of the service, and authentication of requests by the X-PP-API header (specification, 5).
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../store/schema';
import type { Store } from '../store/store';
import { createRateLimit } from '../transport/rate-limit';
import { type AccountRow, createAccountCache } from './account-cache';
import {
	type Credentials,
	createScryptCheck,
	createSecret,
	digestOf,
	hasDigest,
	matchesDigest,
	parseCredentials,
} from './secrets';

/** Maximum age of the account cache for a known key. Another process may have disabled the account or replaced its secret. */
const MAX_ACCOUNTS_AGE_MS = 1000;
/** Maximum age for an unknown key or a wrong secret. Another process may just have created the account or replaced its secret. */
const MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS = 50;
/** Requests with a wrong key or secret, per minute and network address, that get status 401. Further such requests get 429. */
const WRONG_KEYS_PER_MINUTE = 60;

export interface Account {
	id: number;
	name: string;
	/** Margin on the transport price of every quote, in percent. */
	marginPercent: number;
	/** IANA name of the time zone that is chosen for the account's pages; undefined when none is chosen. */
	timeZone: string | undefined;
	/** Salt of the secret's hash. It changes when the secret is replaced. */
	secretSalt: string;
}

const toAccount = (row: AccountRow): Account => ({
	id: row.id,
	name: row.name,
	marginPercent: row.margin_percent,
	timeZone: row.time_zone ?? undefined,
	secretSalt: row.secret_salt,
});

export function createAccounts(store: Store) {
	const cache = createAccountCache(store);
	const limitWrongKeys = createRateLimit(WRONG_KEYS_PER_MINUTE);
	const matchesScrypt = createScryptCheck();

	/** Verifies a secret of an account that an older version created. Stores the digest if the secret is right. */
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

	/**
	 * Verifies credentials that do not match the cached accounts. Reads the database first if the cache is too old.
	 * @throws HttpError 429 after too many wrong keys
	 */
	async function verify({ key, secret }: Credentials, address: string): Promise<Account | undefined> {
		let row: AccountRow | undefined;
		for (const maxAgeMs of [MAX_ACCOUNTS_AGE_MS, MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS]) {
			row = await cache.getOrRead(key, maxAgeMs);
			if (row && matchesDigest(row, secret)) return toAccount(row);
		}
		// A request with the right secret has returned above, unless the account has no digest yet. Such a request counts here too, so a
		// known key has a limit of its own per address, which callers who do not know the key cannot exhaust.
		limitWrongKeys(row ? `${address} ${key}` : address);
		return row && !hasDigest(row) ? verifyByScrypt(row, secret) : undefined;
	}

	/** @throws Error when there is no such account */
	async function update(
		name: string,
		columns: Partial<AccountRow>,
		database: Kysely<Tables> = store,
	): Promise<AccountRow> {
		const row = await database
			.updateTable('account')
			.set(columns)
			.where('name', '=', name)
			.returningAll()
			.executeTakeFirst();
		if (!row) throw new Error(`There is no account named "${name}". "account list" shows all accounts.`);
		cache.invalidate();
		return row;
	}

	/**
	 * Changes the secret of the account or whether it is enabled, and ends its browser sessions.
	 * @throws Error when there is no such account
	 */
	async function updateAccess(name: string, columns: Partial<AccountRow>): Promise<AccountRow> {
		const updatedRow = await store.transaction().execute(async (transaction) => {
			const row = await update(name, columns, transaction);
			await transaction.deleteFrom('session').where('account_id', '=', row.id).execute();
			return row;
		});
		// Again, because a request may have read the accounts before the transaction was committed.
		cache.invalidate();
		return updatedRow;
	}

	async function create(name: string): Promise<Credentials> {
		const { secret, columns } = await createSecret();
		const key = `wb_${randomBytes(9).toString('base64url')}`;
		const createdRow = await store
			.insertInto('account')
			.values({ name, api_key: key, ...columns, created_at: new Date().toISOString(), disabled_at: null })
			.onConflict((conflict) => conflict.column('name').doNothing())
			.returning('id')
			.executeTakeFirst();
		cache.invalidate();
		if (!createdRow) throw new Error(`An account named "${name}" already exists. Choose another name.`);
		return { key, secret };
	}

	/** Replaces the secret of the account and ends its browser sessions. @throws Error when there is no such account */
	async function rotate(name: string): Promise<Credentials> {
		const { secret, columns } = await createSecret();
		const { api_key: key } = await updateAccess(name, columns);
		return { key, secret };
	}

	return {
		/**
		 * Creates an account. Returns its key and secret; only hashes of the secret are stored.
		 * @throws Error when the name is in use
		 */
		create,
		rotate,

		/** Replaces the secret of the account, or creates the account if it does not exist. */
		async renew(name: string): Promise<Credentials> {
			const existingRow = await store.selectFrom('account').select('id').where('name', '=', name).executeTakeFirst();
			return existingRow ? rotate(name) : create(name);
		},

		/** Rejects requests with the account's key, and ends its browser sessions. */
		disable: async (name: string): Promise<void> =>
			void (await updateAccess(name, { disabled_at: new Date().toISOString() })),

		/**
		 * Accepts requests with the account's key again. Ends browser sessions too: another instance, whose account cache was up to a second
		 * old, may have opened one while the account was disabled.
		 */
		enable: async (name: string): Promise<void> => void (await updateAccess(name, { disabled_at: null })),

		setMargin: async (name: string, marginPercent: number): Promise<void> =>
			void (await update(name, { margin_percent: marginPercent })),

		setTimeZone: async ({ name }: Account, timeZone: string | undefined): Promise<void> =>
			void (await update(name, { time_zone: timeZone ?? null })),

		list: () =>
			store
				.selectFrom('account')
				.select(['name', 'api_key', 'created_at', 'disabled_at', 'margin_percent'])
				.orderBy('name')
				.execute(),

		/** The account; undefined also when it is disabled. */
		findById: async (id: number): Promise<Account | undefined> => {
			const row = await store
				.selectFrom('account')
				.selectAll()
				.where('id', '=', id)
				.where('disabled_at', 'is', null)
				.executeTakeFirst();
			return row && toAccount(row);
		},

		/**
		 * Authenticates a request. Returns the account without a promise when it is in the cache, because a promise costs time on every
		 * request.
		 * @param header value of X-PP-API: `<key>@<secret>`
		 * @param address network address of the caller
		 * @returns undefined for missing or wrong credentials
		 * @throws HttpError 429 after too many wrong keys
		 */
		authenticate(header: string | undefined, address: string): Account | undefined | Promise<Account | undefined> {
			const credentials = parseCredentials(header ?? '');
			if (!credentials) return undefined;
			const row = cache.getCached(credentials.key, MAX_ACCOUNTS_AGE_MS);
			return row && matchesDigest(row, credentials.secret) ? toAccount(row) : verify(credentials, address);
		},
	};
}
export type Accounts = ReturnType<typeof createAccounts>;
