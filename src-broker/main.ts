// Command line of the service under Node: `serve`, and the administration of accounts, rate sheets, duty tables and shared
// address books.
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { errorMessage } from '../src-contract/lib/error-message';
import { type Accounts, createAccounts } from './accounts/accounts';
import type { Credentials } from './accounts/secrets';
import { describeRefresh, runTableCommand, writeIssue, writeSigningKeys } from './duties/commands';
import { loadDutyTables } from './duties/tables';
import { errorCode } from './platform/errors';
import { createPrivateFilesOnly } from './platform/private-data';
import { readSheetFile, summarizeRateSheet } from './rating/import-sheet';
import { createRateSheetRepository } from './rating/rate-sheet-repository';
import { type ServeOptions, serve } from './serve';
import { openStore, type Store } from './store/store';

const USAGE = `Usage: broker COMMAND --data-dir DIR [--database postgres://…]

  serve --port N              start the service; port 0 chooses a free port
      --host ADDRESS          address to listen on; default 127.0.0.1
      --public-url URL        URL at which clients and recipients reach the service
      --smtp URL              mail server for notifications; default: files in DIR/mail
      --mail-from ADDRESS     sender of notifications
      --rate-limit N          maximum requests per minute and account; default: no limit
      --carrier-speed N       speed factor of the simulated carriers' clock
  account create --name X     create an account; prints KEY@SECRET once
  account rotate --name X     replace the secret; prints KEY@SECRET once
  account list                list the accounts
  account disable --name X    reject requests with its key
  account enable --name X     accept requests with its key again
  account margin --name X --percent P   margin on the transport price of its quotes
  rates check FILE            validate a rate sheet (CSV or XLSX) and show a summary
  rates import FILE           validate and store a rate sheet; used from its first day
  rates list                  list the imported rate sheets
  duties trust FILE           accept duty tables that the owner of this public key signs
  duties distrust FILE        accept none of its further issues
  duties import FILE          verify and store a signed issue of the duty tables
  duties list                 list the issues of the duty tables

Maintaining the duty tables (no --data-dir):
  duties check                list the rows that are due to be compared with their sources, and where
      --on DATE               date to check for; default today
  duties key FILE             create a key to sign issues: FILE, and FILE.pub for "duties trust"
  duties sign DIR --key FILE --out FILE   check the tables of DIR and write a signed issue
      --on DATE               day of the issue; default today

Shared address books, in --database postgres://… (no --data-dir):
  books init                  set up or upgrade the database
  books invite --name DESK    print an invitation code for a desk; valid once, for 7 days
      --address HOST:PORT     address at which desks reach the server, if not that of --database
      --certificate FILE      certificate of the server, if the database user cannot read it
  books list                  list the desks
  books remove --name DESK    revoke the access of a desk; it keeps its copy of the addresses
  books restored              after restoring a backup: make every desk compare all its data
`;

const OPTIONS = {
	port: { type: 'string' },
	host: { type: 'string' },
	'data-dir': { type: 'string' },
	database: { type: 'string' },
	'public-url': { type: 'string' },
	smtp: { type: 'string' },
	'mail-from': { type: 'string' },
	'rate-limit': { type: 'string' },
	'carrier-speed': { type: 'string' },
	name: { type: 'string' },
	percent: { type: 'string' },
	address: { type: 'string' },
	certificate: { type: 'string' },
	on: { type: 'string' },
	key: { type: 'string' },
	out: { type: 'string' },
} as const;

/** Folders of the program: rate sheets, tables and fonts; and the index of goods. */
type ProgramFolders = Pick<ServeOptions, 'resourcesDir' | 'goodsIndexDir'>;

/** Wrong use of the command line. The usage text is printed after the message. */
class UsageError extends Error {}

function parseNumber(name: string, text: string, min: number, max: number): number {
	const value = Number(text);
	if (text.trim() === '' || !(value >= min && value <= max))
		throw new UsageError(`--${name} must be between ${min} and ${max}, not ${text}`);
	return value;
}

