// The duty tables that the service uses: those of this release (resources/duties), or a newer issue that was imported (database).
import { errorMessage } from '../../src-contract/lib/error-message';
import type { Store } from '../store/store';
import { fingerprintOf, openIssue, readPublicKey } from './signed-tables';
import { type DutyTables, loadDutyTables, newestCheck, parseDutyTables } from './tables';

type Log = (event: string, detail: Record<string, unknown>) => void;

/** Call `refresh` before the first use: it loads the newest imported issue. @throws Error when a table of this release is invalid */
export function createDutyTableRepository(store: Store, resourcesDir: string, log: Log) {
	const releasedTables = loadDutyTables(resourcesDir);
	const releasedOn = newestCheck(releasedTables);
	let current = releasedTables;
	/** Id of the issue that `refresh` has read last, and of the issue in use; 0: none. */
	let readId = 0;
	let usedId = 0;

	const newestIssue = () =>
		store.selectFrom('duty_table_issue').select(['id', 'issued_on']).orderBy('id', 'desc').executeTakeFirst();

	/**
	 * Loads the issue that this or another process has imported since the last call. The tables of this release stay in use when they
	 * are newer. An issue that this release cannot read is logged and not used.
	 */
	async function refresh(): Promise<void> {
		const newest = await newestIssue();
		if (!newest || newest.id === readId) return;
		if (newest.issued_on < releasedOn) {
			readId = newest.id;
			return;
		}
		const { files } = await store
			.selectFrom('duty_table_issue')
			.select('files')
			.where('id', '=', newest.id)
			.executeTakeFirstOrThrow();
		readId = newest.id;
		try {
			current = parseDutyTables(filesOfIssue(JSON.parse(files), newest.issued_on));
			usedId = newest.id;
			log('duty-tables', { issuedOn: newest.issued_on });
		} catch (error) {
			log('error', { cause: 'duty-tables', issuedOn: newest.issued_on, error: errorMessage(error) });
		}
	}

	return {
		current: (): DutyTables => current,

		refresh,

		/** Accepts issues that the key signed. @returns its fingerprint @throws Error when the text is not a public key */
		async trust(publicKeyText: string, addedAt: Date): Promise<string> {
			const publicKey = readPublicKey(publicKeyText);
			await store
				.insertInto('duty_table_key')
				.values({ public_key: publicKey, added_at: addedAt.toISOString() })
				.onConflict((conflict) => conflict.column('public_key').doNothing())
				.execute();
			return fingerprintOf(publicKey);
		},

		/** Accepts no more issues that the key signed. @returns its fingerprint @throws Error when the text is not a public key */
		async distrust(publicKeyText: string): Promise<string> {
			const publicKey = readPublicKey(publicKeyText);
			await store.deleteFrom('duty_table_key').where('public_key', '=', publicKey).execute();
			return fingerprintOf(publicKey);
		},

		/**
		 * Stores a signed issue.
		 * @returns the day of the issue
		 * @throws Error when it is not signed by a trusted key, one of its tables is invalid, or it is not newer than the tables in use;
		 * nothing is stored then
		 */
		async importIssue(text: string, importedAt: Date): Promise<string> {
			const keys = await store.selectFrom('duty_table_key').select('public_key').execute();
			const { issuedOn, files } = openIssue(
				text,
				keys.map(({ public_key }) => public_key),
			);
			const newest = await newestIssue();
			const inUseSince = newest && newest.issued_on > releasedOn ? newest.issued_on : releasedOn;
			const today = importedAt.toISOString().slice(0, 10);
			// An issue from the future would keep later ones from being imported.
			if (issuedOn > today)
				throw new Error(`The issue is of ${issuedOn}, after today (${today}). Nothing was imported.`);
			if (issuedOn <= inUseSince)
				throw new Error(
					`The issue of ${issuedOn} is not newer than the tables in use, of ${inUseSince}. Nothing was imported.`,
				);
			parseDutyTables(filesOfIssue(files, issuedOn));
			await store
				.insertInto('duty_table_issue')
				.values({ issued_on: issuedOn, files: JSON.stringify(files), imported_at: importedAt.toISOString() })
				.execute();
			return issuedOn;
		},

		/** The tables of this release and the imported issues, one a line, with the word "used" at those in use. */
		async list(): Promise<string> {
			await refresh();
			const issues = await store
				.selectFrom('duty_table_issue')
				.select(['id', 'issued_on', 'imported_at'])
				.orderBy('id')
				.execute();
			return [
				[releasedOn, 'of this release', usedId === 0 ? 'used' : ''],
				...issues.map((issue) => [issue.issued_on, `imported ${issue.imported_at}`, issue.id === usedId ? 'used' : '']),
			]
				.map((cells) => cells.filter(Boolean).join('\t'))
				.join('\n');
		},
	};
}
export type DutyTableRepository = ReturnType<typeof createDutyTableRepository>;

/** The tables of an issue as `parseDutyTables` reads them. */
const filesOfIssue = (files: Readonly<Record<string, string>>, issuedOn: string) => (name: string) => ({
	file: `issue of ${issuedOn}, ${name}`,
	text: files[name] ?? '',
});
