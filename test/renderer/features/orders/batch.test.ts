import { beforeEach, describe, expect, it } from 'vitest';
import { useBatchStore } from '../../../../src-renderer/features/orders/batch';
import { freshPinia } from '../../../fixtures/active-pinia';
import { installBridge, type TestBridge } from '../../../fixtures/bridge';
import { batchOf } from '../../../fixtures/screens';

let bridge: TestBridge;
let store: ReturnType<typeof useBatchStore>;
beforeEach(() => {
	bridge = installBridge();
	freshPinia();
	store = useBatchStore();
});
async function open(id: number): Promise<void> {
	const opened = store.open(id);
	await bridge.pending('batches.get').answer(batchOf(id));
	await opened;
}

describe('a batch', () => {
	it('is shown when it is opened last, even when its answer arrives first', async () => {
		void store.open(1);
		void store.open(2);
		const [first, second] = bridge.callsTo('batches.get');
		await second?.answer(batchOf(2));
		await first?.answer(batchOf(1));
		expect(store.openedBatch?.id).toBe(2);
	});

	it('is not shown when it was closed before its answer', async () => {
		void store.open(1);
		store.close();
		await bridge.pending('batches.get').answer(batchOf(1));
		expect(bridge.callsTo('batches.get')[0]?.isAnswered).toBe(true);
		expect(store.openedBatch).toBeUndefined();
		await open(1);
		expect(store.openedBatch?.id).toBe(1);
	});

	it('follows its own progress and ignores that of another batch', async () => {
		await open(1);
		const { changeCount } = store;
		await bridge.push('batches.progressed', batchOf(1, { state: 'running', bookedEur: 12 }));
		expect(store.openedBatch).toMatchObject({ state: 'running', bookedEur: 12 });
		expect(store.changeCount).toBe(changeCount + 1);
		await bridge.push('batches.progressed', batchOf(2, { state: 'done' }));
		expect(store.openedBatch?.id).toBe(1);
		expect(store.changeCount).toBe(changeCount + 1);
	});

	it('shows the answer to its last action, even when an earlier answer arrives later', async () => {
		await open(1);
		void store.savePlan({ ...batchOf(1).plan, perMinute: 5 });
		void store.savePlan({ ...batchOf(1).plan, perMinute: 50 });
		const [first, second] = bridge.callsTo('batches.save');
		await second?.answer(batchOf(1, { plan: { ...batchOf(1).plan, perMinute: 50 } }));
		await first?.answer(batchOf(1, { plan: { ...batchOf(1).plan, perMinute: 5 } }));
		expect(store.openedBatch?.plan.perMinute).toBe(50);
	});

	it('is not replaced by the answer to an action on the previous batch', async () => {
		await open(1);
		const started = store.start('send');
		await open(2);
		await bridge.pending('batches.start').answer(batchOf(1, { state: 'running' }));
		await started;
		expect(bridge.callsTo('batches.start').map(({ input }) => input)).toEqual([{ id: 1, repeated: 'send' }]);
		expect(store.openedBatch?.id).toBe(2);
	});

	it('is busy until the last of several actions is done', async () => {
		await open(1);
		expect(store.busy).toBe(false);
		void store.callForOpenBatch('batches.rate');
		void store.savePlan(batchOf(1).plan);
		await bridge.pending('batches.save').answer(batchOf(1));
		expect(store.busy).toBe(true);
		await bridge.pending('batches.rate').answer(batchOf(1));
		expect(store.busy).toBe(false);
	});

	it('shows why an action failed until the next action', async () => {
		await open(1);
		const started = store.start('ask');
		await bridge.pending('batches.start').fail('internal', 'There is no price yet.');
		await started;
		expect(store.error).toBe('There is no price yet.');
		expect(store.busy).toBe(false);
		void store.start('ask');
		expect(store.error).toBe('');
	});

	it('asks about orders that already have a shipment', async () => {
		await open(1);
		const started = store.start('ask');
		await bridge.pending('batches.start').fail('batch.repeatsOrders', '1 order already has a shipment: SO-1.');
		await started;
		expect([store.repeatedQuestion, store.error]).toEqual(['1 order already has a shipment: SO-1.', '']);
		void store.start('leaveOut');
		expect(store.repeatedQuestion).toBe('');
		expect(bridge.callsTo('batches.start').at(-1)?.input).toEqual({ id: 1, repeated: 'leaveOut' });
	});
});

describe('the list of batches', () => {
	it('follows the progress of each batch', async () => {
		const listed = store.loadList();
		await bridge.pending('batches.list').answer([batchOf(1), batchOf(2)]);
		await listed;
		await bridge.push('batches.progressed', batchOf(2, { state: 'done' }));
		expect(store.batches.map(({ id, state }) => [id, state])).toEqual([
			[1, 'checked'],
			[2, 'done'],
		]);
	});
});
