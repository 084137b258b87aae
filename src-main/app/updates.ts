// Updates from the feed that a site configures (docs/install.md). Checks and downloads run while nothing is being submitted;
// an update is installed on quit, after running operations have finished.
import { HOUR_MS, MINUTE_MS } from '../../src-contract/lib/units';

const FIRST_CHECK_MS = MINUTE_MS;
const CHECK_INTERVAL_MS = 6 * HOUR_MS;
const BUSY_RETRY_MS = 30_000;

export interface UpdateEnvironment {
	/** Value of `WAYBILL_UPDATE_FEED`. */
	feed: string | undefined;
	isPackaged: boolean;
	platform: NodeJS.Platform;
	/** Path of the AppImage that the station runs from, if it does. */
	appImage: string | undefined;
}

/**
 * URL of the update feed. It must use https, or http on this machine, because updates are installed from it.
 * @returns undefined when no feed is configured or the station is not packaged
 * @throws Error with the reason when the feed cannot be used
 */
export function updateFeed({ feed, isPackaged, platform, appImage }: UpdateEnvironment): string | undefined {
	if (!feed || !isPackaged) return undefined;
	if (platform === 'linux' && !appImage) {
		throw new Error('WAYBILL_UPDATE_FEED is set, but a .deb or .rpm is updated by the system. Nothing is looked for.');
	}
	const isOwnMachine = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(feed);
	if (!/^https:\/\/[^\s/]/.test(feed) && !isOwnMachine) {
		throw new Error(
			`WAYBILL_UPDATE_FEED is "${feed}", which is no https address. No update is looked for. Correct it.`,
		);
	}
	return feed;
}

/** The part of electron-updater that is used. */
export interface Updater {
	autoDownload: boolean;
	autoInstallOnAppQuit: boolean;
	logger: unknown;
	setFeedURL(feed: { provider: 'generic'; url: string }): void;
	checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>;
	downloadUpdate(): Promise<unknown>;
}

export interface UpdateDependencies {
	feed: string;
	/** Called by the first check, one minute after the start. */
	load: () => Promise<Updater>;
	isSending: () => boolean;
	/** Called with the version that is installed on quit. */
	onReady: (version: string) => void;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** Checks for updates until one is downloaded. @returns a function that stops the checks */
export function startUpdateChecks({ feed, load, isSending, onReady, log }: UpdateDependencies): () => void {
	let timer: NodeJS.Timeout;
	function schedule(ms: number): void {
		timer = setTimeout(() => void check(), ms);
		timer.unref();
	}
	async function check(): Promise<void> {
		if (isSending()) return schedule(BUSY_RETRY_MS);
		try {
			const updater = await load();
			updater.logger = null;
			updater.autoDownload = false;
			updater.autoInstallOnAppQuit = true;
			updater.setFeedURL({ provider: 'generic', url: feed });
			const found = await updater.checkForUpdates();
			if (found?.isUpdateAvailable) {
				if (isSending()) return schedule(BUSY_RETRY_MS);
				await updater.downloadUpdate();
				onReady(found.updateInfo.version);
				return;
			}
		} catch (error) {
			log('updates.failed', { error: String(error) });
		}
		schedule(CHECK_INTERVAL_MS);
	}
	schedule(FIRST_CHECK_MS);
	return () => clearTimeout(timer);
}
