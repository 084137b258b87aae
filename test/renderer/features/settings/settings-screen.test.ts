// @vitest-environment happy-dom
import type { Pinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '../../../../src-contract/model/settings';
import SettingsView from '../../../../src-renderer/features/settings/SettingsView.vue';
import { loadFormChecks } from '../../../../src-renderer/lib/form-checks-loader';
import { useStationStore } from '../../../../src-renderer/lib/station-store';
import { flushPromises, installBridge, type TestBridge } from '../../../fixtures/bridge';
import { freshPinia, type Mounted, mount, pressKey, typeInto, unmountAll } from '../../../fixtures/mount';
import { settingsOf, siteOf, statusOf } from '../../../fixtures/screens';
import { sender } from '../../../fixtures/shipment-draft';
import { packingSettings } from '../pack/pack-fixtures';

let bridge: TestBridge;
let pinia: Pinia;
/** Settings as the main process stores them. */
let saved: Settings;
beforeEach(async () => {
	Object.assign(window, { requestIdleCallback: (run: () => void) => setTimeout(run, 0) });
	bridge = installBridge();
	await loadFormChecks();
	saved = settingsOf({ sender, packing: packingSettings() });
	bridge.reply('settings.save', (input) => {
		saved = { ...saved, ...input, serviceUrl: input.serviceUrl?.trim() ?? '' } as Settings;
		return saved;
	});
	bridge.reply('addresses.check', () => ({ warnings: [], splits: [] }) as never);
	bridge.reply('site.status', () => siteOf());
	pinia = freshPinia();
	Object.assign(useStationStore(), { settings: saved, status: statusOf() });
});
afterEach(unmountAll);

async function open(): Promise<Mounted> {
	const screen = mount(pinia, SettingsView);
	await flushPromises();
	return screen;
}
const deskName = (screen: Mounted) => screen.find<HTMLInputElement>('input[placeholder="Desk 4"]');
const saveBarText = (screen: Mounted) => screen.findAll('main > div [role=status]').at(-1)?.textContent?.trim();

describe('changes of the settings', () => {
	it('stay with the mark "Unsaved changes" when the user opens another screen and returns', async () => {
		const screen = await open();
		expect(saveBarText(screen)).toBe('');
		await typeInto(deskName(screen), 'Desk 9');
		expect(saveBarText(screen)).toBe('Unsaved changes');
		screen.unmount();
		const reopened = await open();
		expect(deskName(reopened).value).toBe('Desk 9');
		expect(saveBarText(reopened)).toBe('Unsaved changes');
		expect(bridge.callsTo('settings.save')).toHaveLength(0);
	});

	it('are saved alone, and the form then shows the values as they were saved', async () => {
		const screen = await open();
		await typeInto(deskName(screen), 'Desk 9');
		await typeInto(screen.find('input[aria-label="Service address"]'), 'https://service.example ');
		screen.find('form').dispatchEvent(new Event('submit', { cancelable: true }));
		await flushPromises();
		expect(bridge.callsTo('settings.save').map(({ input }) => input)).toMatchObject([
			{ deskName: 'Desk 9', sender: { companyName: sender.companyName } },
		]);
		expect(saveBarText(screen)).toBe('Saved.');
		expect(screen.find<HTMLInputElement>('input[aria-label="Service address"]').value).toBe('https://service.example');
	});

	it('are not saved while a price of packing is missing', async () => {
		const screen = await open();
		await typeInto(screen.find('input[aria-label="Maximum price that is booked without asking, in euros"]'), '');
		screen.find('form').dispatchEvent(new Event('submit', { cancelable: true }));
		await flushPromises();
		expect(saveBarText(screen)).toBe('Some fields need attention. Nothing was saved.');
		expect(bridge.callsTo('settings.save')).toHaveLength(0);
	});

	it('can be discarded', async () => {
		const screen = await open();
		await typeInto(deskName(screen), 'Desk 9');
		await typeInto(screen.find('input[aria-label="Sender: City"]'), 'Utrecht');
		screen.button('Discard changes').click();
		await flushPromises();
		expect(deskName(screen).value).toBe('Desk 4');
		expect(screen.find<HTMLInputElement>('input[aria-label="Sender: City"]').value).toBe(sender.city);
		expect(saveBarText(screen)).toBe('');
	});

	it('are kept while another part of the program saves settings', async () => {
		const screen = await open();
		await typeInto(deskName(screen), 'Desk 9');
		await useStationStore().saveSettings({ textSizePercent: 150 });
		await flushPromises();
		expect(deskName(screen).value).toBe('Desk 9');
		expect(screen.find<HTMLInputElement>('input[aria-label="Text size"]').value).toBe('150 %');
		expect(saveBarText(screen)).toBe('Unsaved changes');
	});
});

describe('the sections of Settings', () => {
	it('are one stop of the Tab key, and the arrow keys move between them', async () => {
		const screen = await open();
		const buttons = () => screen.findAll('nav button') as HTMLButtonElement[];
		expect(buttons().map(({ textContent }) => textContent?.trim())).toEqual([
			'Sender',
			'Orders',
			'Desk',
			'Boxes',
			'Packing',
			'Service',
			'Language & appearance',
			'People',
			'Shared address books',
			'Backup and move',
			'Support report',
		]);
		expect(buttons().filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
		buttons()[0]?.focus();
		await pressKey(buttons()[0] as HTMLElement, 'ArrowUp');
		expect(document.activeElement?.textContent?.trim()).toBe('Support report');
	});

	it('focus their first control and are then the current one', async () => {
		const screen = await open();
		screen.button('Desk').click();
		await flushPromises();
		expect(document.activeElement).toBe(deskName(screen));
		expect(screen.findAll('nav [aria-current]').map(({ textContent }) => textContent?.trim())).toEqual(['Desk']);
	});
});

describe('an added box', () => {
	const names = (screen: Mounted) => screen.findAll('input[aria-label^="Box"][aria-label$="name"]');
	const hasNameError = (screen: Mounted) => screen.root.textContent?.includes('A name is required');
	async function addBox(): Promise<Mounted> {
		const screen = await open();
		const before = names(screen).length;
		screen.button('Add box').click();
		await flushPromises();
		expect(names(screen)).toHaveLength(before + 1);
		expect(document.activeElement).toBe(names(screen).at(-1));
		expect(hasNameError(screen)).toBe(false);
		return screen;
	}

	it('asks for its name once the user leaves the name', async () => {
		const screen = await addBox();
		names(screen).at(-1)?.blur();
		await flushPromises();
		expect(hasNameError(screen)).toBe(true);
	});

	it('asks for its name when the settings are saved', async () => {
		const screen = await addBox();
		screen.find('form').dispatchEvent(new Event('submit', { cancelable: true }));
		await flushPromises();
		expect(hasNameError(screen)).toBe(true);
		expect(bridge.callsTo('settings.save')).toHaveLength(0);
	});
});
