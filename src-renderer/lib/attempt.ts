// State of a form's last action: success message, or error message with field errors.
import { computed, ref } from 'vue';
import { AppError, type FieldError } from '../../src-contract/errors';
import { errorMessage } from '../../src-contract/lib/error-message';

export function useAttempt() {
	const underWay = ref(0);
	const busy = computed(() => underWay.value > 0);
	const message = ref('');
	/** Field errors of the last action; undefined if it succeeded. */
	const fieldErrors = ref<FieldError[]>();
	let last = 0;

	/**
	 * Runs an action. An answer to an earlier action is ignored.
	 * @param work returns the success message
	 */
	async function attempt(work: () => Promise<string>): Promise<void> {
		last += 1;
		const mine = last;
		underWay.value += 1;
		fieldErrors.value = undefined;
		try {
			const done = await work();
			if (mine === last) message.value = done;
		} catch (error) {
			if (mine !== last) return;
			message.value = errorMessage(error);
			fieldErrors.value = error instanceof AppError ? error.fields : [];
		} finally {
			underWay.value -= 1;
		}
	}

	const errorOf = (field: string) => fieldErrors.value?.find(({ path }) => path === field)?.message;
	return { busy, message, fieldErrors, attempt, errorOf };
}
