// Real threads: one that answers, one that hangs, one that dies.
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createWorkerCalls, QuestionTooHard } from '../../../src-main/platform/worker-rpc';

const thread = (answer: string) => () =>
	new Worker(
		`const { parentPort } = require('node:worker_threads');
		parentPort.postMessage('ready');
		parentPort.on('message', ({ id, question }) => { ${answer} });`,
		{ eval: true },
	);
const ECHO =
	"if (question === 'hang') for (;;); if (question === 'die') process.exit(3); parentPort.postMessage({ id, answer: question });";

it('answers each question, starts the thread at the first and again after one that hangs or dies', async () => {
	let started = 0;
	const calls = createWorkerCalls<string, string>(() => {
		started += 1;
		return thread(ECHO)();
	}, 1500);
	expect(started).toBe(0);
	expect(await Promise.all(['a', 'b', 'c'].map(calls.ask))).toEqual(['a', 'b', 'c']);
	expect(started).toBe(1);
	await expect(calls.ask('hang')).rejects.toThrow('it took too long');
	expect(await calls.ask('d')).toBe('d');
	await expect(calls.ask('die')).rejects.toThrow('it ended by itself');
	expect(await calls.ask('e')).toBe('e');
	expect(started).toBe(3);
	calls.close();
});

it('does not blame a question for a thread that cannot start', async () => {
	const calls = createWorkerCalls<string, string>(() => new Worker("throw new Error('torn')", { eval: true }), 1500);
	const asked = calls.ask('a');
	await expect(asked).rejects.toThrow('its thread did not start: torn');
	await expect(asked).rejects.not.toBeInstanceOf(QuestionTooHard);
	calls.close();
});

it('asks one question at a time: those behind one that hangs are answered all the same', async () => {
	const calls = createWorkerCalls<string, string>(thread(ECHO), 1000);
	const answers = await Promise.allSettled(['a', 'hang', 'b', 'c'].map(calls.ask));
	expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.message))).toEqual([
		'a',
		'it took too long',
		'b',
		'c',
	]);
	const left = calls.ask('hang');
	calls.close();
	await expect(left).rejects.toThrow('the station is closing');
	await expect(left).rejects.not.toBeInstanceOf(QuestionTooHard);
});

it('passes on what the thread threw, with its code', async () => {
	const calls = createWorkerCalls<string, string>(
		thread("parentPort.postMessage({ id, error: { code: 'printer.mismatch', message: 'too large' } });"),
		1500,
	);
	await expect(calls.ask('x')).rejects.toMatchObject({ code: 'printer.mismatch', message: 'too large' });
	calls.close();
});

it('waits, when it finishes, until the thread has answered its current call and exited', async () => {
	let last: Worker | undefined;
	const calls = createWorkerCalls<string, string>(() => {
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
	const asked = calls.ask('work that takes 200 ms');
	const exitCode = new Promise((resolve) => last?.once('exit', resolve));
	const finished = calls.finish();
	await expect(asked).rejects.toThrow('the station is closing');
	await finished;
	// A terminated thread would exit with 1.
	expect(await exitCode).toBe(7);
	await expect(calls.ask('more')).rejects.toThrow('the station is closing');
	await createWorkerCalls<string, string>(thread(ECHO), 1500).finish();
});
