// Starts the real station under Playwright, and provides the steps of the main job.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Locator, type Page } from '@playwright/test';
import type { Settings } from '../../src-contract/model/settings';
import { findElectron } from '../../tools/electron-executable.mjs';
import { electronSwitches } from '../../tools/electron-switches.mjs';
import { projectRoot } from '../../tools/project-root.mjs';

export interface Station {
	app: ElectronApplication;
	page: Page;
	readonly dataDir: string;
	readonly labelsDir: string;
	/** The first data folder. Chromium has its profile there, and writes to it until the process ends. */
	readonly profileDir: string;
	pid: number;
	/** Restarts the services on this data folder in the same process and reloads the page. */
	open(dataDir: string): Promise<void>;
	/** Restarts the services on the same data folder: only data on disk remains. */
	reopen(): Promise<void>;
	close(): Promise<void>;
	kill(): Promise<void>;
}

/** A data folder with the setup completed. */
export function newDataDir(settings: Partial<Settings> = {}): string {
	const folder = emptyDataDir();
	writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ settings: { isWelcomed: true, ...settings } }));
	return folder;
}

/** Removes a data folder. Tries again, because the processes of a station that was closed or killed may write for a moment. */
export const removeDataDir = (folder: string): void =>
	rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

export const emptyDataDir = (): string => mkdtempSync(path.join(tmpdir(), 'waybill-test-'));

export async function startStation(
	firstDataDir = newDataDir(),
	{ env = {}, switches = [] }: { env?: Record<string, string>; switches?: readonly string[] } = {},
): Promise<Station> {
	let dataDir = firstDataDir;
	const app = await _electron.launch({
		executablePath: findElectron().path,
		args: [projectRoot, ...electronSwitches(), ...switches],
		env: { ...process.env, ...env, WAYBILL_DATA_DIR: dataDir } as Record<string, string>,
	});
	const page = await app.firstWindow();
	await page.getByRole('navigation').waitFor();
	const pid = app.process().pid as number;
	const station: Station = {
		app,
		page,
		get dataDir() {
			return dataDir;
		},
		get labelsDir() {
			return path.join(dataDir, 'labels');
		},
		profileDir: firstDataDir,
		pid,
		async open(folder) {
			await app.evaluate(
				({ app: electron }, target) =>
					new Promise<void>((resolve, reject) => {
						const done = (error?: unknown) => (error ? reject(error) : resolve());
						(electron as NodeJS.EventEmitter).emit('waybill:openDataFolder', target, done);
					}),
				folder,
			);
			dataDir = folder;
			await page.evaluate(() => {
				location.hash = '';
			});
			await page.reload();
			await page.getByRole('navigation').waitFor();
		},
		reopen: () => station.open(dataDir),
		close: () => app.close(),
		async kill() {
			const exited = new Promise((resolve) => app.process().once('exit', resolve));
			process.kill(pid, 'SIGKILL');
			await exited;
		},
	};
	return station;
}

/** Changes settings through the page's store, without opening Settings. */
export const changeSettings = (page: Page, changes: Partial<Settings>): Promise<void> =>
	page.evaluate(async (next) => {
		const { __vue_app__: app } = document.querySelector('#app') as unknown as {
			__vue_app__: {
				config: {
					globalProperties: {
						$pinia: { _s: Map<string, { settings: object; saveSettings: (settings: object) => Promise<void> }> };
					};
				};
			};
		};
		const station = app.config.globalProperties.$pinia._s.get('station');
		await station?.saveSettings({ ...station.settings, ...next });
	}, changes);

/** Answers to system dialogs, which a test cannot operate: a file to open, a place to save, a message box. */
export interface DialogAnswers {
	open?: string;
	save?: string;
	agrees?: boolean;
}

/** Dialogs without an answer are cancelled. */
export const answerDialogs = ({ app }: Pick<Station, 'app'>, answers: DialogAnswers): Promise<void> =>
	app.evaluate(({ dialog }, { open, save, agrees }) => {
		dialog.showOpenDialog = async () => ({ canceled: open === undefined, filePaths: open === undefined ? [] : [open] });
		dialog.showSaveDialog = async () => ({ canceled: save === undefined, filePath: save ?? '' });
		dialog.showMessageBox = async () => ({ response: agrees ? 0 : 1, checkboxChecked: false });
	}, answers);

export interface ShownMessage {
	message: string;
	detail: string;
}
/**
 * Records the message windows of the station.
 * @param presses labels of the buttons to press; a message with none of them stays open
 */
export const recordMessages = ({ app }: Pick<Station, 'app'>, presses: readonly string[] = []): Promise<void> =>
	app.evaluate(({ dialog }, labels) => {
		const messages: object[] = [];
		Object.assign(globalThis, { shownMessages: messages });
		dialog.showMessageBox = ((...args: { buttons?: string[] }[]) => {
			const box = args.at(-1) ?? {};
			messages.push(box);
			const response = box.buttons?.findIndex((label) => labels.includes(label)) ?? 0;
			return response < 0 ? new Promise(() => {}) : Promise.resolve({ response, checkboxChecked: false });
		}) as typeof dialog.showMessageBox;
	}, presses);
export const shownMessages = ({ app }: Pick<Station, 'app'>): Promise<ShownMessage[]> =>
	app.evaluate(() => (globalThis as unknown as { shownMessages: ShownMessage[] }).shownMessages);

export const SENDER = {
	Company: 'Example BV',
	'Contact person': 'Jan Voorbeeld',
	'Street and number': 'Damrak 1',
	Postcode: '1012 LG',
	City: 'Amsterdam',
	Country: 'Netherlands',
	Phone: '+31 20 123 4567',
	'E-mail': 'jan@example.com',
};

