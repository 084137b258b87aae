// Questions to a worker thread, which is started at the first and ended when it does not answer in time.
import type { Worker } from 'node:worker_threads';

/** What crosses to the worker and back. */
export interface WorkerCall<Question> {
	id: number;
	question: Question;
}
export interface WorkerReply<Answer> {
	id: number;
	answer?: Answer;
	error?: string;
}

export function createWorkerCalls<Question, Answer>(startWorker: () => Worker, timeoutMs: number) {
	let worker: Worker | undefined;
	let lastId = 0;
	const open = new Map<number, (reply: WorkerReply<Answer>) => void>();

	function end(reason: string): void {
		void worker?.terminate();
		worker = undefined;
		for (const [id, settle] of open) settle({ id, error: reason });
		open.clear();
	}

	function running(): Worker {
		if (worker) return worker;
		worker = startWorker();
		worker.on('message', (reply: WorkerReply<Answer>) => open.get(reply.id)?.(reply));
		worker.on('error', (error) => end(error.message));
		return worker;
	}

	return {
		/** @throws an error with the worker's reason */
		ask(question: Question): Promise<Answer> {
			lastId += 1;
			const id = lastId;
			return new Promise((resolve, reject) => {
				const timer = setTimeout(() => end('it took too long'), timeoutMs);
				open.set(id, ({ answer, error }) => {
					clearTimeout(timer);
					open.delete(id);
					if (answer === undefined) reject(new Error(error ?? 'it gave no answer'));
					else resolve(answer);
				});
				running().postMessage({ id, question } satisfies WorkerCall<Question>);
			});
		},
		close: () => end('the station is closing'),
	};
}
