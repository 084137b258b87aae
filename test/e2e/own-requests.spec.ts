// A start without use sends no request to another machine: Chromium and the services ask only this station's own addresses.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';
import { newDataDir, openScreen, removeDataDir, startStation } from './station';

/** Addresses of this machine. */
const OWN_ADDRESS = /^(?:(?:https?|wss?|app):\/\/)?(?:127\.0\.0\.1|localhost|\[::1\]|station)\b/;

test('a start without use asks no other machine', async ({ display: _ }) => {
	const dataDir = newDataDir();
	const logFile = path.join(dataDir, 'net-log.json');
	try {
		// Chromium writes all its requests into this file, also those of its own services, whether or not they succeed.
		const station = await startStation(dataDir, { switches: [`--log-net-log=${logFile}`] });
		await openScreen(station.page, 'Settings');
		await openScreen(station.page, 'Ship');
		await station.page.getByLabel('Reference').fill('zzz qqq');
		await station.close();
		const log = readFileSync(logFile, 'utf8');
		expect(log).toContain('"constants"');
		const hosts = [...log.matchAll(/"(?:url|host|origin)":"([^"]+)"/g)].map(([, address = '']) => address);
		expect(hosts.filter((host) => !OWN_ADDRESS.test(host))).toEqual([]);
	} finally {
		removeDataDir(dataDir);
	}
});