const optionalNumber = (name: string, text: string | undefined, min: number, max: number): number | undefined =>
	text === undefined ? undefined : parseNumber(name, text, min, max);

type OptionValues = ReturnType<typeof parseCommandLine>['values'];
function parseCommandLine(parameters: string[]) {
	return parseArgs({ args: parameters, allowPositionals: true, options: OPTIONS });
}

async function serveUntilSignal(values: OptionValues, dataDir: string, folders: ProgramFolders): Promise<void> {
	const port = parseNumber('port', values.port ?? '0', 0, 65_535);
	if (!Number.isInteger(port)) throw new UsageError(`--port must be a whole number, not ${values.port}`);
	const service = await serve({
		port,
		dataDir,
		...folders,
		host: values.host,
		databaseUrl: values.database,
		publicUrl: values['public-url'],
		smtpUrl: values.smtp,
		mailFrom: values['mail-from'],
		requestsPerMinute: optionalNumber('rate-limit', values['rate-limit'], 1, 1e9),
		carrierSpeed: optionalNumber('carrier-speed', values['carrier-speed'], 1, 1e6),
		log: (event, detail) =>
			process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...detail })}\n`),
	});
	for (const signal of ['SIGTERM', 'SIGINT'] as const)
		process.once(signal, () => void service.close().then(() => process.exit(0)));
	process.stdout.write(`listening on ${service.url}\n`);
}

function requiredName(command: string, values: OptionValues): string {
	if (!values.name) throw new UsageError(`"${command}" requires --name`);
	return values.name;
}

/** Account commands; each returns its output. `getName` returns the value of --name, and throws a UsageError when it is missing. */
const ACCOUNT_COMMANDS = new Map<
	string,
	(accounts: Accounts, values: OptionValues, getName: () => string) => Promise<string>
>([
	['account create', async (accounts, _values, getName) => keyAndSecret(await accounts.create(getName()))],
	['account rotate', async (accounts, _values, getName) => keyAndSecret(await accounts.rotate(getName()))],
	['account list', async (accounts) => (await accounts.list()).map(accountLine).join('\n')],
	[
		'account disable',
		async (accounts, _values, getName) => {
			await accounts.disable(getName());
			return `${getName()}: disabled`;
		},
	],
	[
		'account enable',
		async (accounts, _values, getName) => {
			await accounts.enable(getName());
			return `${getName()}: enabled`;
		},
	],
	[
		'account margin',
		async (accounts, values, getName) => {
			const percent = parseNumber('percent', values.percent ?? '', 0, 1000);
			await accounts.setMargin(getName(), percent);
			return `${getName()}: margin ${percent} %`;
		},
	],
]);

const keyAndSecret = ({ key, secret }: Credentials) => `${key}@${secret}`;

const accountLine = (row: Awaited<ReturnType<Accounts['list']>>[number]) =>
	[
		row.name,
		row.api_key,
		row.disabled_at ? 'disabled' : 'enabled',
		`margin ${row.margin_percent} %`,
		row.created_at,
	].join('\t');

async function importSheet(store: Store, file: string | undefined, resourcesDir: string): Promise<string> {
	if (!file) throw new UsageError('"rates import" requires a FILE');
	const sheet = await readSheetFile(file);
	await createRateSheetRepository(store, resourcesDir).save(sheet, new Date());
	return `${summarizeRateSheet(sheet)}\nimported; a running service loads it within seconds and uses it from its first day`;
}

async function listSheets(store: Store): Promise<string> {
	const rows = await store
		.selectFrom('rate_sheet')
		.select(['carrier_code', 'effective_from', 'imported_at'])
		.orderBy('id')
		.execute();
	return rows.map((row) => [row.carrier_code, row.effective_from, row.imported_at].join('\t')).join('\n');
}

/** Runs a command on the service's database. @returns output of the command */
async function runDatabaseCommand(
	command: string,
	values: OptionValues,
	file: string | undefined,
	store: Store,
	resourcesDir: string,
): Promise<string> {
	const accountCommand = ACCOUNT_COMMANDS.get(command);
	if (accountCommand) return accountCommand(createAccounts(store), values, () => requiredName(command, values));
	if (command === 'rates import') return importSheet(store, file, resourcesDir);
	if (command === 'rates list') return listSheets(store);
	if (/^duties (trust|distrust|import)$/.test(command) && !file) throw new UsageError(`"${command}" requires a FILE`);
	const output = await runTableCommand(command, file, store, resourcesDir);
	if (output !== undefined) return output;
	throw new UsageError(`unknown command "${command}"`);
}

/** Runs a command on the shared address books. @returns output of the command */
async function administerBooks(command: string, values: OptionValues): Promise<string> {
	if (!values.database) throw new UsageError(`"${command}" requires --database postgres://…`);
	// Loaded on demand, because all other commands can run without PostgreSQL.
	const { runBooksCommand } = await import('./books/books');
	const getDeskName = () => requiredName(command, values);
	const { address, certificate: certificateFile } = values;
	const output = await runBooksCommand(command, values.database, { getDeskName, address, certificateFile });
	if (output === undefined) throw new UsageError(`unknown command "${command}"`);
	return output;
}

