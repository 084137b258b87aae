// Caches the enabled accounts by key. Another process may change accounts, so reads state a maximum age.
import type { Selectable } from 'kysely';
import type { AccountTable } from '../store/schema';
import type { Store } from '../store/store';

export type AccountRow = Selectable<AccountTable>;

export function createAccountCache(store: Store) {
	let accounts = new Map<string, AccountRow>();
	let readAt = Number.NEGATIVE_INFINITY;
	let reading: Promise<Map<string, AccountRow>> | undefined;

	async function readAccounts(): Promise<Map<string, AccountRow>> {
		const rows = await store.selectFrom('account').selectAll().where('disabled_at', 'is', null).execute();
		return new Map(rows.map((row) => [row.api_key, row]));
	}

	const isFresh = (maxAgeMs: number) => performance.now() - readAt < maxAgeMs;

	return {
		/** The account from memory; undefined also when the cache is older than `maxAgeMs`. */
		fresh: (key: string, maxAgeMs: number): AccountRow | undefined =>
			isFresh(maxAgeMs) ? accounts.get(key) : undefined,

		/** The account, after reading the database if the cache is too old. Concurrent calls share one read. */
		async notOlderThan(key: string, maxAgeMs: number): Promise<AccountRow | undefined> {
			if (isFresh(maxAgeMs)) return accounts.get(key);
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
				const clear = () => {
					if (reading === started) reading = undefined;
				};
				started.then(clear, clear);
			}
			return (await reading).get(key);
		},

		/** Empties the cache and ignores a running read, which may have started before the change. */
		invalidate(): void {
			readAt = Number.NEGATIVE_INFINITY;
			reading = undefined;
		},
	};
}
