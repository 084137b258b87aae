// Accounts of the service, and who calls: X-PP-API.
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
	newSecret,
	parseCredentials,
} from './secrets';

/** Another process may disable or rotate an account: the accounts in memory are read again after this long. */
const MAX_ACCOUNTS_AGE_MS = 1000;
/** The same for a key that is not right: another process may have made it a moment ago. */
const MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS = 50;
/** Wrong keys of one address a minute that are answered with 401; further ones get 429. */
const WRONG_KEYS_PER_MINUTE = 60;

export interface Account {
	id: number;
	name: string;
	marginPercent: number;
}

const toAccount = (row: AccountRow): Account => ({
	id: row.id,
	name: row.name,
	marginPercent: row.margin_percent,
});

export function createAccounts(store: Store) {
	const cache = createAccountCache(store);
	const takeWrongKey = createRateLimit(WRONG_KEYS_PER_MINUTE);
	const matchesScrypt = createScryptCheck();

	/** For accounts that an older version made and that were not used since. */
	async function verifyByScrypt(row: AccountRow, secret: string): Promise<Account | undefined> {
		if (!(await matchesScrypt(row, secret))) return undefined;
		await store
			.updateTable('account')
			.set({ secret_digest: digestOf(secret, row.secret_salt) })
			.where('id', '=', row.id)
			.where('secret_hash', '=', row.secret_hash)
			.execute();
		cache.forget();
		return toAccount(row);
	}

	/** @throws HttpError 429 */
	async function verify({ key, secret }: Credentials, address: string): Promise<Account | undefined> {
		let row: AccountRow | undefined;
		for (const maxAgeMs of [MAX_ACCOUNTS_AGE_MS, MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS]) {
			row = await cache.notOlderThan(key, maxAgeMs);
			if (row && matchesDigest(row, secret)) return toAccount(row);
		}
		// A right key was let in above, so only wrong ones are limited. An account that an older version made has a limit of
		// its own at each address: others use up none of it without its key.
		takeWrongKey(row ? `${address} ${key}` : address);
		return row && !hasDigest(row) ? verifyByScrypt(row, secret) : undefined;
	}

	async function update(name: string, columns: Partial<AccountRow>): Promise<void> {
		const row = await store
			.updateTable('account')
			.set(columns)
			.where('name', '=', name)
			.returning('api_key')
			.executeTakeFirst();
		if (!row) throw new Error(`there is no account named "${name}"; "account list" shows them`);
		cache.forget();
	}

	async function create(name: string): Promise<Credentials> {
		const { secret, columns } = await newSecret();
		const key = `wb_${randomBytes(9).toString('base64url')}`;
		const made = await store
			.insertInto('account')
			.values({ name, api_key: key, ...columns, created_at: new Date().toISOString(), disabled_at: null })
			.onConflict((conflict) => conflict.column('name').doNothing())
			.returning('id')
			.executeTakeFirst();
		cache.forget();
		if (!made) throw new Error(`there is an account named "${name}" already; choose another name`);
		return { key, secret };
	}

	/** The account's new secret; the old one ends with it, and so do the sessions that it opened. */
	async function rotate(name: string): Promise<Credentials> {
		const { secret, columns } = await newSecret();
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
		/** Makes an account; its secret is in the answer and nowhere else. Throws when the name is taken. */
		create,
		rotate,

		/** The account of that name with a new secret; made when it is missing. */
		async renew(name: string): Promise<Credentials> {
			const there = await store.selectFrom('account').select('id').where('name', '=', name).executeTakeFirst();
			return there ? rotate(name) : create(name);
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
		 * @param header the value of X-PP-API: `<key>@<secret>` @param address of the caller
		 * @throws HttpError 429 for wrong keys only
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
