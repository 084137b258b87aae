// Runs one long task on the address book at a time, such as an import. The task continues when the user leaves the screen, and
// every screen of the address book except the conflicts shows the task. A task that reports progress can be stopped.
import { defineStore } from 'pinia';
import { ref } from 'vue';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BookProgress } from '../../../src-contract/model/address-import';
import { call } from '../../lib/bridge';
import { messageRef } from '../../lib/language-change';

const PROGRESS_INTERVAL_MS = 200;

export const useAddressTaskStore = defineStore('address-task', () => {
	/** Name of the running task; empty if none runs. */
	const taskName = ref('');
	/** Null while the running task reports no progress. The task then cannot be stopped. */
	const progress = ref<BookProgress | null>(null);
	const error = messageRef();
	/** Result of an import that ended after the user left its screen; cleared by the user or by the next task. */
	const result = ref<{ text: string; batchId?: number }>();

	/**
	 * Runs a task.
	 * @returns undefined if the task failed or was stopped (`error` holds the reason), or if another task is running
	 */
	async function run<Result>(name: string, task: () => Promise<Result>): Promise<Result | undefined> {
		if (taskName.value) return undefined;
		taskName.value = name;
		error.value = '';
		result.value = undefined;
		progress.value = null;
		let isFinished = false;
		const timer = setInterval(async () => {
			const answer = await call('addresses.progress').catch(() => null);
			// Ignore the answer if the task has ended meanwhile.
			if (!isFinished) progress.value = answer;
		}, PROGRESS_INTERVAL_MS);
		try {
			return await task();
		} catch (caught) {
			error.value = errorMessage(caught);
			return undefined;
		} finally {
			isFinished = true;
			clearInterval(timer);
			taskName.value = '';
		}
	}

	return { taskName, progress, error, result, run, stop: () => call('addresses.cancelTask') };
});
