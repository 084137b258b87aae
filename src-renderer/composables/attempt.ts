// What a form says of what it tried: that it was done, or why not and at which fields.
import { ref } from 'vue';
import { AppError, type FieldFault } from '../../src-contract/errors';

export function useAttempt() {
	const busy = ref(false);
	const message = ref('');
	/** Of the last try; undefined: it went well. */
	const faults = ref<FieldFault[]>();

	/** @param work says what was done */
	async function attempt(work: () => Promise<string>): Promise<void> {
		busy.value = true;
		faults.value = undefined;
		try {
			message.value = await work();
		} catch (error) {
			message.value = (error as Error).message;
			faults.value = error instanceof AppError ? error.fields : [];
		} finally {
			busy.value = false;
		}
	}

	const faultOf = (field: string) => faults.value?.find(({ path }) => path === field)?.message;
	return { busy, message, faults, attempt, faultOf };
}
