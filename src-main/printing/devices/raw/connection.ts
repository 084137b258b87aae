// Sends payloads in a printer language to a printer, over a TCP socket or a raw CUPS queue. Over a socket, the printer may answer
// status requests.
import { connect, type Socket } from 'node:net';
import { t } from '../../../../src-contract/i18n';
import { createBoundedMap } from '../../../../src-contract/lib/bounded-map';
import { KILOBYTE } from '../../../../src-contract/lib/units';
import type { PrinterProfile } from '../../../../src-contract/model/print';
import { type DeviceStatus, offlineError, unknownOutcomeError } from '../shared/driver';
import { describeNetworkError } from '../shared/network-errors';
import { readQueueStatus, spool } from '../spooler/spooler';

const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Status timeout of a printer that has never answered. After this time, the printer is assumed not to report its status. Also the
 * timeout of the request for the resolution.
 */
const ANSWER_TIMEOUT_MS = 1_500;
/** Status timeout of a printer that has answered before. Longer, because the printer may be busy with another label. */
const KNOWN_ANSWER_TIMEOUT_MS = 5_000;
/** Maximum length of an answer. Of a longer answer, only the last bytes are used. */
const MAX_ANSWER_BYTES = KILOBYTE;
/** Payloads are written in chunks, small enough that a slow printer reads a chunk within `STALL_TIMEOUT_MS` while it prints. */
const CHUNK_BYTES = 16 * KILOBYTE;
/** Timeout for writing one chunk, and for the status answer that confirms the whole payload. */
const STALL_TIMEOUT_MS = 20_000;
/** How long to wait for the printer to close the connection after reading everything. Some printers never close it. */
const CLOSE_TIMEOUT_MS = 5_000;

interface StatusRequest<Answer> {
	request: Uint8Array;
	/** @returns undefined while the answer is incomplete */
	parse(answer: Buffer): Answer | undefined;
}

/** The status requests of a printer language. */
export interface StatusProtocol extends StatusRequest<DeviceStatus> {
	/** Request for the printer's resolution in dpi. Sent only after the printer has answered the status request. */
	resolution?: StatusRequest<number>;
}

/** Connection strings of the printers that have answered a status request since the station started. */
const answeringConnections = createBoundedMap<string, true>(100);

/**
 * Queries the status of a printer.
 * @returns undefined for a printer that has never answered, because such a printer may not support status requests
 * @throws `printer.offline` for a printer that has answered before and no longer answers, because that printer would accept bytes
 * and print nothing
 */
async function queryStatus(socket: Socket, printerName: string, connection: string, protocol: StatusProtocol) {
	const hasAnsweredBefore = answeringConnections.has(connection);
	const timeoutMs = hasAnsweredBefore ? KNOWN_ANSWER_TIMEOUT_MS : ANSWER_TIMEOUT_MS;
	const deviceStatus = await sendRequest(socket, protocol, timeoutMs);
	if (deviceStatus) answeringConnections.set(connection, true);
	else if (hasAnsweredBefore) throw offlineError(printerName, t('no answer##of a printer'));
	return deviceStatus;
}

/** @throws `printer.offline` */
function openSocket(host: string, port: number, printerName: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port });
		const timer = setTimeout(() => socket.destroy(new Error(t('no answer##of a printer'))), CONNECT_TIMEOUT_MS);
		socket.once('connect', () => {
			clearTimeout(timer);
			socket.removeAllListeners('error');
			// Ignore later errors: each is followed by `close`, which all functions below handle.
			socket.on('error', () => {});
			resolve(socket);
		});
		socket.once('error', (error: NodeJS.ErrnoException) => {
			clearTimeout(timer);
			reject(offlineError(printerName, describeNetworkError(error), error));
		});
	});
}

/**
 * Sends a request and waits for the answer.
 * @returns undefined when the answer is missing or incomplete after `timeoutMs`, or when the connection was closed
 */
function sendRequest<Answer>(
	socket: Socket,
	{ request, parse }: StatusRequest<Answer>,
	timeoutMs: number,
): Promise<Answer | undefined> {
	return new Promise((resolve) => {
		let answer = Buffer.alloc(0);
		const finish = (parsed: Answer | undefined) => {
			clearTimeout(timer);
			socket.off('data', onData).off('close', onClose);
			resolve(parsed);
		};
		const onData = (chunk: Buffer) => {
			answer = Buffer.concat([answer, chunk]).subarray(-MAX_ANSWER_BYTES);
			const parsed = parse(answer);
			if (parsed !== undefined) finish(parsed);
		};
		const onClose = () => finish(undefined);
		const timer = setTimeout(() => finish(undefined), timeoutMs);
		socket.on('data', onData).on('close', onClose).write(request);
	});
}

