// The service alone, under Node: `serve`, and the keeping of its accounts and rate sheets.
import { parseArgs } from 'node:util';
import { errorMessage } from '../src-contract/lib/error-message';
import { type Accounts, createAccounts } from './accounts/accounts';
import type { Credentials } from './accounts/secrets';
import { codeOf } from './platform/errors';
import { preview, readSheetFile } from './rating/import-sheet';
import { createRateSheetRepository } from './rating/rate-sheet-repository';
import { serve } from './serve';
import { openStore, type Store } from './store/store';

const USAGE = `Usage: broker COMMAND --data-dir DIR [--database postgres://…]

  serve --port N              port 0 takes a free one
      --host ADDRESS          listen there instead of on 127.0.0.1
      --public-url URL        where clients and recipients reach the service
      --smtp URL              send notifications there; without it they become files in DIR/mail
      --mail-from ADDRESS     the sender of notifications
      --rate-limit N          requests of one account a minute; without it there is no limit
      --carrier-speed N       the simulated carriers' clock runs N times as fast
  account create --name X     prints KEY@SECRET once
  account rotate --name X     a new secret; the old one ends; prints KEY@SECRET once
  account list
  account disable --name X    its key is refused from now on
  account enable --name X
  account margin --name X --percent P   added to the transport of its prices
  rates check FILE            reads a rate sheet (CSV or XLSX) and shows what it holds
  rates import FILE           the same, and prices with it from its start date on
  rates list

Address books that desks share, in --database postgres://… (no --data-dir):
  books init                  sets them up, or brings them to this version
  books invite --name DESK    prints the code by which a desk joins, once, within a week
      --address HOST:PORT     where desks reach the server, when not by the same name as here
      --certificate FILE      what the server shows desks, when this user may not read it there
  books list
  books remove --name DESK    its role ends; its own copy of the addresses stays on it
  books restored              after a backup was put back: every desk compares all it has
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
} as const;

class Usage extends Error {}

function parseNumber(name: string, text: string, min: number, max: number): number {
	const value = Number(text);
	if (text.trim() === '' || !(value >= min && value <= max))
		throw new Usage(`--${name} must be between ${min} and ${max}, not ${text}`);
	return value;
}

const optionalNumber = (name: string, text: string | undefined, min: number, max: number): number | undefined =>
	text === undefined ? undefined : parseNumber(name, text, min, max);

type Values = ReturnType<typeof read>['values'];
function read(parameters: string[]) {
	return parseArgs({ args: parameters, allowPositionals: true, options: OPTIONS });
}

async function serveUntilSignal(values: Values, dataDir: string, resourcesDir: string): Promise<void> {
	const port = parseNumber('port', values.port ?? '0', 0, 65_535);
	if (!Number.isInteger(port)) throw new Usage(`--port must be a whole number, not ${values.port}`);
	const service = await serve({
		port,
		dataDir,
		resourcesDir,
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
	process.stdout.write(`listening on ${service.url}\n`);
	for (const signal of ['SIGTERM', 'SIGINT'] as const)
		process.once(signal, () => void service.close().then(() => process.exit(0)));
}

function requiredName(command: string, values: Values): string {
	if (!values.name) throw new Usage(`"${command}" needs --name`);
	return values.name;
}

/** Commands on the accounts in the database. Each returns what is printed. */
const ACCOUNT_COMMANDS = new Map<string, (accounts: Accounts, values: Values, name: () => string) => Promise<string>>([
	['account create', async (accounts, _values, name) => keyAndSecret(await accounts.create(name()))],
	['account rotate', async (accounts, _values, name) => keyAndSecret(await accounts.rotate(name()))],
	['account list', async (accounts) => (await accounts.list()).map(accountLine).join('\n')],
	[
		'account disable',
		async (accounts, _values, name) => {
			await accounts.disable(name());
			return `${name()}: disabled`;
		},
	],
	[
		'account enable',
		async (accounts, _values, name) => {
			await accounts.enable(name());
			return `${name()}: enabled`;
		},
	],
	[
		'account margin',
		async (accounts, values, name) => {
			const percent = parseNumber('percent', values.percent ?? '', 0, 1000);
			await accounts.setMargin(name(), percent);
			return `${name()}: margin ${percent} %`;
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
	if (!file) throw new Usage('"rates import" needs a FILE');
	const sheet = await readSheetFile(file);
	await createRateSheetRepository(store, resourcesDir).save(sheet, new Date());
	return `${preview(sheet)}\nimported; a running service prices with it within seconds`;
}

async function listSheets(store: Store): Promise<string> {
	const rows = await store
		.selectFrom('rate_sheet')
		.select(['carrier_code', 'effective_from', 'imported_at'])
		.orderBy('id')
		.execute();
	return rows.map((row) => [row.carrier_code, row.effective_from, row.imported_at].join('\t')).join('\n');
}

/** A command on the database of a data folder. @returns what is printed */
async function administer(
	command: string,
	values: Values,
	file: string | undefined,
	store: Store,
	resourcesDir: string,
): Promise<string> {
	const accountCommand = ACCOUNT_COMMANDS.get(command);
	if (accountCommand) return accountCommand(createAccounts(store), values, () => requiredName(command, values));
	if (command === 'rates import') return importSheet(store, file, resourcesDir);
	if (command === 'rates list') return listSheets(store);
	throw new Usage(`there is no command "${command}"`);
}

async function keepSharedBooks(command: string, values: Values): Promise<string> {
	if (!values.database) throw new Usage(`"${command}" needs --database postgres://…`);
	// Loaded only where it is used: a desk's own service never speaks to PostgreSQL.
	const { createBooks } = await import('./books/books');
	const name = () => requiredName(command, values);
	const { address, certificate: certificateFile } = values;
	const said = await createBooks(command, values.database, { name, address, certificateFile });
	if (said === undefined) throw new Usage(`there is no command "${command}"`);
	return said;
}

async function carryOut(parameters: string[], resourcesDir: string): Promise<void> {
	const { values, positionals } = read(parameters);
	const command = positionals.slice(0, 2).join(' ');
	const [, , file] = positionals;
	if (command === 'rates check' && file) {
		process.stdout.write(`${preview(await readSheetFile(file))}\n`);
		return;
	}
	if (positionals[0] === 'books') {
		process.stdout.write(`${await keepSharedBooks(command, values)}\n`);
		return;
	}
	if (parameters.length === 0) {
		process.stdout.write(USAGE);
		return;
	}
	const dataDir = values['data-dir'];
	if (!dataDir) throw new Usage('--data-dir is missing');
	if (command === 'serve') return serveUntilSignal(values, dataDir, resourcesDir);
	const store = await openStore({ dataDir, databaseUrl: values.database });
	try {
		process.stdout.write(`${await administer(command, values, file, store, resourcesDir)}\n`);
	} finally {
		await store.destroy();
	}
}

/** @param parameters what stands after the program's name @param resourcesDir where rate sheets, tables and fonts lie */
export async function main(parameters: string[], resourcesDir: string): Promise<void> {
	try {
		await carryOut(parameters, resourcesDir);
	} catch (error) {
		const message = errorMessage(error);
		const misused = error instanceof Usage || codeOf(error)?.startsWith('ERR_PARSE_ARGS');
		process.stderr.write(misused ? `${message}\n\n${USAGE}` : `${message}\n`);
		process.exit(2);
	}
}
