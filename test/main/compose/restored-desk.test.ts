// A desk whose data was restored sends and prints nothing that was queued then, also when it was killed while it restored.
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RESTORED_MARK_FILE, writeRestoredMark } from '../../../src-main/platform/restored-mark';
import { openServices } from '../../fixtures/desk-services';
import { orderOf } from '../../fixtures/packing-desk';
import { exampleDraft, testRequestTarget } from '../../fixtures/shipment-draft';

let dataDir = '';
beforeEach(() => {
	dataDir = mkdtempSync(path.join(tmpdir(), 'waybill-restored-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));
const open = () => openServices(dataDir, 'http://127.0.0.1:9', path.resolve('out', 'main'));

it('holds what was queued, and says why, once', async () => {
	const before = open();
	const { id } = before.shipments.queue(exampleDraft, { kind: 'cheapest' }, 12, undefined);
	await before.close();
	writeRestoredMark(dataDir);

	const restored = open();
	expect(restored.journal.summary(id).state).toBe('held');
	expect(restored.journal.history(id).at(-1)?.message).toMatch(/^Restored from a copy: it may have been booked since/);
	expect(existsSync(path.join(dataDir, RESTORED_MARK_FILE))).toBe(false);
	restored.journal.release(id, 12);
	await restored.close();

	const after = open();
	expect(after.journal.summary(id).state).toBe('queued');
	await after.close();
});

it('holds the orders that waited or were being packed: they may have been shipped since', async () => {
	const before = open();
	const source = { key: 'shop', name: 'Shop', formerKey: '' };
	const ids = ['SO-1', 'SO-2'].map((number) => before.savedOrders.takeOver(source, orderOf(number, { TEE: 1 }), 1).id);
	before.packing.open(ids[1] ?? 0, false);
	await before.close();
	writeRestoredMark(dataDir);

	const restored = open();
	expect(ids.map((id) => restored.savedOrders.detail(id).state)).toEqual(['held', 'held']);
	expect(restored.packing.queue().open).toBe(0);
	await restored.savedOrders.release(ids);
	expect(restored.packing.open(ids[1] ?? 0, false)).toMatchObject({ verdict: 'right' });
	await restored.close();
});

it('pauses running batches, and repeats no request of a backup that may be outdated', async () => {
	const before = open();
	const { batchStore, journal } = before;
	const batchId = batchStore.create(
		'orders.csv',
		{ orders: [], leftOut: [] },
		{
			rule: { kind: 'cheapest' },
			printOrder: 'listed',
			perMinute: 0,
			allowancePercent: 5,
		},
	);
	batchStore.setState(batchId, 'running');
	const { id } = journal.recordIntent(exampleDraft, 1, testRequestTarget);
	await before.close();
	writeRestoredMark(dataDir, { mayBeOutdated: true });

	const restored = open();
	expect(restored.batchStore.state(batchId)).toBe('paused');
	expect(restored.journal.summary(id).state).toBe('unknown');
	expect(restored.journal.readIntent(id).serviceTime).toBeNull();
	await restored.close();
});

it('writes the labels of its folder printers into its own folder', async () => {
	const before = open();
	const elsewhere = before.printers.get('folder-papers');
	before.printers.save({
		...elsewhere,
		device: { driver: 'folder', folder: '/srv/labels', format: 'pdf', namePattern: '{tracking}' },
	});
	await before.close();
	writeRestoredMark(dataDir, { formerDataDir: dataDir });
	const movedDir = `${dataDir}-moved`;
	rmSync(movedDir, { recursive: true, force: true });
	renameSync(dataDir, movedDir);
	dataDir = movedDir;

	const moved = open();
	const folders = moved.printers.all().map(({ device }) => 'folder' in device && device.folder);
	expect(folders).toEqual([path.join(movedDir, 'labels'), '/srv/labels']);
	await moved.close();
});
