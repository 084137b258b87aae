import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAddressTaskStore } from '../../../../src-renderer/features/addresses/address-task';
import { freshPinia } from '../../../fixtures/active-pinia';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';

let bridge: TestBridge;
let task: ReturnType<typeof useAddressTaskStore>;
beforeEach(() => {
	vi.useFakeTimers();
	bridge = installBridge();
	freshPinia();
	task = useAddressTaskStore();
});
afterEach(() => {
	vi.useRealTimers();
});
function begin(name: string) {
	let end: (result: string) => void = () => {};
	const done = task.run(name, () => new Promise<string>((resolve) => (end = resolve)));
	return { done, end: (result: string) => end(result) };
}

describe('a long task of the address book', () => {
	it('shows its progress until it is done', async () => {
		const { done, end } = begin('Importing…');
		expect(task.taskName).toBe('Importing…');
		await vi.advanceTimersByTimeAsync(200);
		await bridge.pending('addresses.progress').answer({ done: 5, total: 10 });
		expect(task.progress).toEqual({ done: 5, total: 10 });
		end('ten');
		expect(await done).toBe('ten');
		expect(task.taskName).toBe('');
		await vi.advanceTimersByTimeAsync(1000);
		expect(bridge.callsTo('addresses.progress')).toHaveLength(1);
	});

	it('does not start while another task runs', async () => {
		const { done, end } = begin('Importing…');
		const second = vi.fn(async () => 'second');
		expect(await task.run('Writing…', second)).toBeUndefined();
		expect(second).not.toHaveBeenCalled();
		expect(task.taskName).toBe('Importing…');
		end('first');
		expect(await done).toBe('first');
	});

	it('does not show the progress of the previous task', async () => {
		const first = begin('Importing…');
		await vi.advanceTimersByTimeAsync(200);
		first.end('done');
		await first.done;
		const second = begin('Writing…');
		await bridge.pending('addresses.progress').answer({ done: 10, total: 10 });
		expect(bridge.callsTo('addresses.progress')).toHaveLength(1);
		expect(task.progress).toBeNull();
		second.end('done');
		await second.done;
	});

	it('shows its error until the next task starts', async () => {
		const failed = await task.run('Importing…', () => Promise.reject(new Error('The file is damaged.')));
		expect(failed).toBeUndefined();
		expect(task.error).toBe('The file is damaged.');
		expect(task.taskName).toBe('');
		expect(await task.run('Importing…', async () => 3)).toBe(3);
		expect(task.error).toBe('');
	});

	it('can be stopped', async () => {
		void task.stop();
		expect(bridge.callsTo('addresses.cancelTask')).toHaveLength(1);
	});
});
