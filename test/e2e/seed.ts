// Sets the initial state of a test through calls where input is not what is tested.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright';
import type { Address } from '../../src-contract/model/address';
import { emptyItem, type Item, type SavedItem } from '../../src-contract/model/item';
import type { OrderFile } from '../../src-contract/model/order';
import type { Settings } from '../../src-contract/model/settings';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { plainPlan } from '../fixtures/orders';
import { exampleDraft, recipient } from '../fixtures/shipment-draft';
import { answerDialogs, book, invoke, type Station, waitForOptions } from './station';

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

/** Fills in a shipment from the desk's sender to a known recipient. Both are in the address book, as after typing them. */
export async function fillShip(page: Page, changes: Partial<EnteredDraft> = {}): Promise<void> {
	const { from, to, parcels, contents, reference, reasonForExport, incoterms } = { ...exampleDraft, ...changes };
	for (const address of [to, from]) {
		const found = await invoke<{ companyName: string }[]>(page, 'addresses.search', {
			text: address.companyName,
			limit: 5,
		});
		if (!found.some(({ companyName }) => companyName === address.companyName))
			await invoke(page, 'addresses.save', address);
	}
	await page.evaluate(
		(fields) => {
			const { __vue_app__: app } = document.querySelector('#app') as unknown as {
				__vue_app__: {
					config: { globalProperties: { $pinia: { state: { value: { 'ship-form': { draft: object } } } } } };
				};
			};
			Object.assign(app.config.globalProperties.$pinia.state.value['ship-form'].draft, fields);
		},
		{ from, to, parcels, contents, reference, reasonForExport, incoterms },
	);
	await page.getByRole('region', { name: 'To', exact: true }).getByText(to.addressLine1).waitFor();
}

/** Fills in a dutiable shipment with its papers. */
export const fillDutiableShip = (page: Page, changes: Partial<EnteredDraft> = {}): Promise<void> =>
	fillShip(page, { to: swissRecipient, reasonForExport: 'commercial', incoterms: 'DAP', ...changes });

/** Books from the Ship screen and waits for the label. @returns the tracking number */
export async function bookFilled(page: Page, changes: Partial<EnteredDraft> = {}): Promise<string> {
	await fillShip(page, changes);
	await waitForOptions(page);
	return book(page);
}

/** Connects the desk to this partner service, with a key that is kept in memory. */
export async function usePartner({ page }: Station, serviceUrl: string, secret = 'secret-of-a-test'): Promise<void> {
	const settings = await invoke<Settings>(page, 'settings.read');
	await invoke(page, 'settings.save', { ...settings, serviceUrl });
	await invoke(page, 'credentials.set', { key: 'key', secret, protection: 'memory' });
	await page.reload();
	await page.getByRole('navigation', { name: 'Screens' }).waitFor();
}

/** Adds an item that can be shipped, with its SKU as its bar code unless `changes` has others. */
export const saveItem = (page: Page, changes: Partial<Item> & Pick<Item, 'sku'>): Promise<SavedItem> =>
	invoke(page, 'items.save', {
		...emptyItem,
		name: changes.sku,
		codes: [{ code: changes.sku, quantity: 1 }],
		weightKg: 0.4,
		hsCode: '610910',
		originCountry: 'NL',
		priceEur: 12.5,
		...changes,
	});

/** Imports a CSV file of orders into the desk. The settings must have a sender. */
export async function importOrderFile(station: Station, csv: string, name = 'orders.csv'): Promise<void> {
	const { page, dataDir } = station;
	const file = path.join(dataDir, name);
	writeFileSync(file, csv);
	await answerDialogs(station, { open: file });
	const { columns } = await invoke<OrderFile>(page, 'orders.open');
	const plan = { ...plainPlan, columns: columns.map(({ target }) => target) };
	await invoke(page, 'orders.createBatch', { plan, allowDuplicate: false });
}
