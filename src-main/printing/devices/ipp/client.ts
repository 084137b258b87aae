// IPP client for driverless printers and CUPS: reads printer attributes, sends jobs and polls their state.

import { t } from '../../../../src-contract/i18n';
import { MEGABYTE, MINUTE_MS } from '../../../../src-contract/lib/units';
import { type DeviceStatus, offlineError, rejectedError, unknownOutcomeError } from '../shared/driver';
import { describeNetworkError } from '../shared/network-errors';
import { type Attributes, STATE_ATTRIBUTES, statusOf, valuesOf } from './condition';
import { isWellFramed } from './frame';

/** Timeout for connecting, and for the answer to a request that is not a job. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Timeout for sending a job. Long, because a printer that converts the document may accept it slowly. */
const SEND_TIMEOUT_MS = MINUTE_MS;
/** Maximum answer size. The attributes of a thousand queues are smaller. */
const MAX_ANSWER_BYTES = MEGABYTE;
/** How long the state of a job is polled. For a job that takes longer, the status of the printer is reported instead. */
const MAX_POLL_MS = 15_000;
const POLL_INTERVAL_MS = 300;

/** Where to connect to: the address of a printer or CUPS server, or the Unix socket of the CUPS server on this machine. */
export type IppEndpoint = { host: string; port: number; isEncrypted: boolean } | { socketPath: string };

export interface IppPrinter {
	endpoint: IppEndpoint;
	/** Printer URI, such as `ipp://host/ipp/print`. */
	uri: string;
	/** Name shown to the user. */
	name: string;
}

/** An IPP answer, with its attributes by group. */
interface IppAnswer {
	/** Status code name of RFC 8011, such as `successful-ok`. */
	statusCode: string;
	operation: Attributes;
	printers: Attributes[];
	jobs: Attributes[];
}

/** The attribute groups in a member of the parsed message, which holds one group or an array of groups. */
const groupsOf = (value: unknown): Attributes[] =>
	valuesOf(value).flatMap((group) => (typeof group === 'object' && group !== null ? [{ ...group }] : []));

/**
 * Sends one IPP request over HTTP.
 * @param isJob true for a print job. After the connection is established, an error leaves the outcome of the job unknown.
 * @returns the body of the answer
 * @throws `printer.offline` when the request can be sent again; for jobs also `printer.failed` and `printer.unknownOutcome`
 */
async function sendHttp({ endpoint, name, uri }: IppPrinter, body: Buffer, isJob: boolean): Promise<Buffer> {
	const isEncrypted = 'isEncrypted' in endpoint && endpoint.isEncrypted;
	// Imported on first use to keep the start fast.
	const { request: openRequest } = await (isEncrypted ? import('node:https') : import('node:http'));
	return new Promise((resolve, reject) => {
		const { host, pathname } = new URL(uri.replace(/^ipp/, 'http'));
		let isConnected = false;
		const fail = (error: NodeJS.ErrnoException) => {
			clearTimeout(timer);
			if (isConnected && isJob)
				reject(
					unknownOutcomeError(
						t('{printer} did not report the result ({reason})', {
							printer: name,
							reason: describeNetworkError(error),
						}),
						error,
					),
				);
			else reject(offlineError(name, describeNetworkError(error), error));
		};
		const request = openRequest(
			{
				...('socketPath' in endpoint ? endpoint : { host: endpoint.host, port: endpoint.port }),
				// Printers use self-signed certificates: the connection is encrypted, but the printer is not authenticated.
				rejectUnauthorized: false,
				// Connections are not reused: the printer may close an idle connection at the moment a job is sent.
				agent: false,
				path: pathname,
				method: 'POST',
				headers: { 'Content-Type': 'application/ipp', 'Content-Length': body.length, Host: host },
			},
			(response) => {
				const chunks: Buffer[] = [];
				let receivedBytes = 0;
				response.on('data', (chunk: Buffer) => {
					receivedBytes += chunk.length;
					if (receivedBytes > MAX_ANSWER_BYTES) request.destroy(new Error(t('its answer is too long##of a printer')));
					else chunks.push(chunk);
				});
				response.on('error', fail);
				response.on('end', () => {
					clearTimeout(timer);
					if (response.statusCode === 200) resolve(Buffer.concat(chunks));
					else reject(httpError(name, response.statusCode ?? 0, isJob));
				});
			},
		);
		const onTimeout = () => request.destroy(new Error(t('no answer##of a printer')));
		let timer = setTimeout(onTimeout, CONNECT_TIMEOUT_MS);
		request.on('error', fail);
		request.on('socket', (socket) =>
			socket.once(isEncrypted ? 'secureConnect' : 'connect', () => {
				isConnected = true;
				clearTimeout(timer);
				timer = setTimeout(onTimeout, isJob ? SEND_TIMEOUT_MS : CONNECT_TIMEOUT_MS);
			}),
		);
		request.end(body);
	});
}

