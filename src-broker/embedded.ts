// The service inside a desk's station: a utility process that is told where its data lies and answers with its address
// and this run's key. The secret is renewed at every start and passes through this port only.
import { errorMessage } from '../src-contract/lib/error-message';
import { codeOf } from './platform/errors';
import { serve } from './serve';

/** What the station sends first. */
export interface EmbeddedStart {
	dataDir: string;
	resourcesDir: string;
	port: number;
}

/** What the station is told back. */
export type EmbeddedMessage =
	| { kind: 'listening'; url: string; key: string; secret: string }
	| { kind: 'failed'; message: string }
	| { kind: 'log'; event: string; detail: Record<string, unknown> };

interface ParentPort {
	on(event: 'message', listener: (message: { data: EmbeddedStart | 'stop' }) => void): void;
	postMessage(message: EmbeddedMessage): void;
}

const ACCOUNT = 'This station';
// Electron adds it to the process of a utility; the types of Node do not know it.
const port = (process as typeof process & { parentPort: ParentPort }).parentPort;
let running: Awaited<ReturnType<typeof serve>> | undefined;

async function start(options: EmbeddedStart): Promise<void> {
	const log = (event: string, detail: Record<string, unknown>) => port.postMessage({ kind: 'log', event, detail });
	// The desk's last port is asked for first, so that tracking links of earlier days still answer.
	running = await serve({ ...options, log }).catch((error) => {
		if (codeOf(error) !== 'EADDRINUSE') throw error;
		return serve({ ...options, port: 0, log });
	});
	const credentials = await running.accounts.renew(ACCOUNT);
	port.postMessage({ kind: 'listening', url: running.url, ...credentials });
}

port.on('message', ({ data }) => {
	if (data === 'stop') {
		void running?.close().then(() => process.exit(0));
		return;
	}
	start(data).catch((error) => port.postMessage({ kind: 'failed', message: errorMessage(error) }));
});
