// External dependencies of the services. The application provides them with Electron, tests with fakes.
import type { Worker } from 'node:worker_threads';
import type { EventName, StationEvents } from '../../src-contract/api/events';
import type { BuiltInService } from '../connections/built-in-service';
import type { Network } from '../connections/network';
import type { StationControl } from '../desk-backup/desk-backup';
import type { DamagedFile } from '../platform/data-files';
import type { Desktop } from '../platform/desktop';
import type { KeyValueFile } from '../platform/key-value-file';
import type { Keyring } from '../platform/keyring';
import { createSignal } from '../platform/signal';
import type { WindowPrinting } from '../printing/devices/electron-window/driver';
import type { NetworkSearchResult } from '../printing/discovery/dns-sd-records';
import type { SettingsService } from '../settings/settings';
import type { StartAddressWorker } from './address-threads';

export interface ServiceDependencies {
	dataDir: string;
	/** Output folder of the initial printers, which write PDF files. */
	labelsDir: string;
	version: string;
	logFile: string;
	settings: SettingsService;
	/** Stores the encrypted credentials. */
	credentialsFile: KeyValueFile;
	/** Stores the encryption key of the documents, encrypted by the keyring. */
	vaultFile: KeyValueFile;
	keyring: Keyring;
	builtInService: BuiltInService;
	/** Sends requests to other hosts. */
	network: Network;
	desktop: Desktop;
	/** Prints through a hidden window on Windows, which has no CUPS; undefined on other systems. */
	windowPrinting: WindowPrinting | undefined;
	/** DNS-SD search for printers; tests replace it. */
	searchNetwork?: () => Promise<NetworkSearchResult>;
	/** Called for a file of the data folder that was damaged and has been replaced. */
	onDamagedFile: (file: DamagedFile) => void;
	startDocumentWorker: () => Worker;
	startGoodsWorker: () => Worker;
	startAddressWorker: StartAddressWorker;
	startBackupWorker: () => Worker;
	startCartonWorker: () => Worker;
	stationControl: StationControl;
	/** Name of the operating-system user. */
	userName: () => string;
	now: () => Date;
	/** Applies the language setting. */
	applyLanguage: () => Promise<void>;
	/** Starts the update checks if a feed is configured. Returns a function that stops the checks. */
	startUpdateChecks: (isSending: () => boolean, onReady: (version: string) => void) => () => void;
	/** Sets the zoom factor of the window in percent. */
	zoom: (percent: number) => void;
	/** Sends an event to the window. */
	push: <Name extends EventName>(name: Name, detail: StationEvents[Name]) => void;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** Events between modules. Their listeners are added only in src-main/compose. */
export const createStationSignals = () => ({
	/** The station status may have changed. */
	statusChanged: createSignal(),
	/** The service answered for the first time, or again after a failure. */
	serviceAnswered: createSignal(),
	/** A key was set or unlocked, or another service is in use. */
	keyChanged: createSignal(),
	/** Orders were added or changed: by an import, by a user in the list of orders, or in a batch. The detail has their ids. */
	ordersChanged: createSignal<readonly number[]>(),
});
export type StationSignals = ReturnType<typeof createStationSignals>;
