// Access to the CUPS queues of this machine over IPP, without running command-line programs.
import { existsSync } from 'node:fs';
import { AppError } from '../../../../src-contract/errors';
import { t } from '../../../../src-contract/i18n';
import {
	type IppEndpoint,
	type IppPrinter,
	listCupsPrinters,
	printIpp,
	readIppStatus,
	readPrinterAttributes,
} from '../ipp/client';
import type { Attributes } from '../ipp/condition';
import type { DeviceStatus, SystemPrinter } from '../shared/driver';

const CUPS_SOCKETS = ['/run/cups/cups.sock', '/var/run/cupsd', '/private/var/run/cupsd'] as const;
const IPP_PORT = 631;

/**
 * The CUPS server, searched for in the same order as the CUPS programs do: the server that the environment variable `CUPS_SERVER`
 * names, the Unix socket of a local server, or else localhost.
 */
function spoolerEndpoint(): IppEndpoint {
	const server = process.env.CUPS_SERVER;
	if (server?.startsWith('/')) return { socketPath: server };
	if (server) {
		const { hostname, port } = new URL(`http://${server}`);
		return { host: hostname, port: port === '' ? IPP_PORT : Number(port), isEncrypted: false };
	}
	const socketPath = CUPS_SOCKETS.find((path) => existsSync(path));
	return socketPath ? { socketPath } : { host: 'localhost', port: IPP_PORT, isEncrypted: false };
}

/** @throws `printer.failed` on Windows, which has no CUPS */
function ippPrinterOfQueue(name: string): IppPrinter {
	if (process.platform === 'win32')
		throw new AppError(
			'printer.failed',
			t("Raw queues are available on Linux and macOS only. Use the printer's address instead."),
		);
	return { endpoint: spoolerEndpoint(), uri: `ipp://localhost/printers/${encodeURIComponent(name)}`, name };
}

export interface SpoolJob {
	title: string;
	copies: number;
	/** True for a payload in the printer's own language, which CUPS must not filter. */
	isRaw: boolean;
	attributes?: Attributes;
}

/** Sends a job to a CUPS queue. @returns the state of the job, as a text for the user @throws the errors of `printIpp` */
export const spool = async (
	queue: string,
	payload: Uint8Array,
	{ title, copies, isRaw, attributes }: SpoolJob,
): Promise<string> =>
	printIpp(ippPrinterOfQueue(queue), {
		payload,
		format: isRaw ? 'application/vnd.cups-raw' : 'application/pdf',
		title,
		attributes: { copies, ...attributes },
	});

/** @throws `printer.offline` */
export const readQueueAttributes = async (queue: string, names: readonly string[]): Promise<Attributes> =>
	readPrinterAttributes(ippPrinterOfQueue(queue), names);

export const readQueueStatus = async (queue: string): Promise<DeviceStatus> => readIppStatus(ippPrinterOfQueue(queue));

/** All CUPS queues of this machine. @throws `printer.offline` when CUPS does not run */
export async function listSpoolerQueues(): Promise<SystemPrinter[]> {
	const { printers, defaultName } = await listCupsPrinters({
		endpoint: spoolerEndpoint(),
		uri: 'ipp://localhost/',
		name: t('The print system'),
	});
	return printers.map((printer) => ({
		name: String(printer['printer-name']),
		description: String(printer['printer-info'] || printer['printer-make-and-model'] || ''),
		isDefault: printer['printer-name'] === defaultName,
		deviceUri: String(printer['device-uri'] ?? ''),
	}));
}
