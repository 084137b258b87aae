// Accounts, and who calls: X-PP-API. Secrets are kept as scrypt hashes; a verified pair is remembered in memory as a
// digest, so that only the first request of an account pays for the hash.
import crypto, { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Selectable } from 'kysely';
import type { AccountTable } from './store/schema';
import type { Store } from './store/store';

const deriveKey = promisify<string, string, number, Buffer>(scrypt);
const HASH_BYTES = 32;
/** Another process may disable or rotate an account: a remembered pair is looked up again after this long. */
const REMEMBERED_MS = 1000;
const ABSENT = { secret_salt: 'absent', secret_hash: '00'.repeat(HASH_BYTES) };

export interface Account {
	id: number;
	name: string;
	marginPercent: number;
}

export interface Credentials {
	key: string;
	secret: string;
}

interface Remembered {
	digest: string;
	secretHash: string;
	account: Account;
	checkedAt: number;
}

/** No key of ours has another form; what has one is not even looked for. */
const KEY_FORM = /^[\x21-\x7e]{1,100}$/;

/** What a caller presents, taken apart; the secret's digest stands for it in memory. */
interface Presented {
	key: string;
	secret: string;
	digest: string;
}

/** In one step where the runtime has one, which is a third of the time: every request pays for it. */
function digestOf(secret: string): string {
	return 'hash' in crypto
		? crypto.hash('sha256', secret, 'base64')
		: createHash('sha256').update(secret).digest('base64');
}

function present(header: string): Presented {
	const split = header.lastIndexOf('@');
	const secret = split > 0 ? header.slice(split + 1) : '';
	const digest = digestOf(secret);
	const key = split > 0 ? header.slice(0, split) : '';
	return { key: KEY_FORM.test(key) ? key : '', secret, digest };
}

async function hash(secret: string, salt: string): Promise<string> {
	return (await deriveKey(secret, salt, HASH_BYTES)).toString('hex');
}

async function newSecret() {
	const secret = randomBytes(24).toString('base64url');
	const secret_salt = randomBytes(16).toString('hex');
	return { secret, columns: { secret_salt, secret_hash: await hash(secret, secret_salt) } };
}

const toAccount = (row: Selectable<AccountTable>): Account => ({
	id: row.id,
	name: row.name,
	marginPercent: row.margin_percent,
});

export function createAccounts(store: Store) {
	const remembered = new Map<string, Remembered>();

	/** The account that a key names, unless it is disabled. */
	function enabled(key: string) {
		return store
			.selectFrom('account')
			.selectAll()
			.where('api_key', '=', key)
			.where('disabled_at', 'is', null)
			.executeTakeFirst();
	}

	/** The account of a pair that was verified, when that was looked up again lately. */
	function fresh({ key, digest }: Presented): Account | undefined {
		const known = remembered.get(key);
		return known?.digest === digest && performance.now() - known.checkedAt < REMEMBERED_MS ? known.account : undefined;
	}

	async function lookedUpAgain({ key, digest }: Presented): Promise<Account | undefined> {
		const known = remembered.get(key);
		if (known?.digest !== digest) return undefined;
		const row = await enabled(key);
		if (row?.secret_hash !== known.secretHash) {
			remembered.delete(key);
			return undefined;
		}
		known.checkedAt = performance.now();
		known.account = toAccount(row);
		return known.account;
	}

	async function verified({ key, secret, digest }: Presented): Promise<Account | undefined> {
		const row = await enabled(key);
		const { secret_salt, secret_hash } = row ?? ABSENT;
		const same = timingSafeEqual(Buffer.from(await hash(secret, secret_salt), 'hex'), Buffer.from(secret_hash, 'hex'));
		if (!same || !row) return undefined;
		const account = toAccount(row);
		remembered.set(key, { digest, secretHash: secret_hash, account, checkedAt: performance.now() });
		return account;
	}

	async function update(name: string, columns: Partial<Selectable<AccountTable>>): Promise<void> {
		const row = await store
			.updateTable('account')
			.set(columns)
			.where('name', '=', name)
			.returning('api_key')
			.executeTakeFirst();
		if (!row) throw new Error(`there is no account named "${name}"; "account list" shows them`);
		remembered.delete(row.api_key);
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

		/** @param header the value of X-PP-API: `<key>@<secret>`. An unknown key costs as much time as a wrong secret. */
		authenticate(header: string | undefined): Account | Promise<Account | undefined> {
			const presented = present(header ?? '');
			return fresh(presented) ?? lookedUpAgain(presented).then((account) => account ?? verified(presented));
		},
	};
}
export type Accounts = ReturnType<typeof createAccounts>;
