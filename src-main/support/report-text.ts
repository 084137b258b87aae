// Formats the support report: versions, configuration and the end of the log, as text that the user reads before sending it. The
// report contains no secrets, names, addresses or parcels.
import { readFileSync } from 'node:fs';
import { release, totalmem } from 'node:os';
import type { StationStatus } from '../../src-contract/api/events';
import type { PrinterStatus } from '../../src-contract/model/print';
import type { CredentialStatus, Settings } from '../../src-contract/model/settings';
import type { ShipmentState } from '../../src-contract/model/shipment';
import { redactPersonalData } from './redaction';

const MAX_LOG_LINES = 200;

/** Content of the support report before it is redacted and formatted. */
export interface SupportFacts {
	/** Time of the report, ISO 8601. */
	at: string;
	status: StationStatus;
	settings: Settings;
	credentials: CredentialStatus;
	/** Number of shipments in each state. */
	shipments: Record<ShipmentState, number>;
	printers: readonly PrinterStatus[];
	/** The station's whole log. The report contains the last `MAX_LOG_LINES` lines. */
	log: string;
}

const setOrNotSet = (value: unknown): string => (value === '' || value === null ? 'not set' : 'set, left out');

/** Host and port of the service address; `built in` for the built-in service, `no address` for an invalid address. */
function hostOf(url: string): string {
	if (url === '') return 'built in';
	return URL.canParse(url) ? new URL(url).host : 'no address';
}

/** Formats the report. Instead of a personal setting, the report says only whether the setting is set. */
export function formatSupportReport({
	at,
	status,
	settings,
	credentials,
	shipments,
	printers,
	log,
}: SupportFacts): string {
	const { deskName, serviceUrl, accountUrl, ordersFolder, sender, parcelPresets, ...preferences } = settings;
	const { electron, chrome, node } = process.versions;
	const report = {
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
			deskName: setOrNotSet(deskName),
			accountUrl: setOrNotSet(accountUrl),
			ordersFolder: setOrNotSet(ordersFolder),
			sender: setOrNotSet(sender),
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
			.slice(-MAX_LOG_LINES)
			.map((line) => redactPersonalData(line)),
	};
	return JSON.stringify(report, null, '\t');
}

/** Reads the log file. @returns an empty string when there is no log yet, or the log cannot be read */
export function readLog(file: string): string {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
}
