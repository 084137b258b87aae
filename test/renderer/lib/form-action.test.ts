import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-contract/errors';
import { useFormAction } from '../../../src-renderer/lib/form-action';

describe('an action of a form', () => {
	it('is busy until it is done, and shows its message', async () => {
		const { busy, message, fieldErrors, runAction } = useFormAction();
		const done = runAction(async () => 'Saved.');
		expect(busy.value).toBe(true);
		await done;
		expect([busy.value, message.value, fieldErrors.value]).toEqual([false, 'Saved.', undefined]);
	});

	it('shows its error and the fields with errors', async () => {
		const { busy, message, errorOf, runAction } = useFormAction();
		const fields = [{ path: 'key', code: 'custom', message: 'The key is required' }];
		await runAction(async () => {
			throw new AppError('input.invalid', 'Nothing was saved.', { fields });
		});
		expect([busy.value, message.value]).toEqual([false, 'Nothing was saved.']);
		expect(errorOf('key')).toBe('The key is required');
		expect(errorOf('secret')).toBeUndefined();
	});

	it('clears the field errors of the previous action', async () => {
		const { fieldErrors, runAction } = useFormAction();
		await runAction(() => Promise.reject(new Error('no')));
		expect(fieldErrors.value).toEqual([]);
		await runAction(async () => 'Saved.');
		expect(fieldErrors.value).toBeUndefined();
	});

	it('is busy while another action runs, and shows the result of the action started last', async () => {
		const { busy, message, runAction } = useFormAction();
		let finish: (text: string) => void = () => {};
		const first = runAction(() => new Promise((resolve) => (finish = resolve)));
		await runAction(async () => 'The second.');
		expect(busy.value).toBe(true);
		finish('The first.');
		await first;
		expect([busy.value, message.value]).toEqual([false, 'The second.']);
	});
});
