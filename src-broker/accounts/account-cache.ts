// The enabled accounts in memory, by their keys. Another process may change them, so they have a maximum age.
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
		/** The account, without asking the database; undefined also when what is held is too old. */
		fresh: (key: string, maxAgeMs: number): AccountRow | undefined =>
			isFresh(maxAgeMs) ? accounts.get(key) : undefined,

		/** However many callers ask, the accounts are read once at a time: a flood of keys costs the database little. */
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
				const end = () => {
					if (reading === started) reading = undefined;
				};
				started.then(end, end);
			}
			return (await reading).get(key);
		},

		/** Drops also what is being read: it may be from before a change. */
		forget(): void {
			readAt = Number.NEGATIVE_INFINITY;
			reading = undefined;
		},
	};
}
