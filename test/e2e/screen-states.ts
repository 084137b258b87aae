// States of the screens in which their layout is checked, each with realistic data: long names, several lines, errors and notices.
// Within a group, a state may need the states before it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { EVENT_CHANNEL } from '../../src-contract/api/channels';
import type { EventName, StationEvents, StationStatus } from '../../src-contract/api/events';
import type { Address } from '../../src-contract/model/address';
import { emptyItem } from '../../src-contract/model/item';
import type { Settings } from '../../src-contract/model/settings';
import type { ShipmentSummary } from '../../src-contract/model/shipment';
import { ordersCsv } from '../fixtures/orders';
import { exampleDraft, recipient, sender } from '../fixtures/shipment-draft';
import { fillDutiableShip, importOrderFile, saveItem } from './seed';
import {
	answerDialogs,
	changeSettings,
	chooseCountry,
	invoke,
	openScreen,
	type Station,
	scan,
	waitForOptions,
} from './station';

export interface ScreenState {
	/** Starts with the name of the screen. */
	name: string;
	/** Brings the station into the state, in English. */
	show(station: Station): Promise<void>;
	/** Shows again what the screens lose when settings change. */
	showAgain?(station: Station): Promise<void>;
}

const LONG_NAME = 'Hanseatische Verpackungs- und Versandgesellschaft Beispiel mbH & Co. KG';
const swissRecipient: Address = {
	...recipient,
	companyName: LONG_NAME,
	contactPerson: 'Dr. Maximiliane-Katharina Musterfrau-Beispielhausen',
	addressLine1: 'Untere Bahnhofstrasse 110, Gebäude C, Rampe 12',
	zipcode: '8001',
	city: 'Zürich',
	countryCode: 'CH',
	phone: '+41441234567',
};

const NAMES = [
	LONG_NAME,
	'Exemple & Fils',
	'Voorbeeld Logistiek BV',
	'Παράδειγμα ΑΕ',
	'شركة المثال للتجارة',
	'Przykład sp. z o.o.',
];
const addresses: Address[] = Array.from({ length: 24 }, (_, index) => ({
	...recipient,
	companyName: `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : ` ${index}`}`,
	contactPerson: index % 4 === 0 ? swissRecipient.contactPerson : `Contact ${index}`,
	email: `goods-in.${index}@a-long-name-of-a-company.example.com`,
	city: index % 5 === 0 ? 'Villingen-Schwenningen' : 'Berlin',
}));

async function importOrders(station: Station): Promise<void> {
	const { page, dataDir } = station;
	const file = path.join(dataDir, 'orders-of-monday-morning.csv');
	// The last order lacks a phone number.
	writeFileSync(file, ordersCsv(8).replace('+31 20 555 1008', ''));
	await answerDialogs(station, { open: file });
	await openScreen(page, 'Orders');
	await page.getByRole('button', { name: 'Import orders…' }).click();
	await page.getByRole('button', { name: 'Import orders', exact: true }).waitFor();
}

/** Opens the list of batches. */
async function openBulkMode(page: Page): Promise<void> {
	await openScreen(page, 'Orders');
	await page.getByRole('button', { name: 'Bulk mode', exact: true }).click();
	await page.getByRole('heading', { name: 'Bulk mode' }).waitFor();
}

/** Opens the second tab of the Quote screen. */
async function openDuties(page: Page): Promise<void> {
	await page.evaluate(() => {
		location.hash = '#/duties';
	});
	await page.waitForFunction(() => document.title === 'Waybill · Duties');
}

const PACK_TITLES =
	'Order number;Company;Street;Postcode;City;Country;Phone;E-mail;SKU;Item description;Quantity;Unit price;Made in;Length;Width;Height;Customer note;Gift message';
/** Orders for Pack. The last one lacks a phone number, so that it cannot be booked. */
const PACK_ORDERS = [
	['SO-2026-000123', 'TEE-RED-XL', 2, '+49 30 123456'],
	['SO-2026-000123', 'CAM', 1, '+49 30 123456'],
	['SO-2026-000123', 'NUT', 1200, '+49 30 123456'],
	['SO-2026-000124', 'CAP', 1, '+49 30 123456'],
	['SO-2026-000125', 'CAP', 1, '+49 30 123456'],
	['SO-2026-000126', 'CAP', 1, ''],
].map(
	([number, sku, quantity, phone]) =>
		`${number};${LONG_NAME};Invalidenstraße 10;10115;Berlin;Germany;${phone};goods-in@example.com;${sku};The ${sku};${quantity};12,50;NL;30;20;10;Please leave it with the neighbours at number 12;Happy birthday from all of us!`,
);

