// Sessions of signed-in browsers. The cookie holds a random token; the database stores only its digest.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECOND_MS } from '../../src-contract/lib/units';
import type { Store } from '../store/store';
import { HttpError } from '../transport/http-error';
import type { Account, Accounts } from './accounts';

export const SESSION_SECONDS = 12 * 3600;

export interface Session {
	account: Account;
	/** Token against cross-site request forgery. Every form that is submitted in the session must contain it. */
	csrf: string;
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Compares texts in constant time. */
export function isSameText(a: string, b: string): boolean {
	return timingSafeEqual(Buffer.from(digestOf(a)), Buffer.from(digestOf(b)));
}

export function createSessions(store: Store, accounts: Accounts, now: () => Date) {
	return {
		/**
		 * Opens a session and deletes expired ones. @returns the token for the cookie
		 * @throws HttpError 401 when the account was disabled or its secret was replaced since the account was read: sign-in accepts accounts
		 * from a cache, and a session that is opened after such a change would outlast it.
		 */
		async open(account: Account): Promise<string> {
			const token = randomBytes(32).toString('base64url');
			await store.deleteFrom('session').where('expires_at', '<', now().toISOString()).execute();
			await store.transaction().execute(async (transaction) => {
				await transaction
					.insertInto('session')
					.values({
						token_digest: digestOf(token),
						account_id: account.id,
						csrf: randomBytes(24).toString('base64url'),
						expires_at: new Date(now().getTime() + SESSION_SECONDS * SECOND_MS).toISOString(),
					})
					.execute();
				// PostgreSQL: the lock makes a change of the account wait until the session is visible to it. SQLite has one writer at a time.
				const unchangedAccount = await transaction
					.selectFrom('account')
					.select('id')
					.where('id', '=', account.id)
					.where('secret_salt', '=', account.secretSalt)
					.where('disabled_at', 'is', null)
					.$if(store.kind === 'postgres', (query) => query.forShare())
					.executeTakeFirst();
				if (!unchangedAccount) throw new HttpError(401, 'Wrong key or secret.');
			});
			return token;
		},

		/** The open session of a cookie's token; undefined when there is none, or the account is disabled. */
		async find(token: string | undefined): Promise<Session | undefined> {
			if (!token) return undefined;
			const row = await store
				.selectFrom('session')
				.selectAll()
				.where('token_digest', '=', digestOf(token))
				.where('expires_at', '>=', now().toISOString())
				.executeTakeFirst();
			const account = row && (await accounts.findById(row.account_id));
			return account && { account, csrf: row.csrf };
		},

		close: async (token: string): Promise<void> => {
			await store.deleteFrom('session').where('token_digest', '=', digestOf(token)).execute();
		},
	};
}
export type Sessions = ReturnType<typeof createSessions>;
