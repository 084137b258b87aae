// Runs the built-in service in a utility process. Restarts the process after an exit; the pause before a restart grows with each
// exit. The service renews its secret at each start; the station keeps the secret only in memory.
import { type UtilityProcess, utilityProcess } from 'electron';
import type { EmbeddedMessage, EmbeddedStart } from '../../src-broker/embedded';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { backoffMs } from '../../src-contract/lib/backoff';
import type { BuiltInService } from '../connections/built-in-service';
import type { Endpoint } from '../connections/service-interface';
import { createSignal } from '../platform/signal';

export interface BuiltInServiceOptions {
	/** Path of the service's built script. */
	script: string;
	/** Data folder of the service. */
	dataDir: string;
	resourcesDir: string;
	goodsIndexDir: string;
	/** Stores the port of the service, so that the next start uses the same port. */
	port: { get: () => number; set: (port: number) => void };
	log: (event: string, detail: Record<string, unknown>) => void;
}

const BACKOFF = { initialMs: 500, maxMs: 30_000 };
/** A start takes about a second, and many times longer beside other work on a slow machine. */
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

/** Asks the process to stop. Resolves when the process has exited or, after STOP_TIMEOUT_MS, when it was killed. */
function endProcess(child: UtilityProcess): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => {
			child.kill();
			resolve();
		}, STOP_TIMEOUT_MS);
		child.once('exit', () => {
			clearTimeout(timer);
			resolve();
		});
		child.postMessage('stop');
	});
}

/**
 * A queue of callers that wait until the service is online.
 * @param reason returns a message that says why the service is not online
 */
function createReadyQueue(reason: () => string) {
	let waitingCallers: ((endpoint: Endpoint) => void)[] = [];
	return {
		resolveAll(endpoint: Endpoint): void {
			for (const resolve of waitingCallers) resolve(endpoint);
			waitingCallers = [];
		},
		/** @throws `service.starting` after READY_TIMEOUT_MS */
		wait(): Promise<Endpoint> {
			return new Promise((resolve, reject) => {
				const timer = setTimeout(() => {
					waitingCallers = waitingCallers.filter((resolveCaller) => resolveCaller !== resolveWaiting);
					reject(
						new AppError(
							'service.starting',
							t('{reason} Nothing was booked. Try again in a moment.', {
								reason: reason() || t('The built-in service is not running.'),
							}),
							{ retryable: true, disposition: 'retry' },
						),
					);
				}, READY_TIMEOUT_MS);
				const resolveWaiting = (ready: Endpoint) => {
					clearTimeout(timer);
					resolve(ready);
				};
				waitingCallers.push(resolveWaiting);
			});
		},
	};
}

export function createBuiltInService({
	script,
	dataDir,
	resourcesDir,
	goodsIndexDir,
	port,
	log,
}: BuiltInServiceOptions): BuiltInService {
	const stateChanged = createSignal();
	let child: UtilityProcess | undefined;
	let endpoint: Endpoint | undefined;
	let shouldRun = false;
	/** Number of exits of the process since the service was last online. Determines the pause before a restart. */
	let exitCount = 0;
	let restartTimer: NodeJS.Timeout | undefined;
	let hasFailed = false;
	/** Returns the message for the user. A function, because the message is translated to the current language at each call. */
	let message = (): string => t('The built-in service is starting.');
	const readyQueue = createReadyQueue(() => message());

	function receive(event: EmbeddedMessage): void {
		if (event.kind === 'log') {
			log(`service.${event.event}`, event.detail);
		} else if (event.kind === 'failed') {
			hasFailed = true;
			message = () => t('The built-in service cannot start: {message}', { message: event.message });
			log('service.failed', { message: event.message });
			child?.kill();
			stateChanged.emit();
		} else {
			endpoint = { baseUrl: event.url, key: event.key, secret: event.secret };
			port.set(Number(new URL(event.url).port));
			exitCount = 0;
			hasFailed = false;
			message = () => '';
			readyQueue.resolveAll(endpoint);
			stateChanged.emit();
		}
	}

	function launchProcess(): void {
		const newChild = utilityProcess.fork(script, [], { serviceName: 'Waybill service', stdio: 'ignore' });
		child = newChild;
		newChild.on('message', (event: EmbeddedMessage) => {
			if (child === newChild) receive(event);
		});
		newChild.once('spawn', () =>
			newChild.postMessage({ dataDir, resourcesDir, goodsIndexDir, port: port.get() } satisfies EmbeddedStart),
		);
		newChild.once('exit', (code) => {
			if (child !== newChild) return;
			child = undefined;
			endpoint = undefined;
			if (!shouldRun) return;
			exitCount += 1;
			const pauseMs = backoffMs(exitCount, BACKOFF);
			log('service.ended', { code, restartInMs: pauseMs });
			if (message() === '') message = () => t('The built-in service stopped and is restarting.');
			stateChanged.emit();
			restartTimer = setTimeout(launchProcess, pauseMs);
		});
	}

	return {
		start(): void {
			if (shouldRun) return;
			shouldRun = true;
			launchProcess();
		},
		async stop(): Promise<void> {
			shouldRun = false;
			clearTimeout(restartTimer);
			if (child) await endProcess(child);
		},
		state: () => ({ service: endpoint ? 'online' : hasFailed ? 'offline' : 'starting', message: message() }),
		whenReady: async () => endpoint ?? readyQueue.wait(),
		onChange: stateChanged.on,
	};
}
