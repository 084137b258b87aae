import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { useAttempt } from '../../../src-renderer/lib/attempt';

describe('an attempt to submit a form', () => {
	it('is busy until it is done, and shows its message', async () => {
		const { busy, message, fieldErrors, attempt } = useAttempt();
		const done = attempt(async () => 'Saved.');
		expect(busy.value).toBe(true);
		await done;
		expect([busy.value, message.value, fieldErrors.value]).toEqual([false, 'Saved.', undefined]);
	});

	it('shows its error and the fields with errors', async () => {
		const { busy, message, errorOf, attempt } = useAttempt();
		const fields = [{ path: 'key', code: 'custom', message: 'The key is required' }];
		await attempt(async () => {
			throw new AppError('input.invalid', 'Nothing was saved.', { fields });
		});
		expect([busy.value, message.value]).toEqual([false, 'Nothing was saved.']);
		expect(errorOf('key')).toBe('The key is required');
		expect(errorOf('secret')).toBeUndefined();
	});

	it('clears the field errors of the previous attempt', async () => {
		const { fieldErrors, attempt } = useAttempt();
		await attempt(() => Promise.reject(new Error('no')));
		expect(fieldErrors.value).toEqual([]);
		await attempt(async () => 'Saved.');
		expect(fieldErrors.value).toBeUndefined();
	});

	it('is busy while another attempt runs, and shows the result of the attempt started last', async () => {
		const { busy, message, attempt } = useAttempt();
		let finish: (text: string) => void = () => {};
		const first = attempt(() => new Promise((resolve) => (finish = resolve)));
		await attempt(async () => 'The second.');
		expect(busy.value).toBe(true);
		finish('The first.');
		await first;
		expect([busy.value, message.value]).toEqual([false, 'The second.']);
	});
});
