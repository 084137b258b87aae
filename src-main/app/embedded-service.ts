// Runs the built-in service in a utility process. Restarts it with increasing pauses when it exits, and keeps the key of
// this run in memory.
import { type UtilityProcess, utilityProcess } from 'electron';
import type { EmbeddedMessage, EmbeddedStart } from '../../src-broker/embedded';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { backoffMs } from '../../src-contract/lib/backoff';
import type { BuiltInService } from '../connections/built-in-service';
import type { Endpoint } from '../connections/port';
import { createSignal } from '../platform/signal';

export interface BrokerHostOptions {
	/** Path of the service's built script. */
	script: string;
	dataDir: string;
	resourcesDir: string;
	port: { get: () => number; set: (port: number) => void };
	log: (event: string, detail: Record<string, unknown>) => void;
}

const BACKOFF = { initialMs: 500, maxMs: 30_000 };
const READY_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 2_000;

/** Asks the process to stop and resolves when it has exited; kills it after STOP_TIMEOUT_MS. */
function endProcess(ending: UtilityProcess): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => {
			ending.kill();
			resolve();
		}, STOP_TIMEOUT_MS);
		ending.once('exit', () => {
			clearTimeout(timer);
			resolve();
		});
		ending.postMessage('stop');
	});
}

/** Callers that wait until the service is online. @param reason Message that says why it is not online. */
function createReadyQueue(reason: () => string) {
	let waiting: ((endpoint: Endpoint) => void)[] = [];
	return {
		resolveAll(endpoint: Endpoint): void {
			for (const resolve of waiting) resolve(endpoint);
			waiting = [];
		},
		/** @throws `service.starting` after READY_TIMEOUT_MS */
		wait(): Promise<Endpoint> {
			return new Promise((resolve, reject) => {
				const timer = setTimeout(() => {
					waiting = waiting.filter((listener) => listener !== take);
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
				const take = (ready: Endpoint) => {
					clearTimeout(timer);
					resolve(ready);
				};
				waiting.push(take);
			});
		},
	};
}

export function createBrokerHost({ script, dataDir, resourcesDir, port, log }: BrokerHostOptions): BuiltInService {
	const changed = createSignal();
	let child: UtilityProcess | undefined;
	let endpoint: Endpoint | undefined;
	let isWanted = false;
	/** Exits of the process since the service was last online. */
	let exits = 0;
	let restart: NodeJS.Timeout | undefined;
	let isFailed = false;
	/** A function, so that each call translates to the current language. */
	let message = (): string => t('The built-in service is starting.');
	const readyQueue = createReadyQueue(() => message());

	function receive(event: EmbeddedMessage): void {
		if (event.kind === 'log') {
			log(`service.${event.event}`, event.detail);
		} else if (event.kind === 'failed') {
			isFailed = true;
			message = () => t('The built-in service cannot start: {message}', { message: event.message });
			log('service.failed', { message: event.message });
			child?.kill();
			changed.emit();
		} else {
			endpoint = { baseUrl: event.url, key: event.key, secret: event.secret };
			port.set(Number(new URL(event.url).port));
			exits = 0;
			isFailed = false;
			message = () => '';
			readyQueue.resolveAll(endpoint);
			changed.emit();
		}
	}

	function launch(): void {
		const started = utilityProcess.fork(script, [], { serviceName: 'Waybill service', stdio: 'ignore' });
		child = started;
		started.on('message', (event: EmbeddedMessage) => {
			if (child === started) receive(event);
		});
		started.once('spawn', () =>
			started.postMessage({ dataDir, resourcesDir, port: port.get() } satisfies EmbeddedStart),
		);
		started.once('exit', (code) => {
			if (child !== started) return;
			child = undefined;
			endpoint = undefined;
			if (!isWanted) return;
			exits += 1;
			const pauseMs = backoffMs(exits, BACKOFF);
			log('service.ended', { code, restartInMs: pauseMs });
			if (message() === '') message = () => t('The built-in service stopped and is restarting.');
			changed.emit();
			restart = setTimeout(launch, pauseMs);
		});
	}

	return {
		start(): void {
			if (isWanted) return;
			isWanted = true;
			launch();
		},
		async stop(): Promise<void> {
			isWanted = false;
			clearTimeout(restart);
			if (child) await endProcess(child);
		},
		state: () => ({ service: endpoint ? 'online' : isFailed ? 'offline' : 'starting', message: message() }),
		ready: async () => endpoint ?? readyQueue.wait(),
		onChange: changed.on,
	};
}
