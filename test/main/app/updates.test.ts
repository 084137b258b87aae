import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startUpdateChecks, type Updater, updateFeed } from '../../../src-main/app/updates';

const installation = { feed: 'https://updates.example.com/waybill', isPackaged: true, appImage: undefined } as const;

test('no feed is used without an address, or when it runs from the sources', () => {
	expect(updateFeed({ ...installation, platform: 'win32', feed: undefined })).toBeUndefined();
	expect(updateFeed({ ...installation, platform: 'win32', feed: '' })).toBeUndefined();
	expect(updateFeed({ ...installation, platform: 'win32', isPackaged: false })).toBeUndefined();
});

test('a feed is used where the station may install updates, and only over https', () => {
	expect(updateFeed({ ...installation, platform: 'win32' })).toBe(installation.feed);
	expect(updateFeed({ ...installation, platform: 'darwin' })).toBe(installation.feed);
	expect(updateFeed({ ...installation, platform: 'linux', appImage: '/srv/Waybill.AppImage' })).toBe(installation.feed);
	expect(updateFeed({ ...installation, platform: 'win32', feed: 'http://127.0.0.1:8080/' })).toBe(
		'http://127.0.0.1:8080/',
	);
	expect(() => updateFeed({ ...installation, platform: 'linux' })).toThrow(/not started from an AppImage/);
	for (const feed of ['http://updates.example.com/', 'file:///srv', 'updates', 'http://127.0.0.1.example.com/'])
		expect(() => updateFeed({ ...installation, platform: 'win32', feed })).toThrow(/no https address/);
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startChecks({ isSending = (): boolean => false, isUpdateAvailable = true } = {}) {
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
	const stop = startUpdateChecks({ feed: installation.feed, load, isSending, onReady, log });
	return { updater, load, onReady, log, stop };
}

test('start-up loads nothing; a minute later an update is downloaded, reported, and left for installation on exit', async () => {
	const { updater, load, onReady } = startChecks();
	await vi.advanceTimersByTimeAsync(59_000);
	expect(load).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(1_000);
	expect(updater.setFeedURL).toHaveBeenCalledWith({ provider: 'generic', url: installation.feed });
	expect(updater.autoDownload).toBe(false);
	expect(updater.autoInstallOnAppQuit).toBe(true);
	expect(onReady).toHaveBeenCalledExactlyOnceWith('2.0.0');
	await vi.advanceTimersByTimeAsync(24 * 3_600_000);
	expect(updater.checkForUpdates).toHaveBeenCalledTimes(1);
});

test('nothing is downloaded while a shipment is being sent', async () => {
	let isSending = true;
	const { updater, onReady } = startChecks({ isSending: () => isSending });
	await vi.advanceTimersByTimeAsync(600_000);
	expect(updater.checkForUpdates).not.toHaveBeenCalled();
	isSending = false;
	await vi.advanceTimersByTimeAsync(30_000);
	expect(onReady).toHaveBeenCalledTimes(1);
});

test('the download waits when a shipment is sent during the check', async () => {
	const answers = [false, true];
	const { updater } = startChecks({ isSending: () => answers.shift() ?? true });
	await vi.advanceTimersByTimeAsync(600_000);
	expect(updater.checkForUpdates).toHaveBeenCalledTimes(1);
	expect(updater.downloadUpdate).not.toHaveBeenCalled();
});

test('a feed that does not answer is logged, and tried again after hours', async () => {
	const { updater, log, onReady } = startChecks();
	updater.checkForUpdates.mockRejectedValueOnce(new Error('no such host'));
	await vi.advanceTimersByTimeAsync(60_000);
	expect(log).toHaveBeenCalledWith('updates.failed', { error: 'Error: no such host' });
	expect(onReady).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(6 * 3_600_000);
	expect(onReady).toHaveBeenCalledTimes(1);
});

test('a station that closes stops the checks', async () => {
	const { load, stop } = startChecks();
	stop();
	await vi.advanceTimersByTimeAsync(600_000);
	expect(load).not.toHaveBeenCalled();
});
