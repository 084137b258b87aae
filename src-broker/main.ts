// The service alone, under Node: `serve`, and the keeping of its accounts and rate sheets.
import { parseArgs } from 'node:util';
import { createAccounts } from './accounts/accounts';
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

function numberOption(name: string, text: string | undefined, least: number, most: number): number | undefined {
	if (text === undefined) return undefined;
	const value = Number(text);
	if (text.trim() === '' || !(value >= least && value <= most))
		throw new Usage(`--${name} must be between ${least} and ${most}, not ${text}`);
	return value;
}

type Values = ReturnType<typeof read>['values'];
function read(parameters: string[]) {
	return parseArgs({ args: parameters, allowPositionals: true, options: OPTIONS });
}

async function serveUntilSignal(values: Values, dataDir: string, resourcesDir: string): Promise<void> {
	const port = numberOption('port', values.port ?? '0', 0, 65_535) as number;
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
		requestsPerMinute: numberOption('rate-limit', values['rate-limit'], 1, 1e9),
		carrierSpeed: numberOption('carrier-speed', values['carrier-speed'], 1, 1e6),
		log: (event, detail) =>
			process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...detail })}\n`),
	});
	process.stdout.write(`listening on ${service.url}\n`);
	for (const signal of ['SIGTERM', 'SIGINT'] as const)
		process.once(signal, () => void service.close().then(() => process.exit(0)));
}

async function keep(
	command: string,
	values: Values,
	file: string | undefined,
	store: Store,
	resourcesDir: string,
): Promise<string> {
	const accounts = createAccounts(store);
	const named = () => {
		if (!values.name) throw new Usage(`"${command}" needs --name`);
		return values.name;
	};
	switch (command) {
		case 'account create':
		case 'account rotate': {
			const { key, secret } = await (command === 'account create'
				? accounts.create(named())
				: accounts.rotate(named()));
			return `${key}@${secret}`;
		}
		case 'account list':
			return (await accounts.list())
				.map((row) =>
					[
						row.name,
						row.api_key,
						row.disabled_at ? 'disabled' : 'enabled',
						`margin ${row.margin_percent} %`,
						row.created_at,
					].join('\t'),
				)
				.join('\n');
		case 'account disable':
			await accounts.disable(named());
			return `${named()}: disabled`;
		case 'account enable':
			await accounts.enable(named());
			return `${named()}: enabled`;
		case 'account margin': {
			const percent = numberOption('percent', values.percent ?? '', 0, 1000) as number;
			await accounts.setMargin(named(), percent);
			return `${named()}: margin ${percent} %`;
		}
		case 'rates import': {
			if (!file) throw new Usage('"rates import" needs a FILE');
			const sheet = await readSheetFile(file);
			await createRateSheetRepository(store, resourcesDir).keep(sheet, new Date());
			return `${preview(sheet)}\nimported; a running service prices with it within seconds`;
		}
		case 'rates list': {
			const rows = await store
				.selectFrom('rate_sheet')
				.select(['carrier_code', 'effective_from', 'imported_at'])
				.orderBy('id')
				.execute();
			return rows.map((row) => [row.carrier_code, row.effective_from, row.imported_at].join('\t')).join('\n');
		}
		default:
			throw new Usage(`there is no command "${command}"`);
	}
}

async function keepSharedBooks(command: string, values: Values): Promise<string> {
	if (!values.database) throw new Usage(`"${command}" needs --database postgres://…`);
	// Loaded only where it is used: a desk's own service never speaks to PostgreSQL.
	const { keepBooks } = await import('./books/books');
	const name = () => {
		if (!values.name) throw new Usage(`"${command}" needs --name`);
		return values.name;
	};
	const { address, certificate: certificateFile } = values;
	const said = await keepBooks(command, values.database, { name, address, certificateFile });
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
		process.stdout.write(`${await keep(command, values, file, store, resourcesDir)}\n`);
	} finally {
		await store.destroy();
	}
}

/** @param parameters what stands after the program's name @param resourcesDir where rate sheets, tables and fonts lie */
export async function main(parameters: string[], resourcesDir: string): Promise<void> {
	try {
		await carryOut(parameters, resourcesDir);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		const misused = error instanceof Usage || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
		process.stderr.write(misused ? `${message}\n\n${USAGE}` : `${message}\n`);
		process.exit(2);
	}
}
