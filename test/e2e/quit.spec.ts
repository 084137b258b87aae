// The station ends, and can be started again, although one of its threads never exits.
import type { Worker } from 'node:worker_threads';
import { sender } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { bookFilled } from './seed';
import { newDataDir, openScreen, removeDataDir, startStation } from './station';

test('quits although threads never exit, with everything saved', async () => {
	const station = await startStation(newDataDir({ sender }));
	const trackingNumber = await bookFilled(station.page);
	const endedBy = new Promise((resolve) => station.app.process().once('exit', (_code, signal) => resolve(signal)));
	// The threads seem to have answered their calls, but are never told to end.
	await station.app.evaluate(() => {
		const { prototype } = process.getBuiltinModule('node:worker_threads').Worker;
		const { postMessage } = prototype;
		prototype.postMessage = function (this: Worker, message: unknown, ...rest: never[]) {
			if (message === 'close') setImmediate(() => this.emit('message', 'closed'));
			else postMessage.call(this, message, ...rest);
		};
	});
	await station.page.close();
	expect(await endedBy).toBe('SIGKILL');
	const next = await startStation(station.dataDir);
	await openScreen(next.page, 'Shipments');
	await expect(next.page.getByRole('row', { name: new RegExp(trackingNumber.slice(-3)) })).toBeVisible();
	await next.close();
	for (const folder of [station.dataDir, station.profileDir, next.profileDir]) removeDataDir(folder);
});
