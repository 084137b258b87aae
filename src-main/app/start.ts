// Creates the services with their Electron dependencies.
import { userInfo } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { app, type BrowserWindow } from 'electron';
import Store from 'electron-store';
import { resolveLanguage } from '../../src-contract/i18n';
import { errorMessage } from '../../src-contract/lib/error-message';
import { setProcessLanguage } from '../../src-contract/locales';
import { addressBookPaths } from '../address-book/address-book-paths';
import { createServices, type ServiceDependencies } from '../compose';
import type { DocumentWorkerData } from '../compose/document.worker';
import { DOCUMENT_THREAD_MEMORY } from '../compose/document-thread';
import { readMoved, unmarkMoved } from '../desk-backup/moved-desk';
import { finishRestore } from '../desk-backup/restore';
import { createHandlers } from '../ipc/handlers';
import { createRouter } from '../ipc/router';
import { requireAccess } from '../people/access';
import { type DamagedFile, restoreJson } from '../platform/data-files';
import { makePrivateFolder, restrictToOwner } from '../platform/private-files';
import { writeRestoredMark } from '../platform/restored-mark';
import { createWindowPrinting } from '../printing/devices/electron-window/window-printing';
import { createSettings } from '../settings/settings';
import { showDamagedFile } from './damaged-file';
import { createDesktop } from './desktop';
import { createBuiltInService } from './embedded-service';
import { openStationLog } from './log';
import { askToUseMovedDesk, showRestored } from './moved-desk';
import { createStationNetwork } from './network';
import { systemKeyring } from './system-keyring';
import { startUpdateChecks, updateFeed } from './updates';

type BuiltPath = (...parts: string[]) => string;
type Log = ServiceDependencies['log'];

/** Memory limit of an address-book thread: a malicious import file ends the thread, not the station. */
const ADDRESS_THREAD_MEMORY = { maxOldGenerationSizeMb: 2048 };

/** The configured update feed. An invalid feed is logged and ignored. */
function configuredFeed(log: Log): string | undefined {
	const { WAYBILL_UPDATE_FEED: feed, APPIMAGE: appImage } = process.env;
	try {
		return updateFeed({ feed, appImage, isPackaged: app.isPackaged, platform: process.platform });
	} catch (error) {
		log('updates.invalidFeed', { error: errorMessage(error) });
		return undefined;
	}
}

/** Returns the function that starts the update checks. The function does nothing when no feed is configured. */
const createUpdateChecks =
	(log: Log): ServiceDependencies['startUpdateChecks'] =>
	(isSending, onReady) => {
		const feed = configuredFeed(log);
		if (!feed) return () => {};
		const load = async () => (await import('electron-updater')).autoUpdater;
		return startUpdateChecks({ feed, load, isSending, onReady, log });
	};

/** The tables and fonts; and the index of goods, which a package has outside its archive, because SQLite opens it. */
const programFolders = (builtPath: BuiltPath) => ({
	resourcesDir: path.join(app.getAppPath(), 'resources'),
	goodsIndexDir: app.isPackaged ? path.join(process.resourcesPath, 'goods-index') : builtPath('goods-index'),
});
type ProgramFolders = ReturnType<typeof programFolders>;

/** Functions that start the services' worker threads. */
const workerStarters = (builtPath: BuiltPath, dataDir: string, { resourcesDir, goodsIndexDir }: ProgramFolders) =>
	({
		startDocumentWorker: () =>
			new Worker(builtPath('main', 'document-worker.js'), {
				workerData: { resourcesDir } satisfies DocumentWorkerData,
				resourceLimits: DOCUMENT_THREAD_MEMORY,
			}),
		startGoodsWorker: () =>
			new Worker(builtPath('main', 'goods-worker.js'), { workerData: { resourcesDir, goodsIndexDir } }),
		startAddressWorker: (data) =>
			new Worker(builtPath('main', 'address-worker.js'), {
				workerData: { ...data, ...addressBookPaths(dataDir, resourcesDir) },
				resourceLimits: ADDRESS_THREAD_MEMORY,
			}),
		startBackupWorker: () => new Worker(builtPath('main', 'backup-worker.js')),
		startCartonWorker: () => new Worker(builtPath('main', 'carton-worker.js')),
	}) satisfies Partial<ServiceDependencies>;

