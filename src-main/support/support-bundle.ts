// What a desk tells whoever supports it, as a text that a person reads before it leaves: what runs, how it is set up and what went wrong;
// no secret, and nobody's name, address or parcel.
import { readFileSync } from 'node:fs';
import { release, totalmem } from 'node:os';
import type { StationStatus } from '../../src-contract/api/events';
import type { PrinterStatus } from '../../src-contract/model/print';
import type { CredentialStatus, Settings } from '../../src-contract/model/settings';
import type { ShipmentState } from '../../src-contract/model/shipment';
import { redactPersonalData } from './redaction';

const LOG_LINES = 200;

export interface SupportFacts {
	at: string;
	status: StationStatus;
	settings: Settings;
	credentials: CredentialStatus;
	shipments: Record<ShipmentState, number>;
	printers: readonly PrinterStatus[];
	log: string;
}

const isSet = (value: unknown): string => (value === '' || value === null ? 'not set' : 'set, left out');

/** Host and port of the service's address. Without `URL.canParse`, which the Node 18.15 of Electron 25 does not have. */
function hostOf(url: string): string {
	if (url === '') return 'built in';
	try {
		return new URL(url).host;
	} catch {
		return 'no address';
	}
}

/** Pure. What names a person or a place is replaced by whether it is set. */
export function supportText({ at, status, settings, credentials, shipments, printers, log }: SupportFacts): string {
	const { deskName, serviceUrl, accountUrl, ordersFolder, sender, parcelPresets, ...preferences } = settings;
	const { electron, chrome, node } = process.versions;
	const bundle = {
		at,
		version: status.version,
		system: {
			platform: process.platform,
			architecture: process.arch,
			release: release(),
			memoryMegabytes: Math.round(totalmem() / 1e6),
			electron,
			chrome,
			node,
		},
		service: { host: hostOf(serviceUrl), state: status.service },
		key: { state: credentials.state, protection: credentials.protection, keyring: credentials.keyringAvailable },
		settings: {
			...preferences,
			deskName: isSet(deskName),
			accountUrl: isSet(accountUrl),
			ordersFolder: isSet(ordersFolder),
			sender: isSet(sender),
			boxes: parcelPresets.length,
		},
		shipments,
		printers: printers.map(({ printer: { device, stock, dpi }, condition, fallbackPrinterId }) => ({
			driver: device.driver,
			stock,
			dpi,
			condition,
			hasFallback: fallbackPrinterId !== null,
		})),
		log: log
			.trimEnd()
			.split('\n')
			.slice(-LOG_LINES)
			.map((line) => redactPersonalData(line)),
	};
	return JSON.stringify(bundle, null, '\t');
}

/** @returns empty: nothing was logged yet */
export function readLog(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