/** Runs a command that maintains the duty tables. @returns output of the command; undefined for another command */
function maintainTables(
	command: string,
	file: string | undefined,
	{ on = new Date().toISOString().slice(0, 10), key, out }: OptionValues,
	resourcesDir: string,
): string | undefined {
	if (!z.iso.date().safeParse(on).success) throw new UsageError(`--on must be a date as 2026-11-25, not ${on}`);
	if (command === 'duties check') return describeRefresh(loadDutyTables(resourcesDir), on);
	if (command === 'duties key') {
		if (!file) throw new UsageError('"duties key" requires a FILE');
		return writeSigningKeys(file);
	}
	if (command !== 'duties sign') return undefined;
	if (!file || !key || !out) throw new UsageError('"duties sign" requires DIR, --key FILE and --out FILE');
	return writeIssue(file, key, out, on);
}

async function runCommand(parameters: string[], folders: ProgramFolders): Promise<void> {
	const { resourcesDir } = folders;
	const { values, positionals } = parseCommandLine(parameters);
	const command = positionals.slice(0, 2).join(' ');
	const [, , file] = positionals;
	if (command === 'rates check') {
		if (!file) throw new UsageError('"rates check" requires a FILE');
		process.stdout.write(`${summarizeRateSheet(await readSheetFile(file))}\n`);
		return;
	}
	const maintained = maintainTables(command, file, values, resourcesDir);
	if (maintained !== undefined) {
		process.stdout.write(`${maintained}\n`);
		return;
	}
	if (positionals[0] === 'books') {
		process.stdout.write(`${await administerBooks(command, values)}\n`);
		return;
	}
	if (parameters.length === 0) {
		process.stdout.write(USAGE);
		return;
	}
	const dataDir = values['data-dir'];
	if (!dataDir) throw new UsageError('--data-dir is missing');
	if (command === 'serve') return serveUntilSignal(values, dataDir, folders);
	const store = await openStore({ dataDir, databaseUrl: values.database });
	try {
		process.stdout.write(`${await runDatabaseCommand(command, values, file, store, resourcesDir)}\n`);
	} finally {
		await store.destroy();
	}
}

/**
 * Runs a command and prints its output. On an error, prints it to stderr and exits with code 2.
 * @param parameters arguments after the program name
 */
export async function main(parameters: string[], folders: ProgramFolders): Promise<void> {
	createPrivateFilesOnly();
	try {
		await runCommand(parameters, folders);
	} catch (error) {
		const message = errorMessage(error);
		const isUsageError = error instanceof UsageError || errorCode(error)?.startsWith('ERR_PARSE_ARGS');
		process.stderr.write(isUsageError ? `${message}\n\n${USAGE}` : `${message}\n`);
		process.exit(2);
	}
}