/**
 * Opens a JSON file in the data folder. Only the user account of the station can read the file.
 * @param onDamaged called when the file was damaged and has been replaced
 */
function jsonFile(dataDir: string, name: string, onDamaged: (file: DamagedFile) => void) {
	const file = path.join(dataDir, `${name}.json`);
	const damaged = restoreJson(file, name !== 'credentials', new Date());
	if (damaged) onDamaged(damaged);
	restrictToOwner(file);
	return new Store({ cwd: dataDir, name, clearInvalidConfig: true, configFileMode: 0o600 });
}

/**
 * Asks what to do when this desk was moved to another machine. Waybill ends unless the user wants to use the desk again; then what is
 * queued is held, because the other machine may have sent it.
 */
async function waitWhileMoved(dataDir: string, window: BrowserWindow | undefined): Promise<void> {
	const moved = readMoved(dataDir);
	if (!moved) return;
	if (await askToUseMovedDesk(window, moved)) {
		writeRestoredMark(dataDir);
		unmarkMoved(dataDir);
		return;
	}
	app.exit(0);
	// Nothing is started until the process has ended.
	await new Promise(() => {});
}

/**
 * Creates the services and recovers interrupted operations. Background work starts later, with `station.screenReady`.
 * @param builtPath resolves the path of a built file
 * @param currentWindow returns the window; undefined before the window is open
 * @param push sends an event to the window
 * @param stationControl stops and starts the services
 */
export async function start(
	builtPath: BuiltPath,
	currentWindow: () => BrowserWindow | undefined,
	push: (name: string, detail: unknown) => void,
	stationControl: ServiceDependencies['stationControl'],
) {
	const dataDir = app.getPath('userData');
	const folders = programFolders(builtPath);
	makePrivateFolder(dataDir);
	const { write: log, file: logFile } = openStationLog(path.join(dataDir, 'logs'));

	const formerFilesFolder = finishRestore(dataDir, new Date());
	const damagedFiles: DamagedFile[] = [];
	const onDamagedFile = (file: DamagedFile) => void damagedFiles.push(file);
	const settings = createSettings(jsonFile(dataDir, 'settings', onDamagedFile));
	// If the translations cannot be loaded, the texts stay in English.
	const applyLanguage = () =>
		setProcessLanguage(resolveLanguage(settings.read().language, app.getLocale())).catch((error) =>
			log('translations.error', { error: String(error) }),
		);
	const zoom = (percent: number) => currentWindow()?.webContents.setZoomFactor(percent / 100);
	zoom(settings.read().textSizePercent);
	await applyLanguage();
	await waitWhileMoved(dataDir, currentWindow());
	const services = createServices({
		dataDir,
		labelsDir: path.join(dataDir, 'labels'),
		version: app.getVersion(),
		logFile,
		settings,
		credentialsFile: jsonFile(dataDir, 'credentials', onDamagedFile),
		vaultFile: jsonFile(dataDir, 'document-key', onDamagedFile),
		keyring: systemKeyring,
		builtInService: createBuiltInService({
			script: builtPath('main', 'broker-process.js'),
			dataDir: path.join(dataDir, 'service'),
			...folders,
			port: settings.brokerPort,
			log,
		}),
		desktop: createDesktop(currentWindow),
		network: createStationNetwork(log),
		windowPrinting: process.platform === 'win32' ? createWindowPrinting(currentWindow, dataDir) : undefined,
		...workerStarters(builtPath, dataDir, folders),
		startUpdateChecks: createUpdateChecks(log),
		stationControl,
		onDamagedFile,
		userName: () => userInfo().username,
		now: () => new Date(),
		applyLanguage,
		zoom,
		push,
		log,
	});
	services.recoverInterrupted();
	for (const file of damagedFiles) {
		log('data.damaged', { ...file });
		void showDamagedFile(currentWindow(), file);
	}
	if (formerFilesFolder !== null) void showRestored(currentWindow(), formerFilesFolder);
	return {
		route: createRouter({
			handlers: createHandlers(services),
			requireAccess: (name, input) => requireAccess(name, input, services.people.state(), services.settings.read()),
			log,
		}),
		startBackgroundWork: services.start,
		close: services.close,
		log,
	};
}
