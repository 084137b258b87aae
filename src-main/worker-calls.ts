// Questions to a worker thread, which is started at the first and ended when it does not answer in time.
import type { Worker } from 'node:worker_threads';
import { AppError } from '../src-contract/errors';
import type { WorkerCall, WorkerReply } from '../src-contract/worker-calls';

export function createWorkerCalls<Question, Answer>(startWorker: () => Worker, timeoutMs: number) {
	let worker: Worker | undefined;
	let lastId = 0;
	let isClosed = false;
	const open = new Map<number, (reply: WorkerReply<Answer>) => void>();

	function end(reason: string): void {
		void worker?.terminate();
		worker = undefined;
		for (const [id, settle] of [...open]) settle({ id, error: { code: undefined, message: reason } });
	}

	function running(): Worker {
		if (isClosed) throw new Error('the station is closing');
		if (worker) return worker;
		const started = startWorker();
		worker = started;
		started.on('message', (reply: WorkerReply<Answer>) => open.get(reply.id)?.(reply));
		// An earlier one that ends late must not take its successor with it.
		started.on('error', (error) => worker === started && end(error.message));
		started.on('exit', () => worker === started && end('it ended by itself'));
		return started;
	}

	return {
		/** @throws AppError as the worker threw it, else an error with the reason */
		ask(question: Question): Promise<Answer> {
			lastId += 1;
			const id = lastId;
			return new Promise((resolve, reject) => {
				const timer = setTimeout(() => end('it took too long'), timeoutMs);
				open.set(id, ({ answer, error }) => {
					clearTimeout(timer);
					open.delete(id);
					if (!error) resolve(answer as Answer);
					else reject(error.code ? new AppError(error.code, error.message) : new Error(error.message));
				});
				try {
					running().postMessage({ id, question } satisfies WorkerCall<Question>);
				} catch (error) {
					open.get(id)?.({ id, error: { code: undefined, message: (error as Error).message } });
				}
			});
		},
		close(): void {
			isClosed = true;
			end('the station is closing');
		},
	};
}
