// Entry point of the service that is built into the station. Runs as an Electron utility process: receives its folders, answers
// with its URL and credentials. The secret is renewed at every start and is sent over this port only.
import { errorMessage } from '../src-contract/lib/error-message';
import { errorCode } from './platform/errors';
import { serve } from './serve';

/** First message from the station. */
export interface EmbeddedStart {
	dataDir: string;
	resourcesDir: string;
	port: number;
}

/** Messages to the station. */
export type EmbeddedMessage =
	| { kind: 'listening'; url: string; key: string; secret: string }
	| { kind: 'failed'; message: string }
	| { kind: 'log'; event: string; detail: Record<string, unknown> };

interface ParentPort {
	on(event: 'message', listener: (message: { data: EmbeddedStart | 'stop' }) => void): void;
	postMessage(message: EmbeddedMessage): void;
}

const ACCOUNT = 'This station';
// Cast: Electron adds parentPort to utility processes, which the types of Node do not declare.
const port = (process as typeof process & { parentPort: ParentPort }).parentPort;
let running: Awaited<ReturnType<typeof serve>> | undefined;

async function start(options: EmbeddedStart): Promise<void> {
	const log = (event: string, detail: Record<string, unknown>) => port.postMessage({ kind: 'log', event, detail });
	// Tries the port of the previous run first, so that older tracking links still work.
	running = await serve({ ...options, log }).catch((error) => {
		if (errorCode(error) !== 'EADDRINUSE') throw error;
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
