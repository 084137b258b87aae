// The open batch. The store keeps its progress while the user is on another screen.
import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { BatchPlan, BatchProgress, BatchSummary } from '../../../src-contract/model/batch';
import { call, listen } from '../../lib/bridge';

export const useBatchStore = defineStore('batch', () => {
	const batches = ref<BatchSummary[]>([]);
	const shown = ref<BatchProgress>();
	const error = ref('');
	const runningActions = ref(0);
	const busy = computed(() => runningActions.value > 0);
	/** Increases with every change, so that the view reloads its rows. */
	const version = ref(0);

	listen('batches.progressed', (progress) => {
		batches.value = batches.value.map((batch) => (batch.id === progress.id ? progress : batch));
		if (shown.value?.id !== progress.id) return;
		shown.value = progress;
		version.value += 1;
	});

	async function attempt(work: () => Promise<unknown>): Promise<void> {
		runningActions.value += 1;
		error.value = '';
		try {
			await work();
		} catch (caught) {
			error.value = errorMessage(caught);
		} finally {
			runningActions.value -= 1;
			version.value += 1;
		}
	}

	const list = () =>
		attempt(async () => {
			batches.value = await call('batches.list');
		});
	/** Id of the batch that was requested last. */
	let requestedId = 0;
	const open = (id: number) =>
		attempt(async () => {
			requestedId = id;
			const progress = await call('batches.get', { id });
			if (requestedId === id) shown.value = progress;
		});
	/** Closes the batch. A batch that is still loading is not shown when it arrives. */
	function close(): void {
		requestedId = 0;
		shown.value = undefined;
	}
	/** Counts actions, so that a late answer does not replace a newer one. */
	let lastAction = 0;
	async function show(id: number, answer: Promise<BatchProgress>): Promise<void> {
		lastAction += 1;
		const action = lastAction;
		const progress = await answer;
		// The user may have opened another batch, and answers can arrive out of order.
		if (shown.value?.id === id && action === lastAction) shown.value = progress;
	}
	/** Runs an action of the open batch. */
	const act = (method: 'batches.rate' | 'batches.start' | 'batches.pause' | 'batches.stop') =>
		attempt(async () => {
			const id = shown.value?.id;
			if (id !== undefined) await show(id, call(method, { id }));
		});
	const save = (plan: BatchPlan) =>
		attempt(async () => {
			const id = shown.value?.id;
			if (id !== undefined) await show(id, call('batches.save', { id, plan }));
		});

	return { batches, shown, error, busy, version, attempt, list, open, close, act, save };
});