async function importPackOrders(station: Station): Promise<void> {
	const { page } = station;
	const name = 'Waterproof hiking jacket for women, recycled polyester, size XL';
	const packingNote = 'Fold it with the print inside, and put the booklet between the sleeves.';
	await saveItem(page, { sku: 'TEE-RED-XL', name, packingNote, flags: ['isFragile', 'isUpright', 'hasBattery'] });
	await saveItem(page, { sku: 'CAM', name: 'Camera', flags: ['needsSerial'] });
	await saveItem(page, { sku: 'NUT', name: 'Nuts', codes: [] });
	await saveItem(page, { sku: 'CAP', name: 'Cap' });
	await importOrderFile(station, [PACK_TITLES, ...PACK_ORDERS].join('\r\n'));
}
const waitForVerdict = (page: Page, verdict: string) => page.locator(`[data-verdict=${verdict}]`).waitFor();
const waitForPhase = (page: Page, phase: string) => page.locator(`[data-phase=${phase}]`).waitFor();
/** Opens an order on the Pack screen by a scan of its number. */
async function openPackOrder(page: Page, number: string): Promise<void> {
	await scan(page, number);
	await page.getByTestId('pack-order').getByText(number).waitFor();
}
/** Puts the order on the Pack screen off. */
async function putOff(page: Page): Promise<void> {
	await scan(page, 'LATERCODE');
	await page.getByTestId('pack-order').waitFor({ state: 'detached' });
}

/** Sends an event to the screens, as the main process does. */
const push = <Name extends EventName>({ app }: Station, name: Name, detail: StationEvents[Name]): Promise<void> =>
	app.evaluate(
		({ BrowserWindow }, [channel, event]) => {
			for (const window of BrowserWindow.getAllWindows()) window.webContents.send(channel, event);
		},
		[EVENT_CHANNEL, { name, detail }] as const,
	);

/** A status with everything that the header can show. */
async function pushBusyStatus(station: Station): Promise<void> {
	const status = await invoke<StationStatus>(station.page, 'station.status');
	await push(station, 'station.statusChanged', {
		...status,
		service: 'offline',
		unknownCount: 12,
		failedPrintCount: 3,
		readyUpdateVersion: '9.9.9',
		outbox: { ...status.outbox, queued: 27, held: 1, refused: 4 },
	});
}

async function pushRefusedShipment(station: Station): Promise<void> {
	const [shipment] = await invoke<ShipmentSummary[]>(station.page, 'shipments.list', { limit: 1 });
	await push(station, 'outbox.shipmentRefused', {
		...(shipment as ShipmentSummary),
		recipient: LONG_NAME,
		message: 'The postcode 8001 does not belong to the city Villingen-Schwenningen. Nothing was sent.',
	});
}

