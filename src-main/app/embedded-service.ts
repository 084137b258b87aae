// Runs the built-in service in a utility process: starts it, starts it again with growing pauses when it dies, and holds
// this run's key to it in memory.
import { type UtilityProcess, utilityProcess } from 'electron';
import type { EmbeddedMessage, EmbeddedStart } from '../../src-broker/embedded';
import { AppError } from '../../src-contract/errors';
import { t } from '../../src-contract/i18n';
import { backoffMs } from '../../src-contract/lib/backoff';
import type { BuiltInService } from '../connections/built-in-service';
import type { Endpoint } from '../connections/port';
import { createSignal } from '../platform/signal';

export interface BrokerHostOptions {
	/** The built script of the service. */
	script: string;
	dataDir: string;
	resourcesDir: string;
	port: { get: () => number; set: (port: number) => void };
	log: (event: string, detail: Record<string, unknown>) => void;
}

const BACKOFF = { initialMs: 500, maxMs: 30_000 };
const READY_TIMEOUT_MS = 15_000;
const STOP_TIMEOUT_MS = 2_000;

/** Resolves when the process is gone, or was ended after two seconds. */
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

/** Callers that wait until the service is online. @param reason why it is not online now */
function createReadyQueue(reason: () => string) {
	let waiting: ((endpoint: Endpoint) => void)[] = [];
	return {
		resolveAll(endpoint: Endpoint): void {
			for (const resolve of waiting) resolve(endpoint);
			waiting = [];
		},
		/** @throws `service.starting` after the time limit */
		wait(): Promise<Endpoint> {
			return new Promise((resolve, reject) => {
				const timer = setTimeout(() => {
					waiting = waiting.filter((listener) => listener !== take);
					reject(
						new AppError(
							'service.starting',
							t('{fault} Nothing was booked. Try again in a moment.', {
								fault: reason() || t('The built-in service is not running.'),
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
	let wanted = false;
	/** How often the process ended since the service last listened. */
	let ends = 0;
	let restart: NodeJS.Timeout | undefined;
	let failed = false;
	/** Said anew for whoever asks, in the language of the desk at that time. */
	let message = (): string => t('The built-in service is starting.');
	const readyQueue = createReadyQueue(() => message());

	function receive(told: EmbeddedMessage): void {
		if (told.kind === 'log') {
			log(`service.${told.event}`, told.detail);
		} else if (told.kind === 'failed') {
			failed = true;
			message = () => t('The built-in service cannot start: {message}', { message: told.message });
			log('service.failed', { message: told.message });
			child?.kill();
			changed.emit();
		} else {
			endpoint = { baseUrl: told.url, key: told.key, secret: told.secret };
			port.set(Number(new URL(told.url).port));
			ends = 0;
			failed = false;
			message = () => '';
			readyQueue.resolveAll(endpoint);
			changed.emit();
		}
	}

	function launch(): void {
		const started = utilityProcess.fork(script, [], { serviceName: 'Waybill service', stdio: 'ignore' });
		child = started;
		started.on('message', (told: EmbeddedMessage) => {
			if (child === started) receive(told);
		});
		started.once('spawn', () =>
			started.postMessage({ dataDir, resourcesDir, port: port.get() } satisfies EmbeddedStart),
		);
		started.once('exit', (code) => {
			if (child !== started) return;
			child = undefined;
			endpoint = undefined;
			if (!wanted) return;
			ends += 1;
			const pauseMs = backoffMs(ends, BACKOFF);
			log('service.ended', { code, restartInMs: pauseMs });
			if (message() === '') message = () => t('The built-in service stopped; it is being started again.');
			changed.emit();
			restart = setTimeout(launch, pauseMs);
		});
	}

	return {
		start(): void {
			if (wanted) return;
			wanted = true;
			launch();
		},
		async stop(): Promise<void> {
			wanted = false;
			clearTimeout(restart);
			if (child) await endProcess(child);
		},
		state: () => ({ service: endpoint ? 'online' : failed ? 'offline' : 'starting', message: message() }),
		ready: async () => endpoint ?? readyQueue.wait(),
		onChange: changed.on,
	};
}
