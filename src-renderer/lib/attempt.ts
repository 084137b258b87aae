// State of a form's last action: success message, or error message with field errors.
import { computed, ref } from 'vue';
import { AppError, type FieldError } from '../../src-contract/errors';
import { errorMessage } from '../../src-contract/lib/error-message';

export function useAttempt() {
	const runningAttempts = ref(0);
	const busy = computed(() => runningAttempts.value > 0);
	const message = ref('');
	/** Field errors of the last action; undefined if it succeeded, empty if it failed with an error that names no field. */
	const fieldErrors = ref<FieldError[]>();
	const hasFailed = computed(() => fieldErrors.value !== undefined);
	let lastAttempt = 0;

	/**
	 * Runs an action. If another action starts meanwhile, the result of this one is ignored.
	 * @param work returns the success message
	 */
	async function attempt(work: () => Promise<string>): Promise<void> {
		lastAttempt += 1;
		const attemptNumber = lastAttempt;
		runningAttempts.value += 1;
		fieldErrors.value = undefined;
		try {
			const successMessage = await work();
			if (attemptNumber === lastAttempt) message.value = successMessage;
		} catch (error) {
			if (attemptNumber !== lastAttempt) return;
			message.value = errorMessage(error);
			fieldErrors.value = error instanceof AppError ? error.fields : [];
		} finally {
			runningAttempts.value -= 1;
		}
	}

	const errorOf = (field: string) => fieldErrors.value?.find(({ path }) => path === field)?.message;
	return { busy, message, fieldErrors, hasFailed, attempt, errorOf };
}