export const SCREEN_GROUPS: Record<string, ScreenState[]> = {
	'Ship, Quote and Duties': [
		{
			name: 'ship-empty',
			show: ({ page }) => page.getByRole('combobox', { name: /To: search/ }).waitFor(),
		},
		{
			name: 'ship-errors',
			async show({ page }) {
				await page.keyboard.press('Control+Enter');
				await page.getByRole('alert').first().waitFor();
			},
		},
		{
			name: 'ship-address',
			async show({ page }) {
				await page.keyboard.press('F2');
				await page.getByLabel('To: Company', { exact: true }).waitFor();
			},
		},
		{
			name: 'ship-filled',
			async show({ page }) {
				await page.reload();
				await page.getByRole('combobox', { name: /To: search/ }).waitFor();
				const [parcel] = exampleDraft.parcels;
				const [content] = exampleDraft.contents;
				if (!parcel || !content) throw new Error('the example shipment has no parcel or item');
				await fillDutiableShip(page, {
					to: swissRecipient,
					parcels: [parcel, { ...parcel, count: 12, weightKg: 21.75 }],
					contents: [
						{ ...content, priceEur: 34.5, quantity: 25 },
						{ ...content, description: 'Waterproof hiking jackets for women, recycled polyester', hsCode: '' },
					],
				});
				await waitForOptions(page);
				await page.getByRole('region', { name: 'Duties and taxes' }).getByText('VAT').first().waitFor();
			},
		},
		{
			name: 'duties',
			async show({ page }) {
				await openDuties(page);
				await page.keyboard.press('Alt+s');
				await page.getByTestId('landed-cost').waitFor();
			},
		},
		{
			name: 'quote',
			async show({ page }) {
				await page.getByRole('link', { name: 'Quote', exact: true }).last().click();
				await page.waitForFunction(() => document.title === 'Waybill · Quote');
				await chooseCountry(page, 'To: country', 'France');
				await page.keyboard.press('Alt+2');
				await waitForOptions(page);
			},
		},
		{
			name: 'ship-booked',
			async show({ page }) {
				await openScreen(page, 'Ship');
				await waitForOptions(page);
				// The second item has no HS code, so a warning comes first. A key press is ignored until it could be read, so it is repeated.
				await expect(async () => {
					await page.keyboard.press('Control+Enter');
					await expect(page.getByTestId('tracking-number')).toBeVisible({ timeout: 2000 });
				}).toPass();
				await page.locator('canvas[data-drawn="true"]').first().waitFor();
			},
		},
	],
	Pack: [
		{
			name: 'pack-empty',
			async show({ page }) {
				await openScreen(page, 'Pack');
				await page.getByText('No order waits to be packed.').waitFor();
			},
		},
		{
			name: 'pack-queue',
			async show(station) {
				await importPackOrders(station);
				await station.page.getByRole('button', { name: /Open the next order/ }).waitFor();
			},
		},
		{
			name: 'pack-notes',
			async show({ page }) {
				await openPackOrder(page, 'SO-2026-000123');
				await page.getByTestId('pack-notes').waitFor();
			},
		},
		{
			name: 'pack-scanning',
			async show({ page }) {
				await scan(page, 'TEE-RED-XL');
				await page.getByTestId('pack-last-count').waitFor();
			},
		},
		{
			name: 'pack-wrong',
			async show({ page }) {
				await scan(page, 'CAP');
				await waitForVerdict(page, 'wrong');
			},
			// The answer to a scan goes when the language changes.
			async showAgain({ page }) {
				await scan(page, 'CAP');
				await waitForVerdict(page, 'wrong');
			},
		},
		{
			name: 'pack-unknown-code',
			async show({ page }) {
				await scan(page, 'NO-SUCH-CODE');
				await page.getByTestId('pack-title').getByText('Unknown code').waitFor();
				await page.keyboard.press('Alt+c');
				await page.getByTestId('pack-teach').waitFor();
			},
		},
		{
			name: 'pack-problem',
			async show({ page }) {
				await page.keyboard.press('Escape');
				await page.keyboard.press('Alt+h');
				await page.getByTestId('pack-problem').waitFor();
			},
		},
		{
			name: 'pack-count',
			async show({ page }) {
				await page.keyboard.press('Escape');
				await page.getByRole('button', { name: 'Count by hand' }).last().click();
				await page.getByLabel('Pieces of Nuts to pack').waitFor();
			},
		},
		{
			name: 'pack-question',
			async show({ page }) {
				await page.keyboard.press('Escape');
				await scan(page, 'CAM');
				await waitForVerdict(page, 'ask');
			},
		},
		{
			name: 'pack-put-off',
			async show({ page }) {
				await scan(page, 'SERIAL-0001');
				await waitForVerdict(page, 'right');
				await putOff(page);
				await page.getByRole('heading', { name: 'To continue' }).waitFor();
			},
		},
		{
			name: 'pack-confirming',
			async show({ page }) {
				const { packing } = await invoke<Settings>(page, 'settings.read');
				await changeSettings(page, { packing: { ...packing, booksAfterLastItem: false } });
				await openPackOrder(page, 'SO-2026-000124');
				await scan(page, 'CAP');
				await waitForPhase(page, 'confirming');
			},
		},
		{
			name: 'pack-label',
			async show({ page }) {
				await scan(page, 'FINISHCODE');
				await waitForPhase(page, 'label');
			},
		},
		{
			name: 'pack-staged',
			async show({ page }) {
				await putOff(page);
				await openPackOrder(page, 'SO-2026-000126');
				await scan(page, 'CAP');
				await waitForPhase(page, 'confirming');
				await scan(page, 'FINISHCODE');
				await waitForPhase(page, 'staged');
			},
		},
		{
			name: 'pack-take-over',
			async show({ page }) {
				await putOff(page);
				await openPackOrder(page, 'SO-2026-000125');
				await changeSettings(page, { deskName: 'Packing desk 5, hall C' });
				await page.reload();
				await page.getByText('To continue').waitFor();
				await scan(page, 'SO-2026-000125');
				await page.getByTestId('pack-take-over').waitFor();
			},
			async showAgain({ page }) {
				await scan(page, 'SO-2026-000125');
				await page.getByTestId('pack-take-over').waitFor();
			},
		},
	],
	'Orders, Shipments and Reports': [
		{
			name: 'orders-empty',
			async show({ page }) {
				await openScreen(page, 'Orders');
				await page.getByRole('button', { name: 'Import orders', exact: true }).waitFor();
			},
		},
		{ name: 'orders-import', show: importOrders },
		{
			name: 'orders-bulk-rows',
			async show({ page }) {
				await page.getByRole('button', { name: 'Import orders', exact: true }).click();
				await page.getByRole('button', { name: 'Get rates' }).waitFor();
			},
		},
		{
			name: 'orders',
			async show({ page }) {
				await openScreen(page, 'Orders');
				await page.getByRole('button', { name: /^All/ }).click();
				await page.getByRole('row', { name: /SO-/ }).first().waitFor();
			},
		},
		{
			name: 'orders-panel',
			async show({ page }) {
				await page.getByRole('row', { name: /SO-/ }).first().click();
				await page.getByRole('complementary', { name: 'Order' }).waitFor();
			},
		},
		{
			name: 'orders-selected',
			async show({ page }) {
				await page.keyboard.press('Escape');
				await page.getByRole('row', { name: /SO-/ }).first().focus();
				await page.keyboard.press('Space');
				await page.keyboard.press('Alt+h');
				await page.getByLabel('Reason for the hold').waitFor();
			},
		},
		{
			name: 'orders-bulk-booked',
			async show({ page }) {
				await openBulkMode(page);
				await page.getByRole('row', { name: /orders-of-monday/ }).click();
				await page.getByRole('button', { name: 'Get rates' }).click();
				await page.getByRole('button', { name: /Book \+ print/ }).click();
				await page.getByText('7 of 7').waitFor();
			},
		},
		{
			name: 'orders-bulk',
			async show({ page }) {
				await openBulkMode(page);
				await page.getByRole('row', { name: /orders-of-monday/ }).waitFor();
			},
		},
		{
			name: 'shipments',
			async show({ page }) {
				await openScreen(page, 'Shipments');
				await page
					.getByRole('row', { name: /Voorbeeld/ })
					.first()
					.waitFor();
			},
		},
		{
			name: 'shipments-panel',
			async show({ page }) {
				await page
					.getByRole('row', { name: /Voorbeeld/ })
					.first()
					.click();
				await page.getByRole('complementary', { name: 'Shipment' }).waitFor();
			},
		},
		{
			name: 'reports',
			async show({ page }) {
				await openScreen(page, 'Reports');
				await page
					.getByRole('row', { name: /Overland Parcel|Postalis/ })
					.first()
					.waitFor();
			},
		},
		{
			name: 'notices',
			async show(station) {
				await openDuties(station.page);
				await scan(station.page, 'UNKNOWN-CODE-123456');
				await station.page.getByTestId('scan-notice').waitFor();
			},
			async showAgain(station) {
				await pushBusyStatus(station);
				await pushRefusedShipment(station);
				await station.page.getByTestId('refused-notice').waitFor();
			},
		},
	],
	Addresses: [
		{
			name: 'addresses',
			async show({ page }) {
				for (const address of addresses) await invoke(page, 'addresses.save', address);
				await openScreen(page, 'Addresses');
				await page
					.getByRole('row', { name: /Hanseatische/ })
					.first()
					.waitFor();
			},
		},
		{
			name: 'addresses-panel',
			async show({ page }) {
				await page
					.getByRole('row', { name: /Hanseatische/ })
					.first()
					.click();
				await page.getByRole('complementary').first().waitFor();
			},
		},
		{
			name: 'addresses-duplicates',
			async show({ page }) {
				await page.evaluate(() => {
					location.hash = '#/addresses/duplicates';
				});
				await page.getByRole('button', { name: 'Merge' }).first().waitFor();
			},
		},
		{
			name: 'addresses-snapshots',
			async show({ page }) {
				await page.evaluate(() => {
					location.hash = '#/addresses/snapshots';
				});
				await page.getByRole('heading', { level: 1 }).waitFor();
			},
		},
		{
			name: 'addresses-import',
			async show(station) {
				const { page, dataDir } = station;
				const file = path.join(dataDir, 'customers.csv');
				writeFileSync(
					file,
					['Company;Contact person;Street;Postcode;City;Country;Phone;E-mail']
						.concat(
							addresses.map(
								({ companyName, contactPerson, addressLine1, zipcode, city, phone, email }, index) =>
									`${companyName};${contactPerson};${addressLine1};${index === 2 ? '' : zipcode};${city};Germany;${phone};${email}`,
							),
						)
						.join('\r\n'),
				);
				await answerDialogs(station, { open: file });
				await page.evaluate(() => {
					location.hash = '#/addresses/import';
				});
				await page.getByRole('button', { name: 'Choose a file…' }).click();
				await page.getByRole('button', { name: 'Preview import' }).waitFor();
			},
		},
		{
			name: 'addresses-import-preview',
			async show({ page }) {
				await page.getByRole('button', { name: /Preview import/ }).click();
				await page
					.getByRole('row', { name: /Hanseatische/ })
					.first()
					.waitFor();
			},
		},
	],
	Items: [
		{
			name: 'items-empty',
			async show({ page }) {
				await openScreen(page, 'Items');
				await page.getByRole('button', { name: 'Import a file' }).waitFor();
			},
		},
		{
			name: 'items-import-preview',
			async show(station) {
				const { page, dataDir } = station;
				const file = path.join(dataDir, 'items.csv');
				const rows = Array.from(
					{ length: 12 },
					(_, index) =>
						`SKU-${index}-EXTRA-LONG-${index},"${index === 0 ? LONG_NAME : `Ceramic mug ${index}`}",${index === 3 ? '9521234543214' : `CODE${index}`},0.35,6912.00,PT,4.50`,
				);
				writeFileSync(file, ['SKU,Name,EAN,Weight (kg),HS code,Country of origin,Value', ...rows].join('\r\n'));
				await answerDialogs(station, { open: file });
				await page.getByRole('button', { name: 'Import a file' }).click();
				await page.getByRole('button', { name: 'Choose a file…' }).click();
				await page.getByRole('button', { name: 'Preview import' }).click();
				await page.getByRole('row', { name: /SKU-3-/ }).waitFor();
			},
		},
		{
			name: 'items',
			async show({ page }) {
				await page.getByRole('button', { name: 'Import 11 items' }).click();
				await page.getByRole('button', { name: 'View items' }).click();
				await invoke(page, 'items.save', { ...emptyItem, sku: 'NEW-1', name: 'Unknown thing' });
				await openScreen(page, 'Ship');
				await openScreen(page, 'Items');
				await page.getByRole('row', { name: /Unknown thing/ }).waitFor();
			},
		},
		{
			name: 'items-panel',
			async show({ page }) {
				await page
					.getByRole('row', { name: /Ceramic mug 1 / })
					.first()
					.click();
				await page.getByRole('complementary', { name: 'Edit item' }).waitFor();
				await page.getByRole('button', { name: 'Add bar code' }).click();
				await page.getByRole('button', { name: 'Add part' }).click();
			},
		},
	],
	'Printers, Settings and the window': [
		{
			name: 'printers',
			async show({ page }) {
				await openScreen(page, 'Printers');
				await page.getByRole('region', { name: 'Labels folder' }).waitFor();
			},
		},
		{
			name: 'printers-profile',
			async show({ page }) {
				await page.getByRole('button', { name: 'Profile of Labels folder' }).click();
				await page.getByRole('button', { name: 'Print test label' }).waitFor();
			},
		},
		{ name: 'settings', show: ({ page }) => openScreen(page, 'Settings') },
		{
			name: 'settings-changed',
			async show({ page }) {
				await page.getByLabel('Desk name').fill('Packing desk 5');
				await page.getByText('Unsaved changes').waitFor();
			},
		},
		{
			name: 'help',
			async show({ page }) {
				await openDuties(page);
				await page.keyboard.press('F1');
				await page.getByRole('complementary', { name: 'Help' }).waitFor();
			},
		},
		{
			name: 'commands',
			async show({ page }) {
				await page.keyboard.press('Escape');
				await page.keyboard.press('Control+k');
				await page.getByRole('dialog').waitFor();
			},
		},
		...[1, 2, 3].map((step) => ({
			name: `first-run-${step}`,
			async show({ page }: Station) {
				if (step === 1) {
					await page.keyboard.press('Escape');
					await openScreen(page, 'Ship');
					await changeSettings(page, { isWelcomed: false, sender: null });
				} else await page.keyboard.press('Enter');
				await page.getByRole('dialog').getByText(`Step ${step} of 3`).waitFor();
			},
		})),
	],
};

/** Settings of the desk in all states. */
export const settings = { deskName: 'Packing desk 4, hall B', sender, theme: 'light', language: 'en' } as const;
