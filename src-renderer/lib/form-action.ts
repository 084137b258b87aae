// Runs the actions of a form, such as saving, and holds the outcome of the last one: a success message, or an error message with
// field errors.
import { computed, ref } from 'vue';
import { AppError, type FieldError } from '../../src-contract/errors';
import { errorMessage } from '../../src-contract/lib/error-message';
import { messageRef } from './language-change';

export function useFormAction() {
	const runningActions = ref(0);
	const busy = computed(() => runningActions.value > 0);
	const message = messageRef();
	/** Field errors of the last action: undefined unless the action failed, empty if its error names no field. */
	const fieldErrors = ref<FieldError[]>();
	const hasFailed = computed(() => fieldErrors.value !== undefined);
	let lastAction = 0;

	/**
	 * Runs an action. If another action starts meanwhile, the result of this one is ignored.
	 * @param action returns the success message
	 */
	async function runAction(action: () => Promise<string>): Promise<void> {
		lastAction += 1;
		const actionNumber = lastAction;
		runningActions.value += 1;
		fieldErrors.value = undefined;
		try {
			const successMessage = await action();
			if (actionNumber === lastAction) message.value = successMessage;
		} catch (error) {
			if (actionNumber !== lastAction) return;
			message.value = errorMessage(error);
			fieldErrors.value = error instanceof AppError ? error.fields : [];
		} finally {
			runningActions.value -= 1;
		}
	}

	/** Error message of the field with this path, or undefined if it has none. */
	const errorOf = (fieldPath: string) => fieldErrors.value?.find(({ path }) => path === fieldPath)?.message;
	return { busy, message, fieldErrors, hasFailed, runAction, errorOf };
}