/** @returns false when the connection broke, or when the chunk was not written within `STALL_TIMEOUT_MS` */
function writeChunk(socket: Socket, chunk: Uint8Array): Promise<boolean> {
	return new Promise((resolve) => {
		const finish = (isWritten: boolean) => {
			clearTimeout(timer);
			socket.off('close', onFailure);
			resolve(isWritten);
		};
		const onFailure = () => finish(false);
		const timer = setTimeout(onFailure, STALL_TIMEOUT_MS);
		socket.once('close', onFailure);
		socket.write(chunk, (error) => finish(!error));
	});
}

async function writePayload(socket: Socket, payload: Uint8Array): Promise<boolean> {
	for (let start = 0; start < payload.length; start += CHUNK_BYTES)
		if (!(await writeChunk(socket, payload.subarray(start, start + CHUNK_BYTES)))) return false;
	return true;
}

/**
 * Ends this side of the connection.
 * @returns `read` when the printer ended its side too, which means that the printer has read everything; `broken` when the
 * connection broke; `silent` when the printer kept its side open
 */
function closeConnection(socket: Socket): Promise<'read' | 'broken' | 'silent'> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => resolve('silent'), CLOSE_TIMEOUT_MS);
		socket.once('close', (hadError) => {
			clearTimeout(timer);
			resolve(hadError ? 'broken' : 'read');
		});
		socket.resume();
		socket.end();
	});
}

function parseConnection(connection: string): { host: string; port: number } | { queue: string } {
	if (connection.toLowerCase().startsWith('queue:')) return { queue: connection.slice('queue:'.length) };
	const { hostname, port } = new URL(connection.replace(/^tcp:/i, 'http:'));
	// `URL` drops port 80, because it is the default of `http:`.
	return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) };
}

/**
 * Sends a payload. Over a socket, if the language has a status protocol, the status of the printer is queried before sending, so that
 * nothing is sent to a printer without paper. If the printer answered, its status is queried again after sending: an answer then proves
 * that the printer has read the whole payload.
 * @param connection `tcp://HOST:PORT` or `queue:NAME`
 * @param toError creates the error that is thrown when the printer needs attention before sending
 * @returns as a text for the user: for a socket, the address, with a note when the printer reports a problem or did not confirm the
 * payload; for a queue, the state of the job
 * @throws `printer.offline` when nothing was sent; `printer.unknownOutcome` when the payload was sent in part, when the connection
 * broke, or when a printer that answered before sending did not answer afterwards; the error of `toError`; for a queue, the errors of
 * `spool`
 */
export async function sendRaw(
	{ name }: PrinterProfile,
	connection: string,
	{ payload, title }: { payload: Uint8Array; title: string },
	protocol: StatusProtocol | undefined,
	toError: (status: DeviceStatus) => Error,
): Promise<string> {
	const target = parseConnection(connection);
	if ('queue' in target) return spool(target.queue, payload, { title, copies: 1, isRaw: true });
	const socket = await openSocket(target.host, target.port, name);
	try {
		const statusBefore = protocol && (await queryStatus(socket, name, connection, protocol));
		if (statusBefore?.condition === 'error') throw toError(statusBefore);
		if (socket.destroyed || socket.readableEnded)
			throw offlineError(name, t('it closed the connection before anything was sent##of a printer'));
		if (!(await writePayload(socket, payload)))
			throw unknownOutcomeError(
				t('{printer} accepted only part of the document or stopped answering', { printer: name }),
			);
		if (statusBefore && protocol) {
			const statusAfter = await sendRequest(socket, protocol, STALL_TIMEOUT_MS);
			if (!statusAfter) throw unknownOutcomeError(t('{printer} did not confirm the whole document', { printer: name }));
			return statusAfter.condition === 'error'
				? t('{address}. The printer reports: {message}', { address: connection, message: statusAfter.message })
				: connection;
		}
		const closeResult = await closeConnection(socket);
		if (closeResult === 'broken') throw unknownOutcomeError(t('{printer} broke the connection', { printer: name }));
		return closeResult === 'read'
			? connection
			: t('{address}. The printer did not confirm it.', { address: connection });
	} finally {
		socket.destroy();
	}
}

/** Queries the status of a printer, and its resolution if the language has a request for it. @throws `printer.offline` */
export async function readRawStatus(
	{ name }: PrinterProfile,
	connection: string,
	protocol: StatusProtocol | undefined,
): Promise<DeviceStatus> {
	const target = parseConnection(connection);
	if ('queue' in target) return readQueueStatus(target.queue);
	const socket = await openSocket(target.host, target.port, name);
	try {
		const deviceStatus = protocol && (await queryStatus(socket, name, connection, protocol));
		const reachedMessage = t('Connected to {address}. The printer does not report its status.', {
			address: connection,
		});
		if (!deviceStatus) return { condition: 'unknown', message: reachedMessage };
		const dpi = protocol.resolution && (await sendRequest(socket, protocol.resolution, ANSWER_TIMEOUT_MS));
		return dpi === undefined ? deviceStatus : { ...deviceStatus, resolutionsDpi: [dpi] };
	} finally {
		socket.destroy();
	}
}
