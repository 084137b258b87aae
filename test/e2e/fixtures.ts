// The `test` of the end-to-end tests: one station per worker, started with an empty data folder for every test.
import { test as base } from '@playwright/test';
import type { Settings } from '../../src-contract/model/settings';
import { openVirtualDisplay } from '../../tools/display.mjs';
import { answerDialogs, newDataDir, removeDataDir, type Station, startStation } from './station';

export { expect } from '@playwright/test';

interface TestFixtures {
	/** Settings in addition to those of a desk that was set up. */
	settings: Partial<Settings>;
	station: Station;
}

interface WorkerFixtures {
	display: undefined;
	process: Station;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
	settings: [{}, { option: true }],

	// One display per worker: stations on the same display would share the clipboard.
	display: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
		async ({}, use) => {
			if (!process.env.WAYBILL_VIRTUAL_DISPLAY) return use(undefined);
			const display = await openVirtualDisplay();
			process.env.DISPLAY = display.name;
			await use(undefined);
			display.close();
		},
		{ scope: 'worker', auto: true },
	],

	process: [
		async ({ display: _ }, use) => {
			const station = await startStation();
			await use(station);
			await station.close();
			for (const folder of [station.dataDir, station.profileDir]) removeDataDir(folder);
		},
		{ scope: 'worker' },
	],

	station: async ({ process: station, settings }, use, testInfo) => {
		const before = station.dataDir;
		const folder = newDataDir(settings);
		await station.open(folder);
		if (before !== station.profileDir) removeDataDir(before);
		await answerDialogs(station, {});
		await use(station);
		if (testInfo.status !== testInfo.expectedStatus)
			await testInfo.attach('screen', { body: await station.page.screenshot(), contentType: 'image/png' });
	},
});
