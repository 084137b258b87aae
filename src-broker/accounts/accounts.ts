// Accounts, and who calls: X-PP-API. The service makes each secret of 256 random bits, so one keyed hash of it is enough to
// check it: nobody can guess such a secret, however fast the check is. The scrypt hash stays for older instances of the
// service on the same database, and for accounts that an older version made: their first right use adds the keyed hash.
import crypto, { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Selectable } from 'kysely';
import { createMutex } from '../../src-contract/lib/mutex';
import type { AccountTable } from '../store/schema';
import type { Store } from '../store/store';
import { HttpError } from '../transport/http-error';
import { createRateLimit } from '../transport/rate-limit';

const SECRET_BYTES = 32;
const HASH_BYTES = 32;
/** Another process may disable or rotate an account: the accounts in memory are read again after this long. */
const MAX_ACCOUNTS_AGE_MS = 1000;
/** The same for a key that is not right: another process may have made it a moment ago. */
const MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS = 50;
/** Wrong keys of one address a minute that are answered with 401; further ones get 429. */
const WRONG_KEYS_PER_MINUTE = 60;
/** Scrypt checks that wait for the one that runs. */
const MAX_WAITING_SCRYPTS = 8;
const SCRYPT_RETRY_AFTER_SECONDS = '1';

export interface Account {
	id: number;
	name: string;
	marginPercent: number;
}

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
function parseCredentials(header: string): Credentials | undefined {
	if (header.length > MAX_HEADER_CHARS) return undefined;
	const split = header.lastIndexOf('@');
	const key = header.slice(0, Math.max(0, split));
	const secret = header.slice(split + 1);
	return KEY_FORM.test(key) && SECRET_FORM.test(secret) ? { key, secret } : undefined;
}

async function hash(secret: string, salt: string): Promise<string> {
	const derived = await promisify<string, string, number, Buffer>(crypto.scrypt)(secret, salt, HASH_BYTES);
	return derived.toString('hex');
}

/** Names the salt, so that a digest left behind by an older version's rotation is seen to be of the secret before. */
const digestOf = (secret: string, salt: string) => `${salt}:${createHmac('sha256', salt).update(secret).digest('hex')}`;

async function newSecret() {
	const secret = randomBytes(SECRET_BYTES).toString('base64url');
	const secret_salt = randomBytes(16).toString('hex');
	const secret_digest = digestOf(secret, secret_salt);
	return { secret, columns: { secret_salt, secret_hash: await hash(secret, secret_salt), secret_digest } };
}

type AccountRow = Selectable<AccountTable>;

/** False also when the row has no digest of its present secret. */
function matchesDigest({ secret_salt, secret_digest }: AccountRow, secret: string): boolean {
	const expected = Buffer.from(secret_digest ?? '');
	const presented = Buffer.from(digestOf(secret, secret_salt));
	return presented.length === expected.length && timingSafeEqual(presented, expected);
}

const hasDigest = ({ secret_salt, secret_digest }: AccountRow): boolean =>
	secret_digest?.startsWith(`${secret_salt}:`) === true;

/** Runs one scrypt at a time: each takes a core for about 50 ms. */
function createScryptQueue() {
	const mutex = createMutex();
	let waiting = 0;

	/** @throws HttpError 429 when too many wait already */
	return async function run(secret: string, salt: string): Promise<string> {
		if (waiting > MAX_WAITING_SCRYPTS) {
			throw new HttpError(429, `too many keys are being checked; repeat after ${SCRYPT_RETRY_AFTER_SECONDS} s`, [], {
				'Retry-After': SCRYPT_RETRY_AFTER_SECONDS,
			});
		}
		waiting += 1;
		return mutex
			.runExclusive(() => hash(secret, salt))
			.finally(() => {
				waiting -= 1;
			});
	};
}

const toAccount = (row: AccountRow): Account => ({
	id: row.id,
	name: row.name,
	marginPercent: row.margin_percent,
});

export function createAccounts(store: Store) {
	/** The enabled accounts by their keys, as they were read last. */
	let accounts = new Map<string, AccountRow>();
	let readAt = Number.NEGATIVE_INFINITY;
	let reading: Promise<Map<string, AccountRow>> | undefined;
	const takeWrongKey = createRateLimit(WRONG_KEYS_PER_MINUTE);
	const queueScrypt = createScryptQueue();

	async function readAccounts(): Promise<Map<string, AccountRow>> {
		const rows = await store.selectFrom('account').selectAll().where('disabled_at', 'is', null).execute();
		return new Map(rows.map((row) => [row.api_key, row]));
	}

	/** However many callers ask, the accounts are read once at a time: a flood of keys costs the database little. */
	async function accountsNotOlderThan(maxAgeMs: number): Promise<Map<string, AccountRow>> {
		if (performance.now() - readAt < maxAgeMs) return accounts;
		if (!reading) {
			const startedAt = performance.now();
			const started = readAccounts().then((read) => {
				if (reading === started) {
					accounts = read;
					readAt = startedAt;
				}
				return read;
			});
			reading = started;
			const end = () => {
				if (reading === started) reading = undefined;
			};
			started.then(end, end);
		}
		return reading;
	}

	/** What is being read may be from before a change. */
	function forgetAccounts(): void {
		readAt = Number.NEGATIVE_INFINITY;
		reading = undefined;
	}

	/** For accounts that an older version made and that were not used since. */
	async function verifyByScrypt(row: AccountRow, secret: string): Promise<Account | undefined> {
		const presented = Buffer.from(await queueScrypt(secret, row.secret_salt), 'hex');
		const expected = Buffer.from(row.secret_hash, 'hex');
		if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return undefined;
		await store
			.updateTable('account')
			.set({ secret_digest: digestOf(secret, row.secret_salt) })
			.where('id', '=', row.id)
			.where('secret_hash', '=', row.secret_hash)
			.execute();
		forgetAccounts();
		return toAccount(row);
	}

	/** @throws HttpError 429 */
	async function verify({ key, secret }: Credentials, address: string): Promise<Account | undefined> {
		let row: AccountRow | undefined;
		for (const maxAgeMs of [MAX_ACCOUNTS_AGE_MS, MAX_ACCOUNTS_AGE_FOR_WRONG_KEY_MS]) {
			row = (await accountsNotOlderThan(maxAgeMs)).get(key);
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
		forgetAccounts();
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
		forgetAccounts();
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
			const row = performance.now() - readAt < MAX_ACCOUNTS_AGE_MS ? accounts.get(credentials.key) : undefined;
			return row && matchesDigest(row, credentials.secret) ? toAccount(row) : verify(credentials, address);
		},
	};
}
export type Accounts = ReturnType<typeof createAccounts>;
