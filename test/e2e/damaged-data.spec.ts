// A desk whose data is damaged when it starts says so in a window, and continues with the newest copy.
import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';
import { bookFilled } from './seed';
import { invoke, removeDataDir, type Station } from './station';

interface Message {
	message: string;
	detail: string;
}
/** Records the message windows of the station. */
const recordMessages = ({ app }: Station) =>
	app.evaluate(({ dialog }) => {
		const messages: object[] = [];
		Object.assign(globalThis, { shownMessages: messages });
		dialog.showMessageBox = (async (...options: object[]) => {
			messages.push(options.at(-1) ?? {});
			return { response: 0, checkboxChecked: false };
		}) as typeof dialog.showMessageBox;
	});
const shownMessages = ({ app }: Station): Promise<Message[]> =>
	app.evaluate(() => (globalThis as unknown as { shownMessages: Message[] }).shownMessages);

test('says that its data was damaged and what was restored', async ({ station }) => {
	const { page, dataDir } = station;
	const trackingNumber = await bookFilled(page);
	await recordMessages(station);
	// The copy of a day is written some seconds after the start of the station: here, by hand.
	const copies = path.join(dataDir, 'copies');
	await station.reopen();
	expect(await shownMessages(station)).toEqual([]);
	await expect
		.poll(() => (readdirSync(dataDir).includes('copies') ? readdirSync(copies) : []))
		.toEqual([expect.stringMatching(/^waybill-\d{4}-\d\d-\d\d\.db$/)]);
	const other = path.join(dataDir, '..', `${path.basename(dataDir)}-empty`);
	mkdirSync(other);
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
