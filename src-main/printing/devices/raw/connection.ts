// Connections to printers with their own language: a TCP socket, whose printer may answer status requests, or a raw CUPS queue.
import { connect, type Socket } from 'node:net';
import { t } from '../../../../src-contract/i18n';
import { createBoundedMap } from '../../../../src-contract/lib/bounded-map';
import { KILOBYTE } from '../../../../src-contract/lib/units';
import type { Printer } from '../../../../src-contract/model/print';
import { type DeviceStatus, offlineError, unknownOutcomeError } from '../shared/driver';
import { describeNetworkError } from '../shared/network-errors';
import { checkSpooler, spool } from '../spooler/spooler';

const CONNECT_TIMEOUT_MS = 5_000;
/** Status timeout of a printer that has not answered before. Afterwards it is treated as one that cannot answer. */
const ANSWER_TIMEOUT_MS = 1_500;
/** Status timeout of a printer that has answered before. Longer, because it may be printing another label. */
const KNOWN_ANSWER_TIMEOUT_MS = 5_000;
/** Maximum answer length; of a longer one only the last bytes are read. */
const MAX_ANSWER_BYTES = KILOBYTE;
/** Small enough that a slow printer reads one chunk within `STALL_TIMEOUT_MS` while it prints. */
const CHUNK_BYTES = 16 * KILOBYTE;
/** Timeout of each chunk, and of the status answer that confirms the whole label. */
const STALL_TIMEOUT_MS = 20_000;
/** How long to wait until a printer closes the connection after reading everything. Some keep it open. */
const CLOSE_TIMEOUT_MS = 5_000;

interface StatusRequest<Answer> {
	request: Uint8Array;
	/** @returns undefined while the answer is incomplete */
	parse(answer: Buffer): Answer | undefined;
}

/** Status request of a printer language. */
export interface StatusProtocol extends StatusRequest<DeviceStatus> {
	/** Request for the printer's resolution in dpi. Sent only after the printer has answered the status request. */
	resolution?: StatusRequest<number>;
}

/** Connections whose printer has answered a status request since the station started. */
const answeringPrinters = createBoundedMap<string, true>(100);

/**
 * @returns undefined for a printer that has never answered and may not support status requests
 * @throws `printer.offline` when a printer that has answered before no longer does: it would accept bytes and print nothing
 */
async function queryStatus(socket: Socket, name: string, connection: string, status: StatusProtocol) {
	const isKnown = answeringPrinters.has(connection);
	const check = await sendRequest(socket, status, isKnown ? KNOWN_ANSWER_TIMEOUT_MS : ANSWER_TIMEOUT_MS);
	if (check) answeringPrinters.set(connection, true);
	else if (isKnown) throw offlineError(name, t('no answer##of a printer'));
	return check;
}

/** @throws `printer.offline` */
function openSocket(host: string, port: number, printerName: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port });
		const timer = setTimeout(() => socket.destroy(new Error(t('no answer##of a printer'))), CONNECT_TIMEOUT_MS);
		socket.once('connect', () => {
			clearTimeout(timer);
			socket.removeAllListeners('error');
			// Later errors are followed by `close`, which all waiting functions handle.
			socket.on('error', () => {});
			resolve(socket);
		});
		socket.once('error', (error: NodeJS.ErrnoException) => {
			clearTimeout(timer);
			reject(offlineError(printerName, describeNetworkError(error), error));
		});
	});
}

/** Sends a status request. @returns undefined when the answer is missing or incomplete after `withinMs` */
function sendRequest<Answer>(
	socket: Socket,
	{ request, parse }: StatusRequest<Answer>,
	withinMs: number,
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
		const timer = setTimeout(() => finish(undefined), withinMs);
		socket.on('data', onData).on('close', onClose).write(request);
	});
}

/** @returns false when the connection broke or accepted nothing for `STALL_TIMEOUT_MS` */
function writeChunk(socket: Socket, chunk: Uint8Array): Promise<boolean> {
	return new Promise((resolve) => {
		const finish = (isComplete: boolean) => {
			clearTimeout(timer);
			socket.off('close', onBroken);
			resolve(isComplete);
		};
		const onBroken = () => finish(false);
		const timer = setTimeout(onBroken, STALL_TIMEOUT_MS);
		socket.once('close', onBroken);
		socket.write(chunk, (error) => finish(!error));
	});
}

async function writePayload(socket: Socket, payload: Uint8Array): Promise<boolean> {
	for (let at = 0; at < payload.length; at += CHUNK_BYTES)
		if (!(await writeChunk(socket, payload.subarray(at, at + CHUNK_BYTES)))) return false;
	return true;
}

/** Ends our side of the connection. @returns `read` when the printer ends its side too, which it does after reading everything */
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
 * Sends a payload. A printer with a status protocol is queried before, so that nothing is sent while its paper is out, and
 * after: its second answer shows that it has read the whole payload.
 * @param connection `tcp://HOST:PORT` or `queue:NAME`
 * @param toError creates the error for a printer that needs attention
 * @returns where it was sent, for the screen
 * @throws `printer.offline` when nothing was sent; `printer.unknownOutcome` when the payload was sent in part or not confirmed
 */
export async function sendRaw(
	{ name }: Printer,
	connection: string,
	{ payload, title }: { payload: Uint8Array; title: string },
	status: StatusProtocol | undefined,
	toError: (check: DeviceStatus) => Error,
): Promise<string> {
	const target = parseConnection(connection);
	if ('queue' in target) return spool(target.queue, payload, { title, copies: 1, raw: true });
	const socket = await openSocket(target.host, target.port, name);
	try {
		const before = status && (await queryStatus(socket, name, connection, status));
		if (before?.condition === 'error') throw toError(before);
		if (socket.destroyed || socket.readableEnded)
			throw offlineError(name, t('it closed the connection before anything was sent##of a printer'));
		if (!(await writePayload(socket, payload)))
			throw unknownOutcomeError(
				t('{printer} accepted only part of the document or stopped answering', { printer: name }),
			);
		if (before && status) {
			const after = await sendRequest(socket, status, STALL_TIMEOUT_MS);
			if (!after) throw unknownOutcomeError(t('{printer} did not confirm the whole document', { printer: name }));
			return after.condition === 'error'
				? t('{address}. The printer reports: {message}', { address: connection, message: after.message })
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

/** Queries the state of a printer, and its resolution if the language can. @throws `printer.offline` */
export async function checkRaw(
	{ name }: Printer,
	connection: string,
	status: StatusProtocol | undefined,
): Promise<DeviceStatus> {
	const target = parseConnection(connection);
	if ('queue' in target) return checkSpooler(target.queue);
	const socket = await openSocket(target.host, target.port, name);
	try {
		const check = status && (await queryStatus(socket, name, connection, status));
		const reached = t('Reached at {address}. It does not report its status.##of a printer', { address: connection });
		if (!check) return { condition: 'unknown', message: reached };
		const dpi = status.resolution && (await sendRequest(socket, status.resolution, ANSWER_TIMEOUT_MS));
		return dpi === undefined ? check : { ...check, resolutionsDpi: [dpi] };
	} finally {
		socket.destroy();
	}
}
