// Questions to a thread and its answers, as both ends know them.
import { AppError, type ErrorCode } from './errors';
import type { Language } from './i18n';
import { speakLanguage } from './locales';

/** The first word of a thread: what happens before it is no question's fault. */
export const READY = 'ready';

/** The thread answers the calls before this message, then exits. */
export const CLOSE = 'close';

/** What crosses to the worker and back. */
export interface WorkerCall<Question> {
	id: number;
	question: Question;
	/** What the thread says to people is in it. */
	language: Language;
}
export interface WorkerReply<Answer> {
	id: number;
	answer?: Answer;
	error?: { code: ErrorCode | undefined; message: string };
}

/** Answers what comes to this thread, inside a worker. */
export function answerCalls<Question, Answer>(
	port: {
		on(event: 'message', listener: (call: WorkerCall<Question> | typeof CLOSE) => void): void;
		postMessage(reply: unknown): void;
		close(): void;
	},
	answer: (question: Question) => Answer | Promise<Answer>,
): void {
	port.postMessage(READY);
	port.on('message', async (call) => {
		if (call === CLOSE) {
			port.close();
			return;
		}
		const { id, question, language } = call;
		let reply: WorkerReply<Answer>;
		try {
			await speakLanguage(language);
			reply = { id, answer: await answer(question) };
		} catch (error) {
			const code = error instanceof AppError ? error.code : undefined;
			reply = { id, error: { code, message: (error as Error).message } };
		}
		port.postMessage(reply);
	});
}
