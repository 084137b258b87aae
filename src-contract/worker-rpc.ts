// Remote calls to a worker thread: the messages, and the worker's side of the protocol. The caller's side is in
// src-main/platform/worker-rpc.ts. A thread's methods are one map of functions. The type of the thread's client is derived from
// this map.
import { AppError, type ErrorCode } from './errors';
import type { Language } from './i18n';
import { errorMessage } from './lib/error-message';
import { setProcessLanguage } from './locales';

/** First message of a thread. An error before this message is a start-up error, not the error of a call. */
export const READY = 'ready';

/** Message that tells the thread to accept no further calls, and to exit when its calls are answered. */
export const CLOSE = 'close';

/** Last message of a thread after `CLOSE`: all calls are answered, and the thread is about to exit. */
export const CLOSED = 'closed';

/** The methods of a thread as seen by a caller: each returns a promise. */
export type WorkerClient<Methods> = {
	[Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Result
		? (...args: Args) => Promise<Awaited<Result>>
		: never;
};

/** A call to the worker. */
export interface WorkerCall {
	id: number;
	method: string;
	args: readonly unknown[];
	/** Name of the user, for threads that record it with their changes. */
	user: string;
	/** Language of the texts in the reply. */
	language: Language;
}
export interface WorkerReply {
	id: number;
	answer?: unknown;
	error?: { code: ErrorCode | undefined; message: string };
}

/**
 * Answers the calls to a worker thread. Runs in that thread.
 * @param port Message port to the thread of the callers.
 * @param onCall Runs before each call.
 */
export function answerCalls(
	port: {
		on(event: 'message', listener: (call: WorkerCall | typeof CLOSE) => void): void;
		postMessage(reply: unknown): void;
		close(): void;
	},
	methods: Readonly<Record<string, (...args: never[]) => unknown>>,
	onCall: (call: WorkerCall) => void = () => {},
): void {
	function answer(call: WorkerCall): unknown {
		const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
		if (!method) throw new Error(`the thread has no method ${call.method}`);
		onCall(call);
		// The arguments have the types of the method, because the type of the caller's client is derived from this map.
		return method(...(call.args as never[]));
	}

	async function respond(call: WorkerCall): Promise<void> {
		const { id, language } = call;
		let reply: WorkerReply;
		try {
			await setProcessLanguage(language);
			reply = { id, answer: await answer(call) };
		} catch (error) {
			const code = error instanceof AppError ? error.code : undefined;
			reply = { id, error: { code, message: errorMessage(error) } };
		}
		port.postMessage(reply);
	}

	/** The calls that are not answered yet. */
	const runningCalls = new Set<Promise<void>>();

	port.postMessage(READY);
	port.on('message', async (message) => {
		if (message === CLOSE) {
			await Promise.all(runningCalls);
			port.postMessage(CLOSED);
			port.close();
			return;
		}
		const call = respond(message);
		runningCalls.add(call);
		await call;
		runningCalls.delete(call);
	});
}
