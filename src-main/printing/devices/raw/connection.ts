// The line to a printer that speaks a language of its own: a socket that can be asked, or a raw queue of the system.
import { connect, type Socket } from 'node:net';
import { t } from '../../../../src-contract/i18n';
import { createBoundedMap } from '../../../../src-contract/lib/bounded-map';
import { KILOBYTE } from '../../../../src-contract/lib/units';
import type { Printer } from '../../../../src-contract/model/print';
import { type Check, doubtful, offline } from '../shared/driver';
import { reasonOf } from '../shared/network-reasons';
import { spool, spoolerCheck } from '../spooler/spooler';

const CONNECT_MS = 5_000;
/** How long a printer that was asked may think before it is taken for one that never answers. */
const ANSWER_MS = 1_500;
/** The same for a printer that has answered before, which may be printing another label. */
const KNOWN_ANSWER_MS = 5_000;
/** No answer is longer; a device that talks on is not listened to. */
const MAX_ANSWER_BYTES = KILOBYTE;
/** Small enough that a slow printer takes one while it prints. */
const CHUNK_BYTES = 16 * KILOBYTE;
/** How long the line may stand still while a label goes over it, and how long a printer may take to say that it has it all. */
const STALL_MS = 20_000;
/** A printer that cannot answer ends the line itself once it has read everything; some keep it open, and are not waited for. */
const CLOSE_MS = 5_000;

interface Question<Answer> {
	question: Uint8Array;
	/** @returns undefined while the answer is not whole yet */
	understand(answer: Buffer): Answer | undefined;
}

/** How a language asks its printer how it is. */
export interface StatusProtocol extends Question<Check> {
	/** At which resolution it prints, in dpi. Asked of printers that answered the question before. */
	resolution?: Question<number>;
}

/** Connections of printers that have answered a status request since the station started. */
const answered = createBoundedMap<string, true>(100);

/**
 * @returns undefined for a printer that has never answered, which may be one that cannot
 * @throws AppError `printer.offline` when a printer that has answered before does not: it would take the bytes and print nothing
 */
async function askStatus(socket: Socket, name: string, connection: string, status: StatusProtocol) {
	const isKnown = answered.has(connection);
	const check = await ask(socket, status, isKnown ? KNOWN_ANSWER_MS : ANSWER_MS);
	if (check) answered.set(connection, true);
	else if (isKnown) throw offline(name, t('it does not answer##of a printer'));
	return check;
}

function open(host: string, port: number, what: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect({ host, port });
		const timer = setTimeout(() => socket.destroy(new Error(t('it does not answer##of a printer'))), CONNECT_MS);
		socket.once('connect', () => {
			clearTimeout(timer);
			socket.removeAllListeners('error');
			// Whoever waits hears of an error by the socket's end.
			socket.on('error', () => {});
			resolve(socket);
		});
		socket.once('error', (error: NodeJS.ErrnoException) => {
			clearTimeout(timer);
			reject(offline(what, reasonOf(error), error));
		});
	});
}

function ask<Answer>(
	socket: Socket,
	{ question, understand }: Question<Answer>,
	withinMs: number,
): Promise<Answer | undefined> {
	return new Promise((resolve) => {
		let answer = Buffer.alloc(0);
		const finish = (understood: Answer | undefined) => {
			clearTimeout(timer);
			socket.off('data', onData).off('close', onClose);
			resolve(understood);
		};
		const onData = (chunk: Buffer) => {
			answer = Buffer.concat([answer, chunk]).subarray(-MAX_ANSWER_BYTES);
			const understood = understand(answer);
			if (understood !== undefined) finish(understood);
		};
		const onClose = () => finish(undefined);
		const timer = setTimeout(() => finish(undefined), withinMs);
		socket.on('data', onData).on('close', onClose).write(question);
	});
}

/** Hands a piece to the line. @returns false when the line broke or stood still */
function writeChunk(socket: Socket, chunk: Uint8Array): Promise<boolean> {
	return new Promise((resolve) => {
		const finish = (whole: boolean) => {
			clearTimeout(timer);
			socket.off('close', broken);
			resolve(whole);
		};
		const broken = () => finish(false);
		const timer = setTimeout(broken, STALL_MS);
		socket.once('close', broken);
		socket.write(chunk, (error) => finish(!error));
	});
}

async function write(socket: Socket, payload: Uint8Array): Promise<boolean> {
	for (let at = 0; at < payload.length; at += CHUNK_BYTES)
		if (!(await writeChunk(socket, payload.subarray(at, at + CHUNK_BYTES)))) return false;
	return true;
}

/** Ends our side and sees whether the printer ends its own, which it does when it has read everything. */
function end(socket: Socket): Promise<'read' | 'broken' | 'silent'> {
	return new Promise((resolve) => {
		const timer = setTimeout(() => resolve('silent'), CLOSE_MS);
		socket.once('close', (hadError) => {
			clearTimeout(timer);
			resolve(hadError ? 'broken' : 'read');
		});
		socket.resume();
		socket.end();
	});
}

function parse(connection: string): { host: string; port: number } | { queue: string } {
	if (connection.toLowerCase().startsWith('queue:')) return { queue: connection.slice('queue:'.length) };
	const { hostname, port } = new URL(connection.replace(/^tcp:/i, 'http:'));
	// The port of the web is the one that such addresses leave out.
	return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) };
}

/**
 * @returns where it went. A printer that answers questions is asked before, so that nothing is sent while its paper is out,
 * and after: its second answer shows that it has read everything.
 */
export async function sendRaw(
	{ name }: Printer,
	connection: string,
	{ payload, title }: { payload: Uint8Array; title: string },
	status: StatusProtocol | undefined,
	refuse: (check: Check) => Error,
): Promise<string> {
	const target = parse(connection);
	if ('queue' in target) return spool(target.queue, payload, { title, copies: 1, raw: true });
	const socket = await open(target.host, target.port, name);
	try {
		const before = status && (await askStatus(socket, name, connection, status));
		if (before?.condition === 'trouble') throw refuse(before);
		if (socket.destroyed || socket.readableEnded)
			throw offline(name, t('it ended the connection before anything was sent##of a printer'));
		if (!(await write(socket, payload)))
			throw doubtful(t('{printer} took only a part of it, or stopped answering', { printer: name }));
		if (before && status) {
			const after = await ask(socket, status, STALL_MS);
			if (!after) throw doubtful(t('{printer} did not say that it has the whole label', { printer: name }));
			return after.condition === 'trouble'
				? t('{address}, which has it and says: {message}', { address: connection, message: after.message })
				: connection;
		}
		const ended = await end(socket);
		if (ended === 'broken') throw doubtful(t('{printer} broke the connection off', { printer: name }));
		return ended === 'read'
			? connection
			: t('{address}, which was handed all of it and does not say whether it read it', { address: connection });
	} finally {
		socket.destroy();
	}
}

export async function checkRaw(
	{ name }: Printer,
	connection: string,
	status: StatusProtocol | undefined,
): Promise<Check> {
	const target = parse(connection);
	if ('queue' in target) return spoolerCheck(target.queue);
	const socket = await open(target.host, target.port, name);
	try {
		const check = status && (await askStatus(socket, name, connection, status));
		const reached = t('Reached at {address}; it does not say how it is.##of a printer', { address: connection });
		if (!check) return { condition: 'unasked', message: reached };
		const dpi = status.resolution && (await ask(socket, status.resolution, ANSWER_MS));
		return dpi === undefined ? check : { ...check, resolutionsDpi: [dpi] };
	} finally {
		socket.destroy();
	}
}
