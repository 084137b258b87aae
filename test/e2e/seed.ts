// Sets the initial state of a test through calls where input is not what is tested.
import type { Page } from 'playwright';
import type { Address } from '../../src-contract/model/address';
import type { Settings } from '../../src-contract/model/settings';
import type { EnteredDraft } from '../../src-contract/model/shipment-draft';
import { exampleDraft, recipient } from '../fixtures/shipment-draft';
import { book, invoke, type Station, waitForOptions } from './station';

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
