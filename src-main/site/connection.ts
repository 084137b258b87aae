// One connection to the site's database, encrypted unless the database is on this machine.
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { t } from '../../src-contract/i18n';
import { isLoopback, type SiteEndpoint } from '../../src-contract/model/shared-books';
import { encrypt } from './encryption';
import { createSiteDatabase, type SiteConnection } from './site-database';
import { refused, siteError } from './site-error';

const CONNECT_TIMEOUT_MS = 8_000;
/** A query that takes longer counts as a lost connection. */
const QUERY_TIMEOUT_MS = 20_000;
const DISCONNECT_TIMEOUT_MS = 500;

/** The client connects its stream itself, but this one is connected already: only report it. */
function asConnecting(socket: Socket): Socket {
	socket.connect = () => {
		process.nextTick(() => socket.emit('connect'));
		return socket;
	};
	return socket;
}

/** Waits until the socket is connected, and encrypts it where the invitation names a certificate. */
async function openStream(socket: Socket, place: SiteEndpoint): Promise<Socket> {
	await new Promise<void>((resolve, reject) => {
		socket.once('connect', resolve);
		socket.once('error', reject);
	});
	return place.fingerprint ? encrypt(socket, place) : socket;
}

const clientOptions = (
	{ host, port, database, role }: SiteEndpoint,
	password: string,
	stream: Socket,
): ClientConfig => ({
	host,
	port,
	database,
	user: role,
	password,
	ssl: false,
	stream: () => asConnecting(stream),
	keepAlive: true,
	connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
	query_timeout: QUERY_TIMEOUT_MS,
	application_name: 'waybill',
});

/**
 * @param signal ends a connection that is being made
 * @param onNotified another desk wrote
 * @param onLost called once when the connection is lost, unless it was closed here
 */
export async function connectToSite(
	place: SiteEndpoint,
	password: string,
	signal: AbortSignal,
	onNotified: () => void,
	onLost: () => void,
): Promise<SiteConnection> {
	const { default: pg } = await import('pg');
	if (!place.fingerprint && !isLoopback(place.host))
		throw refused(
			t(
				'This invitation names no certificate, and addresses are not sent in the clear. Nothing was sent. Ask for another one.',
			),
		);
	const socket = connectPlain({ host: place.host, port: place.port });
	const giveUp = () => socket.destroy(new Error('given up'));
	const timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
	signal.addEventListener('abort', giveUp);
	// An error that nothing listens to would end the process; those that wait for the socket listen as well.
	socket.on('error', () => {});
	let isClosed = false;
	const reportLoss = () => {
		if (isClosed) return;
		isClosed = true;
		onLost();
	};
	try {
		const stream = await openStream(socket, place);
		const client = new pg.Client(clientOptions(place, password, stream));
		client.on('error', reportLoss);
		client.on('end', reportLoss);
		client.on('notification', onNotified);
		await client.connect();
		let closed: Promise<void> | undefined;
		// The exchange and its session both close it, but the client answers only the first call.
		return createSiteDatabase(client, place, () => {
			isClosed = true;
			closed ??= disconnect(() => client.end(), stream);
			return closed;
		});
	} catch (error) {
		isClosed = true;
		socket.destroy();
		throw siteError(error, place);
	} finally {
		signal.removeEventListener('abort', giveUp);
		clearTimeout(timer);
	}
}

/** Does not wait for long: when the other end is dead or the connection is lost, the client may never answer. */
async function disconnect(end: () => Promise<void>, stream: Socket): Promise<void> {
	await Promise.race([end().catch(() => {}), pause(DISCONNECT_TIMEOUT_MS)]);
	stream.destroy();
}
