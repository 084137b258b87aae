// The batch on the screen: how far it is, whatever other screen was looked at meanwhile.
import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { BatchPlan, BatchProgress, BatchSummary } from '../../src-contract/batch';
import { call, listen } from '../station';

export const useBatchStore = defineStore('batch', () => {
	const batches = ref<BatchSummary[]>([]);
	const shown = ref<BatchProgress>();
	const error = ref('');
	const busy = ref(false);
	/** Counts what changed, for whoever shows its rows. */
	const version = ref(0);

	listen('batches.progressed', (progress) => {
		batches.value = batches.value.map((one) => (one.id === progress.id ? progress : one));
		if (shown.value?.id !== progress.id) return;
		shown.value = progress;
		version.value += 1;
	});

	async function attempt(work: () => Promise<unknown>): Promise<void> {
		busy.value = true;
		error.value = '';
		try {
			await work();
		} catch (caught) {
			error.value = (caught as Error).message;
		} finally {
			busy.value = false;
			version.value += 1;
		}
	}

	const list = () =>
		attempt(async () => {
			batches.value = await call('batches.list');
		});
	/** The last that was asked for. */
	let wanted = 0;
	const open = (id: number) =>
		attempt(async () => {
			wanted = id;
			const progress = await call('batches.get', { id });
			if (wanted === id) shown.value = progress;
		});
	/** Another batch may have been opened meanwhile. */
	async function show(id: number, answer: Promise<BatchProgress>): Promise<void> {
		const progress = await answer;
		if (shown.value?.id === id) shown.value = progress;
	}
	/** One of the batch's own actions. */
	const act = (method: 'batches.rate' | 'batches.start' | 'batches.pause' | 'batches.stop') =>
		attempt(async () => {
			const { id } = shown.value as BatchProgress;
			await show(id, call(method, { id }));
		});
	const save = (plan: BatchPlan) =>
		attempt(async () => {
			const { id } = shown.value as BatchProgress;
			await show(id, call('batches.save', { id, plan }));
		});

	return { batches, shown, error, busy, version, attempt, list, open, act, save };
});
