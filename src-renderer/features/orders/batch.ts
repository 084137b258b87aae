// The list of batches and the open batch, kept up to date by progress events.
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { AppError } from '../../../src-contract/errors';
import { errorMessage } from '../../../src-contract/lib/error-message';
import type { DroppedFile } from '../../../src-contract/model/address-import';
import type { BatchPlan, BatchProgress, BatchSummary, RepeatedOrders } from '../../../src-contract/model/batch';
import { call, listen } from '../../lib/bridge';
import { messageRef } from '../../lib/language-change';

export const useBatchStore = defineStore('batch', () => {
	const batches = ref<BatchSummary[]>([]);
	const openedBatch = ref<BatchProgress>();
	/** An order file that the user dropped on the list of batches. `OrderFileView` opens it. */
	const droppedFile = shallowRef<DroppedFile>();
	const error = messageRef();
	const runningActions = ref(0);
	const busy = computed(() => runningActions.value > 0);
	/** Increases after each action and with each progress event of the open batch, so that the view reloads the rows. */
	const changeCount = ref(0);

	listen('batches.progressed', (progress) => {
		batches.value = batches.value.map((batch) => (batch.id === progress.id ? progress : batch));
		if (openedBatch.value?.id !== progress.id) return;
		openedBatch.value = progress;
		changeCount.value += 1;
	});

	/** Runs an action and shows its error. */
	async function runAction(action: () => Promise<unknown>): Promise<void> {
		runningActions.value += 1;
		error.value = '';
		try {
			await action();
		} catch (caught) {
			error.value = errorMessage(caught);
		} finally {
			runningActions.value -= 1;
			changeCount.value += 1;
		}
	}

	const loadList = () =>
		runAction(async () => {
			batches.value = await call('batches.list');
		});
	/** Id of the batch that was requested last. */
	let requestedId = 0;
	const open = (id: number) =>
		runAction(async () => {
			requestedId = id;
			repeatedQuestion.value = '';
			const progress = await call('batches.get', { id });
			if (requestedId === id) openedBatch.value = progress;
		});
	/** Closes the open batch, and ignores a batch that is still loading. */
	function close(): void {
		requestedId = 0;
		openedBatch.value = undefined;
		repeatedQuestion.value = '';
	}
	/** Number of the last call of `showAnswer`. A late answer must not replace a newer answer. */
	let lastRequest = 0;
	async function showAnswer(id: number, answer: Promise<BatchProgress>): Promise<void> {
		lastRequest += 1;
		const request = lastRequest;
		const progress = await answer;
		// The user may have opened another batch, and answers can arrive out of order.
		if (openedBatch.value?.id === id && request === lastRequest) openedBatch.value = progress;
	}
	/** Calls a method of the main process for the open batch, and shows the answer. */
	const callForOpenBatch = (method: 'batches.rate' | 'batches.pause' | 'batches.stop') =>
		runAction(async () => {
			const id = openedBatch.value?.id;
			if (id !== undefined) await showAnswer(id, call(method, { id }));
		});
	/** The question about orders of the open batch that already have a shipment; empty when there is none. */
	const repeatedQuestion = messageRef();
	const start = (repeated: RepeatedOrders) =>
		runAction(async () => {
			const id = openedBatch.value?.id;
			repeatedQuestion.value = '';
			if (id === undefined) return;
			try {
				await showAnswer(id, call('batches.start', { id, repeated }));
			} catch (caught) {
				if (!(caught instanceof AppError && caught.code === 'batch.repeatsOrders')) throw caught;
				// The user may have opened another batch.
				if (openedBatch.value?.id === id) repeatedQuestion.value = caught.message;
			}
		});
	const savePlan = (plan: BatchPlan) =>
		runAction(async () => {
			const id = openedBatch.value?.id;
			if (id !== undefined) await showAnswer(id, call('batches.save', { id, plan }));
		});

	return {
		batches,
		openedBatch,
		droppedFile,
		error,
		busy,
		changeCount,
		runAction,
		loadList,
		open,
		close,
		callForOpenBatch,
		repeatedQuestion,
		start,
		savePlan,
	};
});
