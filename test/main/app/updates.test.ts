import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startUpdateChecks, type Updater, updateFeed } from '../../../src-main/app/updates';

const windows = { feed: 'https://updates.example.com/waybill', isPackaged: true, appImage: undefined } as const;

test('nobody is asked without a feed, nor from the sources', () => {
	expect(updateFeed({ ...windows, platform: 'win32', feed: undefined })).toBeUndefined();
	expect(updateFeed({ ...windows, platform: 'win32', feed: '' })).toBeUndefined();
	expect(updateFeed({ ...windows, platform: 'win32', isPackaged: false })).toBeUndefined();
});

test('a feed is asked where the station may install itself, and over https alone', () => {
	expect(updateFeed({ ...windows, platform: 'win32' })).toBe(windows.feed);
	expect(updateFeed({ ...windows, platform: 'darwin' })).toBe(windows.feed);
	expect(updateFeed({ ...windows, platform: 'linux', appImage: '/srv/Waybill.AppImage' })).toBe(windows.feed);
	expect(updateFeed({ ...windows, platform: 'win32', feed: 'http://127.0.0.1:8080/' })).toBe('http://127.0.0.1:8080/');
	expect(() => updateFeed({ ...windows, platform: 'linux' })).toThrow(/updated by the system/);
	for (const feed of ['http://updates.example.com/', 'file:///srv', 'updates', 'http://127.0.0.1.example.com/'])
		expect(() => updateFeed({ ...windows, platform: 'win32', feed })).toThrow(/no https address/);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function site({ isSending = (): boolean => false, isUpdateAvailable = true } = {}) {
	const updater = {
		autoDownload: true,
		autoInstallOnAppQuit: false,
		logger: undefined,
		setFeedURL: vi.fn(),
		checkForUpdates: vi.fn(async () => ({ isUpdateAvailable, updateInfo: { version: '2.0.0' } })),
		downloadUpdate: vi.fn(async () => []),
	} satisfies Updater;
	const load = vi.fn(async () => updater);
	const onReady = vi.fn();
	const log = vi.fn();
	const end = startUpdateChecks({ feed: windows.feed, load, isSending, onReady, log });
	return { updater, load, onReady, log, end };
}

test('a start loads nothing; a minute later an update is fetched, said, and left for the end', async () => {
	const { updater, load, onReady } = site();
	await vi.advanceTimersByTimeAsync(59_000);
	expect(load).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(updater.setFeedURL).toHaveBeenCalledWith({ provider: 'generic', url: windows.feed });
	expect(updater.autoDownload).toBe(false);
	expect(updater.autoInstallOnAppQuit).toBe(true);
	expect(onReady).toHaveBeenCalledExactlyOnceWith('2.0.0');
	await vi.advanceTimersByTimeAsync(24 * 3_600_000);
	expect(updater.checkForUpdates).toHaveBeenCalledTimes(1);
});

test('nothing is fetched while something is being sent', async () => {
	let isSending = true;
	const { updater, onReady } = site({ isSending: () => isSending });
	await vi.advanceTimersByTimeAsync(600_000);
	expect(updater.checkForUpdates).not.toHaveBeenCalled();
	isSending = false;
	await vi.advanceTimersByTimeAsync(30_000);
	expect(onReady).toHaveBeenCalledTimes(1);
});

test('what begins to be sent during the question is waited for', async () => {
	const answers = [false, true];
	const { updater } = site({ isSending: () => answers.shift() ?? true });
	await vi.advanceTimersByTimeAsync(600_000);
	expect(updater.checkForUpdates).toHaveBeenCalledTimes(1);
	expect(updater.downloadUpdate).not.toHaveBeenCalled();
});

test('a feed that does not answer is written to the log, and asked again in hours', async () => {
	const { updater, log, onReady } = site();
	updater.checkForUpdates.mockRejectedValueOnce(new Error('no such host'));
	await vi.advanceTimersByTimeAsync(60_000);
	expect(log).toHaveBeenCalledWith('updates.failed', { error: 'Error: no such host' });
	expect(onReady).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(6 * 3_600_000);
	expect(onReady).toHaveBeenCalledTimes(1);
});

test('a station that closes looks no more', async () => {
	const { load, end } = site();
	end();
	await vi.advanceTimersByTimeAsync(600_000);
	expect(load).not.toHaveBeenCalled();
});