function httpError(name: string, status: number, isJob: boolean): Error {
	const reason =
		status === 401
			? t('status {status}: it requires a password##of a printer', { status })
			: t('status {status}##of a printer', { status });
	if (!isJob) return offlineError(name, reason);
	// The printer may have accepted the job before an internal server error.
	return status >= 500
		? unknownOutcomeError(t('{printer} failed ({reason})', { printer: name, reason }))
		: rejectedError(name, reason);
}

/** @param groups attributes by group; `data`, the document of a print job, is absent in other requests */
async function sendRequest(
	printer: IppPrinter,
	operation: string,
	groups: { operation?: Attributes; job?: Attributes; data?: Uint8Array },
): Promise<IppAnswer> {
	const isJob = groups.data !== undefined;
	// Imported on first use to keep the start fast.
	const { default: ipp } = await import('@sealsystems/ipp');
	const body = ipp.serialize({
		version: '2.0',
		operation,
		'operation-attributes-tag': {
			'attributes-charset': 'utf-8',
			'attributes-natural-language': 'en',
			'printer-uri': printer.uri,
			...groups.operation,
		},
		...(groups.job ? { 'job-attributes-tag': groups.job } : {}),
		...(groups.data ? { data: Buffer.from(groups.data) } : {}),
	});
	const answerBytes = await sendHttp(printer, body, isJob);
	try {
		if (!isWellFramed(answerBytes)) throw new Error('the attribute lengths in the IPP answer are invalid');
		const message = ipp.parse(answerBytes);
		return {
			statusCode: String(message.statusCode),
			operation: groupsOf(message['operation-attributes-tag'])[0] ?? {},
			printers: groupsOf(message['printer-attributes-tag']),
			jobs: groupsOf(message['job-attributes-tag']),
		};
	} catch (error) {
		if (isJob) throw unknownOutcomeError(t('{printer} sent an unreadable answer', { printer: printer.name }), error);
		throw offlineError(printer.name, t('its answer is unreadable##of a printer'), error);
	}
}

const isError = (statusCode: string) => !statusCode.startsWith('successful');
/** Temporary errors after which the job was certainly not accepted (RFC 8011, appendix B). */
const TEMPORARY_ERRORS = new Set([
	'server-error-busy',
	'server-error-not-accepting-jobs',
	'server-error-temporary-error',
	'server-error-service-unavailable',
]);

function jobError({ name }: IppPrinter, answer: IppAnswer): Error {
	const reason = String(answer.operation['status-message'] ?? answer.statusCode);
	if (TEMPORARY_ERRORS.has(answer.statusCode))
		return offlineError(name, t('it accepts no jobs now: {words}##of a printer', { words: reason }));
	if (answer.statusCode.startsWith('client-error')) return rejectedError(name, reason);
	return unknownOutcomeError(t('{printer} reported an error ({reason})', { printer: name, reason }));
}

/**
 * Reads the named printer attributes. The result lacks attributes that the printer does not support.
 * @throws `printer.offline`
 */
