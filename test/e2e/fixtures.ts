// The end-to-end tests' own `test`: one station for each worker, which every test gets with an empty data folder.
import { rmSync } from 'node:fs';
import { test as base, type Page } from '@playwright/test';
import type { Address } from '../../src-contract/address';
import type { Settings } from '../../src-contract/settings';
import type { KeptComposition } from '../../src-contract/shipment';
import { openVirtualDisplay } from '../../tools/display.mjs';
import { composition, recipient } from '../fixtures/composition';
import { answerDialogs, book, invoke, newDataDir, type Station, startStation, waitForOptions } from './station';

export { expect } from '@playwright/test';

interface TestFixtures {
	/** Settings that the desk starts with, beside those of a desk that was set up. */
	settings: Partial<Settings>;
	station: Station;
}

interface WorkerFixtures {
	display: undefined;
	process: Station;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
	settings: [{}, { option: true }],

	// A display for each worker: two stations on one would share the clipboard.
	display: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern
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
			rmSync(station.dataDir, { recursive: true, force: true });
		},
		{ scope: 'worker' },
	],

	station: async ({ process: station, settings }, use, testInfo) => {
		const before = station.dataDir;
		await station.open(newDataDir(settings));
		rmSync(before, { recursive: true, force: true });
		await answerDialogs(station, {});
		await use(station);
		if (testInfo.status !== testInfo.expectedStatus)
			await testInfo.attach('screen', { body: await station.page.screenshot(), contentType: 'image/png' });
	},
});

const swissRecipient: Address = {
	...recipient,
	companyName: 'Muster AG',
	contactPerson: 'Zoë Müller',
	addressLine1: 'Bahnhofstrasse 10',
	zipcode: '8001',
	city: 'Zürich',
	countryCode: 'CH',
	phone: '+41441234567',
};

/** A shipment from the desk's sender to a known recipient; both are in the address book, as after typing them. */
export async function fillShip(page: Page, changes: Partial<KeptComposition> = {}): Promise<void> {
	const { from, to, parcels, contents, reference, reasonForExport, incoterms } = { ...composition, ...changes };
	for (const address of [to, from]) {
		const known = await invoke<{ companyName: string }[]>(page, 'addresses.search', {
			text: address.companyName,
			limit: 5,
		});
		if (!known.some(({ companyName }) => companyName === address.companyName))
			await invoke(page, 'addresses.save', address);
	}
	await page.evaluate(
		(fields) => {
			const { __vue_app__: app } = document.querySelector('#app') as unknown as {
				__vue_app__: { config: { globalProperties: { $pinia: { state: { value: { ship: { draft: object } } } } } } };
			};
			Object.assign(app.config.globalProperties.$pinia.state.value.ship.draft, fields);
		},
		{ from, to, parcels, contents, reference, reasonForExport, incoterms },
	);
	await page.getByRole('region', { name: 'To', exact: true }).getByText(to.addressLine1).waitFor();
}

/** A dutiable shipment, whose papers are filled in. */
export const fillDutiableShip = (page: Page, changes: Partial<KeptComposition> = {}): Promise<void> =>
	fillShip(page, { to: swissRecipient, reasonForExport: 'commercial', incoterms: 'DAP', ...changes });

/** From the Ship screen to the label. @returns the tracking number */
export async function bookFilled(page: Page, changes: Partial<KeptComposition> = {}): Promise<string> {
	await fillShip(page, changes);
	await waitForOptions(page);
	return book(page);
}

/** The desk uses this partner service from now on, with a key for this run. */
export async function usePartner({ page }: Station, serviceUrl: string, secret = 'secret-of-a-test'): Promise<void> {
	const settings = await invoke<Settings>(page, 'settings.read');
	await invoke(page, 'settings.save', { ...settings, serviceUrl });
	await invoke(page, 'credentials.set', { key: 'key', secret, protection: 'memory' });
	await page.reload();
	await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}
