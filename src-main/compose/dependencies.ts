// What a desk is composed of from outside: by the application with what Electron gives, by a test with doubles.
import type { Worker } from 'node:worker_threads';
import type { EventName, StationEvents } from '../../src-contract/api/events';
import type { BuiltInService } from '../connections/built-in-service';
import type { Desktop } from '../platform/desktop';
import type { KeyValueFile } from '../platform/key-value-file';
import type { Keyring } from '../platform/keyring';
import { createSignal } from '../platform/signal';
import type { WindowPrinting } from '../printing/devices/windows/driver';
import type { NetworkSearch } from '../printing/discovery/dns-sd-records';
import type { SettingsService } from '../settings/settings';
import type { StartAddressWorker } from './address-threads';

export interface ServiceDependencies {
	dataDir: string;
	/** Where the first printer puts its PDF files. */
	labelsDir: string;
	version: string;
	logFile: string;
	settings: SettingsService;
	/** Where the encrypted envelope of the key lies. */
	credentialsFile: KeyValueFile;
	/** Where the key to the documents lies, which the keyring guards. */
	vaultFile: KeyValueFile;
	keyring: Keyring;
	builtInService: BuiltInService;
	fetch: typeof fetch;
	desktop: Desktop;
	/** Where the system has no CUPS. */
	windowPrinting: WindowPrinting | undefined;
	/** Search for printers that announce themselves; the station's own unless a test brings another. */
	searchNetwork?: () => Promise<NetworkSearch>;
	startDocumentWorker: () => Worker;
	startGoodsWorker: () => Worker;
	startAddressWorker: StartAddressWorker;
	/** Who is signed in at this machine. */
	userName: () => string;
	now: () => Date;
	/** Takes over the language of the settings. */
	applyLanguage: () => Promise<void>;
	/** Begins to look for updates, where a site names a feed; returns what ends it. */
	startUpdateChecks: (isSending: () => boolean, onReady: (version: string) => void) => () => void;
	/** How large the screens are shown, in percent. */
	zoom: (percent: number) => void;
	push: <Name extends EventName>(name: Name, detail: StationEvents[Name]) => void;
	log: (event: string, detail: Record<string, unknown>) => void;
}

/** Events between domains. Their listeners are added in `index.ts`, and nowhere else. */
export const createStationSignals = () => ({
	/** What the header shows may have changed. */
	statusChanged: createSignal(),
	/** The service answers again after it did not, or for the first time. */
	serviceAnswered: createSignal(),
	/** Requests go under another key from now on, or to another service. */
	keyChanged: createSignal(),
});
export type StationSignals = ReturnType<typeof createStationSignals>;
