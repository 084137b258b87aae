// @vitest-environment happy-dom
import type { Pinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryHistory, createRouter, type Router } from 'vue-router';
import type { BatchRow } from '../../../../src-contract/model/batch';
import { formBackupSchema } from '../../../../src-contract/model/form-backup';
import type { EnteredDraft } from '../../../../src-contract/model/shipment-draft';
import BatchBoard from '../../../../src-renderer/features/orders/BatchBoard.vue';
import { useBatchStore } from '../../../../src-renderer/features/orders/batch';
import { useShipFormStore } from '../../../../src-renderer/features/shared/ship-form/ship-form';
import EditedRow from '../../../../src-renderer/features/ship/EditedRow.vue';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { batchOf, batchRow, shipmentDetail } from '../../../fixtures/screens';
import { exampleDraft, recipient } from '../../../fixtures/shipment-draft';

let bridge: TestBridge;
let pinia: Pinia;
let router: Router;
beforeEach(async () => {
	bridge = installBridge();
	pinia = freshPinia();
	const component = { render: () => null };
	router = createRouter({
		history: createMemoryHistory(),
		routes: ['ship', 'orders-bulk', 'shipments'].map((name) => ({ path: `/${name}/:id?`, name, component })),
	});
	await router.push('/orders-bulk/1');
});
afterEach(unmountAll);

/** Opens the only row of a batch. @returns what the Ship screen says about the row */
async function openRow(row: BatchRow, draft: EnteredDraft): Promise<Mounted> {
	const counts = { ...batchOf(1).counts, [row.state]: 1 };
	bridge.reply('batches.get', () => batchOf(1, { rowCount: 1, counts }));
	bridge.reply('batches.rows', () => [row]);
	bridge.reply('batches.draft', () => draft);
	await useBatchStore().open(1);
	const board = mount(pinia, BatchBoard, () => ({}), [router]);
	await flushPromises();
	board.find('[role=row][tabindex="0"]').click();
	await flushPromises();
	expect(router.currentRoute.value.name).toBe('ship');
	return mount(pinia, EditedRow, () => ({ row: useShipFormStore().editedRow }));
}
const problems = (notice: Mounted) => notice.findAll('li').map(({ textContent }) => textContent);

describe('a row that is opened to be corrected', () => {
	const unreadable = batchRow({
		state: 'wrong',
		rowNumbers: '9',
		fieldErrors: [
			{ path: 'contents.0.quantity', code: 'unread', message: 'Quantity: "two" is not a number' },
			{ path: 'to.city', code: 'custom', message: 'City is required' },
		],
	});
	const draft: EnteredDraft = {
		...exampleDraft,
		to: { ...recipient, city: '' },
		contents: exampleDraft.contents.map(({ quantity: _, ...content }) => content),
	};

	it('shows its row number and its errors, each until its field is changed', async () => {
		const notice = await openRow(unreadable, draft);
		expect(notice.find('h2').textContent).toBe('Row 9 of the batch');
		expect(problems(notice)).toEqual(['Quantity: "two" is not a number', 'City is required']);
		const ship = useShipFormStore();
		ship.draft.to.city = 'Berlin';
		await flushPromises();
		expect(problems(notice)).toEqual(['Quantity: "two" is not a number']);
		Object.assign(ship.draft.contents[0] ?? {}, { quantity: 2 });
		await flushPromises();
		expect(problems(notice)).toEqual([]);
		expect(notice.find('h2').textContent).toBe('Row 9 of the batch');
	});

	it('keeps them in the backup of the form', async () => {
		await openRow(unreadable, draft);
		const { draft: form, editedRow } = useShipFormStore();
		const backup = formBackupSchema.parse(JSON.parse(JSON.stringify({ draft: form, editedRow, isBeingSent: false })));
		expect(backup.editedRow?.problems?.map(({ path }) => path)).toEqual(['contents.0.quantity', 'to.city']);
	});

	it('shows why it has no price', async () => {
		const notice = await openRow(batchRow({ rateError: 'No product takes this parcel.' }), exampleDraft);
		expect(problems(notice)).toEqual(['No product takes this parcel.']);
	});

	it('shows why its shipment was rejected', async () => {
		const shipment = shipmentDetail({ state: 'rejected', message: 'The postcode is unknown.' });
		const notice = await openRow(batchRow({ state: 'rejected', shipment }), exampleDraft);
		expect(problems(notice)).toEqual(['The postcode is unknown.']);
	});
});

it('sets values for the selected rows, or for all rows if none is selected', async () => {
	const rows = [
		batchRow({ position: 1, state: 'ready' }),
		batchRow({ position: 2, state: 'ready' }),
		batchRow({ position: 3, state: 'booked' }),
	];
	bridge.reply('batches.get', () => batchOf(1, { rowCount: 3, counts: { ...batchOf(1).counts, ready: 2, booked: 1 } }));
	bridge.reply('batches.rows', () => rows);
	await useBatchStore().open(1);
	const board = mount(pinia, BatchBoard, () => ({}), [router]);
	await flushPromises();
	const boxes = () => board.findAll('[role=row] input[type=checkbox]');
	// A booked row cannot be selected.
	expect(boxes()).toHaveLength(2);
	const apply = async () => {
		await typeInto(board.find('input[aria-label="Weight of these rows"]'), '7.5');
		board.button('Apply').click();
		await flushPromises();
		const { input } = bridge.pending('batches.fillRows');
		await bridge.pending('batches.fillRows').answer({ rowCount: 1 });
		return input;
	};
	expect(await apply()).toMatchObject({ positions: null, fill: { weightKg: 7.5, parcel: null } });
	boxes()[1]?.click();
	await flushPromises();
	expect(await apply()).toMatchObject({ positions: [2], fill: { rule: null } });
	// The products that the service offers are asked for when the values are opened.
	board.find('details').dispatchEvent(new Event('toggle'));
	await bridge.pending('batches.products').answer([{ productId: 7, name: 'DHL Express' }]);
	const product = board.find('input[aria-label="Product of these rows"]');
	await typeInto(product, 'DHL');
	await pressKey(product, 'Enter');
	// The selection stays when the batch is read again.
	await useBatchStore().open(1);
	await flushPromises();
	expect(await apply()).toMatchObject({
		positions: [2],
		fill: { rule: { kind: 'product', productId: 7, name: 'DHL Express' } },
	});
});
