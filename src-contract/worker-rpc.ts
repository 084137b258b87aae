// Calls to a worker thread and its answers, as both ends know them. The methods of a thread are one map of functions; the type of
// its client is derived from that map.
import { AppError, type ErrorCode } from './errors';
import type { Language } from './i18n';
import { errorMessage } from './lib/error-message';
import { useLanguage } from './locales';

/** The first message of a thread: an error before it is not the fault of a call. */
export const READY = 'ready';

/** The thread answers the calls before this message, then exits. */
export const CLOSE = 'close';

/** The methods of a thread as its callers have them: each answers with a promise. */
export type WorkerClient<Methods> = {
	[Name in keyof Methods]: Methods[Name] extends (...args: infer Args) => infer Result
		? (...args: Args) => Promise<Awaited<Result>>
		: never;
};

/** What crosses to the worker and back. */
export interface WorkerCall {
	id: number;
	method: string;
	args: readonly unknown[];
	/** Who calls, for threads that note it with what they write. */
	user: string;
	/** Texts that users read are in it. */
	language: Language;
}
export interface WorkerReply {
	id: number;
	answer?: unknown;
	error?: { code: ErrorCode | undefined; message: string };
}

/**
 * Answers the calls that come to this thread, inside a worker.
 * @param onCall called before each of them
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
		// The caller's arguments have the types of the method: its client is derived from this map.
		return method(...(call.args as never[]));
	}

	port.postMessage(READY);
	port.on('message', async (call) => {
		if (call === CLOSE) {
			port.close();
			return;
		}
		const { id, language } = call;
		let reply: WorkerReply;
		try {
			await useLanguage(language);
			reply = { id, answer: await answer(call) };
		} catch (error) {
			const code = error instanceof AppError ? error.code : undefined;
			reply = { id, error: { code, message: errorMessage(error) } };
		}
		port.postMessage(reply);
	});
}
