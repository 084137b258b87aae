// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentLanguage } from '../../../src-contract/i18n';
import { showLanguage } from '../../../src-renderer/lib/i18n';
import { useStationStore } from '../../../src-renderer/lib/station-store';
import { freshPinia } from '../../fixtures/active-pinia';
import { flushPromises, installBridge, type TestBridge } from '../../fixtures/bridge';
import { settingsOf, statusOf } from '../../fixtures/screens';
import { sender } from '../../fixtures/shipment-draft';
import { waitFor } from '../../fixtures/wait-for';

/** Resolvers of the languages that are being loaded, by language. */
const loads = vi.hoisted(() => new Map<string, () => void>());
vi.mock('../../../src-contract/locales', () => ({
	loadTranslations: (language: string) =>
		new Promise((resolve) => loads.set(language, () => resolve({ language, texts: {} }))),
}));
async function finishLoading(language: string): Promise<void> {
	const isLoading = () => {
		if (!loads.has(language)) throw new Error(`${language} is not being loaded`);
	};
	await waitFor(isLoading);
	loads.get(language)?.();
	loads.delete(language);
	await flushPromises();
}

let bridge: TestBridge;
let station: ReturnType<typeof useStationStore>;
beforeEach(() => {
	bridge = installBridge();
	freshPinia();
	station = useStationStore();
});
afterEach(() => {
	document.documentElement.className = '';
});
async function start(settings = settingsOf()): Promise<void> {
	const started = station.start();
	await bridge.pending('settings.read').answer(settings);
	await bridge.pending('station.status').answer(statusOf());
	await started;
}

it('follows the theme of the operating system while it changes', async () => {
	const query = Object.assign(new EventTarget(), { matches: false });
	const matchMedia = vi.spyOn(window, 'matchMedia').mockReturnValue(query as never);
	freshPinia();
	station = useStationStore();
	matchMedia.mockRestore();
	await start(settingsOf({ theme: 'system' }));
	const { classList } = document.documentElement;
	expect(classList.contains('dark')).toBe(false);
	query.matches = true;
	query.dispatchEvent(new Event('change'));
	expect(classList.contains('dark')).toBe(true);
});

describe('the start-up', () => {
	it('is ready once settings and status are loaded', async () => {
		const started = station.start();
		await bridge.pending('station.status').answer(statusOf());
		expect(station.isReady).toBe(false);
		expect(station.status).toBeUndefined();
		await bridge.pending('settings.read').answer(settingsOf());
		await started;
		expect(station.isReady).toBe(true);
		expect(station.status?.service).toBe('online');
		expect(station.settings?.deskName).toBe('Desk 4');
	});

	it('keeps a status pushed before the answer, because it is newer', async () => {
		const started = station.start();
		await bridge.push('station.statusChanged', statusOf({ service: 'offline' }));
		await bridge.pending('station.status').answer(statusOf());
		await bridge.pending('settings.read').answer(settingsOf());
		await started;
		expect(station.status?.service).toBe('offline');
	});

	it('shows why the station cannot start', async () => {
		const started = station.start();
		await bridge.pending('settings.read').fail('internal', 'The settings cannot be read.');
		await started;
		expect(station.failure).toBe('The settings cannot be read.');
		expect(station.isReady).toBe(false);
	});

	it.each([
		['no setup', settingsOf({ isWelcomed: false }), true],
		['a sender', settingsOf({ isWelcomed: false, sender }), false],
		['skipped first steps', settingsOf({ isWelcomed: true }), false],
	])('is a first run with %s: %s', async (_name, settings, isFirst) => {
		await start(settings);
		expect(station.isFirstRun).toBe(isFirst);
	});
});

describe('status events', () => {
	it('replace the shown status', async () => {
		await start();
		await bridge.push('station.statusChanged', statusOf({ unknownCount: 2, service: 'needsKey' }));
		expect(station.status).toMatchObject({ unknownCount: 2, service: 'needsKey' });
		await bridge.push('station.statusChanged', statusOf());
		expect(station.status).toMatchObject({ unknownCount: 0, service: 'online' });
	});
});

describe('saving settings', () => {
	it('saves the changed fields over the others, and applies the new appearance', async () => {
		await start();
		const saved = station.saveSettings({ theme: 'dark', isLarge: true, isCompact: true });
		await flushPromises();
		const { input } = bridge.pending('settings.save');
		expect(input).toMatchObject({ theme: 'dark', isLarge: true, isCompact: true, deskName: 'Desk 4' });
		await bridge.pending('settings.save').answer(settingsOf({ theme: 'dark', isLarge: true, isCompact: true }));
		await saved;
		expect([...document.documentElement.classList].sort()).toEqual(['compact', 'dark', 'large']);
	});

	it('keeps both changes when two are saved at the same time', async () => {
		await start();
		const both = [station.saveSettings({ deskName: 'Desk 9' }), station.saveSettings({ textSizePercent: 150 })];
		await flushPromises();
		await bridge.pending('settings.save').answer(settingsOf({ deskName: 'Desk 9' }));
		await flushPromises();
		expect(bridge.pending('settings.save').input).toMatchObject({ deskName: 'Desk 9', textSizePercent: 150 });
		await bridge.pending('settings.save').answer(settingsOf({ deskName: 'Desk 9', textSizePercent: 150 }));
		await Promise.all(both);
		expect(station.settings).toMatchObject({ deskName: 'Desk 9', textSizePercent: 150 });
	});

	it('reports a failed save, which does not block the next one', async () => {
		await start();
		const first = station.saveSettings({ ordersFolder: 'x' });
		const second = station.saveSettings({ deskName: 'Desk 9' });
		const error = first.catch((caught: Error) => caught.message);
		await flushPromises();
		await bridge.pending('settings.save').fail('input.invalid', 'Name the folder from the root of the disk.');
		expect(await error).toBe('Name the folder from the root of the disk.');
		await flushPromises();
		expect(bridge.pending('settings.save').input).toMatchObject({ deskName: 'Desk 9', ordersFolder: '' });
		await bridge.pending('settings.save').answer(settingsOf({ deskName: 'Desk 9' }));
		await second;
		expect(station.settings?.deskName).toBe('Desk 9');
	});
});

describe('the language', () => {
	it('is the language chosen last, even when an earlier one takes longer to load', async () => {
		const german = showLanguage('de');
		const english = showLanguage('en');
		await finishLoading('de');
		await finishLoading('en');
		await Promise.all([german, english]);
		expect(currentLanguage()).toBe('en');
		expect(document.documentElement.lang).toBe('en');
	});

	it('is shown when its texts are loaded', async () => {
		const german = showLanguage('de');
		await finishLoading('de');
		await german;
		expect(currentLanguage()).toBe('de');
		expect(document.documentElement.lang).toBe('de');
		const english = showLanguage('en');
		await finishLoading('en');
		await english;
		expect(currentLanguage()).toBe('en');
	});
});
