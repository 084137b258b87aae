// The caller's side of worker RPC. Calls run one at a time. The thread starts with the first call and is terminated when a call
// times out; the calls behind it go to a new thread.
import type { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../src-contract/errors';
import { currentLanguage, t } from '../../src-contract/i18n';
import { HOUR_MS } from '../../src-contract/lib/units';
import { CLOSE, READY, type WorkerCall, type WorkerClient, type WorkerReply } from '../../src-contract/worker-rpc';

/**
 * Timeout for threads that use SQLite. Terminating a thread during a database call aborts the whole process, so only a thread
 * that will never answer may be terminated.
 */
export const DATABASE_THREAD_TIMEOUT_MS = HOUR_MS;

/** The call timed out, or ended its thread. */
export class WorkerTimeoutError extends Error {}

interface PendingCall extends Pick<WorkerCall, 'method' | 'args' | 'user'> {
	resolve(answer: unknown): void;
	reject(error: unknown): void;
}

/** A worker thread with typed methods. */
export interface WorkerCalls<Methods> {
	/** @throws AppError thrown by the worker; WorkerTimeoutError; Error with the reason for other failures */
	client: WorkerClient<Methods>;
	isStarted(): boolean;
	/** Terminates the thread immediately. Pending calls are rejected. */
	close(): void;
	/** Waits until the thread has finished its current call and exited: a thread that uses SQLite must not be terminated. */
	finish(): Promise<void>;
}

/** Error codes of this program contain a dot; Node's are in capitals. */
const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && /^[a-z]+\.[a-zA-Z]+$/.test(code);

/** @param timeoutMs Time limit per call. @param user Name of the current user, passed with each call. */
export function createWorkerCalls<Methods>(
	startWorker: () => Worker,
	timeoutMs: number,
	user: () => string = () => '',
): WorkerCalls<Methods> {
	let worker: Worker | undefined;
	let isReady = false;
	let isClosed = false;
	let lastId = 0;
	const waiting: PendingCall[] = [];
	let current: (PendingCall & { id: number; timer: NodeJS.Timeout }) | undefined;

	function endCurrent(finish: (call: PendingCall) => void): void {
		if (!current) return;
		clearTimeout(current.timer);
		const call = current;
		current = undefined;
		finish(call);
		next();
	}

	function end(reason: string, code?: ErrorCode): void {
		void worker?.terminate();
		worker = undefined;
		const unstarted = () => (code ? new AppError(code, reason) : new Error(`its thread did not start: ${reason}`));
		const failure = isReady ? new WorkerTimeoutError(reason) : unstarted();
		endCurrent(({ reject }) => reject(failure));
	}

	function ensureStarted(): Worker {
		if (worker) return worker;
		const started = startWorker();
		worker = started;
		isReady = false;
		started.on('message', (message: typeof READY | WorkerReply) => {
			if (message === READY) {
				isReady = true;
				current?.timer.refresh();
				return;
			}
			const { id, answer, error } = message;
			if (id !== current?.id) return;
			endCurrent(({ resolve, reject }) => {
				if (!error) resolve(answer);
				else reject(error.code ? new AppError(error.code, error.message) : new Error(error.message));
			});
		});
		// Ignore late errors and exits of a replaced thread.
		started.on('error', (error: Error & { code?: unknown }) => {
			// An error that the user can act on keeps its code, such as storage.full.
			if (worker === started) end(error.message, isErrorCode(error.code) ? error.code : undefined);
		});
		started.on('exit', () => worker === started && end(t('it ended unexpectedly')));
		return started;
	}

	function next(): void {
		if (current || isClosed) return;
		const call = waiting.shift();
		if (!call) return;
		lastId += 1;
		current = { ...call, id: lastId, timer: setTimeout(() => end(t('it took too long')), timeoutMs) };
		const { method, args, user } = call;
		try {
			ensureStarted().postMessage({ id: lastId, method, args, user, language: currentLanguage() } satisfies WorkerCall);
		} catch (error) {
			endCurrent(({ reject }) => reject(error));
		}
	}

	/** Rejects pending and future calls. @returns the thread, if it was started */
	function refuseCalls(): Worker | undefined {
		isClosed = true;
		const last = worker;
		worker = undefined;
		const closing = new Error('the station is closing');
		endCurrent(({ reject }) => reject(closing));
		for (const { reject } of waiting.splice(0)) reject(closing);
		return last;
	}

	const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
		new Promise((resolve, reject) => {
			if (isClosed) return reject(new Error('the station is closing'));
			waiting.push({ method, args, user: user(), resolve, reject });
			next();
		});

	return {
		// The method map exists here only as a type: the proxy turns every name into a call, and the type limits the names.
		client: new Proxy(
			{},
			{
				get:
					(_target, method) =>
					(...args: unknown[]) =>
						call(String(method), args),
			},
		) as WorkerClient<Methods>,
		isStarted: () => worker !== undefined,
		close: () => void refuseCalls()?.terminate(),
		async finish() {
			const last = refuseCalls();
			if (!last) return;
			const ended = new Promise((resolve) => last.once('exit', resolve));
			last.postMessage(CLOSE);
			await ended;
		},
	};
}