export const RECIPIENT = {
	Company: 'Muster GmbH',
	'Contact person': 'Max Muster',
	'Street and number': 'Invalidenstraße 10',
	Country: 'Germany',
	Postcode: '10115',
	City: 'Berlin',
	Phone: '+49 30 123456',
	'E-mail': 'max@example.com',
};

export const SWISS_RECIPIENT = {
	...RECIPIENT,
	Company: 'Muster AG',
	'Contact person': 'Zoë Müller',
	'Street and number': 'Bahnhofstrasse 10',
	Country: 'Switzerland',
	Postcode: '8001',
	City: 'Zürich',
	Phone: '+41 44 123 45 67',
};

/** Chooses the best match for a text in a list. */
export async function choose(scope: Page | Locator, label: string, text: string): Promise<void> {
	const field = scope.getByRole('combobox', { name: label, exact: true });
	await field.fill(text);
	await field.press('Enter');
}

export const chooseCountry = (page: Page, label: string, country: string): Promise<void> =>
	choose(page, label, country);

export async function fillAddress(page: Page, legend: string, address: Record<string, string>): Promise<void> {
	for (const [label, value] of Object.entries(address)) {
		if (label === 'Country') await chooseCountry(page, `${legend}: Country`, value);
		else await page.getByLabel(`${legend}: ${label}`, { exact: true }).fill(value);
	}
}

/** Types both addresses and saves them in the address book. */
export async function typeAddresses(page: Page, recipient: Record<string, string> = RECIPIENT): Promise<void> {
	for (const [side, key, address] of [
		['To', 'F2', recipient],
		['From', 'F3', SENDER],
	] as const) {
		await page.keyboard.press(key);
		await fillAddress(page, side, address);
		await page.getByRole('region', { name: side, exact: true }).getByRole('button', { name: 'Done' }).click();
		await page
			.getByRole('region', { name: side, exact: true })
			.getByText(address['Street and number'] as string)
			.waitFor();
	}
}

export async function typeParcel(page: Page): Promise<void> {
	await page.getByLabel('Parcel 1: Length (cm)').fill('40');
	await page.getByLabel('Parcel 1: Width (cm)').fill('30');
	await page.getByLabel('Parcel 1: Height (cm)').fill('20');
	await page.getByLabel('Parcel 1: Weight (kg)').fill('5.5');
}

export async function typeContents(page: Page): Promise<void> {
	await page.getByLabel('Item 1: description').fill('Cotton T-shirt');
	await page.getByLabel('Item 1: quantity').fill('2');
	await page.getByLabel('Item 1: price each in euros').fill('12.50');
	await chooseCountry(page, 'Item 1: country of origin', 'Netherlands');
	await page.getByLabel('Item 1: HS code').fill('6109.10');
	await page.getByLabel('Reference').fill('ORDER-1');
}

export async function waitForOptions(page: Page): Promise<void> {
	await page.getByRole('radiogroup', { name: 'Shipping options' }).getByRole('radio').first().waitFor();
}

/** @returns the tracking number on the screen */
export async function book(page: Page): Promise<string> {
	await page.keyboard.press('Control+Enter');
	const shown = await page.getByTestId('tracking-number').innerText();
	return shown.replace(/\s/g, '');
}

/** Screens in the order of their digits with Ctrl. */
export const SCREENS = [
	'Pack',
	'Ship',
	'Orders',
	'Shipments',
	'Printers',
	'Addresses',
	'Items',
	'Quote',
	'Reports',
	'Settings',
] as const;

/** Opens a screen by its key, or a part of a screen, and waits for it: screens have fields of the same names. */
export async function openScreen(page: Page, screen: (typeof SCREENS)[number] | 'Bulk mode' | 'Duties'): Promise<void> {
	if (screen === 'Bulk mode') {
		await openScreen(page, 'Orders');
		await page.getByRole('button', { name: 'Bulk mode', exact: true }).first().click();
		await page.getByRole('heading', { name: 'Bulk mode', level: 1 }).waitFor();
		return;
	}
	if (screen === 'Duties')
		await page.evaluate(() => {
			location.hash = '#/duties';
		});
	else await page.keyboard.press(`Control+${(SCREENS.indexOf(screen) + 1) % 10}`);
	// The Quote screen opens the tab that was used last.
	if (screen === 'Quote') {
		await page.waitForFunction(() => ['Waybill · Quote', 'Waybill · Duties'].includes(document.title));
		await page.getByRole('navigation', { name: 'Quote and duties' }).getByRole('link', { name: 'Quote' }).click();
	}
	await page.waitForFunction((title) => document.title === title, `Waybill · ${screen}`);
}

/** Calls the main process as the screens do. */
export const invoke = <Value>(page: Page, method: string, input?: unknown): Promise<Value> =>
	page.evaluate(
		async ([name, given]) => {
			const answer = (await window.waybill.invoke(name as string, given)) as {
				ok: boolean;
				value: unknown;
				error?: unknown;
			};
			if (!answer.ok) throw new Error(JSON.stringify(answer.error));
			return answer.value;
		},
		[method, input] as const,
	) as Promise<Value>;

/**
 * Types like a scanner: 5 ms between keys by their event timestamps, as a real scanner has, and Enter at the end; into the focused
 * element.
 */
export const scan = (page: Page, code: string): Promise<void> =>
	page.evaluate((characters) => {
		const startMs = performance.now();
		for (const [index, key] of [...characters, 'Enter'].entries()) {
			const target = document.activeElement ?? document.body;
			const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
			Object.defineProperty(event, 'timeStamp', { value: startMs + 5 * index });
			const isHandled = !target.dispatchEvent(event);
			if (!isHandled && key !== 'Enter') document.execCommand('insertText', false, key);
		}
	}, code);
