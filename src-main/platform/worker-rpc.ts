// The caller's side of worker RPC. Calls run one at a time. The thread is started by the first call, and terminated when a call
// times out. After a thread was terminated, or has exited, the next call starts a new thread.
import type { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../src-contract/errors';
import { currentLanguage, t } from '../../src-contract/i18n';
import { HOUR_MS } from '../../src-contract/lib/units';
import {
	CLOSE,
	CLOSED,
	READY,
	type WorkerCall,
	type WorkerClient,
	type WorkerReply,
} from '../../src-contract/worker-rpc';
import { threadExited, trackThread } from './running-threads';

/**
 * Timeout for threads that use SQLite. Terminating a thread during a database call aborts the whole process, so only a thread
 * that will never answer may be terminated.
 */
export const DATABASE_THREAD_TIMEOUT_MS = HOUR_MS;

/** A call timed out, or the thread ended during a call. */
export class WorkerTimeoutError extends Error {}
/** The thread did not start, which says nothing about the call. */
export class WorkerStartError extends Error {}

interface PendingCall extends Pick<WorkerCall, 'method' | 'args' | 'user'> {
	resolve(answer: unknown): void;
	reject(error: unknown): void;
}

/** A worker thread with typed methods. */
export interface WorkerCalls<Methods> {
	/** Each method throws the AppError that the worker threw, a WorkerTimeoutError, or an Error with the reason of another failure. */
	client: WorkerClient<Methods>;
	isStarted(): boolean;
	/**
	 * Ends the thread when it has finished its calls; a later call starts a new thread. Resolves immediately if no thread is running.
	 * @param exitLimitMs maximum time that a thread without calls is waited for; see running-threads.ts
	 */
	end(exitLimitMs?: number): Promise<void>;
	/**
	 * Rejects pending calls, then waits until the thread has finished its current call and exited. A thread is not terminated, because
	 * terminating one that uses SQLite or compiles WebAssembly can end the whole process (github.com/nodejs/node/issues/56236).
	 * @param limitMs time after which a thread that has not finished is terminated; by default never
	 * @param exitLimitMs maximum time that a thread without calls is waited for; see running-threads.ts
	 */
	finish(limitMs?: number, exitLimitMs?: number): Promise<void>;
}

/** Distinguishes the error codes of this program, which contain a dot, from those of Node, which are in capitals. */
const isErrorCode = (code: unknown): code is ErrorCode => typeof code === 'string' && /^[a-z]+\.[a-zA-Z]+$/.test(code);

/** @param timeoutMs time limit of a call @param userName returns the name of the current user, which is sent with each call */
export function createWorkerCalls<Methods>(
	startWorker: () => Worker,
	timeoutMs: number,
	userName: () => string = () => '',
): WorkerCalls<Methods> {
	let worker: Worker | undefined;
	let isReady = false;
	let isClosed = false;
	let lastId = 0;
	const waitingCalls: PendingCall[] = [];
	let currentCall: (PendingCall & { id: number; timer: NodeJS.Timeout }) | undefined;

	/** Ends the current call and starts the next one. @param resolveOrReject resolves or rejects the ended call */
	function endCurrentCall(resolveOrReject: (call: PendingCall) => void): void {
		if (!currentCall) return;
		clearTimeout(currentCall.timer);
		const call = currentCall;
		currentCall = undefined;
		resolveOrReject(call);
		startNextCall();
	}

	/** Terminates the thread and rejects the current call. @param code error code for a thread that did not start */
	function endThread(reason: string, code?: ErrorCode): void {
		void worker?.terminate();
		worker = undefined;
		const startError = () =>
			code ? new AppError(code, reason) : new WorkerStartError(`the worker thread did not start: ${reason}`);
		const failure = isReady ? new WorkerTimeoutError(reason) : startError();
		endCurrentCall(({ reject }) => reject(failure));
	}

	function ensureStarted(): Worker {
		if (worker) return worker;
		const newWorker = startWorker();
		worker = newWorker;
		isReady = false;
		trackThread(newWorker);
		newWorker.on('message', (message: typeof READY | typeof CLOSED | WorkerReply) => {
			if (message === CLOSED) return;
			if (message === READY) {
				isReady = true;
				// The time limit of the call counts from here, without the start of the thread.
				currentCall?.timer.refresh();
				return;
			}
			const { id, answer, error } = message;
			if (id !== currentCall?.id) return;
			endCurrentCall(({ resolve, reject }) => {
				if (!error) resolve(answer);
				else reject(error.code ? new AppError(error.code, error.message) : new Error(error.message));
			});
		});
		// Events of a thread that was replaced meanwhile are ignored.
		newWorker.on('error', (error: Error & { code?: unknown }) => {
			// An error that the user can act on, such as storage.full, keeps its code.
			if (worker === newWorker) endThread(error.message, isErrorCode(error.code) ? error.code : undefined);
		});
		newWorker.on('exit', () => worker === newWorker && endThread(t('it ended unexpectedly')));
		return newWorker;
	}

	function startNextCall(): void {
		if (currentCall || isClosed) return;
		const call = waitingCalls.shift();
		if (!call) return;
		lastId += 1;
		currentCall = {
			...call,
			id: lastId,
			timer: setTimeout(() => endThread(t('it took too long')), timeoutMs),
		};
		const { method, args, user } = call;
		try {
			ensureStarted().postMessage({ id: lastId, method, args, user, language: currentLanguage() } satisfies WorkerCall);
		} catch (error) {
			endCurrentCall(({ reject }) => reject(error));
		}
	}

	/** Rejects pending and future calls. @returns the thread, if one is running */
	function rejectAllCalls(): Worker | undefined {
		isClosed = true;
		const runningWorker = worker;
		worker = undefined;
		const closingError = new Error('the station is closing');
		endCurrentCall(({ reject }) => reject(closingError));
		for (const { reject } of waitingCalls.splice(0)) reject(closingError);
		return runningWorker;
	}

	const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
		new Promise((resolve, reject) => {
			if (isClosed) return reject(new Error('the station is closing'));
			waitingCalls.push({ method, args, user: userName(), resolve, reject });
			startNextCall();
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
		async end(exitLimitMs) {
			const endingWorker = worker;
			if (!endingWorker) return;
			await finishCalls(endingWorker, undefined);
			if (worker === endingWorker) worker = undefined;
			await threadExited(endingWorker, exitLimitMs);
		},
		async finish(limitMs, exitLimitMs) {
			const runningWorker = rejectAllCalls();
			if (!runningWorker) return;
			const hasFinished = await finishCalls(runningWorker, limitMs);
			if (!hasFinished) void runningWorker.terminate();
			await threadExited(runningWorker, exitLimitMs);
		},
	};
}

/**
 * Asks a thread to exit when it has answered its calls.
 * @returns whether it has answered them, or exited, within the limit
 */
function finishCalls(worker: Worker, limitMs: number | undefined): Promise<boolean> {
	return new Promise((resolve) => {
		const timer = limitMs === undefined ? undefined : setTimeout(() => resolve(false), limitMs);
		const finished = () => {
			clearTimeout(timer);
			resolve(true);
		};
		worker.on('message', (message) => message === CLOSED && finished());
		worker.once('exit', finished);
		worker.postMessage(CLOSE);
	});
}
