// The commands for the duty tables: what to refresh, and signed issues of the tables.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Store } from '../store/store';
import { type RefreshTask, refreshTasks } from './freshness';
import { createSigningKeys, MAX_ISSUE_BYTES, signIssue } from './signed-tables';
import { createDutyTableRepository } from './table-repository';
import { type DutyTables, newestCheck, parseDutyTables, TABLE_FILES } from './tables';

/** Maximum number of territories that a line names. The others are counted. */
const MAX_NAMED_KEYS = 20;

/** @returns a line for each source of which rows are due, and where it is published */
export function describeRefresh(tables: DutyTables, onDate: string): string {
	const tasks = refreshTasks(tables, onDate);
	const due = tasks.filter(({ dueCount }) => dueCount > 0);
	const rowCount = tasks.reduce((sum, task) => sum + task.rowCount, 0);
	const dueCount = due.reduce((sum, task) => sum + task.dueCount, 0);
	return [...due.map(taskText), `${dueCount} of ${rowCount} rows are due on ${onDate}.`].join('\n');
}

function taskText({ table, where, rowCount, dueCount, oldest, dueKeys }: RefreshTask): string {
	const more = dueKeys.length - MAX_NAMED_KEYS;
	const keys = `${dueKeys.slice(0, MAX_NAMED_KEYS).join(' ')}${more > 0 ? ` and ${more} more` : ''}`;
	return `${table}\t${dueCount} of ${rowCount} rows, oldest ${oldest}\t${where}\t${keys}`;
}

/** Creates a pair of keys: the private one in `file`, the public one in `file` with `.pub`. @throws Error when one of them exists */
export function writeSigningKeys(file: string): string {
	for (const name of [file, `${file}.pub`])
		if (existsSync(name)) throw new Error(`${name} exists. No key was created.`);
	const { privateKey, publicKey } = createSigningKeys();
	writeFileSync(file, privateKey, { mode: 0o600, flag: 'wx' });
	writeFileSync(`${file}.pub`, publicKey, { flag: 'wx' });
	return `${file}: private key, keep it secret\n${file}.pub: public key, for "duties trust"`;
}

/**
 * Checks the tables of a folder and writes them as a signed issue.
 * @param onDate ISO date of the issue; not earlier than the newest `checked_on` of the tables
 * @throws Error for the first invalid row, and when `file` exists
 */
export function writeIssue(folder: string, keyFile: string, file: string, onDate: string): string {
	const files = Object.fromEntries(TABLE_FILES.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
	const tables = parseDutyTables((name) => ({ file: path.join(folder, name), text: files[name] ?? '' }));
	const newest = newestCheck(tables);
	if (newest > onDate) throw new Error(`A row was checked on ${newest}, after the day of the issue (${onDate}).`);
	writeFileSync(file, signIssue({ issuedOn: onDate, files }, readFileSync(keyFile, 'utf8')), { flag: 'wx' });
	return `${file}: issue of ${onDate}, ${TABLE_FILES.length} tables`;
}

/** @throws Error when the file is too large to be an issue or a key */
function readSmallFile(file: string): string {
	if (statSync(file).size > MAX_ISSUE_BYTES) throw new Error(`${file} is too large.`);
	return readFileSync(file, 'utf8');
}

/**
 * Runs a command on the service's database.
 * @param file a public key for `trust`, a signed issue for `import`
 * @returns output of the command; undefined for an unknown command
 */
export async function runTableCommand(
	command: string,
	file: string | undefined,
	store: Store,
	resourcesDir: string,
): Promise<string | undefined> {
	const repository = createDutyTableRepository(store, resourcesDir, () => {});
	if (command === 'duties list') return repository.list();
	if (file === undefined) return undefined;
	if (command === 'duties trust')
		return `The key ${await repository.trust(readSmallFile(file), new Date())} is trusted. Compare it with the one that the maintainer names; "duties distrust" takes it back.`;
	if (command === 'duties distrust')
		return `The key ${await repository.distrust(readSmallFile(file))} is not trusted. Imported issues stay in use.`;
	if (command === 'duties import')
		return `imported the issue of ${await repository.importIssue(readSmallFile(file), new Date())}; a running service loads it within seconds`;
	return undefined;
}
