// Runs real threads: one that answers, one that hangs and one that exits; and how a thread answers calls.
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { answerCalls, CLOSED, READY, type WorkerCall } from '../../../src-contract/worker-rpc';
import { areThreadsRunning } from '../../../src-main/platform/running-threads';
import { createWorkerCalls, WorkerTimeoutError } from '../../../src-main/platform/worker-rpc';
import { HANG_LIMIT_MS } from '../../fixtures/hang-limit';

/** Time limit of calls that hang on purpose. The test lasts this long; an echo is answered far sooner even on a busy machine. */
const HANG_MS = 5_000;

const thread = (answer: string) => () =>
	new Worker(
		`const { parentPort } = require('node:worker_threads');
		parentPort.postMessage('ready');
		parentPort.on('message', ({ id, args: [text] }) => { ${answer} });`,
		{ eval: true },
	);
const ECHO =
	"if (text === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); if (text === 'die') process.exit(3); parentPort.postMessage({ id, answer: text });";
/** A thread that reports that it has answered its calls, but never exits. */
const endlessThread = () =>
	new Worker(
		`const { parentPort } = require('node:worker_threads');
		parentPort.postMessage('ready');
		parentPort.on('message', (call) => parentPort.postMessage(call === 'close' ? 'closed' : { id: call.id, answer: '' }));`,
		{ eval: true },
	);
interface EchoMethods {
	echo(text: string): string;
}

it('answers each call, starts the thread at the first call, and restarts it after it hangs or exits', async () => {
	let started = 0;
	const calls = createWorkerCalls<EchoMethods>(() => {
		started += 1;
		return thread(ECHO)();
	}, HANG_MS);
	expect(started).toBe(0);
	expect(await Promise.all(['a', 'b', 'c'].map(calls.client.echo))).toEqual(['a', 'b', 'c']);
	expect(started).toBe(1);
	await expect(calls.client.echo('hang')).rejects.toThrow('it took too long');
	expect(await calls.client.echo('d')).toBe('d');
	await expect(calls.client.echo('die')).rejects.toThrow('it ended unexpectedly');
	expect(await calls.client.echo('e')).toBe('e');
	expect(started).toBe(3);
	await calls.finish();
});

it('does not report a thread that cannot start as a timeout of the call', async () => {
	const calls = createWorkerCalls<EchoMethods>(
		() => new Worker("throw new Error('torn')", { eval: true }),
		HANG_LIMIT_MS,
	);
	const answer = calls.client.echo('a');
	await expect(answer).rejects.toThrow('the worker thread did not start: torn');
	await expect(answer).rejects.not.toBeInstanceOf(WorkerTimeoutError);
	await calls.finish();
});

it('runs one call at a time, and answers the calls behind one that hangs', async () => {
	const calls = createWorkerCalls<EchoMethods>(thread(ECHO), HANG_MS);
	const answers = await Promise.allSettled(['a', 'hang', 'b', 'c'].map(calls.client.echo));
	expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
		'a',
		'it took too long',
		'b',
		'c',
	]);
	await calls.finish();
});

it('passes on the error of the thread, with its code', async () => {
	const calls = createWorkerCalls<EchoMethods>(
		thread("parentPort.postMessage({ id, error: { code: 'printer.mismatch', message: 'too large' } });"),
		HANG_LIMIT_MS,
	);
	await expect(calls.client.echo('x')).rejects.toMatchObject({ code: 'printer.mismatch', message: 'too large' });
	await calls.finish();
});

it('finishes when the thread has answered its current call and exited', async () => {
	let last: Worker | undefined;
	const calls = createWorkerCalls<EchoMethods>(() => {
		last = new Worker(
			`const { parentPort } = require('node:worker_threads');
			parentPort.postMessage('ready');
			parentPort.on('message', (call) => {
				if (call === 'close') parentPort.close();
				else {
					Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
					process.exitCode = 7;
				}
			});`,
			{ eval: true },
		);
		return last;
	}, 1500);
	const answer = calls.client.echo('work that takes 200 ms');
	const exitCode = new Promise((resolve) => last?.once('exit', resolve));
	const finished = calls.finish();
	await expect(answer).rejects.toThrow('the station is closing');
	await finished;
	// A terminated thread would exit with 1.
	expect(await exitCode).toBe(7);
	await expect(calls.client.echo('more')).rejects.toThrow('the station is closing');
	await createWorkerCalls<EchoMethods>(thread(ECHO), HANG_LIMIT_MS).finish();
});

it('does not wait for a thread that has answered its calls and never exits', async () => {
	let last: Worker | undefined;
	const calls = createWorkerCalls<EchoMethods>(() => {
		last = endlessThread();
		return last;
	}, HANG_LIMIT_MS);
	await calls.client.echo('a');
	await calls.finish(undefined, 50);
	expect(areThreadsRunning()).toBe(true);
	await last?.terminate();
});

it('starts a new thread when the one that was told to end never exits', async () => {
	const started: Worker[] = [];
	const calls = createWorkerCalls<EchoMethods>(() => {
		const worker = endlessThread();
		started.push(worker);
		return worker;
	}, HANG_LIMIT_MS);
	await calls.client.echo('a');
	await calls.end(50);
	await calls.client.echo('b');
	expect(started).toHaveLength(2);
	await calls.finish(undefined, 50);
	await Promise.all(started.map((worker) => worker.terminate()));
});

it('terminates a thread that hangs when it is to finish within a limit', async () => {
	const calls = createWorkerCalls<EchoMethods>(thread(ECHO), HANG_LIMIT_MS);
	const answer = calls.client.echo('hang');
	const finished = calls.finish(100);
	await expect(answer).rejects.toThrow('the station is closing');
	await expect(answer).rejects.not.toBeInstanceOf(WorkerTimeoutError);
	await finished;
});

it('answers a call with the result or error of the method with its name', async () => {
	const replies: unknown[] = [];
	let receive: ((call: WorkerCall | 'close') => void) | undefined;
	const close = vi.fn();
	const port = {
		on: (_event: 'message', listener: typeof receive) => {
			receive = listener;
		},
		postMessage: (reply: unknown) => void replies.push(reply),
		close,
	};
	const users: string[] = [];
	const methods = {
		join: async (...texts: string[]) => texts.join('+'),
		refuse() {
			throw new AppError('address.notFound', 'It is gone.');
		},
	};
	answerCalls(port, methods, ({ user }) => users.push(user));
	const call = (id: number, method: string, ...args: unknown[]) =>
		receive?.({ id, method, args, user: `desk ${id}`, language: 'en' });
	call(1, 'join', 'a', 'b');
	call(2, 'refuse');
	call(3, 'toString');
	await expect.poll(() => replies.length).toBe(4);
	expect(replies[0]).toBe(READY);
	expect(replies).toContainEqual({ id: 1, answer: 'a+b' });
	expect(replies).toContainEqual({ id: 2, error: { code: 'address.notFound', message: 'It is gone.' } });
	expect(replies).toContainEqual({
		id: 3,
		error: { code: undefined, message: 'the thread has no method toString' },
	});
	expect(users.sort()).toEqual(['desk 1', 'desk 2']);
	call(4, 'join', 'c');
	receive?.('close');
	await expect.poll(() => close).toHaveBeenCalledOnce();
	expect(replies.slice(4)).toEqual([{ id: 4, answer: 'c' }, CLOSED]);
});
