// Questions to a worker thread, one at a time. The thread is started at the first, and ended when it does not answer in time:
// whoever waits behind such a question is asked of the next thread.
import type { Worker } from 'node:worker_threads';
import { AppError, type ErrorCode } from '../../src-contract/errors';
import { currentLanguage, say } from '../../src-contract/i18n';
import { HOUR_MS } from '../../src-contract/lib/units';
import { CLOSE, READY, type WorkerCall, type WorkerReply } from '../../src-contract/worker-rpc';

/**
 * Time limit for calls to a thread that uses SQLite. To terminate such a thread during a database call aborts the whole process,
 * so only a thread that will never answer is terminated.
 */
export const DATABASE_THREAD_TIMEOUT_MS = HOUR_MS;

/** The question itself took too long for its thread, or ended it. */
export class QuestionTooHard extends Error {}

interface Waiting<Question, Answer> {
	question: Question;
	resolve(answer: Answer): void;
	reject(error: Error): void;
}

export function createWorkerCalls<Question, Answer>(startWorker: () => Worker, timeoutMs: number) {
	let worker: Worker | undefined;
	let isReady = false;
	let isClosed = false;
	let lastId = 0;
	const waiting: Waiting<Question, Answer>[] = [];
	let current: (Waiting<Question, Answer> & { id: number; timer: NodeJS.Timeout }) | undefined;

	function settle(use: (asked: Waiting<Question, Answer>) => void): void {
		if (!current) return;
		clearTimeout(current.timer);
		const asked = current;
		current = undefined;
		use(asked);
		next();
	}

	function end(reason: string, code?: ErrorCode): void {
		void worker?.terminate();
		worker = undefined;
		const unstarted = () => (code ? new AppError(code, reason) : new Error(`its thread did not start: ${reason}`));
		const failure = isReady ? new QuestionTooHard(reason) : unstarted();
		settle(({ reject }) => reject(failure));
	}

	function running(): Worker {
		if (worker) return worker;
		const started = startWorker();
		worker = started;
		isReady = false;
		started.on('message', (message: typeof READY | WorkerReply<Answer>) => {
			if (message === READY) {
				isReady = true;
				current?.timer.refresh();
				return;
			}
			const { id, answer, error } = message;
			if (id !== current?.id) return;
			settle(({ resolve, reject }) => {
				if (!error) resolve(answer as Answer);
				else reject(error.code ? new AppError(error.code, error.message) : new Error(error.message));
			});
		});
		// An earlier one that ends late must not take its successor with it.
		started.on('error', (error: Error & { code?: string }) => {
			// What a person can do something about comes over with its code, as in storage.full.
			const code = /^[a-z]+\.[a-zA-Z]+$/.test(error.code ?? '') ? (error.code as ErrorCode) : undefined;
			if (worker === started) end(error.message, code);
		});
		started.on('exit', () => worker === started && end(say('it ended by itself')));
		return started;
	}

	function next(): void {
		if (current || isClosed) return;
		const asked = waiting.shift();
		if (!asked) return;
		lastId += 1;
		current = { ...asked, id: lastId, timer: setTimeout(() => end(say('it took too long')), timeoutMs) };
		try {
			running().postMessage({
				id: lastId,
				question: asked.question,
				language: currentLanguage(),
			} satisfies WorkerCall<Question>);
		} catch (error) {
			settle(({ reject }) => reject(error as Error));
		}
	}

	/** No call is taken any more. @returns the thread, if one was started */
	function refuseCalls(): Worker | undefined {
		isClosed = true;
		const last = worker;
		worker = undefined;
		const closing = new Error('the station is closing');
		settle(({ reject }) => reject(closing));
		for (const { reject } of waiting.splice(0)) reject(closing);
		return last;
	}

	return {
		/** @throws AppError as the worker threw it; QuestionTooHard; else an error with the reason */
		ask: (question: Question): Promise<Answer> =>
			new Promise((resolve, reject) => {
				if (isClosed) return reject(new Error('the station is closing'));
				waiting.push({ question, resolve, reject });
				next();
			}),

		isStarted: () => worker !== undefined,

		/** Terminates the thread, whatever it is doing. */
		close(): void {
			void refuseCalls()?.terminate();
		},

		/** Waits until the thread has finished its current call and ended: one that uses SQLite must not be terminated. */
		async finish(): Promise<void> {
			const last = refuseCalls();
			if (!last) return;
			const ended = new Promise((resolve) => last.once('exit', resolve));
			last.postMessage(CLOSE);
			await ended;
		},
	};
}
