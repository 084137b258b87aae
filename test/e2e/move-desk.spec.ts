// A desk is backed up, moved to another data folder and restored there: nothing is booked again, and the former desk says that it was
// moved.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findElectron } from '../../tools/electron-executable.mjs';
import { electronSwitches } from '../../tools/electron-switches.mjs';
import { projectRoot } from '../../tools/project-root.mjs';
import { booked, json, RATES, startPartnerServer } from '../fixtures/partner-server';
import { exampleDraft } from '../fixtures/shipment-draft';
import { expect, test } from './fixtures';
import { bookFilled, usePartner } from './seed';
import {
	answerDialogs,
	emptyDataDir,
	invoke,
	openScreen,
	recordMessages,
	removeDataDir,
	type Station,
	shownMessages,
} from './station';

const PASSPHRASE = 'four words of a test';

interface ListedShipment {
	state: string;
	trackingNumber: string;
}
const listShipments = ({ page }: Station) => invoke<ListedShipment[]>(page, 'shipments.list', { limit: 10 });

async function typePassphrase({ page }: Station): Promise<void> {
	await openScreen(page, 'Settings');
	await page.getByLabel('Passphrase for the file').fill(PASSPHRASE);
	await page.getByLabel('Repeat the passphrase').fill(PASSPHRASE);
}

test('moves to another folder, books nothing again there, and says here that it was moved', async ({ station }) => {
	const { page, dataDir } = station;
	const server = await startPartnerServer((request, response, body) => {
		if (request.url?.endsWith('/rates')) json(200, RATES)(request, response, body);
		else if (server.bookings.length === 1) json(200, booked(undefined))(request, response, body);
		else request.socket.destroy();
	});
	const otherFolder = emptyDataDir();
	const backupFolder = emptyDataDir();
	const file = path.join(backupFolder, 'desk.waybill-desk');
	try {
		await usePartner(station, server.url);
		await invoke(page, 'shipments.create', { draft: exampleDraft, productId: 1, book: true });
		// The answer to the second booking is lost.
		await invoke(page, 'shipments.create', {
			draft: { ...exampleDraft, reference: 'R-2' },
			productId: 1,
			book: true,
		}).catch(() => {});
		// The price is above the limit, so the shipment would be held; the move is quicker or not, it is held either way.
		await invoke(page, 'shipments.queue', {
			draft: { ...exampleDraft, reference: 'R-3' },
			rule: { kind: 'cheapest' },
			limitEur: 1,
		});
		await expect
			.poll(async () => (await listShipments(station)).map(({ state }) => state).sort())
			.toEqual(['booked', 'held', 'unknown']);
		expect(server.bookings).toHaveLength(2);

		await typePassphrase(station);
		await answerDialogs(station, { save: file });
		await recordMessages(station, ['Move']);
		await page.getByRole('button', { name: 'Move to another computer…' }).click();
		await expect
			.poll(async () => (await shownMessages(station)).map(({ message }) => message))
			.toEqual([
				'Move this desk to another computer?',
				expect.stringContaining('This desk was moved to another computer on'),
			]);
		expect(statSync(file).mode & 0o077).toBe(0);

		await station.open(otherFolder);
		const firstRun = page.getByRole('dialog');
		await firstRun.getByRole('button', { name: 'Restore a desk from a backup…' }).click();
		await firstRun.getByLabel('Passphrase of the backup').fill('another passphrase');
		await answerDialogs(station, { open: file });
		await recordMessages(station, ['Restore']);
		await firstRun.getByRole('button', { name: 'Choose a backup…' }).click();
		await expect(firstRun.getByRole('status')).toHaveText(/Wrong passphrase\. Nothing was changed/);
		await firstRun.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
		await firstRun.getByRole('button', { name: 'Choose a backup…' }).click();
		await expect
			.poll(async () => (await shownMessages(station)).map(({ message }) => message))
			.toEqual([expect.stringMatching(/^Restore the desk of/), 'This desk was restored.']);
		await page.getByRole('navigation', { name: 'Screens' }).waitFor();
		await expect(firstRun).toHaveCount(0);
		expect((await listShipments(station)).map(({ state }) => state).sort()).toEqual(['booked', 'held', 'unknown']);
		expect(await invoke<{ state: string }>(page, 'credentials.status')).toMatchObject({ state: 'absent' });
		expect(readdirSync(otherFolder)).not.toContain('restored.json');
		const printers = await invoke<{ printer: { device: { folder?: string } } }[]>(page, 'printers.list');
		expect(printers.map(({ printer }) => printer.device.folder)).toContain(path.join(otherFolder, 'labels'));
		expect(server.bookings).toHaveLength(2);

		await recordMessages(station, ['Use this desk again']);
		await station.open(dataDir);
		expect((await shownMessages(station)).map(({ message }) => message)).toEqual([
			expect.stringContaining('This desk was moved to another computer on'),
		]);
		await recordMessages(station);
		await station.reopen();
		expect(await shownMessages(station)).toEqual([]);
		expect(server.bookings).toHaveLength(2);
	} finally {
		await server.close();
		removeDataDir(backupFolder);
	}
});

test('continues, and says why, when it cannot be moved', async ({ station }) => {
	const { page, dataDir } = station;
	await typePassphrase(station);
	await answerDialogs(station, { save: path.join(dataDir, 'no-such-folder', 'desk.waybill-desk') });
	await recordMessages(station, ['Move']);
	await page.getByRole('button', { name: 'Move to another computer…' }).click();
	await expect(page.getByText(/The file could not be written: ENOENT/)).toBeVisible();
	expect(existsSync(path.join(dataDir, 'moved.json'))).toBe(false);
	await openScreen(page, 'Ship');
	await bookFilled(page);
});

test('is backed up by a command while it is open', async ({ station }) => {
	const { page, dataDir } = station;
	const trackingNumber = await bookFilled(page);
	const file = path.join(dataDir, 'night.waybill-desk');
	const run = (passphrase: string) =>
		promisify(execFile)(findElectron().path, [projectRoot, ...electronSwitches(), `--back-up-desk=${file}`], {
			env: { ...process.env, WAYBILL_DATA_DIR: dataDir, WAYBILL_BACKUP_PASSPHRASE: passphrase },
		});
	await expect(run('short')).rejects.toMatchObject({ code: 2 });
	expect(existsSync(file)).toBe(false);
	expect((await run(PASSPHRASE)).stdout).toContain('read again and checked');

	await openScreen(page, 'Settings');
	await page.getByLabel('Passphrase of the backup').fill(PASSPHRASE);
	await answerDialogs(station, { open: file });
	await recordMessages(station, ['Restore']);
	await page.getByRole('button', { name: 'Choose a backup…' }).click();
	await expect.poll(async () => (await shownMessages(station)).length).toBe(2);
	await page.getByRole('navigation', { name: 'Screens' }).waitFor();
	expect((await listShipments(station)).map((shipment) => shipment.trackingNumber)).toEqual([trackingNumber]);
	expect(readdirSync(dataDir).filter((name) => name.startsWith('before-restore-'))).toHaveLength(1);
});
