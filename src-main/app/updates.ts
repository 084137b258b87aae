// Updates, where a site names a feed (docs/install.md): looked for quietly, fetched while nothing is being sent, and installed
// when the station is closed, which waits for what is under way.
import { HOUR_MS, MINUTE_MS } from '../../src-contract/lib/units';

const FIRST_LOOK_MS = MINUTE_MS;
const BETWEEN_LOOKS_MS = 6 * HOUR_MS;
const BUSY_AGAIN_MS = 30_000;

export interface Surroundings {
	/** What `WAYBILL_UPDATE_FEED` holds. */
	feed: string | undefined;
	isPackaged: boolean;
	platform: NodeJS.Platform;
	/** The file of an AppImage, when the station runs from one. */
	appImage: string | undefined;
}

/** Whose answer is installed: nobody on the way may change it. @returns undefined when nobody is to be asked; @throws saying why a feed cannot be used */
export function updateFeed({ feed, isPackaged, platform, appImage }: Surroundings): string | undefined {
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

/** What of electron-updater is used. */
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
	/** Loaded at the first look, a minute after the start. */
	load: () => Promise<Updater>;
	isSending: () => boolean;
	/** The version that is installed when the station is closed. */
	onReady: (version: string) => void;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** @returns ends the looking */
export function startUpdateChecks({ feed, load, isSending, onReady, log }: UpdateDependencies): () => void {
	let timer: NodeJS.Timeout;
	function later(ms: number): void {
		timer = setTimeout(() => void look(), ms);
		timer.unref();
	}
	async function look(): Promise<void> {
		if (isSending()) return later(BUSY_AGAIN_MS);
		try {
			const updater = await load();
			updater.logger = null;
			updater.autoDownload = false;
			updater.autoInstallOnAppQuit = true;
			updater.setFeedURL({ provider: 'generic', url: feed });
			const found = await updater.checkForUpdates();
			if (found?.isUpdateAvailable) {
				if (isSending()) return later(BUSY_AGAIN_MS);
				await updater.downloadUpdate();
				onReady(found.updateInfo.version);
				return;
			}
		} catch (error) {
			log('updates.failed', { error: String(error) });
		}
		later(BETWEEN_LOOKS_MS);
	}
	later(FIRST_LOOK_MS);
	return () => clearTimeout(timer);
}
