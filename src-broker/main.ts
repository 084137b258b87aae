// The service alone, under Node: `serve` and `account create`.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createAccount, serve } from './serve';

const USAGE = `Usage:
  broker serve --port N --data-dir DIR            port 0 takes a free one
  broker account create --name X --data-dir DIR   prints KEY@SECRET once
`;

const resourcesDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', 'resources');

function fail(message: string): never {
	process.stderr.write(`${message}\n`);
	process.exit(2);
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { port: { type: 'string' }, 'data-dir': { type: 'string' }, name: { type: 'string' } },
	});
	const command = positionals.join(' ');
	const dataDir = values['data-dir'];
	if (command === 'serve' && dataDir) {
		const port = Number(values.port ?? '0');
		if (!Number.isInteger(port) || port < 0 || port > 65535)
			fail(`--port must be between 0 and 65535, not ${values.port}`);
		const service = await serve({
			port,
			dataDir,
			resourcesDir,
			log: (event, detail) =>
				process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), event, ...detail })}\n`),
		});
		process.stdout.write(`listening on ${service.url}\n`);
		for (const signal of ['SIGTERM', 'SIGINT'] as const)
			process.once(signal, () => void service.close().then(() => process.exit(0)));
	} else if (command === 'account create' && dataDir && values.name) {
		const { key, secret } = await createAccount(dataDir, values.name);
		process.stdout.write(`${key}@${secret}\n`);
	} else {
		fail(USAGE);
	}
}

main().catch((error) => fail(error instanceof Error ? error.message : String(error)));
