// Updates from the feed in the environment variable WAYBILL_UPDATE_FEED (docs/install.md). Checks and downloads start only while
// nothing is being submitted. An update is installed on quit, after running operations have finished.
import { HOUR_MS, MINUTE_MS } from '../../src-contract/lib/units';

/** Time from the start of the checks to the first check. */
const FIRST_CHECK_MS = MINUTE_MS;
const CHECK_INTERVAL_MS = 6 * HOUR_MS;
/** Time until the next attempt, if an attempt finds that a request is being submitted. */
const BUSY_RETRY_MS = 30_000;

export interface UpdateEnvironment {
	/** Value of `WAYBILL_UPDATE_FEED`. */
	feed: string | undefined;
	isPackaged: boolean;
	platform: NodeJS.Platform;
	/** Path of the AppImage; undefined if the station does not run from an AppImage. */
	appImage: string | undefined;
}

/**
 * Checks the configured URL of the update feed. The URL must use https, or http on this machine, because updates from it are
 * installed.
 * @returns undefined when no feed is configured or the station is not packaged
 * @throws Error with the reason when the feed cannot be used
 */
export function updateFeed({ feed, isPackaged, platform, appImage }: UpdateEnvironment): string | undefined {
	if (!feed || !isPackaged) return undefined;
	if (platform === 'linux' && !appImage) {
		throw new Error(
			'WAYBILL_UPDATE_FEED is set, but Waybill was not started from an AppImage. The package manager of the system updates a .deb or .rpm package. Waybill does not check for updates.',
		);
	}
	const isOwnMachine = /^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?(\/|$)/.test(feed);
	if (!/^https:\/\/[^\s/]/.test(feed) && !isOwnMachine) {
		throw new Error(
			`WAYBILL_UPDATE_FEED is "${feed}", which is no https address. Waybill does not check for updates. Correct the address.`,
		);
	}
	return feed;
}

/** The part of electron-updater's interface that is used here. */
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
	/** Loads the updater. First called by the first check, one minute after the start. */
	load: () => Promise<Updater>;
	/** True while a request is being submitted. */
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
			const result = await updater.checkForUpdates();
			if (result?.isUpdateAvailable) {
				if (isSending()) return schedule(BUSY_RETRY_MS);
				await updater.downloadUpdate();
				onReady(result.updateInfo.version);
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
