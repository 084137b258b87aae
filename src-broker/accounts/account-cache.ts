// Caches the enabled accounts by key. Another process may change accounts, so each lookup passes the maximum age that it accepts.
import type { Selectable } from 'kysely';
import type { AccountTable } from '../store/schema';
import type { Store } from '../store/store';

export type AccountRow = Selectable<AccountTable>;

export function createAccountCache(store: Store) {
	let accounts = new Map<string, AccountRow>();
	/** Time at which the read of `accounts` started, by `performance.now()`. */
	let readAtMs = Number.NEGATIVE_INFINITY;
	let runningRead: Promise<Map<string, AccountRow>> | undefined;

	async function readAccounts(): Promise<Map<string, AccountRow>> {
		const rows = await store.selectFrom('account').selectAll().where('disabled_at', 'is', null).execute();
		return new Map(rows.map((row) => [row.api_key, row]));
	}

	const isFresh = (maxAgeMs: number) => performance.now() - readAtMs < maxAgeMs;

	return {
		/** The cached account; undefined also when the cache is older than `maxAgeMs`. */
		getCached: (key: string, maxAgeMs: number): AccountRow | undefined =>
			isFresh(maxAgeMs) ? accounts.get(key) : undefined,

		/** The account from the cache, or from the database if the cache is older than `maxAgeMs`. Concurrent calls share one read. */
		async getOrRead(key: string, maxAgeMs: number): Promise<AccountRow | undefined> {
			if (isFresh(maxAgeMs)) return accounts.get(key);
			if (!runningRead) {
				const startedAtMs = performance.now();
				const read = readAccounts().then((readResult) => {
					// If `invalidate` was called during the read, the result may be older than the change and is not cached.
					if (runningRead === read) {
						accounts = readResult;
						readAtMs = startedAtMs;
					}
					return readResult;
				});
				runningRead = read;
				const clear = () => {
					if (runningRead === read) runningRead = undefined;
				};
				read.then(clear, clear);
			}
			return (await runningRead).get(key);
		},

		/** Call after a change of an account. Does not cache the result of a running read, which may have started before the change. */
		invalidate(): void {
			readAtMs = Number.NEGATIVE_INFINITY;
			runningRead = undefined;
		},
	};
}
