// Entry point of the service that is built into the station, in an Electron utility process. The station sends the folders and the
// port to use; the service answers with its URL and credentials. The secret is replaced at every start and is sent only in this
// answer.
import { errorMessage } from '../src-contract/lib/error-message';
import { errorCode } from './platform/errors';
import { createPrivateFilesOnly } from './platform/private-data';
import { serve } from './serve';

/** First message from the station. */
export interface EmbeddedStart {
	dataDir: string;
	resourcesDir: string;
	goodsIndexDir: string;
	/** Port of the previous run; 0 chooses a free port. */
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

const STATION_ACCOUNT_NAME = 'This station';
// Cast: Electron adds `parentPort` to the `process` of utility processes, which the types of Node do not declare.
const station = (process as typeof process & { parentPort: ParentPort }).parentPort;
let service: Awaited<ReturnType<typeof serve>> | undefined;

async function start(options: EmbeddedStart): Promise<void> {
	const log = (event: string, detail: Record<string, unknown>) => station.postMessage({ kind: 'log', event, detail });
	// Prefers the port of the previous run, so that older tracking links still work. If that port is in use, takes a free port.
	service = await serve({ ...options, log }).catch((error) => {
		if (errorCode(error) !== 'EADDRINUSE') throw error;
		return serve({ ...options, port: 0, log });
	});
	const credentials = await service.accounts.renew(STATION_ACCOUNT_NAME);
	station.postMessage({ kind: 'listening', url: service.url, ...credentials });
}

createPrivateFilesOnly();
station.on('message', ({ data }) => {
	if (data === 'stop') {
		void service?.close().then(() => process.exit(0));
		return;
	}
	start(data).catch((error) => station.postMessage({ kind: 'failed', message: errorMessage(error) }));
});