export async function readPrinterAttributes(printer: IppPrinter, names: readonly string[]): Promise<Attributes> {
	const answer = await sendRequest(printer, 'Get-Printer-Attributes', {
		operation: { 'requested-attributes': [...names] },
	});
	if (isError(answer.statusCode))
		throw offlineError(
			printer.name,
			t('no printer at this address ({status})##of a printer', { status: answer.statusCode }),
		);
	return answer.printers[0] ?? {};
}

/**
 * Lists the queues of a CUPS server.
 * @returns the attributes of each queue, and the name of the default queue, which is empty if there is none
 * @throws `printer.offline`
 */
export async function listCupsPrinters(server: IppPrinter): Promise<{ printers: Attributes[]; defaultName: string }> {
	const requestedAttributes = {
		'requested-attributes': [
			'printer-name',
			'printer-info',
			'device-uri',
			'printer-make-and-model',
			'printer-is-shared',
		],
	};
	const answer = await sendRequest(server, 'CUPS-Get-Printers', { operation: requestedAttributes });
	const defaultAnswer = await sendRequest(server, 'CUPS-Get-Default', {
		operation: { 'requested-attributes': ['printer-name'] },
	});
	return {
		printers: answer.printers,
		defaultName: String(defaultAnswer.printers[0]?.['printer-name'] ?? ''),
	};
}

export const readIppStatus = async (printer: IppPrinter): Promise<DeviceStatus> =>
	statusOf(await readPrinterAttributes(printer, STATE_ATTRIBUTES));

export interface IppJob {
	payload: Uint8Array;
	/** MIME type of the payload. */
	format: string;
	title: string;
	attributes: Attributes;
}

/**
 * Sends a job and polls its state for up to `MAX_POLL_MS`.
 * @returns the state of the job, as a text for the user
 * @throws `printer.offline` when the job was not accepted and may be sent again
 * @throws `printer.failed` when the printer rejects the job
 * @throws `printer.unknownOutcome` when the job was cancelled or aborted, or the printer did not report whether it accepted the job
 */
export async function printIpp(printer: IppPrinter, { payload, format, title, attributes }: IppJob): Promise<string> {
	const answer = await sendRequest(printer, 'Print-Job', {
		operation: { 'requesting-user-name': 'waybill', 'job-name': title.slice(0, 200), 'document-format': format },
		job: attributes,
		data: payload,
	});
	if (isError(answer.statusCode)) throw jobError(printer, answer);
	const jobId = Number(answer.jobs[0]?.['job-id']);
	if (!Number.isSafeInteger(jobId)) return t('accepted without a job number##of a printer');
	for (let waitedMs = 0; ; waitedMs += POLL_INTERVAL_MS) {
		const job = await readJobState(printer, jobId).catch(() => undefined);
		const state = String(job?.['job-state'] ?? '');
		if (state === 'completed') return t('job {number}, completed##of a printer', { number: jobId });
		if (state === 'canceled' || state === 'aborted') {
			const reason = [job?.['job-state-message'], ...valuesOf(job?.['job-state-reasons'])]
				.filter((text) => text && text !== 'none')
				.join(', ');
			throw unknownOutcomeError(
				t('{printer} stopped job {number} before it was complete ({reason})', {
					printer: printer.name,
					number: jobId,
					reason: reason || state,
				}),
			);
		}
		if (waitedMs >= MAX_POLL_MS || !job) {
			const { message } = await readIppStatus(printer).catch(() => ({
				message: t('it no longer answers##of a printer'),
			}));
			return t('job {number}, waiting. {message}', { number: jobId, message });
		}
		await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
	}
}

async function readJobState(printer: IppPrinter, jobId: number): Promise<Attributes | undefined> {
	const requestedAttributes = ['job-state', 'job-state-reasons', 'job-state-message'];
	const answer = await sendRequest(printer, 'Get-Job-Attributes', {
		operation: { 'job-id': jobId, 'requested-attributes': requestedAttributes },
	});
	return isError(answer.statusCode) ? undefined : answer.jobs[0];
}
