// A desk whose data is damaged when it starts says so in a window, and continues with the newest copy.
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';
import { bookFilled } from './seed';
import { invoke, recordMessages, removeDataDir, shownMessages } from './station';

test('says that its data was damaged and what was restored', async ({ station }) => {
	const { page, dataDir } = station;
	const trackingNumber = await bookFilled(page);
	await recordMessages(station);
	const copies = path.join(dataDir, 'copies');
	const other = path.join(dataDir, '..', `${path.basename(dataDir)}-empty`);
	mkdirSync(other);
	await station.open(other);
	// On a slow machine, the copy of the day was written before the booking. It is written again some seconds after the next start.
	rmSync(copies, { recursive: true, force: true });
	await station.open(dataDir);
	expect(await shownMessages(station)).toEqual([]);
	await expect
		.poll(() => (readdirSync(dataDir).includes('copies') ? readdirSync(copies) : []))
		.toEqual([expect.stringMatching(/^waybill-\d{4}-\d\d-\d\d\.db$/)]);
	await station.open(other);
	truncateSync(path.join(dataDir, 'waybill.db'), 0);
	writeFileSync(path.join(dataDir, 'settings.json'), '{"settings":{"deskNa');
	await station.open(dataDir);
	const messages = await shownMessages(station);
	expect(messages.map(({ message }) => message).sort()).toEqual([
		'settings.json was damaged when Waybill started.',
		'waybill.db was damaged when Waybill started.',
	]);
	expect(messages.find(({ message }) => message.startsWith('waybill'))?.detail).toMatch(
		/kept as .*waybill-damaged-.*restored from the copy of .*check your account at the service/s,
	);
	const shipments = await invoke<{ trackingNumber: string }[]>(page, 'shipments.list', { limit: 10 });
	expect(shipments.map((shipment) => shipment.trackingNumber)).toEqual([trackingNumber]);
	expect(await invoke<{ isWelcomed: boolean }>(page, 'settings.read')).toMatchObject({ isWelcomed: true });
	removeDataDir(other);
});
